"""Deciding row by row at its own costs."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from evalcore import costs
from evalcore.costs._condition import NOTHING_AT_STAKE
from evalcore.costs._parts import DRAWS
from evalcore.counts import threshold_counts
from evalcore.counts.reasons import NOT_PROBABILITIES
from evalcore.errors import InputError
from evalcore.metrics.readings import WEIGHTED
from tests.evalcore.costs.test_amount_rows import BOTH, named, rows_with_amounts
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH
from tests.examples import examples

TRUTH = np.array([1, 0, 1, 0, 1, 0], bool)
SCORE = np.array([0.9, 0.2, 0.1, 0.1, 0.5, 0.0])
AMOUNT = np.array([50, 80, 180, 20, 0, 1000])


def test_missed_amounts_by_hand():
    """Thresholds 20 / (20 + amount): .29, .2, .1, .5, 1, .02. Tied with it is called."""
    found = costs.amount_decision(TRUTH, SCORE, AMOUNT, replaces="fn", cost_other=20, prevalence=0.5)
    assert found.n_positive == 3
    assert found.cost == pytest.approx(20 / 6)
    assert found.reason is None
    # 1 of 3 false alarms, by Wilson's interval from .0615 to .7923; no amount missed of 3, but if one more row had
    # been, of the mean amount where each counts by itself, 2 of 3 draws from 4 rows would have been it in one of 40
    of_pos = AMOUNT[np.array(TRUTH) == 1]
    more = float((of_pos**2).sum() / of_pos.sum())
    assert found.low == pytest.approx(10 * 0.0615, abs=1e-3)
    assert found.high == pytest.approx(20 / 6 + math.hypot(10 * (0.7923 - 1 / 3), 0.5 * 2 / 3 * more), abs=1e-3)
    assert "decided wrong: 0." in str(found.warnings[0])
    dear = costs.amount_decision(TRUTH, SCORE, AMOUNT, replaces="fn", cost_other=20, factor=0.5)
    assert dear.n_positive == 1  # thresholds .44, .33, .18, .67, 1, .04
    assert dear.cost == pytest.approx(90 / 6)


def test_amounts_of_false_alarms_by_hand():
    """Thresholds amount / (amount + 20): .71, .8, .9, .5, 0, .98."""
    found = costs.amount_decision(TRUTH, SCORE, AMOUNT, replaces="fp", cost_other=20)
    assert found.n_positive == 2
    assert found.cost == pytest.approx(20 / 6)
    assert costs.amount_decision(TRUTH, SCORE, AMOUNT, replaces="fp", cost_other=2000).cost == pytest.approx(100 / 6)


@pytest.mark.parametrize("p", [None, 0.3])
@BOTH
def test_right_decisions_are_paid_in_any_case(replaces, p):
    """What they earn makes the mistake dearer, and is earned for all rows of its class."""
    paid = costs.amount_decision(TRUTH, SCORE, AMOUNT, replaces=replaces, cost_other=20, cost_right=-5, prevalence=p)
    bare = costs.amount_decision(TRUTH, SCORE, AMOUNT, replaces=replaces, cost_other=25, prevalence=p)
    here = 0.5 if p is None else p
    earned = -5 * ((1 - here) if replaces == "fn" else here)
    assert paid.n_positive == bare.n_positive
    assert (paid.cost, paid.low, paid.high) == pytest.approx([v + earned for v in (bare.cost, bare.low, bare.high)])
    many = paid.times(1000)
    assert (many.cost, many.low, many.high) == pytest.approx([1000 * v for v in (paid.cost, paid.low, paid.high)])
    assert (many.n_positive, many.warnings) == (paid.n_positive, paid.warnings)


def test_nothing_at_stake_is_left_alone():
    found = costs.amount_decision([1, 0, 1, 0], [1, 1, 0.5, 0], 0 * AMOUNT[:4], cost_other=0)
    assert (found.n_positive, found.cost, found.reason) == (0, 0, NOTHING_AT_STAKE)


def test_tiny_costs_at_another_prevalence_are_still_costs():
    found = costs.amount_decision([0, 0, 1, 1], [0, 0, 0, 0], [0] * 4, replaces="fp", cost_other=5e-324, prevalence=0.6)
    assert found.n_positive == 4


@BOTH
@examples(50)
@given(rows=rows_with_amounts(), other=st.floats(0, 1000), p=st.none() | st.floats(0.01, 0.99), factor=st.floats(0, 3))
def test_row_by_row(replaces, rows, other, p, factor):
    truth, score, amount = rows
    found = costs.amount_decision(
        truth, score, amount, replaces=replaces, cost_other=other, factor=factor, prevalence=p
    )
    here = truth.mean()
    lost, called = [], 0
    for y, s, a in zip(truth, score, amount, strict=True):
        pair = named(replaces, a * factor, other)
        moved = {"prevalence": p, "calibrated_at": here} if p is not None else {}
        t = costs.theoretical_threshold(**pair, **moved)
        if not math.isnan(t) and abs(s - t) < 1e-9 and s not in {0, 1, t}:
            return  # rounding decides
        positive = s >= t
        called += positive
        lost.append(pair["cost_fp"] if positive and not y else pair["cost_fn"] if y and not positive else 0.0)
    lost, share = np.array(lost), here if p is None else p
    assert found.cost == pytest.approx(share * lost[truth].mean() + (1 - share) * lost[~truth].mean(), abs=1e-6)
    assert found.n_positive == called


@pytest.mark.parametrize("p", [None, 0.1])
def test_equal_amounts_are_the_theoretical_threshold(p):
    found = costs.amount_decision(MELON_TRUTH, MELON_SCORE, np.full(20, 5.0), cost_other=1, prevalence=p)
    moved = {} if p is None else {"prevalence": p, "calibrated_at": 0.4}
    t = costs.theoretical_threshold(cost_fn=5, cost_fp=1, **moved)
    counts = threshold_counts(MELON_TRUTH, MELON_SCORE)
    fixed = costs.threshold_cost_interval(counts, t, cost_fn=5, cost_fp=1, prevalence=p)
    assert found.cost == pytest.approx(fixed.cost)
    assert (found.low, found.high) == pytest.approx((fixed.low, fixed.high))
    assert found.n_positive == counts.at(t).tp + counts.at(t).fp


def test_interval_of_rows_drawn_one_by_one():
    generator = np.random.default_rng(4)
    score = generator.random(400)
    truth, amount = generator.random(400) < score, generator.lognormal(3, 1, 400).round(2)
    found = costs.amount_decision(truth, score, amount, cost_other=15, prevalence=0.5)
    of_fn, of_fp = amount * 0.5 / truth.mean(), 15 * 0.5 / (~truth).mean()
    called = score >= of_fp / (of_fp + of_fn)
    lost = np.where(truth & ~called, amount, np.where(~truth & called, 15.0, 0.0))
    heavy = (amount[truth] ** 2).sum() / amount[truth].sum()
    own, more = (
        np.quantile(0.5 * rows[generator.choice(len(rows), (DRAWS, truth.sum()))].mean(axis=1), end)
        for rows, end in ((lost[truth], 0.025), (np.append(lost[truth], heavy), 0.975))
    )
    rate, (low, high) = called[~truth].mean(), proportion_confint(called[~truth].sum(), (~truth).sum(), method="wilson")
    below = found.cost - math.hypot(0.5 * lost[truth].mean() - own, 7.5 * (rate - low))
    above = found.cost + math.hypot(more - 0.5 * lost[truth].mean(), 7.5 * (high - rate))
    np.testing.assert_allclose([found.low, found.high], [below, above], rtol=0.02)
    assert found.warnings == ()
    wide = costs.amount_decision(truth, score, amount, cost_other=15, prevalence=0.5, confidence_level=0.99)
    assert wide.low < found.low < found.cost < found.high < wide.high


def test_sample_weights():
    times = np.array([2, 0, 1, 3, 1, 2])
    weighted = costs.amount_decision(TRUTH, SCORE, AMOUNT, cost_other=30, sample_weight=times)
    repeated = costs.amount_decision(*(np.repeat(a, times) for a in (TRUTH, SCORE, AMOUNT)), cost_other=30)
    assert weighted.cost == pytest.approx(repeated.cost)
    assert weighted.n_positive == repeated.n_positive
    assert weighted.reason == WEIGHTED
    assert math.isnan(weighted.low)


@pytest.mark.parametrize(
    ("truth", "score", "reason", "n_positive"),
    [
        ([1, 0], [0.5, 1.2], str(NOT_PROBABILITIES), math.nan),
        ([1, 0], [0.5, -0.1], str(NOT_PROBABILITIES), math.nan),
        ([1, 1], [0.5, 0.4], "No row is negative.", 1),
        ([0, 0], [0.5, 0.4], "No row is positive.", 1),
    ],
)
def test_undefined(truth, score, reason, n_positive):
    found = costs.amount_decision(truth, score, [1, 1], cost_other=1)
    assert np.isnan([found.cost, found.low, found.high]).all()
    assert found.n_positive == n_positive or math.isnan(n_positive)
    assert str(found.reason) == reason


def test_one_row_of_a_class_is_enough():
    found = costs.amount_decision([1, 0, 0], [0.1, 0.4, 0.9], [1, 1, 1], cost_other=1)
    assert found.cost == pytest.approx(2 / 3)
    assert 0 < found.low < found.cost < found.high <= 1
    assert (found.reason, found.warnings) == (None, ())


def test_a_single_amount_says_little_of_others():
    found = costs.amount_decision([1, 0, 0, 0], [0.1, 0.4, 0.9, 0.2], [5, 1, 2, 3], cost_other=1)
    assert found.low < found.cost < found.high
    assert str(found.warnings[0]).startswith("Rows with an amount that are decided wrong: ")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"cost_other": -1},
            "cost_other must be a number >= 0; got -1.0. Swap the positive class if the other mistake is meant.",
        ),
        (
            {"cost_other": 1, "factor": -1},
            "factor must be a number from 0 to 1e100; got -1. Write 80% of the amount as 0.8.",
        ),
        (
            {"cost_other": 1, "factor": math.nan},
            "factor must be a number from 0 to 1e100; got nan. Write 80% of the amount as 0.8.",
        ),
        (
            {"cost_other": 1, "prevalence": 2},
            "prevalence must be a number from 0 to 1; got 2. Write 5% as 0.05.",
        ),
    ],
)
def test_bad_options(options, sentence):
    with pytest.raises(InputError) as refused:
        costs.amount_decision([1, 0], [0.2, 0.6], [1, 2], **options)
    assert str(refused.value) == sentence
