"""Places of a critical-difference diagram."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.significance import critical_difference_diagram, nemenyi, wilcoxon_holm
from evalcore.significance.diagram import Bar
from tests.evalcore.significance.demsar import AS_RANKED


def test_the_book_s_example():
    found = critical_difference_diagram(nemenyi([1, 2.125, 2.875], 4))
    assert found.order == (0, 1, 2)
    assert found.bars == (Bar(1, 2.125, 0, (0, 1)), Bar(2.125, 2.875, 1, (1, 2)))
    assert found.critical_difference == pytest.approx(1.657, abs=5e-4)
    np.testing.assert_allclose(found.high - found.low, found.critical_difference)  # the whole length, not half
    assert found.high[0] > found.low[1]  # A and B overlap
    assert found.high[0] < found.low[2]  # A and C do not


@given(st.integers(2, 9).flatmap(lambda k: st.lists(st.floats(1, k), min_size=k, max_size=k)), st.integers(1, 200))
def test_nothing_overlaps_that_should_not(ranks, n):
    tested = nemenyi(ranks, n)
    found = critical_difference_diagram(tested)
    assert sorted(found.order) == list(range(len(ranks)))
    assert (np.diff(found.ranks) >= 0).all()
    np.testing.assert_array_equal(found.ranks, np.array(ranks)[list(found.order)])
    assert {tuple(sorted(bar.members)) for bar in found.bars} == set(tested.groups)
    for one, other in combinations(found.bars, 2):
        assert one.level != other.level or one.high < other.low or other.high < one.low
        assert not (one.low <= other.low and other.high <= one.high)
        assert not (other.low <= one.low and one.high <= other.high)
    for bar in found.bars:
        inside = (found.ranks >= bar.low) & (found.ranks <= bar.high)
        assert np.array(found.order)[inside].tolist() == list(bar.members)
    for i, j in combinations(range(len(ranks)), 2):
        difference = found.ranks[j] - found.ranks[i]
        if abs(difference - found.critical_difference) > 1e-9:
            assert (found.low[j] < found.high[i]) == (difference < found.critical_difference)


def test_pairwise_tests_have_bars_and_no_ruler():
    found = critical_difference_diagram(wilcoxon_holm(AS_RANKED))
    assert math.isnan(found.critical_difference)
    assert np.isnan([*found.low, *found.high]).all()
    assert found.order == (3, 1, 2, 0)
    assert [bar.members for bar in found.bars] == [(3, 2, 0), (3, 1, 2)]  # the first passes over learner 1
    assert [bar.level for bar in found.bars] == [0, 1]


def test_no_group_no_bar():
    found = critical_difference_diagram(nemenyi([1, 2, 3], 500))
    assert found.bars == ()


def test_the_same_place():
    found = critical_difference_diagram(nemenyi([1.5, 1.5], 9))
    assert found.bars == (Bar(1.5, 1.5, 0, (0, 1)),)
