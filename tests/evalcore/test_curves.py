"""ROC and precision-recall curves."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import precision_recall_curve, rank_loss, roc_curve
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_SCORE, MELON_TABLE, MELON_TRUTH

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
GROUPS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(any), min_size=1, max_size=12)


def counts_of(groups):
    n_pos, n_neg = zip(*groups, strict=True)
    return ThresholdCounts.from_grouped(range(len(groups)), n_pos, n_neg)


def fraction_wrong(truth, score):
    """Count the pairs in the wrong order, one after the other."""
    pairs = [(high, low) for high in score[truth] for low in score[~truth]]
    return Fraction(sum(2 * (high < low) + (high == low) for high, low in pairs), 2 * len(pairs))


def test_melon():
    roc, pr = roc_curve(MELON), precision_recall_curve(MELON)
    assert roc.auc == (96 - 14.5) / 96
    assert rank_loss(MELON) == 14.5 / 96
    assert round(pr.average_precision, 6) == 0.823593
    np.testing.assert_array_equal(roc.fpr[1:].round(4), MELON_TABLE[:, 9])
    np.testing.assert_array_equal(roc.tpr[1:].round(4), MELON_TABLE[:, 6])
    np.testing.assert_array_equal(pr.precision[1:].round(4), MELON_TABLE[:, 5])
    assert math.isnan(pr.precision[0])
    assert (pr.recall[-1], pr.precision[-1]) == (1, 0.4)
    assert (roc.fpr[0], roc.tpr[0], roc.fpr[-1], roc.tpr[-1]) == (0, 0, 1, 1)
    assert roc.threshold is MELON.threshold
    assert roc.reason is pr.reason is None


def test_errata_5_to_7_on_melon():
    """14.5 wrong pairs of 8 x 12, not divided by 8 + 12; 19 distinct scores give 20 points."""
    assert rank_loss(MELON) * 96 == pytest.approx(14.5)
    assert round(rank_loss(MELON), 4) == 0.1510
    assert len(roc_curve(MELON).fpr) == 20


def test_one_sample_at_a_time_would_give_two_other_areas():
    """The tie at .60 broken in favour of the positive, then of the negative."""
    for tenth, auc in ((0.601, 0.8542), (0.599, 0.8438)):
        broken = np.where(MELON_TRUTH & (MELON_SCORE == 0.60), tenth, MELON_SCORE)
        assert round(roc_curve(threshold_counts(MELON_TRUTH, broken)).auc, 4) == auc


def test_lecture():
    assert roc_curve(threshold_counts(LECTURE_TRUTH, LECTURE_SCORE)).auc == 0.68
    assert roc_curve(threshold_counts(LECTURE_TRUTH[:10], LECTURE_SCORE[:10])).auc == 0.75
    assert roc_curve(threshold_counts([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])).auc == 0.75


@given(GROUPS)
def test_area_pairs_and_rank_sum_agree(groups):
    counts = counts_of(groups)
    if not counts.n_pos or not counts.n_neg:
        return
    score = np.repeat(counts.threshold[1:], np.diff(counts.tp) + np.diff(counts.fp))
    truth = np.concatenate([[True] * p + [False] * n for p, n in reversed(groups)])
    wrong = fraction_wrong(truth, score)
    assert rank_loss(counts) == float(wrong)
    assert roc_curve(counts).auc == float(1 - wrong)
    trapezoid = np.trapezoid(roc_curve(counts).tpr, roc_curve(counts).fpr)
    assert trapezoid == pytest.approx(float(1 - wrong), abs=1e-12)


@given(GROUPS)
def test_swapping_the_classes_and_the_direction_keeps_the_area(groups):
    swapped = counts_of([(n, p) for p, n in reversed(groups)])
    np.testing.assert_array_equal(roc_curve(counts_of(groups)).auc, roc_curve(swapped).auc)
    mirrored = counts_of(list(reversed(groups)))
    np.testing.assert_array_equal(rank_loss(counts_of(groups)), roc_curve(mirrored).auc)


@given(GROUPS)
def test_bounds(groups):
    counts = counts_of(groups)
    roc, pr = roc_curve(counts), precision_recall_curve(counts)
    for values in (roc.fpr, roc.tpr, pr.recall, pr.precision[1:]):
        assert np.isnan(values).all() or (values.min() >= 0 and values.max() <= 1)
    assert (roc.reason is None) == (counts.n_pos > 0 and counts.n_neg > 0) == (not math.isnan(roc.auc))
    assert (pr.reason is None) == (counts.n_pos > 0) == (not math.isnan(pr.average_precision))
    assert not roc.auc > 1
    assert not pr.average_precision > 1 + 1e-15


@pytest.mark.parametrize(
    ("truth", "roc_reason", "pr_reason"),
    [([True] * 2, "No row is negative.", "None"), ([False] * 2, "No row is positive.", "No row is positive.")],
)
def test_one_class_only(truth, roc_reason, pr_reason):
    counts = threshold_counts(truth, [0.2, 0.4])
    roc, pr = roc_curve(counts), precision_recall_curve(counts)
    assert math.isnan(roc.auc)
    assert math.isnan(rank_loss(counts))
    assert (str(roc.reason), str(pr.reason)) == (roc_reason, pr_reason)
    assert np.isnan(roc.tpr).all() == (not truth[0])
    assert math.isnan(pr.average_precision) == (not truth[0])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_agrees(seed, weighted):
    rng = np.random.default_rng(seed)
    truth, score = rng.random(400) < 0.3, rng.random(400).round(2)
    weight = rng.random(400) if weighted else None
    counts = threshold_counts(truth, score, sample_weight=weight)
    roc, pr = roc_curve(counts), precision_recall_curve(counts)
    fpr, tpr, thresholds = sk.roc_curve(truth, score, sample_weight=weight, drop_intermediate=False)
    np.testing.assert_array_equal(roc.threshold, thresholds)
    np.testing.assert_allclose([roc.fpr, roc.tpr], [fpr, tpr], atol=1e-12)
    assert roc.auc == pytest.approx(sk.roc_auc_score(truth, score, sample_weight=weight), abs=1e-12)
    precision, recall, thresholds = sk.precision_recall_curve(truth, score, sample_weight=weight)
    np.testing.assert_array_equal(pr.threshold[:0:-1], thresholds)
    np.testing.assert_allclose(pr.precision[:0:-1], precision[:-1], atol=1e-12)
    np.testing.assert_allclose(pr.recall[:0:-1], recall[:-1], atol=1e-12)
    expected = sk.average_precision_score(truth, score, sample_weight=weight)
    assert pr.average_precision == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("size", [1, 10**5, 10**9, 10**10])
def test_areas_of_any_size_are_exact(size):
    """m+ m- overflows 64 bits from about 4e9 rows on."""
    n_pos, n_neg = [7 * size, 1, 4 * size - 1], [1, 3 * size, 5 * size + 2]
    counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.1], n_pos, n_neg)
    twice = sum(
        n * (int(before) + int(after)) for n, before, after in zip(n_neg, counts.tp[:-1], counts.tp[1:], strict=True)
    )
    assert roc_curve(counts).auc == float(Fraction(twice, 2 * counts.n_pos * counts.n_neg))
    scaled = precision_recall_curve(counts).average_precision
    assert 0 < scaled < 1


def test_many_rows_in_several_chunks():
    rng = np.random.default_rng(1)
    truth, score = rng.random(600_000) < 0.1, rng.random(600_000)
    counts = threshold_counts(truth, score)
    assert roc_curve(counts).auc == pytest.approx(sk.roc_auc_score(truth, score), abs=1e-12)
    expected = sk.average_precision_score(truth, score)
    assert precision_recall_curve(counts).average_precision == pytest.approx(expected, abs=1e-12)


def test_curves_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        roc_curve(MELON).tpr[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        precision_recall_curve(MELON).precision[0] = 1
