"""Precision-recall curve with its areas and its break-even point, read off one table of threshold counts."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.counts.reasons import NO_POSITIVE, one_class
from evalcore.curves._checks import proportion
from evalcore.curves._exact import reach, within
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False)
class PrecisionRecallCurve(Result):
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
    break_even_point : float in [0, 1]
        Precision and recall when as many rows are predicted positive as are positive; nan without positive rows.
    break_even_threshold : float
        The threshold that does so, or the tied score that would have to be split.
    break_even_interpolated : bool
        Whether a tie would have to be split; see `warnings`.
    reason : Message or None
        Why something is nan.
    """

    threshold: FloatArray
    recall: FloatArray
    precision: FloatArray
    average_precision: float
    break_even_point: float
    break_even_threshold: float
    break_even_interpolated: bool
    reason: Message | None = None

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What must be said of a break-even point that no threshold has."""
        split = Message(
            "No threshold makes precision and recall equal: the rows tied at {threshold:.10g} would have to be split, "
            "so the value is interpolated between the two sides of the tie.",
            {"threshold": self.break_even_threshold},
        )
        return (split,) if self.break_even_interpolated else ()


@of_scores
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
    too good. Break-even: P = TP / (TP + FP) and R = TP / m+ are equal if and only if TP + FP = m+ (or TP = 0, which
    is not what is meant). If this cut falls into a tie, TP is interpolated linearly over the rows of the tie.
    *Undefined when* there is no positive row; precision also where nothing is predicted positive.

    References
    ----------
    Davis and Goadrich (2006), https://doi.org/10.1145/1143844.1143874

    Examples
    --------
    >>> curve = precision_recall_curve(ThresholdCounts.from_grouped([0.9, 0.5], [1, 1], [0, 2]))
    >>> curve.precision.tolist(), curve.average_precision
    ([nan, 1.0, 0.5], 0.75)
    >>> round(curve.break_even_point, 4), curve.break_even_threshold, curve.break_even_interpolated
    (0.6667, 0.5, True)
    """
    rates = counts.rates
    if not counts.n_pos:
        none = np.nan
        return PrecisionRecallCurve(counts.threshold, rates.tpr, rates.precision, none, none, none, False, NO_POSITIVE)
    row, share = reach(counts, lambda tp, fp: tp + fp, counts.n_pos)
    return PrecisionRecallCurve(
        counts.threshold,
        rates.tpr,
        rates.precision,
        average_precision=rates.precision_area / counts.n_pos,
        break_even_point=within(counts.tp, row, share) / counts.n_pos,
        break_even_threshold=float(counts.threshold[row]),
        break_even_interpolated=share < 1,
    )


def trapezoid_area(curve: PrecisionRecallCurve) -> float:
    """What area do straight lines between the points of a precision-recall curve give, wrong as they are?

    Parameters
    ----------
    curve : PrecisionRecallCurve

    Returns
    -------
    float in [0, 1]
        nan without positive rows.

    Notes
    -----
    For comparison with what others report, not for use. No choice of rows reaches the points on a straight line: the
    true way from one point to the next is a hyperbola (`davis_goadrich`). It runs below the line where precision falls
    over a step, which takes a tie, so the area is too good there; it runs above where precision rises, so it is too
    small there. The left end, 0/0, is put at (0, 1), as scikit-learn does. *Undefined when* there is no positive row.

    Examples
    --------
    >>> trapezoid_area(precision_recall_curve(ThresholdCounts.from_grouped([0.9, 0.5], [1, 1], [0, 2])))
    0.875
    """
    precision = curve.precision.copy()
    precision[0] = 1.0
    return float(np.trapezoid(precision, curve.recall))


@of_scores
def at_prevalence(counts: ThresholdCounts, prevalence: float) -> PrecisionRecallCurve:
    """What would the precision-recall curve be where another share of the rows is positive?

    Parameters
    ----------
    counts : ThresholdCounts
    prevalence : float in (0, 1)
        Share of positive rows where the model will be used.

    Returns
    -------
    PrecisionRecallCurve
        Precision, average precision and break-even point at that prevalence. Thresholds and recall stay, and so does
        the whole ROC curve.

    Notes
    -----
    P = pi TPR / (pi TPR + (1 - pi) FPR). It assumes that only the share of the classes changes, not how the rows of a
    class look. *Undefined when* there is no positive or no negative row.

    References
    ----------
    Saerens, Latinne and Decaestecker (2002), https://doi.org/10.1162/089976602753284446

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5], [1, 1], [1, 3])
    >>> at_prevalence(counts, 0.5).precision.round(4).tolist()
    [nan, 0.6667, 0.5]
    """
    prevalence = proportion(prevalence, "The prevalence")
    reason = one_class(counts)
    if reason is not None:
        unknown = frozen(np.full(len(counts), np.nan))
        return PrecisionRecallCurve(counts.threshold, counts.rates.tpr, unknown, np.nan, np.nan, np.nan, False, reason)
    # weights that make the positive rows this share of all: everything else is the same curve
    weighted = ThresholdCounts(
        counts.threshold,
        counts.tp * (prevalence / counts.n_pos),
        counts.fp * ((1 - prevalence) / counts.n_neg),
    )
    # Weighted counts would have a recall that is another one by rounding.
    return replace(precision_recall_curve(weighted), recall=counts.rates.tpr)
