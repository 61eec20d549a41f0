"""Columns of a table of one's own: numbers, categories, and those nothing can be learned from."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

import numpy as np
import pandas as pd

from evalcore.bias_variance.checks import LARGEST
from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray
from evalcore.support.numbers import is_number_typed, parse_numbers
from evalcore.support.text import MISSING_WORDS, listed, shown

MOST_CATEGORIES: Final = 20
TIMES: Final = Message("Columns of times were left out: {columns}.")
EMPTY: Final = Message("Columns that are mostly empty were left out: {columns}.")
TEXTS: Final = Message(
    "Columns of more than {most} different texts were left out, which name rows rather than describe them: {columns}.",
    {"most": MOST_CATEGORIES},
)
CONSTANT: Final = Message("Columns with a single value were left out: {columns}.")
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


def usable(columns: Mapping[str, Cells | None]) -> tuple[dict[str, Cells], tuple[Message, ...]]:
    """Return the columns something can be learned from, and which of the others are left out, and why."""
    read = {name: cells for name, cells in columns.items() if cells is not None}
    empty = {name for name, cells in read.items() if cells.isna().mean() > 0.5}
    texts = {
        name
        for name, cells in read.items()
        if name not in empty and cells.dtype != np.float64 and cells.nunique() > MOST_CATEGORIES
    }
    notes = (
        *left_out(TIMES, columns.keys() - read.keys()),
        *left_out(EMPTY, empty),
        *left_out(TEXTS, texts),
    )
    return {name: cells for name, cells in read.items() if name not in empty | texts}, notes


def left_out(why: Message, columns: Collection[str]) -> tuple[Message, ...]:
    """Return why these columns are left out, if there are any."""
    return (replace(why, values={**why.values, "columns": listed(sorted(columns))}),) if columns else ()


def label(value: object) -> str:
    """Return a class or category as it is shown: 1, not 1.0."""
    return f"{value:.15g}" if isinstance(value, float) else shown(value)


def features_of(columns: Mapping[str, Cells]) -> tuple[list[tuple[str, FloatArray]], set[str]]:
    """Return the features the columns become, with their names, and the columns that have one value only."""
    features: list[tuple[str, FloatArray]] = []
    constant = {name for name, cells in columns.items() if cells.nunique() < 2}
    for name, cells in columns.items():
        if name in constant:
            continue
        if cells.dtype == np.float64:
            features.append((name, within(cells.to_numpy(dtype=np.float64), name)))
        else:
            for value in sorted(cells.unique()):
                features.append((f"{name} = {value}", (cells == value).to_numpy(dtype=np.float64)))
    return features, constant


def within(numbers: FloatArray, name: str) -> FloatArray:
    """Refuse numbers whose fourth powers are none."""
    if (wrong := np.abs(numbers) > LARGEST).any():
        raise InputError(
            "{name} must lie between -{most} and {most}; got {value}. Choose a larger unit.",
            name=shown(name),
            most=f"{LARGEST:.0e}",
            value=shown(float(numbers[wrong][0])),
        )
    return numbers
