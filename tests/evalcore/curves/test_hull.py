"""Convex hulls of ROC curves."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from scipy.spatial import ConvexHull

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import roc_convex_hull, roc_curve
from tests.evalcore.curves.tables import BOTH_CLASSES, MELON, ONE_CLASS, WEIGHTED, counts_of


def slow_corners(counts):
    """Keep a point if it lies above every line between a point before and a point behind it."""
    points = [(Fraction(int(f)), Fraction(int(t))) for f, t in zip(counts.fp, counts.tp, strict=True)]

    def above(a, b, c):
        return (b[1] - a[1]) * (c[0] - b[0]) > (c[1] - b[1]) * (b[0] - a[0])

    last = len(points) - 1
    inner = [
        i
        for i in range(1, last)
        if all(above(points[a], points[i], points[c]) for a in range(i) for c in range(i + 1, last + 1))
    ]
    return [0, *inner, last]


def steepest(counts):
    """Go from the first corner to the point that is reached by the steepest line, the farthest of several, and on."""
    corners, last = [0], len(counts) - 1
    while (a := corners[-1]) < last:
        across, up = counts.fp[a + 1 :] - counts.fp[a], counts.tp[a + 1 :] - counts.tp[a]
        slope = np.divide(up, across, out=np.full(len(up), np.inf), where=across > 0)
        corners.append(a + 1 + int(np.flatnonzero(slope == slope.max())[-1]))
    return corners


def test_melon():
    hull = roc_convex_hull(roc_curve(MELON))
    assert round(hull.auc, 6) == 0.885417
    assert hull.threshold.tolist() == [math.inf, 0.88, 0.6, 0.42, 0.04]
    np.testing.assert_allclose(hull.fpr, [0, 0, 4 / 12, 6 / 12, 1])
    assert hull.tpr.tolist() == [0, 0.5, 0.875, 1, 1]
    assert MELON.threshold[hull.index].tolist() == hull.threshold.tolist()


@given(BOTH_CLASSES)
def test_corners_are_those_above_every_line(groups):
    counts = counts_of(groups)
    roc = roc_curve(counts)
    hull = roc_convex_hull(roc)
    assert hull.index.tolist() == slow_corners(counts)
    assert hull.auc >= roc.auc
    assert hull.auc == pytest.approx(np.trapezoid(hull.tpr, hull.fpr), abs=1e-12)


@given(WEIGHTED)
def test_weighted_curves_lie_nowhere_above_their_hull(groups):
    roc = roc_curve(counts_of(groups))
    hull = roc_convex_hull(roc)
    highest = np.interp(roc.fpr, hull.fpr[hull.fpr > 0], hull.tpr[hull.fpr > 0]) if len(hull.fpr) > 2 else roc.fpr
    assert (roc.tpr[roc.fpr > 0] <= np.atleast_1d(highest)[roc.fpr > 0] + 1e-12).all()
    assert hull.auc == pytest.approx(np.trapezoid(hull.tpr, hull.fpr), abs=1e-12)


@pytest.mark.parametrize(("n", "shift", "digits"), [(3_000, 0, 9), (40_000, 1, 9), (200_000, 2, 9), (200_000, 1, 3)])
def test_many_points(n, shift, digits):
    """More points than the loop takes: the passes that drop points must leave the same corners."""
    rng = np.random.default_rng(n)
    truth = rng.random(n) < 0.3
    counts = threshold_counts(truth, (rng.normal(size=n) + shift * truth).round(digits))
    roc = roc_curve(counts)
    hull = roc_convex_hull(roc)
    around = np.column_stack([np.append(counts.fp, counts.n_neg), np.append(counts.tp, 0)]).astype(float)
    assert hull.auc == pytest.approx(ConvexHull(around).volume / counts.n_pos / counts.n_neg, abs=1e-12)
    assert hull.index.tolist() == steepest(counts)


@pytest.mark.parametrize("last", [1, 10**4, 10**6, 10**9])
def test_points_that_fall_one_after_the_other(last):
    """A curve that bends the right way, but for its last step: each dropped point makes its neighbour one to drop."""
    n = 6_000
    n_pos, n_neg = np.arange(n, 0, -1), np.arange(1, n + 1)
    n_pos[-1] = last
    counts = ThresholdCounts.from_grouped(-np.arange(n), n_pos, n_neg)
    assert roc_convex_hull(roc_curve(counts)).index.tolist() == steepest(counts)


@pytest.mark.parametrize("size", [1, 10**6, 10**9, 10**10])
def test_counts_of_any_size_are_exact(size):
    """One row more or less decides whether the middle point is a corner; in 64 bits the products overflow."""
    for extra, corners in ((0, 2), (1, 3), (-1, 2)):
        counts = ThresholdCounts.from_grouped([2, 1], [3 * size + extra, 6 * size], [2 * size, 4 * size])
        hull = roc_convex_hull(roc_curve(counts))
        assert len(hull.index) == corners
        assert hull.auc >= 0.5
    assert hull.auc == 0.5


def test_a_curve_without_its_table_will_do():
    hull = roc_convex_hull(replace(roc_curve(MELON), counts=None))
    assert round(hull.auc, 6) == 0.885417
    assert {0.88, 0.6, 0.42} <= set(hull.threshold)


@pytest.mark.parametrize(("counts", "reason"), ONE_CLASS)
def test_one_class_only(counts, reason):
    hull = roc_convex_hull(roc_curve(counts))
    assert math.isnan(hull.auc)
    assert len(hull.threshold) == len(hull.fpr) == len(hull.tpr) == len(hull.index) == 0
    assert str(hull.reason) == reason


def test_hulls_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        roc_convex_hull(roc_curve(MELON)).tpr[0] = 1
