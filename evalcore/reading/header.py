"""Whether a table begins with the names of its columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pyarrow as pa

from evalcore.errors import Message
from evalcore.support.text import listed

_NUMBER = re.compile(r"\s*[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?\s*[%％]?\s*")
_FIRST_ROWS = 200


def is_a_row(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first line is a row like those below: numbers over numbers, and text that stands below again.

    >>> is_a_row(["1", "0.9"], [["0", "0.2"]]), is_a_row(["y", "score"], [["0", "0.2"]])
    (True, False)
    """
    if len(first) < 2 or not below or any(not cell.strip() for cell in first):
        return False
    columns = [{row[i].strip() for row in below if i < len(row)} for i in range(len(first))]
    numbers = [_NUMBER.fullmatch(cell) is not None for cell in first]
    if all(numbers):
        return not _counts_columns(first, columns)
    text = [i for i, is_number in enumerate(numbers) if not is_number]
    if not any(numbers) and any(_NUMBER.fullmatch(cell) for cells in columns for cell in cells):
        return False
    return len(below) > 1 and all(first[i].strip() in columns[i] for i in text)


def _counts_columns(first: Sequence[str], columns: Sequence[set[str]]) -> bool:
    """Tell whether these are the names 0, 1, 2 that a table without names is saved under."""
    if [cell.strip() for cell in first] != [str(i) for i in range(len(first))]:
        return False
    return len(first) > 2 or any(cell and not cell.isdigit() for cells in columns for cell in cells)


def made_names(count: int) -> list[str]:
    """Return names for columns that have none."""
    return [f"column {i + 1}" for i in range(count)]


def no_names(count: int) -> Message:
    """Return the note on a table without names."""
    return Message(
        "The first line holds values, not names; it was read as a row, and the columns are called {columns}.",
        {"columns": listed(made_names(count))},
    )


def with_first_row(table: pa.Table, notes: list[Message]) -> pa.Table:
    """Return a table of a workbook whose first row was taken for names with that row in its place, if it is one."""
    first = table.column_names
    below = [[_as_text(cell) for cell in row] for row in _rows(table)]
    if not is_a_row(first, below):
        return table
    notes.append(no_names(len(first)))
    columns = [_put_before(name, table.column(i)) for i, name in enumerate(first)]
    return pa.table(columns, names=made_names(len(first)))


def _as_text(cell: object) -> str:
    return "" if cell is None else f"{cell:.15g}" if isinstance(cell, float) else str(cell)


def _rows(table: pa.Table) -> list[list[object]]:
    some = table.slice(0, _FIRST_ROWS)
    return [list(row) for row in zip(*(column.to_pylist() for column in some.columns), strict=True)]


def _put_before(cell: str, column: pa.ChunkedArray) -> pa.ChunkedArray:
    kind = column.type
    if pa.types.is_integer(kind) and not cell.lstrip("-").isdigit():
        kind = pa.float64()
    if pa.types.is_integer(kind):
        value: object = int(cell)
    elif pa.types.is_floating(kind) and _NUMBER.fullmatch(cell):
        value = float(cell)
    else:
        value, kind = cell, pa.string()
        column = pa.chunked_array([pa.array(["" if c is None else str(c) for c in column.to_pylist()], kind)])
    return pa.chunked_array([pa.array([value], kind), *column.cast(kind).chunks], kind)
