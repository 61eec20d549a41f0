"""The interval of a difference of two areas where rows of a class are few: it fits the test, and covers."""

import math

import numpy as np
import pytest

from evalcore.intervals.auc_variance import placements
from evalcore.intervals.mann_whitney import newcombe, newcombe_difference
from evalcore.significance import auc_differences, delong_test
from evalcore.significance.few_rows import FewRows, near_an_end


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
    ("n_pos", "area", "said"), [(10, 0.98, True), (400, 0.98, False), (30, 0.7, False), (10, 0.7, False)]
)
def test_an_area_near_its_end_is_warned_of(n_pos, area, said):
    assert bool(near_an_end((area, 0.7), (n_pos, 1_000))) == said
    truth, a, b = drawn(n_pos, 500, (4.0 if area > 0.9 else 0.7, 0.5), np.random.default_rng(0))
    found = [str(word) for word in delong_test(truth, a, b).warnings]
    assert any(word.startswith("The rows are few for an area so near its end") for word in found) == said


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
