"""The difference of what two models cost on the same rows."""

import math

import numpy as np
import pytest

from evalcore import costs

COSTS = {"cost_fn": 5.0, "cost_fp": 1.0}


def rows(n=200, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.3
    first, second = (rng.normal(size=n) + truth > 0.5 for _ in range(2))
    return truth, first, second


def each_row(truth, called, *, cost_fn=5.0, cost_fp=1.0, cost_tp=0.0, cost_tn=0.0):
    return np.where(truth, np.where(called, cost_tp, cost_fn), np.where(called, cost_fp, cost_tn))


@pytest.mark.parametrize("rights", [{}, {"cost_tp": -2.0, "cost_tn": 0.5}])
def test_against_rows_drawn_one_by_one(rights):
    truth, first, second = rows()
    apart = each_row(truth, first, **rights) - each_row(truth, second, **rights)
    found = costs.model_cost_difference(truth, first, second, **COSTS, **rights)
    assert found.difference == pytest.approx(apart.mean())
    assert found.n_apart == np.count_nonzero(first != second)
    drawn = np.random.default_rng(1).choice(apart, (10_000, len(apart))).mean(axis=1)
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(drawn, [0.025, 0.975])), abs=0.03)
    assert (found.reason, found.warnings) == (None, ())


def test_a_known_prevalence_weighs_the_classes():
    truth, first, second = rows()
    apart = each_row(truth, first) - each_row(truth, second)
    found = costs.model_cost_difference(truth, first, second, **COSTS, prevalence=0.05)
    of_class = apart[truth], apart[~truth]
    assert found.difference == pytest.approx(0.05 * of_class[0].mean() + 0.95 * of_class[1].mean())
    rng = np.random.default_rng(1)
    drawn = [rng.choice(part, (10_000, len(part))).mean(axis=1) for part in of_class]
    ends = np.quantile(0.05 * drawn[0] + 0.95 * drawn[1], [0.025, 0.975])
    assert (found.low, found.high) == pytest.approx(tuple(ends), abs=0.01)


def test_exchanging_the_models_turns_the_sign():
    truth, first, second = rows()
    one, other = (costs.model_cost_difference(truth, *pair, **COSTS) for pair in ((first, second), (second, first)))
    assert one.difference == -other.difference
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low), abs=0.02)
    assert one.times(1000).difference == 1000 * one.difference
    turned = one.times(-1)
    assert (turned.difference, turned.low, turned.high) == (-one.difference, -one.high, -one.low)
    assert turned.n_apart == one.n_apart


def test_few_rows_apart_are_noted():
    truth, first, _ = rows()
    second = first.copy()
    second[:3] = ~second[:3]
    found = costs.model_cost_difference(truth, first, second, **COSTS)
    assert str(found.warnings[0]).startswith("Rows that the two models decide differently: 3.")


@pytest.mark.parametrize(
    ("truth", "second", "reason"),
    [
        ([1, 1, 0], [1, 0, 1], "Both models decide every row alike at these thresholds"),
        ([1, 1, 1], [0, 0, 1], "No row is negative."),
        ([0, 0, 0], [0, 0, 1], "No row is positive."),
    ],
)
def test_where_there_is_no_interval(truth, second, reason):
    found = costs.model_cost_difference(truth, [1, 0, 1], second, **COSTS)
    assert math.isnan(found.low)
    assert str(found.reason).startswith(reason)


@pytest.mark.slow
def test_covers():
    """Of 300 intervals at 95%, 285 cover; 19 fewer would be 5 standard errors."""
    found = [costs.model_cost_difference(*rows(seed=seed), **COSTS) for seed in range(300)]
    assert sum(one.low <= 0 <= one.high for one in found) > 285 - 19


def test_one_class_apart_has_bonett_and_prices_interval():
    """With nothing at stake among negatives: 3 positives only the second finds, 1 only the first, of 20 rows."""
    truth = np.arange(20) < 8
    first, second = np.isin(np.arange(20), [0, 4]), np.isin(np.arange(20), [0, 1, 2, 3])
    found = costs.model_cost_difference(truth, first, second, cost_fn=1, cost_fp=0)
    of_more, of_less = 4 / 22, 2 / 22
    half = 1.959964 * math.sqrt((of_more + of_less - (of_more - of_less) ** 2) / 22)
    assert found.difference == pytest.approx(2 / 20)
    assert (found.low, found.high) == pytest.approx((of_more - of_less - half, of_more - of_less + half), abs=1e-6)


def test_covers_where_few_positives_count_much():
    """Of 200 intervals percentiles of resamples held 50: two positives tell too little of the others."""
    rng, held, shown = np.random.default_rng(0), 0, 0
    for _ in range(200):
        truth = rng.random(100) < 0.02
        if not truth.any():
            continue
        first, second = (rng.random(100) < np.where(truth, hits, 0.25) for hits in (0.72, 0.64))
        found = costs.model_cost_difference(truth, first, second, cost_fn=10, cost_fp=1, prevalence=0.5)
        shown += 1
        held += found.low <= 5 * (0.64 - 0.72) <= found.high
    assert held >= 0.93 * shown


def test_covers_where_the_models_differ_in_most_rows():
    """Taking both classes for independent held 165 of 200: a positive more is a negative less."""
    rng, held = np.random.default_rng(0), 0
    for _ in range(200):
        truth = rng.random(200) < 0.5
        found = costs.model_cost_difference(truth, np.ones(200, bool), np.zeros(200, bool), cost_fn=1, cost_fp=1)
        held += found.low <= 0 <= found.high
    assert 0.9 * 200 <= held <= 0.98 * 200


def test_all_against_none_has_bonett_and_prices_variance_of_both_classes():
    """Its cost differs by (negatives - positives) / n, a share of 2 of n trials: variance (1 - d^2) / n, nearly."""
    truth = np.arange(1000) < 400
    found = costs.model_cost_difference(truth, np.ones(1000, bool), np.zeros(1000, bool), cost_fn=1, cost_fp=1)
    half = 1.959964 * math.sqrt((1 - 0.2**2) / 1000)
    assert (found.low, found.high) == pytest.approx((0.2 - half, 0.2 + half), abs=2e-3)
