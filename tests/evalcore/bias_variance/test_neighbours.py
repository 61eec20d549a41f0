"""The nearest points, found the quick way, are those found by sorting all distances."""

import numpy as np
import pytest

from evalcore.bias_variance import neighbours
from evalcore.bias_variance.neighbours import by_nearness, mean_of_nearest

SETS, N, POINTS = 6, 24, 15


def sorted_by_distance(x, at):
    """Return the places in the order of all distances; of equal ones the first."""
    squared = np.square(at[..., :, None, :] - x[..., None, :, :]).sum(axis=-1)
    return np.argsort(squared, axis=-1, kind="stable")


def means(x, y, at, k):
    near = sorted_by_distance(x, at)[..., :k]
    return np.array([[y[i, places].mean() for places in near[i]] for i in range(len(x))])


def drawn(features, steps=None):
    """Return sets of points; in steps of a power of 2 many are equally near, with and without rounding."""
    rng = np.random.default_rng(2)
    x, at = rng.random((SETS, N, features)), rng.random((SETS, POINTS, features))
    if steps:
        x, at = np.round(x * steps) / steps, np.round(at * steps * 2) / steps / 2
    return x, rng.normal(size=(SETS, N)), at


@pytest.mark.parametrize("features", [1, 2, 5])
@pytest.mark.parametrize("steps", [None, 4])
def test_the_order_is_that_of_all_distances(features, steps):
    x, _y, at = drawn(features, steps)
    np.testing.assert_array_equal(by_nearness(x, at), sorted_by_distance(x, at))


@pytest.mark.parametrize("features", [1, 2, 5])
@pytest.mark.parametrize("steps", [None, 4, 64])
@pytest.mark.parametrize("k", [1, 2, 7, N - 1, N])
def test_means_are_those_of_the_first_in_that_order(features, steps, k):
    x, y, at = drawn(features, steps)
    np.testing.assert_allclose(mean_of_nearest(x, y, at, k), means(x, y, at, k), rtol=0, atol=1e-12)


def test_one_neighbour_is_that_point_to_the_last_digit():
    x, y, _at = drawn(1)
    np.testing.assert_array_equal(mean_of_nearest(x, y, x, 1), y)


@pytest.mark.parametrize("features", [1, 2])
def test_blocks_change_nothing(monkeypatch, features):
    x, y, at = drawn(features, steps=4)
    whole = mean_of_nearest(x, y, at, 5)
    monkeypatch.setattr(neighbours, "DISTANCES", 3 * N)
    np.testing.assert_array_equal(mean_of_nearest(x, y, at, 5), whole)


def test_more_points_than_a_key_has_room_for_are_sorted_by_distance(monkeypatch):
    x, _y, at = drawn(2)
    order = by_nearness(x, at)
    monkeypatch.setattr(neighbours, "_MOST_PLACES", N - 1)
    np.testing.assert_array_equal(by_nearness(x, at), order)
