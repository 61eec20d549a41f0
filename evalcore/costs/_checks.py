"""Options of the cost functions, checked once, each with one sentence for whoever chose them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import finite_numbers, same_length

LARGEST_AMOUNT = 1e100  # sums and products of larger ones overflow


def finite(value: float, name: str) -> float:
    """Return a finite number."""
    if not math.isfinite(value):
        raise InputError(
            "{name} must be a finite number; got {value}. Write a benefit as a negative cost.", name=name, value=value
        )
    return float(value)


def mistake_costs(values: ArrayLike, name: str) -> FloatArray:
    """Return finite numbers >= 0, of any shape."""
    array = np.asarray(values, dtype=np.float64)
    wrong = ~((array >= 0) & (array < np.inf))
    if wrong.any():
        raise InputError(
            "{name} must be a number >= 0; got {value}. Swap the positive class if the other mistake is meant.",
            name=name,
            value=float(array[wrong][0]),
        )
    return array


def amounts(values: ArrayLike, n: int) -> FloatArray:
    """Return one amount from 0 to 1e100 a row."""
    array = finite_numbers(values, "amount")
    same_length(array, n, "amount")
    wrong = (array < 0) | (array > LARGEST_AMOUNT)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InputError(
            "amount must hold numbers from 0 to 1e100; got {value} (data row {row}). Leave the row out or correct it.",
            value=float(array[row]),
            row=row + 1,
        )
    return array
