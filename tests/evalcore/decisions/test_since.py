"""Two samples a week apart: rows, scores and what a threshold decides, before and now."""

import numpy as np
import pytest
from scipy import stats

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import auc_interval
from evalcore.decisions import carried, since
from evalcore.decisions.carried import SAME_ROWS
from evalcore.decisions.since import NO_ROW, OF_CASES, WEIGHTED
from evalcore.intervals import Estimate, independent_difference, wilson
from tests.evalcore.cases import clustered


def week(seed, *, n=400, p=0.3, moved=0.0, digits=1):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < p
    return truth, np.round(rng.normal(size=n) + 1.5 * truth + moved, digits)


def of(seed, **options):
    return threshold_counts(*week(seed, **options))


def named(found, name):
    return next(one for one in found.numbers if one[2].name == name)


def test_scores_of_a_class_are_compared_as_scipy_does():
    (truth, score), (of_now, score_now) = week(0), week(1, moved=0.3)
    found = since(threshold_counts(truth, score), threshold_counts(of_now, score_now), 0.7)
    for shift, name in zip(found.shifts, ("positives", "negatives"), strict=True):
        before, now = (s[t == (name == "positives")] for t, s in ((truth, score), (of_now, score_now)))
        expected = stats.mannwhitneyu(now, before, alternative="two-sided")
        assert shift.name == name
        assert (shift.n_before, shift.n_now) == (len(before), len(now))
        assert shift.value == pytest.approx(expected.statistic / len(before) / len(now))
        assert shift.pvalue == pytest.approx(expected.pvalue)
        area = auc_interval(np.repeat([0, 1], [len(before), len(now)]), np.concatenate([before, now]))
        assert (shift.low, shift.high) == pytest.approx((area.robust_low, area.robust_high))
        assert 0 < shift.detectable < 0.2


def test_the_prevalence_differs_as_two_shares_do():
    before, now = of(0), of(1, p=0.5)
    _a, _b, apart = named(since(before, now, 0.7), "prevalence")
    shares = (Estimate(c.prevalence, *wilson(c.n_pos, c.n_pos + c.n_neg)) for c in (now, before))
    expected = independent_difference(*shares)
    assert (apart.value, apart.low, apart.high) == pytest.approx((expected.value, expected.low, expected.high))


def test_a_new_prevalence_alone_moves_no_scores():
    found = since(of(2, n=3_000), of(3, n=3_000, p=0.6), 0.7)
    assert all(one.low < 0.5 < one.high and one.pvalue > 0.01 for one in found.shifts)
    assert "prevalence" in [one.name for one in found.beyond_chance()]


def test_readings_are_those_of_the_threshold_on_both_sides():
    before, now = of(0), of(1)
    found = since(before, now, 0.7)
    of_threshold = carried(before, now, 0.7, names=["recall"])
    assert named(found, "recall")[2].value == of_threshold.differences[0].value
    names = [apart.name for _before, _now, apart in found.numbers]
    assert names[:4] == ["prevalence", "queue_rate", "auc", "average_precision"]
    assert len(names) == len(set(names))
    assert list(found.to_frame()["name"]) == names


def test_cases_have_intervals_and_no_test():
    sides = []
    for seed in (0, 1):
        truth, score, _other, case = clustered(cases=80, seed=seed)
        sides.append((truth, score, case))
    by_case = since(*(threshold_counts(t, s, case=c) for t, s, c in sides), 0.5)
    by_row = since(*(threshold_counts(t, s) for t, s, _c in sides), 0.5)
    for one, other in zip(by_case.shifts, by_row.shifts, strict=True):
        assert one.value == pytest.approx(other.value)
        assert one.high - one.low > other.high - other.low
        assert np.isnan(one.pvalue)
        assert one.untested is OF_CASES
    assert np.isnan(by_case.detectable_prevalence)
    # One file without a column of cases: its rows are cases of their own.
    mixed = since(threshold_counts(*sides[0][:2]), threshold_counts(*sides[1][:2], case=sides[1][2]), 0.5)
    assert by_row.shifts[0].high < mixed.shifts[0].high or by_row.shifts[0].low > mixed.shifts[0].low


def test_weights_have_values_alone():
    truth, score = week(0)
    weight = np.random.default_rng(5).random(len(truth)) + 0.5
    found = since(threshold_counts(truth, score, sample_weight=weight), of(1), 0.7)
    assert all(not np.isnan(one.value) and np.isnan(one.low) and one.untested is WEIGHTED for one in found.shifts)
    assert np.isnan(found.detectable_prevalence)


def test_the_same_rows_have_no_intervals():
    for found in (since(of(0), of(0), 0.7), since(of(0), of(1), 0.7, independent=False)):
        assert all(np.isnan(one.low) and one.reason is SAME_ROWS for one in found.shifts)
        assert found.beyond_chance() == []


def test_a_class_without_rows_says_so():
    only = ThresholdCounts.from_grouped([0.9, 0.1], [0, 0], [3, 4])
    positives, negatives = since(of(0), only, 0.5).shifts
    assert np.isnan(positives.value)
    assert positives.reason is NO_ROW
    assert negatives.n_now == 7


@pytest.mark.slow
def test_where_nothing_has_changed_an_interval_leaves_it_out_one_time_of_twenty():
    out = np.zeros(2)
    for seed in range(150):
        found = since(of(2 * seed, n=300), of(2 * seed + 1, n=300), 0.7)
        out += [not one.low <= 0.5 <= one.high for one in found.shifts]
    assert (out / 150 < 0.1).all()
