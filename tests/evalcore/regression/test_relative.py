"""Errors as shares of the truth, against scikit-learn and simulation."""

import math

import numpy as np
import pytest
from sklearn.metrics import mean_absolute_percentage_error

from evalcore.intervals.row_mean import FEW
from evalcore.intervals.shares import WEIGHTED
from evalcore.regression import mape, mape_interval
from evalcore.regression.relative import ALIKE, TOO_NEAR_ZERO, TRUTH_OF_ZERO
from tests.tiers import least_of


def rows(n, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.lognormal(3, 0.4, n)
    return truth, truth * (1 + rng.normal(0, 0.2, n))


@pytest.mark.parametrize("weighted", [False, True])
def test_scikit_learn_agrees(weighted):
    truth, predicted = rows(80)
    weight = np.random.default_rng(1).integers(0, 4, 80) if weighted else None
    expected = mean_absolute_percentage_error(truth, predicted, sample_weight=weight)
    assert mape(truth, predicted, sample_weight=weight) == pytest.approx(expected)
    found = mape_interval(truth, predicted, sample_weight=weight)
    assert found.value == pytest.approx(expected)
    assert found.reason == (WEIGHTED if weighted else None)


def test_a_truth_of_zero_leaves_it_undefined():
    truth, predicted = rows(60)
    truth[3] = 0
    assert math.isnan(mape(truth, predicted))
    assert mape_interval(truth, predicted).reason == TRUTH_OF_ZERO
    weight = np.ones(60)
    weight[3] = 0
    assert mape(truth, predicted, sample_weight=weight) == pytest.approx(
        mape(np.delete(truth, 3), np.delete(predicted, 3))
    )


def test_what_rows_cannot_tell_says_why():
    assert mape_interval([1, 2, 4], [2, 4, 8]).reason == ALIKE
    truth = np.array([2, 4, 8, 3, 6] * 12)
    assert mape_interval(truth, 1.1 * truth).reason == ALIKE
    assert mape_interval(*rows(40)).warnings == (FEW,)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("near", "far"), [(1e-300, 1e100), (1e-20, 1e139)])
def test_a_truth_near_zero_leaves_no_interval(near, far):
    truth, predicted = rows(60)
    truth[0], predicted[0] = near, far
    found = mape_interval(truth, predicted)
    assert found.value == mape(truth, predicted) > 1e100
    assert math.isnan(found.low)
    assert found.reason == TOO_NEAR_ZERO


def test_repeated_rows_of_a_case_say_nothing_more():
    truth, predicted = rows(60)
    once = mape_interval(truth, predicted, case=np.arange(60))
    twice = mape_interval(np.repeat(truth, 2), np.repeat(predicted, 2), case=np.repeat(np.arange(60), 2))
    assert (once.low, once.high) == pytest.approx((twice.low, twice.high))


@pytest.mark.parametrize(("n", "times"), [(100, 300), pytest.param(50, 5_000, marks=pytest.mark.thorough)])
def test_intervals_hold_the_true_value(n, times):
    true = 0.2 * math.sqrt(2 / math.pi)
    held = 0
    for seed in range(times):
        found = mape_interval(*rows(n, seed))
        held += found.low <= true <= found.high
    assert held / times >= least_of(times, 0.93)
