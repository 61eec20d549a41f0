"""Many classes: curves and areas when every class counts the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.counts import ThresholdCounts
from evalcore.curves.precision_recall import precision_recall_curve
from evalcore.curves.roc import RocCurve, roc_curve
from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import finite_numbers
from evalcore.support.results import Result
from evalcore.support.text import shown


@dataclass(frozen=True, eq=False)
class MacroAreas(Result):
    """AUC and average precision of each class against the rest, and their averages.

    Parameters
    ----------
    classes : tuple of str
    class_auc, class_average_precision : (k,) float64 in [0, 1]
        nan for a class without rows.
    support : (k,) float64
        Rows of each class, or the sum of their weights.
    auc, average_precision : float in [0, 1]
        Plain means over the classes; nan if one has none, then `undefined` names it.
    weighted_auc, weighted_average_precision : float in [0, 1]
        Means weighted by `support`; a class without rows has no weight.
    undefined : tuple of Message
        Which classes have no area, and why.
    """

    classes: tuple[str, ...]
    class_auc: FloatArray
    class_average_precision: FloatArray
    support: FloatArray
    auc: float
    average_precision: float
    weighted_auc: float
    weighted_average_precision: float
    undefined: tuple[Message, ...] = ()

    def to_frame(self) -> pd.DataFrame:
        """Return one row a class."""
        return pd.DataFrame(
            {"auc": self.class_auc, "average_precision": self.class_average_precision, "support": self.support},
            index=pd.Index(self.classes, name="class"),
        )


@dataclass(frozen=True, eq=False)
class MacroRoc(Result):
    """The mean of the ROC curves of all classes, at each FPR.

    Parameters
    ----------
    fpr, tpr : (p,) float64 in [0, 1]
        From (0, 0) to (1, 1); where the mean jumps, two points with one FPR. Empty if it is undefined.
    auc : float in [0, 1]
        Area under the curve: the mean of the AUCs.
    undefined : tuple of Message
        Which classes have no curve, and why; then there is no mean.
    """

    fpr: FloatArray
    tpr: FloatArray
    auc: float
    undefined: tuple[Message, ...] = ()


def macro_areas(by_class: Mapping[str, ThresholdCounts]) -> MacroAreas:
    """How well does each class's score tell it from the rest, and how well do all on average?

    Parameters
    ----------
    by_class : mapping of class to ThresholdCounts
        From `one_vs_rest_counts`.

    Returns
    -------
    MacroAreas

    Notes
    -----
    *Undefined when* a class has no row, or all: its areas and the plain means are nan and `undefined` names it. To
    average over the others leave it out of `by_class`.

    References
    ----------
    Fawcett (2006), section 9.2, https://doi.org/10.1016/j.patrec.2005.10.010

    Examples
    --------
    >>> from evalcore.curves import one_vs_rest_counts
    >>> y, scores = [0, 0, 1, 1], [[0.9, 0.1], [0.4, 0.6], [0.5, 0.5], [0.2, 0.8]]
    >>> macro_areas(one_vs_rest_counts(y, scores, ["a", "b"])).auc
    0.75
    """
    tables = _tables(by_class)
    auc = np.array([roc_curve(counts).auc for counts in tables])
    precision = np.array([precision_recall_curve(counts).average_precision for counts in tables])
    support = np.array([counts.n_pos for counts in tables], dtype=np.float64)
    return MacroAreas(
        tuple(by_class),
        frozen(auc),
        frozen(precision),
        frozen(support),
        float(auc.mean()),
        float(precision.mean()),
        _weighted(auc, support),
        _weighted(precision, support),
        _undefined(by_class),
    )


def macro_roc(by_class: Mapping[str, ThresholdCounts], *, grid: ArrayLike | None = None) -> MacroRoc:
    """What is the mean TPR of all classes, each against the rest, at every FPR?

    Parameters
    ----------
    by_class : mapping of class to ThresholdCounts
        From `one_vs_rest_counts`.
    grid : (g,) numbers in [0, 1], optional
        FPRs at which to take the mean, its upper end where it jumps; for drawing. Without it the curve is exact: it
        has every FPR of every class.

    Returns
    -------
    MacroRoc

    Notes
    -----
    The vertical mean: each class has another threshold at the same FPR. Its area is the mean of the AUCs. *Undefined
    when* a class has no row, or all; `undefined` names it.

    References
    ----------
    Fawcett (2006), section 8.1, https://doi.org/10.1016/j.patrec.2005.10.010

    Examples
    --------
    >>> from evalcore.curves import one_vs_rest_counts
    >>> y, scores = [0, 0, 1, 1], [[0.9, 0.1], [0.4, 0.6], [0.5, 0.5], [0.2, 0.8]]
    >>> macro_roc(one_vs_rest_counts(y, scores, ["a", "b"]), grid=[0, 0.5]).tpr.tolist()
    [0.5, 1.0]
    """
    curves = [roc_curve(counts) for counts in _tables(by_class)]
    undefined = _undefined(by_class)
    if undefined:
        return MacroRoc(frozen(np.empty(0)), frozen(np.empty(0)), np.nan, undefined)
    fpr = _union([curve.fpr for curve in curves]) if grid is None else _shares(grid)
    low, high = np.zeros((2, len(fpr)))
    for curve in curves:
        ends = _tpr_limits(curve, fpr)
        low += ends[0]
        high += ends[1]
    auc = float(np.mean([curve.auc for curve in curves]))
    if grid is not None:
        return MacroRoc(frozen(fpr), frozen(high / len(curves)), auc)
    jumps = np.repeat(fpr, 1 + (low != high))
    tpr = np.stack([low, high], axis=1)[np.stack([low != high, np.ones(len(fpr), dtype=bool)], axis=1)]
    return MacroRoc(frozen(jumps), frozen(tpr / len(curves)), auc)


def _tpr_limits(curve: RocCurve, fpr: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the lower and the upper end of a ROC curve at each FPR; they differ where it is vertical."""
    last = np.flatnonzero(np.append(curve.fpr[1:] != curve.fpr[:-1], True))
    first = np.concatenate([[0], last[:-1] + 1])
    known, low, high = curve.fpr[last], curve.tpr[first], curve.tpr[last]
    at = np.searchsorted(known, fpr, side="right") - 1
    following = np.minimum(at + 1, len(known) - 1)
    width = known[following] - known[at]
    share = np.divide(fpr - known[at], width, out=np.zeros(len(fpr)), where=width > 0)
    between = high[at] + share * (low[following] - high[at])
    met = known[at] == fpr
    return np.where(met, low[at], between), np.where(met, high[at], between)


def _tables(by_class: Mapping[str, ThresholdCounts]) -> list[ThresholdCounts]:
    if not by_class:
        raise InputError("An average must have at least one class; got none. Choose the score columns of all classes.")
    return list(by_class.values())


def _undefined(by_class: Mapping[str, ThresholdCounts]) -> tuple[Message, ...]:
    """Say which classes have no rows, or no rows of other classes."""
    found = []
    for name, counts in by_class.items():
        if counts.n_pos == 0:
            found.append(Message("Class '{name}' has no row, so it has no curve.", {"name": shown(name)}))
        elif counts.n_neg == 0:
            found.append(Message("All rows are of class '{name}', so it has no ROC curve.", {"name": shown(name)}))
    return tuple(found)


def _weighted(values: FloatArray, support: FloatArray) -> float:
    """Return the mean weighted by support; what has no weight may be undefined."""
    known = support > 0
    return float(np.average(values[known], weights=support[known])) if known.any() else np.nan


def _union(values: list[FloatArray]) -> FloatArray:
    """Return all values, ascending, each once. Equal fractions are equal floats, whatever their denominators."""
    return np.unique(np.concatenate(values))


def _shares(grid: ArrayLike) -> FloatArray:
    shares = np.sort(finite_numbers(grid, "grid"))
    if shares[0] < 0 or shares[-1] > 1:
        raise InputError(
            "grid must lie between 0 and 1; got {low} to {high}. Write 5% as 0.05.",
            low=float(shares[0]),
            high=float(shares[-1]),
        )
    return shares
