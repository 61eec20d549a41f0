"""Bytes or a path to a table: delimiter, encoding, compression, Parquet, Excel."""

from __future__ import annotations

import io
import os
from collections import Counter
from pathlib import Path, PurePosixPath
from typing import BinaryIO

import pandas as pd
import pyarrow as pa

from evalcore import _reading_binary, _reading_text, _reading_unpack
from evalcore._reading_format import Format, check_ending, identify
from evalcore._text import shown
from evalcore.errors import InputError

COLUMN_LIMIT = 1000
_NESTING_LIMIT = 2  # a .gz in a .zip, and no further


def read_table(source: bytes | str | os.PathLike[str] | BinaryIO, *, name: str | None = None) -> pd.DataFrame:
    """Which table does this file hold?

    The format is told by the content: text with any delimiter (UTF-8 with or without BOM, UTF-16, GB18030), Parquet,
    Excel (.xlsx, .xlsb, .xls, .ods), each also in gzip or zip. Nothing is written to disk, and nothing in the
    file runs.

    Parameters
    ----------
    source : bytes, path or binary file
        The file. Pasted text is `text.encode()`.
    name : str, optional
        The file's name; a path or an open file brings its own. An ending that promises another format is refused.

    Returns
    -------
    pandas.DataFrame
        Columns of bool, int64, float64 (with NaN for empty cells) or str, under the names in the file without the
        space around them. An empty name becomes "column 3" (its place, from 1); a column with neither name nor values
        is left out, and so are Parquet columns of lists or structs. Row i is data row i + 1 of the file; blank lines of
        a text do not count. Of a workbook the first visible sheet with cells is read.

    Raises
    ------
    InputError
        For every file that is not such a table, in one sentence.

    Notes
    -----
    These cells are empty: "", NaN, nan, -NaN, -nan, NA, <NA>, #N/A, null, NULL. Dates and times stay text. A comma is
    the decimal point where the first rows hold more numbers with a comma than with a point. Limits: 1,000 columns,
    2 GB after unpacking.

    Examples
    --------
    >>> read_table("y;score\\n1;0,9\\n0;0,2".encode())
       y  score
    0  1    0.9
    1  0    0.2
    """
    data, name = _load(source, name)
    return _to_frame(_read(data, name, nesting=0))


def _load(source: bytes | str | os.PathLike[str] | BinaryIO, name: str | None) -> tuple[bytes, str]:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), name or ""
    try:
        if isinstance(source, (str, os.PathLike)):
            path = Path(source)
            return path.read_bytes(), name or path.name
        found = str(name or getattr(source, "name", None) or "")
        # The whole file, wherever it was read up to; BytesIO hands its bytes over without a copy.
        if isinstance(source, io.BytesIO):
            return source.getvalue(), found
        if source.seekable():
            source.seek(0)
        return source.read(), found
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise InputError("The file must be readable; got '{problem}'. Check its path.", problem=shown(reason)) from None


def _read(data: bytes, name: str, *, nesting: int) -> pa.Table:
    if not data or data.isspace() or data in (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"):
        raise _reading_text.empty_file()
    found = identify(data)
    check_ending(name, found)
    if found in (Format.GZIP, Format.ZIP):
        if nesting == _NESTING_LIMIT:
            raise InputError("The table must be packed at most twice; it is packed more often. Unpack the file first.")
        if found is Format.GZIP:
            name = PurePosixPath(name).stem if name.lower().endswith(".gz") else ""
            return _read(_reading_unpack.gunzip(data), name, nesting=nesting + 1)
        return _read(*_reading_unpack.unzip(data), nesting=nesting + 1)
    if found is Format.PARQUET:
        return _reading_binary.read_parquet(data)
    table = _reading_binary.read_excel(data) if found is Format.EXCEL else _reading_text.read_text_table(data)
    _reading_text.check_header([header.strip() for header in table.column_names])
    return table


def _to_frame(table: pa.Table) -> pd.DataFrame:
    table = _named(table)
    if table.num_rows == 0 and table.num_columns > 0:
        raise InputError(
            "The table must have rows; it has only a header. Choose a file with at least one row below it."
        )
    columns = {}
    for name in table.column_names:
        column = _plain(table.column(name))
        if column is not None:
            columns[name] = column
    if not columns:
        raise InputError("The table must have a column of numbers or text; it has none. Save the table as CSV.")
    # Metadata would bring back pandas' index, categories and extension types.
    frame: pd.DataFrame = pa.table(columns).to_pandas(ignore_metadata=True, split_blocks=True, self_destruct=True)
    return frame


def _named(table: pa.Table) -> pa.Table:
    """Return the table with clean, distinct, non-empty names."""
    if table.num_columns > COLUMN_LIMIT:
        raise InputError(
            "The table must have at most {limit} columns; it has {count}. Leave out the columns you do not need.",
            limit=COLUMN_LIMIT,
            count=table.num_columns,
        )
    stripped = [name.strip() for name in table.column_names]
    kept = [i for i, name in enumerate(stripped) if name or table.column(i).null_count < table.num_rows]
    names = [stripped[i] or f"column {i + 1}" for i in kept]
    name, count = Counter(names).most_common(1)[0] if names else ("", 1)
    if count > 1:
        raise InputError(
            "Column names must differ; '{column}' stands {count} times. Rename all but one.",
            column=shown(name),
            count=count,
        )
    return table.select(kept).rename_columns(names)


def _plain(column: pa.ChunkedArray) -> pa.ChunkedArray | None:  # noqa: PLR0911 - one return a kind
    """Return a column as bool, int64, float64 or string; None for what is none of these."""
    kind = column.type
    if isinstance(kind, pa.BaseExtensionType):
        column = pa.chunked_array([chunk.storage for chunk in column.chunks], kind.storage_type)
        return _plain(column)
    try:
        if pa.types.is_dictionary(kind):
            return _plain(column.cast(kind.value_type))
        if pa.types.is_boolean(kind):  # with empty cells pandas would make it objects
            return column if column.null_count == 0 else column.cast(pa.string())
        if pa.types.is_integer(kind):
            return _whole(column)
        if pa.types.is_floating(kind) or pa.types.is_decimal(kind) or pa.types.is_null(kind):
            return column.cast(pa.float64(), safe=False)
        return column.cast(pa.string())
    except pa.ArrowException:
        return None


def _whole(column: pa.ChunkedArray) -> pa.ChunkedArray:
    try:
        return column.cast(pa.int64() if column.null_count == 0 else pa.float64())
    except pa.ArrowInvalid:  # beyond int64, or beyond 2**53 with empty cells
        return column.cast(pa.float64(), safe=False)
