"""Counts first: what every threshold of a score decides, and confusion matrices.

One rule holds everywhere: a row is predicted positive if and only if its score >= threshold.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from evalcore.counts import sorting as _sorting
from evalcore.counts.confusion import ConfusionMatrix
from evalcore.counts.of_cases import Known, RowsInCells, ScoredRows
from evalcore.counts.rates import Rates, rates
from evalcore.errors import InputError
from evalcore.support.arrays import CountArray, FloatArray, IndexArray, frozen, scale
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import finite_numbers, same_length, truths, weights
from evalcore.support.results import Result, brief, one_line
from evalcore.support.text import shown


class Cells(NamedTuple):
    """The four cells of many 2x2 matrices at once: arrays of one shape, ready for every function of `metrics`."""

    tp: CountArray
    fp: CountArray
    fn: CountArray
    tn: CountArray


@dataclass(frozen=True, eq=False)
class ThresholdCounts(Result):
    """What does every threshold of a score decide?

    Row i counts what happens when the rows with score >= threshold[i] are predicted positive. Arrays are
    read-only: int64 and exact when rows are counted, float64 when they are weighted.

    Parameters
    ----------
    threshold : (k,) float64
        +inf first, then every distinct score, descending; tied scores move together.
    tp, fp : (k,) int64 or float64
        Positive and negative rows predicted positive; both start at 0 and never fall.
    rows : ScoredRows or None
        The rows, where some belong to one case and so are not independent: intervals are then by case, or there is
        none.
    cases_elsewhere : bool
        Whether rows belong to cases of which nothing more is known here, as of a source: then there is no interval.
    known_cases : mapping of threshold to CasesInCells
        At these thresholds it is known what each case has in the four cells, so that readings there have intervals.

    Notes
    -----
    `fn`, `tn` and `rates` are computed when first asked for, and kept. Make instances with `threshold_counts`,
    `from_grouped` or `merge`.
    """

    threshold: FloatArray
    tp: CountArray
    fp: CountArray
    rows: ScoredRows | None = None
    cases_elsewhere: bool = False
    known_cases: Known = field(default_factory=dict)

    def __post_init__(self) -> None:
        for array in (self.threshold, self.tp, self.fp):
            frozen(array)

    @property
    def n_pos(self) -> float:
        """Positive rows (int), or the sum of their weights (float)."""
        return self.tp[-1].item()  # type: ignore[no-any-return]  # int or float by dtype

    @property
    def n_neg(self) -> float:
        """Negative rows (int), or the sum of their weights (float)."""
        return self.fp[-1].item()  # type: ignore[no-any-return]  # int or float by dtype

    @property
    def prevalence(self) -> float:
        """Share of the positive rows, by weight; nan where there are no rows or all weigh nothing."""
        n = self.n_pos + self.n_neg
        return self.n_pos / n if n else math.nan

    @cached_property
    def fn(self) -> CountArray:
        """Positive rows predicted negative."""
        return frozen(self.tp[-1] - self.tp)

    @cached_property
    def tn(self) -> CountArray:
        """Negative rows predicted negative."""
        return frozen(self.fp[-1] - self.fp)

    @cached_property
    def rates(self) -> Rates:
        """Rates at every threshold and the areas of the curves, computed together."""
        return rates(self.tp, self.fp)

    @property
    def weighted(self) -> bool:
        """Whether the counts are sums of weights."""
        return self.tp.dtype.kind == "f"

    @property
    def of_cases(self) -> bool:
        """Whether rows belong to one case, so that they are not independent of each other."""
        return self.rows is not None or self.cases_elsewhere

    @property
    def scaled(self) -> Self:
        """The same table for formulas that multiply counts: sums of weights so large or small that products would
        overflow or vanish are divided by a power of two, which rounds nothing; else the table itself.
        """
        # A table that kept itself would stay in memory until Python looks for cycles.
        return self if self._scale == 1 else self._scaled

    @property
    def _scale(self) -> float:
        return scale(self.n_pos + self.n_neg) if self.weighted else 1.0

    @cached_property
    def _scaled(self) -> Self:
        return type(self)(self.threshold, self.tp * self._scale, self.fp * self._scale)

    def __repr__(self) -> str:
        scores = f"scores={len(self) - 1}"
        return one_line(type(self).__name__, [scores, f"n_pos={brief(self.n_pos)}", f"n_neg={brief(self.n_neg)}"])

    def __len__(self) -> int:
        return len(self.threshold)

    @classmethod
    def from_grouped(cls, score: ArrayLike, n_pos: ArrayLike, n_neg: ArrayLike) -> Self:
        """Make the table from rows already grouped by score, as any database can deliver them.

        Parameters
        ----------
        score : (g,) finite numbers
            In any order; a score may come more than once.
        n_pos, n_neg : (g,) counts or weights >= 0
            Positive and negative rows with that score; whole-number dtypes stay exact, and must add up to less
            than 2**63. A group of 0 rows vanishes.

        Examples
        --------
        >>> ThresholdCounts.from_grouped([0.9, 0.2], n_pos=[3, 1], n_neg=[0, 5]).tp.tolist()
        [0, 3, 4]
        """
        scores = finite_numbers(score, "score")
        groups = [_group_sizes(sizes, len(scores), name) for sizes, name in ((n_pos, "n_pos"), (n_neg, "n_neg"))]
        total = sum(_exact_total(sizes) for sizes in groups if sizes.dtype.kind == "u")
        if total >= 2**63:
            raise InputError(
                "n_pos and n_neg must add up to less than 2**63; got {value}. Pass them as numbers with a decimal "
                "point.",
                value=f"{total:.4g}",
            )
        groups = [sizes.astype(np.int64) if sizes.dtype.kind == "u" else sizes for sizes in groups]
        dtype = np.result_type(*groups)
        return cls(*_sorting.table_of_groups(scores, groups[0].astype(dtype), groups[1].astype(dtype)))

    def merge(self, other: ThresholdCounts) -> Self:
        """Return the table of the rows of both, as if they had been one table from the start.

        Whole counts merge exactly; sums of weights to rounding. Tables of rows that belong to cases are not merged:
        which cases they share is not known.
        """
        if self.of_cases or other.of_cases:
            raise ValueError("which cases two tables share is not known: count the rows of both together")
        dtype = np.result_type(self.tp, other.tp)
        n_pos, n_neg = (
            np.concatenate([np.diff(mine), np.diff(theirs)], dtype=dtype)
            for mine, theirs in ((self.tp, other.tp), (self.fp, other.fp))
        )
        scores = np.concatenate([self.threshold[1:], other.threshold[1:]])
        return type(self)(*_sorting.table_of_groups(scores, n_pos, n_neg))

    def is_same(self, other: ThresholdCounts) -> bool:
        """Tell whether two tables are one: other rows hardly ever have all scores and counts alike."""
        pairs = ((self.threshold, other.threshold), (self.tp, other.tp), (self.fp, other.fp))
        return self is other or all(np.array_equal(mine, theirs) for mine, theirs in pairs)

    def index_of(self, threshold: ArrayLike) -> IndexArray:
        """Return the row of this table that holds for each threshold, by binary search.

        Parameters
        ----------
        threshold : any shape
            Any number, -inf and +inf included, but not nan.
        """
        try:
            wanted = np.asarray(threshold, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            raise _no_threshold(threshold) from None
        if np.isnan(wanted).any():
            raise _no_threshold(np.nan)
        reached = np.searchsorted(self.threshold[::-1], wanted, side="left")
        return np.asarray(len(self.threshold) - 1 - reached)

    def at(self, threshold: float) -> ConfusionMatrix:
        """Return the confusion matrix when rows with score >= threshold are predicted positive.

        Examples
        --------
        >>> threshold_counts([1, 0, 1], [0.9, 0.6, 0.6]).at(0.6).table.tolist()
        [[2, 0], [1, 0]]
        """
        i = int(self.index_of(threshold))
        tp, fp = self.tp[i].item(), self.fp[i].item()
        found = ConfusionMatrix.binary(tp, fp, self.n_pos - tp, self.n_neg - fp)
        rows = self.rows
        if rows is None:
            return found.with_cases_elsewhere(self.known_cases.get(threshold)) if self.cases_elsewhere else found
        # Cells as in the table: tp, fn, fp, tn.
        return found.with_rows(RowsInCells(rows.cases, lambda: 2 * ~rows.truth + (rows.score < threshold)))

    def cells(self, index: ArrayLike) -> Cells:
        """Return the four counts at some rows of this table, without computing them for all."""
        rows = np.asarray(index, dtype=np.intp)
        tp, fp = self.tp[rows], self.fp[rows]
        return Cells(tp, fp, self.tp[-1] - tp, self.fp[-1] - fp)


def threshold_counts(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
) -> ThresholdCounts:
    """Count TP, FP, FN and TN at every distinct threshold of a score.

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        True where a row is of the positive class. One class alone is allowed.
    y_score : (n,) finite numbers
        The larger, the more the row looks positive; any range, compared as float64. -0.0 and 0.0 tie.
    sample_weight : (n,) numbers >= 0, optional
        How often each row counts. A row of weight 0 vanishes together with its threshold, as a row
        repeated zero times does.
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case, such as a patient, and are not independent: intervals made of the
        counts are then by case. With weights, which leave no interval anyway, or where each row is a case of its own,
        it changes nothing.

    Returns
    -------
    ThresholdCounts
        One row for +inf and one for each distinct score, descending.

    Notes
    -----
    Whole weights are summed exactly (below 2**53) and equal repetition of the rows; other weights are summed
    in blocks, with a relative error below 1e-12 for 10 million rows.

    Examples
    --------
    >>> counts = threshold_counts([True, False, True], [0.9, 0.6, 0.6])
    >>> counts.threshold.tolist(), counts.tp.tolist(), counts.fp.tolist()
    ([inf, 0.9, 0.6], [0, 1, 2], [0, 0, 1])
    """
    truth = truths(y_true)
    score = finite_numbers(y_score, "y_score")
    same_length(score, len(truth), "y_score")
    cases = None if case is None else numbered(case, len(truth))
    if sample_weight is None:
        rows = None if cases is None or cases.count == len(truth) else ScoredRows(truth, score, cases)
        return ThresholdCounts(*_sorting.table_of_rows(truth, score), rows)
    weight = weights(sample_weight, len(truth))
    kept = weight > 0
    return ThresholdCounts(
        *_sorting.table_of_groups(score[kept], np.where(truth, weight, 0.0)[kept], np.where(truth, 0.0, weight)[kept])
    )


def _group_sizes(sizes: ArrayLike, n: int, name: str) -> CountArray:
    """Return counts (uint64) or sums of weights (float64) >= 0, one for each group."""
    whole = np.asarray(sizes).dtype.kind in "biu"
    numbers = finite_numbers(sizes, name)
    same_length(numbers, n, name)
    if numbers.min() < 0:
        row = int(np.argmax(numbers < 0))
        raise InputError(
            "{name} must not be negative; got {value} (data row {row}). Count the rows again.",
            name=name,
            value=float(numbers[row]),
            row=row + 1,
        )
    return np.asarray(sizes).astype(np.uint64) if whole else numbers


def _exact_total(sizes: CountArray) -> int:
    """Return the sum of uint64, in halves of 32 bits that cannot overflow."""
    return (int((sizes >> np.uint64(32)).sum()) << 32) + int((sizes & np.uint64(2**32 - 1)).sum())


def _no_threshold(value: object) -> InputError:
    return InputError("The threshold must be a number; got {value}. Choose a number, -inf or +inf.", value=shown(value))
