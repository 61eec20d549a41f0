"""What is asked of whatever holds the rows: one class for each kind of engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import pandas as pd
import pyarrow as pa

from evalcore.engine.filters import Column, Filter

if TYPE_CHECKING:
    from evalcore.engine.finer import Split
    from evalcore.engine.grid import Grid
    from evalcore.engine.rows import Summary
    from evalcore.engine.tally import Table

NEGATIVE, POSITIVE, UNKNOWN = 0, 1, 2  # codes of the truth
TRUTH, GROUP, NUMBER = "truth", "group_", "number_{}"


@dataclass(frozen=True)
class Marked:
    """The truth: a column, the values of it that are positive, and those that stand for none."""

    column: str
    positive: tuple[Any, ...]
    missing: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Grouped:
    """A column by whose values rows are told apart, with the values; a group's number is its place among them."""

    column: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Scan:
    """What of each row is wanted, and of which rows.

    Batches hold, in this order: "truth" (uint8: 1, 0, or 2 where there is none), "group_" (uint16), "number_0" ...
    (float64, null where empty); of those only what is asked for.
    """

    truth: Marked | None = None
    group: Grouped | None = None
    numbers: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()


class Dialect(Protocol):
    """What an engine must be able to do; where it stands and who may reach it is its own."""

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the table."""

    def count(self, filters: Sequence[Filter] = ()) -> int:
        """How many rows there are, of those that pass."""

    def length(self) -> int:
        """How many rows there are in all; also while a question goes on."""

    def values(self, column: str, most: int) -> list[tuple[Any, int]]:
        """Return the distinct values of a column with their rows, in order; at most one more than `most`."""

    def batches(self, scan: Scan) -> Iterator[pa.RecordBatch]:
        """Yield the rows, in any order."""

    def sums_by_case(self, scan: Scan, case: str, threshold: float) -> list[int]:
        """Return the number of cases, the sums over them of their tp, fp, fn and tn, and those of the 10 products.

        Products in the order tp tp, tp fp, tp fn, tp tn, fp fp, fp fn, ...; without rows that cannot be used.
        """

    def cases_in_cells(self, scan: Scan, case: str, place: int, threshold: float, most: int) -> list[list[int]]:
        """Return how many rows cases have of tp, fn, fp and tn by a number, and how many cases have as many.

        Of cases with the same four there is one entry; at most one more than `most`. Rows without a case are left out.
        """

    def head(self, n: int) -> pd.DataFrame:
        """Return some rows as they are; also while a question goes on."""

    def page(self, filters: Sequence[Filter], by: str, first: int, n: int) -> pd.DataFrame:
        """Return whole rows, highest `by` first; the same each time, also where rows are tied."""

    @property
    def interrupt(self) -> Callable[[], None]:
        """Ends, from another thread, what is done now."""


@runtime_checkable
class GroupsCells(Protocol):
    """What an engine can do besides that counts by cell itself, so that no row leaves it."""

    def summary(self, scan: Scan) -> Summary:
        """Return how many rows there are, which are left out and why, and the ends of each number among the others."""

    def cells(self, scan: Scan, place: int, grid: Grid, weight: int | None) -> Mapping[int | None, Table]:
        """Return the cells of a number, for each group by its place among the values, or for all rows by None."""

    def finer(self, scan: Scan, place: int, grid: Grid, path: Sequence[Split], weight: int | None) -> Table:
        """Return the parts of the cells that the last round of a path cuts."""
