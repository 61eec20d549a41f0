"""ROC curve, its area, corners and left part, and pairs in the wrong order, read off one table of threshold counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from evalcore.counts import ConfusionMatrix, ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.counts.reasons import one_class
from evalcore.curves.order import Ties
from evalcore.errors import InputError, Message
from evalcore.support.arrays import CountArray, FloatArray, frozen
from evalcore.support.results import Result

# FPR and TPR, in the order in which the lecture names them.
CORNERS: Final = ((0, 1), (1, 0), (0, 0), (1, 1))


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


@of_scores
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


@of_scores
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


@of_scores
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


def partial_auc(roc: RocCurve, max_fpr: float, *, corrected: bool = True) -> float:
    """How good is the order of the rows where there are few false alarms?

    Parameters
    ----------
    roc : RocCurve
    max_fpr : float in (0, 1]
        The largest false positive rate of interest.
    corrected : bool
        Rescale the area so that chance gives 0.5 and perfection 1 (McClish), whatever `max_fpr`; otherwise the plain
        area, from 0 to `max_fpr`.

    Returns
    -------
    float
        nan without rows of one class (`roc.reason`).

    Notes
    -----
    A = area under the curve up to max_fpr, where a point inside a step is found on its straight line. Corrected:
    (1 + (A - max_fpr^2 / 2) / (max_fpr - max_fpr^2 / 2)) / 2; it is below 0.5 for a curve below the diagonal, and
    equals the area under the whole curve at max_fpr = 1. *Undefined when* there is no positive or no negative row.

    References
    ----------
    McClish (1989), https://doi.org/10.1177/0272989X8900900307

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> from evalcore.curves.roc import roc_curve
    >>> roc = roc_curve(threshold_counts([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    >>> partial_auc(roc, 0.5, corrected=False), round(partial_auc(roc, 0.5), 4)
    (0.25, 0.6667)
    """
    if not 0 < max_fpr <= 1:
        raise InputError(
            "max_fpr must be a number above 0 and at most 1; got {max_fpr}. Choose the largest bearable false "
            "positive rate, such as 0.1.",
            max_fpr=max_fpr,
        )
    if roc.reason is not None:
        return float("nan")
    if max_fpr == 1 and corrected:
        return roc.auc
    stop = int(np.searchsorted(roc.fpr, max_fpr, side="right"))
    fpr, tpr = roc.fpr[:stop], roc.tpr[:stop]
    area = float(np.trapezoid(tpr, fpr))
    if stop < len(roc.fpr):
        x, y = roc.fpr[stop - 1 : stop + 1], roc.tpr[stop - 1 : stop + 1]
        area += (max_fpr - x[0]) * (y[0] + float(np.interp(max_fpr, x, y))) / 2
    chance = max_fpr**2 / 2
    return float((1 + (area - chance) / (max_fpr - chance)) / 2 if corrected else area)


def tie_line(roc: RocCurve, ties: Ties) -> tuple[FloatArray, FloatArray]:
    """Where would the ROC curve run if tied rows were taken one class first?

    Parameters
    ----------
    roc : RocCurve
    ties : "together", "optimistic" or "pessimistic"
        Diagonals, as it is right; or up before right; or right before up.

    Returns
    -------
    fpr, tpr : float64 arrays
        Its area is that of `pair_order`: `auc`, `auc_optimistic` or `auc_pessimistic`.

    Notes
    -----
    Any order of tied rows in a file gives a line between the two. *Undefined when* one class has no row: nan.

    Examples
    --------
    >>> from evalcore.counts import ThresholdCounts
    >>> from evalcore.curves import roc_curve
    >>> fpr, tpr = tie_line(roc_curve(ThresholdCounts.from_grouped([0.5], [1], [1])), "optimistic")
    >>> fpr.tolist(), tpr.tolist()
    ([0.0, 0.0, 1.0], [0.0, 1.0, 1.0])
    """
    if ties == "together":
        return roc.fpr, roc.tpr
    fpr, tpr = np.repeat(roc.fpr, 2), np.repeat(roc.tpr, 2)
    return (fpr[:-1], tpr[1:]) if ties == "optimistic" else (fpr[1:], tpr[:-1])


@dataclass(frozen=True, eq=False)
class RocCorner(Result):
    """A corner of the ROC plane: where it is, and how many rows fall into each cell there."""

    fpr: int
    tpr: int
    matrix: ConfusionMatrix


@of_scores
def roc_corners(counts: ThresholdCounts) -> tuple[RocCorner, ...]:
    """What does a classifier do that stands in a corner of the ROC plane?

    Parameters
    ----------
    counts : ThresholdCounts

    Returns
    -------
    four of RocCorner
        (0, 1) all right, (1, 0) all wrong, (0, 0) all predicted negative, (1, 1) all predicted positive. Never
        undefined; without rows of a class the rate of its matrix is.

    Notes
    -----
    At (1, 1) FN = TN = 0; notes that have FN = TP = 0 there leave no positive row.

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> [(one.matrix.tp, one.matrix.fp) for one in roc_corners(threshold_counts([1, 1, 0], [3, 2, 1]))]
    [(2, 0), (0, 1), (0, 0), (2, 1)]
    """
    n_pos, n_neg = counts.n_pos, counts.n_neg
    return tuple(
        RocCorner(
            fpr,
            tpr,
            ConfusionMatrix.binary(
                tp=n_pos if tpr else 0, fn=0 if tpr else n_pos, fp=n_neg if fpr else 0, tn=0 if fpr else n_neg
            ),
        )
        for fpr, tpr in CORNERS
    )
