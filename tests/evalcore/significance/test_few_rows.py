"""The interval of a difference of two areas where rows of a class are few: it fits the test, and covers."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from evalcore.intervals.auc_variance import placements
from evalcore.intervals.mann_whitney import newcombe, newcombe_difference, robust_area
from evalcore.significance import auc_differences, delong_test
from evalcore.significance.few_rows import FewRows, exchange_pvalue, farther_ends, few_for_delong
from tests.tiers import least_of


def few_rows(truth, a, b):
    truth, a, b = np.asarray(truth, dtype=bool), np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return FewRows(truth, a, b, placements(truth, a), placements(truth, b))


def drawn(n_pos, n_neg, shifts, rng):
    truth = np.arange(n_pos + n_neg) < n_pos
    shared = rng.normal(size=n_pos + n_neg)
    return truth, *(shared + rng.normal(size=n_pos + n_neg) + shift * truth for shift in shifts)


@pytest.mark.parametrize("correlation", [0, 0.5, 0.9])
def test_difference_of_both_areas(correlation):
    """Zou's limits, written out; a difference of two models with one area lies in the middle."""
    (la, ua), (lb, ub) = newcombe(0.9, 5, 95), newcombe(0.7, 5, 95)
    low, high = newcombe_difference(0.9, 0.7, 5, 95, correlation=correlation)
    below = (0.9 - la) ** 2 + (ub - 0.7) ** 2 - 2 * correlation * (0.9 - la) * (ub - 0.7)
    above = (ua - 0.9) ** 2 + (0.7 - lb) ** 2 - 2 * correlation * (ua - 0.9) * (0.7 - lb)
    assert (low, high) == pytest.approx((0.2 - math.sqrt(below), 0.2 + math.sqrt(above)))
    low, high = newcombe_difference(0.7, 0.7, 5, 95, correlation=correlation)
    assert low == pytest.approx(-high)


def test_it_stays_inside():
    low, high = newcombe_difference(1.0, 0.0, 2, 2, correlation=0)
    assert -1 < low < high == 1


def test_of_two_correlations_the_smaller_counts():
    rng = np.random.default_rng(1)
    truth, a, b = drawn(5, 95, (1, 1), rng)
    assert 0 < few_rows(truth, a, b).correlation < 1
    assert few_rows(truth, a, -a).correlation == 0  # below 0 it would make the interval narrower where it is wrong
    assert few_rows(truth, a, np.zeros(100)).correlation == 0
    assert few_rows(~truth, -a, -b).correlation == pytest.approx(few_rows(truth, a, b).correlation)


def test_the_interval_does_not_contradict_the_test_without_a_word():
    rng = np.random.default_rng(1)
    said = set()
    for shifts in ((1, 1), (2, 0.5), (3, 0)):
        for n_pos in (2, 3, 5, 9):
            for _ in range(10):
                found = delong_test(*drawn(n_pos, 60, shifts, rng))
                holds = found.low <= 0 <= found.high
                apart = [str(word) for word in found.warnings if "they are of different methods" in str(word)]
                assert holds or found.pvalue < 0.05
                assert bool(apart) == (found.low < 0 < found.high and found.pvalue < 0.05)
                said.update(apart)
    assert said == {
        "The interval of the difference holds 0, yet the test that exchanges both models' ranks rejects at level 0.05: "
        "they are of different methods, and the test decides."
    }


@pytest.mark.parametrize(
    ("n_pos", "n_neg", "shift", "few"), [(29, 100, 0.7, True), (30, 100, 0.7, False), (60, 60, 4.0, True)]
)
def test_where_rows_are_few_for_delong_the_ends_are_the_farther_ones(n_pos, n_neg, shift, few):
    """Written out for one correlation: Zou's limits of the printed intervals of both areas, and DeLong's."""
    truth, a, b = drawn(n_pos, n_neg, (shift, 0.5), np.random.default_rng(2))
    placed = [placements(truth, score) for score in (a, b)]
    assert few_for_delong(*placed) == few
    found, half = delong_test(truth, a, b), 1.959964 * delong_test(truth, a, b).standard_error
    by_delong = found.difference - half, found.difference + half
    if not few:
        assert (found.low, found.high) == pytest.approx(by_delong, abs=1e-6)
        return
    errors = [math.sqrt(of.variance) for of in placed]
    r = (errors[0] ** 2 + errors[1] ** 2 - found.standard_error**2) / (2 * errors[0] * errors[1])
    (la, ua), (lb, ub) = (robust_area(of.area, e, n_pos, n_neg) for of, e in zip(placed, errors, strict=True))
    below, above = found.auc_a - la, ub - found.auc_b
    low = found.difference - math.sqrt(below**2 + above**2 - 2 * r * below * above)
    below, above = ua - found.auc_a, found.auc_b - lb
    high = found.difference + math.sqrt(below**2 + above**2 - 2 * r * below * above)
    assert (found.low, found.high) == pytest.approx((min(low, by_delong[0]), max(high, by_delong[1])), abs=1e-6)
    assert farther_ends(*placed, confidence_level=0.95) == (found.low, found.high)


def test_where_delongs_test_rejects_and_the_farther_ends_hold_0_it_is_said():
    rng, said = np.random.default_rng(0), 0
    for _ in range(60):
        found = delong_test(*drawn(12, 200, (1.9, 1.0), rng))
        apart = [str(word) for word in found.warnings if "they are of different methods" in str(word)]
        assert bool(apart) == (found.low < 0 < found.high and found.pvalue < 0.05)
        assert found.low <= 0 <= found.high or found.pvalue < 0.05
        said += len(apart)
    assert said


def test_where_the_test_does_not_reject_the_interval_reaches_to_0():
    rng = np.random.default_rng(3)
    found = [delong_test(*drawn(2, 98, (3, 0.2), rng)) for _ in range(20)]
    reached = [test for test in found if test.low == 0]
    assert reached
    assert all(test.pvalue > 0.05 and test.high > test.difference for test in reached)


def test_of_several_pairs_the_interval_is_wider_and_p_the_same():
    rng = np.random.default_rng(2)
    truth, a, b = drawn(4, 60, (1.5, 0.5), rng)
    found = auc_differences(truth, {"a": a, "b": b, "c": rng.normal(size=64)})
    alone = delong_test(truth, a, b)
    assert found.tests[0].pvalue == alone.pvalue
    assert found.tests[0].low < alone.low < alone.high < found.tests[0].high


@pytest.mark.parametrize("shift", [4.1, 1.5])
def test_between_one_and_three_rows_on_the_wrong_side_are_no_warning(shift):
    """Of the larger area; with 50 + 450 rows up to 500 + 500 DeLong's interval of the difference covers .92 to .99."""
    truth, a, b = drawn(100, 500, (shift, 1.0), np.random.default_rng(0))
    assert not few_for_delong(placements(truth, a), placements(truth, b))
    assert delong_test(truth, a, b).warnings == ()


@pytest.mark.slow
@pytest.mark.parametrize(("n_pos", "n_neg", "wrong"), [(50, 450, 2.2), (212, 357, 1.2)])
def test_where_that_is_said_no_more_the_interval_holds(n_pos, n_neg, wrong):
    """Two models of correlation .5, the worse with three times as many pairs in the wrong order."""
    rng, truth = np.random.default_rng(1), np.arange(n_pos + n_neg) < n_pos
    errors = np.array([1, 3]) * wrong / n_pos
    held = 0
    for _ in range(200):
        scores = rng.multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]], n_pos + n_neg)
        scores[:n_pos] += np.sqrt(2) * stats.norm.ppf(1 - errors)
        found = delong_test(truth, *scores.T)
        held += found.low <= errors[1] - errors[0] <= found.high
    assert held / 200 >= least_of(200, 0.92)


def auc(truth, score):
    return (np.sign(score[truth][:, None] - score[~truth][None, :]) / 2 + 0.5).mean()


def one_by_one(truth, a, b):
    """Exchange the two ranks of every subset of the rows."""
    ranks = stats.rankdata(a), stats.rankdata(b)
    found = []
    for stays in itertools.product([True, False], repeat=len(truth)):
        first, second = np.where(stays, *ranks), np.where(stays, *ranks[::-1])
        found.append(auc(truth, first) - auc(truth, second))
    return np.mean(np.abs(found) > abs(found[0]) - 1e-12)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("n_pos", [1, 4, 6])
def test_all_exchanges_one_by_one(n_pos, seed):
    rng = np.random.default_rng(seed)
    truth = np.arange(8) < n_pos
    a, b = rng.integers(0, 6, (2, 8)).astype(float)
    assert exchange_pvalue(truth, a, b) == pytest.approx(one_by_one(truth, a, b), abs=1e-12)


@pytest.mark.parametrize(("n_pos", "n_neg"), [(9, 300), (300, 9), (200, 200)])
def test_of_many_rows_the_normal_distribution_stands_for_the_sum(n_pos, n_neg, monkeypatch):
    rng = np.random.default_rng(0)
    truth = np.arange(n_pos + n_neg) < n_pos
    a = rng.normal(size=len(truth)) + truth
    b = a + rng.normal(size=len(truth)) * 0.3
    exact = exchange_pvalue(truth, a, b)
    monkeypatch.setattr("evalcore.significance.few_rows.MOST_STEPS", 0)
    assert exchange_pvalue(truth, a, b) == pytest.approx(exact, rel=0.02)


def test_scales_do_not_matter_nor_which_model_comes_first():
    rng = np.random.default_rng(1)
    truth = np.arange(20) < 7
    a, b = rng.normal(size=(2, 20))
    found = exchange_pvalue(truth, a, b)
    assert exchange_pvalue(truth, np.exp(a), 1000 * b) == exchange_pvalue(truth, b, a) == found
    assert exchange_pvalue(~truth, -a, -b) == found
    assert exchange_pvalue(truth, a, a) == 1
