"""What the decompositions take: predictions of many sets, and one number or one a point."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import finite_numbers, one_dimensional, same_length
from evalcore.support.numbers import parse_numbers
from evalcore.support.text import shown

LARGEST: Final = 1e70  # standard errors need fourth powers, and sums of them


def whole_rows(values: ArrayLike, name: str) -> NDArray[Any]:
    """Return values as an array, which rows of different lengths do not make."""
    try:
        return np.asarray(values)
    except ValueError:
        raise InputError(
            "{name} must have as many values in every row; got rows of different lengths. Judge all sets at the same "
            "points.",
            name=name,
        ) from None


def sets_by_points(predictions: ArrayLike, name: str = "predictions") -> NDArray[Any]:
    """Return predictions as a table with at least one set and one point."""
    table = whole_rows(predictions, name)
    if table.ndim != 2 or 0 in table.shape:
        raise InputError(
            "{name} must have a row a training set and a column a point; got an array of shape {shape}. "
            "Stack the predictions of each set.",
            name=name,
            shape=str(table.shape),
        )
    return table


def number_table(values: ArrayLike, name: str = "predictions") -> FloatArray:
    """Return a table of finite numbers with a row a set and a column a point."""
    table = sets_by_points(values, name)
    numbers = _numbers(table)
    wrong = ~(np.abs(numbers) <= LARGEST)  # nan, too
    if wrong.any():
        place, point = np.argwhere(wrong)[0]
        raise InputError(
            "{name} must hold numbers from -{most} to {most}; got '{value}' (set {set}, point {point}). Leave the set "
            "out, or mend its learner.",
            name=name,
            most=f"{LARGEST:.0e}",
            value=shown(table[place, point]),
            set=int(place) + 1,
            point=int(point) + 1,
        )
    return numbers


def _numbers(table: NDArray[Any]) -> FloatArray:
    """Return a table as float64, nan where there is no number."""
    if table.dtype.kind == "O":
        return np.asarray(parse_numbers(pd.Series(table.ravel()))[0], dtype=np.float64).reshape(table.shape)
    return table.astype(np.float64, copy=False) if table.dtype.kind in "biuf" else np.full(table.shape, np.nan)


def a_point(values: ArrayLike, n_points: int, name: str) -> FloatArray:
    """Return one finite number a point; a single number stands for all points."""
    array = np.asarray(values)
    numbers = finite_numbers(np.full(n_points, array) if array.ndim == 0 else one_dimensional(array, name), name)
    same_length(numbers, n_points, name)
    if (wrong := np.abs(numbers) > LARGEST).any():
        raise InputError(
            "{name} must lie between -{most} and {most}; got {value}. Choose a larger unit.",
            name=name,
            most=f"{LARGEST:.0e}",
            value=shown(float(numbers[wrong][0])),
        )
    return numbers


def from_zero(values: FloatArray, name: str) -> FloatArray:
    """Return numbers none of which is negative."""
    if values.min() < 0:
        raise InputError(
            "{name} must not be negative; got {value}. Choose 0 or more.",
            name=name,
            value=shown(float(values.min())),
        )
    return values


def one_from_zero(value: float, name: str) -> float:
    """Return one finite number that is not negative."""
    return float(from_zero(finite_numbers([value], name), name)[0])
