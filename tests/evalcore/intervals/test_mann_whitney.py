"""Newcombe's interval of the share of pairs in the right order: a printed example, a slow twin, and its coverage."""

import math

import numpy as np
import pytest
from scipy import optimize, stats

from evalcore.curves import auc_interval
from evalcore.intervals import newcombe, robust_area
from evalcore.intervals.mann_whitney import on_logit_scale


def variance(area, n_pos, n_neg):
    """Return Hanley and McNeil's variance, with the rows divided evenly in the numerator."""
    n = (n_pos + n_neg) / 2
    first, second = area / (2 - area), 2 * area**2 / (1 + area)
    return (area * (1 - area) + (n - 1) * (first - area**2) + (n - 1) * (second - area**2)) / (n_pos * n_neg)


def test_printed_example():
    """Two phases of 6 and 7 observations in the R package SingleCaseES (NAP): .9166667 [.5973406, .9860176].

    Its root is found to four digits only.
    """
    before, after = np.array([20, 20, 26, 25, 22, 23]), np.array([28, 25, 24, 27, 30, 30, 29])
    found = auc_interval(np.arange(13) >= 6, np.concatenate([before, after]))
    assert found.auc == pytest.approx(0.9166667, abs=5e-8)
    assert (found.newcombe_low, found.newcombe_high) == pytest.approx((0.5973406, 0.9860176), abs=5e-5)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
@pytest.mark.parametrize(("n_pos", "n_neg"), [(1, 1), (2, 98), (98, 2), (30, 70), (10**6, 10**9)])
@pytest.mark.parametrize("auc", [0.01, 0.5, 0.8, 0.999])
def test_ends_are_as_far_as_they_may_be(auc, n_pos, n_neg, level):
    z = stats.norm.ppf((1 + level) / 2)

    def distance(area):
        return (auc - area) ** 2 - z**2 * variance(area, n_pos, n_neg)

    found = newcombe(auc, n_pos, n_neg, confidence_level=level)
    wanted = (optimize.brentq(distance, 0, auc, xtol=1e-14), optimize.brentq(distance, auc, 1, xtol=1e-14))
    assert (found.low, found.high) == pytest.approx(wanted, abs=1e-10)


def hanley_mcneil(area, n_pos, n_neg):
    """Return the variance as Hanley and McNeil print it, for exponential scores."""
    first, second = area / (2 - area), 2 * area**2 / (1 + area)
    of_pairs = (n_pos - 1) * (first - area**2) + (n_neg - 1) * (second - area**2)
    return (area * (1 - area) + of_pairs) / (n_pos * n_neg)


@pytest.mark.parametrize(("auc", "n_pos", "n_neg"), [(0.8, 5, 95), (0.98, 30, 500), (0.2, 95, 5)])
def test_wholly_uneven_is_hanley_and_mcneils_where_positives_are_few_and_above(auc, n_pos, n_neg):
    """Exponential scores spread wider in the positives; where these are many or below, the classes change names."""
    z = stats.norm.ppf(0.975)
    low, high = newcombe(auc, n_pos, n_neg, uneven=1)
    for end in (low, high):
        mirrored = hanley_mcneil(end, n_pos, n_neg) if auc > 0.5 else hanley_mcneil(1 - end, n_neg, n_pos)
        if (end > 0.5) == (auc > 0.5):
            assert abs(auc - end) == pytest.approx(z * math.sqrt(mirrored), rel=1e-9)
    assert newcombe(auc, 50, 50, uneven=1) == newcombe(auc, 50, 50)
    plain = newcombe(auc, n_pos, n_neg)
    assert low < plain.low < plain.high < high


def test_the_logit_scale_turned_back():
    low, high = on_logit_scale(0.9, 0.05, confidence_level=0.9)
    reach = stats.norm.ppf(0.95) * 0.05 / 0.09
    assert stats.logistic.ppf([low, high]) == pytest.approx(math.log(9) + np.array([-reach, reach]))
    assert np.isnan([on_logit_scale(1.0, 0.1), on_logit_scale(0.5, 0.0), on_logit_scale(0.5, math.nan)]).all()


def test_farther_ends_of_both():
    for error in (0.001, 0.2):
        low, high = robust_area(0.9, error, 200, 200)
        both = newcombe(0.9, 200, 200), on_logit_scale(0.9, error)
        assert (low, high) == (min(of.low for of in both), max(of.high for of in both))
    assert robust_area(1.0, math.nan, 5, 95) == newcombe(1.0, 5, 95, uneven=1)
    faded = newcombe(0.9, 300, 9_000, uneven=0.1)
    assert robust_area(0.9, 0.001, 300, 9_000) == faded


@pytest.mark.parametrize(("n_pos", "n_neg"), [(1, 1), (5, 5), (3, 400)])
def test_perfect_order_is_no_certainty(n_pos, n_neg):
    low, high = newcombe(1.0, n_pos, n_neg)
    assert 0 < low < high == 1
    assert newcombe(0.0, n_pos, n_neg) == pytest.approx((0, 1 - low), abs=1e-12)


@pytest.mark.parametrize(("n_pos", "n_neg", "area"), [(9, 21, 0.98), (2, 98, 0.8), (10, 490, 0.98)])
def test_covers_where_the_logit_does_not(n_pos, n_neg, area):
    """Of 400 intervals at 95%, 380 cover; 22 fewer would be 5 standard errors. The logit covers 80% and less."""
    rng = np.random.default_rng(0)
    truth = np.arange(n_pos + n_neg) < n_pos
    shift = math.sqrt(2) * stats.norm.ppf(area)
    found = [auc_interval(truth, rng.normal(size=len(truth)) + shift * truth) for _ in range(400)]
    assert sum(r.newcombe_low <= area <= r.newcombe_high for r in found) > 380 - 22
    assert sum(r.logit_low <= area <= r.logit_high for r in found) < 0.85 * 400
