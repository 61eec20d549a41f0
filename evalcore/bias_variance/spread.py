"""How far a mean over training sets may be off."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from evalcore.errors import Message
from evalcore.support.arrays import FloatArray

ONE_SET: Final = Message("One training set shows one fit: how far fits vary cannot be seen. Draw a second set.")


def one_set(n_sets: int) -> Message | None:
    """Return why bias and variance are undefined, or None."""
    return ONE_SET if n_sets == 1 else None


def average(values: FloatArray) -> FloatArray:
    """Return the mean along the first axis; of equal values it is that value to the last digit."""
    return np.asarray(values[0] + (values - values[0]).mean(axis=0))


def standard_error(values: FloatArray) -> FloatArray:
    """Return the standard error of the mean along the first axis, nan where it has length 1."""
    count = len(values)
    divisor = count * (count - 1) if count > 1 else math.nan
    return np.asarray(np.sqrt(np.square(values - average(values)).sum(axis=0) / divisor))
