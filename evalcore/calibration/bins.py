"""Do scores, read as probabilities, come true as often as they say? Read off `ThresholdCounts`."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import partial
from numbers import Integral
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs.areas import brier_score
from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.counts.reasons import no_probabilities, not_alone
from evalcore.errors import InputError, Message
from evalcore.intervals import wilson
from evalcore.intervals.shares import WEIGHTED
from evalcore.support.arrays import CountArray, FloatArray, frozen
from evalcore.support.blocks import blocks, in_two
from evalcore.support.results import Result

MOST_BINS = 1000
NOTHING = (np.nan, np.nan, np.nan, np.nan, np.nan)
NO_ROW = Message("There is no row.")


@dataclass(frozen=True, eq=False)
class Calibration(Result):
    """Do scores, read as probabilities, come true as often as they say?

    Parameters
    ----------
    score : (b,) float64 in [0, 1]
        Mean score of the rows of each bin, ascending.
    share : (b,) float64 in [0, 1]
        Observed share of positive rows there.
    low, high : (b,) float64 in [0, 1]
        Wilson's 95% interval of `share`, each bin on its own; nan with weights.
    n : (b,) int64 or float64
        Rows of each bin, or the sum of their weights.
    edges_low, edges_high : (b,) float64 in [0, 1]
        The lowest and the highest score of each bin.
    brier : float in [0, 1]
        Brier score of the rows, before they are put into bins.
    reliability : float in [0, 1]
        Mean squared distance of `score` and `share`: what is lost by miscalibration.
    resolution : float in [0, 0.25]
        Mean squared distance of `share` and the share of all rows: what is gained by telling rows apart.
    uncertainty : float in [0, 0.25]
        Brier score of giving all rows the share of all rows.
    within : float
        What the bins hide: variance of the scores within bins, less twice their covariance with the truth there. 0 if
        each score has a bin of its own.
    reason : Message or None
        Why there is nothing (all numbers are nan then, and all arrays empty), or no interval: `low`, `high` are nan.
    """

    score: FloatArray
    share: FloatArray
    low: FloatArray
    high: FloatArray
    n: CountArray
    edges_low: FloatArray
    edges_high: FloatArray
    brier: float
    reliability: float
    resolution: float
    uncertainty: float
    within: float
    reason: Message | None = None


class _Moments(NamedTuple):
    """Sums over the rows of each bin, with the scores counted from the middle of the bin."""

    middle: FloatArray
    score: FloatArray
    square: FloatArray
    score_of_pos: FloatArray


@of_scores
def calibration(counts: ThresholdCounts, *, bins: int = 10) -> Calibration:
    """Do scores, read as probabilities, come true as often as they say?

    Parameters
    ----------
    counts : ThresholdCounts
    bins : int from 1 to 1000
        How many bins, with as equal numbers of rows as ties allow.

    Returns
    -------
    Calibration

    Notes
    -----
    A bin ends at the border between two scores that is nearest to its share of the rows, so tied rows stay together
    and a large tie leaves fewer bins. Up to `bins` distinct scores have a bin each. With N rows, n_b of them in bin b,
    s_b and o_b their mean score and share of positive rows, and o the share of all:

    reliability = sum n_b (s_b - o_b)^2 / N, resolution = sum n_b (o_b - o)^2 / N, uncertainty = o (1 - o),
    within = sum (s - s_b)^2 / N - 2 sum (s - s_b) (y - o_b) / N,
    brier = reliability - resolution + uncertainty + within.

    Reliability and resolution depend on the bins, and few rows a bin inflate both; `brier` and `uncertainty` do not.
    *Undefined when* a score is not in [0, 1] or there is no row.

    References
    ----------
    Murphy (1973), https://doi.org/10.1175/1520-0450(1973)012<0595:ANVPOT>2.0.CO;2; Stephenson, Coelho and Jolliffe
    (2008), https://doi.org/10.1175/2007WAF2006116.1 (within bins)

    Examples
    --------
    >>> found = calibration(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 1, 5]))
    >>> found.score.tolist(), found.share.tolist(), found.n.tolist()
    ([0.2, 0.5, 0.9], [0.0, 0.5, 1.0], [5, 2, 3])
    >>> round(found.brier, 3), round(found.reliability, 3), round(found.resolution, 3), round(found.uncertainty, 3)
    (0.073, 0.023, 0.19, 0.24)
    """
    _check_bins(bins)
    total = counts.n_pos + counts.n_neg
    if (reason := no_probabilities(counts) or (None if total else NO_ROW)) is not None:
        none = frozen(np.empty(0))
        return Calibration(none, none, none, none, none, none, none, *NOTHING, reason)
    last = _last_rows(counts, bins)  # of each bin in the table, which descends
    first = np.append(1, last[:-1] + 1)
    positive = np.diff(counts.tp[last], prepend=0)
    n = positive + np.diff(counts.fp[last], prepend=0)
    edges_low, edges_high = counts.threshold[last], counts.threshold[first]
    sums = _moments(counts, first, last)
    score = np.clip(sums.middle + sums.score / n, edges_low, edges_high)
    share = positive / n
    prevalence = counts.n_pos / total
    variance = sums.square - sums.score * (sums.score / n)
    covariance = sums.score_of_pos - share * sums.score
    alone = not_alone(counts, WEIGHTED)
    low, high = [np.full(len(n), np.nan)] * 2 if alone is not None else wilson(positive, n)
    return Calibration(
        score=_ascending(score),
        share=_ascending(share),
        low=_ascending(low),
        high=_ascending(high),
        n=_ascending(n),
        edges_low=_ascending(edges_low),
        edges_high=_ascending(edges_high),
        brier=brier_score(counts),
        reliability=float(n @ (score - share) ** 2) / total,
        resolution=float(n @ (share - prevalence) ** 2) / total,
        uncertainty=prevalence * (1 - prevalence),
        within=float(variance.sum() - 2 * covariance.sum()) / total,
        reason=alone,
    )


def _ascending(values: ArrayLike) -> FloatArray:
    """Return what a result keeps of the bins of a descending table."""
    return frozen(np.asarray(values)[::-1])


def _check_bins(bins: int) -> None:
    """Refuse a number of bins that is none."""
    if not isinstance(bins, Integral) or not 1 <= bins <= MOST_BINS:
        raise InputError(
            "The number of bins must be a whole number from 1 to {most}; got {count}. Choose 10.",
            most=MOST_BINS,
            count=bins,
        )


def _last_rows(counts: ThresholdCounts, bins: int) -> CountArray:
    """Return the row of the table that ends each bin, from the highest scores on.

    The border nearest to a share of the rows leaves above it the scores whose middle row is above. Python's integers
    neither overflow nor round.
    """
    tp, fp, rows = counts.tp, counts.fp, len(counts) - 1

    def twice_middle(row: int) -> float:
        """Return the number of rows down to the middle of a score's own, times twice the number of bins."""
        above, upto = tp[row - 1].item() + fp[row - 1].item(), tp[row].item() + fp[row].item()
        return int(bins) * (above + upto)  # type: ignore[no-any-return]  # int or float by dtype

    twice_total = 2 * (counts.n_pos + counts.n_neg)
    table = range(1, rows + 1)
    cuts = [bisect_right(table, twice_total * cut, key=twice_middle) for cut in range(1, int(bins))]
    last = np.arange(1, rows + 1) if rows <= bins else np.unique([*(cut for cut in cuts if cut), rows])
    # a weight so small that the sum did not grow makes no bin
    last = last[np.diff(tp[last] + fp[last], prepend=0) > 0]
    last[-1] = rows
    return np.asarray(last)


def _moments(counts: ThresholdCounts, first: CountArray, last: CountArray) -> _Moments:
    """Return sums of scores, of their squares, and of the scores of the positive rows, in each bin."""
    middle = (counts.threshold[first] + counts.threshold[last]) / 2

    def sums(place: int, start: int, stop: int) -> FloatArray:
        """Add up a stretch of a bin, scores taken from its middle so that squares of near scores lose no digits."""
        total = np.zeros(3)
        for rows in blocks(start, stop):
            known = slice(rows.start - 1, rows.stop)
            positive, score = np.diff(counts.tp[known]), counts.threshold[rows] - middle[place]
            weighted = (positive + np.diff(counts.fp[known])) * score
            total += weighted.sum(), np.einsum("i,i->", weighted, score), np.einsum("i,i->", positive, score)
        return total

    found = [
        np.sum(in_two(partial(sums, place), start, stop), axis=0)
        for place, (start, stop) in enumerate(zip(first.tolist(), (last + 1).tolist(), strict=True))
    ]
    return _Moments(middle, *np.stack(found).T)
