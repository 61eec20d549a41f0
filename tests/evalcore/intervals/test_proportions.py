"""Intervals for proportions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from evalcore.errors import InputError
from evalcore.intervals import clopper_pearson, wilson

COUNTS = [(0, 1), (1, 1), (0, 10), (10, 10), (7, 11), (1, 1_000_000), (500, 1000)]


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
@pytest.mark.parametrize(("successes", "trials"), COUNTS)
def test_statsmodels_agrees(successes, trials, level):
    for function, method in ((wilson, "wilson"), (clopper_pearson, "beta")):
        mine = function(successes, trials, confidence_level=level)
        theirs = proportion_confint(successes, trials, alpha=1 - level, method=method)
        np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-15)


def test_arrays_broadcast():
    low, high = wilson([[0], [2]], [2, 4, 8])
    assert low.shape == high.shape == (2, 3)
    assert (low[1, 2], high[1, 2]) == wilson(2, 8)
    assert isinstance(wilson(1, 2).low, float)


def test_no_trial_says_nothing():
    assert np.isnan(wilson(0, 0)).all()
    assert np.isnan(wilson([0, 1], [0, 2]).low).tolist() == [True, False]
    assert np.isnan(clopper_pearson(0, 0)).all()
    assert np.isnan(clopper_pearson([0, 1], [0, 2]).high).tolist() == [True, False]


@given(counts=st.integers(1, 10**9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_bounds_and_symmetry(counts):
    successes, trials = counts
    low, high = wilson(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1
    assert low < high
    mirrored = wilson(trials - successes, trials)
    np.testing.assert_allclose([1 - mirrored.high, 1 - mirrored.low], [low, high], atol=1e-9)


@pytest.mark.parametrize("trials", [1, 5, 20, 60])
def test_coverage(trials):
    """On average; at single shares it may be less."""
    share = np.linspace(0.001, 0.999, 999)
    chance = stats.binom.pmf(np.arange(trials + 1)[:, None], trials, share)
    low, high = (end[:, None] for end in wilson(np.arange(trials + 1), trials))
    covered = (chance * ((low <= share) & (share <= high))).sum(axis=0)
    assert covered.mean() > 0.94
    low, high = (end[:, None] for end in clopper_pearson(np.arange(trials + 1), trials))
    assert (chance * ((low <= share) & (share <= high))).sum(axis=0).min() >= 0.95


@pytest.mark.parametrize(
    ("arguments", "level", "sentence"),
    [
        ((1, 2), 95, "The confidence level must lie between 0 and 1; got 95. Write 95% as 0.95."),
        ((0.5, 2), 0.9, "successes must be whole numbers >= 0; got 0.5. Count rows, not weights or shares."),
        ((1, [2, -1]), 0.9, "trials must be whole numbers >= 0; got -1.0. Count rows, not weights or shares."),
        ((np.nan, 2), 0.9, "successes must be whole numbers >= 0; got nan. Count rows, not weights or shares."),
        ((3, 2), 0.9, "successes must not exceed trials; got 3 of 2. Check which number is which."),
    ],
)
def test_bad_input_gets_one_sentence(arguments, level, sentence):
    with pytest.raises(InputError) as caught:
        wilson(*arguments, confidence_level=level)
    assert str(caught.value) == sentence
