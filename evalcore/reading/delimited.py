"""Text tables: encoding, delimiter and decimal point found out, then read by pyarrow."""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import pyarrow as pa
import pyarrow.csv as pa_csv

from evalcore.errors import InputError, Message
from evalcore.reading.conditions import (
    COLUMN_LIMIT,
    HEADER_LIMIT,
    LINE_LIMIT,
    Conditions,
    check_cells,
    check_memory,
    too_many_columns,
)
from evalcore.reading.encoding import SAMPLE_BYTES, empty_file, to_utf8
from evalcore.reading.exports import plain_header
from evalcore.reading.formats import names
from evalcore.reading.header import is_a_row, made_names, no_names
from evalcore.support.text import MISSING_WORDS, listed, shown

SAMPLE_ROWS = 200
COMMON_DELIMITERS = ",;\t|"
RARE_DELIMITERS = ":^~!#&*@%$/\x01\x1e\x1f，；、"
WHITESPACE = " "
_STAND_IN = "\x1f"  # pyarrow wants one byte
_FIRST_LINE = re.compile(rb"(?:\xef\xbb\xbf)?[\r\n]*([^\r\n]*)")
_NUMBER = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*")
_COMMA_NUMBER = re.compile(r"\s*[+-]?\d*,\d+(?:[eE][+-]?\d+)?\s*")


@dataclass(frozen=True)
class Dialect:
    """How the cells of a text table are told apart."""

    delimiter: str
    decimal_point: str = "."
    unnamed: int = 0  # columns whose names are to be made, since the first line is a row


def read_text_table(data: bytes, conditions: Conditions, notes: list[Message]) -> pa.Table:
    """Return the table in `data`, its columns as booleans, whole numbers, numbers or text."""
    data, dialect, columns = understood(data, notes)
    if b'"' not in data:  # inside quotation marks the end of a line is no end of a row
        check_cells(data.count(b"\n") or data.count(b"\r"), columns, conditions)
    return _parse(data, dialect, conditions)


def understood(data: bytes, notes: list[Message]) -> tuple[bytes, Dialect, int]:
    """Return the text as UTF-8 with a header and nothing before it, how its cells are told apart, and the columns."""
    data = to_utf8(data, notes)
    if not data.removeprefix(codecs.BOM_UTF8)[:SAMPLE_BYTES].strip() and not data[3:].strip():
        raise empty_file()
    _check_lines(data)
    data, delimiter = _declared_delimiter(data)
    data = plain_header(data)
    header = _FIRST_LINE.match(data)[1]  # type: ignore[index] # it matches anything
    if len(header) > SAMPLE_BYTES:  # many columns, so the first line alone says what divides them
        _check_width(header, delimiter or max(COMMON_DELIMITERS, key=lambda d: header.count(d.encode())))
    if len(header) > HEADER_LIMIT:
        raise InputError(
            "The header must be at most {limit} MB long; the first line is longer. Put a line with short column names "
            "on top.",
            limit=HEADER_LIMIT // 10**6,
        )
    dialect = find_dialect(data, delimiter)
    columns = _check_width(header, dialect.delimiter)
    rows = _split(_sample(data), dialect.delimiter)
    header_is_a_row = bool(rows) and is_a_row(rows[0], rows[1:])
    columns = len(rows[0]) if header_is_a_row else columns
    if dialect.delimiter == WHITESPACE:
        data = _single_spaces(data)
    elif not dialect.delimiter.isascii():
        data = data.replace(dialect.delimiter.encode(), _STAND_IN.encode())
        dialect = replace(dialect, delimiter=_STAND_IN)
    if header_is_a_row:
        notes.append(no_names(columns))
        dialect = replace(dialect, unnamed=columns)
    return data, dialect, columns


def _check_lines(data: bytes) -> None:
    """Refuse a line that no table has: finding its end again and again would take minutes."""
    start = 0
    while len(data) - start > LINE_LIMIT:
        end = max(data.rfind(b"\n", start, start + LINE_LIMIT), data.rfind(b"\r", start, start + LINE_LIMIT))
        if end < 0:
            raise InputError(
                "A line of the text must be at most {limit} MB long; line {line} is longer. Leave out the column with "
                "the long text.",
                limit=LINE_LIMIT // 10**6,
                line=data.count(b"\n", 0, start) + 1,
            )
        start = end + 1


def _check_width(header: bytes, delimiter: str) -> int:
    """Return how many columns the first line names; refuse too many before anything is made of them."""
    count = len(header.split()) if delimiter == WHITESPACE else header.count(delimiter.encode()) + 1
    if count > COLUMN_LIMIT:
        with contextlib.suppress(csv.Error):  # a name longer than 128 kB
            count = len(next(csv.reader([header.decode(errors="replace")], delimiter=delimiter)))
    if count > COLUMN_LIMIT:
        raise too_many_columns(count)
    return count


def check_header(names: list[str]) -> None:
    """Refuse a first line that is data."""
    counts_columns = len(names) > 1 and names == [str(i) for i in range(len(names))]
    if names and not counts_columns and all(_NUMBER.fullmatch(name) for name in names):
        raise InputError(
            "The first line must hold the column names; got only numbers ({values}). Put a line with a name for each "
            "column on top.",
            values=listed(names),
        )


def find_dialect(data: bytes, delimiter: str | None = None) -> Dialect:
    """Find the delimiter and the decimal point from the first rows.

    The delimiter is the one that gives the rows as many cells as the header, and the most cells that are numbers.
    """
    sample = _sample(data)
    if delimiter is None:
        common = _best(sample, COMMON_DELIMITERS)
        delimiter, agreement = common
        if agreement < 0.5:
            delimiter, agreement = max(_best(sample, WHITESPACE), common, key=lambda found: found[1])
        if agreement < 0.5:
            rare = _best(sample, RARE_DELIMITERS)
            delimiter = rare[0] if rare[1] == 1.0 else common[0]
    cells = [cell for row in _split(sample, delimiter)[1:] for cell in row]
    commas = sum(_COMMA_NUMBER.fullmatch(cell) is not None for cell in cells)
    points = sum("." in cell and _NUMBER.fullmatch(cell) is not None for cell in cells)
    return Dialect(delimiter, "," if commas > points else ".")


def _best(sample: str, delimiters: str) -> tuple[str, float]:
    """Return the most fitting delimiter and the share of rows that have as many cells as the header."""
    best = (delimiters[0], 0.0)
    best_fit = 0.0
    for delimiter in delimiters:
        header, *rows = _split(sample, delimiter) or [[]]
        if len(header) < 2:
            continue
        agreement = sum(len(row) == len(header) for row in rows) / len(rows) if rows else 1.0
        cells = [cell for row in rows for cell in row]
        numbers = sum((_NUMBER.fullmatch(c) or _COMMA_NUMBER.fullmatch(c)) is not None for c in cells)
        fit = 0.01 + agreement + (numbers / len(cells) if cells else 0.0)
        if fit > best_fit:
            best, best_fit = (delimiter, agreement), fit
    return best


def _split(sample: str, delimiter: str) -> list[list[str]]:
    lines = io.StringIO(sample, newline=None)
    if delimiter == WHITESPACE:
        lines = io.StringIO("\n".join(" ".join(line.split()) for line in lines))
    rows: list[list[str]] = []
    try:
        for row in csv.reader(lines, delimiter=delimiter):
            if row:
                rows.append(row)
            if len(rows) > SAMPLE_ROWS:
                break
    except csv.Error:  # a cell longer than 128 kB: what came before it will do
        pass
    return rows


def _sample(data: bytes) -> str:
    """Return the first lines, whole ones, always with the header."""
    end = max(data.find(b"\n"), 0) + SAMPLE_BYTES
    if end < len(data):
        end = max(data.rfind(b"\n", 0, end), data.rfind(b"\r", 0, end)) + 1 or end
    return data[:end].decode(errors="ignore").removeprefix("\ufeff")


def _parse(data: bytes, dialect: Dialect, conditions: Conditions) -> pa.Table:
    text_columns: dict[str, pa.DataType] = {}
    table = read_csv(data, dialect, text_columns, conditions)
    # pyarrow reads 12:30 or 2020-01-01 as times; here they are labels, spelled as they stand.
    text_columns = {f.name: pa.string() for f in table.schema if pa.types.is_temporal(f.type)}
    if text_columns:
        table = read_csv(data, dialect, text_columns, conditions)
    return table


@dataclass(frozen=True)
class Piece:
    """Which rows of a text are read: those behind so many others, whose columns have these names, and of which columns.

    The first line holds the names where none are given.
    """

    names: Sequence[str] | None = None
    wanted: Sequence[str] | None = None
    before: int = 0


def read_csv(
    data: bytes,
    dialect: Dialect,
    types: Mapping[str, pa.DataType],
    conditions: Conditions,
    *,
    piece: Piece | None = None,
    explain: bool = False,
    block: int = 0,
) -> pa.Table:
    """Return the rows of a text; columns without a type have one that fits all their cells."""
    quoted = b'"' in data
    piece = piece or Piece(made_names(dialect.unnamed) or None)
    problems: list[pa_csv.InvalidRow] = []

    def note_problem(row: pa_csv.InvalidRow) -> str:
        """Keep the row for the sentence that names it, and have the reader stop."""
        problems.append(row)
        return "error"

    source = pa.BufferReader(data)
    conditions.progress.at("reading", lambda: source.tell() / len(data))
    try:
        return pa_csv.read_csv(
            source,
            # Only a single thread knows the row numbers.
            read_options=pa_csv.ReadOptions(
                use_threads=not explain, block_size=block or _block_size(data), column_names=piece.names
            ),
            parse_options=pa_csv.ParseOptions(
                delimiter=dialect.delimiter,
                newlines_in_values=quoted,
                quote_char='"' if quoted else False,
                invalid_row_handler=note_problem,
            ),
            convert_options=_cells(dialect, types, piece.wanted),
        )
    except pa.ArrowException as problem:
        check_memory(problem, conditions)
        if "straddling" in str(problem) and not block:  # a row longer than a block
            return read_csv(data, dialect, types, conditions, piece=piece, explain=explain, block=2 * LINE_LIMIT)
        if problems and not explain:
            return read_csv(data, dialect, types, conditions, piece=piece, explain=True, block=block)
        raise (_ragged(problems[0], dialect, piece) if problems else _not_a_table()) from None


def _cells(dialect: Dialect, types: Mapping[str, pa.DataType], wanted: Sequence[str] | None) -> pa_csv.ConvertOptions:
    """Return how cells become values."""
    return pa_csv.ConvertOptions(
        column_types=dict(types),
        include_columns=wanted,
        null_values=list(MISSING_WORDS),
        strings_can_be_null=True,
        true_values=["true", "True", "TRUE"],
        false_values=["false", "False", "FALSE"],
        decimal_point=dialect.decimal_point,
    )


def _block_size(data: bytes) -> int:
    """Return a block that is sure to hold the header line, whatever its length."""
    usual = 1 << 22 if len(data) > 1 << 26 else 1 << 20  # fewer, larger pieces of a large file
    return max(usual, 2 * data.find(b"\n", 0, 2 * HEADER_LIMIT))


def _ragged(row: pa_csv.InvalidRow, dialect: Dialect, piece: Piece) -> InputError:
    place = (row.number or 2) - (0 if piece.names else 1) + piece.before
    if row.text.count('"') % 2:
        return InputError(
            "A quotation mark must be closed; the one opened in data row {row} is not. Close it or leave it out.",
            row=place,
        )
    return InputError(
        "Data row {row} must have {expected} cells, as the header has; got {actual}. Give every row the same number of "
        "cells, and put quotation marks around text that holds '{delimiter}'.",
        row=place,
        expected=row.expected_columns,
        actual=row.actual_columns,
        delimiter=shown(dialect.delimiter),
    )


def _not_a_table() -> InputError:
    return InputError(
        "The file must be a table as text, {formats} or {last}; its lines do not form a table. Save the table as CSV "
        "or Parquet.",
        **names(),
    )


def _declared_delimiter(data: bytes) -> tuple[bytes, str | None]:
    """Honour and cut off the line `sep=;` that Excel writes and reads."""
    declared = re.match(rb'(?:\xef\xbb\xbf)?"?sep=([^\w\s"]|\t)"?\r?\n', data[:32], re.IGNORECASE)
    return (data[declared.end() :], declared[1].decode()) if declared and declared[1].isascii() else (data, None)


def _single_spaces(data: bytes) -> bytes:
    """Make every run of blanks one space, but not inside quotation marks; aligned columns need it."""
    if b'"' not in data:  # a million blanks to replace at once would be a million pieces of memory
        return b"".join(_without_runs(piece) for piece in _pieces(data))
    pieces = re.split(rb'("[^"]*")', data)
    for i in range(0, len(pieces), 2):
        pieces[i] = re.sub(rb"  +", b" ", pieces[i].replace(b"\t", b" "))
        pieces[i] = re.sub(rb"(?<=[\r\n]) +| +(?=[\r\n])", b"", pieces[i])
    return b"".join(pieces).strip(b" ")


def _without_runs(text: bytes) -> bytes:
    return re.sub(rb"(?m)^ +| +(?=[\r\n]|\Z)", b"", re.sub(rb"  +", b" ", text.replace(b"\t", b" ")))


def _pieces(data: bytes) -> Iterator[bytes]:
    """Yield whole lines, about as many bytes at a time as a line may have."""
    start = 0
    while start < len(data):
        end = start + LINE_LIMIT
        if end < len(data):
            end = max(data.rfind(b"\n", start, end), data.rfind(b"\r", start, end)) + 1 or len(data)
        yield data[start:end]
        start = end
