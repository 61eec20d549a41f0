"""DuckDB as the engine: files are scanned where they lie, by a connection that can reach nothing else."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import duckdb
import pandas as pd
import pyarrow as pa

from evalcore.engine.dialect import GROUP, NEGATIVE, NUMBER, POSITIVE, TRUTH, UNKNOWN, Marked, Scan
from evalcore.engine.files import Files
from evalcore.engine.filters import KNOWN, MISSING, Column, Filter, Kind
from evalcore.engine.limits import Limits
from evalcore.errors import InputError
from evalcore.support.text import MISSING_WORDS, shown

TABLE: Final = "source_rows"
_SAMPLE: Final = 200_000  # rows of a text file that tell what its columns hold
_BATCH: Final = 1 << 18  # rows: as many as the processor's cache holds while they are counted
_SIGNS: Final = {"==": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "in": "IN", "not in": "NOT IN"}
_ABOVE: Final = (">", ">=", "!=", "not in")  # NaN is above all numbers in some engines and below in others
_KINDS: Final[tuple[tuple[str, Kind], ...]] = (
    (r"BOOLEAN", "bool"),
    (r"U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL\(\d+,\d+\)", "number"),
    (r"VARCHAR|ENUM\(.*\)|UUID", "text"),
    (r"DATE|TIME|TIMESTAMP.*", "time"),
)
_LOCKED: Final[dict[str, Any]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "temp_directory": "",
}
_LOCK: Final = ("SET enable_external_access = false", "SET lock_configuration = true")


class Duck:
    """One table that DuckDB reads: files, a table of a DuckDB file, or a table in memory."""

    def __init__(self, files: Files | pa.Table, limits: Limits, *, table: str | None = None) -> None:
        self._looking = threading.Lock()
        config = {**_LOCKED, "memory_limit": f"{limits.memory >> 20}MiB", "threads": limits.threads}
        with _said():
            self._connection = duckdb.connect(":memory:", config=config)
            if isinstance(files, pa.Table):
                self._connection.register(TABLE, files)
            else:
                self._open(files, table)
            self._aside = self._connection.cursor()  # for a look beside a question that goes on
            if isinstance(files, pa.Table):
                self._aside.register(TABLE, files)
            for setting in _LOCK:
                self._connection.execute(setting)
            described = self._all(f"DESCRIBE SELECT * FROM {TABLE}")
        self.columns: tuple[Column, ...] = tuple(
            Column(str(name), _kind(str(type_)), str(type_)) for name, type_, *_ in described
        )

    @property
    def interrupt(self) -> Callable[[], None]:
        """Ends, from another thread, what is done now."""
        return self._connection.interrupt

    def count(self, filters: Sequence[Filter] = ()) -> int:
        """How many rows there are, of those that pass."""
        condition, values = self._where(filters)
        return int(self._all(f"SELECT count(*) FROM {TABLE}{condition}", values)[0][0])

    def values(self, column: str, most: int) -> list[tuple[Any, int]]:
        """Return the distinct values of a column with their rows, in order; at most one more than `most`."""
        name = self._text_or_value(column)
        query = f"SELECT {name}, count(*) FROM {TABLE} GROUP BY 1 ORDER BY 1 LIMIT {int(most) + 1}"
        return [(value, int(count)) for value, count in self._all(query)]

    def batches(self, scan: Scan) -> Iterator[pa.RecordBatch]:
        """Yield the rows, in any order."""
        wanted, joined, values = [], "", list[Any]()
        if scan.truth is not None:
            text, given = self._truth(scan.truth)
            wanted.append(text)
            values += given
        if scan.group is not None:
            wanted.append(f"coded.place::USMALLINT AS {GROUP}")
        wanted += [f"{quoted(name)}::DOUBLE AS {NUMBER.format(i)}" for i, name in enumerate(scan.numbers)]
        if scan.group is not None:
            column = self._text_or_value(scan.group.column)
            joined = (
                " JOIN (SELECT unnest(?) AS held, unnest(range(?)) AS place) AS coded "
                f"ON {column} IS NOT DISTINCT FROM coded.held"
            )
            values += [list(scan.group.values), len(scan.group.values)]
        condition, more = self._where(scan.filters)
        query = f"SELECT {', '.join(wanted)} FROM {TABLE}{joined}{condition}"
        with _said():
            reader = self._run(query, values + more).to_arrow_reader(_BATCH)
            try:
                yield from reader
            finally:
                reader.close()

    def sums_by_case(self, scan: Scan, case: str, threshold: float) -> list[int]:
        """Return the number of cases, the sums over them of their tp, fp, fn and tn, and those of the 10 products."""
        cases, given = self._each_case(scan, case, 0)
        pairs = [f"sum(c{i} * c{j})" for i in range(4) for j in range(i, 4)]
        query = f"SELECT count(*), {', '.join([*(f'sum(c{i})' for i in range(4)), *pairs])} FROM ({cases})"
        return [int(one or 0) for one in self._all(query, [*[threshold] * 4, *given])[0]]

    def cases_in_cells(self, scan: Scan, case: str, place: int, threshold: float, most: int) -> list[list[int]]:
        """Return how many rows cases have of tp, fn, fp and tn by a number, and how many cases have as many."""
        cases, given = self._each_case(scan, case, place)
        query = f"SELECT c0, c2, c1, c3, count(*) FROM ({cases}) GROUP BY ALL ORDER BY ALL LIMIT {int(most) + 1}"
        return [[int(one) for one in row] for row in self._all(query, [*[threshold] * 4, *given])]

    def _each_case(self, scan: Scan, case: str, place: int) -> tuple[str, list[Any]]:
        """Return what counts the tp, fp, fn and tn of each case by a number; the threshold comes four times before."""
        assert scan.truth is not None
        truth, given = self._truth(scan.truth)
        condition, more = self._where((*scan.filters, *(Filter(name, KNOWN) for name in (case, *scan.numbers))))
        numbers = [f"{quoted(name)}::DOUBLE AS {NUMBER.format(i)}" for i, name in enumerate(scan.numbers)]
        rows = f"SELECT {self._text_or_value(case)} AS held, {truth}, {', '.join(numbers)} FROM {TABLE}{condition}"
        score = NUMBER.format(place)
        cells = [f"{score} {sign} ? AND truth = {code}" for sign in (">=", "<") for code in (POSITIVE, NEGATIVE)]
        counts = ", ".join(f"(count(*) FILTER ({cell}))::HUGEINT AS c{i}" for i, cell in enumerate(cells))
        finite = " AND ".join(f"isfinite({NUMBER.format(i)})" for i in range(len(numbers)))
        return f"SELECT {counts} FROM ({rows}) WHERE truth < 2 AND {finite} GROUP BY held", [*given, *more]

    def head(self, n: int) -> pd.DataFrame:
        """Return some rows as they are; also while a question goes on."""
        with _said(), self._looking:
            found: pd.DataFrame = self._run(f"SELECT * FROM {TABLE} LIMIT {int(n)}", on=self._aside).df()
        return found

    def length(self) -> int:
        """How many rows there are; also while a question goes on."""
        with _said(), self._looking:
            return int(self._run(f"SELECT count(*) FROM {TABLE}", on=self._aside).fetchall()[0][0])

    def page(self, filters: Sequence[Filter], by: str, first: int, n: int) -> pd.DataFrame:
        """Return whole rows, highest `by` first; the same each time: rows tied in all columns are the same rows."""
        condition, values = self._where(filters)
        order = ", ".join(quoted(column.name) for column in self.columns)
        query = (
            f"SELECT * FROM {TABLE}{condition} ORDER BY {quoted(by)} DESC, {order} LIMIT {int(n)} OFFSET {int(first)}"
        )
        with _said():
            found: pd.DataFrame = self._run(query, values).df()
        return found

    def close(self) -> None:
        """Let the files go."""
        self._connection.close()

    def _open(self, files: Files, table: str | None) -> None:
        """Make the table of the files, and allow these files alone."""
        paths = [str(path) for path in files.paths]
        if files.format == "duckdb":
            self._connection.execute(f"ATTACH {_text(paths[0])} AS attached (READ_ONLY)")
            names = [str(row[0]) for row in self._all("SELECT table_name FROM duckdb_tables() ORDER BY 1")]
            if table is None and len(names) == 1:
                table = names[0]
            if table not in names:
                raise InputError(
                    "The table must be one of those in the file, {tables}; got '{table}'. Name one of them.",
                    tables=", ".join(shown(name) for name in names),
                    table=shown(table or ""),
                )
            origin = f"attached.{quoted(table)}"
        else:
            allowed = ", ".join(map(_text, paths))
            self._connection.execute(f"SET allowed_paths = [{allowed}]")
            words = ", ".join(map(_text, MISSING_WORDS))
            origin = (
                f"read_parquet([{allowed}], union_by_name = true)"
                if files.format == "parquet"
                else f"read_csv([{allowed}], union_by_name = true, nullstr = [{words}], sample_size = {_SAMPLE})"
            )
        wanted = self._numbers_of_text(origin) if files.format == "csv" else "*"
        self._connection.execute(f"CREATE VIEW {TABLE} AS SELECT {wanted} FROM {origin}")

    def _numbers_of_text(self, origin: str) -> str:
        """Return the columns of a text file, as numbers also where some are written inf or NaN."""
        texts = [
            quoted(str(name)) for name, type_, *_ in self._all(f"DESCRIBE SELECT * FROM {origin}") if type_ == "VARCHAR"
        ]
        if not texts:
            return "*"
        tests = [f"count({name}) > 0 AND count(TRY_CAST({name} AS DOUBLE)) = count({name})" for name in texts]
        found = self._all(f"SELECT {', '.join(tests)} FROM (SELECT * FROM {origin} LIMIT {_SAMPLE})")[0]
        numbers = [f"{name}::DOUBLE AS {name}" for name, is_number in zip(texts, found, strict=True) if is_number]
        return f"* REPLACE ({', '.join(numbers)})" if numbers else "*"

    def _all(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with _said():
            found: list[tuple[Any, ...]] = self._run(query, values).fetchall()
        return found

    def _run(
        self, query: str, values: Sequence[Any] = (), on: duckdb.DuckDBPyConnection | None = None
    ) -> duckdb.DuckDBPyConnection:
        """Run one query that reads; whatever else it may be is refused before it begins."""
        statements = self._connection.extract_statements(query)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise ValueError("only one SELECT at a time is run")
        return (on or self._connection).execute(statements[0], list(values))

    def _kind_of(self, name: str) -> Kind:
        return next(column.kind for column in self.columns if column.name == name)

    def _text_or_value(self, name: str) -> str:
        """Return a column; values of an enumeration and the like as text."""
        cast = "::VARCHAR" if self._kind_of(name) == "text" else ""
        return f"{quoted(name)}{cast}"

    def _truth(self, truth: Marked) -> tuple[str, list[Any]]:
        """Return the truth as 1, 0, or 2 where there is none."""
        column = self._text_or_value(truth.column)
        if self._kind_of(truth.column) == "bool" and truth.positive:
            return f"coalesce(({column} = ?)::UTINYINT, 2) AS {TRUTH}", [truth.positive[0]]
        cases = [
            (f"{column} IN ({', '.join('?' * len(listed))})", code, listed)
            for listed, code in ((truth.positive, POSITIVE), (truth.missing, UNKNOWN))
            if listed
        ]
        whens = "".join(f" WHEN {condition} THEN {code}" for condition, code, _listed in cases)
        given = [value for *_case, listed in cases for value in listed]
        return f"(CASE{whens} WHEN {column} IS NULL THEN {UNKNOWN} ELSE {NEGATIVE} END)::UTINYINT AS {TRUTH}", given

    def _where(self, filters: Sequence[Filter]) -> tuple[str, list[Any]]:
        """Return the condition, its values as parameters."""
        parts, values = list[str](), list[Any]()
        for one in filters:
            column = next(column for column in self.columns if column.name == one.column)
            name, is_float = self._text_or_value(column.name), column.type in ("FLOAT", "DOUBLE")
            if one.comparison in (MISSING, KNOWN):
                empty = f"({name} IS NULL OR isnan({name}))" if is_float else f"{name} IS NULL"
                parts.append(empty if one.comparison == MISSING else f"NOT {empty}")
                continue
            if column.kind == "bool" and not isinstance(one.value, bool | tuple):  # True and False as a score
                name = f"{name}::DOUBLE"
            given = list(one.value) if one.comparison in ("in", "not in") else [one.value]
            marks = ", ".join("?" * len(given))
            marks = f"({marks})" if one.comparison in ("in", "not in") else marks
            parts.append(f"{name} {_SIGNS[one.comparison]} {marks}")
            if is_float and one.comparison in _ABOVE:
                parts.append(f"NOT isnan({name})")
            values += given
        return (" WHERE " + " AND ".join(parts) if parts else ""), values


def _kind(type_: str) -> Kind:
    return next((kind for pattern, kind in _KINDS if re.fullmatch(pattern, type_, re.DOTALL)), "other")


def quoted(name: str) -> str:
    """Return a name that stays one, whatever it holds.

    >>> print(quoted('a";drop table t;--'))
    "a"";drop table t;--"
    """
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def _text(value: str) -> str:
    """Return a text as SQL writes it, for settings, which take no parameters."""
    doubled = value.replace("'", "''")
    return f"'{doubled}'"


@contextmanager
def _said() -> Iterator[None]:
    """Say in one sentence what DuckDB could not do; its own text may hold paths of the server."""
    try:
        yield
    except duckdb.InterruptException:
        raise InterruptedError from None
    except (duckdb.OutOfMemoryException, MemoryError):
        raise InputError(
            "The question must find room in the memory it may take; it did not. Ask for fewer groups, or have the "
            "limit raised."
        ) from None
    except (duckdb.Error, pa.ArrowException, OSError) as problem:
        if "INTERRUPT" in str(problem):
            raise InterruptedError from None
        raise InputError(
            "The source must be readable from its first row to its last; reading it ended with '{kind}'. Check the "
            "file, or its columns' types.",
            kind=type(problem).__name__,
        ) from problem
