"""A wish read off many cells at once: of all thresholds of some rows, and of resamples."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from evalcore.costs.optimism import Chooser
from evalcore.counts import Cells, ThresholdCounts
from evalcore.counts.ties import preferred, preferred_in_samples
from evalcore.decisions.wish import COST, Condition, Wish
from evalcore.metrics import METRICS, evaluate
from evalcore.support.arrays import CountArray, FloatArray, IndexArray
from evalcore.support.blocks import blocks, in_two

# How a metric goes as the threshold falls; of all others nothing is known beforehand.
RISING: Final = ("recall", "fpr", "queue_rate")
FALLING: Final = ("specificity", "fnr")
ROUNDING: Final = 1e-12  # of costs and sums of weights: what is less is none


class Reader(NamedTuple):
    """A wish, and how it is read off the cells of these rows; `slack` and `rounding` are what is no difference."""

    wish: Wish
    conditions: tuple[Condition, ...]
    prevalence: float
    slack: float
    rounding: float

    @classmethod
    def of(cls, counts: ThresholdCounts, wish: Wish) -> Reader:
        """Return how the wish is read off these rows, or off resamples of as many."""
        n, alerts = counts.n_pos + counts.n_neg, wish.alerts
        conditions = wish.conditions
        if alerts is not None:
            of = n if wish.rows_a_day is None else wish.rows_a_day
            share = alerts if not isinstance(alerts, int) else alerts / of if of else math.nan
            conditions = (*conditions, Condition("queue_rate", share, False))
        prevalence = counts.prevalence if wish.prevalence is None else wish.prevalence
        rounding = ROUNDING if counts.weighted else 0.0
        return cls(wish, conditions, prevalence, ROUNDING if wish.best == COST else rounding, rounding)

    @property
    def sign(self) -> int:
        """-1 where the smallest value is the best."""
        best = self.wish.best
        return -1 if best == COST or (best and METRICS[best].smaller_is_better) else 1

    def goodness(self, cells: Cells) -> Any:
        """Return what is to be best, the larger the better; nan where undefined."""
        wish = self.wish
        if wish.costs is not None:
            return -wish.costs.per_case(evaluate("fpr", cells), evaluate("fnr", cells), self.prevalence)
        if not wish.best:
            return np.asarray(cells.tp + cells.fp, dtype=np.float64)
        return self.sign * np.asarray(evaluate(wish.best, cells, beta=wish.beta))

    def miss(self, one: Condition, cells: Cells) -> FloatArray:
        """Return by how much a condition is missed, at most 0 where it is held; nan where undefined."""
        value = np.asarray(evaluate(one.name, cells, beta=self.wish.beta))
        # A difference would round what a comparison does not.
        slack = self.rounding * max(1.0, abs(one.bound))
        held = value >= one.bound - slack if one.is_least else value <= one.bound + slack
        return np.where(held, -np.abs(value - one.bound), np.abs(value - one.bound))

    def candidates(self, cells: Cells, conditions: tuple[Condition, ...] | None = None) -> FloatArray:
        """Return what is to be best, -inf where undefined or where a condition does not hold."""
        good = self.goodness(cells)
        kept = ~np.isnan(good)
        for one in self.conditions if conditions is None else conditions:
            kept &= self.miss(one, cells) <= 0
        return np.where(kept, good, -np.inf)

    def value(self, counts: ThresholdCounts, index: int) -> float:
        """Return what is to be best, as it is called."""
        return self.sign * float(self.goodness(counts.cells(index))) + 0.0

    def narrowed(self, counts: ThresholdCounts) -> tuple[range, tuple[Condition, ...]]:
        """Return which rows of the table are left by what rises or falls along it, and what is still to be looked at.

        Each of these conditions holds up to some row, or from it on, which a binary search finds.
        """
        first, stop, left = 0, len(counts), []
        for one in self.conditions:
            if one.name not in RISING + FALLING:
                left.append(one)
                continue
            begins = (one.name in RISING) == one.is_least
            border = bisect_left(range(len(counts)), True, key=partial(self._holds, one, counts, begins))
            first, stop = (max(first, border), stop) if begins else (first, min(stop, border))
        return range(first, max(first, stop)), tuple(left)

    def _holds(self, one: Condition, counts: ThresholdCounts, wanted: bool, row: int) -> bool:
        """Tell whether a condition holds at a row, or that it does not."""
        return bool(self.miss(one, counts.cells(row)) <= 0) == wanted


def tied_rows(counts: ThresholdCounts, reader: Reader) -> IndexArray:
    """Return the rows of the table that are best; the table is gone through block by block, up to twice."""
    place, left = reader.narrowed(counts)

    def good(rows: slice) -> FloatArray:
        return reader.candidates(_cells(counts, rows), left)

    def scan(start: int, stop: int) -> list[tuple[slice, float]]:
        return [(rows, float(good(rows).max())) for rows in blocks(start, stop)]

    found = [block for half in in_two(scan, place.start, place.stop) for block in half]
    best = max((value for _, value in found), default=-math.inf)
    if math.isinf(best):
        return np.empty(0, dtype=np.intp)
    bound = best - reader.slack * abs(best)
    return np.concatenate([r.start + np.flatnonzero(good(r) >= bound) for r, value in found if value >= bound])


def _cells(counts: ThresholdCounts, rows: slice) -> Cells:
    """Return the cells of a stretch of the table."""
    tp, fp = counts.tp[rows], counts.fp[rows]
    return Cells(tp, fp, counts.tp[-1] - tp, counts.fp[-1] - fp)


def nearest_row(counts: ThresholdCounts, reader: Reader) -> int:
    """Return the row that misses least: by its largest miss, by all of them, by what is to be best; else -1."""
    good, largest, total = [], [], []
    for rows in blocks(0, len(counts)):
        cells = _cells(counts, rows)
        good.append(reader.goodness(cells))
        misses = [np.maximum(reader.miss(one, cells), 0) / _reach(one) for one in reader.conditions]
        worst = np.max([np.zeros(len(good[-1])), *(np.where(np.isnan(one), np.inf, one) for one in misses)], axis=0)
        largest.append(np.where(np.isnan(good[-1]), np.inf, worst))
        total.append(np.sum([*misses, np.zeros(len(worst))], axis=0))
    worst, every, value = (np.concatenate(parts) for parts in (largest, total, good))
    least = float(worst.min())
    if math.isinf(least):
        return -1
    near = np.flatnonzero(worst <= least * (1 + ROUNDING))
    near = near[every[near] <= every[near].min() * (1 + ROUNDING)]
    best = value[near].max()
    return preferred(counts, near[value[near] >= best - reader.slack * abs(best)])


@dataclass(frozen=True)
class ByWish:
    """A wish as the rule by which resamples choose."""

    wish: Wish

    def index(self, counts: ThresholdCounts) -> int:
        """Return the row of the table that is taken, -1 where there is none."""
        tied = tied_rows(counts, Reader.of(counts, self.wish))
        return preferred(counts, tied) if len(tied) else -1

    def chooser(self, counts: ThresholdCounts) -> Chooser:
        """Return what finds the place that each resample takes."""
        return partial(_places, Reader.of(counts, self.wish))


def _places(reader: Reader, fp: CountArray, tp: CountArray) -> IndexArray:
    """Return the place each resample takes, -1 where none does what is wished."""
    good = reader.candidates(Cells(tp, fp, tp[:, -1:] - tp, fp[:, -1:] - fp))
    best = good.max(axis=1, keepdims=True)
    slack = reader.slack * np.where(np.isfinite(best), np.abs(best), 0.0)
    place = preferred_in_samples(good >= best - slack, fp, tp)
    return np.where(np.isneginf(best[:, 0]), -1, place)


def _reach(one: Condition) -> float:
    """Return how long the range of a metric is."""
    return METRICS[one.name].highest - METRICS[one.name].lowest
