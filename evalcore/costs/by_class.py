"""Where the cost of predicted labels comes from: cell by cell, and class by class."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs.many_classes import cost_table, same_size
from evalcore.counts import ConfusionMatrix
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False)
class CostParts(Result):
    """What does each cell of a confusion matrix add to the cost?

    Parameters
    ----------
    table : (k, k) float64
        Share of the rows times cost, for so many cases; nan where there is no row.
    largest : (truth, decision)
        Place of the cell that adds most, a benefit counting like a cost.
    """

    table: FloatArray
    largest: tuple[int, int]

    @property
    def total(self) -> float:
        """The cost: `label_cost`, for so many cases."""
        return float(self.table.sum())

    @property
    def most(self) -> float:
        """What the largest cell adds, without its sign."""
        return float(np.abs(self.table[self.largest]))


@dataclass(frozen=True, eq=False)
class ClassCosts(Result):
    """What does a row of each class cost, and which part of the mean cost is that?

    Parameters
    ----------
    size : (k,) float64
        Rows of the class.
    cost : (k,) float64
        A row of the class on average; nan where it has none.
    part : (k,) float64
        What the class adds to the cost of a row on average; nan where it has no row. Their sum is `label_cost`.
    """

    size: FloatArray
    cost: FloatArray
    part: FloatArray


def cost_parts(cm: ConfusionMatrix, cost: ArrayLike, *, cases: float = 1.0) -> CostParts:
    """Where does the cost of predicted labels come from?

    Parameters
    ----------
    cm : ConfusionMatrix of k classes
    cost : (k, k) numbers
        As for `label_cost`.
    cases : float > 0

    Returns
    -------
    CostParts
        *Undefined when* there is no row: nan.

    Examples
    --------
    >>> found = cost_parts(ConfusionMatrix([[8, 0], [6, 6]]), [[0, 5], [1, 0]])
    >>> found.table.tolist(), found.largest
    ([[0.0, 0.0], [0.3, 0.0]], (1, 0))
    """
    added = _added(cm, cost)
    n = cm.table.sum()
    table = cases * added / n if n else np.full(added.shape, np.nan)
    truth, decision = np.unravel_index(int(np.abs(table).argmax()), table.shape)
    return CostParts(frozen(table), (int(truth), int(decision)))


def class_costs(cm: ConfusionMatrix, cost: ArrayLike) -> ClassCosts:
    """What does a row of each class cost on average?

    Parameters
    ----------
    cm : ConfusionMatrix of k classes
    cost : (k, k) numbers
        As for `label_cost`.

    Returns
    -------
    ClassCosts
        *Undefined when* a class has no row: nan there.

    Examples
    --------
    >>> found = class_costs(ConfusionMatrix([[8, 0], [6, 6]]), [[0, 5], [1, 0]])
    >>> found.cost.tolist(), found.part.tolist()
    ([0.0, 0.5], [0.0, 0.3])
    """
    of_class = _added(cm, cost).sum(axis=1)
    size = np.asarray(cm.table.sum(axis=1), dtype=np.float64)
    with np.errstate(invalid="ignore"):
        each = of_class / size
        part = np.where(size > 0, of_class / size.sum(), np.nan)
    return ClassCosts(frozen(size), frozen(each), frozen(part))


def cost_terms(cm: ConfusionMatrix, cost: ArrayLike) -> list[tuple[float, float]]:
    """Which terms does the cost of all rows have, the largest first?

    Parameters
    ----------
    cm : ConfusionMatrix of k classes
    cost : (k, k) numbers
        As for `label_cost`.

    Returns
    -------
    list of (rows, cost)
        One for each cell with rows that cost or earn something; of equally large ones the first cell is first.

    Examples
    --------
    >>> cost_terms(ConfusionMatrix([[8, 0], [6, 6]]), [[0, 5], [1, -2]])
    [(6.0, -2.0), (6.0, 1.0)]
    """
    table, added = cost_table(cost), _added(cm, cost)
    order = np.argsort(-np.abs(added), axis=None, kind="stable")
    return [(float(cm.table.flat[i]), float(table.flat[i])) for i in order if added.flat[i]]


def _added(cm: ConfusionMatrix, cost: ArrayLike) -> FloatArray:
    """Return the rows of each cell times its cost."""
    table = cost_table(cost)
    same_size(len(table), len(cm.table))
    return np.asarray(cm.table * table, dtype=np.float64)
