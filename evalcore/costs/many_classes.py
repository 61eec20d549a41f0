"""Costs of any number of classes: the decision that is expected to cost least, and the cost of labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalcore.counts import ConfusionMatrix
from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray, IndexArray, frozen
from evalcore.support.blocks import blocks
from evalcore.support.chances import SUM_TOLERANCE, wrong_chances
from evalcore.support.checks import shares
from evalcore.support.results import Result
from evalcore.support.text import shown


@dataclass(frozen=True, eq=False)
class ExpectedCostDecision(Result):
    """Which class costs least to name, row by row?

    Parameters
    ----------
    decision : (n,) int
        Place of the class in the order of the cost table; of several equally cheap ones the first.
    expected_cost : (n,) float64
        What that decision costs on average, if the probabilities are right.
    most_probable : (n,) int
        The class one would name without costs, the first of several.
    mean_cost : float
        Mean of `expected_cost`.
    n_changed : int
        Rows whose decision the costs changed.
    """

    decision: IndexArray
    expected_cost: FloatArray
    most_probable: IndexArray
    mean_cost: float
    n_changed: int


@dataclass(frozen=True)
class LabelCost(Result):
    """What do predicted labels cost?

    Parameters
    ----------
    cost : float
        A row on average; nan where undefined.
    reason : Message or None
        Why it is nan.
    """

    cost: float
    reason: Message | None = None


def expected_cost_decision(probability: ArrayLike, cost: ArrayLike) -> ExpectedCostDecision:
    """Which class costs least to name, row by row?

    Parameters
    ----------
    probability : (n, k) numbers in [0, 1], rows that sum to 1
        Calibrated class probabilities. Those of a file with two to five decimal places may miss 1 by their rounding;
        they are divided by their sum.
    cost : (k, k) numbers
        Rows are the truth, columns the decision; below 0 for a benefit.

    Returns
    -------
    ExpectedCostDecision

    Notes
    -----
    The class j with the least sum over i of P(i | x) cost[i, j]. With two classes it is the threshold
    `theoretical_threshold`. A scale of the costs, or a constant added to a row of them, changes no decision.

    References
    ----------
    Elkan (2001), The foundations of cost-sensitive learning, IJCAI, equation (1).

    Examples
    --------
    >>> cost = [[0, 1, 1], [1, 0, 1], [10, 10, 0]]
    >>> expected_cost_decision([[0.5, 0.3, 0.2], [0.6, 0.36, 0.04]], cost).decision.tolist()
    [2, 0]
    """
    table = cost_table(cost)
    chances = _probabilities(probability, len(table))
    rounding = 1e-12 * np.abs(table).max()
    decision, most_probable = np.empty((2, len(chances)), dtype=np.intp)
    expected = np.empty(len(chances))
    for rows in blocks(0, len(chances)):
        each = chances[rows]
        costs = (each / each.sum(axis=1, keepdims=True)) @ table
        expected[rows] = costs.min(axis=1)
        # equal costs summed in another order differ in their last digits
        decision[rows] = (costs <= expected[rows, None] + rounding).argmax(axis=1)
        most_probable[rows] = each.argmax(axis=1)
    changed = int(np.count_nonzero(decision != most_probable))
    mean = float(expected.mean())
    return ExpectedCostDecision(frozen(decision), frozen(expected), frozen(most_probable), mean, changed)


def label_cost(cm: ConfusionMatrix, cost: ArrayLike, *, prevalence: ArrayLike | None = None) -> LabelCost:
    """What do predicted labels cost, a row on average?

    Parameters
    ----------
    cm : ConfusionMatrix of k classes
    cost : (k, k) numbers
        In the order of `cm.classes`; rows are the truth, columns the decision; below 0 for a benefit.
    prevalence : (k,) numbers in [0, 1] that sum to 1, optional
        Shares of the classes where the classifier is put to work; those of the rows when left out.

    Returns
    -------
    LabelCost

    Notes
    -----
    Sum over i, j of (share of class i) (share of its rows that are named j) cost[i, j]; with the shares of the rows the
    mean cost. With two classes and nothing to pay for right decisions it is equation (2.23). *Undefined when* there is
    no row; with a prevalence, when a class that is expected has no row.

    Examples
    --------
    >>> label_cost(ConfusionMatrix([[8, 0], [6, 6]]), [[0, 5], [1, 0]]).cost
    0.3
    """
    table, counted = cost_table(cost), cm.table.astype(np.float64)
    same_size(len(table), len(counted))
    size = counted.sum(axis=1)
    if not size.any():
        return LabelCost(np.nan, Message("There is no row."))
    if prevalence is None:
        return LabelCost(float((counted * table).sum() / size.sum()))
    expected = class_shares(prevalence, len(table))
    missing = (size == 0) & (expected > 0)
    if missing.any():
        name = shown(cm.classes[int(np.argmax(missing))])
        return LabelCost(np.nan, Message("Class '{name}' has no row, so nobody knows what it costs.", {"name": name}))
    each = (counted * table).sum(axis=1) / np.where(size > 0, size, 1.0)
    return LabelCost(float(expected @ each))


def cost_table(cost: ArrayLike) -> FloatArray:
    """Return a square table of finite costs."""
    table = np.asarray(cost)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or table.size == 0:
        raise InputError(
            "A cost table must have as many columns as rows; got shape {shape}. Write one row a true class and one "
            "column a decision.",
            shape=str(table.shape),
        )
    return _finite(table, "A cost table")


def class_shares(prevalence: ArrayLike, k: int) -> FloatArray:
    """Return one share a class, which sum to 1."""
    expected = shares(prevalence, "prevalence")
    if expected.shape != (k,) or abs(expected.sum() - 1) > SUM_TOLERANCE:
        raise InputError(
            "prevalence must give each of the {k} classes a share, together 1; got {values}. Write one share a class.",
            k=k,
            values=shown(expected.tolist()),
        )
    return expected


def _probabilities(values: ArrayLike, k: int) -> FloatArray:
    """Return one probability a row and class."""
    table = np.asarray(values)
    if table.ndim != 2 or len(table) == 0:
        raise InputError(
            "Class probabilities must be a table of rows and classes; got shape {shape}. Pass one column a class.",
            shape=str(table.shape),
        )
    same_size(k, table.shape[1])
    chances = _finite(table, "A table of class probabilities")
    wrong = wrong_chances(chances)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InputError(
            "Class probabilities must be 0 or more and sum to 1; got {values} (data row {row}). Turn the scores into "
            "probabilities first.",
            values=shown(", ".join(f"{value:.4g}" for value in chances[row])),
            row=row + 1,
        )
    return chances


def same_size(costs: int, classes: int) -> None:
    """Refuse a table of costs of more or fewer classes than there are."""
    if costs != classes:
        raise InputError(
            "A cost table must have one row and one column a class; got {costs} for {classes} classes. Name each class "
            "once.",
            costs=costs,
            classes=classes,
        )


def _finite(table: NDArray[Any], name: str) -> FloatArray:
    """Return finite float64 numbers."""
    if table.dtype.kind not in "biuf":
        raise InputError(
            "{name} must hold finite numbers only; got {values}. Fill in every cell with a number.",
            name=name,
            values=shown(table.tolist()),
        )
    usable = np.isfinite(table)
    if not usable.all():
        row, column = (int(place) for place in np.argwhere(~usable)[0])
        raise InputError(
            "{name} must hold finite numbers only; got {value} (row {row}, column {column}). Fill in every cell with a "
            "number.",
            name=name,
            value=float(table[row, column]),
            row=row + 1,
            column=column + 1,
        )
    return table.astype(np.float64, copy=False)
