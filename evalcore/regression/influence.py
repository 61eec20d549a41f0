"""Values of the measures from sums over rows, what single rows add to them, and the ends of intervals with that."""

from __future__ import annotations

import math
from typing import Final, Literal, get_args

import numpy as np
from scipy import special

from evalcore.regression.draws import ABSOLUTE, PER_MODEL, SQUARED, TRUTH, TRUTH2, Design, Sums
from evalcore.support.arrays import FloatArray
from evalcore.support.blocks import blocks

Metric = Literal["mse", "rmse", "mae", "r2", "median_absolute_error"]
METRICS: Final[tuple[Metric, ...]] = get_args(Metric)

# Spreads below this share of what they are the difference of are rounding.
ROUNDING = 1e-13
LEAST_FREEDOM = 0.1  # below, the quantile of Student's t overflows


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


def accelerated_ends(
    value: float, replicates: FloatArray, acceleration: float, confidence_level: float, effective: float
) -> tuple[float, float] | None:
    """Between which values does a number lie? None where nothing varies.

    Parameters
    ----------
    value : float
        Of the rows themselves.
    replicates : (r,) float64
        Of the resamples; nan is left out.
    acceleration : float
        A sixth of the skewness of what single rows add; nan where they add the same.
    confidence_level : float in (0, 1)
    effective : float >= 1
        Equally weighted rows that would say as much.

    Returns
    -------
    (low, high) or None

    Notes
    -----
    With z0 the normal quantile of the share of resamples below the value (half of those equal to it) and z the
    quantile of Student's t with n - 1 degrees of freedom times the root of n / (n - 1), the ends are the percentiles
    Phi(z0 + (z0 + z) / (1 - a (z0 + z))).
    """
    usable = replicates[~np.isnan(replicates)]
    if math.isnan(acceleration) or len(usable) < 2 or usable.min() == usable.max():
        return None
    below = (np.count_nonzero(usable < value) + np.count_nonzero(usable <= value)) / (2 * len(usable))
    edge = 1 / (2 * len(usable))
    bias = special.ndtri(np.clip(below, edge, 1 - edge))
    z = _quantile(confidence_level, effective)
    away = bias + np.array([-z, z])
    # Beyond its pole the correction would turn round.
    shares = special.ndtr(bias + away / np.maximum(1 - acceleration * away, 1e-6))
    low, high = np.quantile(usable, shares)
    return float(low), float(high)


def farther_ends(
    value: float, replicates: FloatArray, acceleration: float, confidence_level: float, effective: float
) -> tuple[float, float] | None:
    """Between which values does a difference lie? None where nothing varies.

    Parameters
    ----------
    value, replicates, acceleration, confidence_level, effective
        As in `accelerated_ends`.

    Returns
    -------
    (low, high) or None

    Notes
    -----
    At each end the farther of `accelerated_ends` and of the value plus or minus Student's t times the standard
    deviation of the resamples. The first follows a skewed difference, where the second is too short at one end. The
    second holds where single rows differ much in either direction: skewness is chance then, and it leads astray.
    """
    ends = accelerated_ends(value, replicates, acceleration, confidence_level, effective)
    if ends is None:
        return None
    away = _quantile(confidence_level, effective) * float(np.nanstd(replicates))
    return min(ends[0], value - away), max(ends[1], value + away)


def _quantile(confidence_level: float, effective: float) -> float:
    """Return the quantile of Student's t, widened by the root of n / (n - 1): so much less resamples vary than rows."""
    freedom = max(effective - 1, LEAST_FREEDOM)
    return float(special.stdtrit(freedom, (1 + confidence_level) / 2)) * math.sqrt((freedom + 1) / freedom)
