"""Null distributions by counting, against all that can happen."""

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evalcore.significance.null_distributions import (
    MOST_ARRANGEMENTS,
    Counted,
    arrangements,
    signed_rank_null,
    squared_sums_null,
)


def counted(values):
    found = Counter(values)
    total = sum(found.values())
    return {value: count / total for value, count in sorted(found.items())}


def as_dict(distribution):
    return dict(zip(distribution.values.tolist(), distribution.probability.tolist(), strict=True))


@given(st.lists(st.integers(1, 9), min_size=0, max_size=8), st.integers(0, 5))
def test_signed_ranks_are_all_assignments_of_signs(doubled, constant):
    signs = itertools.product((0, 1), repeat=len(doubled))
    expected = counted((sum(r for r, s in zip(doubled, sign, strict=True) if s) + constant) / 2 for sign in signs)
    assert as_dict(signed_rank_null(np.array(doubled, dtype=np.int64), constant)) == expected


@given(
    st.integers(2, 3).flatmap(
        lambda k: st.lists(st.lists(st.integers(0, 6), min_size=k, max_size=k), min_size=1, max_size=4)
    )
)
def test_squared_sums_are_all_orders_of_the_rows(rows):
    orders = itertools.product(*(list(itertools.permutations(row)) for row in rows))
    expected = counted(float((np.sum(order, axis=0) ** 2).sum()) for order in orders)
    found = as_dict(squared_sums_null(np.array(rows, dtype=np.int64)))
    assert list(found) == list(expected)
    np.testing.assert_allclose(list(found.values()), list(expected.values()), rtol=1e-12)


@pytest.mark.parametrize(("k", "n"), [(2, 300), (3, 99), (4, 22), (5, 8), (6, 3), (7, 2)])
def test_the_largest_tables_named_are_within_the_limits(k, n):
    found = squared_sums_null(np.array([2 * (np.arange(k) + 1)] * n))
    assert found.probability.sum() == pytest.approx(1)


@pytest.mark.parametrize(("k", "n"), [(2, 1001), (3, 130), (4, 30), (5, 10), (8, 2), (12, 3), (60, 2)])
def test_larger_tables_are_not_counted(k, n):
    assert squared_sums_null(np.array([2 * (np.arange(k) + 1)] * n)) is None


def test_arrangements():
    assert len(arrangements(np.arange(7))) == MOST_ARRANGEMENTS == 5040
    assert arrangements(np.arange(8)) is None
    assert len(arrangements(np.array([0] * 28 + [1] * 2))) == 30 * 29 // 2


def test_a_counted_distribution_answers_like_one_of_scipy():
    binomial = stats.binom(12, 0.3)
    values = np.arange(13.0)
    found = Counted(values, binomial.pmf(values))
    x = np.arange(-1, 14, 0.5)
    for name in ("cdf", "sf"):
        np.testing.assert_allclose(getattr(found, name)(x), getattr(binomial, name)(x), rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(found.pmf(x), np.where(x == np.floor(x), binomial.pmf(x), 0), atol=1e-15)
    np.testing.assert_allclose(found.at_least(values), binomial.sf(values - 1), rtol=1e-12)
    for q in (0.01, 0.05, 0.5, 0.95, 0.999):
        assert found.ppf(q) == binomial.ppf(q)
        assert found.isf(q) == binomial.isf(q)
