"""P(+)cost and its inverses undo each other."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.costs import cost_fn_at, prevalence_at, probability_cost

shares = st.floats(0.001, 0.999)
amounts = st.floats(0.01, 1000)


@given(shares, amounts, amounts)
def test_cost_fn_undoes_probability_cost(prevalence: float, cost_fn: float, cost_fp: float) -> None:
    x = probability_cost(prevalence, cost_fn, cost_fp)
    assert cost_fn_at(x, prevalence=prevalence, cost_fp=cost_fp) == pytest.approx(cost_fn, rel=1e-6)


@given(shares, amounts, amounts)
def test_prevalence_undoes_probability_cost(prevalence: float, cost_fn: float, cost_fp: float) -> None:
    x = probability_cost(prevalence, cost_fn, cost_fp)
    assert prevalence_at(x, cost_fn=cost_fn, cost_fp=cost_fp) == pytest.approx(prevalence, rel=1e-6)


def test_ends_have_no_inverse() -> None:
    assert math.isnan(cost_fn_at(1.0, prevalence=0.4, cost_fp=1))
    assert math.isnan(cost_fn_at(0.5, prevalence=0.0, cost_fp=1))
    assert math.isnan(prevalence_at(0.5, cost_fn=0, cost_fp=0))
    assert cost_fn_at(0.0, prevalence=0.4, cost_fp=1) == 0
