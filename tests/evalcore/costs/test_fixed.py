"""The interval of the cost of a fixed threshold, against rows drawn one by one and the normal distribution."""

import math

import numpy as np
import pytest
from scipy import stats

from evalcore import costs
from evalcore.costs.fixed import DRAWS, NO_SPREAD
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves._resampling import WEIGHTED
from evalcore.errors import InputError
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
COSTS = {"cost_fn": 5.0, "cost_fp": 1.0}


def slow_costs(truth, score, threshold, generator, n, *, prevalence):
    """Draw rows one class after the other, and count the mistakes of each sample."""
    of_class = [np.flatnonzero(~truth), np.flatnonzero(truth)]
    wrong = (score >= threshold) != truth
    fpr, fnr = (wrong[generator.choice(rows, (n, len(rows)))].mean(axis=1) for rows in of_class)
    return prevalence * 5 * fnr + (1 - prevalence) * fpr


@pytest.mark.parametrize(("threshold", "prevalence"), [(0.60, None), (0.60, 0.1), (0.76, 0.7), (0.42, None)])
def test_as_with_resampled_rows(threshold, prevalence):
    found = costs.threshold_cost_interval(MELON, threshold, **COSTS, prevalence=prevalence)
    p = 0.4 if prevalence is None else prevalence
    slow = slow_costs(MELON_TRUTH, MELON_SCORE, threshold, np.random.default_rng(1), 20_000, prevalence=p)
    for end, share in ((found.low, 0.025), (found.high, 0.975)):
        # within four standard errors of a share, seen from both sides of the steps between possible costs
        error = 4 * math.sqrt(share * (1 - share) * (1 / DRAWS + 1 / len(slow)))
        assert np.mean(slow < end - 1e-9) - error <= share <= np.mean(slow <= end + 1e-9) + error
    assert found.cost == costs.threshold_cost(MELON, threshold, **COSTS, prevalence=prevalence)
    assert found.low <= found.cost <= found.high
    assert found.reason is None


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_normal_for_many_rows(level):
    counts = ThresholdCounts.from_grouped([2, 1], [160_000, 40_000], [90_000, 710_000])
    rights = {"cost_tp": -2.0, "cost_tn": 0.5}
    found = costs.threshold_cost_interval(counts, 2, **COSTS, **rights, prevalence=0.3, confidence_level=level)
    fnr, fpr = 0.2, 90 / 800
    error = math.sqrt((0.3 * 7) ** 2 * fnr * (1 - fnr) / 200_000 + (0.7 * 0.5) ** 2 * fpr * (1 - fpr) / 800_000)
    half = stats.norm.ppf((1 + level) / 2) * error
    assert found.low == pytest.approx(found.cost - half, abs=0.06 * half)
    assert found.high == pytest.approx(found.cost + half, abs=0.06 * half)
    assert found.confidence_level == level


def test_seed():
    first, again = (costs.threshold_cost_interval(MELON, 0.6, **COSTS) for _ in range(2))
    assert first == again == costs.threshold_cost_interval(MELON, 0.6, **COSTS, rng=np.random.default_rng(0))
    counts = ThresholdCounts.from_grouped([2, 1], [1600, 400], [900, 7100])
    assert costs.threshold_cost_interval(counts, 2, **COSTS) != costs.threshold_cost_interval(
        counts, 2, **COSTS, rng=np.random.default_rng(1)
    )


def test_any_threshold_between_two_scores_is_the_same():
    assert costs.threshold_cost_interval(MELON, 0.57, **COSTS) == costs.threshold_cost_interval(MELON, 0.60, **COSTS)


@pytest.mark.parametrize(
    ("counts", "threshold", "options", "reason"),
    [
        (threshold_counts(MELON_TRUTH, MELON_SCORE, sample_weight=np.full(20, 0.5)), 0.6, COSTS, str(WEIGHTED)),
        (ThresholdCounts.from_grouped([2, 1], [0, 0], [3, 3]), 2, COSTS, "No row is positive."),
        (ThresholdCounts.from_grouped([2, 1], [3, 3], [0, 0]), 2, COSTS, "No row is negative."),
        (
            ThresholdCounts.from_grouped([2, 1], [1, 0], [3, 3]),
            2,
            COSTS,
            "A standard error needs at least two rows of each class; there are 1 positive and 6 negative rows.",
        ),
        (MELON, math.inf, COSTS, str(NO_SPREAD)),
        (MELON, -math.inf, COSTS, str(NO_SPREAD)),
        (ThresholdCounts.from_grouped([2, 1], [4, 0], [0, 4]), 2, COSTS, str(NO_SPREAD)),
        (MELON, 0.42, {"cost_fn": 5.0, "cost_fp": 0.0}, str(NO_SPREAD)),
        (MELON, 0.42, {"cost_fn": 5.1, "cost_tp": 0.3, "cost_fp": 0.7, "cost_tn": 0.7}, str(NO_SPREAD)),
        (MELON, 0.6, {**COSTS, "cost_fn": 0.0, "prevalence": 1.0}, str(NO_SPREAD)),
    ],
)
def test_no_interval(counts, threshold, options, reason):
    found = costs.threshold_cost_interval(counts, threshold, **options)
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert str(found.reason) == reason
    cost = costs.threshold_cost(counts, threshold, **options)
    assert found.cost == cost or (math.isnan(cost) and math.isnan(found.cost))


def test_options_are_checked():
    with pytest.raises(InputError, match="The confidence level must lie between 0 and 1; got 95"):
        costs.threshold_cost_interval(MELON, 0.6, **COSTS, confidence_level=95)
    with pytest.raises(InputError, match="The threshold must be a number; got nan"):
        costs.threshold_cost_interval(MELON, math.nan, **COSTS)
    with pytest.raises(InputError, match="prevalence must be a number from 0 to 1; got 2"):
        costs.threshold_cost_interval(MELON, 0.6, **COSTS, prevalence=2)
