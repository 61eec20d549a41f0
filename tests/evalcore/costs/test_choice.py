"""The best threshold of a known condition, and the least regret over a range of conditions."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import costs
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.errors import InputError
from tests.evalcore.costs.test_envelope import GROUPS, all_lines, counts_of
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
COST = st.integers(0, 20)
PREVALENCE = st.none() | st.floats(0, 1)


@pytest.mark.parametrize(
    ("cost_fn", "cost_fp", "numbers", "tied"),
    [
        (1, 1, (0.4, 0.2, 0.2), [0.88]),
        (5, 1, (0.7692, 0.1154, 0.3), [0.42]),
        (1, 5, (0.1176, 0.0588, 0.2), [0.88]),
        (2, 1, (0.5714, 0.2143, 0.3), [0.60, 0.42]),
    ],
)
def test_melon(cost_fn, cost_fp, numbers, tied):
    best = costs.best_threshold(MELON, cost_fn=cost_fn, cost_fp=cost_fp)
    assert (round(best.probability_cost, 4), round(best.normalized_cost, 4), round(best.cost, 4)) == numbers
    assert best.tied.tolist() == tied
    assert best.threshold == tied[0] == MELON.threshold[best.index]
    assert best.reason is None


def test_exercise_2_double_costs_move_nothing_normalised():
    one, two = (costs.best_threshold(MELON, cost_fn=5 * k, cost_fp=k) for k in (1, 2))
    assert (one.threshold, one.normalized_cost, 2 * one.cost) == (two.threshold, two.normalized_cost, two.cost)


def test_exercise_4_one_class_does_not_matter():
    """Among the rules that are as cheap, the one that is best for the class that costs nothing."""
    only_negatives = costs.best_threshold(MELON, cost_fn=0, cost_fp=1)
    assert (only_negatives.threshold, only_negatives.cost) == (0.88, 0)
    assert only_negatives.tied.tolist() == [math.inf, 0.98, 0.95, 0.92, 0.88]
    only_positives = costs.best_threshold(MELON, cost_fn=1, cost_fp=0)
    assert only_positives.threshold == 0.42
    assert only_positives.tied[-1] == 0.04
    assert costs.best_threshold(MELON, cost_fn=3, cost_fp=2, prevalence=0).threshold == 0.88
    assert costs.best_threshold(MELON, cost_fn=3, cost_fp=2, prevalence=1).threshold == 0.42


def test_exercise_7_prevalence_alone_moves_the_best_threshold():
    found = [costs.best_threshold(MELON, cost_fn=5, cost_fp=1, prevalence=p).threshold for p in (0.05, 0.15, 0.2, 0.4)]
    assert found == [0.88, 0.88, 0.60, 0.42]


def test_trivial_rules_are_candidates():
    useless = ThresholdCounts.from_grouped([0.5], [3], [7])
    assert costs.best_threshold(useless, cost_fn=1, cost_fp=1).threshold == math.inf
    assert costs.best_threshold(useless, cost_fn=9, cost_fp=1).threshold == 0.5
    assert costs.best_threshold(useless, cost_fn=7, cost_fp=3).tied.tolist() == [math.inf, 0.5]


def test_nothing_at_stake():
    best = costs.best_threshold(MELON, cost_fn=0, cost_fp=0)
    assert (best.cost, len(best.tied)) == (0, 20)
    assert math.isnan(best.normalized_cost)
    assert str(best.reason) == "No mistake costs anything under this condition, so all thresholds are equally good."


@pytest.mark.parametrize(
    ("groups", "reason"), [([(3, 0), (1, 0)], "No row is negative."), ([(0, 2)], "No row is positive.")]
)
def test_one_class(groups, reason):
    counts = counts_of(groups)
    best = costs.best_threshold(counts, cost_fn=1, cost_fp=1, prevalence=0.3)
    assert str(best.reason) == reason
    assert math.isnan(best.threshold)
    assert math.isnan(best.cost)
    assert (len(best.tied), best.index) == (0, -1)
    assert str(costs.worst_case_threshold(counts, low=0.1, high=0.9).reason) == reason


@settings(deadline=None)
@given(GROUPS, COST, COST, PREVALENCE)
def test_against_exhaustive_search(counts, cost_fn, cost_fp, p):
    best = costs.best_threshold(counts, cost_fn=cost_fn, cost_fp=cost_fp, prevalence=p)
    share = counts.n_pos / (counts.n_pos + counts.n_neg) if p is None else p
    every = [
        share * fn / counts.n_pos * cost_fn + (1 - share) * fp / counts.n_neg * cost_fp
        for fp, fn in zip(counts.fp.tolist(), counts.fn.tolist(), strict=True)
    ]
    assert best.cost == pytest.approx(min(every), rel=1e-12, abs=1e-300)
    tied = [t for t, cost in zip(counts.threshold, every, strict=True) if cost <= min(every) * (1 + 1e-12)]
    assert best.tied.tolist() == pytest.approx(tied)
    assert best.threshold in best.tied
    chosen = counts.cells(best.index)
    others = counts.cells(counts.index_of(best.tied))
    assert not ((others.fp <= chosen.fp) & (others.fn < chosen.fn)).any()
    assert not ((others.fp < chosen.fp) & (others.fn <= chosen.fn)).any()


@settings(deadline=None)
@given(GROUPS, st.integers(1, 20), st.integers(1, 20), PREVALENCE)
def test_best_cost_is_on_the_envelope(counts, cost_fn, cost_fp, p):
    best = costs.best_threshold(counts, cost_fn=cost_fn, cost_fp=cost_fp, prevalence=p)
    envelope = costs.cost_curve(counts).envelope
    assert best.normalized_cost == pytest.approx(float(envelope.at(best.probability_cost)), abs=1e-14)


@settings(deadline=None)
@given(GROUPS, st.tuples(COST, COST), st.tuples(st.integers(-5, 5), st.integers(-5, 5)), PREVALENCE)
def test_paying_for_right_decisions_shifts_all_costs_of_a_class(counts, wrong, right, p):
    (miss, alarm), (found, left) = wrong, right
    plain = costs.best_threshold(counts, cost_fn=miss, cost_fp=alarm, prevalence=p)
    matrix = {"cost_fn": miss + found, "cost_fp": alarm + left, "cost_tp": found, "cost_tn": left}
    paid = costs.best_threshold(counts, **matrix, prevalence=p)
    share = counts.n_pos / (counts.n_pos + counts.n_neg) if p is None else p
    assert paid.tied.tolist() == plain.tied.tolist()
    assert paid.cost == pytest.approx(plain.cost + share * found + (1 - share) * left, abs=1e-12)
    np.testing.assert_equal(paid.normalized_cost, plain.normalized_cost)


def test_many_thresholds_take_the_same_way():
    """Enough rows for blocks and two threads."""
    rng = np.random.default_rng(1)
    score = rng.permutation(600_000) / 600_000
    counts = threshold_counts(rng.random(600_000) < score, score)
    best = costs.best_threshold(counts, cost_fn=3, cost_fp=2)
    every = (counts.fn * 3 + counts.fp * 2) / 600_000
    assert best.cost == pytest.approx(every.min())
    assert best.tied.tolist() == counts.threshold[every == every.min()].tolist()
    envelope = costs.cost_curve(counts).envelope
    assert best.normalized_cost == pytest.approx(float(envelope.at(best.probability_cost)), abs=1e-13)
    every = costs.best_threshold(counts, cost_fn=0, cost_fp=0)
    assert len(every.tied) == 600_001


def test_cost_of_any_threshold():
    found = costs.threshold_cost(MELON, [0.60, 0.42, 0.43, math.inf], cost_fn=5, cost_fp=1)
    np.testing.assert_allclose(found, [9 / 20, 6 / 20, 11 / 20, 2])


class TestWorstCase:
    def test_range_of_exercise_6(self):
        low, high = costs.operating_range((0.05, 0.15), (3, 10))
        assert (round(low, 4), round(high, 4)) == (0.1364, 0.6383)
        worst = costs.worst_case_threshold(MELON, low=low, high=high)
        assert worst.threshold == 0.76  # best nowhere, but nowhere far from it
        at_low, at_high = ((3 / 8) * x + (2 / 12) * (1 - x) for x in (low, high))
        assert worst.regret_low == pytest.approx(at_low - (4 / 8) * low)
        assert worst.regret_high == pytest.approx(at_high - (6 / 12) * (1 - high))
        assert worst.regret == worst.regret_low

    @settings(deadline=None)
    @given(GROUPS, st.floats(0, 1), st.floats(0, 1))
    def test_against_a_search_over_thresholds_and_conditions(self, counts, one, two):
        low, high = sorted((one, two))
        worst = costs.worst_case_threshold(counts, low=low, high=high)
        lines = all_lines(counts, np.linspace(low, high, 201))
        regrets = (lines - lines.min(axis=1, keepdims=True)).max(axis=0)
        assert worst.regret == pytest.approx(regrets.min(), abs=1e-14)
        assert regrets[worst.index] == pytest.approx(regrets.min(), abs=1e-11)
        assert worst.threshold in worst.tied

    @settings(deadline=None)
    @given(GROUPS, st.floats(0, 1))
    def test_a_known_condition_leaves_no_regret(self, counts, x):
        worst = costs.worst_case_threshold(counts, low=x, high=x)
        assert worst.regret == pytest.approx(0, abs=1e-15)

    def test_range_around_a_setting(self):
        prevalences, ratios = costs.range_around(costs.CostMatrix(5000, 1), 0.0002, most=1e12)
        assert (*prevalences, *ratios) == pytest.approx((0.0001, 0.0003, 2500, 10000))
        assert costs.range_around(costs.CostMatrix(7, 2, cost_tp=1), 0.9, most=1e12) == ((0.45, 1.0), (1.5, 6.0))
        assert costs.range_around(costs.CostMatrix(7, 0), 0.4, most=1e12)[1] == (0.5, 2.0)

    @pytest.mark.parametrize(("cost_fn", "cost_fp"), [(1e9, 1.0), (1e9, 1e-9), (1e-9, 1e9)])
    def test_range_stays_within_its_fields(self, cost_fn, cost_fp):
        _, ratios = costs.range_around(costs.CostMatrix(cost_fn, cost_fp), 0.4, most=1e12)
        assert ratios == pytest.approx([min(cost_fn / cost_fp * times, 1e12) for times in (0.5, 2)])

    def test_bad_ranges(self):
        sentence = "A range must begin with its lower end; got 0.5 to 0.2. Swap the two numbers."
        for call in (
            lambda: costs.worst_case_threshold(MELON, low=0.5, high=0.2),
            lambda: costs.operating_range((0.5, 0.2), (1, 2)),
        ):
            with pytest.raises(InputError) as refused:
                call()
            assert str(refused.value) == sentence
