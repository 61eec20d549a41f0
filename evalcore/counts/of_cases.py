"""The rows behind counts, where they belong to cases: what intervals by case are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evalcore.support.arrays import BoolArray, FloatArray, IndexArray, IntArray, frozen
from evalcore.support.cases import Cases
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False)
class ScoredRows(Result):
    """The rows of a table of thresholds, and to which cases they belong.

    Parameters
    ----------
    truth : (n,) bool
    score : (n,) float64
    cases : Cases
        At least one of them has several rows.
    """

    truth: BoolArray
    score: FloatArray
    cases: Cases


@dataclass(frozen=True, eq=False)
class RowsInCells(Result):
    """In which cell of a matrix each row lies, and to which case it belongs.

    Parameters
    ----------
    cases : Cases
        At least one of them has several rows.
    find : callable
        Returns for each row its place in `table.ravel()`; asked once, when an interval needs it.
    """

    cases: Cases
    find: Callable[[], IndexArray]

    @cached_property
    def cell(self) -> IndexArray:
        """The place of each row in `table.ravel()`."""
        return self.find()

    def moved(self, move: Callable[[IndexArray], IndexArray]) -> RowsInCells:
        """Return the same rows in the cells of another matrix."""
        return RowsInCells(self.cases, lambda: move(self.cell))


@dataclass(frozen=True, eq=False)
class CasesInCells(Result):
    """How many rows cases have in the four cells of a matrix, where the rows themselves are elsewhere.

    Parameters
    ----------
    n : (kinds, 4) int64
        Rows in `table.ravel()`, that is TP, FN, FP and TN, of each kind of case there is.
    times : (kinds,) int64 >= 1
        How many cases are of that kind.
    """

    n: IntArray
    times: IntArray

    def __post_init__(self) -> None:
        for array in (self.n, self.times):
            frozen(array)

    @property
    def table(self) -> IntArray:
        """All rows by cell, (2, 2)."""
        return np.asarray(self.times @ self.n).reshape(2, 2)

    @property
    def one_each(self) -> IntArray | None:
        """The table of one row a case if each case has one, or as many copies of one as all others; else None."""
        sizes = self.n.sum(axis=1)
        if sizes.min() != sizes.max() or (np.count_nonzero(self.n, axis=1) > 1).any():
            return None
        return np.asarray(self.times @ (self.n > 0)).reshape(2, 2)

    def swapped(self) -> CasesInCells:
        """Return the same with the other class as the positive one."""
        return CasesInCells(self.n[:, ::-1].copy(), self.times)

    def of_other_class(self) -> CasesInCells:
        """Return the same rows with the other class looked for by the same decisions: scores are not turned over."""
        return CasesInCells(self.n[:, [2, 3, 0, 1]], self.times)


Known = Mapping[float, CasesInCells]  # by the threshold at which it was asked for
