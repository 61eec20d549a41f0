"""The order a score puts rows into: pairs in the right order, ranks, and what a tie may be made to look like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.curves._exact import dot
from evalcore.errors import InputError
from evalcore.support.arrays import CountArray, FloatArray, frozen
from evalcore.support.checks import finite_numbers, same_length, truths
from evalcore.support.results import Result

MOST_ROWS = 500
Ties = Literal["together", "optimistic", "pessimistic"]


@dataclass(frozen=True)
class PairOrder(Result):
    """How many pairs of a positive and a negative row are in the right order?

    Parameters
    ----------
    right, wrong, tied : int, or float with weights
        Pairs whose positive row has the higher score, the lower one, the same.
    pairs : int, or float with weights
        m+ m-, all of them.
    """

    right: float
    wrong: float
    tied: float
    pairs: float

    @property
    def auc(self) -> float:
        """Share in the right order, a tie counting half: the area with tied rows together. nan without pairs."""
        return (2 * self.right + self.tied) / self._twice if self.pairs else np.nan

    @property
    def auc_optimistic(self) -> float:
        """Area if the positive rows of every tie came first. nan without pairs."""
        return 2 * (self.right + self.tied) / self._twice if self.pairs else np.nan

    @property
    def auc_pessimistic(self) -> float:
        """Area if the negative rows of every tie came first. nan without pairs."""
        return 2 * self.right / self._twice if self.pairs else np.nan

    @property
    def _twice(self) -> float:
        # not 2 * pairs: sums of weights round apart, and no share may exceed 1
        return 2 * (self.right + self.wrong + self.tied)


@of_scores
def pair_order(counts: ThresholdCounts) -> PairOrder:
    """How many pairs of a positive and a negative row are in the right order, in the wrong one, or tied?

    Parameters
    ----------
    counts : ThresholdCounts

    Returns
    -------
    PairOrder
        Exact whole numbers, of any size, when rows are counted.

    Notes
    -----
    AUC = (right + tied / 2) / pairs, equation (2.21) turned round: the third way to the area, after the trapezoids of
    `roc_curve` and the ranks of `auc_by_rank_sum`. The areas of the other two ways to order a tie follow as well.

    References
    ----------
    Mann and Whitney (1947), https://doi.org/10.1214/aoms/1177730491

    Examples
    --------
    >>> pair_order(ThresholdCounts.from_grouped([0.9, 0.5], [1, 1], [0, 2]))
    PairOrder(right=2, wrong=0, tied=2, pairs=4)
    """
    counts = counts.scaled
    positive, negative = np.diff(counts.tp), np.diff(counts.fp)
    return PairOrder(
        right=dot(negative, counts.tp[:-1]),
        wrong=dot(positive, counts.fp[:-1]),
        tied=dot(negative, positive),
        pairs=counts.n_pos * counts.n_neg,
    )


@of_scores
def auc_by_rank_sum(counts: ThresholdCounts) -> float:
    """What area under the ROC curve do the ranks of the rows give?

    Parameters
    ----------
    counts : ThresholdCounts

    Returns
    -------
    float in [0, 1]
        Equal to `roc_curve(counts).auc`; nan without rows of one class.

    Notes
    -----
    Rank all rows from the lowest score, tied rows sharing the mean of their ranks; with W the sum of the ranks of the
    positive rows, AUC = (W - m+ (m+ + 1) / 2) / (m+ m-). With weights the rank of a row is the weight below it plus
    half the weight tied with it, and W loses m+^2 / 2 instead. *Undefined when* there is no positive or no negative
    row.

    References
    ----------
    Hanley and McNeil (1982), https://doi.org/10.1148/radiology.143.1.7063747

    Examples
    --------
    >>> auc_by_rank_sum(ThresholdCounts.from_grouped([0.8, 0.4, 0.35, 0.1], [1, 0, 1, 0], [0, 1, 0, 1]))
    0.75
    """
    counts = counts.scaled
    pairs = counts.n_pos * counts.n_neg
    if not pairs:
        return float("nan")
    # the smaller class is summed: what is taken away then has the size of what stays, which matters with weights
    few_positive = counts.n_pos <= counts.n_neg
    own, n_own = (counts.tp, counts.n_pos) if few_positive else (counts.fp, counts.n_neg)
    reached = counts.tp + counts.fp
    one = 0 if counts.weighted else 1
    twice_rank = 2 * reached[-1] - reached[1:] - reached[:-1] + one
    twice_area = dot(np.diff(own), twice_rank) - n_own * (n_own + one)
    return (twice_area if few_positive else 2 * pairs - twice_area) / (2 * pairs)


@dataclass(frozen=True, eq=False)
class Staircase(Result):
    """Which rows move the ROC curve up, and which to the right?

    Parameters
    ----------
    kind : (s,) str
        "up" (positive rows only), "right" (negative rows only) or "diagonal" (a tie of both) for each segment.
    threshold : (s,) float64
        Score of the rows of each segment, descending.
    rows : tuple of s tuples of int
        Which rows, counted from 0, each segment adds.
    fp, tp : (s + 1,) int64
        The points, from (0, 0) to (m-, m+).
    auc : float in [0, 1]
        Area under it; nan without rows of one class.
    """

    kind: NDArray[np.str_]
    threshold: FloatArray
    rows: tuple[tuple[int, ...], ...]
    fp: CountArray
    tp: CountArray
    auc: float


def staircase(y_true: ArrayLike, y_score: ArrayLike, *, ties: Ties = "together") -> Staircase:
    """How does a ROC curve grow, row after row?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        At most 500 rows: it is for looking at each of them. Rows count once each; there are no weights.
    y_score : (n,) finite numbers
    ties : "together", "optimistic" or "pessimistic"
        Take tied rows at once, which is right; or one at a time, the positive or the negative rows first.

    Returns
    -------
    Staircase

    Notes
    -----
    Taking tied rows one at a time makes the area depend on the order of the file; the two extremes are shown here, and
    `pair_order` has their areas for any number of rows. *Undefined when* (the area) one class has no row.

    Examples
    --------
    >>> stairs = staircase([1, 1, 0], [0.9, 0.5, 0.5])
    >>> stairs.kind.tolist(), stairs.rows, stairs.auc
    (['up', 'diagonal'], ((0,), (1, 2)), 0.75)
    """
    truth, score = truths(y_true), finite_numbers(y_score, "y_score")
    same_length(score, len(truth), "y_score")
    if len(truth) > MOST_ROWS:
        raise InputError(
            "A staircase must have at most {most} rows; got {rows}. Draw the ROC curve instead.",
            most=MOST_ROWS,
            rows=len(truth),
        )
    if ties not in ("together", "optimistic", "pessimistic"):
        raise InputError(
            "ties must be 'together', 'optimistic' or 'pessimistic'; got '{ties}'. Choose 'together' for the true "
            "curve.",
            ties=ties,
        )
    order = np.lexsort((truth if ties == "pessimistic" else ~truth, -score))
    alone = np.full(len(order) - 1, ties != "together") | (np.diff(score[order]) != 0)
    groups = np.split(order, np.flatnonzero(alone) + 1)
    positive = np.array([np.count_nonzero(truth[group]) for group in groups])
    negative = np.array([len(group) for group in groups]) - positive
    tp, fp = (np.append(0, np.cumsum(moves)) for moves in (positive, negative))
    pairs = int(tp[-1] * fp[-1])
    return Staircase(
        kind=frozen(np.where(negative == 0, "up", np.where(positive == 0, "right", "diagonal"))),
        threshold=frozen(score[[group[0] for group in groups]]),
        rows=tuple(tuple(group.tolist()) for group in groups),
        fp=frozen(fp),
        tp=frozen(tp),
        auc=int(negative @ (tp[1:] + tp[:-1])) / (2 * pairs) if pairs else float("nan"),
    )
