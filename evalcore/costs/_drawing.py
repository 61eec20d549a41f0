"""Drawing rows with amounts: every row of a class is drawn with its own amount, other classes from their counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from evalcore.costs.amounts import AmountRows, concerned
from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import not_alone, one_class
from evalcore.errors import Message
from evalcore.intervals.auc_variance import too_few
from evalcore.intervals.percentiles import WEIGHTED
from evalcore.support.arrays import BoolArray, CountArray, FloatArray, IndexArray

FEW_ROWS = 1_000  # sums of amounts of up to so many rows are drawn row by row
DRAWN_AT_ONCE = 1 << 20
ROWS_A_GROUP = 10
COUNTED_AT_ONCE = 1 << 14


class Drawn(NamedTuple):
    """Samples of one class at some rows of the table.

    `inside` counts the rows drawn, as often as they were, cumulative: shape (samples, rows). `outside` those that were
    not drawn at all, where several rows share a place as many as are to be expected: not cumulative, and only at the
    `places` where the class has rows, which rise. `left` is how many rows those are, (samples,), whatever they count.
    """

    inside: CountArray
    outside: CountArray | BoolArray
    places: IndexArray
    left: FloatArray

    def outside_upto(self, place: IndexArray) -> FloatArray:
        """Return what the rows not drawn count down to a row of the table, one for each sample."""
        reached = np.arange(len(self.places)) < np.searchsorted(self.places, place, side="right")[:, None]
        return np.asarray((self.outside * reached).sum(axis=1), dtype=np.float64)

    @property
    def outside_in_all(self) -> FloatArray:
        """What the rows not drawn count, for each sample."""
        return np.asarray(self.outside.sum(axis=1), dtype=np.float64)


Sampler = Callable[[CountArray, np.random.Generator], Drawn]


def counts_of(rows: ThresholdCounts | AmountRows) -> ThresholdCounts:
    """Return the counts, with amounts or without."""
    return rows.counts if isinstance(rows, AmountRows) else rows


def with_amounts(rows: ThresholdCounts | AmountRows) -> AmountRows | None:
    """Return the rows if their amounts differ: of equal ones the counts know everything."""
    return rows if isinstance(rows, AmountRows) and rows.counts.weighted else None


def nothing_to_draw(rows: ThresholdCounts | AmountRows) -> Message | None:
    """Why can resampling tell nothing of these rows? None where it can.

    Examples
    --------
    >>> nothing_to_draw(ThresholdCounts.from_grouped([2, 1], [3, 1], [1, 4])) is None
    True
    """
    counts = counts_of(rows)
    return one_class(counts) or not_alone(rows, WEIGHTED) or too_few(counts.n_pos, counts.n_neg)


def class_sizes(rows: ThresholdCounts | AmountRows) -> tuple[int, int]:
    """Return how many positive and negative rows there are to draw, whatever they count."""
    if isinstance(rows, AmountRows):
        n_pos = int(np.count_nonzero(rows.y_true))
        return n_pos, len(rows.y_true) - n_pos
    return int(rows.n_pos), int(rows.n_neg)


def samplers(rows: ThresholdCounts | AmountRows, at: IndexArray) -> tuple[Sampler, Sampler, int]:
    """Return what draws FP and TP at some rows of the table, and how many numbers a sample takes.

    A sampler takes how many rows of the class each sample has, and returns cumulative counts that start at 0.
    """
    counts, own = counts_of(rows), with_amounts(rows)
    if own is None:
        return _count_sampler(counts.fp[at]), _count_sampler(counts.tp[at]), len(at)
    used = concerned(own.y_true, own.replaces)
    place = np.searchsorted(at, counts.index_of(own.y_score[used]))
    drawn, numbers = _amount_sampler(place, own.weight[used], len(at)), max(len(at), len(place))
    if own.replaces == "fn":
        return _count_sampler(counts.fp[at]), drawn, numbers
    return drawn, _count_sampler(counts.tp[at]), numbers


def _count_sampler(cumulative: CountArray) -> Sampler:
    """Draw rows that count once each: how many of n fall between two thresholds is multinomial."""
    groups, n = np.diff(cumulative).astype(np.int64), int(cumulative[-1])
    filled = np.flatnonzero(groups)
    of_each = groups[filled].astype(np.float64)
    # A row is missed by one draw of its group with this chance; the only one never.
    missed = np.log1p(-1 / np.maximum(of_each, 1 + 1e-9))
    alone = bool((of_each == 1).all())
    # Of few rows a threshold the rows themselves are drawn faster than how many there are of each.
    group_of = np.repeat(np.arange(len(filled)), groups[filled]) if n <= ROWS_A_GROUP * len(filled) else None

    def draw(sizes: CountArray, rng: np.random.Generator) -> Drawn:
        """Return as many resamples as sizes, one a row, each cumulative like the table itself."""
        drawn = rng.multinomial(sizes, groups[filled] / n) if group_of is None else _rows_drawn(group_of, sizes, rng)
        inside = np.zeros((len(sizes), len(cumulative)), dtype=np.int64)
        inside[:, filled + 1] = drawn
        outside = drawn == 0 if alone else of_each * np.exp(drawn * missed)
        return Drawn(np.cumsum(inside, axis=1, out=inside), outside, filled + 1, outside.sum(axis=1, dtype=np.float64))

    return draw


def _rows_drawn(group_of: IndexArray, sizes: CountArray, rng: np.random.Generator) -> CountArray:
    """Return how often rows of each group are drawn, a resample a row; `group_of` rises to the last group."""
    n, groups = len(group_of), int(group_of[-1]) + 1
    found = np.empty((len(sizes), groups), dtype=np.int64)
    # As many resamples at once as stay in the processor's cache: of few rows each call would cost more than its draws.
    at_once = max(1, COUNTED_AT_ONCE // n)
    for first in range(0, len(sizes), at_once):
        some = sizes[first : first + at_once]
        rows = rng.integers(n, size=int(some.sum()), dtype=np.int32)
        places = np.repeat(np.arange(0, len(some) * groups, groups), some)
        places += rows if n == groups else group_of[rows]
        counted = np.bincount(places, minlength=len(some) * groups)
        found[first : first + at_once] = counted.reshape(len(some), groups)
    return found


def _amount_sampler(place: IndexArray, weight: FloatArray, width: int) -> Sampler:
    """Draw rows, each with its weight, and add the weights up at their places in the table."""
    order = np.lexsort((weight, place))  # rows in another order are drawn alike
    weight = weight[order]
    places, starts = np.unique(place[order], return_index=True)
    n = len(weight)

    def draw(sizes: CountArray, rng: np.random.Generator) -> Drawn:
        """Return as many resamples, one a row: how often each row of the data was drawn, times its weight, added up."""
        count = len(sizes)
        rows = rng.integers(n, size=int(sizes.sum())) + np.repeat(np.arange(0, count * n, n), sizes)
        times = np.bincount(rows, minlength=count * n).reshape(count, n)
        missed = times == 0
        drawn, outside = (np.add.reduceat(of_rows * weight, starts, axis=1) for of_rows in (times, missed))
        inside = np.zeros((count, width))
        inside[:, places] = drawn
        left = np.count_nonzero(missed, axis=1).astype(np.float64)
        return Drawn(np.cumsum(inside, axis=1, out=inside), outside, places, left)

    return draw


def drawn_for_a_sum(n: int) -> int:
    """Return how many numbers `sums_of_draws` draws for a sum of about n values: beyond 1,000 the sum itself."""
    return n if n <= FEW_ROWS else 1


def sums_of_draws(values: FloatArray, times: CountArray, rng: np.random.Generator) -> FloatArray:
    """Return the sum of so many values drawn with replacement, for each number of `times`.

    Values of more than 1,000 rows are not drawn one by one: the sum of k of them is taken from the normal distribution
    with k times their mean and variance.
    """
    if len(values) == 0:
        return np.zeros(len(times))
    if (values == values[0]).all():
        return np.asarray(times * values[0])
    if len(values) > FEW_ROWS:
        noise = rng.standard_normal(len(times)) * np.sqrt(times)
        return np.asarray(np.maximum(times * values.mean() + noise * values.std(), 0.0))
    size = max(1, DRAWN_AT_ONCE // (len(values) + 1))
    found = []
    for first in range(0, len(times), size):
        some = times[first : first + size]
        drawn = values[rng.integers(len(values), size=int(some.sum()))]
        found.append(np.bincount(np.repeat(np.arange(len(some)), some), drawn, minlength=len(some)))
    return np.concatenate(found)
