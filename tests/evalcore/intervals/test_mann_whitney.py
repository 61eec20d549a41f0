"""Newcombe's interval of the share of pairs in the right order: a printed example, a slow twin, and its coverage."""

import math

import numpy as np
import pytest
from scipy import optimize, stats

from evalcore.curves import auc_interval
from evalcore.intervals import newcombe


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


@pytest.mark.parametrize(("n_pos", "n_neg"), [(1, 1), (5, 5), (3, 400)])
def test_perfect_order_is_no_certainty(n_pos, n_neg):
    low, high = newcombe(1.0, n_pos, n_neg)
    assert 0 < low < high == 1
    assert newcombe(0.0, n_pos, n_neg) == pytest.approx((0, 1 - low), abs=1e-12)


@pytest.mark.parametrize(("n_pos", "n_neg", "area"), [(9, 21, 0.98), (2, 98, 0.8), (10, 490, 0.98)])
def test_covers_where_the_logit_does_not(n_pos, n_neg, area):
    """Of 400 intervals at 95 %, 380 cover; 22 fewer would be 5 standard errors. The logit covers 80 % and less."""
    rng = np.random.default_rng(0)
    truth = np.arange(n_pos + n_neg) < n_pos
    shift = math.sqrt(2) * stats.norm.ppf(area)
    found = [auc_interval(truth, rng.normal(size=len(truth)) + shift * truth) for _ in range(400)]
    assert sum(r.newcombe_low <= area <= r.newcombe_high for r in found) > 380 - 22
    assert sum(r.logit_low <= area <= r.logit_high for r in found) < 0.85 * 400
