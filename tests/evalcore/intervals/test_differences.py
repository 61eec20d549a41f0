"""Differences of independent numbers: Newcombe's own examples, and whatever leaves none."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import Message
from evalcore.intervals import Estimate, independent_difference, wilson

SHARES = st.tuples(st.integers(0, 50), st.integers(1, 50)).map(lambda pair: (min(pair), pair[1]))


def of(k, n, level=0.95):
    low, high = wilson(k, n, confidence_level=level)
    return Estimate(k / n, low, high, confidence_level=level)


@pytest.mark.parametrize(
    ("first", "second", "ends"),
    [
        ((56, 70), (48, 80), (0.0524, 0.3339)),
        ((9, 10), (3, 10), (0.1705, 0.8090)),
        ((6, 7), (2, 7), (0.0582, 0.8062)),
        ((5, 56), (0, 29), (-0.0381, 0.1926)),
        ((0, 10), (0, 20), (-0.1611, 0.2775)),
        ((10, 10), (0, 20), (0.6791, 1.0)),
    ],
)
def test_newcombe_s_table(first, second, ends):
    """Newcombe (1998), table II, method 10."""
    found = independent_difference(of(*first), of(*second))
    assert (found.low, found.high) == pytest.approx(ends, abs=6e-5)


@given(SHARES, SHARES)
def test_turned_round_it_is_the_same(first, second):
    one, other = independent_difference(of(*first), of(*second)), independent_difference(of(*second), of(*first))
    assert (one.value, one.low, one.high) == pytest.approx((-other.value, -other.high, -other.low))
    assert -1 - 1e-9 <= one.low <= one.value <= one.high <= 1 + 1e-9


def test_what_one_side_has_not_the_difference_has_not():
    why, mind = Message("Why."), Message("Mind.")
    known, unknown = Estimate(0.5, 0.4, 0.6, warnings=(mind,)), Estimate(0.3, reason=why)
    for found in (independent_difference(known, unknown), independent_difference(unknown, known)):
        assert math.isnan(found.low)
        assert found.reason == why
        assert abs(found.value) == pytest.approx(0.2)
    assert independent_difference(known, known).warnings == (mind,)
    assert independent_difference(known, Estimate(0.3, 0.2, 0.4, warnings=(why,))).warnings == (mind, why)
