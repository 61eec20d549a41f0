"""Cost matrix, cost-sensitive error, P(+)cost, normalised cost and the threshold of calibrated scores."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import costs
from evalcore.costs.matrix import ManyCosts
from evalcore.counts import ConfusionMatrix, threshold_counts
from evalcore.errors import InputError
from tests.evalcore.golden import MELON_SCORE, MELON_TABLE, MELON_TRUTH

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
SHARE = st.floats(0, 1)
COST = st.floats(0, 1e12)


def test_error_of_melon_at_every_threshold():
    """(2.23) with 5:1, against the column of the table that holds the money."""
    error = costs.cost_sensitive_error(MELON, cost_fn=5, cost_fp=1)
    np.testing.assert_allclose(error[1:] * 20, MELON_TABLE[:, 11], atol=1e-12)
    assert costs.cost_sensitive_error(MELON.at(0.42), cost_fn=5, cost_fp=1) == 0.3


def test_errata_8_perfect_predictions_cost_nothing():
    assert costs.cost_sensitive_error(ConfusionMatrix.binary(5, 0, 0, 7), cost_fn=3, cost_fp=2) == 0


def test_error_at_another_prevalence_uses_rates():
    cm = MELON.at(0.60)
    expected = 0.1 * (1 / 8) * 5 + 0.9 * (4 / 12) * 1
    assert costs.cost_sensitive_error(cm, cost_fn=5, cost_fp=1, prevalence=0.1) == pytest.approx(expected)
    assert costs.expected_cost(4 / 12, 1 / 8, prevalence=0.1, cost_fn=5, cost_fp=1) == pytest.approx(expected)
    same = costs.cost_sensitive_error(cm, cost_fn=5, cost_fp=1, prevalence=0.4)
    assert same == pytest.approx(costs.cost_sensitive_error(cm, cost_fn=5, cost_fp=1))


def test_error_without_rows_of_a_class():
    alone = ConfusionMatrix.binary(3, 0, 1, 0)
    assert costs.cost_sensitive_error(alone, cost_fn=4, cost_fp=1) == 1
    assert math.isnan(costs.cost_sensitive_error(alone, cost_fn=4, cost_fp=1, prevalence=0.5))
    assert math.isnan(costs.cost_sensitive_error(ConfusionMatrix.binary(0, 0, 0, 0), cost_fn=4, cost_fp=1))


@pytest.mark.parametrize(
    ("p", "cost_fn", "cost_fp", "x"),
    [(0.4, 1, 1, 0.4), (0.4, 5, 1, 0.7692), (0.4, 1, 5, 0.1176), (0.4, 2, 1, 0.5714), (0.2, 4, 1, 0.5)],
)
def test_probability_cost(p, cost_fn, cost_fp, x):
    assert round(costs.probability_cost(p, cost_fn, cost_fp), 4) == x


def test_errata_11_transposed_costs():
    assert round(costs.probability_cost(0.2, 1, 4), 4) == 0.0588


def test_errata_13_is_the_prevalence_for_equal_costs_only():
    assert costs.probability_cost(0.4, 7, 7) == pytest.approx(0.4)


def test_copying_rows():
    """P(+)cost is the share of positives after copying each row as often as it costs."""
    assert costs.probability_cost(0.4, 5, 2) == pytest.approx(8 * 5 / (8 * 5 + 12 * 2))


def test_ends_of_probability_cost():
    assert costs.probability_cost(0, 5, 1) == 0
    assert costs.probability_cost(1, 5, 1) == 1
    assert costs.probability_cost(0.3, 0, 1) == 0
    assert costs.probability_cost(0.3, 1, 0) == 1
    assert math.isnan(costs.probability_cost(0.3, 0, 0))
    assert costs.probability_cost([0.0, 0.5], 1, 1).tolist() == [0, 0.5]
    assert costs.probability_cost(0.5, 1.7e308, 1.7e308) == 0.5
    assert costs.probability_cost(0.5, 5e-324, 5e-324) == 0.5


@settings(deadline=None)
@given(SHARE, COST, COST, st.integers(-200, 200))
def test_scaling_costs_changes_nothing(p, cost_fn, cost_fp, exponent):
    if any(0 < cost < 1e-100 for cost in (cost_fn, cost_fp)):
        return
    scaled = costs.probability_cost(p, math.ldexp(cost_fn, exponent), math.ldexp(cost_fp, exponent))
    np.testing.assert_equal(scaled, costs.probability_cost(p, cost_fn, cost_fp))


@settings(deadline=None)
@given(st.integers(0, 1024), st.floats(1e-6, 1e6), st.floats(1e-6, 1e6))
def test_swapping_the_positive_class_mirrors_the_axis(of_1024, cost_fn, cost_fp):
    p = of_1024 / 1024  # so that 1 - p is exact
    mirrored = costs.probability_cost(1 - p, cost_fp, cost_fn)
    assert mirrored == pytest.approx(1 - costs.probability_cost(p, cost_fn, cost_fp), abs=1e-12)


@settings(deadline=None)
@given(SHARE, SHARE, SHARE, st.floats(1e-6, 1e6), st.floats(1e-6, 1e6))
def test_normalised_cost_is_the_share_of_getting_everything_wrong(fpr, fnr, p, cost_fn, cost_fp):
    worst = p * cost_fn + (1 - p) * cost_fp
    cost = costs.expected_cost(fpr, fnr, prevalence=p, cost_fn=cost_fn, cost_fp=cost_fp)
    normalised = costs.normalized_cost(fpr, fnr, costs.probability_cost(p, cost_fn, cost_fp))
    assert normalised == pytest.approx(cost / worst, abs=1e-12)


def test_errata_10_right_end_is_fnr():
    assert round(costs.normalized_cost(4 / 12, 1 / 8, 0.1), 4) == 0.3125
    assert (costs.normalized_cost(0.3, 0.9, 0), costs.normalized_cost(0.3, 0.9, 1)) == (0.3, 0.9)
    assert np.isnan(costs.normalized_cost([0.1, np.nan], 0.2, 0.5)).tolist() == [False, True]


class TestFourCells:
    def test_money_for_a_thousand_cases(self):
        """p FNR c_fn + (1 - p) FPR c_fp + p TPR c_tp + (1 - p) TNR c_tn, a benefit below 0."""
        found = costs.expected_cost(0.25, 0.5, prevalence=0.1, cost_fn=100, cost_fp=8, cost_tp=-40, cost_tn=1)
        assert found == pytest.approx(0.1 * 0.5 * 100 + 0.9 * 0.25 * 8 - 0.1 * 0.5 * 40 + 0.9 * 0.75 * 1)

    def test_only_the_excess_of_a_mistake_counts(self):
        matrix = costs.CostMatrix(cost_fn=100, cost_fp=8, cost_tp=-40, cost_tn=1)
        assert (matrix.excess_fn, matrix.excess_fp) == (140, 7)
        assert matrix.probability_cost(0.1) == costs.probability_cost(0.1, 140, 7)


class TestTheoreticalThreshold:
    @pytest.mark.parametrize(("cost_fn", "cost_fp", "t"), [(1, 1, 0.5), (4, 1, 0.2), (1, 4, 0.8), (0, 1, 1), (1, 0, 0)])
    def test_elkan(self, cost_fn, cost_fp, t):
        assert costs.theoretical_threshold(cost_fn=cost_fn, cost_fp=cost_fp) == t

    def test_four_cells(self):
        found = costs.theoretical_threshold(cost_fn=10, cost_fp=3, cost_tp=2, cost_tn=1)
        assert found == pytest.approx((3 - 1) / (3 - 1 + 10 - 2))

    def test_at_equal_expected_costs(self):
        t = costs.theoretical_threshold(cost_fn=10, cost_fp=3, cost_tp=2, cost_tn=1)
        assert t * 2 + (1 - t) * 3 == pytest.approx(t * 10 + (1 - t) * 1)

    def test_moved_prevalence_moves_the_odds(self):
        """A score of t at prevalence .5 is t p / (t p + (1 - t) (1 - p)) at p, and there 1/5 is the limit."""
        t = costs.theoretical_threshold(cost_fn=4, cost_fp=1, prevalence=0.1, calibrated_at=0.5)
        assert t * 0.1 / (t * 0.1 + (1 - t) * 0.9) == pytest.approx(0.2)
        same = costs.theoretical_threshold(cost_fn=4, cost_fp=1, prevalence=0.3, calibrated_at=0.3)
        assert same == pytest.approx(0.2)

    def test_no_choice(self):
        assert math.isnan(costs.theoretical_threshold(cost_fn=0, cost_fp=0))
        assert math.isnan(costs.theoretical_threshold(cost_fn=1, cost_fp=1, prevalence=0, calibrated_at=0))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: costs.probability_cost(1.2, 1, 1),
            "prevalence must be a number from 0 to 1; got 1.2. Write 5% as 0.05.",
        ),
        (
            lambda: costs.probability_cost(0.5, -1, 1),
            "cost_fn must be a number >= 0; got -1.0. Swap the positive class if the other mistake is meant.",
        ),
        (
            lambda: costs.cost_sensitive_error(MELON, cost_fn=1, cost_fp=math.inf),
            "cost_fp must be a number >= 0; got inf. Swap the positive class if the other mistake is meant.",
        ),
        (
            lambda: costs.normalized_cost(0.5, 0.5, math.nan),
            "x must be a number from 0 to 1; got nan. Write 5% as 0.05.",
        ),
        (
            lambda: costs.normalized_cost(0.5, 1.5, 0.5),
            "fnr must be a number from 0 to 1; got 1.5. Write 5% as 0.05.",
        ),
        (
            lambda: costs.CostMatrix(math.nan, 1),
            "cost_fn must be a finite number; got nan. Write a benefit as a negative cost.",
        ),
        (
            lambda: costs.CostMatrix(1, 1, cost_tp=2),
            "A missed positive row must not cost less than a found one; got 1 and 2. "
            "Swap the two costs or the positive class.",
        ),
        (
            lambda: costs.CostMatrix(1, -1),
            "A false alarm must not cost less than a negative row left alone; got -1 and 0.0. "
            "Swap the two costs or the positive class.",
        ),
        (
            lambda: costs.theoretical_threshold(cost_fn=1, cost_fp=1, prevalence=0.5),
            "prevalence and calibrated_at must be given together; got one of them. Name both or neither.",
        ),
    ],
)
def test_bad_input(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence


def test_many_matrices_cost_what_each_does():
    matrices = [costs.CostMatrix(5, 1), costs.CostMatrix(3, 2, -1, 0.5), costs.CostMatrix(0, 0)]
    many, p = ManyCosts.of(matrices), np.array([0.2, 0.5, 0.9])
    rates = np.array([0.1, 0.4, 0.0]), np.array([0.3, 0.0, 1.0])
    each = [one.per_case(*of) for one, *of in zip(matrices, *rates, p, strict=True)]
    assert many.per_case(*rates, p).tolist() == each
    assert many.excess_fn.tolist() == [one.excess_fn for one in matrices]
    chosen = np.array([True, False, True])
    assert many.where(chosen).per_case(*(of[chosen] for of in (*rates, p))).tolist() == [each[0], each[2]]
    assert ManyCosts.of([]).excess_fp.size == 0
