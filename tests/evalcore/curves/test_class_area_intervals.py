"""Intervals of averages of the areas of many classes."""

import math

import numpy as np
import pytest

from evalcore import curves
from evalcore.curves.class_area_intervals import FEW_OF_A_CLASS, TWO_ROWS
from evalcore.errors import InputError

NAMES = ("a", "b", "c")


def drawn(n, rng):
    """Return rows of three classes, whose scores are told apart a little."""
    truth = rng.choice(3, n, p=[0.5, 0.3, 0.2])
    return truth, rng.normal(size=(n, 3)) + np.eye(3)[truth]


def test_values_are_those_of_the_averages():
    truth, score = drawn(200, np.random.default_rng(0))
    found = curves.class_area_intervals(truth, score, NAMES)
    areas = curves.macro_areas(curves.one_vs_rest_counts(truth, score, NAMES))
    assert found.macro.value == pytest.approx(areas.auc)
    assert found.weighted.value == pytest.approx(areas.weighted_auc)
    assert found.measure.value == pytest.approx(curves.hand_till(truth, score, NAMES).measure)


def test_two_classes_with_one_score_have_the_interval_of_auc():
    """Both areas are the same number, and move together wholly."""
    truth, score = drawn(200, np.random.default_rng(1))
    truth, one = truth == 0, score[:, 0]
    found = curves.class_area_intervals((~truth).astype(int), np.column_stack([one, -one]), ("a", "b"))
    alone = curves.auc_interval_from_counts(curves.one_vs_rest_counts(~truth, np.column_stack([one, -one]), "ab")["a"])
    for of in (found.macro, found.measure):
        assert (of.low, of.high) == pytest.approx((alone.robust_low, alone.robust_high))


def test_of_many_rows_they_are_as_wide_as_samples_vary():
    """One of the two methods supposes exponential scores, so a little more than this."""
    rng = np.random.default_rng(2)
    many = [curves.class_area_intervals(*drawn(300, rng), NAMES) for _ in range(150)]
    for name in ("macro", "weighted", "measure"):
        spread = np.std([getattr(one, name).value for one in many])
        wide = np.mean([getattr(one, name).high - getattr(one, name).low for one in many])
        assert 0.8 < wide / (2 * 1.96 * spread) < 1.25, name


def test_all_in_order_is_no_point():
    truth = np.repeat([0, 1, 2], 12)
    found = curves.class_area_intervals(truth, np.eye(3)[truth], NAMES)
    assert found.measure.value == found.measure.high == 1
    assert found.measure.low < 0.95
    assert found.measure.warnings == ()


def test_few_rows():
    truth = np.array([0] * 9 + [1] * 20)
    score = np.random.default_rng(0).random((29, 2))
    assert curves.class_area_intervals(truth, score, "ab").macro.warnings == (FEW_OF_A_CLASS,)
    alone = curves.class_area_intervals([0, 1, 1], score[:3], "ab").measure
    assert alone.reason == TWO_ROWS
    assert math.isnan(alone.low)
    with pytest.raises(InputError, match="confidence level must lie between 0 and 1; got 0"):
        curves.class_area_intervals(truth, score, "ab", confidence_level=0)
