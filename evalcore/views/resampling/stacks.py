"""Dots of one quantity in a row: where two would lie on each other they stand side by side."""

from __future__ import annotations

import numpy as np

from evalcore.support.arrays import FloatArray


def stacked(values: FloatArray, *, width: float) -> FloatArray:
    """How far from the middle of its row does each dot stand?

    Parameters
    ----------
    values : (n,) float64
        May hold nan.
    width : float > 0
        Values so close stand in one column.

    Returns
    -------
    (n,) float64
        -1 to 1: even steps in each column, the highest column filling the row; nan stays nan.

    Examples
    --------
    >>> stacked(np.array([0.1, 0.1, 0.1, 0.5]), width=0.01).tolist()
    [0.0, -1.0, 1.0, 0.0]
    """
    found = np.where(np.isnan(values), np.nan, 0.0)
    bins = np.round(np.nan_to_num(values, nan=-1.0) / width).astype(np.int64)
    columns = [np.flatnonzero((bins == one) & ~np.isnan(values)) for one in np.unique(bins)]
    highest = max((len(column) for column in columns), default=1)
    if highest < 2:
        return found
    for column in columns:
        steps = np.arange(len(column))
        sides = np.where(steps % 2, -(steps + 1) // 2, steps // 2)  # 0, -1, 1, -2, 2
        found[column] = sides / (highest // 2)
    return found
