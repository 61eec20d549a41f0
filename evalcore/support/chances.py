"""Rows of class probabilities: which of them cannot be any."""

from __future__ import annotations

import numpy as np

from evalcore.support.arrays import BoolArray, FloatArray

SUM_TOLERANCE = 1e-6
FEWEST_PLACES, MOST_PLACES = 2, 5  # of probabilities that were rounded when they were written to a file


def wrong_chances(chances: FloatArray) -> BoolArray:
    """Tell of (n, k) finite numbers which rows hold one below 0, or do not sum to 1, but for rounding.

    >>> wrong_chances(np.array([[0.33, 0.33, 0.33], [0.5, 0.6, -0.1], [0.2, 0.2, 0.2]])).tolist()
    [False, True, True]
    """
    negative, missed = (chances < 0).any(axis=1), np.abs(chances.sum(axis=1) - 1)
    wrong = negative | (missed > SUM_TOLERANCE)
    # Only then is it worth looking for the decimal places of all.
    return negative | (missed > _rounding(chances)) if wrong.any() else np.asarray(wrong)


def _rounding(chances: FloatArray) -> float:
    """Return by how much rounding alone may keep a row from 1: half of the last decimal place a class."""
    for places in range(FEWEST_PLACES, MOST_PLACES + 1):
        if np.abs(chances - chances.round(places)).max() < 1e-12:
            return float(min(chances.shape[1] * 0.5 * 10.0**-places + SUM_TOLERANCE, 0.5))
    return SUM_TOLERANCE
