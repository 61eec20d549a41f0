"""Intercept and slope of recalibration against statsmodels, and their intervals by their own definition."""

import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import optimize, special, stats

from evalcore.calibration import WEIGHTED, calibration_line, losses
from evalcore.calibration._logistic import ONE_SCORE
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.errors import InputError
from evalcore.intervals.cases import ALIKE, degrees_of_freedom


def drawn(n=400, intercept=-0.3, slope=0.7, seed=0):
    rng = np.random.default_rng(seed)
    score = special.expit(rng.normal(-0.5, 1.2, n))
    return rng.random(n) < special.expit(intercept + slope * special.logit(score)), score


def both(truth, score, **more):
    """Return statsmodels' two regressions: on the log odds as an offset, and with a slope."""
    x = special.logit(score)
    family = sm.families.Binomial()
    large = sm.GLM(truth.astype(float), np.ones(len(x)), offset=x, family=family, **more)
    return large, sm.GLM(truth.astype(float), sm.add_constant(x), family=family, **more)


@pytest.mark.parametrize("seed", range(3))
def test_as_statsmodels(seed):
    truth, score = drawn(seed=seed)
    found = calibration_line(threshold_counts(truth, score))
    large, line = (model.fit() for model in both(truth, score))
    assert found.in_the_large.value == pytest.approx(large.params[0], abs=1e-8)
    assert (found.intercept, found.slope.value) == pytest.approx(tuple(line.params), abs=1e-8)
    x = special.logit(score)
    unfitted = float((truth * x - np.logaddexp(0, x)).sum())
    assert found.pvalue == pytest.approx(stats.chi2.sf(2 * (line.llf - unfitted), 2), rel=1e-6)
    assert (found.expected, found.observed) == pytest.approx((score.mean(), truth.mean()))


def wider(model, truth):
    """Return how many times as large the last error is if the regression need not be right; at least 1."""
    plain, robust = model.fit(), model.fit(cov_type="HC0")
    n, k = len(truth), len(plain.params)
    return max(1.0, robust.bse[-1] / plain.bse[-1] * math.sqrt(n / (n - k)))


@pytest.mark.parametrize("seed", [0, 1, 5])
def test_ends_are_where_the_tests_just_reject(seed):
    truth, score = drawn(60, seed=seed)
    found = calibration_line(threshold_counts(truth, score), confidence_level=0.9)
    large, line = both(truth, score)
    x, z = special.logit(score), stats.norm.ppf(0.95) * wider(large, truth)
    for end in (found.in_the_large.low, found.in_the_large.high):
        chance = special.expit(end + x)
        assert abs(truth.sum() - chance.sum()) / math.sqrt((chance * (1 - chance)).sum()) == pytest.approx(z, abs=1e-4)
    z, best = stats.norm.ppf(0.95) * wider(line, truth), line.fit().llf
    for end in (found.slope.low, found.slope.high):
        kept = sm.GLM(truth.astype(float), np.ones(len(x)), offset=end * x, family=sm.families.Binomial()).fit().llf
        assert 2 * (best - kept) == pytest.approx(z**2, abs=1e-4)
    assert found.slope.low < found.slope.value < found.slope.high


def test_of_very_many_rows_the_ends_are_walds():
    truth, score = drawn(60_000)
    found = calibration_line(threshold_counts(truth, score)).slope
    _, line = both(truth, score)
    half = stats.norm.ppf(0.975) * line.fit().bse[1] * wider(line, truth)
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half), abs=1e-7)


def test_rows_that_vary_more_than_the_line_says_are_counted_in():
    """Low and high scores come true alike: the plain interval of the slope would be too narrow."""
    truth, score = drawn(500)
    truth = truth | (score < 0.1)
    _, line = both(truth, score)
    assert wider(line, truth) > 1.05
    found = calibration_line(threshold_counts(truth, score))
    assert found.slope.high - found.slope.low > 2.05 * 1.96 * line.fit().bse[1]


def test_weights_are_repetition_without_an_interval():
    truth, score = drawn(80)
    times = np.random.default_rng(1).integers(0, 4, 80)
    weighted = calibration_line(threshold_counts(truth, score, sample_weight=times.astype(float)))
    repeated = calibration_line(threshold_counts(np.repeat(truth, times), np.repeat(score, times)))
    assert weighted.slope.value == pytest.approx(repeated.slope.value, abs=1e-9)
    assert weighted.in_the_large.value == pytest.approx(repeated.in_the_large.value, abs=1e-9)
    assert weighted.slope.reason is weighted.in_the_large.reason is WEIGHTED
    assert np.isnan([weighted.slope.low, weighted.in_the_large.high, weighted.pvalue]).all()


def test_by_case_as_statsmodels():
    truth, score = drawn(300)
    case = np.arange(300) // 6
    found = calibration_line(threshold_counts(truth, score, case=case))
    large, line = (
        model.fit(cov_type="cluster", cov_kwds={"groups": case, "use_correction": False})
        for model in both(truth, score)
    )
    for ours, theirs in ((found.in_the_large, large.bse[0]), (found.slope, line.bse[1])):
        sizes = [np.bincount(case, truth == side) for side in (True, False)]
        df = min(degrees_of_freedom(of.sum() ** 2 / (of**2).sum()) for of in sizes)
        assert ours.high - ours.value == pytest.approx(stats.t.ppf(0.975, df) * theirs * math.sqrt(50 / 49), rel=1e-6)
        assert ours.low + ours.high == pytest.approx(2 * ours.value)
    assert math.isnan(found.pvalue)


def test_one_case_has_no_interval():
    truth, score = drawn(40)
    found = calibration_line(threshold_counts(truth, score, case=["a"] * 40))
    assert "two cases" in str(found.slope.reason)
    assert math.isfinite(found.slope.value)
    assert found.in_the_large.reason is not ALIKE


def test_ends_of_the_scale():
    truth, score = drawn(100)
    score[:3] = 0, 1, 1
    counts = threshold_counts(truth, score)
    found = calibration_line(counts)
    assert str(found.reason).startswith("3 of 100 rows have a score of exactly 0 or 1, whose log odds are infinite")
    assert math.isnan(found.in_the_large.value)
    # What needs no log odds is known.
    assert (found.expected, found.observed) == pytest.approx((score.mean(), truth.mean()))
    clipped = threshold_counts(truth, np.clip(score, 1e-4, 1 - 1e-4))
    assert calibration_line(counts, nearest=1e-4).slope.value == calibration_line(clipped).slope.value


@pytest.mark.parametrize(
    ("counts", "said", "large"),
    [
        (threshold_counts([1, 0], [1.5, 0.5]), "do not lie between 0 and 1", False),
        (threshold_counts([1, 1], [0.9, 0.5]), "No row is negative", False),
        (threshold_counts([1, 0, 1], [0.6, 0.6, 0.6]), "All rows have one score", True),
        (threshold_counts([1, 0, 1, 0], [0.6, 0.2, 0.7, 0.6]), "tells all positive rows from all negative ones", True),
        (threshold_counts([0, 1, 0, 1], [0.6, 0.2, 0.7, 0.3]), "tells all positive rows from all negative ones", True),
    ],
)
def test_undefined(counts, said, large):
    found = calibration_line(counts)
    assert said in str(found.slope.reason)
    assert math.isnan(found.slope.value)
    assert math.isfinite(found.in_the_large.low) == large
    assert math.isfinite(found.in_the_large.value) == large


def test_few_rows_have_a_note():
    counts = ThresholdCounts.from_grouped([0.8, 0.4, 0.1], [5, 3, 1], [1, 20, 70])
    found = calibration_line(counts)
    assert "fewer than twenty rows" in str(found.slope.warnings[0])
    assert found.slope.low < found.slope.value < found.slope.high


@pytest.mark.parametrize("nearest", [0, 0.5, -1, math.nan])
def test_nearest_is_a_small_probability(nearest):
    with pytest.raises(InputError, match=r"^nearest must lie between 0 and 0.5; got .*Choose 0.000001, or leave"):
        calibration_line(threshold_counts([1, 0], [0.5, 0.4]), nearest=nearest)


def test_twenty_rows_of_a_class_have_no_note():
    truth, score = drawn()
    assert not calibration_line(threshold_counts(truth, score)).slope.warnings


@pytest.mark.parametrize("reach", [1, 20, 60])
def test_log_odds_far_from_nought_are_fitted_as_statsmodels_does(reach):
    """Scores of a naive Bayes classifier reach 1e-60 and below."""
    rng = np.random.default_rng(1)
    odds = rng.normal(0, 3, 500)
    truth = rng.random(500) < special.expit(odds)
    score = np.clip(special.expit(reach * odds), 1e-290, 1 - 1e-16)
    found = calibration_line(threshold_counts(truth, score))
    large, line = (model.fit(maxiter=500) for model in both(truth, score))
    assert found.in_the_large.value == pytest.approx(large.params[0], rel=1e-6, abs=1e-6)
    assert (found.intercept, found.slope.value) == pytest.approx(tuple(line.params), rel=1e-6)


def test_scores_that_are_all_next_to_nothing_have_a_line():
    rng = np.random.default_rng(0)
    score = 1e-300 * (1 + rng.integers(0, 5, 400))
    truth = rng.random(400) < 0.1
    found = calibration_line(threshold_counts(truth, score))
    x = np.log(score)
    expected = optimize.brentq(lambda a: special.expit(a + x).sum() - truth.sum(), 600, 700)
    assert found.in_the_large.value == pytest.approx(expected, abs=1e-6)
    assert math.isfinite(found.slope.value)


def test_scores_that_are_all_taken_for_one_show_no_slope():
    score = 1 - 1e-16 * np.arange(1, 41)
    found = calibration_line(threshold_counts(np.arange(40) % 2 == 0, score), nearest=1e-6)
    assert found.slope.reason == ONE_SCORE
    assert math.isfinite(found.in_the_large.value)


# R's `val.prob` (rms 6.5) and `glm(y ~ offset(qlogis(p)))` of sample_data/miscalibrated.csv: intercept and slope of
# recalibration, calibration in the large, Brier score, and the p of
# "intercept 0 and slope 1".
VAL_PROB = {
    "model_a": (3.76823374309e-03, 1.08498482400, -0.0436446889473, 0.132491822185, 0.436898435647),
    "model_b": (-1.2567453690401, 1.3610300941776, -1.10916137577, 0.1742486210495, 0.0),
}


@pytest.mark.parametrize("model", VAL_PROB)
def test_as_rms(model):
    frame = pd.read_csv(Path("sample_data/miscalibrated.csv"))
    counts = threshold_counts(frame["y"] == 1, frame[model])
    line = calibration_line(counts)
    brier = losses(counts).brier.value.value
    found = (line.intercept, line.slope.value, line.in_the_large.value, brier, line.pvalue)
    assert found == pytest.approx(VAL_PROB[model], rel=1e-7, abs=1e-12)
