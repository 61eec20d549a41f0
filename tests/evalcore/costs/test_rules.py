"""Money for some cases by four rules, with intervals, and what the present threshold gives away."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import costs
from evalcore.costs.rules import KNOWN
from evalcore.counts import threshold_counts
from tests.evalcore.costs.test_envelope import GROUPS, counts_of
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

MELON = threshold_counts(MELON_TRUTH, MELON_SCORE)
AMOUNT = np.arange(1.0, 21.0)


def rules(rows, threshold, cases=1000, **options):
    counts = rows.counts if isinstance(rows, costs.AmountRows) else rows
    best = costs.best_threshold(counts, **options)
    return costs.rule_costs(rows, threshold, best, **options, cases=cases)


def each(found):
    return found.current, found.best, found.always_negative, found.always_positive


@pytest.mark.parametrize(
    ("setting", "threshold", "money"),
    [
        ((5, 1, 0.4), 0.5, (500, 300, 2000, 600)),
        ((5, 1, 0.4), 0.6, (450, 300, 2000, 600)),
        ((1, 1, 0.4), 0.88, (200, 200, 400, 600)),
        ((2, 1, 0.4), 0.42, (300, 300, 800, 600)),
        ((1, 5, 0.4), 0.88, (200, 200, 400, 3000)),
        ((4, 1, 0.2), 0.6, (1100 / 3, 1100 / 3, 800, 800)),
        ((1, 4, 0.2), 0.88, (100, 100, 200, 3200)),
    ],
)
def test_melon(setting, threshold, money):
    found = rules(MELON, threshold, **dict(zip(("cost_fn", "cost_fp", "prevalence"), setting, strict=True)))
    assert [one.cost for one in each(found)] == pytest.approx(money)
    assert found.regret == pytest.approx(money[0] - money[1], abs=1e-9)
    assert found.cases == 1000


def test_another_prevalence_with_benefits():
    found = rules(MELON, 0.60, cost_fn=100, cost_fp=8, cost_tp=-40, cost_tn=1, prevalence=0.1, cases=50)
    assert found.always_negative.cost == pytest.approx(50 * (0.1 * 100 + 0.9 * 1))
    assert found.always_positive.cost == pytest.approx(50 * (0.1 * -40 + 0.9 * 8))
    assert found.current.cost == pytest.approx(50 * (0.1 * (100 / 8 - 40 * 7 / 8) + 0.9 * (8 * 4 / 12 + 8 / 12)))


@settings(deadline=None)
@given(GROUPS, st.integers(0, 20), st.integers(0, 20), st.none() | st.floats(0, 1))
def test_none_is_cheaper_than_the_best(counts, cost_fn, cost_fp, p):
    for threshold in (math.inf, float(counts.threshold[-1])):
        found = rules(counts, threshold, cost_fn=cost_fn, cost_fp=cost_fp, prevalence=p)
        assert all(found.best.cost <= one.cost + 1e-9 for one in each(found))
        assert found.regret >= 0


@pytest.mark.parametrize("prevalence", [None, 0.1])
@pytest.mark.parametrize("rows", [MELON, costs.amount_rows(MELON_TRUTH, MELON_SCORE, AMOUNT, replaces="fn")])
def test_of_costs_that_are_held_they_are_the_same(rows, prevalence):
    counts, is_alone = (rows, True) if rows is MELON else (rows.counts, False)
    several = [costs.CostMatrix(cost_fn, 1, -2, 0.5) for cost_fn in (0.2, 1, 5, 40)]
    asked = [{**vars(matrix), "prevalence": prevalence} for matrix in several]
    best = [costs.best_threshold(counts, **options).threshold for options in asked]
    at_once = costs.held_rules(rows, 0.6, best, [(matrix, prevalence) for matrix in several])
    for found, options in zip(at_once, asked, strict=True):
        wanted = rules(rows, 0.6, **options)
        assert [one.threshold for one in each(found)] == [one.threshold for one in each(wanted)]
        assert [one.cost for one in each(found)] == pytest.approx([one.cost for one in each(wanted)])
        ends = [(one.low, one.high) if is_alone else (math.nan, math.nan) for one in each(wanted)]
        np.testing.assert_allclose([(one.low, one.high) for one in each(found)], ends, rtol=1e-12)


SKEWED = np.exp(2.5 * np.random.default_rng(4).normal(size=20))


@pytest.mark.parametrize("prevalence", [None, 0.1])
@pytest.mark.parametrize(("amount", "replaces"), [(AMOUNT, "fn"), (SKEWED, "fp"), (np.full(20, 7.0), "fn")])
def test_of_costs_by_amount_that_are_held_the_intervals_are_the_very_ones(amount, replaces, prevalence):
    """One set of draws for each threshold serves all conditions; those of a right decision about such a row do not."""
    rows, reaches = costs.amount_rows(MELON_TRUTH, MELON_SCORE, amount, replaces=replaces), costs.Reaches()
    free = {"cost_tn": -0.5} if replaces == "fn" else {"cost_tp": -0.5}
    several = [costs.CostMatrix(*pair, **free) for pair in ((0.2, 1), (1, 1), (5, 1), (40, 3), (5, 0))]
    asked = [{**vars(matrix), "prevalence": prevalence} for matrix in several]
    best = [costs.best_threshold(rows.counts, **options).threshold for options in asked]
    for _again in range(2):
        at_once = costs.held_rules(rows, 0.6, best, [(matrix, prevalence) for matrix in several], reaches=reaches)
        for found, options in zip(at_once, asked, strict=True):
            wanted = [(one.cost, one.low, one.high) for one in each(rules(rows, 0.6, **options))]
            here = [(one.cost, one.low, one.high) for one in each(found)]
            np.testing.assert_allclose(here, wanted, rtol=1e-12, atol=1e-9)
    assert len(reaches.amounts) == (0 if amount[0] == amount[-1] else len({0.6, math.inf, -math.inf, *best}))
    paid = costs.CostMatrix(5, 1, -2, -3)
    (found,) = costs.held_rules(rows, 0.6, [0.6], [(paid, prevalence)], reaches=reaches)
    assert math.isnan(found.current.low) == bool(reaches.amounts)


@pytest.mark.parametrize("prevalence", [None, 0.1])
@pytest.mark.parametrize("case", [np.arange(20) // 3, np.arange(20) % 7, np.zeros(20), MELON_TRUTH])
def test_of_costs_by_case_that_are_held_the_intervals_are_the_very_ones(case, prevalence):
    rows, reaches = threshold_counts(MELON_TRUTH, MELON_SCORE, case=case), costs.Reaches()
    pairs = ((0.2, 1, -0.5), (5, 1), (40, 3, -2, -1), (5, 0), (0, 0))
    several = [costs.CostMatrix(*one) for one in pairs]
    asked = [{**vars(matrix), "prevalence": prevalence} for matrix in several]
    best = [costs.best_threshold(rows, **options).threshold for options in asked[:-1]] + [0.6]
    for t in (0.6, 0.42, math.inf):
        at_once = costs.held_rules(rows, t, best, [(matrix, prevalence) for matrix in several], reaches=reaches)
        for found, options in zip(at_once[:-1], asked, strict=False):
            wanted = [(one.cost, one.low, one.high) for one in each(rules(rows, t, **options))]
            here = [(one.cost, one.low, one.high) for one in each(found)]
            np.testing.assert_allclose(here, wanted, rtol=1e-9, atol=1e-9)
        assert math.isnan(at_once[-1].current.low)


@pytest.mark.parametrize(
    "rows",
    [
        costs.amount_rows(MELON_TRUTH, MELON_SCORE, AMOUNT, replaces="fn"),
        threshold_counts(MELON_TRUTH, MELON_SCORE, case=np.arange(20) // 3),
    ],
)
def test_what_would_take_longer_than_is_allowed_is_not_found_and_what_is_known_stays(rows):
    def ends(t, reaches):
        (found,) = costs.held_rules(rows, t, [0.42], [(costs.CostMatrix(5, 1), None)], reaches=reaches)
        return [(rule.low, rule.high) for rule in each(found)]

    known = costs.Reaches()
    wanted, none = ends(0.6, known), [(math.nan, math.nan)] * 4
    assert not np.isnan(wanted).any()
    allowed, too_few = costs.Reaches(most=2e7), costs.Reaches(most=10_000)
    assert ends(0.6, allowed) == wanted
    np.testing.assert_array_equal(ends(0.6, too_few), none)
    assert not too_few.amounts | too_few.cases
    full = costs.Reaches(known.amounts, known.cases, most=0)
    assert ends(0.6, full) == wanted
    np.testing.assert_array_equal(ends(0.7, full), none)


def test_copies_of_rows_are_held_as_the_rows_themselves():
    twice = threshold_counts(np.repeat(MELON_TRUTH, 2), np.repeat(MELON_SCORE, 2), case=np.repeat(np.arange(20), 2))
    conditions = [(costs.CostMatrix(5, 1), None), (costs.CostMatrix(5, 1), 0.1)]
    for one, other in zip(
        costs.held_rules(twice, 0.6, [0.42] * 2, conditions, reaches=costs.Reaches()),
        costs.held_rules(MELON, 0.6, [0.42] * 2, conditions),
        strict=True,
    ):
        np.testing.assert_allclose(*([(of.low, of.high) for of in each(rule)] for rule in (one, other)), rtol=1e-12)


def test_conditions_at_once_are_the_very_ones_one_by_one():
    """A known prevalence beside one that is estimated, and nothing at stake among what is."""
    conditions = [(costs.CostMatrix(5, 1), None), (costs.CostMatrix(0, 0, 0, -0.0), None)]
    conditions += [(costs.CostMatrix(5, 1, -3), 0.1), (costs.CostMatrix(1, 3, -1, -2), None)]
    for t in (0.6, math.inf, -math.inf):
        at_once = costs.held_rules(MELON, t, [0.42] * 4, conditions)
        alone = [costs.held_rules(MELON, t, [0.42], [one])[0] for one in conditions]
        for found, one, (matrix, p) in zip(at_once, alone, conditions, strict=True):
            (along,) = found.along(MELON, np.array([t]), **vars(matrix), prevalence=p)
            for pair in ((found.current, one.current), (found.current, along)):
                ends = [(here.cost, here.low, here.high) for here in pair]
                np.testing.assert_array_equal(*ends)
            assert [here.cost for here in each(found)] == [here.cost for here in each(one)]


class TestIntervals:
    def test_are_those_of_fixed_thresholds(self):
        options = {"cost_fn": 5, "cost_fp": 1}
        found = rules(MELON, 0.6, **options)
        thresholds = [one.threshold for one in each(found)]
        assert thresholds == [0.6, 0.42, math.inf, MELON.threshold[-1]]
        # To call every row positive is no threshold that other rows might lie below.
        for one, at in zip(each(found), [*thresholds[:3], -math.inf], strict=True):
            wanted = costs.threshold_cost_interval(MELON, at, **options)
            assert (one.low, one.high) == pytest.approx((1000 * wanted.low, 1000 * wanted.high))
            assert (one.reason, one.warnings) == (wanted.reason, wanted.warnings)

    def test_refusing_everybody_is_as_sure_as_the_share_of_the_good(self):
        """Seven of ten of 1,000 rows, each costing 1: Wilson's interval."""
        good = np.arange(1000) < 700
        never = rules(threshold_counts(good, np.linspace(0, 1, 1000)), 0.5, cost_fn=1, cost_fp=5).always_negative
        assert (round(never.low, 1), round(never.high, 1)) == (670.9, 727.6)

    def test_a_known_prevalence_leaves_rules_without_a_score_known(self):
        found = rules(MELON, 0.6, cost_fn=5, cost_fp=1, prevalence=0.1)
        assert [one.reason for one in each(found)] == [None, None, KNOWN, KNOWN]
        assert math.isnan(found.always_negative.low)

    @pytest.mark.parametrize(("replaces", "reasons"), [("fn", [None, KNOWN]), ("fp", [KNOWN, None])])
    def test_but_amounts_of_new_rows_are_not_known(self, replaces, reasons):
        rows = costs.amount_rows(MELON_TRUTH, MELON_SCORE, AMOUNT, replaces=replaces)
        own = {"cost_fn": rows.mean, "cost_fp": 1} if replaces == "fn" else {"cost_fn": 5, "cost_fp": rows.mean}
        found = rules(rows, 0.6, **own, prevalence=0.1)
        assert [found.always_negative.reason, found.always_positive.reason] == reasons

    def test_along_thresholds_amounts_keep_that_of_the_present_one(self):
        rows = costs.amount_rows(MELON_TRUTH, MELON_SCORE, AMOUNT)
        found = rules(rows, 0.6, cost_fn=rows.mean, cost_fp=1)
        along = found.along(rows, np.array([0.5, 0.6]), cost_fn=rows.mean, cost_fp=1)
        assert math.isnan(along[0].low)
        assert (along[1].low, along[1].high) == (found.current.low, found.current.high)


@pytest.mark.parametrize(
    ("groups", "reason"), [([(3, 0), (1, 0)], "No row is negative."), ([(0, 2)], "No row is positive.")]
)
def test_one_class(groups, reason):
    found = rules(counts_of(groups), 0.5, cost_fn=1, cost_fp=1)
    assert all(math.isnan(one.cost) and math.isnan(one.low) for one in each(found))
    assert math.isnan(found.best.threshold)
    assert math.isnan(found.regret)
    assert str(found.current.reason) == reason


def test_a_rule_that_ignores_the_score_has_the_same_interval_whichever_class_is_positive():
    rng = np.random.default_rng(0)
    y, score = rng.random(300) < 0.3, rng.random(300).round(2)
    found = []
    for truth, options in ((y, {"cost_fn": 5, "cost_fp": 1}), (~y, {"cost_fn": 1, "cost_fp": 5})):
        found.append(rules(threshold_counts(truth, score), 0.5, **options))
    for one, other in (
        (found[0].always_positive, found[1].always_negative),
        (found[0].always_negative, found[1].always_positive),
    ):
        assert (one.cost, one.low, one.high) == pytest.approx((other.cost, other.low, other.high))


@pytest.mark.parametrize("prevalence", [None, 0.2])
def test_a_held_threshold_costs_what_it_costs_at_rest_with_its_interval(prevalence):
    options = {"cost_fn": 5, "cost_fp": 1, "prevalence": prevalence}
    start = rules(MELON, 0.6, **options)
    for t in MELON.threshold[1:]:
        held, there = start.held(MELON, float(t), **options).current, rules(MELON, float(t), **options).current
        assert (held.cost, held.low, held.high) == pytest.approx((there.cost, there.low, there.high))
        assert held.threshold == t
