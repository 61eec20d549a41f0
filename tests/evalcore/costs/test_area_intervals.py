"""Intervals of the Brier score and of the areas of the ways to choose a threshold."""

import math

import numpy as np
import pytest
from scipy import stats

from evalcore import costs, curves
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.errors import InputError
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)


def on_the_logit_scale(value, error):
    z = stats.norm.ppf(0.975) * error / (value * (1 - value))
    return tuple(1 / (1 + np.exp(-(np.log(value / (1 - value)) + step))) for step in (-z, z))


def test_brier_is_a_mean_of_squared_errors():
    errors = (np.asarray(MELON_TRUTH) - np.asarray(MELON_SCORE)) ** 2
    found = costs.brier_interval(MELON)
    assert found.value == pytest.approx(errors.mean())
    assert (found.low, found.high) == pytest.approx(on_the_logit_scale(errors.mean(), stats.sem(errors)), abs=1e-12)
    assert str(found.note).startswith("So few rows show little of how much squared errors vary")


@pytest.mark.parametrize("p", [0.5, 0.1])
def test_with_a_prevalence_the_classes_are_drawn_separately(p):
    rng = np.random.default_rng(0)
    truth = rng.random(400) < 0.3
    score = (rng.random(400) / 2 + truth / 3).round(2)
    of_pos, of_neg = ((truth[rows] - score[rows]) ** 2 for rows in (truth, ~truth))
    value = p * of_pos.mean() + (1 - p) * of_neg.mean()
    found = costs.brier_interval(threshold_counts(truth, score), prevalence=p)
    error = math.hypot(p * stats.sem(of_pos), (1 - p) * stats.sem(of_neg))
    assert found.value == pytest.approx(value)
    assert (found.low, found.high) == pytest.approx(on_the_logit_scale(value, error), abs=1e-12)
    assert (found.reason, found.note) == (None, None)


@pytest.mark.parametrize(
    ("n_pos", "n_neg", "prevalence", "noted"),
    [
        (25, 25, None, False),
        (25, 24, None, True),
        (15, 500, None, False),
        (14, 500, None, True),
        (60, 500, 0.5, False),
        (59, 500, 0.5, True),
    ],
)
def test_few_rows_are_noted(n_pos, n_neg, prevalence, noted):
    halves = [[n // 2, n - n // 2] for n in (n_pos, n_neg)]
    found = costs.brier_interval(ThresholdCounts.from_grouped([0.8, 0.3], *halves), prevalence=prevalence)
    assert (found.note is not None) == noted
    assert found.low < found.high


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        (ThresholdCounts.from_grouped([2.0, 0.1], [3, 0], [0, 3]), "The scores do not lie between 0 and 1"),
        (ThresholdCounts.from_grouped([0.9, 0.1], [3, 2], [0, 0]), "No row is negative."),
        (ThresholdCounts.from_grouped([0.9, 0.1], [1.5, 2], [1.0, 2]), "The rows are weighted"),
        (ThresholdCounts.from_grouped([0.9, 0.1], [1, 0], [3, 3]), "A standard error needs at least two rows of each"),
        (ThresholdCounts.from_grouped([1, 0], [3, 0], [0, 3]), "All rows of a class have the same squared error"),
    ],
)
def test_where_there_is_no_interval(counts, reason):
    found = costs.brier_interval(counts)
    assert np.isnan([found.low, found.high]).all()
    assert str(found.reason).startswith(reason)


def test_areas_of_the_choices():
    areas, found = costs.choice_areas(MELON, 0.6), costs.choice_area_intervals(MELON, 0.6)
    for name in ("fixed", "score_driven", "rate_driven", "rate_random"):
        one = getattr(found, name)
        assert one.value == pytest.approx(getattr(areas, name), abs=1e-12)
        assert one.low < one.value < one.high
    assert found.fixed == costs.fixed_area_interval(MELON, 0.6)
    auc = curves.auc_interval_from_counts(MELON)
    assert found.rate_random.low == 0.75 - auc.newcombe_high / 2
    assert found.rate_driven.high == 7 / 12 - auc.newcombe_low / 2


def test_weighted_rows_have_no_interval():
    weighted = ThresholdCounts.from_grouped([0.9, 0.1], [1.5, 2.0], [1.0, 2.0])
    found = costs.choice_area_intervals(weighted, 0.5)
    assert all(str(getattr(found, name).reason).startswith("The rows are weighted") for name in vars(found))


def test_bad_level():
    with pytest.raises(InputError, match="The confidence level must lie between 0 and 1; got 95"):
        costs.brier_interval(MELON, confidence_level=95)


def test_covers():
    """Of 300 intervals at 95 %, 285 cover; 19 fewer would be 5 standard errors."""
    rng, covered = np.random.default_rng(0), 0
    cells = stats.norm.ppf((np.arange(100_000) + 0.5) / 100_000)
    true = 0.3 * np.mean((1 - stats.norm.cdf(cells + 0.5)) ** 2) + 0.7 * np.mean(stats.norm.cdf(cells - 1) ** 2)
    for _ in range(300):
        truth = rng.random(100) < 0.3
        score = stats.norm.cdf(rng.normal(size=100) + np.where(truth, 0.5, -1))
        found = costs.brier_interval(threshold_counts(truth, score))
        covered += found.low <= true <= found.high
    assert covered > 285 - 19
