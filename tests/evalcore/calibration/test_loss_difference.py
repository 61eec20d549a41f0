"""Differences of losses against rows, scipy and simulation."""

import math

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as sk

from evalcore.calibration import loss_differences, losses
from evalcore.counts import threshold_counts
from evalcore.counts.reasons import NOT_PROBABILITIES
from evalcore.errors import InputError
from evalcore.intervals.shares import WEIGHTED
from evalcore.intervals.skewed import skewed_mean

RNG = np.random.default_rng(4)
N = 240
TRUTH = RNG.random(N) < 0.4
FIRST = np.clip(0.25 + 0.4 * TRUTH + RNG.normal(0, 0.15, N), 0.01, 0.99)
SECOND = np.clip(0.3 + 0.3 * TRUTH + RNG.normal(0, 0.15, N), 0.01, 0.99)


def row_differences():
    """What each row loses more by the first, by both measures."""
    brier = (FIRST - TRUTH) ** 2 - (SECOND - TRUTH) ** 2
    right = [np.where(TRUTH, score, 1 - score) for score in (FIRST, SECOND)]
    return {"brier": brier, "log_loss": np.log(right[1]) - np.log(right[0])}


def test_values_are_those_of_scikit_learn():
    found = loss_differences(TRUTH, FIRST, SECOND)
    assert found.brier.value == pytest.approx(sk.brier_score_loss(TRUTH, FIRST) - sk.brier_score_loss(TRUTH, SECOND))
    assert found.log_loss.value == pytest.approx(sk.log_loss(TRUTH, FIRST) - sk.log_loss(TRUTH, SECOND))


@pytest.mark.parametrize("measure", ["brier", "log_loss"])
def test_ends_are_those_of_a_skewed_mean(measure):
    each, found = row_differences()[measure], getattr(loss_differences(TRUTH, FIRST, SECOND), measure)
    ends = skewed_mean(each.mean(), stats.sem(each), stats.skew(each) / math.sqrt(N), N - 1)
    assert (found.low, found.high) == pytest.approx(ends)
    # Close to the paired t-test of so many rows.
    plain = stats.ttest_rel(each, np.zeros(N)).confidence_interval()
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=0.1 * (plain.high - plain.low))


def test_it_is_narrower_than_both_losses_apart():
    found = loss_differences(TRUTH, FIRST, SECOND).brier
    apart = [losses(threshold_counts(TRUTH, score)).brier.value for score in (FIRST, SECOND)]
    assert found.high - found.low < math.hypot(*(of.high - of.low for of in apart))


def test_exchanged_models_exchange_the_ends():
    found, turned = loss_differences(TRUTH, FIRST, SECOND), loss_differences(TRUTH, SECOND, FIRST)
    for one, other in ((found.brier, turned.brier), (found.log_loss, turned.log_loss)):
        assert (one.value, one.low, one.high) == pytest.approx((-other.value, -other.high, -other.low))


def test_weights_have_no_interval():
    times = RNG.integers(0, 3, N)
    found = loss_differences(TRUTH, FIRST, SECOND, sample_weight=times)
    rows = loss_differences(*(np.repeat(of, times) for of in (TRUTH, FIRST, SECOND)))
    assert found.brier.value == pytest.approx(rows.brier.value)
    assert found.log_loss.value == pytest.approx(rows.log_loss.value)
    assert math.isnan(found.brier.low)
    assert found.brier.reason == WEIGHTED


def test_repeated_rows_of_a_case_say_nothing_more():
    case = np.repeat(np.arange(N), 5)
    found = loss_differences(*(np.repeat(of, 5) for of in (TRUTH, FIRST, SECOND)), case=case).brier
    each = row_differences()["brier"]
    half = stats.t.ppf(0.975, N - 1) * stats.sem(each)
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half), rel=0.01)
    naive = loss_differences(*(np.repeat(of, 5) for of in (TRUTH, FIRST, SECOND))).brier
    assert found.high - found.low > 2 * (naive.high - naive.low)


def test_what_is_undefined_says_why():
    same = loss_differences(TRUTH, FIRST, FIRST)
    assert (same.brier.value, same.log_loss.value) == (0, 0)
    assert math.isnan(same.brier.low)
    assert "lose the same on every row" in str(same.brier.reason)
    outside = loss_differences(TRUTH, FIRST, SECOND + 1)
    assert math.isnan(outside.brier.value)
    assert outside.log_loss.reason == NOT_PROBABILITIES


def test_an_infinite_loss():
    sure = np.where(np.arange(N) == np.argmax(TRUTH), 0.0, FIRST)
    one = loss_differences(TRUTH, sure, SECOND)
    assert one.log_loss.value == math.inf
    assert math.isnan(one.log_loss.low)
    assert one.log_loss.reason is not None
    assert math.isfinite(one.brier.low)
    # Both are sure and wrong in the same row: there they lose alike.
    both = loss_differences(TRUTH, sure, np.where(np.arange(N) == np.argmax(TRUTH), 0.0, SECOND))
    assert math.isfinite(both.log_loss.value)
    other = np.flatnonzero(TRUTH)[1]
    neither = loss_differences(TRUTH, sure, np.where(np.arange(N) == other, 0.0, SECOND))
    assert math.isnan(neither.log_loss.value)


def test_few_rows_are_said():
    assert loss_differences(TRUTH[:30], FIRST[:30], SECOND[:30]).brier.warnings
    assert not loss_differences(TRUTH, FIRST, SECOND).brier.warnings
    nearly = np.where(np.arange(N) < 5, SECOND, FIRST)
    assert loss_differences(TRUTH, FIRST, nearly).brier.warnings


def test_lengths_must_fit():
    with pytest.raises(InputError, match="second"):
        loss_differences(TRUTH, FIRST, SECOND[:-1])


def test_a_frame():
    found = loss_differences(TRUTH, FIRST, SECOND)
    assert found.to_frame().loc["log_loss", "high"] == found.log_loss.high
