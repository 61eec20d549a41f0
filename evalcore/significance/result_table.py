"""A table of results as it was typed, pasted or read: names of rows and columns, and a number in every cell."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

import numpy as np
import pandas as pd

from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.numbers import is_number_typed, to_numbers
from evalcore.support.results import Result
from evalcore.support.text import listed, shown

MOST_ROWS, MOST_COLUMNS = 30, 10


@dataclass(frozen=True, eq=False)
class ResultTable(Result):
    """Which result has each column in each row?

    Parameters
    ----------
    rows : tuple of str
        Names of the rows: data sets, or folds.
    columns : tuple of str
        Names of the columns: algorithms. No name stands twice.
    values : (rows, columns) float64
        Finite everywhere.
    notes : tuple of Message
        Which rows were left out, and why.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: FloatArray
    notes: tuple[Message, ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """What tells this table from another."""
        return self.rows, self.columns, hashlib.sha256(self.values.tobytes()).hexdigest()

    @property
    def is_right_or_wrong(self) -> bool:
        """Whether every cell is 0 or 1."""
        return bool(np.isin(self.values, (0, 1)).all())

    @property
    def means(self) -> FloatArray:
        """Return the mean of each column."""
        return np.asarray(self.values.mean(axis=0))

    def differences(self, first: int, second: int) -> FloatArray:
        """Return the first of two columns less the second, row by row."""
        return self.values[:, first] - self.values[:, second]

    @property
    def spare(self) -> int:
        """Return how many columns can be left out so that two are kept."""
        return max(len(self.columns) - 2, 0)

    def of(self, columns: Sequence[str]) -> ResultTable:
        """Return the table with these columns only, in their order."""
        places = [self.columns.index(name) for name in columns]
        return ResultTable(self.rows, tuple(columns), frozen(self.values[:, places].copy()), self.notes)

    def to_frame(self) -> pd.DataFrame:
        """Return the table with the names of its rows in the first column, which has no name."""
        return pd.DataFrame({"": list(self.rows), **dict(zip(self.columns, self.values.T, strict=True))})


def result_table(
    frame: pd.DataFrame,
    *,
    least_rows: int = 1,
    least_columns: int = 2,
    most_rows: int = MOST_ROWS,
    most_columns: int = MOST_COLUMNS,
) -> ResultTable:
    """Which table of results was meant?

    Parameters
    ----------
    frame : DataFrame
        As `read_table` returns it or a person typed it. A first column of text, or one that counts the rows from 0 or
        1 before at least `least_columns` others, names the rows. A number with % is a share of a hundred.
    least_rows, least_columns, most_rows, most_columns : int
        What the table must have, names not counted.

    Returns
    -------
    ResultTable
        Without rows that lack a number; `notes` name those that were not empty altogether.

    Raises
    ------
    InputError
        Where the table is too small or too large, or a cell holds no number.

    Examples
    --------
    >>> table = result_table(pd.DataFrame({"data set": ["iris", "wine"], "A": [0.1, 0.2], "B": [0.3, None]}))
    >>> table.rows, table.columns, table.values.tolist(), str(table.notes[0])
    (('iris',), ('A', 'B'), [[0.1, 0.3]], "Rows without a number in every column were left out: 'wine'.")
    """
    frame = _without_percent(frame[~_empty(frame)].reset_index(drop=True), least_columns)
    has_names = len(frame.columns) > 0 and _names_rows(frame, least_columns)
    numbers = frame.iloc[:, 1:] if has_names else frame
    columns = _column_names(numbers, least_columns, most_columns)
    cells = [to_numbers(numbers.iloc[:, k], columns[k]) for k in range(len(columns))] if len(frame) else []
    values = np.column_stack(cells) if cells else np.empty((0, len(columns)))
    whole = [not row.any() for row in np.isnan(values)]
    names = _row_names(frame.iloc[:, 0].tolist() if has_names else [None] * len(frame))
    left_out = [name for name, is_whole in zip(names, whole, strict=True) if not is_whole]
    _check_size(whole.count(True), least_rows, most_rows)
    said = Message("Rows without a number in every column were left out: {rows}.", {"rows": listed(left_out)})
    return ResultTable(
        tuple(name for name, is_whole in zip(names, whole, strict=True) if is_whole),
        columns,
        frozen(values[whole]),
        (said,) if left_out else (),
    )


def with_columns(frame: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Return a table whose columns of numbers have these names: one too many is dropped, one more is empty.

    Parameters
    ----------
    frame : DataFrame
        The first column names the rows.
    names : sequence of str
        A name that is empty or stands before is left out.

    Examples
    --------
    >>> with_columns(pd.DataFrame({"": ["iris"], "A": [0.1]}), ["C", "D", "C"]).columns.tolist()
    ['', 'C', 'D']
    """
    wanted = list(dict.fromkeys(shown(name.strip()) for name in names if name.strip()))[:MOST_COLUMNS]
    columns = {
        name: frame.iloc[:, k + 1] if k + 1 < len(frame.columns) else np.full(len(frame), np.nan)
        for k, name in enumerate(wanted)
    }
    return pd.DataFrame({frame.columns[0]: frame.iloc[:, 0], **columns})


def _empty(frame: pd.DataFrame) -> np.ndarray:
    """Tell which rows hold nothing: a line that was added and not filled in."""
    blank = frame.isna() | frame.map(lambda cell: isinstance(cell, str) and not cell.strip())
    return np.asarray(blank.all(axis=1), dtype=bool)


def _without_percent(frame: pd.DataFrame, least_columns: int) -> pd.DataFrame:
    """Return the table with each number that ends in % as a share; a first column that may name the rows stays."""
    start = 1 if len(frame.columns) > least_columns else 0
    kept, numbers = frame.iloc[:, :start], frame.iloc[:, start:]
    return pd.concat([kept, numbers.map(_as_share)], axis=1)


def _as_share(cell: Any) -> Any:
    """Return a hundredth of a number that ends in %, anything else as it is.

    >>> _as_share("12 %"), _as_share("0.12"), _as_share("x%"), _as_share(12)
    (0.12, '0.12', 'x%', 12)
    """
    written = cell.strip().replace("％", "%") if isinstance(cell, str) else ""
    if not written.endswith("%"):
        return cell
    try:
        return float(Decimal(written[:-1].strip()) / 100)
    except InvalidOperation:
        return cell


def _names_rows(frame: pd.DataFrame, least_columns: int) -> bool:
    """Tell whether the first column names the rows: text, or a count of them."""
    first = frame.iloc[:, 0]
    if not is_number_typed(first):
        is_text = pd.to_numeric(first, errors="coerce").isna().any()
        return bool(is_text or len(frame) == 0 or str(frame.columns[0]).strip() == "")
    if len(frame.columns) <= least_columns or len(frame) < 2:
        return False
    counted = first.to_numpy(dtype=np.float64, na_value=np.nan)
    return any(np.array_equal(counted, np.arange(start, start + len(frame))) for start in (0, 1))


def _column_names(numbers: pd.DataFrame, least: int, most: int) -> tuple[str, ...]:
    names = [shown(str(name).strip()) for name in numbers.columns]
    if len(names) != least == most:
        raise InputError(
            "The table must have {least} columns of numbers; got {count}. Leave out the others, or add what is "
            "missing.",
            least=least,
            count=len(names),
        )
    if not least <= len(names) <= most:
        raise InputError(
            "The table must have {least} to {most} columns of numbers; got {count}. Give one column to each algorithm.",
            least=least,
            most=most,
            count=len(names),
        )
    seen: list[str] = []
    for name in names:
        same = [other for other in seen if other == name or other.rpartition(" (")[0] == name]
        seen.append(f"{name} ({len(same) + 1})" if same else name)
    return tuple(seen)


def _row_names(cells: Sequence[Any]) -> tuple[str, ...]:
    """Return a name for each row; one without is called by its place."""
    places = range(1, len(cells) + 1)
    return tuple(
        str(place) if cell is None or pd.isna(cell) or not str(cell).strip() else shown(str(cell).strip())
        for place, cell in zip(places, cells, strict=True)
    )


def _check_size(count: int, least: int, most: int) -> None:
    if count > most:
        raise InputError(
            "The table must have at most {most} rows; got {count}. Leave some out.",
            most=most,
            count=count,
        )
    if count < least:
        raise InputError(
            "The table must have at least {least} rows with a number in every column; got {count}. Fill in the cells "
            "that are empty.",
            least=least,
            count=count,
        )
