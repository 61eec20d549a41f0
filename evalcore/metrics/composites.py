"""Metrics that put several proportions, or several costs, into one number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from evalcore.counts.given import of_labels
from evalcore.errors import InputError
from evalcore.metrics.margins import HasCells, Margins, T, for_products, margins, ratio, scaled_cells
from evalcore.support.results import Result


@of_labels
def f_beta(cm: HasCells[T], beta: float = 1.0) -> T:
    """How good are precision and recall together, when recall weighs beta times as much as precision?

    Parameters
    ----------
    cm : binary ConfusionMatrix, or anything with `tp fp fn tn`
    beta : float >= 0
        1 weighs both alike; 0 leaves precision alone.

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    (1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP), equations (2.10) and (2.11): the harmonic mean of P and R
    with weights 1 / (1 + beta^2) and beta^2 / (1 + beta^2). The counts also give a value, 0, where TP = 0 leaves P
    or R undefined but mistakes were made. *Undefined when* TP, FP and FN are all 0 (with beta = 0: TP and FP).

    References
    ----------
    van Rijsbergen (1979), Information Retrieval, chapter 7.

    Examples
    --------
    >>> from evalcore.counts import ConfusionMatrix
    >>> f_beta(ConfusionMatrix.binary(tp=30, fp=10, fn=20, tn=40), beta=2)
    0.625
    """
    if not 0 <= beta < np.inf:
        raise InputError("beta must be a number >= 0; got {beta}. Choose 1 to weigh both alike.", beta=beta)
    hits = (1 + beta**2) * cm.tp
    return ratio(hits, hits + beta**2 * cm.fn + cm.fp)


@dataclass(frozen=True)
class FBetaParts(Result):
    """What is F-beta the mean of, and how much does each count?

    Parameters
    ----------
    precision, recall : float in [0, 1]
        nan where undefined.
    beta_squared : float >= 0
    weight_of_precision, weight_of_recall : float in [0, 1]
        Weights of the harmonic mean, together 1: 1 / (1 + beta^2) and beta^2 / (1 + beta^2).
    value : float in [0, 1]
        F-beta itself; nan where undefined.
    """

    precision: float
    recall: float
    beta_squared: float
    weight_of_precision: float
    weight_of_recall: float
    value: float


@of_labels
def f_beta_parts(cm: HasCells[float], beta: float = 1.0) -> FBetaParts:
    """Which parts make up F-beta, as a formula with numbers in it needs them?

    Parameters
    ----------
    cm : binary ConfusionMatrix
    beta : float >= 0

    Returns
    -------
    FBetaParts

    Notes
    -----
    1 / F = weight_of_precision / P + weight_of_recall / R, equation (2.11). *Undefined when* P or R is; the value
    may be defined even then, see `f_beta`.

    Examples
    --------
    >>> from evalcore.counts import ConfusionMatrix
    >>> parts = f_beta_parts(ConfusionMatrix.binary(tp=30, fp=10, fn=20, tn=40), beta=2)
    >>> parts.weight_of_precision, parts.weight_of_recall
    (0.2, 0.8)
    """
    value, square = f_beta(cm, beta), beta * beta
    p, r = (float(ratio(cm.tp, cm.tp + missed)) for missed in (cm.fp, cm.fn))
    return FBetaParts(p, r, square, 1 / (1 + square), square / (1 + square), float(value))


@of_labels
def f1(cm: HasCells[T]) -> T:
    """How good are precision and recall together, both weighing alike?

    Parameters
    ----------
    cm : binary ConfusionMatrix, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    2 TP / (2 TP + FP + FN) = 2 TP / (m + TP - TN), equation (2.10). *Undefined when* TP, FP and FN are all 0.
    """
    return f_beta(cm, 1.0)


@of_labels
def youden_j(cm: HasCells[T]) -> T:
    """How much more often are positive rows predicted positive than negative rows?

    Parameters
    ----------
    cm : binary ConfusionMatrix, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [-1, 1]

    Notes
    -----
    J = TPR - FPR = recall + specificity - 1, over one denominator so that ties are exact. *Undefined when* one
    class has no row.

    References
    ----------
    Youden (1950), https://doi.org/10.1002/1097-0142(1950)3:1<32::AID-CNCR2820030106>3.0.CO;2-3
    """
    tp, fp, fn, tn = scaled_cells(cm)
    n_pos, n_neg = tp + fn, fp + tn
    return cast("T", ratio(tp * n_neg - fp * n_pos, n_pos * n_neg))


@of_labels
def balanced_accuracy(cm: HasCells[T]) -> T:
    """How accurate would it be if every class had as many rows?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    Mean of the recalls of all classes; (recall + specificity) / 2 for two. *Undefined when* a class has no row.

    References
    ----------
    Brodersen et al. (2010), https://doi.org/10.1109/ICPR.2010.764
    """
    m = margins(cm)
    recalls = sum(ratio(*pair) for pair in zip(m.correct, m.truth, strict=True))
    return cast("T", ratio(recalls, len(m.truth)))


@of_labels
def matthews(cm: HasCells[T]) -> T:
    """How strongly do prediction and truth correlate?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [-1, 1]

    Notes
    -----
    (TP TN - FP FN) / sqrt((TP+FP)(TP+FN)(TN+FP)(TN+FN)), and Gorodkin's R_K for more classes. *Undefined when* all
    rows are of one class, or are predicted to be.

    References
    ----------
    Matthews (1975), https://doi.org/10.1016/0005-2795(75)90109-9;
    Gorodkin (2004), https://doi.org/10.1016/j.compbiolchem.2004.09.006
    """
    m = for_products(cm)
    # Both are sums of numbers >= 0, so that nothing cancels, and float64 holds their product.
    true, predicted = (
        np.asarray(sum(part * (m.n - part) for part in parts), dtype=np.float64) for parts in (m.truth, m.predicted)
    )
    return cast("T", ratio(_beyond_chance(m), np.sqrt(true * predicted)))


@of_labels
def kappa(cm: HasCells[T]) -> T:
    """How far do prediction and truth agree beyond what chance would give?

    Parameters
    ----------
    cm : ConfusionMatrix of any number of classes, or anything with `tp fp fn tn`

    Returns
    -------
    float or array in [-1, 1]

    Notes
    -----
    (p_o - p_e) / (1 - p_e), p_o the accuracy and p_e its expectation when both margins are kept and paired at
    random. *Undefined when* all rows are of one class and predicted to be of it.

    References
    ----------
    Cohen (1960), https://doi.org/10.1177/001316446002000104
    """
    m = for_products(cm)
    room = sum(truth * (m.n - predicted) for truth, predicted in zip(m.truth, m.predicted, strict=True))
    return cast("T", ratio(_beyond_chance(m), np.asarray(room, dtype=np.float64)))


@of_labels
def cost_sensitive_accuracy(
    cm: HasCells[T], *, pp: float = 1.0, nn: float = 1.0, pn: float = 1.0, np: float = 1.0
) -> T:
    """Which share of what is at stake is decided right, when each cell has its own weight?

    Parameters
    ----------
    cm : binary ConfusionMatrix, or anything with `tp fp fn tn`
    pp, nn, pn, np : float >= 0
        Weight of a TP, TN, FN and FP: first letter the truth, second the prediction.

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    (pp TP + nn TN) / (pp TP + nn TN + pn FN + np FP); the accuracy when all weights are 1. *Undefined when* every
    cell is empty or weighs nothing.
    """
    for name, weight in (("pp", pp), ("nn", nn), ("pn", pn), ("np", np)):
        if not 0 <= weight < float("inf"):
            raise InputError(
                "Weight {name} must be a number >= 0; got {weight}. Use 0 for a cell that does not matter.",
                name=name,
                weight=weight,
            )
    right = pp * cm.tp + nn * cm.tn
    return ratio(right, right + pn * cm.fn + np * cm.fp)


def _beyond_chance(m: Margins) -> Any:
    """Return m^2 (p_o - p_e): how many more pairs agree than the margins alone would give, rounded once."""
    agree = m.n * sum(m.correct)
    return np.asarray(
        agree - sum(truth * predicted for truth, predicted in zip(m.truth, m.predicted, strict=True)), dtype=np.float64
    )
