"""Percentiles of resamples, corrected for bias and acceleration and widened; of differences with those of t beside."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from evalcore.support.arrays import FloatArray

LEAST_FREEDOM = 0.1  # below, the quantile of Student's t overflows


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
