"""Cost lines and their lower envelope."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import costs
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import roc_convex_hull, roc_curve
from evalcore.errors import InputError
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
FINE = np.linspace(0, 1, 1001)


def counts_of(groups):
    n_pos, n_neg = zip(*groups, strict=True)
    return ThresholdCounts.from_grouped(range(len(groups)), n_pos, n_neg)


def both_classes(groups):
    return sum(p for p, _ in groups) > 0 and sum(n for _, n in groups) > 0


GROUPS = (
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(any), min_size=1, max_size=14)
    .filter(both_classes)
    .map(counts_of)
)


def all_lines(counts, x):
    """Return the cost of every threshold at every x, the slow way."""
    z = np.asarray(x)[:, None]
    return z * counts.fn / counts.n_pos + (1 - z) * counts.fp / counts.n_neg


def test_melon():
    curve = costs.cost_curve(MELON)
    assert curve.envelope.x.tolist() == [0, 8 / 17, 4 / 7, 1]
    assert curve.envelope.cost.tolist() == [0, float(Fraction(4, 17)), float(Fraction(3, 14)), 0]
    assert curve.envelope.threshold.tolist() == [0.88, 0.60, 0.42, 0.42]
    assert round(curve.area, 6) == 0.123950
    assert curve.threshold is MELON.threshold
    assert (curve.fpr[0], curve.fnr[0], curve.fpr[-1], curve.fnr[-1]) == (0, 1, 1, 0)
    assert curve.reason is None


def test_melon_three_of_twenty_points_are_ever_best():
    z = FINE[1:-1]
    lines = all_lines(MELON, z)
    best = {MELON.threshold[i] for row in lines for i in np.flatnonzero(row <= row.min() + 1e-15)}
    assert best == {0.88, 0.60, 0.42} == set(costs.cost_curve(MELON).envelope.threshold)


def test_errata_9_line_and_envelope():
    """The area below the line of .55 is the cost of that threshold; the envelope's is less."""
    i = MELON.index_of(0.55)
    curve = costs.cost_curve(MELON)
    assert round((curve.fpr[i] + curve.fnr[i]) / 2, 4) == 0.2708
    assert round(curve.area, 3) == 0.124


def test_errata_12_two_ends_reproduce_every_condition():
    i = MELON.index_of(0.60)
    curve = costs.cost_curve(MELON)
    for z in FINE:
        copied = costs.expected_cost(curve.fpr[i], curve.fnr[i], prevalence=z, cost_fn=1, cost_fp=1)
        assert costs.normalized_cost(curve.fpr[i], curve.fnr[i], z) == pytest.approx(copied, abs=1e-15)


def test_errata_14_points_below_the_hull_leave_no_trace():
    """A positive row moved past a negative one below the hull: a different ROC curve with the same envelope."""
    other = np.where(MELON_SCORE == 0.76, 0.70, MELON_SCORE)
    counts = threshold_counts(MELON_TRUTH, other)
    assert not np.array_equal(counts.fp, MELON.fp)
    mine, others = costs.cost_curve(MELON).envelope, costs.cost_curve(counts).envelope
    np.testing.assert_array_equal(mine.x, others.x)
    np.testing.assert_array_equal(mine.cost, others.cost)


@settings(deadline=None)
@given(GROUPS)
def test_envelope_is_the_minimum_of_all_lines(counts):
    envelope = costs.cost_curve(counts).envelope
    lines = all_lines(counts, FINE)
    np.testing.assert_allclose(envelope.at(FINE), lines.min(axis=1), atol=1e-14)
    owners = lines[np.arange(len(FINE)), envelope.best(FINE)]
    np.testing.assert_allclose(owners, lines.min(axis=1), atol=1e-14)
    assert all(np.diff(envelope.x) > 0)
    assert (envelope.x[0], envelope.x[-1], envelope.cost[-1]) == (0, 1, 0)
    np.testing.assert_array_equal(counts.threshold[envelope.index], envelope.threshold)


@settings(deadline=None)
@given(GROUPS)
def test_vertices_are_exact(counts):
    """Each vertex is where two neighbouring thresholds cost the same, in fractions, and nothing is cheaper there."""
    envelope = costs.cost_curve(counts).envelope
    points = [(Fraction(fp, counts.n_neg), Fraction(fn, counts.n_pos))
              for fp, fn in zip(counts.fp.tolist(), counts.fn.tolist(), strict=True)]  # fmt: skip
    for i in range(1, len(envelope.x) - 1):
        (fpr_a, fnr_a), (fpr_b, fnr_b) = points[envelope.index[i - 1]], points[envelope.index[i]]
        z = (fpr_b - fpr_a) / (fpr_b - fpr_a + fnr_a - fnr_b)
        cost = z * fnr_a + (1 - z) * fpr_a
        assert (envelope.x[i], envelope.cost[i]) == (float(z), float(cost))
        assert cost == min(z * fnr + (1 - z) * fpr for fpr, fnr in points)


@settings(deadline=None)
@given(GROUPS)
def test_owners_are_corners_of_the_roc_hull(counts):
    hull = roc_convex_hull(roc_curve(counts))
    envelope = costs.cost_curve(counts).envelope
    assert set(envelope.threshold) <= set(hull.threshold)
    # a corner owns a stretch unless it is an end of a vertical or a horizontal edge
    inner = [t for t, f, r in zip(hull.threshold, hull.fpr, hull.tpr, strict=True) if f > 0 and r < 1]
    assert set(inner) <= set(envelope.threshold)


@settings(deadline=None)
@given(GROUPS)
def test_swapping_the_positive_class_mirrors_the_plane(counts):
    swapped = ThresholdCounts.from_grouped(-counts.threshold[1:], np.diff(counts.fp), np.diff(counts.tp))
    mine, theirs = costs.cost_curve(counts), costs.cost_curve(swapped)
    np.testing.assert_allclose(theirs.envelope.x, 1 - mine.envelope.x[::-1], atol=1e-15)
    np.testing.assert_allclose(theirs.envelope.cost, mine.envelope.cost[::-1], atol=1e-15)
    assert theirs.area == pytest.approx(mine.area, abs=1e-15)


@settings(deadline=None)
@given(GROUPS, st.integers(2, 10**13))
def test_copying_all_rows_of_a_class_changes_nothing(counts, times):
    """With numbers whose products do not fit into 64 bits."""
    copied = ThresholdCounts.from_grouped(counts.threshold[1:], np.diff(counts.tp) * times, np.diff(counts.fp))
    mine, theirs = costs.cost_curve(counts), costs.cost_curve(copied)
    np.testing.assert_array_equal(mine.envelope.x, theirs.envelope.x)
    np.testing.assert_array_equal(mine.envelope.cost, theirs.envelope.cost)
    np.testing.assert_array_equal(mine.envelope.threshold, theirs.envelope.threshold)


@settings(deadline=None)
@given(GROUPS)
def test_weights_act_like_rows(counts):
    sizes = np.diff(counts.tp), np.diff(counts.fp)
    weighted = ThresholdCounts.from_grouped(counts.threshold[1:], *(size * 0.5 for size in sizes))
    mine, theirs = costs.cost_curve(counts), costs.cost_curve(weighted)
    np.testing.assert_allclose(mine.envelope.at(FINE), theirs.envelope.at(FINE), atol=1e-14)


def test_area_is_the_mean_over_conditions():
    fine = np.linspace(0, 1, 100_001)
    envelope = costs.cost_curve(MELON).envelope
    assert costs.cost_curve(MELON).area == pytest.approx(np.trapezoid(envelope.at(fine), fine), abs=1e-9)


def test_useless_and_perfect_scores():
    tied = costs.cost_curve(ThresholdCounts.from_grouped([0.5], [3], [7]))
    assert (tied.envelope.x.tolist(), tied.envelope.cost.tolist(), tied.area) == ([0, 0.5, 1], [0, 0.5, 0], 0.25)
    assert tied.envelope.threshold.tolist() == [math.inf, 0.5, 0.5]
    perfect = costs.cost_curve(ThresholdCounts.from_grouped([0.9, 0.5], [3, 0], [0, 7]))
    assert (perfect.envelope.cost.tolist(), perfect.envelope.threshold.tolist()) == ([0, 0], [0.9, 0.9])
    assert perfect.area == 0


def test_table_of_stretches():
    frame = costs.cost_curve(MELON).envelope.to_frame()
    assert frame["threshold"].tolist() == [0.88, 0.60, 0.42]
    assert frame["from"].round(4).tolist() == [0, 0.4706, 0.5714]
    assert frame["to"].round(4).tolist() == [0.4706, 0.5714, 1]
    assert frame["cost_to"].tolist() == [*frame["cost_from"].tolist()[1:], 0]


@pytest.mark.parametrize(
    ("groups", "reason", "defined"),
    [([(3, 0), (1, 0)], "No row is negative.", "fnr"), ([(0, 2)], "No row is positive.", "fpr")],
)
def test_one_class(groups, reason, defined):
    curve = costs.cost_curve(counts_of(groups))
    assert str(curve.reason) == reason
    assert math.isnan(curve.area)
    assert len(curve.envelope.x) == len(curve.envelope.threshold) == 0
    assert np.isnan(curve.envelope.at([0.2, 0.3])).all()
    assert curve.envelope.best([0.2, 0.3]).tolist() == [-1, -1]
    assert len(curve.envelope.to_frame()) == 0
    assert {name: bool(np.isnan(getattr(curve, name)).any()) for name in ("fpr", "fnr")} == {
        "fpr": defined != "fpr",
        "fnr": defined != "fnr",
    }


def test_read_only():
    curve = costs.cost_curve(MELON)
    for array in (curve.fpr, curve.fnr, curve.envelope.x, curve.envelope.cost, curve.envelope.threshold):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_outside_the_plane():
    with pytest.raises(InputError, match=r"^x must be a number from 0 to 1; got -0.1\. Write 5% as 0\.05\.$"):
        costs.cost_curve(MELON).envelope.at(-0.1)
