"""Parquet and Excel into Arrow tables."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from evalcore import _reading_unpack
from evalcore._excel_worker import NEEDS_PASSWORD, NO_CELLS
from evalcore.errors import InputError

EXCEL_SECONDS = 300
_NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def read_parquet(data: bytes) -> pa.Table:
    """Return the flat columns of a Parquet file; columns of lists or structs cannot be truth, score or group."""
    try:
        file = pq.ParquetFile(pa.BufferReader(data))
        names = file.schema_arrow.names
        _check_size(file.metadata)
        # Lists and structs are left in the file: an embedding is far larger than the predictions beside it.
        flat = [i for i, field in enumerate(file.schema_arrow) if not pa.types.is_nested(field.type)]
        table = file.read() if len(flat) == len(names) else file.read(columns=[names[i] for i in flat])
        table.validate(full=True)  # reading does not check that text is UTF-8
        return table
    except InputError:
        raise
    except (
        pa.ArrowException,
        OSError,
        ValueError,
        KeyError,
        TypeError,
        NotImplementedError,
        MemoryError,
        UnicodeError,
    ):
        raise InputError(
            "The Parquet file must be complete; it is damaged or cut off. Write or upload it again."
        ) from None


def read_excel(data: bytes) -> pa.Table:
    """Return the first table of a workbook, read by a process of its own (see `_excel_worker`)."""
    _reading_unpack.check_unpacked_size(data)
    worker = [sys.executable, "-I", str(Path(__file__).with_name("_excel_worker.py"))]
    try:
        done = subprocess.run(
            worker, input=data, capture_output=True, check=False, timeout=EXCEL_SECONDS, creationflags=_NO_CONSOLE
        )
    except subprocess.TimeoutExpired:
        raise _unreadable() from None
    if done.returncode == NEEDS_PASSWORD:
        raise InputError("The workbook must not be encrypted; it needs a password. Save it without one.")
    if done.returncode == NO_CELLS:
        raise InputError(
            "The workbook must hold a table; its visible sheets are empty. Put the table on the first sheet."
        )
    if done.returncode != 0:
        raise _unreadable()
    with pa.ipc.open_stream(pa.py_buffer(done.stdout)) as stream:
        return stream.read_all()


def _check_size(metadata: pq.FileMetaData) -> None:
    """Refuse a file that would fill the memory: repeated values take no room in the file but all of it in a table."""
    declared = sum(metadata.row_group(i).total_byte_size for i in range(metadata.num_row_groups))
    if max(declared, metadata.num_rows * metadata.num_columns) >= _reading_unpack.UNPACKED_LIMIT:
        raise _reading_unpack.too_large()


def _unreadable() -> InputError:
    return InputError(
        "The workbook must be readable; it is damaged, or a cell far from the table makes it too large. "
        "Save the table as CSV."
    )
