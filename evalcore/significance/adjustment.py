"""Many tests at once: p-values that stay honest however many were made."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray, IndexArray


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
    p, order = _ordered(pvalues)
    factors = np.arange(len(order), 0, -1)
    return _placed(p, order, np.maximum.accumulate(factors * p[order]))


def hochberg(pvalues: ArrayLike) -> FloatArray:
    """Which p-values would still be small for all of them together, if the tests are independent?

    Parameters
    ----------
    pvalues : (m,) numbers in [0, 1], or nan
        As for `holm`.

    Returns
    -------
    (m,) float64 in [0, 1]
        Never larger than Holm's. At most one false rejection with probability alpha, if the tests are independent or
        depend on each other positively (Simes' inequality); Holm's needs neither.

    Notes
    -----
    The i-th smallest of m p-values becomes the smallest of (m - j + 1) p_(j) over j >= i. *Undefined where* the p-value
    is nan.

    References
    ----------
    Hochberg (1988), https://doi.org/10.1093/biomet/75.4.800

    Examples
    --------
    >>> hochberg([0.01, 0.04, 0.03, float("nan")]).round(3).tolist()
    [0.03, 0.04, 0.04, nan]
    """
    p, order = _ordered(pvalues)
    factors = np.arange(len(order), 0, -1)
    return _placed(p, order, np.minimum.accumulate((factors * p[order])[::-1])[::-1])


def bonferroni(pvalues: ArrayLike) -> FloatArray:
    """Which p-values would still be small if each were one of that many tries?

    Parameters
    ----------
    pvalues : (m,) numbers in [0, 1], or nan
        As for `holm`.

    Returns
    -------
    (m,) float64 in [0, 1]
        Each p-value times the number of tests, at most 1. It promises what Holm's promises and rejects less.

    Notes
    -----
    *Undefined where* the p-value is nan.

    References
    ----------
    Dunn (1961), https://doi.org/10.1080/01621459.1961.10482090

    Examples
    --------
    >>> bonferroni([0.01, 0.04, 0.03, float("nan")]).round(3).tolist()
    [0.03, 0.12, 0.09, nan]
    """
    p, order = _ordered(pvalues)
    return _placed(p, order, len(order) * p[order])


def benjamini_hochberg(pvalues: ArrayLike) -> FloatArray:
    """Which p-values would still be small if a share of false ones among the rejected is allowed?

    Parameters
    ----------
    pvalues : (m,) numbers in [0, 1], or nan
        As for `holm`.

    Returns
    -------
    (m,) float64 in [0, 1]
        Of those rejected below alpha, a share of alpha at most is false on average, if the tests are independent or
        depend on each other positively. Holm's method promises more: that most likely none is false.

    Notes
    -----
    The i-th smallest of m p-values becomes the smallest of m p_(j) / j over j >= i. *Undefined where* the p-value is
    nan.

    References
    ----------
    Benjamini and Hochberg (1995), https://doi.org/10.1111/j.2517-6161.1995.tb02031.x

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.04, 0.03, float("nan")]).round(3).tolist()
    [0.03, 0.04, 0.04, nan]
    """
    p, order = _ordered(pvalues)
    factors = len(order) / np.arange(1, len(order) + 1)  # at least 1, so that no adjusted p-value is the smaller one
    return _placed(p, order, np.minimum.accumulate((factors * p[order])[::-1])[::-1])


def _ordered(pvalues: ArrayLike) -> tuple[FloatArray, IndexArray]:
    """Return the p-values, checked, and the places of those that are not nan, ascending."""
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
    return p, np.argsort(p)[: int(np.count_nonzero(~np.isnan(p)))]  # nan is sorted to the end


def _placed(p: FloatArray, order: IndexArray, adjusted: FloatArray) -> FloatArray:
    """Return the adjusted p-values in the order of the given ones, nan where these are."""
    placed = np.full(len(p), np.nan)
    placed[order] = np.minimum(adjusted, 1)
    return placed
