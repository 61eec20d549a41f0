"""The ends of the best threshold's interval: no more of them than resamples settle."""

import math

import numpy as np
import pytest

from evalcore import costs
from evalcore.costs._resampled import digits_of, ends_of_choices
from evalcore.counts import threshold_counts
from evalcore.views.cost_answers import in_two_digits


@pytest.mark.parametrize(("step", "digits"), [(0.01, 2), (0.02, 2), (0.05, 2), (0.5, 1), (1, 0), (20, 0), (0.001, 3)])
def test_digits(step, digits):
    assert digits_of(step) == digits


def test_many_scores_are_rounded_outwards():
    chosen = np.random.default_rng(0).normal(0.5, 0.1, 10_000)
    found = ends_of_choices(chosen, 0.48, n_scores=300, confidence_level=0.95)
    assert (found.low, found.high, found.step) == (0.3, 0.7, 0.02)
    wide = ends_of_choices(1000 * chosen, 480, n_scores=300, confidence_level=0.95)
    assert (wide.low, wide.high, wide.step) == (300, 700, 20)


def test_few_scores_stay_scores():
    chosen = np.repeat([0.31, 0.42, 0.77], [30, 900, 70])
    assert ends_of_choices(chosen, 0.42, n_scores=50, confidence_level=0.95)[:2] == (0.31, 0.77)


def test_the_best_of_the_rows_is_within():
    assert ends_of_choices(np.full(100, 0.5), 0.7, n_scores=3, confidence_level=0.95)[:2] == (0.5, 0.7)
    low, high, _step = ends_of_choices(np.linspace(0.4, 0.6, 100), 0.1234, n_scores=99, confidence_level=0.95)
    assert low <= 0.1234
    assert high > 0.59


def test_nothing_positive_may_be_best():
    chosen = np.concatenate([np.linspace(0.2, 0.9, 900), np.full(100, math.inf)])
    found = ends_of_choices(chosen, 0.5, n_scores=200, confidence_level=0.95)
    assert (found.low, found.high) == (pytest.approx(0.22, abs=0.01), math.inf)
    assert math.isnan(found.step)
    seldom = np.concatenate([np.linspace(0.2, 0.9, 980), np.full(20, math.inf)])
    assert ends_of_choices(seldom, 0.5, n_scores=200, confidence_level=0.95).high < 1


def test_all_resamples_may_agree():
    found = ends_of_choices(np.full(100, 0.5), 0.5, n_scores=200, confidence_level=0.95)
    assert (found.low, found.high) == (0.5, 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("decimals", [9, 1])
def test_another_seed_moves_no_end_by_more_than_a_step(decimals):
    rng = np.random.default_rng(0)
    truth = rng.random(120) < 0.3
    table = threshold_counts(truth, (rng.normal(size=120) + 1.2 * truth).round(decimals))
    found = [
        costs.bootstrap_best_threshold(table, cost_fn=5, cost_fp=1, n_replicates=5_000, rng=np.random.default_rng(seed))
        for seed in range(4)
    ]
    step = max(one.step for one in found)
    assert np.ptp([one.low for one in found]) <= step + 1e-9 if decimals == 9 else len({one.low for one in found}) == 1
    assert (
        np.ptp([one.high for one in found]) <= step + 1e-9 if decimals == 9 else len({one.high for one in found}) == 1
    )


def test_few_scores_are_drawn_more_often():
    few, many = (threshold_counts(np.arange(n) % 2, np.arange(n)) for n in (50, 51))
    assert (costs.enough_replicates(few), costs.enough_replicates(many)) == (100_000, 5_000)
    amounts = [costs.amount_rows(np.arange(n) % 2, np.arange(n), np.arange(n) + 1) for n in (50, 60)]
    assert [costs.enough_replicates(rows) for rows in amounts] == [100_000, 5_000]


@pytest.mark.parametrize(
    ("value", "written"), [(147.7, (150, 0)), (9.96, (10, 1)), (-0.0347, (-0.035, 3)), (0, (0, 0))]
)
def test_two_digits(value, written):
    assert in_two_digits(value) == pytest.approx(written)
    assert math.isnan(in_two_digits(math.nan)[0])
