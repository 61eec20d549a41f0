"""The rows behind counts, where they belong to cases: what intervals by case are made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from evalcore.support.arrays import BoolArray, FloatArray, IndexArray
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
