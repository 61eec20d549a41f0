"""Gzip and zip, unpacked in memory and never beyond a limit."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from pathlib import PurePosixPath
from typing import IO

from evalcore.errors import InputError
from evalcore.reading.conditions import UNPACKED_LIMIT, Progress, TooLargeError
from evalcore.reading.formats import ENDINGS
from evalcore.support.text import listed, shown

_CHUNK = 1 << 22


def gunzip(data: bytes, room: int, progress: Progress) -> bytes:
    """Return what a gzip file holds, all its members, if that is less than `room` bytes."""
    source = io.BytesIO(data)
    progress.at("unpacking", lambda: source.tell() / len(data))
    try:
        with gzip.GzipFile(fileobj=source) as stream:
            return _read_limited(stream, room)
    except (OSError, EOFError, zlib.error):
        raise InputError("The gzip file must be complete; it is damaged or cut off. Pack or upload it again.") from None


def unzip(data: bytes, room: int, progress: Progress) -> tuple[bytes, str]:
    """Return the only table in a zip file, if it has less than `room` bytes, and its name."""
    source = io.BytesIO(data)
    progress.at("unpacking", lambda: source.tell() / len(data))
    try:
        with zipfile.ZipFile(source) as archive:
            entry = _only_table(archive)
            if entry.flag_bits & 0x1:
                raise InputError(
                    "The zip must not be encrypted; '{name}' needs a password. Unpack it first.",
                    name=shown(entry.filename),
                )
            if entry.file_size >= room:
                raise too_large()
            with archive.open(entry) as stream:
                return _read_limited(stream, room), entry.filename
    except (InputError, MemoryError):
        raise
    except Exception:  # noqa: BLE001 - zipfile raises whatever the bytes lead it to
        raise InputError("The zip must be complete; it is damaged or cut off. Pack or upload it again.") from None


def check_unpacked_size(data: bytes) -> None:
    """Refuse a workbook (a zip inside) that says it unpacks to more than the limit."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            total = sum(entry.file_size for entry in archive.infolist())
    except Exception:  # noqa: BLE001 - not a zip (.xls), or damaged: the reader says so
        return
    if total >= UNPACKED_LIMIT:
        raise too_large()


def _only_table(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    files = [e for e in archive.infolist() if not e.is_dir() and not _is_litter(e.filename)]
    endings = [PurePosixPath(e.filename).suffix.lower() for e in files]
    tables = [e for e, ending in zip(files, endings, strict=True) if ending in ENDINGS]
    if len(tables) > 1:  # a README.txt beside the table
        tables = [e for e in tables if not e.filename.lower().endswith(".txt")] or tables
    tables = tables or files
    if not tables:
        raise InputError("The zip must hold a table; it holds no file. Pack the table again.")
    if len(tables) > 1:
        raise InputError(
            "The zip must hold one table; it holds {count} ({names}). Unpack it and choose one of them.",
            count=len(tables),
            names=listed(e.filename for e in tables),
        )
    return tables[0]


def _is_litter(name: str) -> bool:
    path = PurePosixPath(name)
    return (
        path.parts[:1] == ("__MACOSX",)
        or path.name.startswith(".")
        or path.name.lower() in {"thumbs.db", "desktop.ini"}
    )


def _read_limited(stream: IO[bytes] | gzip.GzipFile, room: int) -> bytes:
    found = io.BytesIO()  # grows in place and hands its bytes over without a copy
    while part := stream.read(_CHUNK):
        if found.tell() + len(part) >= room:
            raise too_large()
        found.write(part)
    return found.getvalue()


def too_large() -> TooLargeError:
    """Return the refusal of a file that unpacks beyond the limit."""
    return TooLargeError(
        "The file must unpack to less than {limit} GB; it unpacks to more. Leave out the columns you do not need.",
        limit=UNPACKED_LIMIT // 10**9,
    )
