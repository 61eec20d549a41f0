"""ROC curves, their area, and the loss of pairs in the wrong order."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics as sk

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import rank_loss, roc_curve, trapezoids
from tests.evalcore.curves.tables import BOTH_CLASSES, FOUR, GROUPS, LECTURE, MELON, ONE_CLASS, counts_of, random_rows
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_TABLE


def test_melon():
    roc = roc_curve(MELON)
    assert roc.auc == (96 - 14.5) / 96
    assert rank_loss(MELON) == 14.5 / 96
    np.testing.assert_array_equal(roc.fpr[1:].round(4), MELON_TABLE[:, 9])
    np.testing.assert_array_equal(roc.tpr[1:].round(4), MELON_TABLE[:, 6])
    assert roc.threshold is MELON.threshold
    assert roc.counts is MELON
    assert roc.reason is None


def test_erratum_42_the_curve_starts_where_both_rates_are_0():
    roc = roc_curve(MELON)
    assert (roc.threshold[0], roc.fpr[0], roc.tpr[0]) == (math.inf, 0, 0)
    assert (roc.fpr[-1], roc.tpr[-1]) == (1, 1)


def test_errata_5_to_7_on_melon():
    """14.5 wrong pairs of 8 x 12, not divided by 8 + 12; 19 distinct scores give 20 points."""
    assert rank_loss(MELON) * 96 == pytest.approx(14.5)
    assert round(rank_loss(MELON), 4) == 0.1510
    assert len(roc_curve(MELON).fpr) == 20


def test_lecture_point_for_point():
    """Each p of p p n p p p n n p n p n p n n n p n p n moves up by a tenth, each n to the right."""
    roc = roc_curve(LECTURE)
    assert roc.auc == 0.68
    np.testing.assert_array_equal(roc.tpr * 10, [0, 1, 2, 2, 3, 4, 5, 5, 5, 6, 6, 7, 7, 8, 8, 8, 8, 9, 9, 10, 10])
    np.testing.assert_allclose(roc.fpr * 10, [0, 0, 0, 1, 1, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 8, 9, 9, 10])
    assert roc_curve(threshold_counts(LECTURE_TRUTH[:10], LECTURE_SCORE[:10])).auc == 0.75
    assert roc_curve(FOUR).auc == 0.75


@given(BOTH_CLASSES)
def test_trapezoids_agree(groups):
    roc = roc_curve(counts_of(groups))
    assert np.trapezoid(roc.tpr, roc.fpr) == pytest.approx(roc.auc, abs=1e-12)


@given(GROUPS)
def test_swapping_the_classes_and_the_direction_keeps_the_area(groups):
    swapped = counts_of([(n, p) for p, n in reversed(groups)])
    np.testing.assert_array_equal(roc_curve(counts_of(groups)).auc, roc_curve(swapped).auc)
    mirrored = counts_of(list(reversed(groups)))
    np.testing.assert_array_equal(rank_loss(counts_of(groups)), roc_curve(mirrored).auc)


@given(GROUPS)
def test_bounds(groups):
    counts = counts_of(groups)
    roc = roc_curve(counts)
    for values in (roc.fpr, roc.tpr):
        assert np.isnan(values).all() or (values.min() >= 0 and values.max() <= 1)
    assert (roc.reason is None) == (counts.n_pos > 0 and counts.n_neg > 0) == (not math.isnan(roc.auc))
    assert not roc.auc > 1


@pytest.mark.parametrize(("counts", "reason"), ONE_CLASS)
def test_one_class_only(counts, reason):
    roc = roc_curve(counts)
    assert math.isnan(roc.auc)
    assert math.isnan(rank_loss(counts))
    assert str(roc.reason) == reason
    assert np.isnan(roc.tpr).all() == (counts.n_pos == 0)
    assert np.isnan(roc.fpr).all() == (counts.n_neg == 0)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_agrees(seed, weighted):
    truth, score, weight = random_rows(seed, weighted=weighted)
    roc = roc_curve(threshold_counts(truth, score, sample_weight=weight))
    fpr, tpr, thresholds = sk.roc_curve(truth, score, sample_weight=weight, drop_intermediate=False)
    np.testing.assert_array_equal(roc.threshold, thresholds)
    np.testing.assert_allclose([roc.fpr, roc.tpr], [fpr, tpr], atol=1e-12)
    assert roc.auc == pytest.approx(sk.roc_auc_score(truth, score, sample_weight=weight), abs=1e-12)


@pytest.mark.parametrize("size", [1, 10**5, 10**9, 10**10])
def test_areas_of_any_size_are_exact(size):
    """m+ m- overflows 64 bits from about 4e9 rows on."""
    n_pos, n_neg = [7 * size, 1, 4 * size - 1], [1, 3 * size, 5 * size + 2]
    counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.1], n_pos, n_neg)
    twice = sum(
        n * (int(before) + int(after)) for n, before, after in zip(n_neg, counts.tp[:-1], counts.tp[1:], strict=True)
    )
    assert roc_curve(counts).auc == float(Fraction(twice, 2 * counts.n_pos * counts.n_neg))


def test_many_rows_in_several_chunks():
    rng = np.random.default_rng(1)
    truth, score = rng.random(600_000) < 0.1, rng.random(600_000)
    auc = roc_curve(threshold_counts(truth, score)).auc
    assert auc == pytest.approx(sk.roc_auc_score(truth, score), abs=1e-12)


def test_curves_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        roc_curve(MELON).tpr[0] = 1


@given(GROUPS)
def test_trapezoids_add_up_to_the_area(groups):
    counts = counts_of(groups)
    found = trapezoids(counts)
    assert (found.width > 0).all()
    assert found.width.sum() == counts.n_neg
    assert (found.width * (found.left + found.right)).sum() == counts.rates.twice_area


def test_without_a_negative_row_there_is_no_trapezoid():
    assert len(trapezoids(threshold_counts([True, True], [0.2, 0.4]))) == 0
