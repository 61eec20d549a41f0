"""Detection error trade-off curves and the equal error rate."""

import math

import numpy as np
import pytest
from hypothesis import given
from scipy import stats
from sklearn import metrics as sk

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import det_curve, normal_deviates, roc_curve
from tests.evalcore.curves.tables import BOTH_CLASSES, MELON, ONE_CLASS, WEIGHTED, counts_of, random_rows


def test_melon():
    det = det_curve(MELON)
    assert (det.equal_error_rate, det.equal_error_threshold, det.interpolated) == (0.25, 0.66, False)
    assert (det.fpr[0], det.fnr[0], det.fpr[-1], det.fnr[-1]) == (0, 1, 1, 0)
    assert det.reason is None


@pytest.mark.parametrize("groups", [BOTH_CLASSES, WEIGHTED])
def test_both_rates_are_equal_there(groups):
    @given(groups)
    def check(drawn):
        counts = counts_of(drawn)
        det, roc = det_curve(counts), roc_curve(counts)
        # the curve falls where TPR + FPR rises, so the point can be looked up along that sum
        place = np.interp(1, roc.tpr + roc.fpr, np.arange(len(counts)))
        assert det.equal_error_rate == pytest.approx(np.interp(place, np.arange(len(counts)), roc.fpr), abs=1e-9)
        assert det.equal_error_rate == pytest.approx(np.interp(place, np.arange(len(counts)), det.fnr), abs=1e-9)
        row = int(counts.index_of(det.equal_error_threshold))
        gap = np.abs(det.fpr - det.fnr)
        assert gap[row] == pytest.approx(gap.min(), abs=1e-9)
        assert math.isfinite(det.equal_error_threshold)
        if not counts.weighted:
            twice = counts.tp * counts.n_neg + counts.fp * counts.n_pos
            assert det.interpolated == (counts.n_pos * counts.n_neg not in twice)

    check()


def test_equality_is_decided_in_whole_numbers():
    """1/49 * 49 is not 1 in floating point, and 3 of 10 and 30 of 100 must still meet."""
    for n in (10, 49, 10**9, 10**10):
        counts = ThresholdCounts.from_grouped([2, 1], [7 * n, 3 * n], [30 * n, 70 * n])
        det = det_curve(counts)
        assert (det.equal_error_rate, det.equal_error_threshold, det.interpolated) == (0.3, 2, False)


@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_agrees(weighted):
    truth, score, weight = random_rows(5, weighted=weighted)
    counts = threshold_counts(truth, score, sample_weight=weight)
    det = det_curve(counts)
    fpr, fnr, thresholds = sk.det_curve(truth, score, sample_weight=weight)
    rows = counts.index_of(thresholds)
    np.testing.assert_allclose([det.fpr[rows], det.fnr[rows]], [fpr, fnr], atol=1e-12)


def test_normal_scores_are_a_straight_line_on_normal_deviates():
    z = np.linspace(-4, 4, 41)
    np.testing.assert_allclose(normal_deviates(stats.norm.cdf(z)), z, atol=1e-9)
    assert normal_deviates([[0.0, 0.5, 1.0]]).tolist() == [[-math.inf, 0, math.inf]]
    assert math.isnan(normal_deviates(math.nan))


@pytest.mark.parametrize(("counts", "reason"), ONE_CLASS)
def test_one_class_only(counts, reason):
    det = det_curve(counts)
    assert math.isnan(det.equal_error_rate)
    assert math.isnan(det.equal_error_threshold)
    assert not det.interpolated
    assert str(det.reason) == reason
    assert np.isnan(det.fnr).all() == (counts.n_pos == 0)


def test_curves_are_read_only():
    with pytest.raises(ValueError, match="read-only"):
        det_curve(MELON).fnr[0] = 1
