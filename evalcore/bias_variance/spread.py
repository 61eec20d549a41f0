"""How far a mean over training sets may be off."""

from __future__ import annotations

import math

import numpy as np

from evalcore.support.arrays import FloatArray


def standard_error(values: FloatArray) -> FloatArray:
    """Return the standard error of the mean along the first axis, nan where it has length 1."""
    count = len(values)
    divisor = count * (count - 1) if count > 1 else math.nan
    return np.asarray(np.sqrt(np.square(values - values.mean(axis=0)).sum(axis=0) / divisor))
