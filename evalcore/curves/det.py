"""Detection error trade-off curve and its equal error rate, read off one table of threshold counts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.counts.reasons import one_class
from evalcore.curves._exact import reach, within
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False)
class DetCurve(Result):
    """How many positives are missed for how many false alarms?

    Parameters
    ----------
    threshold : (k,) float64
        +inf first, then every distinct score, descending.
    fpr, fnr : (k,) float64 in [0, 1]
        From (0, 1) to (1, 0); nan without rows of that class.
    equal_error_rate : float in [0, 1]
        Where both rates are the same; nan without rows of one class.
    equal_error_threshold : float
        The threshold that has it or, when `interpolated`, the one of its two neighbours with the closer rates.
    interpolated : bool
        Whether no threshold has equal rates, so that the rate lies on the line between two points.
    reason : Message or None
        Why something is nan.
    """

    threshold: FloatArray
    fpr: FloatArray
    fnr: FloatArray
    equal_error_rate: float
    equal_error_threshold: float
    interpolated: bool
    reason: Message | None = None


@of_scores
def det_curve(counts: ThresholdCounts) -> DetCurve:
    """How many positives are missed for how many false alarms, at every threshold, and where are both shares equal?

    Parameters
    ----------
    counts : ThresholdCounts

    Returns
    -------
    DetCurve

    Notes
    -----
    FPR = FP / m- and FNR = FN / m+. The equal error rate is where the ROC curve, ties drawn as diagonals, meets the
    line TPR = 1 - FPR; there is exactly one such point. Whether a threshold hits it is decided in whole numbers.
    *Undefined when* there is no positive or no negative row.

    References
    ----------
    Martin et al. (1997), https://doi.org/10.21437/Eurospeech.1997-504

    Examples
    --------
    >>> det = det_curve(ThresholdCounts.from_grouped([0.8, 0.4, 0.35, 0.1], [1, 0, 1, 0], [0, 1, 0, 1]))
    >>> det.equal_error_rate, det.equal_error_threshold, det.interpolated
    (0.5, 0.4, False)
    """
    counts = counts.scaled
    n_pos, n_neg = counts.n_pos, counts.n_neg
    with np.errstate(invalid="ignore"):
        fnr = frozen(np.divide(counts.fn, n_pos))
    reason = one_class(counts)
    if reason is not None:
        return DetCurve(counts.threshold, counts.rates.fpr, fnr, np.nan, np.nan, False, reason)
    # FPR = FNR if and only if TP m- + FP m+ = m+ m-
    row, share = reach(counts, lambda tp, fp: tp * n_neg + fp * n_pos, n_pos * n_neg)
    rate = within(counts.fp, row, share) / n_neg
    nearest = row if share >= 0.5 else row - 1  # the gap between the rates closes evenly along the step
    return DetCurve(counts.threshold, counts.rates.fpr, fnr, rate, float(counts.threshold[nearest]), share < 1, reason)


def normal_deviates(rate: ArrayLike) -> FloatArray:
    """Where do rates stand on the axes of a DET plot?

    Parameters
    ----------
    rate : any shape, in [0, 1]

    Returns
    -------
    float64 of that shape
        The z with Phi(z) = rate. Rates of 0 and 1 lie at -inf and +inf: no plot can show them.

    Notes
    -----
    With normal scores the curve is a straight line on these axes, of slope -1 when both classes scatter alike.

    Examples
    --------
    >>> normal_deviates([0, 0.5, 1]).tolist()
    [-inf, 0.0, inf]
    """
    return np.asarray(special.ndtri(np.asarray(rate, dtype=np.float64)))
