"""Which points of each training set are nearest to others, and what those say on average."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from evalcore.support.arrays import BoolArray, CountArray, FloatArray, IntArray

# Along one feature, at a time: as many as a processor keeps at hand.
DISTANCES: Final = 1 << 16
# Binary digits of a distance that do not decide which of two points is nearer; in a key the place stands there.
_DIGITS: Final = 20
_MOST_PLACES: Final = 1 << _DIGITS


def by_nearness(x: FloatArray, at: FloatArray) -> CountArray:
    """In which order do points lie around each of others?

    Parameters
    ----------
    x : (..., n, features) float64
    at : (..., points, features) float64

    Returns
    -------
    (..., points, n) int64
        Places in x, the nearest first; of equally near ones that which stands first.
    """
    near = _rounded(_squared(x, at))
    if x.shape[-2] > _MOST_PLACES:
        return np.argsort(near, axis=-1, kind="stable")
    # Numbers >= 0 are in the order of their bits; whole numbers are sorted many times as fast as their places.
    keys = near.view(np.int64) >> _DIGITS << _DIGITS
    keys |= np.arange(x.shape[-2])
    keys.sort(axis=-1)
    return np.asarray(keys & (_MOST_PLACES - 1))


def _squared(x: FloatArray, at: FloatArray) -> FloatArray:
    """Return squared distances, (..., points, n), feature by feature: so few in a row are slowly added up."""
    # Every feature's numbers side by side.
    across, along = (np.ascontiguousarray(np.moveaxis(points, -1, 0)) for points in (at, x))
    total = np.square(across[0][..., :, None] - along[0][..., None, :])
    for one, other in zip(across[1:], along[1:], strict=True):
        apart = one[..., :, None] - other[..., None, :]
        apart *= apart
        total += apart
    return np.asarray(total)


def _rounded(squared: FloatArray) -> FloatArray:
    """Return squared distances of 53 binary digits with 33.

    In steps of 1/24 both neighbours are equally near but for rounding.
    """
    high = squared * (_MOST_PLACES + 1.0)
    return high - (high - squared)


def mean_of_nearest(x: FloatArray, y: FloatArray, at: FloatArray, k: int) -> FloatArray:
    """What do the k nearest points of each set say on average?

    Parameters
    ----------
    x : (sets, n, features) float64
    y : (sets, n) float64
    at : (sets, points, features) float64
    k : int from 1 to n

    Returns
    -------
    (sets, points) float64
    """
    if x.shape[-1] == 1:
        return _along_a_line(x[..., 0], y, at[..., 0], k)
    found = np.empty(at.shape[:2])
    points = max(1, DISTANCES // x.shape[1])
    sets = max(1, points // at.shape[1])
    for i in range(0, len(x), sets):
        for j in range(0, at.shape[1], points):
            block = slice(i, i + sets), slice(j, j + points)
            near = by_nearness(x[block[0]], at[block])[..., :k]
            found[block] = np.take_along_axis(y[block[0], None, :], near, axis=2).sum(axis=2) / k
    return found


def _along_a_line(x: FloatArray, y: FloatArray, at: FloatArray, k: int) -> FloatArray:
    """Return the same for points on a line, where the nearest ones are neighbours of each other.

    x, y and at have the shapes (sets, n), (sets, n) and (sets, points).
    """
    order = np.argsort(x, axis=1, kind="stable")
    ordered = np.take_along_axis(x, order, axis=1)
    means = sliding_window_view(np.take_along_axis(y, order, axis=1), k, axis=1).sum(axis=2) / k
    first = _first_of_nearest(ordered, at, k)
    found = np.take_along_axis(means, first, axis=1)
    unsure = _is_unsure(ordered, at, first, k)
    if unsure.any():
        found[unsure] = _one_by_one(x, y, at, unsure, k)
    return np.asarray(found)


def _first_of_nearest(ordered: FloatArray, at: FloatArray, k: int) -> IntArray:
    """Return the place of the leftmost of k neighbours, halving where it may be until one place is left."""
    low = np.zeros(at.shape, np.int64)
    high = np.full(at.shape, ordered.shape[1] - k)
    while (low < high).any():
        middle = (low + high) // 2
        is_right = _near(ordered, at, middle) > _near(ordered, at, np.minimum(middle + k, ordered.shape[1] - 1))
        low, high = np.where(is_right & (low < high), middle + 1, low), np.where(is_right, high, middle)
    return low


def _near(ordered: FloatArray, at: FloatArray, place: IntArray) -> FloatArray:
    """Return how far the points at these places are away."""
    return _rounded(np.square(at - np.take_along_axis(ordered, place, axis=1)))


def _is_unsure(ordered: FloatArray, at: FloatArray, first: IntArray, k: int) -> BoolArray:
    """Return where a point left out is as near as one taken, so that the one that stands first is to be taken."""
    last = ordered.shape[1] - 1
    taken = np.maximum(_near(ordered, at, first), _near(ordered, at, first + k - 1))
    left = np.where(first > 0, _near(ordered, at, np.maximum(first - 1, 0)), np.inf)
    right = np.where(first + k <= last, _near(ordered, at, np.minimum(first + k, last)), np.inf)
    return np.asarray(taken >= np.minimum(left, right))


def _one_by_one(x: FloatArray, y: FloatArray, at: FloatArray, chosen: BoolArray, k: int) -> FloatArray:
    """Return the means at chosen points, by all distances from each."""
    sets, points = np.nonzero(chosen)
    found = np.empty(len(sets))
    step = max(1, DISTANCES // x.shape[1])
    for i in range(0, len(sets), step):
        some = sets[i : i + step]
        near = by_nearness(x[some, :, None], at[some, points[i : i + step], None, None])[:, 0, :k]
        found[i : i + step] = np.take_along_axis(y[some], near, axis=1).sum(axis=1) / k
    return found
