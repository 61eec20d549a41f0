"""Drawing rows with amounts: every row of a class is drawn with its own amount, other classes from their counts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from evalcore.costs._condition import Rows
from evalcore.costs.amounts import AmountRows, concerned
from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import one_class
from evalcore.errors import Message
from evalcore.intervals.auc_variance import too_few
from evalcore.intervals.percentiles import WEIGHTED
from evalcore.support.arrays import CountArray, FloatArray

FEW_ROWS = 1_000  # sums of amounts of up to so many rows are drawn row by row
DRAWN_AT_ONCE = 1 << 20

Sampler = Callable[[int, np.random.Generator], CountArray]


def counts_of(rows: ThresholdCounts | AmountRows) -> ThresholdCounts:
    """Return the counts, with amounts or without."""
    return rows.counts if isinstance(rows, AmountRows) else rows


def with_amounts(rows: ThresholdCounts | AmountRows) -> AmountRows | None:
    """Return the rows if their amounts differ: of equal ones the counts know everything."""
    return rows if isinstance(rows, AmountRows) and rows.counts.weighted else None


def nothing_to_draw(rows: ThresholdCounts | AmountRows) -> Message | None:
    """Say why resampling can tell nothing."""
    counts = counts_of(rows)
    weighted = rows.weighted if isinstance(rows, AmountRows) else counts.weighted
    return one_class(counts) or (WEIGHTED if weighted else too_few(counts.n_pos, counts.n_neg))


def samplers(rows: ThresholdCounts | AmountRows, at: Rows) -> tuple[Sampler, Sampler, int]:
    """Return what draws FP and TP at some rows of the table, and how many numbers a sample takes.

    A sampler returns cumulative counts, shape (samples, len(at)), that start at 0.
    """
    counts, own = counts_of(rows), with_amounts(rows)
    of_counts = [_count_sampler(counts.fp[at]), _count_sampler(counts.tp[at])]
    if own is None:
        return of_counts[0], of_counts[1], len(at)
    used = concerned(own.y_true, own.replaces)
    place = np.searchsorted(at, counts.index_of(own.y_score[used]))
    drawn = _amount_sampler(place, own.weight[used], len(at))
    fp, tp = (of_counts[0], drawn) if own.replaces == "fn" else (drawn, of_counts[1])
    return fp, tp, max(len(at), len(place))


def _count_sampler(cumulative: CountArray) -> Sampler:
    """Draw rows that count once each: how many of n fall between two thresholds is multinomial."""

    def draw(count: int, rng: np.random.Generator) -> CountArray:
        """Return so many resamples, one a row, each cumulative like the table itself."""
        groups, n = np.diff(cumulative), int(cumulative[-1])
        filled = np.flatnonzero(groups)
        sizes = np.zeros((count, len(cumulative)), dtype=np.int64)
        sizes[:, filled + 1] = rng.multinomial(n, groups[filled] / n, size=count)
        return np.cumsum(sizes, axis=1, out=sizes)

    return draw


def _amount_sampler(place: Rows, weight: FloatArray, width: int) -> Sampler:
    """Draw rows, each with its weight, and add the weights up at their places in the table."""
    order = np.lexsort((weight, place))  # rows in another order are drawn alike
    weight = weight[order]
    places, starts = np.unique(place[order], return_index=True)
    n = len(weight)

    def draw(count: int, rng: np.random.Generator) -> CountArray:
        """Return so many resamples, one a row: how often each row of the data was drawn, times its weight, added up."""
        drawn = rng.integers(n, size=(count, n))
        drawn += np.arange(0, count * n, n)[:, None]
        times = np.bincount(drawn.ravel(), minlength=count * n).reshape(count, n)
        sums = np.zeros((count, width))
        sums[:, places] = np.add.reduceat(times * weight, starts, axis=1)
        return np.cumsum(sums, axis=1, out=sums)

    return draw


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
