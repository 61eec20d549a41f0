"""Parquet and Excel into Arrow tables."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from evalcore.errors import InputError, Message
from evalcore.reading import unpack
from evalcore.reading.conditions import (
    CELL_BYTES,
    COLUMN_LIMIT,
    UNPACKED_LIMIT,
    Conditions,
    check_cells,
    check_memory,
    check_swelling,
    too_many_columns,
)
from evalcore.reading.header import with_first_row
from evalcore.reading.plain import is_text, nested

EXCEL_SECONDS = 300
NEEDS_PASSWORD, NO_CELLS = 3, 4  # how the program of its own says so
_NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_STEPS = 50
# All that pyarrow was seen to raise for damaged bytes; anything else is a fault of ours.
DAMAGED: Final = (pa.ArrowException, OSError, ValueError, KeyError, TypeError, NotImplementedError)
LONGEST_LIST = 100  # numbers; a longer list is an embedding


def read_parquet(data: bytes, conditions: Conditions, notes: list[Message]) -> pa.Table:
    """Return the flat columns of a Parquet file; columns of lists or structs cannot be truth, score or group."""
    try:
        source = pa.BufferReader(data)
        file = pq.ParquetFile(source)
        fields = list(file.schema_arrow)
        # Long lists and structs are left in the file: an embedding is far larger than the predictions beside it.
        lists = _short_lists(file, fields)
        flat = [field for field in fields if not pa.types.is_nested(field.type)]
        if len(flat) + sum(lists.values()) > COLUMN_LIMIT:
            raise too_many_columns(len(flat) + sum(lists.values()))
        _check_size(file.metadata, flat, conditions, sum(lists.values()), len(data))
        left = [field.name for field in fields if pa.types.is_nested(field.type) and field.name not in lists]
        repeated = _repeated_text(file.metadata, flat)
        file = pq.ParquetFile(source, metadata=file.metadata, read_dictionary=repeated)
        kept = [f.name for f in fields if f.name not in left]
        table = _read_groups(file, kept if left else None, conditions)
        table.validate(full=True)  # reading does not check that text is UTF-8
        for name, length in lists.items():
            if (spread := _spread(table, name, length)) is None:
                left.append(name)
            table = table.drop_columns([name]) if spread is None else spread
        if left:
            notes.append(nested(left))
        return table
    except InputError:
        raise
    except (*DAMAGED, MemoryError) as problem:
        check_memory(problem, conditions)
        raise damaged_parquet() from None


def damaged_parquet() -> InputError:
    """Return the refusal of a file that begins as Parquet and goes on otherwise."""
    return InputError("The Parquet file must be complete; it is damaged or cut off. Write or upload it again.")


def _short_lists(file: pq.ParquetFile, fields: list[pa.Field]) -> dict[str, int]:
    """Return how long the first list is in each column of short lists of numbers."""
    found = {}
    for field in fields:
        kind = field.type
        if not (pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)):
            continue
        if not (pa.types.is_floating(kind.value_type) or pa.types.is_integer(kind.value_type)):
            continue
        first = next(file.iter_batches(batch_size=1, columns=[field.name]), None)
        cell = first.column(0)[0].as_py() if first is not None and first.num_rows else None
        if cell and len(cell) <= LONGEST_LIST:
            found[field.name] = len(cell)
    return found


def _spread(table: pa.Table, name: str, length: int) -> pa.Table | None:
    """Return the table with one column for each place of its lists; None where they are not equally long."""
    place, cells = table.column_names.index(name), table.column(name)
    if not pc.all(pc.equal(pc.list_value_length(cells), length)).as_py():
        return None
    table = table.remove_column(place)
    for i in range(length):
        table = table.add_column(place + i, f"{name}[{i}]", pc.list_element(cells, i))
    return table


def _repeated_text(metadata: pq.FileMetaData, fields: list[pa.Field]) -> list[str]:
    """Return the columns whose text can stay in its dictionary until it is known how much room it takes row by row."""
    texts = {field.name for field in fields if is_text(field.type)}
    if not texts or not metadata.num_row_groups:
        return []
    group = metadata.row_group(0)
    places = [i for i in range(metadata.num_columns) if group.column(i).path_in_schema in texts]
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        places = [i for i in places if _has_dictionary(group.column(i).encodings)]
    return [group.column(i).path_in_schema for i in places]


def _has_dictionary(encodings: tuple[str, ...]) -> bool:
    return "DICTIONARY" in " ".join(encodings) and not any(name.startswith("DELTA") for name in encodings)


def _read_groups(file: pq.ParquetFile, columns: list[str] | None, conditions: Conditions) -> pa.Table:
    """Read a few groups of rows at a time, so that it can be seen how far reading is."""
    groups = list(range(file.num_row_groups))
    step = max(1, len(groups) // _STEPS)
    parts: list[pa.Table] = []
    conditions.progress.at("reading", lambda: len(parts) * step / max(len(groups), 1))
    for start in range(0, len(groups), step):
        parts.append(file.read_row_groups(groups[start : start + step], columns=columns))
    return pa.concat_tables(parts) if parts else file.read(columns=columns)


def read_excel(data: bytes, conditions: Conditions, notes: list[Message]) -> pa.Table:
    """Return the sheet asked for, else the one that holds the table; the names of the sheets come with it."""
    table = _convert(data, conditions)
    sheets = table.schema.metadata
    return with_first_row(table, notes).replace_schema_metadata(sheets)


def _convert(data: bytes, conditions: Conditions) -> pa.Table:
    """Lay a workbook out, never in the caller's own process (see `excel_worker`)."""
    conditions.progress.at("workbook")
    unpack.check_unpacked_size(data)
    if conditions.in_process:
        # Only workbooks need it, and a process reads but one file.
        from evalcore.reading import excel_worker  # noqa: PLC0415

        try:
            return excel_worker.convert(data, conditions.sheet)
        except excel_worker.NeedsPasswordError:
            raise _refusal(NEEDS_PASSWORD) from None
        except excel_worker.NoCellsError:
            raise _refusal(NO_CELLS) from None
        except Exception:  # noqa: BLE001 - whatever the bytes lead the reader of workbooks to
            raise _refusal(1) from None
    program = str(Path(__file__).with_name("excel_worker.py"))
    worker = [sys.executable, "-I", program, str(conditions.limits.memory), conditions.sheet or ""]
    try:
        done = subprocess.run(
            worker, input=data, capture_output=True, check=False, timeout=EXCEL_SECONDS, creationflags=_NO_CONSOLE
        )
    except subprocess.TimeoutExpired:
        raise _refusal(1) from None
    if done.returncode != 0:
        raise _refusal(done.returncode)
    with pa.ipc.open_stream(pa.py_buffer(done.stdout)) as stream:
        return stream.read_all()


def _refusal(status: int) -> InputError:
    if status == NEEDS_PASSWORD:
        return InputError("The workbook must not be encrypted; it needs a password. Save it without one.")
    if status == NO_CELLS:
        return InputError(
            "The workbook must hold a table; its visible sheets are empty. Put the table on the first sheet."
        )
    return unreadable_workbook()


def _check_size(
    metadata: pq.FileMetaData, fields: list[pa.Field], conditions: Conditions, further: int, size: int
) -> None:
    """Refuse a file that would fill the memory: repeated values take no room in the file but all of it in a table."""
    declared = sum(metadata.row_group(i).total_byte_size for i in range(metadata.num_row_groups))
    if declared >= UNPACKED_LIMIT:
        raise unpack.too_large()
    check_swelling(metadata.num_rows, len(fields) + further, size)
    widest = max((_width(field.type) for field in fields), default=CELL_BYTES)
    if widest > CELL_BYTES:
        check_cells(metadata.num_rows, 1, conditions, widest)
    check_cells(metadata.num_rows, len(fields) + further, conditions)


def _width(kind: pa.DataType) -> int:
    return kind.byte_width if pa.types.is_fixed_size_binary(kind) else CELL_BYTES


def unreadable_workbook() -> InputError:
    """Return the refusal of a workbook whose reading failed or ended the process."""
    return InputError(
        "The workbook must be readable; it is damaged, or a cell far from the table makes it too large. "
        "Save the table as CSV."
    )
