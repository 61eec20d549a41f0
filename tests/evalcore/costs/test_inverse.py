"""P(+)cost and its inverses undo each other."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.costs import (
    CostMatrix,
    Reached,
    cost_fn_at,
    prevalence_at,
    probability_cost,
    reach,
    round_conditions,
    within,
)

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


FIELDS = {"cost_fn": (0.0, 1e9), "cost_fp": (0.0, 1e9), "prevalence": (1e-6, 1 - 1e-6)}


def reached(x: float, matrix: CostMatrix, prevalence: float = 0.4, **options: bool) -> Reached:
    return reach(x, matrix, prevalence, limits=FIELDS, **options)


class TestReach:
    def test_what_a_miss_costs_changes_or_the_prevalence(self) -> None:
        assert reached(0.5, CostMatrix(5, 1)).changes == {"cost_fn": 1.5}
        assert reached(0.5, CostMatrix(5, 1), by_prevalence=True).changes == {"prevalence": pytest.approx(1 / 6)}

    @pytest.mark.parametrize("by_prevalence", [False, True])
    @pytest.mark.parametrize("x", [0.0, 0.01, 0.5, 10 / 13, 0.99, 1.0])
    @pytest.mark.parametrize(("cost_fn", "cost_fp", "p"), [(5.0, 1.0, 0.4), (3.0, 7.0, 0.0001), (1.0, 1.0, 0.9999)])
    def test_stands_at_the_condition_afterwards(
        self, x: float, by_prevalence: bool, cost_fn: float, cost_fp: float, p: float
    ) -> None:
        found = reached(x, CostMatrix(cost_fn, cost_fp), p, by_prevalence=by_prevalence)
        now = {"cost_fn": cost_fn, "cost_fp": cost_fp, "prevalence": p, **found.changes}
        for name, (low, high) in FIELDS.items():
            assert low <= now[name] <= high
        assert probability_cost(now["prevalence"], now["cost_fn"], now["cost_fp"]) == pytest.approx(found.condition)
        if by_prevalence and x in (0, 1):
            # The ends lie beyond what the field for the prevalence takes.
            assert now["prevalence"] in FIELDS["prevalence"]
        else:
            assert found.condition == pytest.approx(x, rel=2e-5, abs=1e-12)
        assert found.is_there

    @pytest.mark.parametrize("x", [0.0, 0.0001, 1.0])
    def test_never_ends_below_what_the_right_decision_costs(self, x: float) -> None:
        changes = reached(x, CostMatrix(200000.0, 200000.0, 123456.4, 123456.4)).changes
        assert changes
        assert all(cost >= 123456.4 for cost in changes.values())

    @pytest.mark.parametrize("by_prevalence", [False, True])
    def test_from_no_cost_at_all(self, by_prevalence: bool) -> None:
        found = reached(0.5, CostMatrix(0, 0), by_prevalence=by_prevalence)
        assert found.changes == {"cost_fn": 1.5, "cost_fp": 1.0}

    def test_one_cost_only_leaves_nothing_for_the_prevalence_to_weigh(self) -> None:
        assert reached(0.5, CostMatrix(5, 0), by_prevalence=True).changes == {"cost_fn": 1.5, "cost_fp": 1.0}

    def test_only_positives_matter_where_false_alarms_cost_nothing(self) -> None:
        assert reached(1.0, CostMatrix(5, 1)).changes == {"cost_fp": 0.0}
        assert reached(1.0, CostMatrix(0, 1)).changes == {"cost_fp": 0.0, "cost_fn": 1.0}

    def test_there_and_back(self) -> None:
        there = reached(0.9, CostMatrix(5, 1)).changes["cost_fn"]
        assert reached(0.5, CostMatrix(there, 1)).changes == {"cost_fn": 1.5}

    def test_the_field_of_a_factor_holds_multiples_of_the_mean_amount(self) -> None:
        """0.04 x 240 = 0.96 x 10, and 240 is 2.4 times the mean amount."""
        found = reach(0.5, CostMatrix(200, 10), 0.04, limits=FIELDS, units={"cost_fn": 100.0})
        assert found.changes == {"cost_fn": 2.4}
        assert found.condition == pytest.approx(0.5)

    def test_says_where_no_field_can_follow(self) -> None:
        found = reached(0.5, CostMatrix(5, 1, -10))
        assert found.changes == {"cost_fn": 0.0}
        assert not found.is_there
        assert (found.wanted, found.condition) == (0.5, pytest.approx(4 / 4.6))


def test_within() -> None:
    assert [within(value, (1, 3)) for value in (0, 2, 5)] == [1, 2, 3]


class TestRoundConditions:
    """What is dragged lands on two significant digits, and stands there after `reach`."""

    PLACES = tuple(k / 100 for k in range(1, 100))

    def landed(self, matrix: CostMatrix, field: str, **options: Any) -> list[float]:
        """Return what a field holds after each of the places."""
        found = round_conditions(self.PLACES, matrix, 0.4, limits=FIELDS, **options)
        assert (np.diff(found) > 0).all()
        every = [reach(x, matrix, 0.4, limits=FIELDS, **options) for x in found.tolist()]
        assert all(one.condition == pytest.approx(x, rel=1e-5) for one, x in zip(every, found.tolist(), strict=True))
        return [one.changes[field] for one in every]

    def test_of_the_costs(self) -> None:
        costs = self.landed(CostMatrix(5, 1), "cost_fn")
        assert costs == [float(f"{cost:.2g}") for cost in costs]
        assert {0.5, 1.5, 2.0, 3.0, 12.0} < set(costs)
        assert len(costs) > 70

    def test_how_many_times_a_false_alarm_not_the_cost_itself(self) -> None:
        assert 3.5 * 4 in self.landed(CostMatrix(5, 4), "cost_fn")

    def test_beyond_the_right_decision(self) -> None:
        assert 0.5 + 3.5 in self.landed(CostMatrix(5, 1, 0.5, 0), "cost_fn")

    def test_of_amounts_the_factor(self) -> None:
        factors = self.landed(CostMatrix(37.21 * 5, 40), "cost_fn", units={"cost_fn": 37.21})
        assert factors == [float(f"{factor:.2g}") for factor in factors]
        # Of amounts of false alarms the miss has a field without a unit.
        costs = self.landed(CostMatrix(5, 37.21), "cost_fn", units={"cost_fp": 37.21})
        assert costs == [float(f"{cost:.2g}") for cost in costs]

    def test_of_the_prevalence_both_shares(self) -> None:
        shares = self.landed(CostMatrix(5, 1), "prevalence", by_prevalence=True)
        assert shares == [float(f"{p:.2g}") if p < 0.5 else round(1 - float(f"{1 - p:.2g}"), 9) for p in shares]

    def test_the_ends_and_what_the_fields_cannot_take_stay(self) -> None:
        low = FIELDS | {"cost_fn": (0.0, 1.0)}
        assert round_conditions([0.0, 0.77, 1.0], CostMatrix(1, 1), 0.4, limits=low).tolist() == [0.0, 0.77, 1.0]

    def test_where_a_false_alarm_costs_nothing_beyond_the_right_decision_no_cost_is_round(self):
        most = {**FIELDS, "cost_fp": (0.0, 1e9)}
        matrix = CostMatrix(5, 1e9, cost_tn=1e9)
        assert round_conditions([0.0, 0.77, 1.0], matrix, 0.4, limits=most).tolist() == [0.0, 0.77, 1.0]
