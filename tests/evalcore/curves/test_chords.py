"""How far a line lies from its chords: the same as of one part after the other, and as an obvious search finds it."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.counts import threshold_counts
from evalcore.curves import _chords, det_curve, normal_deviates, thin, thin_det
from evalcore.curves._chords import FAR, Line, enough, farthest
from evalcore.curves.thinning import STRIPS
from tests.evalcore.curves.test_thinning import path
from tests.examples import examples

every_step = pytest.mark.parametrize("step", ["hv", "vh", None])


def square_between(point, start, stop):
    """Return the squared distance of a point from the straight line between two others."""
    along = stop - start
    share = np.dot(point - start, along) / np.dot(along, along) if along.any() else 0
    return float(((point - start - min(max(share, 0), 1) * along) ** 2).sum())


def square_from(point, corners):
    return min(square_between(point, *edge) for edge in pairwise(corners))


def obvious(x, y, step):
    """Return the largest squared distance of any corner of the full line, or of the drawn one, from the other one."""
    full, drawn = path(x, y, step), path(x[[0, -1]], y[[0, -1]], step)
    return max(*(square_from(p, drawn) for p in full), *(square_from(p, full) for p in drawn))


def alone(line, a, c):
    square, place = farthest(line, np.array([a]), np.array([c]))
    return square[0], int(place[0])


def one_after_the_other(line, fixed, most, near):
    """Return what `enough` does: the farthest of all parts first, looked for in all of them each time."""
    chosen = sorted(fixed)
    while True:
        off = [(-(f := alone(line, a, c))[0], a, f[1]) for a, c in pairwise(chosen) if c - a > 1]
        off = sorted(part for part in off if -part[0] > near**2)
        if not off or len(chosen) >= most:
            return chosen, -off[0][0] if off else 0.0
        chosen = sorted([*chosen, off[0][2]])


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=8),
    st.sampled_from(["hv", "vh", None]),
)
def test_the_farthest_point_is_that_of_an_obvious_search(steps, step):
    x, y = np.cumsum([(0, 0), *steps], axis=0).T.astype(float)
    for up in (y, -y):
        square, place = alone(Line(x, up, step), 0, len(x) - 1)
        assert square == pytest.approx(obvious(x, up, step), abs=1e-9)
        assert 0 < place < len(x) - 1


@every_step
@pytest.mark.parametrize("long", [0, 30, 10_000])
def test_many_parts_are_each_as_if_alone(step, long, monkeypatch):
    monkeypatch.setattr(_chords, "LONG", long)
    rng = np.random.default_rng(6)
    line = Line(np.sort(rng.random(3000).round(2)), rng.normal(size=3000).round(1), step)
    ends = np.unique(rng.integers(0, 3000, 150))
    inner = np.diff(ends) > 1
    start, stop = ends[:-1][inner], ends[1:][inner]
    square, place = farthest(line, start, stop)
    for a, c, *found in zip(start, stop, square, place, strict=True):
        assert alone(line, a, c) == tuple(found)


@every_step
@examples(8)
@given(seed=st.integers(0, 2**32), most=st.sampled_from([3, 20, 500]))
def test_the_farthest_first_is_that_of_a_search_through_all_parts(seed, most, step):
    rng = np.random.default_rng(seed)
    line = Line(np.sort(rng.random(120).round(2)) * 20, np.cumsum(rng.normal(size=120)), step)
    fixed = np.unique([0, *rng.integers(0, 120, 2), 119])
    chosen, square = one_after_the_other(line, fixed, most, near=0.2)
    if square <= FAR**2:
        assert enough(line, fixed, most, near=0.2).tolist() == chosen
    else:
        assert _chords._farthest_first(line, fixed, most, near=0.2)[0].tolist() == chosen


@pytest.mark.parametrize("ahead", [0, 1, 50])
def test_how_much_is_looked_for_ahead_changes_nothing(ahead, monkeypatch):
    rng = np.random.default_rng(8)
    line, ends = Line(np.arange(900.0) / 4, np.cumsum(rng.normal(size=900)), "vh"), np.array([0, 899])
    found = enough(line, ends, 200, near=0.3)
    monkeypatch.setattr(_chords, "AHEAD", ahead)
    np.testing.assert_array_equal(enough(line, ends, 200, near=0.3), found)


@pytest.mark.parametrize(("weighted", "prevalence"), [(False, 0.4), (False, 0.01), (True, 0.4)])
def test_det_needs_the_deviates_of_few_points_only(weighted, prevalence):
    rng = np.random.default_rng(2)
    truth = rng.random(90_000) < prevalence
    weight = rng.random(90_000) if weighted else None
    counts = threshold_counts(truth, rng.normal(size=90_000) + truth, sample_weight=weight)
    det = det_curve(counts)
    assert len(counts) > 1000 * STRIPS
    for keep in ([], [0, 77, 50_000]):
        whole = thin(normal_deviates(det.fpr), normal_deviates(det.fnr), keep=keep)
        np.testing.assert_array_equal(thin_det(det, keep=keep), whole)


def test_det_of_few_strips_is_thinned_all_the_same():
    """Two negative rows far apart: all points that can be drawn stand above each other."""
    counts = threshold_counts(~np.isin(np.arange(50_000), [100, 49_900]), -np.arange(50_000.0))
    det = det_curve(counts)
    x, y = normal_deviates(det.fpr), normal_deviates(det.fnr)
    np.testing.assert_array_equal(thin_det(det), thin(x, y))


def test_a_line_without_points_between_its_ends_stays():
    assert enough(Line(np.zeros(2), np.zeros(2), None), np.array([0, 1]), 5, near=0.1).tolist() == [0, 1]
