"""A file that is kept as its bytes: a process of its own reads it batch by batch, and DuckDB sees plain columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import duckdb
import pandas as pd
import pyarrow as pa

from evalcore.engine.dialect import Scan
from evalcore.engine.duck import TABLE, Duck, quoted
from evalcore.engine.filters import Filter
from evalcore.engine.limits import Limits
from evalcore.errors import InputError
from evalcore.reading import Streamed


class Streaming(Duck):
    """The rows of a file in memory, each scan from a process that ends with it.

    Parameters
    ----------
    file : Streamed
    limits : Limits
    """

    def __init__(self, file: Streamed, limits: Limits) -> None:
        self._file = file
        super().__init__(file.layout.schema().empty_table(), limits)

    @property
    def interrupt(self) -> Callable[[], None]:
        """Ends, from another thread, what is done now."""

        def end() -> None:
            """End both: the query may be waiting for rows."""
            self._connection.interrupt()
            self._file.stop()

        return end

    def count(self, filters: Sequence[Filter] = ()) -> int:
        """How many rows there are, of those that pass."""
        if not filters:
            return self.length()
        with self._told():
            return super().count(filters)

    def length(self) -> int:
        """How many rows there are in all."""
        return self._file.layout.n_rows

    def head(self, n: int) -> pd.DataFrame:
        """Return the first rows, a thousand at most."""
        found: pd.DataFrame = self._file.head.slice(0, n).to_pandas()
        return found

    def values(self, column: str, most: int) -> list[tuple[Any, int]]:
        """Return the distinct values of a column with their rows, in order; at most one more than `most`."""
        with self._told():
            return super().values(column, most)

    def batches(self, scan: Scan) -> Iterator[pa.RecordBatch]:
        """Yield the rows, in any order."""
        with self._told():
            yield from super().batches(scan)

    def sums_by_case(self, scan: Scan, case: str, threshold: float) -> list[int]:
        """Return the number of cases, and the sums over them of their counts and of the products of these."""
        with self._told():
            return super().sums_by_case(scan, case, threshold)

    def cases_in_cells(self, scan: Scan, case: str, place: int, threshold: float, most: int) -> list[list[int]]:
        """Return how many rows cases have of tp, fn, fp and tn by a number, and how many cases have as many."""
        with self._told():
            return super().cases_in_cells(scan, case, place, threshold, most)

    def page(self, filters: Sequence[Filter], by: str, first: int, n: int) -> pd.DataFrame:
        """Return whole rows, highest `by` first; the same each time."""
        with self._told():
            return super().page(filters, by, first, n)

    def _run(
        self, query: str, values: Sequence[Any] = (), on: duckdb.DuckDBPyConnection | None = None
    ) -> duckdb.DuckDBPyConnection:
        """Run one query over a new reading of the columns that it names."""
        if query.startswith("DESCRIBE"):
            return super()._run(query, values, on)
        columns = list(self._file.layout.columns)
        # A few too many where a name holds another one do no harm, and a reading has at least one.
        named = columns if "SELECT *" in query else [name for name in columns if quoted(name) in query]
        named = named or columns[:1]
        reader = pa.RecordBatchReader.from_batches(self._file.layout.schema(named), self._file.batches(named))
        self._connection.register(TABLE, reader)
        return super()._run(query, values, on)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say why the rows have ended, where the file is why; the process that reads it ends in any case."""
        self._file.refusal, self._file.is_stopped = None, False
        try:
            yield
        except InputError as problem:
            if self._file.is_stopped:
                raise InterruptedError from None
            raise self._file.refusal or problem from None
        finally:
            self._file.stop()
            self._connection.register(TABLE, self._file.layout.schema().empty_table())
