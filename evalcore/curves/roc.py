"""ROC curve, its area and the loss of pairs in the wrong order, read off one table of threshold counts."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import one_class
from evalcore.errors import Message
from evalcore.support.arrays import CountArray, FloatArray, frozen
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False)
class RocCurve(Result):
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
    counts : ThresholdCounts or None
        The table the curve was read off, for what must be exact, such as its hull.
    """

    threshold: FloatArray
    fpr: FloatArray
    tpr: FloatArray
    auc: float
    reason: Message | None = None
    counts: ThresholdCounts | None = field(default=None, repr=False)


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
    point; it equals 1 - `rank_loss` and `auc_by_rank_sum`. Computed from whole numbers, so exact up to one
    rounding, if rows are counted. *Undefined when* there is no positive or no negative row.

    References
    ----------
    Fawcett (2006), https://doi.org/10.1016/j.patrec.2005.10.010

    Examples
    --------
    >>> roc_curve(ThresholdCounts.from_grouped([0.8, 0.4, 0.35, 0.1], [1, 0, 1, 0], [0, 1, 0, 1])).auc
    0.75
    """
    counts = counts.scaled
    rates, pairs = counts.rates, counts.n_pos * counts.n_neg
    auc = rates.twice_area / (2 * pairs) if pairs else np.nan
    return RocCurve(counts.threshold, rates.fpr, rates.tpr, auc, one_class(counts), counts)


@dataclass(frozen=True, eq=False)
class Trapezoids(Result):
    """Which trapezoids make up the area under the ROC curve, in rows instead of rates?

    Parameters
    ----------
    width : (k,) int64 or float64
        Negative rows passed by one step of the threshold; steps that pass none have no area and are left out.
    left, right : (k,) int64 or float64
        Positive rows predicted positive before and after the step.
    """

    width: CountArray
    left: CountArray
    right: CountArray

    def __len__(self) -> int:
        return len(self.width)


def trapezoids(counts: ThresholdCounts) -> Trapezoids:
    """Which trapezoids add up to the area under the ROC curve?

    Parameters
    ----------
    counts : ThresholdCounts

    Returns
    -------
    Trapezoids

    Notes
    -----
    AUC = sum of width (left + right) / (2 m+ m-), equation (2.20) in whole numbers of rows. *Undefined when* there is
    no negative row: there is none then.

    Examples
    --------
    >>> found = trapezoids(ThresholdCounts.from_grouped([0.8, 0.4, 0.35, 0.1], [1, 0, 1, 0], [0, 1, 0, 1]))
    >>> found.width.tolist(), found.left.tolist(), found.right.tolist()
    ([1, 1], [1, 2], [1, 2])
    """
    width = np.diff(counts.fp)
    wide = width > 0
    return Trapezoids(*(frozen(part[wide]) for part in (width, counts.tp[:-1], counts.tp[1:])))


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
    counts = counts.scaled
    twice_pairs = 2 * counts.n_pos * counts.n_neg
    return (twice_pairs - counts.rates.twice_area) / twice_pairs if twice_pairs else np.nan
