"""Pairs of algorithms: adjusted p-values, what the pool does to a verdict, what could be shown."""

import math

import numpy as np
import pytest

from evalcore.significance import critical_difference, friedman, holm, nemenyi, wilcoxon, wilcoxon_holm
from evalcore.views.significance.pairs import (
    needed_for,
    pair_readings,
    pool_verdicts,
    rank_formulas,
    reach,
    verdict_changes,
)

LECTURE = np.array([[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]])


def test_pairs_by_each_method():
    rng = np.random.default_rng(1)
    scores = rng.normal(size=(10, 4)) + np.arange(4)
    test, posthoc = friedman(scores), wilcoxon_holm(scores)
    found = pair_readings(test, posthoc)
    assert [one.difference for one in found] == sorted((one.difference for one in found), reverse=True)
    alone = [2 * (1 - 0.5 * math.erfc(-one.difference / math.sqrt(4 * 5 / 60) / math.sqrt(2))) for one in found]
    assert [one.holm for one in found] == pytest.approx(holm(alone).tolist())
    by_range = nemenyi(test.mean_ranks, 10).pvalues
    for one in found:
        assert test.mean_ranks[one.first] <= test.mean_ranks[one.second]
        assert one.nemenyi == by_range[one.first, one.second]
        assert one.wilcoxon == wilcoxon(scores[:, one.first], scores[:, one.second]).pvalue
        assert one.wilcoxon_holm >= one.wilcoxon


def test_verdict_about_the_same_two_depends_on_the_pool():
    """Exercise 5: without C the lecture's A and B are told apart."""
    found = pool_verdicts(LECTURE, (0, 1), higher_is_better=False, alpha=0.05)
    assert [(one.without, one.is_apart) for one in found] == [(None, False), (2, True)]
    assert [one.difference for one in found] == [1.125, 1.0]
    assert found[0].critical_difference == pytest.approx(1.657, abs=5e-4)
    assert found[1].critical_difference == pytest.approx(0.980, abs=5e-4)
    assert verdict_changes(found) == (2,)
    assert verdict_changes(pool_verdicts(LECTURE, (0, 2), higher_is_better=False, alpha=0.05)) == ()


def test_reach_names_what_cannot_be_shown():
    now, *others = reach(3, 4, alpha=0.05)
    assert (now.n, now.is_possible) == (4, True)
    assert now.critical_difference == critical_difference(3, 4)
    assert [one.n for one in others] == [5, 10, 15, 20, 30, 50, 100]
    assert not reach(3, 2, alpha=0.05)[0].is_possible
    assert [one.n for one in reach(3, 10, alpha=0.05)].count(10) == 1


def test_data_sets_needed_for_what_was_seen():
    test = friedman(LECTURE, higher_is_better=False)
    assert needed_for(test, (0, 2), alpha=0.05) == 4
    assert needed_for(test, (0, 1), alpha=0.05) == 9
    assert needed_for(friedman([[1, 1, 2]] * 3), (0, 1), alpha=0.05) is None


def test_numbers_of_the_formulas():
    textbook = friedman(LECTURE, higher_is_better=False, ties="textbook")
    found = rank_formulas(friedman(LECTURE, higher_is_better=False), textbook, alpha=0.05)
    assert (found.n, found.k) == (4, 3)
    assert (found.textbook, found.chi2, found.f) == pytest.approx((7.125, 7.6, 57.0))
    assert found.correction == pytest.approx(0.9375)
    assert 12 * 4 / (3 * 4) * (found.sum_of_squares - 3 * 16 / 4) == pytest.approx(7.125)
    assert (found.q, found.critical_difference) == pytest.approx((2.3437, 1.657), abs=5e-4)
    same = rank_formulas(textbook, textbook, alpha=0.05)
    assert (same.correction, same.f) == pytest.approx((1, 24.4286), abs=1e-4)
