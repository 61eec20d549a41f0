"""Costs that differ from row to row."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import costs
from evalcore.counts import threshold_counts
from evalcore.errors import InputError
from tests.evalcore.costs.test_areas import scored_rows
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH


def slow_total(truth, score, threshold, each):
    """Add up the cost of one row after the other."""
    named = {(True, True): "cost_tp", (True, False): "cost_fn", (False, True): "cost_fp", (False, False): "cost_tn"}
    return [each[named[bool(y), bool(s >= threshold)]][i] for i, (y, s) in enumerate(zip(truth, score, strict=True))]


def test_constant_costs_are_the_cost_matrix():
    counts = threshold_counts(MELON_TRUTH, MELON_SCORE)
    found = costs.amount_costs(MELON_TRUTH, MELON_SCORE, cost_fn=5, cost_fp=1)
    np.testing.assert_array_equal(found.threshold, counts.threshold)
    np.testing.assert_array_equal(found.total, counts.fn * 5 + counts.fp)
    best = costs.best_threshold(counts, cost_fn=5, cost_fp=1)
    assert (found.best, found.best_cost, found.tied.tolist()) == (best.threshold, best.cost, best.tied.tolist())
    two = costs.amount_costs(MELON_TRUTH, MELON_SCORE, cost_fn=2, cost_fp=1)
    assert two.tied.tolist() == [0.60, 0.42]
    moved = costs.amount_costs(MELON_TRUTH, MELON_SCORE, cost_fn=5, cost_fp=1, prevalence=0.1)
    expected = costs.threshold_cost(counts, counts.threshold, cost_fn=5, cost_fp=1, prevalence=0.1)
    np.testing.assert_allclose(moved.cost, expected, atol=1e-14)


@settings(deadline=None)
@given(scored_rows(), st.integers(0, 2**32 - 1), st.none() | st.floats(0, 1))
def test_row_by_row(rows, seed, p):
    truth, score = rows
    rng = np.random.default_rng(seed)
    each = {name: rng.normal(0, 10, len(truth)).round(2) for name in ("cost_fn", "cost_fp", "cost_tp", "cost_tn")}
    found = costs.amount_costs(truth, score, **each, prevalence=p)
    np.testing.assert_array_equal(found.threshold, threshold_counts(truth, score).threshold)
    for i, threshold in enumerate(found.threshold):
        row_costs = np.array(slow_total(truth, score, threshold, each))
        assert found.total[i] == pytest.approx(row_costs.sum(), abs=1e-9)
        share = truth.mean() if p is None else p
        mean = share * row_costs[truth].mean() + (1 - share) * row_costs[~truth].mean()
        assert found.cost[i] == pytest.approx(mean, abs=1e-9)
    assert found.best_cost == found.cost.min()
    assert found.best == found.tied[0]
    np.testing.assert_array_equal(found.at(found.threshold), found.cost)


def test_fee_for_each_case_looked_at():
    """Small amounts are not worth the fee: the best threshold leaves the missed one alone."""
    found = costs.amount_costs([1, 0, 1], [0.9, 0.8, 0.7], cost_fn=[500, 0, 8], cost_fp=10, cost_tp=10)
    assert found.total.tolist() == [508, 18, 28, 30]
    assert found.best == 0.9


def test_whole_amounts_are_added_exactly():
    n = 200_000
    rng = np.random.default_rng(2)
    score, truth, amount = rng.random(n), rng.random(n) < 0.3, rng.integers(1, 10**9, n)
    found = costs.amount_costs(truth, score, cost_fn=amount, cost_fp=7)
    assert found.total[0] == int(amount[truth].sum())
    assert found.total[-1] == 7 * int((~truth).sum())


def test_one_class():
    found = costs.amount_costs([1, 1], [0.2, 0.6], cost_fn=[3, 4], cost_fp=1)
    assert (found.total.tolist(), found.best) == ([7, 3, 0], 0.2)
    unknown = costs.amount_costs([1, 1], [0.2, 0.6], cost_fn=[3, 4], cost_fp=1, prevalence=0.5)
    assert str(unknown.reason) == "No row is negative."
    assert math.isnan(unknown.best)
    assert np.isnan(unknown.cost).all()
    assert str(costs.amount_costs([0], [0.2], cost_fn=1, cost_fp=1, prevalence=0).reason) == "No row is positive."


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"cost_fn": [1, 2, 3], "cost_fp": 1},
            "cost_fn must have 2 values, one a row; got 3. Check that both columns come from the same table.",
        ),
        (
            {"cost_fn": [1, math.nan], "cost_fp": 1},
            "cost_fn must hold finite numbers; got 'nan' (data row 2). Remove the row or give it a finite number.",
        ),
        (
            {"cost_fn": 1, "cost_fp": math.inf},
            "cost_fp must be a finite number; got inf. Write a benefit as a negative cost.",
        ),
    ],
)
def test_bad_input(options, sentence):
    with pytest.raises(InputError) as refused:
        costs.amount_costs([1, 0], [0.2, 0.6], **options)
    assert str(refused.value) == sentence
