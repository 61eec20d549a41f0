"""A file to a table, whatever it is packed in."""

from __future__ import annotations

import io
import json
import os
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO

import pyarrow as pa

from evalcore.errors import InputError, Message
from evalcore.reading import delimited, encoding, unpack
from evalcore.reading.conditions import UNPACKED_LIMIT, Conditions, Limits, check_cells
from evalcore.reading.formats import GZIP, check_ending, identify
from evalcore.reading.plain import plain_table
from evalcore.support.results import Result
from evalcore.support.text import shown

if TYPE_CHECKING:  # the process that reads apart starts in half the time without it
    import pandas as pd

Source = bytes | str | os.PathLike[str] | BinaryIO
_NESTING_LIMIT = 2  # a .gz in a .zip, and no further


@dataclass(frozen=True, eq=False)
class ReadTable(Result):
    """A table as it was read, and what a reader must know about it.

    Attributes
    ----------
    frame : DataFrame
        As `read_table` returns it.
    notes : tuple of Message
        Columns that were left out and why, and an encoding that was guessed.
    sheet : str or None
        The sheet that was read, of a workbook.
    sheets : tuple of str
        All sheets that hold cells, in order.
    """

    frame: pd.DataFrame
    notes: tuple[Message, ...] = ()
    sheet: str | None = None
    sheets: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Content(Result):
    """What a file holds, before it is a frame: `table` has plain columns only; the rest is as in `ReadTable`."""

    table: pa.Table
    notes: tuple[Message, ...]
    sheet: str | None = None
    sheets: tuple[str, ...] = ()


def read_table(source: Source, *, name: str | None = None, sheet: str | None = None) -> pd.DataFrame:
    """Which table does this file hold?

    The format is told by the content: text with any delimiter (UTF-8 with or without BOM, UTF-16, GB18030) and those
    of `evalcore.reading.formats` such as Parquet and Excel, each also in gzip or zip. Nothing is written to disk, and
    nothing in the file runs.

    Parameters
    ----------
    source : bytes, path or binary file
        The file. Pasted text is `text.encode()`.
    name : str, optional
        The file's name; a path or an open file brings its own. An ending that promises another format is refused.
    sheet : str, optional
        The sheet of a workbook; by default the one that looks like a table, with the most rows.

    Returns
    -------
    pandas.DataFrame
        Columns of bool, int64, float64 (with NaN for empty cells) or str, under the names in the file without the
        space around them. An empty name becomes "column 3" (its place, from 1); a column with neither name nor values
        is left out, and so are Parquet columns of lists or structs. Row i is data row i + 1 of the file; blank lines of
        a text do not count. A table whose first line is a row, numbers over numbers, has the columns "column 1" and so
        on. JSON is records, one a line or in an array, or columns with data as MLflow and W&B write them; what a record
        holds under a name of its own becomes the column "name:part", and a list of numbers stays text.

    Raises
    ------
    InputError
        For every file that is not such a table, in one sentence.

    Notes
    -----
    These cells are empty: "", NaN, nan, -NaN, -nan, NA, <NA>, #N/A, null, NULL. Dates and times stay text. A comma is
    the decimal point where the first rows hold more numbers with a comma than with a point. Limits: 1,000 columns,
    2 GB after unpacking, 16 MB a line, a third of the free memory. `read` returns what was left out and guessed as
    well; `start_reading` reads in a process of its own, which a hostile file cannot leave.

    Examples
    --------
    >>> read_table("y;score\\n1;0,9\\n0;0,2".encode())
       y  score
    0  1    0.9
    1  0    0.2
    """
    return read(source, name=name, sheet=sheet).frame


def read(source: Source, *, name: str | None = None, sheet: str | None = None) -> ReadTable:
    """Which table does this file hold, and what was left out or guessed?

    Parameters and errors are those of `read_table`.

    Examples
    --------
    >>> found = read("类别;得分\\n是;0,9\\n否;0,2".encode("gb18030"))
    >>> [str(note).partition(".")[0] for note in found.notes]
    ['The text is not UTF-8 and does not say its encoding; it was read as GB18030']
    """
    data, name = load(source, name)
    found = read_arrow(data, name, Conditions(Limits.here(), sheet=sheet))
    return ReadTable(to_frame(found.table), found.notes, found.sheet, found.sheets)


def load(source: Source, name: str | None) -> tuple[bytes, str]:
    """Return the bytes of a source and its name."""
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


def read_arrow(data: bytes, name: str, conditions: Conditions) -> Content:
    """Return the table with plain columns only, and what a reader must know about it."""
    notes: list[Message] = []
    table = _read(data, name, conditions, notes, nesting=0, room=UNPACKED_LIMIT)
    conditions.progress.at("finishing")
    about = table.schema.metadata or {}
    sheet, sheets = about.get(b"sheet"), json.loads(about.get(b"sheets", b"[]"))
    plain = plain_table(table, conditions, notes)
    return Content(plain, tuple(notes), sheet.decode() if sheet is not None else None, tuple(sheets))


def to_frame(table: pa.Table) -> pd.DataFrame:
    """Return a table of plain columns for pandas; the table is used up."""
    # Metadata would bring back pandas' index, categories and extension types.
    frame: pd.DataFrame = table.to_pandas(ignore_metadata=True, split_blocks=True, self_destruct=True)
    return frame


def _read(data: bytes, name: str, conditions: Conditions, notes: list[Message], *, nesting: int, room: int) -> pa.Table:
    """Read what `data` is; `room` bytes are left for all that is unpacked."""
    if not data or data.isspace() or data in (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"):
        raise encoding.empty_file()
    found = identify(data)
    check_ending(name, found)
    if found.read is None:
        if nesting == _NESTING_LIMIT:
            raise InputError("The table must be packed at most twice; it is packed more often. Unpack the file first.")
        if found is GZIP:
            inner_name = PurePosixPath(name).stem if name.lower().endswith(".gz") else ""
            inner = unpack.gunzip(data, room, conditions.progress)
        else:
            inner, inner_name = unpack.unzip(data, room, conditions.progress)
        return _read(inner, inner_name, conditions, notes, nesting=nesting + 1, room=room - len(inner))
    table = found.read(data, conditions, notes)
    check_cells(table.num_rows, table.num_columns, conditions)
    if found.checks_names:
        delimited.check_header([header.strip() for header in table.column_names])
    return table
