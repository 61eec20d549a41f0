"""What a file is, told by its first bytes, and whether its name says the same."""

from __future__ import annotations

import io
import zipfile
from enum import Enum
from pathlib import PurePosixPath

from evalcore.errors import InputError
from evalcore.support.text import shown


class Format(Enum):
    """The kinds of file that can be read; the value is an ending to suggest."""

    TEXT = ".csv"
    PARQUET = ".parquet"
    EXCEL = ".xlsx"
    GZIP = ".gz"
    ZIP = ".zip"


ENDINGS = {
    **dict.fromkeys((".csv", ".tsv", ".tab", ".txt", ".dat", ".data"), Format.TEXT),
    **dict.fromkeys((".parquet", ".pq"), Format.PARQUET),
    **dict.fromkeys((".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), Format.EXCEL),
    ".gz": Format.GZIP,
    ".zip": Format.ZIP,
}
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
    (b'{"', "JSON"),
    (b"[{", "JSON"),
    (b"[[", "JSON"),
)
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
    if head.startswith(b"\x1f\x8b"):
        return Format.GZIP
    if head.startswith(b"PAR1"):
        return Format.PARQUET
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return Format.EXCEL
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    foreign = [what for magic, what in FOREIGN if head.startswith(magic)]
    foreign += [what for magic, what in _MARKUP if start.startswith(magic)]
    if head[257:262] == b"ustar":
        foreign.append("tar")
    if foreign:
        raise _foreign(foreign[0])
    return Format.TEXT


def check_ending(name: str, found: Format) -> None:
    """Refuse a name whose ending promises another format than the one found."""
    path = PurePosixPath(name.replace("\\", "/"))
    ending = path.suffix.lower()
    if ENDINGS.get(ending, found) is found:
        return
    values = {"name": shown(path.name), "ending": ending, "new_name": shown(path.stem + found.value)}
    if found is Format.TEXT:
        raise InputError(
            "File '{name}' must be what its ending {ending} says; it looks like a text table. Rename it to "
            "'{new_name}'.",
            **values,
        )
    if found is Format.EXCEL:
        raise InputError(
            "File '{name}' must be what its ending {ending} says; it looks like an Excel workbook. Rename it to "
            "'{new_name}'.",
            **values,
        )
    if found is Format.PARQUET:
        raise InputError(
            "File '{name}' must be what its ending {ending} says; it looks like a Parquet file. Rename it to "
            "'{new_name}'.",
            **values,
        )
    values["new_name"] = shown(path.name + found.value)
    raise InputError(
        "File '{name}' must be what its ending {ending} says; it looks like a compressed file. Rename it to "
        "'{new_name}'.",
        **values,
    )


def _identify_zip(data: bytes) -> Format:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except Exception:  # noqa: BLE001 - damaged: who reads it says so
        return Format.EXCEL if any(mark in data[:_MARK_WITHIN] for mark in _EXCEL_MARKS) else Format.ZIP
    if any(name.endswith("data.pkl") for name in names):
        raise InputError(
            "The file must be a table, not a pickle, which could run code. Save the table as CSV or Parquet."
        )
    if names and all(name.endswith(".npy") for name in names):
        raise _foreign("NumPy .npz")
    office = "[Content_Types].xml" in names
    if office and any(name.startswith(("word/", "ppt/")) for name in names):
        raise _foreign("Word / PowerPoint")
    return Format.EXCEL if office or {"mimetype", "content.xml"} <= set(names) else Format.ZIP


def _foreign(what: str) -> InputError:
    return InputError(
        "The file must be a table as text, Parquet or Excel; it looks like {what}. Save the table as CSV or Parquet.",
        what=what,
    )
