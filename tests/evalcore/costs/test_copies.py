"""The cost of the rows themselves, and P(+)cost as a share of copies."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore import costs
from evalcore.costs import CostMatrix
from evalcore.counts import ConfusionMatrix

CELL = st.integers(1, 50)
COST = st.floats(0, 100)


@given(st.tuples(CELL, CELL, CELL, CELL), COST, COST)
def test_sample_cost_is_the_cost_sensitive_error(cells, cost_fn, cost_fp):
    tp, fp, fn, tn = cells
    cm = ConfusionMatrix.binary(tp=tp, fp=fp, fn=fn, tn=tn)
    found = costs.sample_cost(cm, CostMatrix(cost_fn, cost_fp))
    assert found.mean == pytest.approx(costs.cost_sensitive_error(cm, cost_fn=cost_fn, cost_fp=cost_fp))
    assert found.total == pytest.approx(fn * cost_fn + fp * cost_fp)


def test_right_decisions_are_paid_too():
    found = costs.sample_cost(ConfusionMatrix.binary(tp=7, fp=4, fn=1, tn=8), CostMatrix(5, 1, -2, 0.5))
    assert (found.mean, found.total) == pytest.approx((-0.05, -1))


def test_one_class_has_no_cost():
    assert math.isnan(costs.sample_cost(ConfusionMatrix.binary(tp=7, fp=0, fn=1, tn=0), CostMatrix(5, 1)).total)


@given(st.floats(0, 1), st.floats(0.01, 100), st.floats(0.01, 100))
def test_share_of_the_copies_is_the_condition(p, cost_fn, cost_fp):
    found = costs.copies(CostMatrix(cost_fn, cost_fp), p, cases=100)
    assert found.positive + found.negative == pytest.approx(100)
    assert found.of_positive / found.n == pytest.approx(costs.probability_cost(p, cost_fn, cost_fp), abs=1e-12)


def test_copies_of_melons():
    found = costs.copies(CostMatrix(6, 1, cost_tp=1), 0.4)
    assert (found.positive, found.negative, found.of_positive, found.n) == (40, 60, 200, 260)


def test_rare_positives_keep_their_copies():
    found = costs.copies(CostMatrix(5, 1), 0.00015)
    assert (found.positive, found.positive + found.negative, found.of_positive) == (15, 100_000, 75)


@given(st.floats(0, 1))
def test_cases_are_whole_and_their_share_is_the_prevalence(p):
    found = costs.copies(CostMatrix(5, 1), p)
    cases = found.cases
    assert cases == found.positive + found.negative == costs.whole_cases(p)
    assert found.positive == int(found.positive)
    if cases < 10**9:
        assert found.positive / cases == pytest.approx(p, abs=0.005 * min(p, 1 - p) + 1e-15)


def test_no_more_cases_than_needed():
    assert [costs.whole_cases(p) for p in (0, 0.4, 212 / 569, 1 / 3, 0.999, 1)] == [100, 100, 1000, 1000, 1000, 100]
