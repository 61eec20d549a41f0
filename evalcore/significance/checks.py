"""What the tests of this package take: ratios of sizes, and columns in which a value may be missing."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import finite_numbers, one_dimensional

# How far apart equal results may come out, as a share of the numbers computed with; of rates, which reach 1, as it is.
FEW_ULPS = 8 * float(np.finfo(np.float64).eps)
# Of differences whose operands are not known: rates near 1 that differ by one row in 100,000 are off by 1e-11 of that.
ROUNDED = 1e-10


def ratio_of_sizes(test_train_ratio: float | None) -> float:
    """Return how many test rows come on a training row; 0 where the training sets do not overlap."""
    if test_train_ratio is None:
        return 0.0
    if not 0 <= test_train_ratio < math.inf:
        raise InputError(
            "test_train_ratio must be a number >= 0; got {value}. It is 1 / (k - 1) for k-fold cross validation.",
            value=test_train_ratio,
        )
    return float(test_train_ratio)


def largest_that_does_not_matter(rope: float) -> float:
    """Return half the width of the region of practical equivalence."""
    if not 0 <= rope < math.inf:
        raise InputError(
            "rope must be a number >= 0; got {value}. Choose the largest difference that does not matter.", value=rope
        )
    return float(rope)


def with_gaps(values: ArrayLike, name: str) -> FloatArray:
    """Return numbers as float64 where nan, None or an empty cell stands for a value that is missing."""
    array = one_dimensional(values, name)
    missing = np.asarray(pd.isna(array))
    if missing.all():
        return np.full(len(array), np.nan)
    filled = array.copy()
    filled[missing] = 0
    numbers = finite_numbers(filled, name).copy()
    numbers[missing] = np.nan
    return numbers


def missing_values(values: FloatArray) -> Message | None:
    """Say that a value is missing: leaving it out in silence would test something else."""
    missing = np.isnan(values)
    if not missing.any():
        return None
    return Message(
        "Missing values: {count} of {total}, so there is no test. Give every repetition a value, or leave the "
        "whole repetition out.",
        {"count": int(missing.sum()), "total": missing.size},
    )


def rounding_of(*operands: FloatArray) -> float:
    """Return how far apart equal results may come out by rounding: a few ulps of the largest number."""
    return FEW_ULPS * max(float(np.abs(operand).max()) for operand in operands)
