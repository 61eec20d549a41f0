"""The arrays of numbers that functions take and return."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
IndexArray = NDArray[np.intp]  # of rows of a table or places in an array
CountArray = NDArray[Any]  # int64 when rows are counted, float64 when they are weighted
REACH = 200  # sums of weights between 2^-200 and 2^200 are multiplied as they are


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return the same array, from now on read-only."""
    array.flags.writeable = False
    return array


def scale(total: float) -> float:
    """Return the power of two to multiply sums of weights by so that their products stay in range; mostly 1."""
    if not 0 < total < math.inf or 2.0**-REACH < total < 2.0**REACH:
        return 1.0
    # A sum below the smallest normal number would need a power that is no number.
    return math.ldexp(1.0, min(-math.frexp(total)[1], 1023))
