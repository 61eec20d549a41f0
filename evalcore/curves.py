"""ROC and precision-recall curves and their areas, read off one table of threshold counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore._arrays import FloatArray
from evalcore.counts import ThresholdCounts
from evalcore.errors import Message

NO_POSITIVE = Message("No row is positive.")
NO_NEGATIVE = Message("No row is negative.")


@dataclass(frozen=True, eq=False)
class RocCurve:
    """How many positives are found for how many false alarms?

    Parameters
    ----------
    threshold : (k,) float64
        +inf first, then every distinct score, descending.
    fpr, tpr : (k,) float64 in [0, 1]
        From (0, 0) to (1, 1); tied scores make one step, drawn as a diagonal. nan without rows of that class.
    auc : float in [0, 1]
        Area under the curve; nan without rows of one class.
    reason : Message or None
        Why something is nan.
    """

    threshold: FloatArray
    fpr: FloatArray
    tpr: FloatArray
    auc: float
    reason: Message | None = None


@dataclass(frozen=True, eq=False)
class PrecisionRecallCurve:
    """How pure are the rows predicted positive, for how many of the positives?

    Parameters
    ----------
    threshold : (k,) float64
        +inf first, then every distinct score, descending.
    recall : (k,) float64 in [0, 1]
        From 0 to 1; nan without positive rows.
    precision : (k,) float64 in [0, 1]
        nan at +inf, where nothing is predicted positive; ends at the prevalence.
    average_precision : float in [0, 1]
        Area by steps; nan without positive rows.
    reason : Message or None
        Why recall and average precision are nan.
    """

    threshold: FloatArray
    recall: FloatArray
    precision: FloatArray
    average_precision: float
    reason: Message | None = None


def roc_curve(counts: ThresholdCounts) -> RocCurve:
    """How many positives are found for how many false alarms, at every threshold?

    Parameters
    ----------
    counts : ThresholdCounts

    Returns
    -------
    RocCurve

    Notes
    -----
    AUC = sum of (FPR_i - FPR_(i-1)) (TPR_i + TPR_(i-1)) / 2 over the points, equation (2.20), where a tie is one
    point; it equals 1 - `rank_loss`. Computed from whole numbers, so exact up to one rounding, if rows are
    counted. *Undefined when* there is no positive or no negative row.

    References
    ----------
    Fawcett (2006), https://doi.org/10.1016/j.patrec.2005.10.010

    Examples
    --------
    >>> roc_curve(ThresholdCounts.from_grouped([0.8, 0.4, 0.35, 0.1], [1, 0, 1, 0], [0, 1, 0, 1])).auc
    0.75
    """
    rates, pairs = counts.rates, counts.n_pos * counts.n_neg
    auc = rates.twice_area / (2 * pairs) if pairs else np.nan
    return RocCurve(counts.threshold, rates.fpr, rates.tpr, auc, _one_class(counts))


def precision_recall_curve(counts: ThresholdCounts) -> PrecisionRecallCurve:
    """How pure are the rows predicted positive, for how many of the positives, at every threshold?

    Parameters
    ----------
    counts : ThresholdCounts

    Returns
    -------
    PrecisionRecallCurve

    Notes
    -----
    Average precision = sum of (R_i - R_(i-1)) P_i: steps, not straight lines between the points, which would be
    too good. *Undefined when* there is no positive row; precision also where nothing is predicted positive.

    References
    ----------
    Davis and Goadrich (2006), https://doi.org/10.1145/1143844.1143874

    Examples
    --------
    >>> curve = precision_recall_curve(ThresholdCounts.from_grouped([0.9, 0.5], [1, 1], [0, 2]))
    >>> curve.precision.tolist(), curve.average_precision
    ([nan, 1.0, 0.5], 0.75)
    """
    rates = counts.rates
    average = rates.precision_area / counts.n_pos if counts.n_pos else np.nan
    reason = None if counts.n_pos else NO_POSITIVE
    return PrecisionRecallCurve(counts.threshold, rates.tpr, rates.precision, average, reason)


def rank_loss(counts: ThresholdCounts) -> float:
    """Which share of the pairs of a positive and a negative row is in the wrong order?

    Parameters
    ----------
    counts : ThresholdCounts

    Returns
    -------
    float in [0, 1]
        A tie counts as half a wrong pair; 1 - AUC.

    Notes
    -----
    Sum over all pairs of I(f(x+) < f(x-)) + 1/2 I(f(x+) = f(x-)), divided by m+ m-, equation (2.21). *Undefined
    when* there is no positive or no negative row.

    Examples
    --------
    >>> rank_loss(ThresholdCounts.from_grouped([0.8, 0.4, 0.35, 0.1], [1, 0, 1, 0], [0, 1, 0, 1]))
    0.25
    """
    twice_pairs = 2 * counts.n_pos * counts.n_neg
    return (twice_pairs - counts.rates.twice_area) / twice_pairs if twice_pairs else np.nan


def _one_class(counts: ThresholdCounts) -> Message | None:
    """Say which class has no row."""
    if counts.n_pos == 0:
        return NO_POSITIVE
    return NO_NEGATIVE if counts.n_neg == 0 else None
