"""At which places the course of a line is read out: few, evenly spread, and exact."""

from __future__ import annotations

import numpy as np

from evalcore.counts import ThresholdCounts
from evalcore.curves import at_prevalence, det_curve, precision_recall_curve, roc_curve
from evalcore.support.arrays import FloatArray, IndexArray

MOST_PLACES = 11
TENTHS = np.linspace(0, 1, MOST_PLACES).round(1)
# Rates of weighted rows are sums: a place may be missed by so much, and is the same place.
_ROUNDING = 1e-12


def places(size: int, here: int | None = None, *, most: int = MOST_PLACES) -> IndexArray:
    """Which of many steps stand for all of them?

    Parameters
    ----------
    size
        How many steps there are.
    here
        One that must be among them: where the handle stands.
    most
        So many, and `here`.

    Returns
    -------
    Ascending array: both ends, and others evenly between them.

    Examples
    --------
    >>> places(101, 33).tolist(), places(3).tolist()
    ([0, 10, 20, 30, 33, 40, 50, 60, 70, 80, 90, 100], [0, 1, 2])
    """
    even = np.linspace(0, size - 1, min(size, most)).round().astype(np.intp)
    return np.union1d(even, [] if here is None else [here]).astype(np.intp)


def tpr_at(counts: ThresholdCounts, fpr: FloatArray) -> FloatArray:
    """How high is the ROC curve at some false positive rates?

    Parameters
    ----------
    counts
        The table of one score.
    fpr
        Rates from 0 to 1.

    Returns
    -------
    The highest TPR at that FPR; between two points of the curve that of the straight line. *Undefined when* a class has
    no rows: nan.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2])
    >>> tpr_at(counts, np.array([0, 0.25, 0.5, 1])).tolist()
    [0.75, 0.875, 1.0, 1.0]
    """
    roc = roc_curve(counts)
    if roc.reason is not None:
        return np.full(len(fpr), np.nan)
    last = np.searchsorted(roc.fpr, fpr + _ROUNDING, side="right") - 1
    following = np.minimum(last + 1, len(roc.fpr) - 1)
    width = roc.fpr[following] - roc.fpr[last]
    part = np.divide(np.maximum(fpr - roc.fpr[last], 0), width, out=np.zeros(len(fpr)), where=width > 0)
    return np.asarray(roc.tpr[last] + part * (roc.tpr[following] - roc.tpr[last]))


def precision_at(counts: ThresholdCounts, recall: FloatArray, *, prevalence: float | None = None) -> FloatArray:
    """How high is the precision-recall curve at some recalls?

    Parameters
    ----------
    counts
        The table of one score.
    recall
        From 0 to 1.
    prevalence
        Share of positives the precision is for; that of the rows when left out.

    Returns
    -------
    The precision at the highest threshold with at least that recall and a positive prediction, as the steps of the
    curve have it. *Undefined when* there is no positive row: nan.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2])
    >>> precision_at(counts, np.array([0, 0.5, 0.8, 1])).round(3).tolist()
    [1.0, 1.0, 0.667, 0.667]
    """
    curve = precision_recall_curve(counts) if prevalence is None else at_prevalence(counts, prevalence)
    if curve.reason is not None:
        return np.full(len(recall), np.nan)
    # The first point has no positive prediction, and so no precision of its own.
    at = np.searchsorted(curve.recall, recall - _ROUNDING, side="left")
    return np.asarray(curve.precision[np.clip(at, 1, len(curve.recall) - 1)])


def fnr_within(counts: ThresholdCounts, fpr: FloatArray) -> FloatArray:
    """Which false negative rate goes with at most some false positive rates?

    Parameters
    ----------
    counts
        The table of one score.
    fpr
        Rates from 0 to 1.

    Returns
    -------
    The lowest FNR of a threshold with that FPR or less. *Undefined when* a class has no rows: nan.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2])
    >>> fnr_within(counts, np.array([0, 0.25, 0.5])).tolist()
    [0.25, 0.25, 0.0]
    """
    det = det_curve(counts)
    if det.reason is not None:
        return np.full(len(fpr), np.nan)
    return np.asarray(det.fnr[np.searchsorted(det.fpr, fpr + _ROUNDING, side="right") - 1])
