"""The smallest change between two samples that would have been found."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_effectsize, proportions_ztest

from evalcore.errors import InputError
from evalcore.significance import detectable_order, detectable_share


@pytest.mark.parametrize(("n", "m", "share"), [(500, 500, 0.3), (2_000, 300, 0.1), (400, 4_000, 0.6)])
def test_a_share_so_far_is_found_four_times_of_five(n, m, share):
    far = detectable_share(n, m, share)
    other = share + far if share < 0.5 else share - far
    rng = np.random.default_rng(0)
    a, b = rng.binomial(n, share, 2_000), rng.binomial(m, other, 2_000)
    found = np.mean([proportions_ztest([x, y], [n, m])[1] < 0.05 for x, y in zip(a, b, strict=True)])
    assert found == pytest.approx(0.8, abs=0.03)


def test_a_share_as_statsmodels_by_its_effect_size():
    far = detectable_share(1_000, 1_000, 0.2)
    power = NormalIndPower().power(proportion_effectsize(0.2 + far, 0.2), 1_000, 0.05)
    low = NormalIndPower().power(proportion_effectsize(0.2 - far, 0.2), 1_000, 0.05)
    assert min(power, low) == pytest.approx(0.8, abs=0.02)


def test_a_share_of_nothing_can_only_rise():
    far = detectable_share(100, 100, 0.0)
    assert 0.03 < far < 0.15
    assert detectable_share(100, 100, 1.0) == pytest.approx(far)
    assert math.isnan(detectable_share(2, 2, 0.5))


@pytest.mark.parametrize(("n", "m"), [(150, 150), (400, 60)])
def test_an_order_so_far_is_found_four_times_of_five(n, m):
    far = detectable_order(n, m)
    # P(second > first) of normal scores that far apart.
    shift = math.sqrt(2) * stats.norm.ppf(0.5 + far)
    rng = np.random.default_rng(1)
    tests = [stats.mannwhitneyu(rng.normal(size=n), rng.normal(size=m) + shift).pvalue < 0.05 for _ in range(1_500)]
    assert np.mean(tests) == pytest.approx(0.8, abs=0.04)


def test_few_rows_find_no_order():
    assert math.isnan(detectable_order(3, 3))


def test_what_is_no_count_or_share_is_refused():
    with pytest.raises(InputError, match="n_first must be a whole number from 1"):
        detectable_order(0, 5)
    with pytest.raises(InputError, match="share must be a number from 0 to 1"):
        detectable_share(5, 5, 1.5)
    with pytest.raises(InputError, match="power"):
        detectable_share(5, 5, 0.5, power=0.01)
