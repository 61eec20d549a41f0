"""Text tables: encoding, delimiter and decimal point found out, then read by pyarrow."""

from __future__ import annotations

import codecs
import csv
import io
import re
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.csv as pa_csv

from evalcore._text import MISSING_WORDS, listed, shown
from evalcore.errors import InputError

SAMPLE_BYTES = 1 << 16
SAMPLE_ROWS = 200
COMMON_DELIMITERS = ",;\t|"
RARE_DELIMITERS = ":^~!#&*@%$/\x01\x1e\x1f，；、"
WHITESPACE = " "
_STAND_IN = "\x1f"  # pyarrow wants one byte
_CONTROL = bytes(set(range(32)) - set(b"\t\n\r\f\x01\x1a\x1e\x1f"))
_NUMBER = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*")
_COMMA_NUMBER = re.compile(r"\s*[+-]?\d*,\d+(?:[eE][+-]?\d+)?\s*")
_STRANGE = re.compile(r"[^\t\n\f\r\x1a -\ud7ff\ue000-\ufffc]")
_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True)
class Dialect:
    """How the cells of a text table are told apart."""

    delimiter: str
    decimal_point: str = "."


def read_text_table(data: bytes) -> pa.Table:
    """Return the table in `data`, its columns as booleans, whole numbers, numbers or text."""
    data = to_utf8(data)
    if not data.removeprefix(codecs.BOM_UTF8)[:SAMPLE_BYTES].strip() and not data[3:].strip():
        raise empty_file()
    data, delimiter = _declared_delimiter(data)
    dialect = find_dialect(data, delimiter)
    if dialect.delimiter == WHITESPACE:
        data = _single_spaces(data)
    elif not dialect.delimiter.isascii():
        data = data.replace(dialect.delimiter.encode(), _STAND_IN.encode())
        dialect = Dialect(_STAND_IN, dialect.decimal_point)
    return _parse(data, dialect)


def check_header(names: list[str]) -> None:
    """Refuse a first line that is data."""
    if names and all(_NUMBER.fullmatch(name) for name in names):
        raise InputError(
            "The first line must hold the column names; got only numbers ({values}). Put a line with a name for each "
            "column on top.",
            values=listed(names),
        )


def empty_file() -> InputError:
    """Return the refusal of a file that holds nothing."""
    return InputError("The file must hold a table; it is empty. Choose a file with a header and rows.")


def to_utf8(data: bytes) -> bytes:
    """Return text in UTF-8, whichever of the known encodings it came in."""
    encoding = next((name for bom, name in _BOMS if data.startswith(bom)), None) or _utf16_without_bom(
        data[:SAMPLE_BYTES]
    )
    if encoding is None:
        _refuse_binary(data[:SAMPLE_BYTES])
        if data.isascii() or _is_utf8(data):
            return _without_nul(data)
        encoding = "gb18030"
    try:
        text = data.decode(encoding).encode()
    except UnicodeError:
        raise InputError(
            "The text must be encoded as UTF-8, UTF-16 or GB18030; it is none of these. Save it again as CSV UTF-8."
        ) from None
    _refuse_binary(text[:SAMPLE_BYTES])
    return _without_nul(text)


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


def _parse(data: bytes, dialect: Dialect) -> pa.Table:
    text_columns: dict[str, pa.DataType] = {}
    table = _read_csv(data, dialect, text_columns)
    # pyarrow reads 12:30 or 2020-01-01 as times; here they are labels, spelled as they stand.
    text_columns = {f.name: pa.string() for f in table.schema if pa.types.is_temporal(f.type)}
    if text_columns:
        table = _read_csv(data, dialect, text_columns)
    return table


def _read_csv(
    data: bytes, dialect: Dialect, text_columns: dict[str, pa.DataType], *, explain: bool = False
) -> pa.Table:
    quoted = b'"' in data
    problems: list[pa_csv.InvalidRow] = []

    def note_problem(row: pa_csv.InvalidRow) -> str:
        problems.append(row)
        return "error"

    try:
        return pa_csv.read_csv(
            pa.BufferReader(data),
            # Only a single thread knows the row numbers.
            read_options=pa_csv.ReadOptions(use_threads=not explain, block_size=_block_size(data)),
            parse_options=pa_csv.ParseOptions(
                delimiter=dialect.delimiter,
                newlines_in_values=quoted,
                quote_char='"' if quoted else False,
                invalid_row_handler=note_problem,
            ),
            convert_options=pa_csv.ConvertOptions(
                column_types=text_columns,
                null_values=list(MISSING_WORDS),
                strings_can_be_null=True,
                true_values=["true", "True", "TRUE"],
                false_values=["false", "False", "FALSE"],
                decimal_point=dialect.decimal_point,
            ),
        )
    except pa.ArrowException:
        if problems and not explain:
            return _read_csv(data, dialect, text_columns, explain=True)
        raise (_ragged(problems[0], dialect) if problems else _not_a_table()) from None


def _block_size(data: bytes) -> int:
    """Return a block that is sure to hold the header line, whatever its length."""
    usual = 1 << 22 if len(data) > 1 << 26 else 1 << 20  # fewer, larger pieces of a large file
    return max(usual, 2 * data.find(b"\n", 0, 1 << 26))


def _ragged(row: pa_csv.InvalidRow, dialect: Dialect) -> InputError:
    if row.text.count('"') % 2:
        return InputError(
            "A quotation mark must be closed; the one opened in data row {row} is not. Close it or leave it out.",
            row=(row.number or 2) - 1,
        )
    return InputError(
        "Data row {row} must have {expected} cells, as the header has; got {actual}. Give every row the same number of "
        "cells, and put quotation marks around text that holds '{delimiter}'.",
        row=(row.number or 2) - 1,
        expected=row.expected_columns,
        actual=row.actual_columns,
        delimiter=shown(dialect.delimiter),
    )


def _not_a_table() -> InputError:
    return InputError(
        "The file must be a table as text, Parquet or Excel; its lines do not form a table. Save the table as CSV or "
        "Parquet."
    )


def _declared_delimiter(data: bytes) -> tuple[bytes, str | None]:
    """Honour and cut off the line `sep=;` that Excel writes and reads."""
    declared = re.match(rb'(?:\xef\xbb\xbf)?"?sep=([^\w\s"]|\t)"?\r?\n', data[:32], re.IGNORECASE)
    return (data[declared.end() :], declared[1].decode()) if declared and declared[1].isascii() else (data, None)


def _single_spaces(data: bytes) -> bytes:
    """Make every run of blanks one space, but not inside quotation marks; aligned columns need it."""
    pieces = re.split(rb'("[^"]*")', data.replace(b"\t", b" ")) if b'"' in data else [data.replace(b"\t", b" ")]
    for i in range(0, len(pieces), 2):
        pieces[i] = re.sub(rb"(?m)^ +| +(?=[\r\n]|\Z)", b"", re.sub(rb"  +", b" ", pieces[i]))
    return b"".join(pieces)


def _is_utf8(data: bytes) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    view = memoryview(data)
    try:
        for start in range(0, len(data), 1 << 24):
            decoder.decode(view[start : start + (1 << 24)], final=start + (1 << 24) >= len(data))
    except UnicodeDecodeError:
        return False
    return True


def _utf16_without_bom(sample: bytes) -> str | None:
    even, odd, half = sample[::2].count(0), sample[1::2].count(0), len(sample) / 2
    encoding = None
    if odd > 0.4 * half and even < 0.05 * half:
        encoding = "utf-16-le"
    elif even > 0.4 * half and odd < 0.05 * half:
        encoding = "utf-16-be"
    return encoding if encoding and not _STRANGE.search(sample.decode(encoding, errors="replace")) else None


def _refuse_binary(sample: bytes) -> None:
    controls = len(sample) - len(sample.translate(None, _CONTROL))
    if controls > max(2, 0.05 * len(sample)):
        raise InputError(
            "The file must be a table as text, Parquet or Excel; it holds binary data. Save the table as CSV "
            "or Parquet."
        )


def _without_nul(data: bytes) -> bytes:
    at = data.find(b"\x00")
    if at >= 0:
        raise InputError(
            "The text must not hold NUL characters; there is one in line {line}. Save it again as CSV UTF-8.",
            line=data.count(b"\n", 0, at) + 1,
        )
    return data
