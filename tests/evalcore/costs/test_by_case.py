"""What rows cost where they belong to cases: wider by as much as the cases differ, and of single rows the same."""

import numpy as np
import pytest

from evalcore import costs
from evalcore.counts import threshold_counts

RNG = np.random.default_rng(6)
CASE = np.repeat(np.arange(40), 10)
LEVEL = RNG.normal(size=(3, 40))[:, CASE]
Y = LEVEL[0] + RNG.normal(size=400) > 0.5
A, B = (2 * Y + of + RNG.normal(size=400) for of in LEVEL[1:])
PAID = {"cost_fn": 5.0, "cost_fp": 1.0}
GIVEN = [None, 0.2]


def cost(case, prevalence, score=A, y=Y, t=1.0, **paid):
    return costs.threshold_cost_interval(
        threshold_counts(y, score, case=case), t, prevalence=prevalence, **(paid or PAID)
    )


def difference(case, prevalence, a=A, b=B, y=Y):
    return costs.model_cost_difference(y, a >= 1, b >= 1, case=case, prevalence=prevalence, **PAID)


@pytest.mark.parametrize("prevalence", GIVEN)
@pytest.mark.parametrize("of", [cost, difference])
class TestBoth:
    def test_it_is_wider_than_of_rows(self, of, prevalence):
        by_case, by_row = of(CASE, prevalence), of(None, prevalence)
        assert by_case.value == pytest.approx(by_row.value)
        assert by_case.high - by_case.low > 1.2 * (by_row.high - by_row.low)

    def test_cases_of_one_row_give_the_numbers_of_rows(self, of, prevalence):
        one_each, by_row = of(np.arange(400), prevalence), of(None, prevalence)
        assert (one_each.low, one_each.high) == (by_row.low, by_row.high)

    def test_copies_of_the_rows_change_nothing(self, of, prevalence):
        copied = {"y": np.tile(Y, 3)}
        scores = {"score": np.tile(A, 3)} if of is cost else {"a": np.tile(A, 3), "b": np.tile(B, 3)}
        found, once = of(np.tile(np.arange(400), 3), prevalence, **copied, **scores), of(None, prevalence)
        assert (found.low, found.high) == pytest.approx((once.low, once.high))

    def test_one_case_has_no_interval(self, of, prevalence):
        found = of(np.zeros(400, dtype=int), prevalence)
        assert np.isnan([found.low, found.high]).all()
        assert "at least two cases" in str(found.reason)

    def test_few_cases_are_said(self, of, prevalence):
        found = of(CASE // 4, prevalence)
        assert any("Below 20" in str(one) for one in found.warnings)


def test_the_variance_is_that_of_a_ratio():
    each = np.where(A >= 1, ~Y * 1.0, Y * 5.0)
    sums = np.bincount(CASE, each - each.mean()) / 400
    variance = 40 / 39 * (sums**2).sum()
    assert costs.fixed.cost_ends(threshold_counts(Y, A, case=CASE).rows, 1.0, costs.CostMatrix(**PAID), None, 0.95)[
        2
    ].variance == pytest.approx(variance)


def test_what_decides_all_alike_is_known():
    assert "alike" in str(cost(CASE, 0.2, t=np.inf).reason)
    assert cost(CASE, None, t=np.inf).low > 0
