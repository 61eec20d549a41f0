"""Clean arrays out of whatever was passed in, or one sentence that says what is wrong with it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from evalcore.errors import InputError
from evalcore.support.numbers import parse_numbers

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
REACH = 200  # sums of weights between 2^-200 and 2^200 are multiplied as they are
CountArray = NDArray[Any]  # int64 when rows are counted, float64 when they are weighted


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return the same array, from now on read-only."""
    array.flags.writeable = False
    return array


def shown(value: object) -> str:
    """Return a value as it may stand in a sentence: one line, at most 40 characters."""
    text = str(value).replace("\r", "").replace("\n", "⏎")
    return text if len(text) <= 40 else text[:39] + "…"


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


def scale(total: float) -> float:
    """Return the power of two to multiply sums of weights by so that their products stay in range; mostly 1."""
    if not 0 < total < math.inf or 2.0**-REACH < total < 2.0**REACH:
        return 1.0
    # A sum below the smallest normal number would need a power that is no number.
    return math.ldexp(1.0, min(-math.frexp(total)[1], 1023))
