"""Cells that hold a list of numbers, such as [0.96, 0.04]: one column for each place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final

import numpy as np
import pandas as pd

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray
from evalcore.support.text import shown

LONGEST: Final = 100  # numbers in a list; what is longer is an embedding
_PLACE: Final = re.compile(r"(.+)\[(\d+)\]")


def place_in_list(name: str) -> tuple[str, int] | None:
    """Return the column and the place in its lists that a name such as proba[1] stands for.

    >>> place_in_list("proba[1]"), place_in_list("proba")
    (('proba', 1), None)
    """
    found = _PLACE.fullmatch(name)
    return (found[1], int(found[2])) if found else None


def spread_lists(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the table with a column `name[0]`, `name[1]`, … for each column of lists; the same table without any.

    Raises
    ------
    InputError
        Where a list has another length than the first, or holds what is no number.

    Examples
    --------
    >>> list(spread_lists(pd.DataFrame({"y": [1, 0], "proba": ["[0.1, 0.9]", "[0.8 0.2]"]})).columns)
    ['y', 'proba[0]', 'proba[1]']
    """
    places = [i for i in range(frame.shape[1]) if _first_list(frame.iloc[:, i]) is not None]
    if not places:
        return frame
    columns: list[pd.Series] = []
    for i, name in enumerate(frame.columns):
        if i not in places:
            columns.append(frame.iloc[:, i])
            continue
        numbers = _numbers(frame.iloc[:, i], str(name))
        columns += [pd.Series(numbers[:, k], index=frame.index, name=f"{name}[{k}]") for k in range(numbers.shape[1])]
    return pd.concat(columns, axis=1)


def with_lists(frame: pd.DataFrame, chosen: Iterable[str]) -> pd.DataFrame:
    """Return the table with its lists spread where a chosen column is a place in one."""
    names = set(map(str, frame.columns))
    asked = [found for name in chosen if name not in names and (found := place_in_list(name))]
    return spread_lists(frame) if any(column in names for column, _ in asked) else frame


def _first_list(cells: pd.Series) -> list[float] | None:
    """Return the first list of a column where its first cell holds one of a fit length."""
    if pd.api.types.is_numeric_dtype(cells.dtype):
        return None
    first = next((cell for cell in cells.iloc[:100] if not _is_empty(cell)), None)
    read = None if first is None else _read(first)
    return read if read is not None and 1 <= len(read) <= LONGEST else None


def _is_empty(cell: object) -> bool:
    return cell is None or cell is pd.NA or (isinstance(cell, float) and np.isnan(cell))


def _read(cell: object) -> list[float] | None:
    """Return the numbers of a list, written with commas or, as NumPy does, with blanks."""
    if isinstance(cell, str):
        text = cell.strip()
        if not (text.startswith(("[", "(")) and text.endswith(("]", ")"))):
            return None
        inner = text[1:-1].strip()
        try:
            cell = json.loads(f"[{inner}]") if "," in inner else inner.split()
        except (ValueError, RecursionError):
            return None
    if not isinstance(cell, (list, tuple, np.ndarray)):
        return None
    try:
        return [float(one) for one in cell]
    except (TypeError, ValueError, OverflowError):
        return None


def _numbers(cells: pd.Series, name: str) -> FloatArray:
    """Return the lists as (rows, places), nan in rows without one."""
    first = _first_list(cells)
    assert first is not None
    count = len(first)
    rows: list[list[float]] = []
    for place, cell in enumerate(cells, start=1):
        read = [np.nan] * count if _is_empty(cell) else _read(cell)
        if read is None or len(read) != count:
            raise InputError(
                "Column '{column}' must hold lists of {count} numbers; got '{value}' in data row {row}. Correct it or "
                "leave the cell empty.",
                column=shown(name),
                count=count,
                value=shown(cell),
                row=place,
            )
        rows.append(read)
    return np.array(rows, dtype=np.float64)
