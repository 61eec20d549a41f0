"""Columns of any Arrow type to the four kinds that predictions are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import pyarrow as pa
import pyarrow.compute as pc

from evalcore.errors import InputError, Message
from evalcore.reading.conditions import (
    COLUMN_LIMIT,
    Conditions,
    TooLargeError,
    check_memory,
    gigabytes,
    too_many_columns,
)
from evalcore.support.text import listed, shown

_LONGEST_TEXT = 2**31 - 1  # bytes in one piece of Arrow's string type, whose places are 32-bit numbers

_LONGEST_DATE = 64  # characters


def plain_table(table: pa.Table, conditions: Conditions, notes: list[Message]) -> pa.Table:
    """Return the table as bool, int64, float64 and text under clean names; note the columns that are none of these."""
    table = _named(table)
    if table.num_rows == 0 and table.num_columns > 0:
        raise no_rows()
    columns, others = {}, []
    room = conditions.limits.table
    for name in table.column_names:
        column = _plain(table.column(name), name, conditions)
        if column is None:
            others.append(name)
            continue
        room -= column.nbytes
        if room < 0:
            raise _text_too_large(name, conditions.limits.table - room, conditions)
        columns[name] = in_one_piece(column) if conditions.in_process else column
    if others:
        notes.append(left_out(others))
    if not columns:
        raise InputError("The table must have a column of numbers or text; it has none. Save the table as CSV.")
    return pa.table(columns)


def in_one_piece(column: pa.ChunkedArray) -> pa.ChunkedArray | pa.Array:
    """Return a column as pandas can use it where it lies, so that whoever receives it need not copy it."""
    if pa.types.is_floating(column.type) and column.null_count:
        column = column.fill_null(float("nan"))
    return column.combine_chunks() if column.num_chunks != 1 else column


def nested(columns: Iterable[str]) -> Message:
    """Return the note on columns that are left in the file."""
    return Message("These columns hold lists or structs and were left out: {columns}.", _names(columns))


def left_out(columns: Iterable[str]) -> Message:
    """Return the note on columns that are neither numbers nor text."""
    return Message("These columns hold neither numbers nor text and were left out: {columns}.", _names(columns))


def no_rows() -> InputError:
    """Return the refusal of a table without rows."""
    return InputError("The table must have rows; it has only a header. Choose a file with at least one row below it.")


def _names(columns: Iterable[str]) -> dict[str, str]:
    return {"columns": listed(columns)}


def _named(table: pa.Table) -> pa.Table:
    """Return the table with clean, distinct, non-empty names."""
    if table.num_columns > COLUMN_LIMIT:
        raise too_many_columns(table.num_columns)
    stripped = [name.strip() for name in table.column_names]
    kept = [i for i, name in enumerate(stripped) if name or table.column(i).null_count < table.num_rows]
    return table.select(kept).rename_columns(list(clean_names({i: stripped[i] for i in kept}).values()))


def clean_names(names: Mapping[int, str]) -> dict[int, str]:
    """Return the names of columns, by their places, without space around them; refuse those that are the same."""
    cleaned = {i: name.strip() or f"column {i + 1}" for i, name in names.items()}
    name, count = Counter(cleaned.values()).most_common(1)[0] if cleaned else ("", 1)
    if count > 1:
        raise InputError(
            "Column names must differ; '{column}' stands {count} times. Rename all but one.",
            column=shown(name),
            count=count,
        )
    return cleaned


def _plain(column: pa.ChunkedArray, name: str, conditions: Conditions) -> pa.ChunkedArray | None:  # noqa: PLR0911 - one return a kind
    """Return a column as bool, int64, float64 or text; None for what is none of these."""
    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        column = pa.chunked_array([chunk.storage for chunk in column.chunks], kind.storage_type)
        return _plain(column, name, conditions)
    try:
        if pa.types.is_dictionary(kind):
            return _plain(_expanded(column, name, conditions), name, conditions)
        if pa.types.is_boolean(kind):  # with empty cells pandas would make it objects
            return column if column.null_count == 0 else column.cast(pa.string())
        if pa.types.is_integer(kind):
            return _whole(column)
        if pa.types.is_floating(kind) or pa.types.is_decimal(kind) or pa.types.is_null(kind):
            return column.cast(pa.float64(), safe=False)
        is_long = max(column.nbytes, _LONGEST_DATE * len(column)) > _LONGEST_TEXT
        return column.cast(pa.large_string() if is_long else pa.string())
    except pa.ArrowException as problem:
        check_memory(problem, conditions)
        return None


def _expanded(column: pa.ChunkedArray, name: str, conditions: Conditions) -> pa.ChunkedArray:
    """Return a dictionary column with each value in its rows, which may take any multiple of the dictionary's room."""
    kind = column.type.value_type
    if not is_text(kind):
        return column.cast(kind)
    total = 0
    for chunk in column.chunks:
        length = pc.fill_null(pc.binary_length(chunk.dictionary), 0)
        total += pc.sum(length.cast(pa.int64()).take(chunk.indices)).as_py() or 0
    if total > conditions.limits.table:
        raise _text_too_large(name, total, conditions)
    if total > _LONGEST_TEXT:
        kind = pa.large_binary() if pa.types.is_binary(kind) else pa.large_string()
        wide = [_widened(chunk, kind) for chunk in column.chunks]
        return pa.chunked_array([chunk.dictionary.take(chunk.indices) for chunk in wide], kind)
    return column.cast(kind)


def _widened(chunk: pa.DictionaryArray, kind: pa.DataType) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(chunk.indices, chunk.dictionary.cast(kind))


def is_text(kind: pa.DataType) -> bool:
    """Tell whether cells of this type have lengths of their own."""
    types = pa.types
    return any(is_kind(kind) for is_kind in (types.is_string, types.is_large_string, types.is_binary)) or bool(
        types.is_large_binary(kind)
    )


def _whole(column: pa.ChunkedArray) -> pa.ChunkedArray:
    try:
        return column.cast(pa.int64() if column.null_count == 0 else pa.float64())
    except pa.ArrowInvalid:  # beyond int64, or beyond 2**53 with empty cells
        return column.cast(pa.float64(), safe=False)


def _text_too_large(name: str, size: int, conditions: Conditions) -> TooLargeError:
    return TooLargeError(
        "The table must take at most {limit} GB of memory; with column '{column}' it takes {size} GB. Leave out the "
        "columns you do not need.",
        limit=gigabytes(conditions.limits.table),
        column=shown(name),
        size=gigabytes(size),
    )
