"""What the decompositions take: predictions of many sets, and one number or one a point."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray, finite_numbers, one_dimensional, same_length, shown


def sets_by_points(predictions: ArrayLike) -> NDArray[Any]:
    """Return predictions as a table with at least one set and one point."""
    table = np.asarray(predictions)
    if table.ndim != 2 or 0 in table.shape:
        raise InputError(
            "predictions must have a row a training set and a column a point; got an array of shape {shape}. "
            "Stack the predictions of each set.",
            shape=str(table.shape),
        )
    return table


def number_table(values: ArrayLike, name: str = "predictions") -> FloatArray:
    """Return a table of finite numbers with a row a set and a column a point."""
    table = sets_by_points(values)
    finite_numbers(table.ravel(), name)
    return table.astype(np.float64, copy=False)


def a_point(values: ArrayLike, n_points: int, name: str) -> FloatArray:
    """Return one finite number a point; a single number stands for all points."""
    array = np.asarray(values)
    numbers = finite_numbers(np.full(n_points, array) if array.ndim == 0 else one_dimensional(array, name), name)
    same_length(numbers, n_points, name)
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
