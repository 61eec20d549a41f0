"""Rows of a file a batch at a time, for one whose table would be too large: plain columns, those that are asked for.

What a column holds is found out by one pass over a text and stands in a Parquet file. It is the same as where the whole
file becomes a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from evalcore.errors import Message
from evalcore.reading.binary import DAMAGED, damaged_parquet
from evalcore.reading.conditions import COLUMN_LIMIT, Conditions, check_memory, too_many_columns
from evalcore.reading.delimited import Piece, check_header, read_csv, understood
from evalcore.reading.formats import TEXT, check_ending, identify
from evalcore.reading.header import made_names
from evalcore.reading.layout import Layout
from evalcore.reading.plain import clean_names, is_text, left_out, no_rows

_PIECE: Final = 1 << 25  # bytes of text that become rows at a time
_BATCH: Final = 1 << 17  # rows


def look(data: bytes, name: str, conditions: Conditions, notes: list[Message]) -> Layout:
    """Find out what a file of text or of Parquet holds."""
    found = identify(data)
    check_ending(name, found)
    layout = _of_text(data, conditions, notes) if found is TEXT else _of_parquet(data, notes)
    if not layout.columns or not layout.n_rows:
        raise no_rows()
    return layout


def batches(
    data: bytes, layout: Layout, wanted: Sequence[str], conditions: Conditions, size: int = _BATCH
) -> Iterator[pa.RecordBatch]:
    """Yield all rows with the columns that are wanted, at most so many at a time."""
    if identify(data) is TEXT:
        yield from _text_batches(data, layout, wanted, conditions, size)
        return
    schema = layout.schema(wanted)
    try:
        file = pq.ParquetFile(pa.BufferReader(data))
        names = [layout.columns[name][0] for name in wanted]
        for batch in file.iter_batches(size, columns=names):
            arrays = [_cast(batch.column(name), field.type) for name, field in zip(names, schema, strict=True)]
            yield pa.record_batch(arrays, schema=schema)
    except DAMAGED as problem:
        check_memory(problem, conditions)
        raise damaged_parquet() from None


def _cast(column: pa.Array, kind: pa.DataType) -> pa.Array:
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    return column.cast(kind, safe=False) if column.type != kind else column


def _of_parquet(data: bytes, notes: list[Message]) -> Layout:
    try:
        file = pq.ParquetFile(pa.BufferReader(data))
        fields, n_rows = list(file.schema_arrow), file.metadata.num_rows
    except DAMAGED:
        raise damaged_parquet() from None
    if len(fields) > COLUMN_LIMIT:
        raise too_many_columns(len(fields))
    kinds = [_kind(field.type) for field in fields]
    names = [field.name for field in fields]
    if without := [name for name, kind in zip(names, kinds, strict=True) if kind is None]:
        notes.append(left_out(without))
    return Layout(_columns(names, kinds), tuple(names), n_rows)


def _kind(kind: pa.DataType) -> str | None:
    """Return what a column of a type holds; None for what is neither number nor text."""
    types = pa.types
    if types.is_dictionary(kind):
        kind = kind.value_type
    if types.is_boolean(kind):
        return "bool"
    if types.is_integer(kind):
        return "number" if types.is_uint64(kind) else "whole"
    if types.is_floating(kind) or types.is_decimal(kind) or types.is_null(kind):
        return "number"
    if types.is_temporal(kind) and not types.is_duration(kind) and not types.is_interval(kind):
        return "text"
    return "text" if is_text(kind) and not (types.is_binary(kind) or types.is_large_binary(kind)) else None


def _columns(names: Sequence[str], kinds: Sequence[str | None]) -> dict[str, tuple[str, str]]:
    """Return the columns that can be used, by clean names that differ."""
    known = {i: kind for i, kind in enumerate(kinds) if kind is not None}
    cleaned = clean_names({i: names[i] for i in known})
    return {cleaned[i]: (names[i], kind) for i, kind in known.items()}


def _of_text(data: bytes, conditions: Conditions, notes: list[Message]) -> Layout:
    """Read a text once, and find out what fits all cells of each column."""
    kinds: list[pa.DataType] = []
    names: Sequence[str] = ()
    n_rows = 0
    text, dialect, _columns_there = understood(data, notes)
    given = made_names(dialect.unnamed) or None
    for start, end in _with_progress(text, conditions):
        piece = Piece(given, before=n_rows)
        table = read_csv(text[start:end], dialect, {}, conditions, piece=piece)
        if not kinds:
            names, kinds = table.column_names, list(table.schema.types)
            check_header([name.strip() for name in names])
            clean_names(dict(enumerate(names)))
            given = list(names)
        kinds = [_wider(one, other) for one, other in zip(kinds, table.schema.types, strict=True)]
        n_rows += table.num_rows
    # A column without name and without values is what a comma at the end of each line makes.
    held = [
        None if pa.types.is_null(kind) and not name.strip() else _kind(kind)
        for name, kind in zip(names, kinds, strict=True)
    ]
    return Layout(_columns(names, held), tuple(names), n_rows)


def _wider(one: pa.DataType, other: pa.DataType) -> pa.DataType:
    """Return the type that holds the cells of both, as where all are read at once."""
    if one == other or pa.types.is_null(other):
        return one
    if pa.types.is_null(one):
        return other
    is_number = all(pa.types.is_integer(kind) or pa.types.is_floating(kind) for kind in (one, other))
    return pa.float64() if is_number else pa.string()


def _text_batches(
    data: bytes, layout: Layout, wanted: Sequence[str], conditions: Conditions, size: int
) -> Iterator[pa.RecordBatch]:
    text, dialect, _columns_there = understood(data, [])
    schema = layout.schema(wanted)
    sources = [layout.columns[name][0] for name in wanted]
    types: dict[str, Any] = dict(zip(sources, schema.types, strict=True))
    given = made_names(dialect.unnamed) or None
    for start, end in _with_progress(text, conditions):
        table = read_csv(text[start:end], dialect, types, conditions, piece=Piece(given, sources))
        given = list(layout.names)
        yield from table.rename_columns(list(wanted)).to_batches(size)


def _with_progress(text: bytes, conditions: Conditions) -> Iterator[tuple[int, int]]:
    done = [0]
    conditions.progress.at("reading", lambda: done[0] / len(text))
    for start, end in pieces(text):
        done[0] = start
        if not text[start:end].isspace():
            yield start, end


def pieces(text: bytes, size: int = _PIECE) -> Iterator[tuple[int, int]]:
    """Yield where about so many bytes begin and end, whole rows: a line's end inside quotation marks is none.

    >>> list(pieces(b'a,b\\n1,"x\\ny"\\n2,z\\n', 8))
    [(0, 4), (4, 12), (12, 16)]
    """
    ends = [0]
    while ends[-1] < len(text):
        ends.append(_end(text, ends[-1], size))
    yield from pairwise(ends)


def _end(text: bytes, start: int, size: int) -> int:
    """Return the end of the last whole row of a piece; of a larger one where none ends in it."""
    line_end = b"\n" if text.find(b"\n", start, start + size) >= 0 else b"\r"
    while start + size < len(text):
        at, quotes = start + size, text.count(b'"', start, start + size)
        while (found := text.rfind(line_end, start, at)) >= 0:
            quotes -= text.count(b'"', found, at)
            if quotes % 2 == 0:
                return found + 1
            at = found
        size *= 2
    return len(text)
