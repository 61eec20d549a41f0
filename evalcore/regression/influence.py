"""Values of the measures from sums over rows, and what single rows add to them."""

from __future__ import annotations

import math
from typing import Final, Literal, get_args

import numpy as np

from evalcore.regression.draws import ABSOLUTE, PER_MODEL, SQUARED, TRUTH, TRUTH2, Design, Sums
from evalcore.support.arrays import FloatArray
from evalcore.support.blocks import blocks

Metric = Literal["mse", "rmse", "mae", "r2", "median_absolute_error"]
METRICS: Final[tuple[Metric, ...]] = get_args(Metric)

# Spreads below this share of what they are the difference of are rounding.
ROUNDING = 1e-13


def value(sums: Sums, metric: Metric, model: int = 0) -> FloatArray:
    """Return a measure of one model for each resample, nan where it is undefined."""
    squared, absolute = _places(model)
    if metric == "median_absolute_error":
        return sums.medians[:, model]
    if metric == "mae":
        return sums.means[:, absolute]
    mse = sums.means[:, squared]
    if metric == "r2":
        return 1 - mse / spread_of_truth(sums)
    return np.sqrt(mse) if metric == "rmse" else mse


def spread_of_truth(sums: Sums) -> FloatArray:
    """Return the variance of the truth, nan where all rows have one truth."""
    squares = sums.means[:, TRUTH2]
    variance = squares - np.square(sums.means[:, TRUTH])
    return np.where(variance > ROUNDING * squares, variance, np.nan)


def gradient(sums: Sums, metric: Metric, model: int = 0) -> FloatArray:
    """Return what a row's basis adds to the measure of the rows themselves, to first order: (p,)."""
    squared, absolute = _places(model)
    means: FloatArray = sums.means[0]
    slope = np.zeros_like(means)
    if metric == "mse":
        slope[squared] = 1
    elif metric == "mae":
        slope[absolute] = 1
    elif metric == "rmse":
        slope[squared] = 0.5 / np.sqrt(means[squared]) if means[squared] > 0 else 0
    elif metric == "r2":
        variance = float(spread_of_truth(sums)[0])
        slope[squared] = -1 / variance
        slope[TRUTH2] = means[squared] / variance**2
        slope[TRUTH] = -2 * means[TRUTH] * slope[TRUTH2]
    slope[0] = -slope @ means
    return slope


def acceleration(drawn_from: Design, slope: FloatArray) -> float:
    """Return a sixth of the skewness of what single rows add, nan where they add the same but for rounding."""
    added = np.concatenate([drawn_from.columns(part) @ slope for part in blocks(0, len(drawn_from))])
    size = np.sum([np.square(drawn_from.columns(part) * slope).sum() for part in blocks(0, len(drawn_from))])
    if drawn_from.cases is not None:
        added = drawn_from.cases.sums(added)
    squares = float(added @ added)
    if squares <= ROUNDING * size:
        return math.nan
    added /= math.sqrt(squares)  # or cubes of tiny numbers would be 0
    return float(np.square(added) @ added) / 6


def _places(model: int) -> tuple[int, int]:
    """Return where the basis holds squared and absolute error of a model."""
    return SQUARED + PER_MODEL * model, ABSOLUTE + PER_MODEL * model
