"""Any table of Ibis as the engine: Spark, PostgreSQL, BigQuery, Snowflake and others count by cell where the rows lie.

Who may read what there is settled by the connection that the caller has made.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from typing import Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa

from evalcore.engine.dialect import GROUP, NEGATIVE, NUMBER, POSITIVE, TRUTH, UNKNOWN, Scan
from evalcore.engine.filters import KNOWN, MISSING, Column, Filter, Kind
from evalcore.engine.finer import Split
from evalcore.engine.grid import Grid
from evalcore.engine.paths import in_engine
from evalcore.engine.rows import EMPTY, INFINITE, NO_TRUTH, NOT_A_NUMBER, LeftOut, Summary
from evalcore.engine.tally import Table
from evalcore.errors import InputError

_BATCH: Final = 1 << 18
_COMPARE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda column, values: column.isin(list(values)),
    "not in": lambda column, values: column.notin(list(values)),
}


class Warehouse:
    """One table of Ibis.

    Parameters
    ----------
    table : ibis.Table
    """

    def __init__(self, table: Any) -> None:
        self._table = table
        self.columns: tuple[Column, ...] = tuple(
            Column(str(name), _kind(type_), str(type_)) for name, type_ in table.schema().items()
        )

    def interrupt(self) -> None:
        """Do nothing: Ibis has no common way to stop a query; the question ends with the batch that is read."""

    def count(self, filters: Sequence[Filter] = ()) -> int:
        """How many rows there are, of those that pass."""
        return int(self._ask(self._kept(filters).count()))

    def length(self) -> int:
        """How many rows there are in all."""
        return self.count()

    def values(self, column: str, most: int) -> list[tuple[Any, int]]:
        """Return the distinct values of a column with their rows, in order; at most one more than `most`."""
        found = self._table.group_by(held=self._table[column]).agg(rows=lambda t: t.count())
        rows = self._ask(found.order_by("held").limit(most + 1)).to_pylist()
        return [(row["held"], int(row["rows"])) for row in rows]

    def batches(self, scan: Scan) -> Iterator[pa.RecordBatch]:
        """Yield the rows, in any order."""
        selected = self._selected(scan)
        if scan.group is not None:
            import ibis  # noqa: PLC0415 - an extra

            column = selected["held"]
            cases = [(column.isnull() if v is None else column == v, i) for i, v in enumerate(scan.group.values)]
            selected = selected.mutate(**{GROUP: ibis.cases(*cases, else_=0).cast("uint16")}).drop("held")
        yield from selected.to_pyarrow_batches(chunk_size=_BATCH)

    def head(self, n: int) -> pd.DataFrame:
        """Return some rows as they are."""
        found: pd.DataFrame = self._ask(self._table.limit(n)).to_pandas()
        return found

    def page(self, filters: Sequence[Filter], by: str, first: int, n: int) -> pd.DataFrame:
        """Return whole rows, highest `by` first; the same each time."""
        kept = self._kept(filters)
        order = [kept[by].desc(), *(kept[column.name] for column in self.columns if column.name != by)]
        found: pd.DataFrame = self._ask(kept.order_by(order).limit(n, offset=first)).to_pandas()
        return found

    def sums_by_case(self, scan: Scan, case: str, threshold: float) -> list[int]:
        """Return the number of cases, the sums over them of their tp, fp, fn and tn, and those of the 10 products."""
        each = self._each_case(scan, case, 0, threshold)
        sums = {f"s{i}": each[f"c{i}"].sum() for i in range(4)}
        products = {f"p{i}{j}": (each[f"c{i}"] * each[f"c{j}"]).sum() for i in range(4) for j in range(i, 4)}
        (row,) = self._ask(each.agg(n=each.count(), **sums, **products)).to_pylist()
        return [int(value or 0) for value in row.values()]

    def cases_in_cells(self, scan: Scan, case: str, place: int, threshold: float, most: int) -> list[list[int]]:
        """Return how many rows cases have of tp, fn, fp and tn by a number, and how many cases have as many."""
        each = self._each_case(scan, case, place, threshold)
        kinds = each.group_by(["c0", "c2", "c1", "c3"]).agg(times=each.count())
        return [[int(one) for one in row.values()] for row in self._ask(kinds.limit(most + 1)).to_pylist()]

    def _each_case(self, scan: Scan, case: str, place: int, threshold: float) -> Any:
        """Return the tp, fp, fn and tn of each case by a number."""
        used = self._used(scan, case=case)
        above, positive = used[NUMBER.format(place)] >= threshold, used[TRUTH] == POSITIVE
        cells = (above & positive, above & ~positive, ~above & positive, ~above & ~positive)
        return used.group_by("case_").agg(**{f"c{i}": cell.cast("int64").sum() for i, cell in enumerate(cells)})

    def summary(self, scan: Scan) -> Summary:
        """Return how many rows there are, which are left out and why, and the ends of each number among the others."""
        rows = self._selected(scan)
        reasons: list[tuple[str, Any, Any]] = (
            [(scan.truth.column, NO_TRUTH, rows[TRUTH] == UNKNOWN)] if scan.truth else []
        )
        for i, name in enumerate(scan.numbers):
            number = rows[NUMBER.format(i)]
            known = number.notnull()
            reasons += [(name, EMPTY, ~known), (name, NOT_A_NUMBER, known & number.isnan())]
            reasons += [(name, INFINITE, known & ~number.isnan() & ~_is_finite(number))]
        counts, before = {}, None
        for i, (_name, _reason, holds) in enumerate(reasons):
            first = holds if before is None else holds & ~before
            counts[f"r{i}"] = first.cast("int64").sum()
            before = holds if before is None else before | holds
        used = self._used(scan)
        ends = {
            f"{end}{i}": getattr(used[NUMBER.format(i)], end)()
            for i in range(len(scan.numbers))
            for end in ("min", "max")
        }
        (left_out,) = self._ask(rows.agg(n=rows.count(), **counts)).to_pylist()
        (found,) = self._ask(used.agg(**ends)).to_pylist()
        dropped = [LeftOut(name, reason, int(left_out[f"r{i}"] or 0)) for i, (name, reason, _h) in enumerate(reasons)]
        ranges = [(found[f"min{i}"], found[f"max{i}"]) for i in range(len(scan.numbers))]
        return Summary(int(left_out["n"]), tuple(one for one in dropped if one.count), tuple(ranges))

    def cells(self, scan: Scan, place: int, grid: Grid, weight: int | None) -> dict[Any, Table]:
        """Return the cells of a number by one GROUP BY: of each group its value and table, of all rows that of None."""
        found = self._grouped(self._in_cells(scan, place, grid, weight), scan)
        table = _table(found, weighted=weight is not None)
        if scan.group is None:
            return {None: _sorted(table)}
        values = found["held"].to_pylist()
        return {
            place: _sorted(table.take(np.array([one == value for one in values], dtype=np.bool_)))
            for place, value in enumerate(scan.group.values)
        }

    def finer(self, scan: Scan, place: int, grid: Grid, path: Sequence[Split], weight: int | None) -> Table:
        """Return the parts of the cells that the last round of a path cuts, by one GROUP BY."""
        import ibis  # noqa: PLC0415 - an extra

        rows = in_engine(ibis, self._in_cells(scan, place, grid, weight), grid, path)
        return _sorted(_table(self._grouped(rows, scan), weighted=weight is not None))

    def _grouped(self, rows: Any, scan: Scan) -> Any:
        by = ["cell", *(["held"] if scan.group is not None else [])]
        grouped = rows.group_by(by).agg(
            low=rows["score_"].min(),
            high=rows["score_"].max(),
            n_pos=rows["pos"].sum(),
            n_neg=rows["neg"].sum(),
        )
        return self._ask(grouped)

    def _in_cells(self, scan: Scan, place: int, grid: Grid, weight: int | None) -> Any:
        """Return the rows in use with the score, its cell, and what each counts as positive and as negative."""
        import ibis  # noqa: PLC0415 - an extra

        rows = self._used(scan)
        if weight is not None:
            rows = rows.filter(rows[NUMBER.format(weight)] > 0)
        score = rows[NUMBER.format(place)]
        # Rows with others are left out above, but DuckDB may reckon before it leaves out.
        score = ibis.ifelse(_is_finite(score), score, 0.0)
        power = 2.0**grid.digits if grid.binary else float(10 ** abs(grid.digits))
        cell = (score * power if grid.binary or grid.digits >= 0 else score / power).floor()
        if not grid.binary:
            up = score >= _border(cell + 1, grid.digits, power)
            down = score < _border(cell, grid.digits, power)
            cell = cell + up.cast("int64") - down.cast("int64")
        size = rows[NUMBER.format(weight)] if weight is not None else 1
        positive = (rows[TRUTH] == POSITIVE).cast("int64")
        return rows.mutate(cell=cell.cast("int64"), pos=positive * size, neg=(1 - positive) * size, score_=score)

    def _kept(self, filters: Sequence[Filter]) -> Any:
        """Return the rows that pass."""
        kept = self._table
        for one in filters:
            column = kept[one.column]
            is_float = column.type().is_floating()
            if one.comparison in (MISSING, KNOWN):
                empty = column.isnull() | column.isnan() if is_float else column.isnull()
                kept = kept.filter(empty if one.comparison == MISSING else ~empty)
                continue
            kept = kept.filter(_COMPARE[one.comparison](column, one.value))
            if is_float:
                kept = kept.filter(~kept[one.column].isnan())
        return kept

    def _selected(self, scan: Scan, case: str | None = None) -> Any:
        """Return the truth as 1, 0 or 2, the value of the group, and the numbers."""
        import ibis  # noqa: PLC0415 - an extra

        rows = self._kept(scan.filters)
        wanted: dict[str, Any] = {}
        if scan.truth is not None:
            column = rows[scan.truth.column]
            missing = column.isnull()
            if scan.truth.missing:
                missing = missing | column.isin(list(scan.truth.missing))
            positive = column.isin(list(scan.truth.positive)) if scan.truth.positive else ibis.literal(False)
            code = ibis.cases((missing, UNKNOWN), (positive, POSITIVE), else_=NEGATIVE)
            wanted[TRUTH] = code.cast("uint8")
        if scan.group is not None:
            wanted["held"] = rows[scan.group.column]
        if case is not None:
            wanted["case_"] = rows[case]
        wanted |= {NUMBER.format(i): rows[name].cast("float64") for i, name in enumerate(scan.numbers)}
        return rows.select(**wanted)

    def _used(self, scan: Scan, case: str | None = None) -> Any:
        """Return the rows of which nothing is missing."""
        rows = self._selected(scan, case)
        numbers = [rows[NUMBER.format(i)] for i in range(len(scan.numbers))]
        good = [number.notnull() & ~number.isnan() & _is_finite(number) for number in numbers]
        good += [rows[TRUTH] != UNKNOWN] if scan.truth is not None else []
        good += [rows["case_"].notnull()] if case is not None else []
        return rows.filter(reduce(operator.and_, good))

    def _ask(self, expression: Any) -> Any:
        """Return what an expression comes to; of a table a pyarrow Table."""
        try:
            found = expression.to_pyarrow()
        except Exception as problem:  # each engine has its own, and all become one sentence
            raise InputError(
                "The source must be readable from its first row to its last; reading it ended with '{kind}'. Check the "
                "file, or its columns' types.",
                kind=type(problem).__name__,
            ) from problem
        return found.as_py() if isinstance(found, pa.Scalar) else found


def _is_finite(number: Any) -> Any:
    # Not `isinf`: its negation let infinite numbers through on Spark with Ibis 12.
    return number.abs() <= float(np.finfo(np.float64).max)


def _border(cell: Any, digits: int, power: float) -> Any:
    return cell / power if digits >= 0 else cell * power


def _table(found: Any, *, weighted: bool) -> Table:
    kind = np.float64 if weighted else np.int64
    low, high = (found[name].to_numpy() + 0.0 for name in ("low", "high"))
    return Table(low, high, *(found[name].to_numpy().astype(kind) for name in ("n_pos", "n_neg")))


def _sorted(table: Table) -> Table:
    return table.take(np.argsort(table.low))


def _kind(type_: Any) -> Kind:
    if type_.is_boolean():
        return "bool"
    if type_.is_numeric():
        return "number"
    if type_.is_string():
        return "text"
    return "time" if type_.is_temporal() else "other"
