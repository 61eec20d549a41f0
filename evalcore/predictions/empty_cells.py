"""Empty cells of a table that is learned from: one rule for every page that takes one.

A cell without a value is empty, and so is one whose number is not finite. A column that is mostly empty is left out;
of the others every row with an empty cell is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalcore.errors import Message
from evalcore.support.arrays import BoolArray
from evalcore.support.numbers import is_number_typed, parse_numbers
from evalcore.support.text import MISSING_WORDS, listed, shown

MOST_EMPTY: Final = 0.5  # share of a column's cells
MOST_CATEGORIES: Final = 20
EMPTY: Final = Message("Columns that are mostly empty were left out: {columns}.")
TEXTS: Final = Message(
    "Columns of more than {most} different texts were left out, which name rows rather than describe them: {columns}.",
    {"most": MOST_CATEGORIES},
)
ROWS: Final = Message(
    "{count} of {rows} rows were left out for an empty or infinite cell, most often in column '{column}'."
)
Cells = pd.Series  # float64 or text, missing where there is no value


def cells_of(series: pd.Series) -> Cells | None:
    """Return a column as numbers or as text, missing where there is no finite number or no text; None for times."""
    if is_number_typed(series):
        numbers = series.to_numpy(dtype=np.float64, na_value=np.nan)
    elif series.dtype.kind in "mM" or isinstance(series.dtype, pd.PeriodDtype):
        return None
    else:
        numbers, bad = parse_numbers(series)
        if bad.any():
            text = series.astype(str).str.strip().astype(object)
            return text.where(~(series.isna() | text.isin(MISSING_WORDS)), None).reset_index(drop=True)
    return pd.Series(np.where(np.isfinite(numbers), numbers, np.nan))


def gaps(series: pd.Series) -> BoolArray:
    """Return where the cells of a column are empty.

    >>> gaps(pd.Series([1.0, float("inf"), None])).tolist(), gaps(pd.Series(["a", "NA", ""])).tolist()
    ([False, True, True], [False, True, True])
    """
    cells = cells_of(series)
    return np.asarray((series if cells is None else cells).isna())


def mostly_empty(missing: Mapping[str, BoolArray]) -> set[str]:
    """Return the columns of which more than half of the cells are empty."""
    return {name for name, empty in missing.items() if empty.sum() > MOST_EMPTY * len(empty)}


def left_out(why: Message, columns: Collection[str]) -> tuple[Message, ...]:
    """Return why these columns are left out, if there are any."""
    return (replace(why, values={**why.values, "columns": listed(sorted(columns))}),) if columns else ()


def whole_rows(missing: Mapping[str, BoolArray]) -> tuple[NDArray[Any], tuple[Message, ...]]:
    """Return the places of the rows without an empty cell, and what is to be said of the others."""
    table = np.array(list(missing.values()))
    whole = np.flatnonzero(~table.any(axis=0))
    rows = table.shape[1]
    if len(whole) == rows:
        return whole, ()
    column = max(missing, key=lambda name: int(missing[name].sum()))
    said = {"count": rows - len(whole), "rows": rows, "column": shown(column)}
    return whole, (replace(ROWS, values=said),)
