"""Fitted on some rows, judged on others: never on its own, and the change of a loss row by row."""

import math

import numpy as np
import pytest
from scipy import special, stats
from sklearn import metrics as sk

from evalcore.calibration import calibration_line, recalibrate, recalibrated
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.errors import InputError
from evalcore.intervals.skewed import skewed_mean


def drawn(n=500, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.normal(-0.5, 1.5, n)
    return rng.random(n) < special.expit(0.4 + 0.6 * x), special.expit(x)


@pytest.mark.parametrize("method", ["platt", "logistic", "temperature", "beta"])
def test_what_changes_row_by_row(method):
    first, (truth, score) = threshold_counts(*drawn()), drawn(300, seed=1)
    found = recalibrated(first, threshold_counts(truth, score), method)
    new = recalibrate(first, method).apply(score)
    assert found.after.losses.brier.value.value == pytest.approx(sk.brier_score_loss(truth, new))
    assert found.after.losses.log_loss.value.value == pytest.approx(sk.log_loss(truth, new))
    assert found.before.losses.log_loss.value.value == pytest.approx(sk.log_loss(truth, score))
    for change, each in (
        (found.brier, (new - truth) ** 2 - (score - truth) ** 2),
        (found.log_loss, np.where(truth, np.log(score / new), np.log((1 - score) / (1 - new)))),
    ):
        low, high = skewed_mean(each.mean(), stats.sem(each), stats.skew(each) / math.sqrt(300), 299)
        assert (change.low, change.value, change.high) == pytest.approx((low, each.mean(), high))
    assert found.after.auc == found.before.auc
    assert found.brier.value < 0
    assert list(found.to_frame().index) == ["before", "after"]


def test_nothing_is_fitted_on_the_rows_that_judge():
    first = threshold_counts(*drawn())
    one, other = (recalibrated(first, threshold_counts(*drawn(300, seed=seed))) for seed in (1, 2))
    assert one.recalibration.coefficients == other.recalibration.coefficients
    line = calibration_line(first)
    assert one.recalibration.coefficients == pytest.approx((line.slope.value, line.intercept))
    assert one.after.line.slope.value != pytest.approx(1, abs=1e-3)


def test_the_same_rows_are_refused():
    counts = threshold_counts(*drawn())
    for other in (counts, threshold_counts(*drawn())):
        with pytest.raises(InputError, match=r"^The rows that judge a recalibration must be others than those it is"):
            recalibrated(counts, other)


def test_by_case_and_by_weight():
    first, (truth, score) = threshold_counts(*drawn()), drawn(300, seed=1)
    case = np.arange(300) // 5
    by_case = recalibrated(first, threshold_counts(truth, score, case=case))
    new = recalibrate(first).apply(score)
    each = ((new - truth) ** 2 - (score - truth) ** 2).reshape(60, 5).mean(axis=1)
    half = stats.t.ppf(0.975, 59) * stats.sem(each)
    assert (by_case.brier.low, by_case.brier.high) == pytest.approx((each.mean() - half, each.mean() + half))
    assert by_case.after.counts.of_cases
    weighted = recalibrated(first, threshold_counts(truth, score, sample_weight=np.full(300, 2.0)))
    assert weighted.brier.value == pytest.approx(by_case.brier.value)
    assert math.isnan(weighted.brier.low)
    assert weighted.brier.reason is not None


def test_raw_scores_become_probabilities():
    (truth, score), (fresh_truth, fresh) = drawn(), drawn(300, seed=1)
    found = recalibrated(
        threshold_counts(truth, 10 * score - 4), threshold_counts(fresh_truth, 10 * fresh - 4), "platt"
    )
    assert "do not lie between 0 and 1" in str(found.brier.reason)
    assert math.isnan(found.brier.value)
    assert found.before.auc == found.after.auc
    assert found.after.line.slope.reason is None
    outside = recalibrated(threshold_counts(truth, score), threshold_counts(fresh_truth, 10 * fresh - 4), "beta")
    assert outside.after is None
    assert "do not lie between 0 and 1" in str(outside.reason)


def test_without_a_recalibration_there_is_nothing():
    found = recalibrated(threshold_counts([1, 1], [0.9, 0.3]), threshold_counts(*drawn()))
    assert "No row is negative" in str(found.reason)
    assert found.before is None
    assert math.isnan(found.log_loss.value)
    assert found.to_frame().empty


def test_sure_steps_may_lose_all():
    first = ThresholdCounts.from_grouped([0.2, 0.5, 0.8], [0, 5, 10], [10, 5, 0])
    other = ThresholdCounts.from_grouped([0.2, 0.5, 0.8], [1, 5, 9], [9, 5, 1])
    found = recalibrated(first, other, "isotonic")
    assert found.after.losses.log_loss.value.value == found.log_loss.value == math.inf
    assert "probability 0 of what happened" in str(found.log_loss.reason)
    assert math.isfinite(found.brier.high)
