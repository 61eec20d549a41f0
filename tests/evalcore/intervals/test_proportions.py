"""Intervals for proportions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from evalcore.errors import InputError
from evalcore.intervals import clopper_pearson, wilson

METHODS = {"wilson": wilson, "beta": clopper_pearson}
COUNTS = [(0, 1), (1, 1), (0, 10), (10, 10), (7, 11), (1, 1_000_000), (500, 1000)]


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
@pytest.mark.parametrize(("successes", "trials"), COUNTS)
@pytest.mark.parametrize("method", METHODS)
def test_statsmodels_agrees(method, successes, trials, level):
    mine = METHODS[method](successes, trials, confidence_level=level)
    theirs = proportion_confint(successes, trials, alpha=1 - level, method=method)
    np.testing.assert_allclose(mine, theirs, rtol=1e-9, atol=1e-15)


def test_clopper_pearson_in_closed_form():
    low, high = clopper_pearson([0, 10], 10)
    assert (low[0], high[1]) == (0, 1)
    np.testing.assert_allclose([high[0], low[1]], [1 - 0.025**0.1, 0.025**0.1])


@pytest.mark.parametrize("method", METHODS.values())
def test_arrays_broadcast(method):
    low, high = method([[0], [2]], [2, 4, 8])
    assert low.shape == high.shape == (2, 3)
    assert (low[1, 2], high[1, 2]) == method(2, 8)
    assert isinstance(method(1, 2).low, float)


@pytest.mark.parametrize("method", METHODS.values())
def test_no_trial_says_nothing(method):
    assert np.isnan(method(0, 0)).all()
    assert np.isnan(method([0, 1], [0, 2]).low).tolist() == [True, False]


@pytest.mark.parametrize("method", METHODS.values())
@given(counts=st.integers(1, 10**9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_bounds_and_symmetry(method, counts):
    successes, trials = counts
    low, high = method(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1
    assert low < high
    mirrored = method(trials - successes, trials)
    np.testing.assert_allclose([1 - mirrored.high, 1 - mirrored.low], [low, high], atol=1e-9)


@pytest.mark.parametrize("trials", [1, 5, 20, 60])
def test_coverage(trials):
    """Clopper-Pearson never covers less than the level; Wilson does so on average."""
    share = np.linspace(0.001, 0.999, 999)
    chance = stats.binom.pmf(np.arange(trials + 1)[:, None], trials, share)
    covered = {}
    for name, method in METHODS.items():
        low, high = (end[:, None] for end in method(np.arange(trials + 1), trials))
        covered[name] = (chance * ((low <= share) & (share <= high))).sum(axis=0)
    assert covered["beta"].min() >= 0.95 - 1e-12
    assert covered["wilson"].mean() > 0.94


def test_clopper_pearson_where_the_library_is_wrong():
    """scipy.special.betaincinv is off by a factor of 2 at exactly 1000 of more than 100 million."""
    around = [clopper_pearson(k, 132_579_327) for k in (999, 1000, 1001)]
    lows, highs = zip(*around, strict=True)
    assert lows[1] == pytest.approx((lows[0] + lows[2]) / 2, rel=1e-6)
    assert highs[1] == pytest.approx((highs[0] + highs[2]) / 2, rel=1e-6)


@pytest.mark.parametrize(
    ("arguments", "level", "sentence"),
    [
        ((1, 2), 95, "The confidence level must lie between 0 and 1; got 95. Write 95 % as 0.95."),
        ((0.5, 2), 0.9, "successes must be whole numbers >= 0; got 0.5. Count rows, not weights or shares."),
        ((1, [2, -1]), 0.9, "trials must be whole numbers >= 0; got -1.0. Count rows, not weights or shares."),
        ((np.nan, 2), 0.9, "successes must be whole numbers >= 0; got nan. Count rows, not weights or shares."),
        ((3, 2), 0.9, "successes must not exceed trials; got 3 of 2. Check which number is which."),
    ],
)
@pytest.mark.parametrize("method", METHODS.values())
def test_bad_input_gets_one_sentence(method, arguments, level, sentence):
    with pytest.raises(InputError) as caught:
        method(*arguments, confidence_level=level)
    assert str(caught.value) == sentence
