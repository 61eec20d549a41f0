"""Two of several models: p, verdict and level answer for all pairs, and agree with each other."""

import gc
from dataclasses import replace

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from evalcore.significance import mcnemar, paired_t_test
from evalcore.significance.contingency import Method, largest_kept, mcnemar_pvalues
from evalcore.significance.results import among, level_of_each

METHODS: tuple[Method, ...] = ("mid-p", "exact", "corrected", "uncorrected")


@pytest.mark.slow
def test_adjusted_p_is_holm_s_of_all_pairs():
    rng = np.random.default_rng(0)
    for _ in range(30):
        cells = rng.integers(0, 30, (15, 2))
        p = mcnemar_pvalues(cells)
        test = among(mcnemar(*cells[0].tolist()), p[1:])
        assert test.adjusted == pytest.approx(multipletests(p, method="holm")[1][0])
        assert (test.pvalue, test.n_tests) == (pytest.approx(p[0]), 15)
        assert test.reject(0.05) == (test.adjusted < 0.05)


def test_of_two_models_nothing_changes():
    test = mcnemar(25, 10)
    assert (test.adjusted, test.n_tests, test.own_level(0.05)) == (test.pvalue, 1, 0.05)
    assert level_of_each(0.95, 1) == 0.95
    assert str(among(test, []).verdict()) == str(test.verdict())


def test_a_pair_without_p_does_not_count():
    test = among(mcnemar(25, 10), [0.9, np.nan, 0.8])
    assert test.n_tests == 3
    lacking = among(paired_t_test([0.1, 0.2], [0.0, 0.1]), [0.01, 0.02])
    assert np.isnan(lacking.adjusted)
    assert not lacking.reject()


def test_the_verdict_says_the_adjusted_p():
    test = among(mcnemar(25, 10), [0.5] * 14)
    assert "p = 0.17)" in str(test.verdict())
    assert not test.reject()


@pytest.mark.parametrize("method", METHODS)
def test_what_is_beyond_the_critical_value_is_what_is_rejected_together(method):
    others = np.array([0.001, 0.2, 0.3, 0.01])
    for more in range(13, 26):
        test = among(mcnemar(more, 25 - more, method=method), others)
        if method in {"mid-p", "exact"}:
            kept = largest_kept(np.array([25]), method, test.own_level(0.05))[0]
            assert test.critical_value(0.05) == kept
            assert (more > kept) == test.reject(0.05)
        else:
            assert (test.statistic > test.critical_value(0.05)) == test.reject(0.05)


def test_the_level_of_one_is_that_at_which_its_own_p_is_rejected(monkeypatch):
    """It does not depend on the p at hand: the critical value drawn for another step of a handle is right, too."""
    # statsmodels collects garbage at each call, which takes a fifth of a second beside what the other tests hold.
    monkeypatch.setattr(gc, "collect", lambda: 0)
    rng = np.random.default_rng(1)
    for _ in range(300):
        p, others = rng.choice([0.0001, 0.001, 0.01, 0.03, 0.2, 0.9], 2), rng.choice([0.001, 0.004, 0.02, 0.5], 4)
        tests = [among(replace(mcnemar(18, 17), pvalue=float(one)), others) for one in p]
        assert tests[0].own_level(0.05) == tests[1].own_level(0.05)
        for test in tests:
            assert (test.pvalue < test.own_level(0.05)) == (
                multipletests([test.pvalue, *others], method="holm")[1][0] < 0.05
            )
    assert among(mcnemar(18, 17), [0.5] * 14).own_level(0.05) == 0.05 / 15
    # .02 is above .05 / 3, so it is not rejected first, and .024 is judged by the first step, too.
    assert among(replace(mcnemar(18, 17), pvalue=0.024), [0.02, 0.9]).own_level(0.05) == 0.05 / 3


@pytest.mark.parametrize("method", METHODS)
def test_many_p_values_are_those_of_the_tests(method):
    cells = np.random.default_rng(1).integers(0, 40, (30, 2)).tolist()
    expected = [mcnemar(*both, method=method).pvalue for both in cells]
    np.testing.assert_allclose(mcnemar_pvalues(cells, method=method), expected, rtol=1e-12)


def test_intervals_hold_together():
    """Bonferroni: with independent intervals at least 95% of the families are whole."""
    assert level_of_each(0.95, 5) ** 5 >= 0.95
