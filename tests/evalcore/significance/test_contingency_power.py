"""Power of McNemar's test, and the smallest difference of error rates it detects."""

import math

import numpy as np
import pytest
from scipy import stats

from evalcore.errors import InputError
from evalcore.significance import detectable_mcnemar, mcnemar, power_mcnemar

METHODS = ["auto", "exact", "mid-p", "corrected", "uncorrected"]


@pytest.mark.parametrize("method", ["auto", *(pytest.param(one, marks=pytest.mark.slow) for one in METHODS[1:])])
def test_by_adding_all_rejected_tables(method):
    n, p01, p10 = 30, 0.35, 0.1
    expected = sum(
        stats.multinomial.pmf([e01, e10, n - e01 - e10], n, [p01, p10, 1 - p01 - p10])
        for e01 in range(n + 1)
        for e10 in range(n + 1 - e01)
        if mcnemar(e01, e10, method=method).reject(0.05)
    )
    assert power_mcnemar(n, 0.25, 0.45, method=method) == pytest.approx(expected, abs=1e-10)
    assert power_mcnemar(n, -0.25, 0.45, method=method) == pytest.approx(expected, abs=1e-10)


def test_sizes_at_no_difference():
    sizes = {method: power_mcnemar(200, 0, 0.3, method=method) for method in METHODS}
    assert sizes["exact"] < sizes["corrected"] + 0.01 < 0.05
    assert 0.03 < sizes["mid-p"] < 0.051
    assert 0.03 < sizes["uncorrected"] < 0.06


@pytest.mark.slow
def test_simulation():
    """The share of 1,000 tests has a standard error of .015."""
    rng = np.random.default_rng(0)
    tables = rng.multinomial(400, [0.09, 0.04, 0.87], size=1_000)
    rejected = np.mean([mcnemar(e01, e10).reject(0.05) for e01, e10, _ in tables])
    assert rejected == pytest.approx(power_mcnemar(400, 0.05, 0.13), abs=0.06)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("n", "discordant"), [(100, 0.3), (1_000, 0.1), (1_000_000, 0.02)])
def test_the_detectable_difference_has_the_power(n, discordant, method):
    found = detectable_mcnemar(n, discordant, method=method, power=0.9)
    assert 0 < found < discordant
    assert power_mcnemar(n, found, discordant, method=method) == pytest.approx(0.9, abs=1e-6)


def test_where_nothing_is_detectable():
    assert math.isnan(detectable_mcnemar(20, 0.1))
    assert math.isnan(detectable_mcnemar(20, 0))
    assert power_mcnemar(20, 0, 0) == 0
    assert power_mcnemar(20, 1, 1) == pytest.approx(1)


def test_a_test_that_rejects_too_often_detects_no_difference_at_all():
    size = power_mcnemar(100, 0, 0.3, method="uncorrected", alpha=0.05)
    assert size > 0.05
    assert detectable_mcnemar(100, 0.3, method="uncorrected", power=(0.05 + size) / 2) == 0


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: power_mcnemar(100, 0.2, 0.1),
            "difference must lie between -0.1 and 0.1; got 0.2. Rows on which both models are right or wrong make no "
            "difference.",
        ),
        (
            lambda: power_mcnemar(100, math.nan, 0.1),
            "difference must lie between -0.1 and 0.1; got nan. Rows on which both models are right or wrong make no "
            "difference.",
        ),
        (lambda: power_mcnemar(100, 0, 2), "discordant must be a number from 0 to 1; got 2. Write 5% as 0.05."),
        (
            lambda: power_mcnemar(0, 0, 0.1),
            "n must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights.",
        ),
        (
            lambda: detectable_mcnemar(100, 0.1, method="chi2"),
            "method must be one of auto, exact, mid-p, corrected, uncorrected; got 'chi2'. Choose one of them.",
        ),
        (
            lambda: detectable_mcnemar(9, 0.1, power=2),
            "power must lie between alpha, 0.05, and 1; got 2. Write 80% as 0.8.",
        ),
    ],
)
def test_bad_input(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence
