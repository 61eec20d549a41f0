"""The largest distance of two classes against scipy, and what is to be minded beside it."""

import math

import numpy as np
import pytest
from scipy import stats

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import kolmogorov_smirnov
from evalcore.curves.largest_distance import CHOSEN, WEIGHTED, WRONG_WAY


def drawn(n, seed=0, apart=0.5):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.3
    return truth, rng.normal(size=n) + apart * truth


@pytest.mark.parametrize(("n", "method", "theirs"), [(60, "exact", "exact"), (4_000, "limit", "asymp")])
@pytest.mark.parametrize("apart", [0.0, 0.5, -0.4])
def test_as_scipy(n, method, theirs, apart):
    truth, score = drawn(n, apart=apart)
    found = kolmogorov_smirnov(threshold_counts(truth, score))
    expected = stats.ks_2samp(score[truth], score[~truth], method=theirs)
    assert found.statistic == pytest.approx(expected.statistic)
    assert found.pvalue == pytest.approx(expected.pvalue)
    assert found.method == method


def test_where_it_is_reached():
    truth, score = drawn(200)
    found = kolmogorov_smirnov(threshold_counts(truth, score))
    taken = score >= found.threshold
    assert (found.tpr, found.fpr) == (taken[truth].mean(), taken[~truth].mean())
    assert found.statistic == pytest.approx(found.tpr - found.fpr)
    for threshold in score:
        taken = score >= threshold
        assert abs(taken[truth].mean() - taken[~truth].mean()) <= found.statistic + 1e-12
    assert found.warnings == (CHOSEN,)


def test_of_several_places_the_highest():
    tied = kolmogorov_smirnov(ThresholdCounts.from_grouped([3, 2, 1], [2, 1, 1], [0, 1, 3]))
    assert (tied.statistic, tied.threshold) == (0.5, 3)


def test_a_score_that_runs_against_the_truth():
    truth, score = drawn(200)
    found, turned = (kolmogorov_smirnov(threshold_counts(truth, of)) for of in (score, -score))
    assert turned.statistic == pytest.approx(found.statistic)
    assert turned.warnings == (CHOSEN, WRONG_WAY)
    assert turned.tpr < turned.fpr


def test_by_chance_is_what_a_score_without_use_has():
    rng = np.random.default_rng(0)
    truth = np.arange(400) < 150
    found = [kolmogorov_smirnov(threshold_counts(truth, rng.normal(size=400))) for _ in range(200)]
    assert found[0].by_chance == pytest.approx(np.mean([one.statistic for one in found]), rel=0.08)


def test_what_has_no_pvalue():
    truth, score = drawn(60)
    weighted = kolmogorov_smirnov(threshold_counts(truth, score, sample_weight=np.full(60, 2.0)))
    by_case = kolmogorov_smirnov(threshold_counts(truth, score, case=np.arange(60) // 2))
    plain = kolmogorov_smirnov(threshold_counts(truth, score))
    assert weighted.statistic == by_case.statistic == plain.statistic
    assert weighted.reason is WEIGHTED
    assert "Rows of one case" in str(by_case.reason)
    assert math.isnan(weighted.pvalue + by_case.pvalue)
    none = kolmogorov_smirnov(threshold_counts([1, 1], [0.5, 0.2]))
    assert "No row is negative" in str(none.reason)
    assert math.isnan(none.statistic + none.pvalue)
