"""How sure may one be of a proportion?"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import check_level


class Interval(NamedTuple):
    """Lower and upper end of an interval: two numbers, or two arrays of one shape."""

    low: float | FloatArray
    high: float | FloatArray


def wilson(successes: ArrayLike, trials: ArrayLike, *, confidence_level: float = 0.95) -> Interval:
    """Between which values does a proportion lie, by the score method?

    Parameters
    ----------
    successes, trials : whole numbers >= 0, any shapes that broadcast
        `successes` of `trials` independent rows had the property.
    confidence_level : float in (0, 1)
        Share of repetitions in which an interval made this way covers the true proportion.

    Returns
    -------
    Interval
        `low` and `high` in [0, 1]; floats for scalar input.

    Notes
    -----
    The proportions p for which |p_hat - p| <= z sqrt(p (1 - p) / n); unlike Wald's interval it stays inside
    [0, 1] and is never a single point. *Undefined when* `trials` is 0: nan.

    References
    ----------
    Wilson (1927), https://doi.org/10.1080/01621459.1927.10502953

    Examples
    --------
    >>> low, high = wilson(7, 11)
    >>> f"{low:.4f} {high:.4f}"
    '0.3538 0.8483'
    """
    k, n = _checked(successes, trials, confidence_level)
    z = special.ndtri((1 + confidence_level) / 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = score_ends(k / n, n, z)
    return _interval(k, n, low, high)


def score_ends(share: Any, n: Any, z: float) -> tuple[Any, Any]:
    """Return the shares p for which |share - p| <= z sqrt(p (1 - p) / n); n need not be a whole number."""
    centre = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    return centre - half, centre + half


def clopper_pearson(successes: ArrayLike, trials: ArrayLike, *, confidence_level: float = 0.95) -> Interval:
    """Between which values does a proportion lie, by a method that never covers less often than it says?

    Parameters
    ----------
    successes, trials : whole numbers >= 0, any shapes that broadcast
    confidence_level : float in (0, 1)

    Returns
    -------
    Interval
        `low` and `high` in [0, 1]; floats for scalar input.

    Notes
    -----
    The proportions that neither one-sided binomial test rejects at (1 - confidence_level) / 2, by quantiles of the beta
    distribution. It covers more often than it says, and is wider than `wilson`. *Undefined when* `trials` is 0: nan.

    References
    ----------
    Clopper and Pearson (1934), https://doi.org/10.1093/biomet/26.4.404

    Examples
    --------
    >>> low, high = clopper_pearson(7, 11)
    >>> f"{low:.4f} {high:.4f}"
    '0.3079 0.8907'
    """
    k, n = _checked(successes, trials, confidence_level)
    tail = (1 - confidence_level) / 2
    # the beta distribution has no parameter 0; `_interval` sets those ends
    low = special.betaincinv(np.maximum(k, 1), n - k + 1, tail)
    high = special.betaincinv(k + 1, np.maximum(n - k, 1), 1 - tail)
    return _interval(k, n, low, high)


def _checked(successes: ArrayLike, trials: ArrayLike, confidence_level: float) -> tuple[FloatArray, FloatArray]:
    """Return both counts as float64 of one shape."""
    check_level(confidence_level)
    k, n = np.broadcast_arrays(np.asarray(successes, dtype=np.float64), np.asarray(trials, dtype=np.float64))
    for name, counts in (("successes", k), ("trials", n)):
        wrong = ~((counts >= 0) & (counts == np.floor(counts)) & np.isfinite(counts))
        if wrong.any():
            raise InputError(
                "{name} must be whole numbers >= 0; got {value}. Count rows, not weights or shares.",
                name=name,
                value=float(counts[wrong][0]),
            )
    if (wrong := k > n).any():
        raise InputError(
            "successes must not exceed trials; got {successes} of {trials}. Check which number is which.",
            successes=int(k[wrong][0]),
            trials=int(n[wrong][0]),
        )
    return k, n


def _interval(k: FloatArray, n: FloatArray, low: NDArray[Any], high: NDArray[Any]) -> Interval:
    """Return the ends, exact at 0 and 1 where rounding would miss them, nan where there was no trial."""
    low = np.where(n == 0, np.nan, np.where(k == 0, 0.0, low))
    high = np.where(n == 0, np.nan, np.where(k == n, 1.0, high))
    return Interval(float(low), float(high)) if low.ndim == 0 else Interval(low, high)
