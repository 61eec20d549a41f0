"""Read a workbook from stdin, write the table of one sheet to stdout as an Arrow stream.

A program of its own, started by `binary`. calamine lays a sheet out as a full rectangle: two cells at opposite
corners of a 5 kB workbook ask for 500 GB and abort the whole process. Here that ends this process only.
It must not import evalcore: it runs isolated, without the app's folder on its path.
"""

from __future__ import annotations

import contextlib
import datetime
import io
import json
import sys
from typing import Any

import pyarrow as pa
from python_calamine import CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

NEEDS_PASSWORD = 3
NO_CELLS = 4
_EXACT = 2**53
LOOK = 200  # rows that tell whether a sheet holds a table


NeedsPasswordError = PasswordError


class NoCellsError(Exception):
    """No visible sheet holds a cell."""


def limit_memory(limit: int) -> None:
    """Let a request for more memory fail instead of starving the machine."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    with contextlib.suppress(ValueError, OSError):  # macOS refuses a limit below what every process has
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(hard, limit), hard))


def is_empty(cell: object) -> bool:
    """Tell whether a cell holds nothing to read."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def to_text(cell: object) -> str | None:
    """Return a cell as the text a CSV export would hold."""
    if is_empty(cell):
        return None
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < _EXACT:
        return str(int(cell))
    return cell.isoformat() if isinstance(cell, (datetime.date, datetime.time)) else str(cell)


def to_array(cells: list[Any]) -> pa.Array:
    """Return a column as booleans, whole numbers, numbers or text, whichever holds every cell."""
    kinds = {type(cell) for cell in cells if not is_empty(cell)}
    if kinds == {bool}:
        return pa.array([None if is_empty(cell) else cell for cell in cells], pa.bool_())
    if kinds and kinds <= {int, float}:
        whole = all(is_empty(cell) or (float(cell).is_integer() and abs(cell) < _EXACT) for cell in cells)
        numbers = [None if is_empty(cell) else (int(cell) if whole else float(cell)) for cell in cells]
        return pa.array(numbers, pa.int64() if whole else pa.float64())
    return pa.array([to_text(cell) for cell in cells], pa.string())


def tables(workbook: CalamineWorkbook) -> dict[str, list[list[Any]]]:
    """Return the rows of each visible sheet that holds cells, without empty rows at its end."""
    found = {}
    for sheet in workbook.sheets_metadata:
        if sheet.typ != SheetTypeEnum.WorkSheet or sheet.visible != SheetVisibleEnum.Visible:
            continue
        rows: list[list[Any]] = workbook.get_sheet_by_name(sheet.name).to_python()
        while rows and all(is_empty(cell) for cell in rows[-1]):
            rows.pop()
        if rows:
            found[sheet.name] = rows
    return found


def proposed(found: dict[str, list[list[Any]]]) -> str:
    """Return the sheet that looks most like a table of predictions: named columns with numbers, and the most rows.

    Of equals the first.
    """
    return max(found, key=lambda name: _likeness(found[name]))


def _likeness(rows: list[list[Any]]) -> tuple[bool, int]:
    """Return whether rows are a table, two named columns at least and numbers in one, and how many there are."""
    header, *body = rows
    named = sum(not is_empty(cell) for cell in header)
    filled = [row for row in body[:LOOK] if sum(not is_empty(cell) for cell in row) >= max(2, named // 2)]
    numbers = any(isinstance(cell, (int, float)) for row in filled for cell in row)
    is_table = named >= 2 and len(filled) * 2 > len(body[:LOOK]) and numbers
    return is_table, len(body) if is_table else 0


def convert(data: bytes, asked: str | None = None) -> pa.Table:
    """Return the sheet asked for, or the one proposed; its first row holds the names.

    The metadata names the sheet and all that could be read instead.
    """
    found = tables(CalamineWorkbook.from_filelike(io.BytesIO(data)))
    if not found:
        raise NoCellsError
    sheet = asked if asked in found else proposed(found)
    header, *body = found[sheet]
    metadata = {"sheet": sheet, "sheets": json.dumps([*found])}
    del found
    columns = [list(cells) for cells in zip(*body, strict=True)] or [[] for _ in header]
    del body
    made = [to_array(cells) for cells in columns]
    return pa.Table.from_arrays(made, names=[to_text(cell) or "" for cell in header], metadata=metadata)


def main() -> int:
    """Convert one workbook within the bytes of memory asked for; the exit status says what was wrong with it."""
    limit_memory(int(sys.argv[1]))
    try:
        table = convert(sys.stdin.buffer.read(), sys.argv[2] or None)
    except NeedsPasswordError:
        return NEEDS_PASSWORD
    except NoCellsError:
        return NO_CELLS
    with pa.ipc.new_stream(sys.stdout.buffer, table.schema) as writer:
        writer.write_table(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
