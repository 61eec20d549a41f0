"""Power of the binomial and the paired t-test, and the smallest difference they detect."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import TTestPower

from evalcore.errors import InputError
from evalcore.significance import (
    binomial_test,
    detectable_binomial,
    detectable_paired_t,
    paired_t_test,
    power_binomial,
    power_paired_t,
)
from tests.versions import NONCENTRAL

SIDES = ("greater", "less", "two-sided")


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("true_rate", [0, 0.1, 0.3, 0.45, 1])
def test_binomial_by_adding_all_rejected_counts(side, true_rate):
    rejected = [binomial_test(errors, 30, 0.3, alternative=side).reject(0.05) for errors in range(31)]
    expected = stats.binom.pmf(np.arange(31), 30, true_rate)[rejected].sum()
    assert power_binomial(30, 0.3, true_rate, alternative=side) == pytest.approx(expected, abs=1e-12)


def test_binomial_at_the_hypothesis_has_the_size():
    assert power_binomial(10, 0.3, 0.3) == binomial_test(0, 10, 0.3).size == pytest.approx(0.0473, abs=5e-5)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("n", [30, 100, 5_000])
def test_the_detectable_rate_has_the_power(side, n):
    rate = detectable_binomial(n, 0.3, power=0.9, alternative=side)
    assert power_binomial(n, 0.3, rate, alternative=side) == pytest.approx(0.9, abs=1e-9)
    assert (rate < 0.3) == (side == "less")


def test_where_no_rate_is_detectable():
    assert math.isnan(detectable_binomial(10, 0.1, alternative="less"))
    assert math.isnan(detectable_binomial(1, 0.3))
    assert detectable_binomial(10, 0) == pytest.approx(1 - 0.2 ** (1 / 10))


@pytest.mark.parametrize("k", [2, 5, 10, 100])
@pytest.mark.parametrize("effect", [1e-9, 0.3, 1, 2.5])
@pytest.mark.parametrize("alpha", [0.01, 0.05])
def test_statsmodels_agrees_where_it_has_a_value(k, effect, alpha):
    """It adds two tails of the noncentral t, of which scipy 1.17 has no value far out, where the power is 1."""
    theirs = TTestPower().power(effect, k, alpha)
    if math.isnan(theirs):
        theirs = 1
        assert effect * math.sqrt(k) >= 10
    for mine in (power_paired_t(k, side * effect * 0.01, 0.01, alpha=alpha) for side in (1, -1)):
        assert mine == pytest.approx(theirs, rel=NONCENTRAL)


@pytest.mark.parametrize("difference", [0, 10, 31 / math.sqrt(2), 1e6, 1e15, 1e300])
@pytest.mark.parametrize("k", [2, 10, 100_000])
def test_the_power_is_a_number_at_any_distance(difference, k):
    """scipy's noncentral t and F have gaps at 0, at k = 2 with 31 standard errors, and far out."""
    power = power_paired_t(k, difference, 1)
    assert power == (pytest.approx(0.05) if difference == 0 else pytest.approx(1, abs=0.5))
    assert power <= 1


@pytest.mark.parametrize("unit", [1e-200, 1, 1e200])
@pytest.mark.parametrize(("k", "ratio", "wanted"), [(2, None, 0.8), (10, None, 0.8), (10, 1 / 9, 0.95), (30, 0.5, 0.5)])
def test_the_detectable_difference_has_the_power(k, ratio, wanted, unit):
    found = detectable_paired_t(k, 0.02 * unit, power=wanted, test_train_ratio=ratio)
    assert power_paired_t(k, found, 0.02 * unit, test_train_ratio=ratio) == pytest.approx(wanted, abs=1e-7)


@pytest.mark.parametrize("ratio", [None, 1 / 4])
def test_simulation_of_correlated_differences(ratio):
    """The correction is exact where any two differences correlate by ratio / (1 + ratio); se .011 of 2,000."""
    rng = np.random.default_rng(0)
    rho = (ratio or 0) / (1 + (ratio or 0))
    shared, own = rng.normal(size=(2_000, 1)), rng.normal(size=(2_000, 5))
    d = 2 + math.sqrt(rho) * shared + math.sqrt(1 - rho) * own
    t = d.mean(axis=1) / np.sqrt((1 / 5 + (ratio or 0)) * d.var(axis=1, ddof=1))
    expected = power_paired_t(5, 2, math.sqrt(1 - rho), test_train_ratio=ratio)
    assert np.mean(np.abs(t) > stats.t.isf(0.025, 4)) == pytest.approx(expected, abs=0.045)
    assert paired_t_test(d[0], np.zeros(5), test_train_ratio=ratio).statistic == pytest.approx(t[0])


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: power_binomial(0, 0.1, 0.2),
            "n must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (lambda: power_binomial(9, 0.1, 2), "true_rate must be a number from 0 to 1; got 2. Write 5% as 0.05."),
        (lambda: power_binomial(9, 2, 0.1), "error_rate must be a number from 0 to 1; got 2. Write 5% as 0.05."),
        (lambda: power_binomial(9, 0.1, 0.1, alpha=0), "alpha must lie between 0 and 1; got 0. Write 5% as 0.05."),
        (
            lambda: detectable_binomial(9, 0.1, power=0.05),
            "power must lie between alpha, 0.05, and 1; got 0.05. Write 80% as 0.8.",
        ),
        (
            lambda: power_paired_t(1, 1, 1),
            "k must be a whole number from 2; got 1. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: power_paired_t(5, 1, 0),
            "standard_deviation must be a number above 0; got 0. Take that of the differences of a former experiment.",
        ),
        (
            lambda: power_paired_t(5, math.nan, 1),
            "difference must be a finite number; got nan. Choose a difference of two results.",
        ),
        (
            lambda: detectable_paired_t(5, 1, power=1),
            "power must lie between alpha, 0.05, and 1; got 1. Write 80% as 0.8.",
        ),
    ],
)
def test_bad_input(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence
