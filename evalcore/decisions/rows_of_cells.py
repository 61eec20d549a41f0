"""Which rows are in a cell of the matrix, the most wrong ones first? One sort serves every threshold and every page."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.errors import InputError
from evalcore.support.arrays import BoolArray, FloatArray, IndexArray, IntArray, frozen
from evalcore.support.checks import finite_numbers, same_length, truths, weights
from evalcore.support.results import Result
from evalcore.support.whole import narrowed

CELLS: Final = ("tp", "fn", "fp", "tn")


@dataclass(frozen=True, eq=False)
class RowsFound(Result):
    """Which rows were found? Pages of them begin with the most wrong row.

    Parameters
    ----------
    threshold : float
        A row is predicted positive where its score is at least this.
    positive, negative : whole numbers
        Places of the rows of each class, from 0: positives by rising score, negatives by falling score, rows with equal
        scores in their own order.
    y_true : (n,) bool
    score : (n,) float64
        Both of all rows.
    """

    threshold: float
    positive: IntArray
    negative: IntArray
    y_true: BoolArray
    score: FloatArray

    def __len__(self) -> int:
        return len(self.positive) + len(self.negative)

    def page(self, first: int, size: int) -> IntArray:
        """Return the places of up to `size` rows, after the `first` ones.

        The most wrong row comes first: the one whose score is farthest from the threshold on the wrong side; those on
        the right side end with the farthest. Of two that are as far a positive one comes first. *Undefined when* never:
        after the last row there are none.
        """
        stop = min(first + size, len(self))
        if first >= stop:
            return np.empty(0, dtype=np.int64)
        low, high = self._positives_before(first), self._positives_before(stop)
        found = np.concatenate([self.positive[low:high], self.negative[first - low : stop - high]]).astype(np.int64)
        # Stable: within a class the order is right already, and positives stand first.
        order = np.argsort(-_wrong(self.score[found], self.threshold, ~self.y_true[found]), kind="stable")
        return found[order]

    def describe(self, places: IntArray) -> pd.DataFrame:
        """Return of rows at some places their cell, as TP, their score, and by how much it is above the threshold."""
        score, truth = self.score[places], self.y_true[places]
        cell = np.where(truth, 0, 2) + (score < self.threshold)
        names = np.array([name.upper() for name in CELLS], dtype=object)[cell]
        above = _wrong(score, self.threshold, is_negative=True)
        return pd.DataFrame({"cell": names, "score": score, "above": above})

    def pages(self, size: int) -> int:
        """Return how many pages of so many rows there are."""
        return pages_of(len(self), size)

    def mask(self) -> BoolArray:
        """Return of each row whether it was found."""
        found = np.zeros(len(self.score), dtype=bool)
        found[self.positive] = found[self.negative] = True
        return found

    def _positives_before(self, k: int) -> int:
        """Return how many of the first k rows are positive, by binary search."""
        low, high = max(0, k - len(self.negative)), min(k, len(self.positive))

        def comes_later(i: int) -> bool:
            """Tell whether the i-th positive row is not among the first k."""
            one, other = self.score[self.positive[i]], self.score[self.negative[k - 1 - i]]
            return bool(
                _wrong(one, self.threshold, is_negative=False) < _wrong(other, self.threshold, is_negative=True)
            )

        return low + bisect_left(range(low, high), True, key=comes_later)


def pages_of(n: int, size: int) -> int:
    """Return how many pages of so many rows there are.

    >>> pages_of(0, 50), pages_of(50, 50), pages_of(51, 50)
    (0, 1, 2)
    """
    return math.ceil(n / size)


def _wrong(score: FloatArray, threshold: float, is_negative: ArrayLike) -> FloatArray:
    """Return how far scores are on the wrong side of the threshold; below 0 on the right one."""
    with np.errstate(over="ignore"):  # as far as can be
        apart = np.asarray(score) - threshold
    return np.where(is_negative, apart, -apart)


@dataclass(frozen=True, eq=False)
class RowOrder(Result):
    """In which order do rows become wrong? Every cell at every threshold is a slice of it.

    Parameters
    ----------
    positive, negative : whole numbers
        As of `RowsFound`, of all rows that weigh anything, in the smallest type that holds them.
    y_true : (n,) bool
    score : (n,) float64
    """

    positive: IntArray
    negative: IntArray
    y_true: BoolArray
    score: FloatArray

    def find(
        self,
        threshold: float,
        cells: Sequence[str] = CELLS,
        *,
        low: float = -np.inf,
        high: float = np.inf,
        among: ArrayLike | None = None,
    ) -> RowsFound:
        """Return the rows of some cells at a threshold.

        Parameters
        ----------
        threshold, low, high : numbers
            Any but nan; only rows with low <= score < high are found.
        cells : of "tp", "fn", "fp" and "tn"
        among : (n,) True/False, optional
            Only rows that are among these are found, such as those of a group.

        Raises
        ------
        InputError
            For another name of a cell.

        Examples
        --------
        >>> order = row_order([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
        >>> order.find(0.5, ["fp", "fn"]).page(0, 20).tolist(), len(order.find(0.5))
        ([1, 2], 4)
        """
        unknown = [name for name in cells if name not in CELLS]
        if unknown:
            raise InputError(
                "cells must be some of tp, fn, fp and tn; got '{name}'. Name one of them.", name=str(unknown[0])
            )
        positive = self.positive[self._below(low) : self._below(high)]
        negative = self.negative[self._reaching(high) : self._reaching(low)]
        missed = min(max(self._below(threshold) - self._below(low), 0), len(positive))
        alarms = min(max(self._reaching(threshold) - self._reaching(high), 0), len(negative))
        positive = positive[0 if "fn" in cells else missed : None if "tp" in cells else missed]
        negative = negative[0 if "fp" in cells else alarms : None if "tn" in cells else alarms]
        if among is not None:
            wanted = truths(among, "among")
            same_length(wanted, len(self.score), "among")
            positive, negative = positive[wanted[positive]], negative[wanted[negative]]
        return RowsFound(float(threshold), positive, negative, self.y_true, self.score)

    def _below(self, at: float) -> int:
        """Return how many positive rows have a score below this."""
        return bisect_left(self.positive, at, key=self._score_of)

    def _reaching(self, at: float) -> int:
        """Return how many negative rows have at least this score."""
        return bisect_right(self.negative, -at, key=lambda row: -self._score_of(row))

    def _score_of(self, row: int) -> float:
        return float(self.score[row])


def row_order(y_true: ArrayLike, y_score: ArrayLike, *, sample_weight: ArrayLike | None = None) -> RowOrder:
    """In which order do the rows of a score become wrong, as the threshold moves?

    Parameters
    ----------
    y_true, y_score, sample_weight
        As for `threshold_counts`; a row of weight 0 is in no cell.

    Returns
    -------
    RowOrder
        One sort; its cells at every threshold have as many rows, or as much weight, as `threshold_counts` counts there.
        Predicted labels are a score of 0 and 1.

    Raises
    ------
    InputError
        As of `threshold_counts`.

    Examples
    --------
    >>> row_order([1, 0, 1], [0.2, 0.7, 0.9]).find(0.5).page(0, 3).tolist()
    [0, 1, 2]
    """
    truth, score = truths(y_true), finite_numbers(y_score, "y_score")
    same_length(score, len(truth), "y_score")
    counts = np.ones(len(truth), dtype=bool) if sample_weight is None else weights(sample_weight, len(truth)) > 0
    positive, negative = np.flatnonzero(truth & counts), np.flatnonzero(~truth & counts)
    positive, negative = positive[_rising(score[positive])], negative[_rising(-score[negative])]
    return RowOrder(frozen(narrowed(positive)), frozen(narrowed(negative)), truth, score)


def _rising(score: FloatArray) -> IndexArray:
    """Return the order of rising scores, ties in their own order: as a stable `argsort`, in a fifth of its time.

    Sorting values is much faster than sorting indices: the bits of a score, made to rise with it, give up the lowest
    ones to the place of the row. Where scores differ in those alone the order is nearly right, and soon mended.
    """
    bits = (score + 0.0).view(np.uint64)  # -0.0 becomes 0.0
    keys = np.where(bits >> np.uint64(63), ~bits, bits | np.uint64(1 << 63))
    taken = np.uint64((1 << len(score).bit_length()) - 1)
    keys = (keys & ~taken) | np.arange(len(score), dtype=np.uint64)
    keys.sort()
    order = (keys & taken).astype(np.intp)
    ordered = score[order]
    if (ordered[1:] < ordered[:-1]).any():
        order = order[np.argsort(ordered, kind="stable")]
    return order
