"""Arcs between the points of a precision-recall curve."""

import math

import numpy as np
import pytest
from hypothesis import given

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import davis_goadrich, precision_recall_curve, trapezoid_area
from evalcore.errors import InputError
from tests.evalcore.curves.tables import BOTH_CLASSES, MELON, ONE_CLASS, WEIGHTED, counts_of, random_rows


def slow_area(counts, parts=4000):
    """Take every step in small parts, and add up midpoints."""
    area, share = 0.0, (np.arange(parts) + 0.5) / parts
    for i in range(1, len(counts)):
        gain, alarms = counts.tp[i] - counts.tp[i - 1], counts.fp[i] - counts.fp[i - 1]
        tp, fp = counts.tp[i - 1] + share * gain, counts.fp[i - 1] + share * alarms
        area += gain / counts.n_pos * (tp / (tp + fp)).mean()
    return area


@pytest.mark.parametrize("groups", [BOTH_CLASSES, WEIGHTED])
def test_the_closed_form_is_the_integral(groups):
    @given(groups)
    def check(drawn):
        counts = counts_of(drawn)
        assert davis_goadrich(counts).area == pytest.approx(slow_area(counts), abs=1e-5)

    check()


def test_the_example_of_the_authors():
    """From TP 5, FP 5 to TP 10, FP 30 of 20 positives: each positive more brings 5 false alarms more."""
    counts = ThresholdCounts.from_grouped([3, 2, 1], [5, 5, 10], [5, 25, 2000])
    arcs = davis_goadrich(counts, points_per_step=4)
    between = (arcs.recall >= 0.25) & (arcs.recall <= 0.5)
    np.testing.assert_allclose(arcs.recall[between], [0.25, 0.3, 0.35, 0.4, 0.45, 0.5])
    assert arcs.precision[between].round(3).tolist() == [0.5, 0.375, 0.318, 0.286, 0.265, 0.25]


def test_melon_lies_between_the_other_two_areas():
    arcs, curve = davis_goadrich(MELON), precision_recall_curve(MELON)
    assert trapezoid_area(curve) < arcs.area < curve.average_precision
    assert arcs.area == pytest.approx(slow_area(MELON), abs=1e-7)
    assert set(curve.recall) <= set(arcs.recall)
    assert (arcs.recall[0], arcs.precision[0]) == (0, 1)


def test_constant_scores_are_a_level_line():
    arcs = davis_goadrich(threshold_counts([1, 0, 0, 0], [0.5] * 4))
    assert (arcs.recall.tolist(), arcs.precision.tolist(), arcs.area) == ([0, 1], [0.25, 0.25], 0.25)


def test_drawn_points_come_close_to_the_area():
    truth, score, _ = random_rows(3, digits=1)
    arcs = davis_goadrich(threshold_counts(truth, score), points_per_step=64)
    assert (np.diff(arcs.recall) >= 0).all()
    assert np.trapezoid(arcs.precision, arcs.recall) == pytest.approx(arcs.area, abs=1e-4)


def test_few_points_are_added_to_many_rows():
    rng = np.random.default_rng(0)
    truth, score = rng.random(300_000) < 0.2, rng.random(300_000)
    counts = threshold_counts(truth, score)
    arcs = davis_goadrich(counts)
    assert len(counts) <= len(arcs.recall) < len(counts) + 500 * 16
    assert arcs.area == pytest.approx(precision_recall_curve(counts).average_precision, abs=1e-3)


def test_one_class_only():
    assert davis_goadrich(ONE_CLASS[0][0]).area == 1
    arcs = davis_goadrich(ONE_CLASS[1][0])
    assert math.isnan(arcs.area)
    assert (len(arcs.recall), str(arcs.reason)) == (0, "No row is positive.")


def test_points_must_not_be_negative():
    with pytest.raises(InputError) as refused:
        davis_goadrich(MELON, points_per_step=-1)
    assert str(refused.value) == ("points_per_step must be a whole number >= 0; got -1. Choose 16 for a smooth line.")
    assert len(davis_goadrich(MELON, points_per_step=0).recall) == len(MELON)
