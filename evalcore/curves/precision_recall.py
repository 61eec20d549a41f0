"""Precision-recall curve and its areas, read off one table of threshold counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore._arrays import FloatArray
from evalcore.counts import ThresholdCounts
from evalcore.curves.reasons import NO_POSITIVE
from evalcore.errors import Message


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
