"""The formats that can be read; what a file is, told by its first bytes, and whether its name says the same."""

from __future__ import annotations

import codecs
import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final, TypeAlias

from evalcore.errors import InputError, Message
from evalcore.support.text import shown

if TYPE_CHECKING:
    import pyarrow as pa

    from evalcore.reading.conditions import Conditions


# What reads a format: the bytes, the conditions and the notes to be added to.
Reader: TypeAlias = Callable[[bytes, "Conditions", list[Message]], "pa.Table"]


@dataclass(frozen=True, eq=False)
class Format:
    """One kind of file that can be read.

    Parameters
    ----------
    name : str
        What it is called, in every language.
    looks_like : Message
        What is said of a file of this kind.
    endings : tuple of str
        Of names; the first is suggested.
    begins : tuple of bytes
        First bytes, any of which tells it.
    read : callable or None
        None of what is packed.
    checks_names : bool
        Whether its first row may be data in the place of names.
    keeps_name : bool
        Whether its ending is put behind a name rather than in the place of another ending.
    comes_in_batches : bool
        Whether its rows can be read a batch at a time.
    """

    name: str
    looks_like: Message
    endings: tuple[str, ...]
    begins: tuple[bytes, ...] = ()
    read: Reader | None = None
    checks_names: bool = False
    keeps_name: bool = False
    comes_in_batches: bool = False


# Readers are imported when they are needed: what they refuse names the formats there are.
def _text(data: bytes, conditions: Conditions, notes: list[Message]) -> pa.Table:
    from evalcore.reading.delimited import read_text_table  # noqa: PLC0415

    return read_text_table(data, conditions, notes)


def _parquet(data: bytes, conditions: Conditions, notes: list[Message]) -> pa.Table:
    from evalcore.reading.binary import read_parquet  # noqa: PLC0415

    return read_parquet(data, conditions, notes)


def _excel(data: bytes, conditions: Conditions, notes: list[Message]) -> pa.Table:
    from evalcore.reading.binary import read_excel  # noqa: PLC0415

    return read_excel(data, conditions, notes)


def _json(data: bytes, conditions: Conditions, notes: list[Message]) -> pa.Table:
    from evalcore.reading.records import read_json  # noqa: PLC0415

    return read_json(data, conditions, notes)


TEXT: Final = Format(
    "text",
    Message("a text table"),
    (".csv", ".tsv", ".tab", ".txt", ".dat", ".data"),
    read=_text,
    checks_names=True,
    comes_in_batches=True,
)
EXCEL: Final = Format(
    "Excel",
    Message("an Excel workbook"),
    (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
    # Of the older ones; the newer are zips, see `_identify_zip`.
    begins=(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",),
    read=_excel,
    checks_names=True,
)
JSON: Final = Format("JSON", Message("a JSON file"), (".json", ".jsonl", ".ndjson"), read=_json)
GZIP: Final = Format("gzip", Message("a compressed file"), (".gz",), begins=(b"\x1f\x8b",), keeps_name=True)
ZIP: Final = Format("zip", Message("a compressed file"), (".zip",), keeps_name=True)
# Tables that are no text. A further one is one entry, and all sentences name it.
TABLES: Final = (
    Format(
        "Parquet",
        Message("a Parquet file"),
        (".parquet", ".pq"),
        begins=(b"PAR1",),
        read=_parquet,
        comes_in_batches=True,
    ),
    JSON,
    EXCEL,
)
FORMATS: Final = (TEXT, *TABLES, GZIP, ZIP)
ENDINGS: Final = {ending: one for one in FORMATS for ending in one.endings}
# First bytes of files people mix up with tables. The names are the same in every language.
FOREIGN = (
    (b"%PDF", "PDF"),
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"GIF8", "GIF"),
    (b"\x89HDF", "HDF5"),
    (b"\x93NUMPY", "NumPy .npy"),
    (b"SQLite format 3\x00", "SQLite"),
    (b"ARROW1", "Arrow / Feather"),
    (b"FEA1", "Feather"),
    (b"Obj\x01", "Avro"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "Zstandard"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
    (b"Rar!\x1a", "RAR"),
    (b"\x7fELF", "ELF"),
    (b"{\\rtf", "RTF"),
    (b"PARE", "encrypted Parquet"),
)
_MARKUP = (
    (b"<!doctype", "HTML"),
    (b"<html", "HTML"),
    (b"<?xml", "XML"),
)
_JSON = re.compile(rb'\{\s*["}]|\[\s*[\[{]')
_EXCEL_MARKS = (b"[Content_Types].xml", b"docProps/", b"xl/", b"opendocument.spreadsheet")
_MARK_WITHIN = 1 << 16


def identify(data: bytes) -> Format:
    """Tell the format of `data` by its content; refuse what is known not to be a table."""
    head = data[:512]
    if len(head) > 1 and head[0] == 0x80 and head[1] <= 5:
        raise InputError(
            "The file must be a table, not a pickle, which could run code. Save the table as CSV or Parquet."
        )
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        return _identify_zip(data)
    known = [one for one in FORMATS if one.begins and head.startswith(one.begins)]
    if known:
        return known[0]
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        start = head.decode("utf-16", errors="ignore").encode(errors="ignore").lstrip().lower()
    else:
        start = head.removeprefix(codecs.BOM_UTF8).lstrip().lower()
    foreign = [what for magic, what in FOREIGN if head.startswith(magic)]
    foreign += [what for magic, what in _MARKUP if start.startswith(magic)]
    if head[257:262] == b"ustar":
        foreign.append("tar")
    if foreign:
        raise _foreign(foreign[0])
    return JSON if _JSON.match(start) else TEXT


def check_ending(name: str, found: Format) -> None:
    """Refuse a name whose ending promises another format than the one found."""
    path = PurePosixPath(name.replace("\\", "/"))
    ending = path.suffix.lower()
    if ENDINGS.get(ending, found) is found:
        return
    raise InputError(
        "File '{name}' must be what its ending {ending} says; it looks like {what}. Rename it to '{new_name}'.",
        name=shown(path.name),
        ending=ending,
        what=found.looks_like,
        new_name=shown((path.name if found.keeps_name else path.stem) + found.endings[0]),
    )


def names() -> dict[str, str | Message]:
    """Return the names of the tables that are no text, as sentences have them: the `last` after an "or"."""
    first, *formats, last = (one.name for one in TABLES)
    row: str | Message = first
    for name in formats:
        row = Message("{first}, {more}", {"first": row, "more": name})
    return {"formats": row, "last": last}


def _identify_zip(data: bytes) -> Format:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except Exception:  # noqa: BLE001 - damaged: who reads it says so
        return EXCEL if any(mark in data[:_MARK_WITHIN] for mark in _EXCEL_MARKS) else ZIP
    if any(name.endswith("data.pkl") for name in names):
        raise InputError(
            "The file must be a table, not a pickle, which could run code. Save the table as CSV or Parquet."
        )
    if names and all(name.endswith(".npy") for name in names):
        raise _foreign("NumPy .npz")
    office = "[Content_Types].xml" in names
    if office and any(name.startswith(("word/", "ppt/")) for name in names):
        raise _foreign("Word / PowerPoint")
    return EXCEL if office or {"mimetype", "content.xml"} <= set(names) else ZIP


def _foreign(what: str) -> InputError:
    return InputError(
        "The file must be a table as text, {formats} or {last}; it looks like {what}. Save the table as CSV or "
        "Parquet.",
        what=what,
        **names(),
    )
