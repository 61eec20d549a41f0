"""The Bayesian correlated t-test."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import integrate, stats

from evalcore.errors import InputError
from evalcore.significance import bayesian_correlated_t, paired_t_test

D = np.array([0.02, 0.01, 0.03, -0.01, 0.02, 0.02, 0.00, 0.03, 0.01, 0.02])
COLUMNS = st.lists(st.integers(-30, 30).map(lambda cell: cell / 100), min_size=2, max_size=12)


def test_the_posterior_by_integration():
    """Multivariate normal differences with correlation 1 / 10, a flat prior of the mean and 1 / s^2 of the variance."""
    k, rho = len(D), 0.1
    inverse = np.linalg.inv(rho * np.ones((k, k)) + (1 - rho) * np.eye(k))

    def density(mean):
        apart = D - mean
        return (apart @ inverse @ apart) ** (-k / 2)  # the variance integrated out

    total = integrate.quad(density, -1, 1, points=[D.mean()], limit=400)[0]
    below = [integrate.quad(density, -1, at, limit=400)[0] / total for at in (-0.01, 0.01)]
    found = bayesian_correlated_t(D, test_train_ratio=1 / 9, rope=0.01)
    assert (found.left, found.rope) == pytest.approx((below[0], below[1] - below[0]), abs=1e-6)
    assert found.left + found.rope + found.right == pytest.approx(1)


@given(COLUMNS, st.sampled_from([0, 1 / 9, 1]))
def test_without_a_region_it_is_half_of_the_corrected_p(differences, ratio):
    found = bayesian_correlated_t(differences, test_train_ratio=ratio)
    test = paired_t_test(differences, np.zeros(len(differences)), test_train_ratio=ratio)
    assume(test.standard_deviation > 0)
    assert found.rope == 0
    assert 2 * min(found.left, found.right) == pytest.approx(test.pvalue, abs=1e-12)
    assert (found.low, found.high) == pytest.approx((test.low, test.high))


@given(COLUMNS, st.floats(0, 0.2))
def test_exchanging_the_learners_turns_the_sides(differences, rope):
    one = bayesian_correlated_t(differences, test_train_ratio=0.25, rope=rope)
    other = bayesian_correlated_t(-np.array(differences), test_train_ratio=0.25, rope=rope)
    np.testing.assert_allclose([one.left, one.rope, one.right], [other.right, other.rope, other.left], atol=1e-12)


@pytest.mark.parametrize("unit", [1e-9, 100, 1e250])
def test_the_unit_does_not_matter(unit):
    one, other = (bayesian_correlated_t(D * u, test_train_ratio=1 / 9, rope=0.01 * u) for u in (1, unit))
    assert (one.left, one.rope, one.right) == pytest.approx((other.left, other.rope, other.right))


def test_fields():
    found = bayesian_correlated_t(D, test_train_ratio=1 / 9, rope=0.01)
    assert (found.region, found.warnings) == (0.01, ())
    assert found.effect == pytest.approx(0.015)
    assert found.posterior.interval(0.95) == pytest.approx((found.low, found.high))
    assert [str(line) for line in found.assumptions] == [
        "Both learners were trained and tested on the same sets each time.",
        "The differences are normally distributed, or there are many of them.",
        "Any two differences correlate as much as the share of rows that is tested each time; that is an "
        "approximation.",
        "Before these results, every mean difference and every order of magnitude of the spread was as probable.",
    ]


@pytest.mark.parametrize(
    ("differences", "rope", "sentence"),
    [
        (D, 0, "The first learner has the larger result with probability 0.985."),
        (-D, 0, "The first learner has the smaller result with probability 0.985."),
        (D, 0.05, "The learners are practically equal with probability 1.000."),
        (D, 0.01, "No answer reaches a probability of 0.95; the data leave it open."),
        ([0.1], 0.01, "There are no probabilities, so nothing can be said."),
    ],
)
def test_verdict(differences, rope, sentence):
    assert str(bayesian_correlated_t(differences, test_train_ratio=1 / 9, rope=rope).verdict()) == sentence


@pytest.mark.parametrize(
    ("differences", "expected", "sentence"),
    [
        (
            [0, 0, 0],
            (0, 1, 0),
            "Both learners have the same result every time: that they are practically equal has probability 1 by "
            "definition.",
        ),
        (
            [0.0, 0.3 - (0.1 + 0.2)],
            (0, 1, 0),
            "Both learners have the same result every time: that they are practically",
        ),
        (
            [0.3 - 0.2, 0.2 - 0.1],
            (math.nan,) * 3,
            "The learners differ by the same amount every time, so nothing tells how sure that amount is: there are no "
            "probabilities.",
        ),
        ([0.1], (math.nan,) * 3, "One value cannot tell how much values vary, so there is no test: at least two are"),
        ([0.1, math.nan], (math.nan,) * 3, "Missing values: 1 of 2, so there is no test. Give every repetition"),
    ],
)
def test_where_there_is_no_answer(differences, expected, sentence):
    found = bayesian_correlated_t(differences, test_train_ratio=0.1, rope=0.01)
    np.testing.assert_equal((found.left, found.rope, found.right), expected)
    assert found.posterior is None
    assert [str(w)[: len(sentence)] for w in found.warnings] == [sentence]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rope": -1}, "rope must be a number >= 0; got -1. Choose the largest difference that does not matter."),
        (
            {"rope": math.inf},
            "rope must be a number >= 0; got inf. Choose the largest difference that does not matter.",
        ),
        (
            {"test_train_ratio": -1},
            "test_train_ratio must be a number >= 0; got -1. It is 1 / (k - 1) for k-fold cross",
        ),
        ({"credibility": 95}, "The confidence level must lie between 0 and 1; got 95. Write 95% as 0.95."),
    ],
)
def test_bad_input(options, sentence):
    with pytest.raises(InputError) as refused:
        bayesian_correlated_t(D, **{"test_train_ratio": 0.1, **options})
    assert str(refused.value).startswith(sentence)


def test_scipy_is_the_posterior():
    found = bayesian_correlated_t(D, test_train_ratio=0)
    assert found.right == pytest.approx(stats.ttest_1samp(D, 0, alternative="less").pvalue)
