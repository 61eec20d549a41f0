"""Whatever was passed in, checked: clean arrays, shares, levels, choices; or one sentence that says what is wrong."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from evalcore.errors import InputError
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.numbers import parse_numbers
from evalcore.support.text import shown


def truths(y_true: ArrayLike, name: str = "y_true") -> BoolArray:
    """Return labels as a bool array; only True/False and 0/1 are labels."""
    array = one_dimensional(y_true, name)
    if array.dtype == np.bool_:
        return array
    usable: BoolArray = (
        (array == 0) | (array == 1) if array.dtype.kind in "iuf" else pd.Series(array).isin([0, 1]).to_numpy()
    )
    if not usable.all():
        row = int(np.argmin(usable))
        raise InputError(
            "{name} must hold True and False, or 1 and 0; got '{value}' (data row {row}). "
            "Name the positive class first, then compare every label with it.",
            name=name,
            value=shown(array[row]),
            row=row + 1,
        )
    return array.astype(np.bool_)


def finite_numbers(values: ArrayLike, name: str) -> FloatArray:
    """Return numbers as float64; neither text nor nan nor infinity is a number here."""
    array = one_dimensional(values, name)
    if array.dtype.kind == "O":
        try:
            array = np.asarray(pd.to_numeric(pd.Series(array), errors="coerce"))
        except OverflowError:  # integers beyond float64: as infinite as 1e999
            array, _ = parse_numbers(pd.Series(array))
    if array.dtype.kind not in "biuf":
        raise InputError(
            "{name} must hold numbers; got '{value}' (data row 1). Convert the column to numbers first.",
            name=name,
            value=shown(array[0]),
        )
    numbers = array.astype(np.float64, copy=False)
    # nan and infinity both survive in a sum, so the common case needs one pass and no mask
    with np.errstate(over="ignore", invalid="ignore"):
        suspicious = not np.isfinite(numbers.sum())
    if suspicious and not (usable := np.isfinite(numbers)).all():
        row = int(np.argmin(usable))
        raise InputError(
            "{name} must hold finite numbers; got '{value}' (data row {row}). "
            "Remove the row or give it a finite number.",
            name=name,
            value=shown(np.asarray(values)[row]),
            row=row + 1,
        )
    return numbers


def weights(sample_weight: ArrayLike, n: int, name: str = "sample_weight") -> FloatArray:
    """Return one finite weight >= 0 a row, at least one of them positive."""
    array = finite_numbers(sample_weight, name)
    same_length(array, n, name)
    if array.min() < 0:
        row = int(np.argmax(array < 0))
        raise InputError(
            "{name} must not be negative; got {value} (data row {row}). Leave the row out.",
            name=name,
            value=float(array[row]),
            row=row + 1,
        )
    if array.max() == 0:
        raise InputError(
            "{name} must be positive for at least one row; got only zeros. Leave the weights out.",
            name=name,
        )
    return array


def same_length(array: NDArray[Any], n: int, name: str) -> None:
    """Refuse an array that does not have one value for each of the n rows."""
    if len(array) != n:
        raise InputError(
            "{name} must have {expected} values, one a row; got {length}. "
            "Check that both columns come from the same table.",
            name=name,
            expected=n,
            length=len(array),
        )


def one_dimensional(values: ArrayLike, name: str) -> NDArray[Any]:
    """Return a one-dimensional array with at least one value."""
    array = np.asarray(values)
    if array.ndim != 1:
        raise InputError(
            "{name} must be one column; got an array of {dimensions} dimensions. Pass one column at a time.",
            name=name,
            dimensions=array.ndim,
        )
    if len(array) == 0:
        raise InputError("{name} must have at least one row; got none. Load a table with rows.", name=name)
    return array


def whole_number(value: float, name: str, *, least: int) -> int:
    """Return a count as an int."""
    if not (math.isfinite(value) and value == math.floor(value) and value >= least):
        raise InputError(
            "{name} must be a whole number from {least}; got {value}. Pass a count, not a share or a sum of weights.",
            name=name,
            least=least,
            value=value,
        )
    return int(value)


def share(value: float, name: str) -> float:
    """Return a rate."""
    if not 0 <= value <= 1:
        raise InputError(
            "{name} must be a number from 0 to 1; got {value}. Write 5% as 0.05.", name=name, value=shown(value)
        )
    return float(value)


def shares(values: ArrayLike, name: str) -> FloatArray:
    """Return rates, of any shape."""
    array = np.asarray(values, dtype=np.float64)
    wrong = ~((array >= 0) & (array <= 1))
    if wrong.any():
        share(float(array[wrong][0]), name)
    return array


def check_level(confidence_level: float) -> None:
    """Refuse a confidence level that is not a share."""
    if not 0 < confidence_level < 1:
        raise InputError(
            "The confidence level must lie between 0 and 1; got {level}. Write 95% as 0.95.", level=confidence_level
        )


def option(value: object, name: str, choices: Collection[str]) -> None:
    """Refuse a word that is not among the choices."""
    if value not in choices:
        raise InputError(
            "{name} must be one of {choices}; got '{value}'. Choose one of them.",
            name=name,
            choices=", ".join(choices),
            value=shown(value),
        )
