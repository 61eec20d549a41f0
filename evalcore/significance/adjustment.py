"""Many tests at once: p-values that stay honest however many were made."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray


def holm(pvalues: ArrayLike) -> FloatArray:
    """Which p-values would still be small if one had to answer for all of them together?

    Parameters
    ----------
    pvalues : (m,) numbers in [0, 1], or nan
        One a test, in any order. nan is a test that could not be made: it stays nan and does not count.

    Returns
    -------
    (m,) float64 in [0, 1]
        Adjusted p-values in the given order. Rejecting those below alpha makes at least one false rejection with
        probability at most alpha, however the tests depend on each other.

    Notes
    -----
    The i-th smallest of m p-values becomes the largest of (m - j + 1) p_(j) over j <= i, at most 1. *Undefined where*
    the p-value is nan.

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6, 65-70, https://www.jstor.org/stable/4615733

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03, float("nan")]).round(3).tolist()
    [0.03, 0.06, 0.06, nan]
    """
    p = np.atleast_1d(np.asarray(pvalues, dtype=np.float64))
    if p.ndim != 1:
        raise InputError(
            "p-values must be one row of numbers; got an array of {dimensions} dimensions. Pass each pair once.",
            dimensions=p.ndim,
        )
    if (wrong := (p < 0) | (p > 1)).any():
        raise InputError(
            "p-values must lie between 0 and 1; got {value} (number {place}). Check that it is a p-value.",
            value=float(p[wrong][0]),
            place=int(np.argmax(wrong)) + 1,
        )
    adjusted = np.full(len(p), np.nan)
    order = np.argsort(p)[: int(np.count_nonzero(~np.isnan(p)))]  # nan is sorted to the end
    factors = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(factors * p[order]), 1)
    return adjusted
