"""The counts of every group at every threshold: sorted once, so that any threshold is a binary search a group."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from evalcore.calibration import Calibration, calibration
from evalcore.counts import Cells, ConfusionMatrix, ThresholdCounts, threshold_counts
from evalcore.counts.of_cases import RowsInCells, ScoredRows
from evalcore.counts.packed import PackedCounts, packed
from evalcore.decisions.groups import Groups, grouped
from evalcore.support.arrays import BoolArray, IndexArray, IntArray
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import finite_numbers, same_length, truths, weights
from evalcore.support.results import Result
from evalcore.support.whole import narrowed


@dataclass(frozen=True, eq=False)
class PackedGroups(Result):
    """Counts of groups put away: `unpacked` gives them back, with the table of all rows.

    Attributes
    ----------
    names, code
        As of `GroupCounts`; `code` in the smallest type that holds it.
    counts : tuple of PackedCounts
    digest : str
        Changes with every name and every row's group.
    """

    names: tuple[str | None, ...]
    counts: tuple[PackedCounts, ...]
    code: IntArray
    digest: str

    def unpacked(self, whole: ThresholdCounts) -> GroupCounts:
        """Return the counts of the groups; `whole` is the table of all rows."""
        return GroupCounts(self.names, tuple(one.unpacked() for one in self.counts), whole, self.code.astype(np.int64))


@dataclass(frozen=True, eq=False)
class GroupCounts(Result):
    """What does every threshold decide in each group?

    Parameters
    ----------
    names : tuple of (str or None)
        As of `Groups`.
    counts : tuple of ThresholdCounts
        One a group, in the order of `names`; each knows its cases.
    whole : ThresholdCounts
        Of all rows.
    code : (n,) int64
        The group of each row that counts.
    """

    names: tuple[str | None, ...]
    counts: tuple[ThresholdCounts, ...]
    whole: ThresholdCounts
    code: IntArray

    def __len__(self) -> int:
        return len(self.names)

    @property
    def weighted(self) -> bool:
        """Whether the counts are sums of weights."""
        return self.whole.weighted

    @property
    def of_cases(self) -> bool:
        """Whether rows belong to one case."""
        return self.whole.of_cases

    @cached_property
    def shares_cases(self) -> bool:
        """Whether a case has rows in several groups, so that these depend on each other."""
        rows = self.whole.rows
        if rows is None:
            return False
        first = np.full(rows.cases.count, -1, dtype=np.int64)
        first[rows.cases.code] = self.code
        return bool((first[rows.cases.code] != self.code).any())

    def packed(self) -> PackedGroups:
        """Return the same as small as it can be kept, without the table of all rows."""
        code = narrowed(self.code)
        digest = hashlib.blake2b(repr((self.names, str(code.dtype))).encode("utf-8", "backslashreplace"))
        digest.update(code.data)
        return PackedGroups(self.names, tuple(map(packed, self.counts)), code, digest.hexdigest()[:32])

    def cells(self, threshold: ArrayLike) -> Cells:
        """Return the cells of every group at these thresholds, for every function of `metrics`.

        Parameters
        ----------
        threshold : a number, or (t,) numbers
            Any but nan.

        Returns
        -------
        Cells of (groups,) or (groups, t) arrays
        """
        found = [counts.cells(counts.index_of(threshold)) for counts in self.counts]
        return Cells(*(np.stack([np.asarray(one[i]) for one in found]) for i in range(4)))

    def cells_of_each(self, thresholds: ArrayLike) -> Cells:
        """Return the cells of every group at a threshold of its own: (groups,) numbers in, Cells of (groups,) out."""
        each = np.asarray(thresholds, dtype=np.float64)
        found = [of.cells(of.index_of(t)) for of, t in zip(self.counts, each, strict=True)]
        return Cells(*(np.stack([np.asarray(one[i]) for one in found]) for i in range(4)))

    def matrices(self, threshold: float) -> Iterator[tuple[ConfusionMatrix, ConfusionMatrix]]:
        """Yield the matrix of each group, and that of all other rows; both know their cases."""
        whole, rows = self.whole.at(threshold), self.whole.rows
        cell = None if rows is None else 2 * ~rows.truth + (rows.score < threshold)
        for place, counts in enumerate(self.counts):
            own = counts.at(threshold)
            # Sums of weights may leave less than nothing by rounding.
            rest = ConfusionMatrix(np.maximum(whole.table - own.table, 0), whole.classes)
            if rows is not None and cell is not None:
                rest = rest.with_rows(_rows(rows, cell, self.code != place))
            elif whole.cases_elsewhere:
                rest = rest.with_cases_elsewhere()
            yield own, rest


def group_counts(
    y_true: ArrayLike,
    y_score: ArrayLike,
    groups: ArrayLike | Groups,
    *,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
) -> GroupCounts:
    """Count TP, FP, FN and TN of every group at every threshold.

    Parameters
    ----------
    y_true, y_score, sample_weight, case
        As for `threshold_counts`.
    groups : (n,) labels of any kind, or Groups
        As for `grouped`, which cuts numbers.

    Returns
    -------
    GroupCounts
        Of the groups that have a row of any weight.

    Raises
    ------
    InputError
        As of `threshold_counts` and `grouped`.

    Examples
    --------
    >>> found = group_counts([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], ["a", "a", "b", "b"])
    >>> found.cells(0.5).tp.tolist(), found.cells([0.5, 0.3]).fp.tolist()
    ([1, 0], [[1, 1], [0, 0]])
    """
    truth, score, of = truths(y_true), finite_numbers(y_score, "y_score"), grouped(groups)
    same_length(score, len(truth), "y_score")
    same_length(of.code, len(truth), "groups")
    weight = None if sample_weight is None else weights(sample_weight, len(truth))
    whole = threshold_counts(truth, score, sample_weight=weight, case=case)
    code = of.code if weight is None else of.code[weight > 0]
    if weight is not None:
        truth, score, weight = truth[weight > 0], score[weight > 0], weight[weight > 0]
    order, sizes = np.argsort(code.astype(np.int16), kind="stable"), np.bincount(code, minlength=len(of))
    truth, score = truth[order], score[order]
    weight = None if weight is None else weight[order]
    ends = np.cumsum(sizes)
    parts = [slice(end - size, end) for end, size in zip(ends.tolist(), sizes.tolist(), strict=True)]
    used = [i for i, size in enumerate(sizes.tolist()) if size]
    rows = whole.rows
    case_code = None if rows is None else rows.cases.code[order]
    counts = [
        threshold_counts(
            truth[part],
            score[part],
            sample_weight=None if weight is None else weight[part],
            case=None if case_code is None else case_code[part],
        )
        for part in (parts[i] for i in used)
    ]
    place = np.zeros(len(of), dtype=np.int64)
    place[used] = np.arange(len(used))
    return GroupCounts(tuple(of.names[i] for i in used), tuple(counts), whole, place[code])


def calibration_by_group(groups: GroupCounts, *, bins: int = 10) -> tuple[Calibration, ...]:
    """Do scores, read as probabilities, come true as often as they say in each group?

    Parameters
    ----------
    groups : GroupCounts
    bins : int from 1 to 1000

    Returns
    -------
    tuple of Calibration
        In the order of `groups.names`; see `calibration`.

    Notes
    -----
    Where rows belong to cases the bins have no interval. *Undefined when* a score of the group is not in [0, 1].

    Examples
    --------
    >>> found = group_counts([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], ["a", "a", "b", "b"])
    >>> [round(one.brier, 3) for one in calibration_by_group(found)]
    [0.325, 0.185]
    """
    return tuple(calibration(of, bins=bins) for of in groups.counts)


def _rows(rows: ScoredRows, cell: IndexArray, used: BoolArray) -> RowsInCells | None:
    """Return the cells of some rows by case; None where each of them is a case of its own, or there is none."""
    if not used.any():
        return None
    cases = numbered(rows.cases.code[used], int(np.count_nonzero(used)))
    return None if cases.count == np.count_nonzero(used) else RowsInCells(cases, lambda: cell[used])
