"""Precision-recall curves: average precision, break-even point, the wrong trapezoids, another prevalence."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import at_prevalence, precision_recall_curve, roc_curve, trapezoid_area
from evalcore.errors import InputError
from evalcore.metrics import best_index
from tests.evalcore.curves.tables import BOTH_CLASSES, GROUPS, MELON, ONE_CLASS, counts_of, random_rows, rows_of
from tests.evalcore.golden import MELON_TABLE


def ranking(labels):
    """Return the table of rows listed from the highest score, '+' or '-'."""
    return threshold_counts([label == "+" for label in labels], range(len(labels), 0, -1))


def test_melon():
    curve = precision_recall_curve(MELON)
    assert round(curve.average_precision, 6) == 0.823593
    assert round(trapezoid_area(curve), 6) == 0.817846
    assert (curve.break_even_point, curve.break_even_threshold, curve.break_even_interpolated) == (0.625, 0.71, False)
    assert curve.warnings == ()
    np.testing.assert_array_equal(curve.precision[1:].round(4), MELON_TABLE[:, 5])
    assert curve.reason is None


def test_errata_16_and_17_the_ends():
    """The left end is 0/0; the right end is (1, m+/m), not (1, 0); a straight line from (0, 1) changes the area."""
    curve = precision_recall_curve(MELON)
    assert math.isnan(curve.precision[0])
    assert (curve.recall[-1], curve.precision[-1]) == (1, 0.4)
    assert round(curve.average_precision, 4) == 0.8236
    assert round(trapezoid_area(curve), 4) == 0.8178
    without_left_end = np.trapezoid(curve.precision[1:], curve.recall[1:])
    assert round(float(without_left_end), 4) == 0.6928


def test_exercise_of_the_book_f1_and_break_even_point_disagree():
    a, b = ranking("--++--"), ranking("-+--+-")
    assert [round(best_index(counts, "f1").value, 3) for counts in (a, b)] == [0.667, 0.571]
    assert [precision_recall_curve(counts).break_even_point for counts in (a, b)] == [0, 0.5]


def test_erratum_18_a_break_even_point_inside_a_tie():
    """3 positives; 2 rows above a tie of 4 rows, 2 of them positive: a quarter of the tie is taken."""
    curve = precision_recall_curve(ThresholdCounts.from_grouped([0.9, 0.5], [1, 2], [1, 2]))
    assert curve.break_even_point == (1 + 2 / 4) / 3
    assert (curve.break_even_threshold, curve.break_even_interpolated) == (0.5, True)
    assert str(curve.warnings[0]) == (
        "No threshold makes precision and recall equal: the rows tied at 0.5 would have to be split, "
        "so the value is interpolated between the two sides of the tie."
    )
    odd = precision_recall_curve(ThresholdCounts.from_grouped([0.9, 0.1 + 0.2], [1, 2], [1, 2]))
    assert "tied at 0.3 would" in str(odd.warnings[0])


@given(BOTH_CLASSES)
def test_break_even_point_is_where_as_many_are_predicted_positive(groups):
    counts = counts_of(groups)
    curve = precision_recall_curve(counts)
    predicted = (counts.tp + counts.fp).tolist()
    expected = np.interp(counts.n_pos, predicted, counts.tp) / counts.n_pos
    assert curve.break_even_point == pytest.approx(expected, abs=1e-12)
    assert curve.break_even_interpolated == (counts.n_pos not in predicted)
    if not curve.break_even_interpolated:
        row = predicted.index(counts.n_pos)
        assert curve.precision[row] == curve.recall[row] == curve.break_even_point


def test_break_even_point_with_weights_forgives_rounding():
    """Ten weights of 0.1 are 0.9999999999999999; that is no tie to be split."""
    truth, score = np.arange(20) < 10, np.arange(20, 0, -1.0)
    curve = precision_recall_curve(threshold_counts(truth, score, sample_weight=np.full(20, 0.1)))
    assert curve.break_even_point == pytest.approx(1)
    assert (curve.break_even_threshold, curve.break_even_interpolated) == (11, False)


@given(GROUPS)
def test_bounds(groups):
    counts = counts_of(groups)
    curve = precision_recall_curve(counts)
    for values in (curve.recall, curve.precision[1:]):
        assert np.isnan(values).all() or (values.min() >= 0 and values.max() <= 1)
    assert (curve.reason is None) == (counts.n_pos > 0) == (not math.isnan(curve.average_precision))
    assert not curve.average_precision > 1 + 1e-15
    assert not curve.break_even_point > 1


def test_without_negative_rows_everything_is_pure_and_without_positive_rows_nothing_is_known():
    curve = precision_recall_curve(ONE_CLASS[0][0])
    assert (curve.average_precision, curve.break_even_point, trapezoid_area(curve), curve.reason) == (1, 1, 1, None)
    curve = precision_recall_curve(ONE_CLASS[1][0])
    values = (curve.average_precision, curve.break_even_point, curve.break_even_threshold, trapezoid_area(curve))
    assert np.isnan(values).all()
    assert np.isnan(curve.recall).all()
    assert str(curve.reason) == "No row is positive."
    assert not curve.break_even_interpolated


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_agrees(seed, weighted):
    truth, score, weight = random_rows(seed, weighted=weighted)
    curve = precision_recall_curve(threshold_counts(truth, score, sample_weight=weight))
    precision, recall, thresholds = sk.precision_recall_curve(truth, score, sample_weight=weight)
    np.testing.assert_array_equal(curve.threshold[:0:-1], thresholds)
    np.testing.assert_allclose(curve.precision[:0:-1], precision[:-1], atol=1e-12)
    np.testing.assert_allclose(curve.recall[:0:-1], recall[:-1], atol=1e-12)
    expected = sk.average_precision_score(truth, score, sample_weight=weight)
    assert curve.average_precision == pytest.approx(expected, abs=1e-12)
    assert trapezoid_area(curve) == pytest.approx(sk.auc(recall, precision), abs=1e-12)


def test_many_rows_in_several_chunks():
    rng = np.random.default_rng(1)
    truth, score = rng.random(600_000) < 0.1, rng.random(600_000)
    expected = sk.average_precision_score(truth, score)
    assert precision_recall_curve(threshold_counts(truth, score)).average_precision == pytest.approx(
        expected, abs=1e-12
    )


@given(BOTH_CLASSES, st.floats(0.001, 0.999))
def test_another_prevalence_is_another_weight_of_the_classes(groups, prevalence):
    counts, (truth, score) = counts_of(groups), rows_of(groups)
    weight = np.where(truth, prevalence / truth.sum(), (1 - prevalence) / (~truth).sum())
    moved = at_prevalence(counts, prevalence)
    expected = precision_recall_curve(threshold_counts(truth, score, sample_weight=weight))
    np.testing.assert_allclose(moved.precision, expected.precision, atol=1e-12)
    np.testing.assert_allclose(moved.recall, roc_curve(counts).tpr, atol=1e-12)
    assert moved.average_precision == pytest.approx(
        sk.average_precision_score(truth, score, sample_weight=weight), abs=1e-12
    )
    assert moved.break_even_point == pytest.approx(expected.break_even_point, abs=1e-9)
    assert moved.precision[-1] == pytest.approx(prevalence)


def test_own_prevalence_changes_nothing():
    own, moved = precision_recall_curve(MELON), at_prevalence(MELON, 0.4)
    np.testing.assert_allclose(moved.precision, own.precision, atol=1e-15)
    assert moved.average_precision == pytest.approx(own.average_precision)
    assert moved.break_even_point == pytest.approx(0.625)
    assert not moved.break_even_interpolated
    assert at_prevalence(MELON, 0.01).average_precision < own.average_precision


@pytest.mark.parametrize(("counts", "reason"), ONE_CLASS)
def test_no_other_prevalence_of_one_class(counts, reason):
    moved = at_prevalence(counts, 0.5)
    assert np.isnan([moved.average_precision, moved.break_even_point, *moved.precision]).all()
    assert str(moved.reason) == reason


@pytest.mark.parametrize("prevalence", [0, 1, -0.1, math.nan])
def test_prevalence_must_be_a_share(prevalence):
    with pytest.raises(InputError) as refused:
        at_prevalence(MELON, prevalence)
    assert str(refused.value) == (
        f"The prevalence must be a number above 0 and below 1; got {prevalence}. "
        "Choose the share you expect, such as 0.1."
    )


def test_curves_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        precision_recall_curve(MELON).precision[0] = 1
