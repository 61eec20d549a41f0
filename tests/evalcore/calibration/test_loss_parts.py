"""Brier score and log loss with their parts against rows, bins and scikit-learn."""

import math

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as sk

from evalcore.calibration import WEIGHTED, calibration, losses
from evalcore.costs import brier_interval
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.intervals.skewed import skewed_mean


def drawn(n=200, seed=0):
    rng = np.random.default_rng(seed)
    score = rng.beta(1, 2, n)
    return rng.random(n) < score**1.3, score


def divergence(share, other):
    terms = [p * math.log(p / q) for p, q in ((share, other), (1 - share, 1 - other)) if p > 0]
    return sum(terms)


def test_values_and_ends():
    truth, score = drawn()
    found = losses(threshold_counts(truth, score))
    assert found.brier.value.value == pytest.approx(sk.brier_score_loss(truth, score))
    assert found.log_loss.value.value == pytest.approx(sk.log_loss(truth, score))
    assert found.brier.value.low == brier_interval(threshold_counts(truth, score)).low
    each = np.where(truth, -np.log(score), -np.log(1 - score))
    low, high = skewed_mean(each.mean(), stats.sem(each), stats.skew(each) / math.sqrt(200), 199)
    assert (found.log_loss.value.low, found.log_loss.value.high) == pytest.approx((low, high))
    assert found.log_loss.skill == pytest.approx(1 - each.mean() / found.log_loss.uncertainty)


@pytest.mark.parametrize("bins", [1, 5, 10])
def test_parts_add_up_and_are_those_of_the_bins(bins):
    truth, score = drawn()
    counts = threshold_counts(truth, score)
    found, of_bins = losses(counts, bins=bins), calibration(counts, bins=bins)
    log, p = found.log_loss, truth.mean()
    rows = list(zip(of_bins.n, of_bins.score, of_bins.share, strict=True))
    assert log.reliability == pytest.approx(sum(n * divergence(o, s) for n, s, o in rows) / 200)
    assert log.resolution == pytest.approx(sum(n * divergence(o, p) for n, _, o in rows) / 200, abs=1e-15)
    assert log.uncertainty == pytest.approx(-p * math.log(p) - (1 - p) * math.log(1 - p))
    for of in (found.brier, log):
        assert of.value.value == pytest.approx(of.reliability - of.resolution + of.uncertainty + of.within)
    assert found.brier.within == pytest.approx(of_bins.within, abs=1e-12)


def test_one_bin_a_score_hides_nothing():
    found = losses(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [30, 10, 5], [5, 10, 40]))
    assert found.brier.within == pytest.approx(0, abs=1e-15)
    assert found.log_loss.within == pytest.approx(0, abs=1e-15)


def test_weights_are_repetition():
    truth, score = drawn(60)
    times = np.random.default_rng(1).integers(0, 3, 60)
    found = losses(threshold_counts(truth, score, sample_weight=times.astype(float)))
    rows = losses(threshold_counts(np.repeat(truth, times), np.repeat(score, times)))
    assert found.log_loss.value.value == pytest.approx(rows.log_loss.value.value)
    assert found.log_loss.reliability == pytest.approx(rows.log_loss.reliability)
    assert found.log_loss.value.reason is WEIGHTED
    assert math.isnan(found.log_loss.value.low + found.brier.value.low)


def test_by_case():
    truth, score = drawn(120)
    case = np.arange(120) % 30
    found = losses(threshold_counts(truth, score, case=case))
    for of, each in (
        (found.brier, (score - truth) ** 2),
        (found.log_loss, np.where(truth, -np.log(score), -np.log(1 - score))),
    ):
        means = each.reshape(4, 30).mean(axis=0)  # cases of four rows: their means are independent
        half = stats.t.ppf(0.975, 29) * stats.sem(means)
        assert (of.value.low, of.value.high) == pytest.approx((means.mean() - half, means.mean() + half))


def test_a_case_alone_has_no_interval():
    truth, score = drawn(30)
    found = losses(threshold_counts(truth, score, case=["a"] * 30)).log_loss.value
    assert "two cases" in str(found.reason)
    assert math.isfinite(found.value)


def test_who_was_sure_and_wrong_loses_all():
    found = losses(threshold_counts([1, 0, 1], [0.0, 0.3, 0.9]))
    assert found.log_loss.value.value == math.inf
    assert "probability 0 of what happened" in str(found.log_loss.value.reason)
    assert math.isnan(found.log_loss.value.low)
    # Who was sure and right loses nothing.
    assert losses(threshold_counts([1, 0, 1], [1.0, 0.3, 0.9])).log_loss.value.value == pytest.approx(
        (-math.log(0.7) - math.log(0.9)) / 3
    )


def test_undefined_and_few():
    found = losses(threshold_counts([1, 0], [1.5, 0.5]))
    assert "do not lie between 0 and 1" in str(found.reason)
    assert math.isnan(found.brier.value.value + found.log_loss.uncertainty)
    alike = losses(threshold_counts([1, 1, 0], [0.5, 0.5, 0.5])).log_loss.value
    assert str(alike.reason).startswith("All rows have the same loss")
    assert "too narrow" in str(losses(threshold_counts([1, 0, 1], [0.9, 0.3, 0.4])).log_loss.value.warnings[0])
    one_class = losses(threshold_counts([1, 1], [0.9, 0.3]))
    assert math.isnan(one_class.log_loss.skill)


def test_both_stand_in_a_table():
    frame = losses(threshold_counts(*drawn(50))).to_frame()
    assert list(frame.index) == ["brier", "log_loss"]
    assert frame.loc["brier", "low"] < frame.loc["brier", "value"]
