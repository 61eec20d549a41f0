"""Fewer points that draw the same line: never half a pixel off."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import KDTree

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import (
    det_curve,
    normal_deviates,
    precision_recall_curve,
    roc_convex_hull,
    roc_curve,
    thin,
    thin_det,
    thin_precision_recall,
    thin_roc,
    thinned_note,
)
from evalcore.errors import InputError
from tests.evalcore.curves.tables import MELON
from tests.examples import examples

pytestmark = pytest.mark.slow


def path(x, y, step):
    """Return the corners of the line as drawn."""
    if step is None:
        return np.column_stack([x, y])
    before, after = (slice(1, None), slice(None, -1)) if step == "hv" else (slice(None, -1), slice(1, None))
    return np.column_stack([np.repeat(x, 2)[before], np.repeat(y, 2)[after]])


def walk(corners, pace=0.02):
    """Return points all along a line."""
    lengths = np.hypot(*np.diff(corners, axis=0).T)
    paces = np.maximum(1, np.ceil(lengths / pace)).astype(int)
    edge = np.repeat(np.arange(len(paces)), paces)
    share = (np.arange(paces.sum()) - np.repeat(np.cumsum(paces) - paces, paces)) / np.repeat(paces, paces)
    return np.vstack([corners[edge] + share[:, None] * (corners[edge + 1] - corners[edge]), corners[-1:]])


def off(line, index, width=1000, height=1000):
    """Return how far, in pixels, a point of either line may be from the other line."""
    x, y, step = line
    scale = [pixels / np.ptp(values) if np.ptp(values) else 1 for pixels, values in ((width, x), (height, y))]
    pace = 0.1 if width > 100 else 0.02
    full, drawn = (walk(path(a, b, step) * scale, pace) for a, b in ((x, y), (x[index], y[index])))
    return max(KDTree(drawn).query(full)[0].max(), KDTree(full).query(drawn)[0].max())


def curves(counts, pixels=1000):
    """Return the lines of the three planes, and how high they are drawn: steps on an axis from 0 to 1."""
    roc, pr, det = roc_curve(counts), precision_recall_curve(counts), det_curve(counts)
    x, y = normal_deviates(det.fpr), normal_deviates(det.fnr)
    inside = np.isfinite(x) & np.isfinite(y)
    recall, precision = pr.recall[1:], pr.precision[1:]
    yield (roc.fpr, roc.tpr, None), pixels
    yield (recall, precision, None), pixels
    yield (recall, precision, "vh"), max(1, round(pixels * np.ptp(precision)))
    if inside.any():
        yield (x[inside], y[inside], None), pixels


def check(counts, pixels=1000):
    for line, height in curves(counts, pixels):
        x, y, step = line
        index = thin(x, y, step=step, width=pixels, height=height, most=2 * pixels)
        assert len(index) <= 2 * pixels
        assert (np.diff(index) > 0).all()
        assert (index[0], index[-1]) == (0, len(x) - 1)
        assert off(line, index, pixels, height) < 0.5


# 50 pixels and at most 100 points stand for 1,000 pixels and 2,000 points: so the search tries more lines.
@examples(30)
@given(st.integers(0, 2**32), st.integers(110, 3000), st.sampled_from([0.5, 0.1, 0.02]), st.floats(-1, 3))
def test_random_scores(seed, n, prevalence, shift):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < prevalence
    truth[:2] = [True, False]
    check(threshold_counts(truth, rng.normal(size=n) + shift * truth), 50)


@examples(20)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(any), min_size=101, max_size=250))
def test_any_steps(groups):
    n_pos, n_neg = zip(*groups, strict=True)
    check(ThresholdCounts.from_grouped(range(len(groups)), (1, *n_pos[1:]), (*n_neg[:-1], 1)), 50)


@pytest.mark.parametrize("pixels", [0.3, 0.5, 0.7, 0.75, 0.8, 0.9, 0.95, 1.0])
def test_even_stairs(pixels):
    """The worst that a line can do: every corner is as far off as every other."""
    n = int(1000 / pixels)
    up = threshold_counts([True, False] * n, np.arange(2 * n, 0, -1))
    roc = roc_curve(up)
    index = thin(roc.fpr, roc.tpr)
    assert len(index) <= 2000
    assert off((roc.fpr, roc.tpr, None), index) < 0.5


@pytest.mark.parametrize("prevalence", [0.5, 0.01])
def test_as_drawn_on_the_page(prevalence):
    rng = np.random.default_rng(3)
    truth = rng.random(60_000) < prevalence
    check(threshold_counts(truth, rng.normal(size=60_000) + truth))


def test_jagged_start_of_a_precision_recall_curve():
    """The first rows are wrong, so precision begins at 0 and jumps; many rows share the first pixel."""
    rng = np.random.default_rng(4)
    truth = np.concatenate([np.arange(40) % 3 == 2, rng.random(30_000) < np.linspace(0.6, 0, 30_000)])
    check(threshold_counts(truth, -np.arange(len(truth))))


@examples(15)
@given(st.integers(0, 2**32), st.sampled_from([None, "hv", "vh"]))
def test_any_line_that_goes_one_way(seed, step):
    rng = np.random.default_rng(seed)
    x, y = np.sort(rng.random(400).round(2)), np.cumsum(rng.normal(size=400))
    index = thin(x, y, step=step, width=20, height=20, most=150)
    assert off((x, y, step), index, 20, 20) < 0.5
    back = thin(x[::-1], y[::-1], step=step, width=20, height=20, most=150)
    assert off((x[::-1], y[::-1], step), back, 20, 20) < 0.5


def test_a_line_that_goes_back_and_forth_takes_what_it_may():
    angle = np.linspace(0, 20 * np.pi, 5000)
    index = thin(angle * np.cos(angle), angle * np.sin(angle), most=1500)
    assert off((angle * np.cos(angle), angle * np.sin(angle), None), index) < 0.5
    noise = np.random.default_rng(0).random((2, 3000))
    assert len(thin(*noise, most=200)) == 200


@pytest.mark.parametrize("near", [0.2, 0.3, 0.4])
def test_farther_points_alone_are_fewer_and_still_within_half_a_pixel(near):
    rng = np.random.default_rng(3)
    truth = rng.random(20_000) < 0.3
    roc = roc_curve(threshold_counts(truth, rng.normal(size=20_000) + truth))
    index = thin_roc(roc, near=near)
    assert off((roc.fpr, roc.tpr, None), index) < min(near + 0.05, 0.5)
    assert len(index) < 0.7 * len(thin_roc(roc))


def test_short_lines_stay_whole_without_what_cannot_be_drawn():
    pr = precision_recall_curve(MELON)
    assert thin(pr.recall, pr.precision).tolist() == list(range(1, 20))
    assert thin([0, np.nan, np.inf, 1], [0, 1, 1, 1]).tolist() == [0, 3]
    assert thin([np.nan], [1]).tolist() == []
    assert thin(np.zeros(9), np.zeros(9), most=4).tolist() == [0, 8]
    assert thin(np.zeros(9), np.arange(9), most=4).tolist() == [0, 8]


def test_kept_points_stay():
    x = np.linspace(0, 1, 5000)
    assert {0, 7, 1234, 4999} <= set(thin(x, x, keep=[7, 1234], most=10))
    x[1234] = np.nan
    assert thin(x, x, keep=[1234], most=10).tolist() == [0, 4999]
    assert len(thin(x, x**2, keep=range(5000), most=50)) <= 50


def test_hull_corners_stay():
    rng = np.random.default_rng(5)
    truth = rng.random(50_000) < 0.3
    counts = threshold_counts(truth, rng.normal(size=50_000) + truth)
    roc = roc_curve(counts)
    hull = roc_convex_hull(roc)
    for index in (thin_roc(roc), thin_roc(roc, hull=hull, keep=[77])):
        assert set(hull.index) <= set(index)
        assert len(index) <= 2000
    assert 77 in index
    pr, det = precision_recall_curve(counts), det_curve(counts)
    line = (pr.recall[1:], pr.precision[1:], "vh")
    assert off(line, thin_precision_recall(pr) - 1, 1000, 1000 * np.ptp(line[1])) < 0.5
    assert 500 in thin_det(det, keep=[500])


def test_a_hull_of_more_corners_than_may_be_drawn():
    n = 3000
    roc = roc_curve(ThresholdCounts.from_grouped(-np.arange(n), np.arange(n, 0, -1), np.arange(1, n + 1)))
    assert len(roc_convex_hull(roc).index) == n + 1
    index = thin_roc(roc)
    assert len(index) <= 2000
    assert off((roc.fpr, roc.tpr, None), index) < 0.5


def test_note():
    assert str(thinned_note(1000, 136196)) == "Showing 1,000 of 136,196 points."
    assert thinned_note(20, 20) is None


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"step": "up"}, "step must be 'hv', 'vh' or None; got 'up'. Choose None for straight lines."),
        ({"most": 1}, "most must be a whole number >= 2; got 1. A line has two ends."),
        (
            {"y": [1]},
            "y must have 2 values, one a row; got 1. Check that both columns come from the same table.",
        ),
    ],
)
def test_refused(options, sentence):
    with pytest.raises(InputError) as refused:
        thin(**{"x": [0, 1], "y": [0, 1], **options})
    assert str(refused.value) == sentence
