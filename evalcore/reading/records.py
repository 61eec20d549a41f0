"""JSON into an Arrow table: records one a line or in an array, and columns with data as MLflow and W&B write them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final

import pyarrow as pa

from evalcore.errors import InputError, Message
from evalcore.reading.conditions import COLUMN_LIMIT, Conditions, check_cells, too_many_columns
from evalcore.reading.encoding import to_utf8
from evalcore.reading.header import is_a_row, made_names, no_names
from evalcore.reading.plain import nested
from evalcore.support.text import listed

_WRAPPERS: Final = ("dataframe_split", "dataframe_records")
_SCALARS = (str, int, float, bool, type(None))
_LARGEST = 2**63


class _Columns:
    """Columns that grow row by row; a record without a column has an empty cell there."""

    def __init__(self, conditions: Conditions) -> None:
        self.cells: dict[str, list[Any]] = {}
        self.left_out: dict[str, None] = {}
        self.count = 0
        self.conditions = conditions

    def add(self, record: dict[str, Any]) -> None:
        """Add a row."""
        for name, value in record.items():
            parts = value if isinstance(value, dict) else _labelled(value)
            if parts is not None:
                self._add_parts(name, parts)
            elif isinstance(value, _SCALARS) or _is_plain_list(value):
                self._put(name, value)
            else:
                self.left_out[name] = None
        self.count += 1

    def _add_parts(self, name: str, parts: dict[str, Any]) -> None:
        """Add one column for each part, as {"proba": {"no": 0.1, "yes": 0.9}} has them."""
        for part, value in parts.items():
            if isinstance(value, _SCALARS):
                self._put(f"{name}:{part}", value)
            else:
                self.left_out[f"{name}:{part}"] = None

    def _put(self, name: str, value: Any) -> None:
        column = self.cells.get(name)
        if column is None:
            if len(self.cells) >= COLUMN_LIMIT:
                raise too_many_columns(len(self.cells) + 1)
            check_cells(self.count, len(self.cells) + 1, self.conditions)
            column = self.cells[name] = []
        if len(column) < self.count:
            column.extend([None] * (self.count - len(column)))
        column.append(value)

    def table(self) -> pa.Table:
        """Return the table; the columns are used up."""
        check_cells(self.count, len(self.cells), self.conditions)
        arrays = []
        for column in self.cells.values():
            column.extend([None] * (self.count - len(column)))
            arrays.append(_array(column))
        return pa.Table.from_arrays(arrays, names=list(self.cells))


def read_json(data: bytes, conditions: Conditions, notes: list[Message]) -> pa.Table:
    """Return the table in records or in columns; a list of numbers stays in its cell, as text."""
    text = to_utf8(data, notes).decode("utf-8-sig").strip()
    columns = _Columns(conditions)
    places = {"row": 0}
    conditions.progress.at("reading", lambda: places["row"] / max(text.count("\n"), 1))
    try:
        for record in _records(text, notes):
            columns.add(record)
            places["row"] += 1
        table = columns.table() if columns.cells else None
    except InputError:
        raise
    except (ValueError, RecursionError):
        raise InputError(
            "The JSON must be complete, one record a line or one array of records; record {row} cannot be read. "
            "Write or upload it again.",
            row=columns.count + 1,
        ) from None
    if columns.left_out:
        notes.append(nested(columns.left_out))
    if table is None:
        raise _no_records()
    return table


def _records(text: str, notes: list[Message]) -> Iterator[dict[str, Any]]:
    """Yield the records of any of the known shapes."""
    lines = _lines(text)
    if lines is None:
        yield from _of(json.loads(text), notes)
        return
    for line in lines:
        record = json.loads(line)
        if not isinstance(record, dict):
            raise _no_records()
        yield record


def _lines(text: str) -> Iterable[str] | None:
    """Return the lines where each is a record of its own, the first of which shows it."""
    first, _, rest = text.partition("\n")
    if not text.startswith("{") or not rest.strip():
        return None
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return None
    # Only these end a line: JSON text may hold U+2028 as it is.
    return (line for line in text.split("\n") if line.strip())


def _texts(row: list[Any]) -> list[str]:
    return ["" if cell is None else f"{cell:.15g}" if isinstance(cell, float) else str(cell) for cell in row]


def _of(found: Any, notes: list[Message]) -> Iterator[dict[str, Any]]:
    if isinstance(found, list) and found and isinstance(found[0], list):
        names, *rows = found
        first, below = _texts(names), [_texts(row) for row in rows[:200] if isinstance(row, list)]
        if is_a_row(first, below):
            notes.append(no_names(len(first)))
            yield from _rows(made_names(len(first)), found)
        else:
            yield from _rows(first, rows)
    elif isinstance(found, list):
        yield from _each(found)
    elif isinstance(found, dict):
        yield from _of_object(found, notes)
    else:
        raise _no_records()


def _of_object(found: dict[str, Any], notes: list[Message]) -> Iterator[dict[str, Any]]:
    inner = next((found[name] for name in _WRAPPERS if name in found), None)
    lists = [value for value in found.values() if isinstance(value, list) and value and isinstance(value[0], dict)]
    if inner is not None:
        yield from _of(inner, notes)
    elif isinstance(found.get("columns"), list) and isinstance(found.get("data"), list):
        yield from _rows([_name(name) for name in found["columns"]], found["data"])
    elif isinstance(found.get("data"), list) and lists:  # beside a schema
        yield from _each(found["data"])
    elif found and all(isinstance(value, list) for value in found.values()) and not lists:
        yield from _turned(found)
    elif found and all(isinstance(value, dict) for value in found.values()):  # a table of pandas
        yield from _turned({name: list(value.values()) for name, value in found.items()})
    elif len(lists) == 1:
        yield from _each(lists[0])
    elif found and all(isinstance(value, _SCALARS) for value in found.values()):
        yield found
    else:
        raise _no_records(found)


def _name(name: Any) -> str:
    return str(name.get("name", name)) if isinstance(name, dict) else str(name)


def _each(found: list[Any]) -> Iterator[dict[str, Any]]:
    for record in found:
        if not isinstance(record, dict):
            raise _no_records()
        yield record


def _rows(names: list[str], rows: list[Any]) -> Iterator[dict[str, Any]]:
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(
            "Column names must differ; '{column}' stands {count} times. Rename all but one.",
            column=twice,
            count=names.count(twice),
        )
    for place, row in enumerate(rows, start=1):
        if not isinstance(row, list) or len(row) != len(names):
            raise InputError(
                "Data row {row} must have {expected} cells, as there are columns; got {actual}. Give every row the "
                "same number of cells.",
                row=place,
                expected=len(names),
                actual=len(row) if isinstance(row, list) else 1,
            )
        yield dict(zip(names, row, strict=True))


def _turned(columns: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    lengths = {len(column) for column in columns.values()}
    if len(lengths) != 1:
        raise InputError(
            "The columns of the JSON must be equally long; got {lengths}. Write it again.",
            lengths=listed(sorted(lengths)),
        )
    for row in zip(*columns.values(), strict=True):
        yield dict(zip(columns, row, strict=True))


def _labelled(value: Any) -> dict[str, Any] | None:
    """Return {class: number} of a list such as [{"label": "yes", "prob": 0.9}, …], as BigQuery writes it."""
    if not (isinstance(value, list) and value and all(isinstance(one, dict) and "label" in one for one in value)):
        return None
    numbers = [[n for key, n in one.items() if key != "label" and isinstance(n, (int, float))] for one in value]
    if any(len(found) != 1 for found in numbers):
        return None
    return {str(one["label"]): found[0] for one, found in zip(value, numbers, strict=True)}


def _is_plain_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, _SCALARS) for one in value)


def _array(cells: list[Any]) -> pa.Array:
    """Return cells as booleans, whole numbers, numbers or text, whichever holds them all."""
    kinds = {type(cell) for cell in cells} - {type(None)}
    if kinds == {bool}:
        return pa.array(cells, pa.bool_())
    if kinds and kinds <= {int, float}:
        whole = kinds == {int} and all(cell is None or -_LARGEST <= cell < _LARGEST for cell in cells)
        try:
            return pa.array(cells, pa.int64()) if whole else pa.array([_float(cell) for cell in cells], pa.float64())
        except OverflowError:
            pass
    return pa.array([_text(cell) for cell in cells], pa.string())


def _float(cell: Any) -> float | None:
    return None if cell is None else float(cell)


def _text(cell: Any) -> str | None:
    if cell is None or isinstance(cell, str):
        return cell or None
    return json.dumps(cell)


def _no_records(found: Iterable[str] = ()) -> InputError:
    return InputError(
        "The JSON must hold records, one a line or in an array, or columns with data; got {names}. Save the table as "
        "CSV or Parquet.",
        names=listed(found) or "-",
    )
