"""Columns of numbers, checked: the first cell that is not one is named."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from evalcore.errors import InputError
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.spellings import written_numbers
from evalcore.support.text import MISSING_WORDS, shown

LARGEST = 1e300  # sums and ranges of larger numbers overflow


def is_number_typed(series: pd.Series) -> bool:
    """Tell whether a column's type is a real number (or bool), not text, time or object."""
    kind = series.dtype
    return pd.api.types.is_numeric_dtype(kind) and not pd.api.types.is_complex_dtype(kind)


def to_numbers(series: pd.Series, column: str) -> FloatArray:
    """Return a column as float64, nan where empty; text, infinity and numbers beyond 1e300 are refused."""
    numbers = to_finite(series, column)
    extreme = np.abs(numbers) > LARGEST
    if extreme.any():
        row = int(np.flatnonzero(extreme)[0])
        raise InputError(
            "Column '{column}' must hold numbers between -1e300 and 1e300; got '{value}' in data row {row}. Remove the "
            "row or leave the cell empty.",
            column=shown(column),
            value=shown(series.iloc[row]),
            row=row + 1,
        )
    return numbers


def to_finite(series: pd.Series, column: str) -> FloatArray:
    """Return a column as float64, nan where empty; text that is no number and infinity are refused."""
    if is_number_typed(series):
        numbers: FloatArray = series.to_numpy(dtype=np.float64, na_value=np.nan)
    else:
        numbers, bad = parse_numbers(series)
        if bad.any():
            row = int(np.flatnonzero(bad)[0])
            # pandas 2 takes a number beyond float64 for text.
            if not math.isinf(_to_float(series.iloc[row])):
                raise InputError(
                    "Column '{column}' must hold numbers; got '{value}' in data row {row}. Remove the row or leave the "
                    "cell empty.",
                    column=shown(column),
                    value=shown(series.iloc[row]),
                    row=row + 1,
                )
            numbers[row] = np.inf
    infinite = np.isinf(numbers)
    if infinite.any():
        row = int(np.flatnonzero(infinite)[0])
        raise InputError(
            "Column '{column}' must hold finite numbers; got '{value}' in data row {row}. Remove the row or leave the "
            "cell empty.",
            column=shown(column),
            value=shown(series.iloc[row]),
            row=row + 1,
        )
    if np.isnan(numbers).all():
        raise InputError(
            "Column '{column}' must hold numbers; all {count} cells are empty. Choose another column.",
            column=shown(column),
            count=len(numbers),
        )
    return numbers


def parse_numbers(series: pd.Series) -> tuple[FloatArray, BoolArray]:
    """Return text as float64 (nan where it is none), and where it is neither a number nor an empty cell."""
    missing = series.isna().to_numpy(dtype=bool)
    if pd.api.types.is_object_dtype(series.dtype) or isinstance(series.dtype, pd.StringDtype):
        texts = series
    elif isinstance(series.dtype, pd.CategoricalDtype):
        texts = series.astype(object)
    else:  # times: a number of nanoseconds is not what they are
        return np.full(len(series), np.nan), ~missing
    numbers = _coerce(texts)
    bad = np.isnan(numbers) & ~missing
    if bad.any():
        words = texts[bad].astype(str).str.strip()
        bad[bad] = ~words.isin(MISSING_WORDS).to_numpy(dtype=bool)
    if bad.any() and (written := written_numbers(texts)) is not None:
        return written, np.zeros(len(bad), dtype=bool)
    return numbers, bad


def _coerce(texts: pd.Series) -> FloatArray:
    try:
        numbers = pd.to_numeric(texts, errors="coerce")
        if is_number_typed(numbers):
            return numbers.to_numpy(dtype=np.float64, na_value=np.nan)
    except (TypeError, ValueError, OverflowError):  # objects to_numeric does not know, integers beyond float64
        pass
    return np.array([_to_float(value) for value in texts], dtype=np.float64)


def _to_float(value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return np.nan
    except OverflowError:
        return np.inf
