"""Least squares with and without penalty for all training sets at once, by one decomposition or one a set."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import numpy as np

from evalcore.support.arrays import FloatArray


def fitted(basis: FloatArray, at_basis: FloatArray, y: FloatArray, penalty: float) -> FloatArray:
    """Return the predictions of the penalised least squares fit of each set.

    Parameters
    ----------
    basis : (n, p) or (sets, n, p) float64
        Without the constant, which is fitted in any case and not penalised.
    at_basis : (points, p) or (sets, points, p) float64
        The same functions where predictions are wanted.
    y : (sets, n) float64
    penalty : float >= 0

    Returns
    -------
    (sets, points) float64

    Notes
    -----
    By the singular value decomposition of the centred basis, which keeps the digits that normal equations square away.
    Without penalty, directions whose singular value is below rounding are left out: the solution of least norm.
    """
    middle = y.mean(axis=-1, keepdims=True)
    if basis.shape[-1] == 0:
        return np.repeat(middle, at_basis.shape[-2], axis=1)
    centre = basis.mean(axis=-2, keepdims=True)
    left, values, right = np.linalg.svd(basis - centre, full_matrices=False)
    shrunk = _inverted(values, penalty, max(basis.shape[-2:]))
    if basis.ndim == 2 and at_basis.ndim == 2:
        hat = (at_basis - centre) @ (right.T * shrunk) @ left.T
        return np.asarray(middle + (y - middle) @ hat.T)
    along = (np.swapaxes(left, -1, -2) @ (y - middle)[..., None])[..., 0] * shrunk
    weights = np.swapaxes(right, -1, -2) @ along[..., None]
    return np.asarray(middle + ((at_basis - centre) @ weights)[..., 0])


def _inverted(values: FloatArray, penalty: float, size: int) -> FloatArray:
    """Return s / (s^2 + penalty) of singular values s in descending order, 0 for those that are rounding."""
    known = values > np.finfo(np.float64).eps * size * values[..., :1]
    return np.divide(values, np.square(values) + penalty, out=np.zeros_like(values), where=known)


def legendre(
    x: FloatArray, at: FloatArray, degree: int, bounds: tuple[float, float] | None = None
) -> tuple[FloatArray, FloatArray]:
    """Return the products of Legendre polynomials up to a total degree, but for the constant, at x and where asked.

    Parameters
    ----------
    x : (n, features) or (sets, n, features) float64
    at : (points, features) or (sets, points, features) float64
        Beyond the range the polynomials go on.
    degree : int >= 0
    bounds : (low, high), optional
        What is scaled to [-1, 1]; by default the range of each set.

    Returns
    -------
    (..., n, p) and (..., points, p) float64
    """
    low, high = (x.min(axis=-2, keepdims=True), x.max(axis=-2, keepdims=True)) if bounds is None else bounds
    width = np.where(high > low, np.subtract(high, low), 1.0)
    scaled, at_scaled = (2 * (points - low) / width - 1 for points in (x, at))
    return _products(scaled, degree), _products(at_scaled, degree)


def _products(x: FloatArray, degree: int) -> FloatArray:
    """Return the products of Legendre polynomials of degree 1 to `degree` in all."""
    powers = np.polynomial.legendre.legvander(x, degree)  # (..., n, features, degree + 1)
    features = range(x.shape[-1])
    # A product is a choice of features, each as often as its power says: of 30 features and degree 1 there are 30.
    chosen = [Counter(named) for d in range(1, degree + 1) for named in combinations_with_replacement(features, d)]
    columns = [np.prod([powers[..., feature, power] for feature, power in d.items()], axis=0) for d in chosen]
    return np.stack(columns, axis=-1) if columns else np.empty((*x.shape[:-1], 0))


def waves(x: FloatArray, count: int, frequency: float, seed: int) -> FloatArray:
    """Return cosines of random frequency and phase, the same for every x and seed.

    Parameters
    ----------
    x : (..., n, features) float64
    count : int >= 0
    frequency : float
        Standard deviation of the frequencies, in circles a unit of x.
    seed : int

    Returns
    -------
    (..., n, count) float64
    """
    draws = np.random.default_rng(seed)
    drawn = [(draws.standard_normal(x.shape[-1]), draws.random()) for _ in range(count)]
    if not drawn:
        return np.empty((*x.shape[:-1], 0))
    turns, phase = np.stack([one for one, _ in drawn], axis=-1), np.array([one for _, one in drawn])
    return np.asarray(np.cos(2 * np.pi * (x @ (frequency * turns) + phase)))
