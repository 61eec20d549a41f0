"""Interval and verdict of different methods: where they contradict each other a warning says which of them decides."""

import math

import numpy as np
import pytest

from evalcore.significance import binomial_test, mcnemar, paired_bootstrap, paired_t_test, sign_test, t_test, wilcoxon
from evalcore.significance.contradictions import contradicts

DECIDES = "the test decides."
TABLES = [(a, b) for a in range(0, 41, 5) for b in range(0, 41, 4)]


def said(test):
    """Return the warnings about a contradiction."""
    return [str(warning) for warning in test.warnings if str(warning).endswith(DECIDES)]


@pytest.mark.parametrize(
    ("pvalue", "low", "high", "found"),
    [
        (0.08, 0.1, 0.5, True),
        (0.04, -0.1, 0.5, True),
        (0.04, 0.1, 0.5, False),
        (0.08, -0.1, 0.5, False),
        (0.05, 0.1, 0.5, False),
        (0.08, 0.0, 0.5, False),
        (math.nan, 0.1, 0.5, False),
        (0.08, math.nan, math.nan, False),
        (0.08, 0.1, math.inf, True),
    ],
)
def test_an_interval_contradicts_a_verdict(pvalue, low, high, found):
    assert contradicts(pvalue, low, high, value=0, confidence_level=0.95) is found


def test_12_against_4_tango_leaves_0_out_and_the_exact_test_keeps_it():
    assert said(mcnemar(12, 4, n=180, method="exact")) == [
        "Tango's interval of the difference leaves 0 out, yet McNemar's exact test does not reject at level 0.05: they "
        "are of different methods, and the test decides."
    ]
    assert said(mcnemar(12, 4, method="exact")) == []
    # The interval of 90% is made for level 0.1, where both say the same.
    assert said(mcnemar(12, 4, n=180, method="exact", confidence_level=0.9)) == []


@pytest.mark.parametrize(("method", "interval"), [("uncorrected", "Tango's"), ("exact", "Clopper and Pearson's")])
def test_each_interval_agrees_with_the_form_it_inverts(method, interval):
    found = [one for cells in TABLES for one in said(mcnemar(*cells, method=method, n=200))]
    assert found
    assert not [one for one in found if one.startswith(interval)]


def test_the_odds_ratio_may_contradict_the_other_forms():
    (one,) = said(mcnemar(12, 4, method="uncorrected", n=180))
    assert one.startswith("Clopper and Pearson's interval of the odds ratio holds 1, yet McNemar's χ² test without")
    assert "rejects at level 0.05" in one


def test_one_learner_against_a_bar():
    assert said(binomial_test(6, 10, 0.3)) == []
    assert said(binomial_test(6, 10, 0.3, alternative="two-sided")) == [
        "Wilson's interval of the error rate leaves 0.3 out, yet the exact binomial test does not reject at level "
        "0.05: they are of different methods, and the test decides."
    ]
    (exact,) = said(binomial_test(4, 5, 0.3, alternative="two-sided", interval="clopper-pearson"))
    assert exact.startswith("Clopper and Pearson's interval of the error rate holds 0.3, yet the exact binomial test")


def test_a_test_to_one_side_has_an_interval_with_two():
    (held,) = said(binomial_test(10, 20, 0.3))
    assert held.startswith("Wilson's interval of the error rate has two sides and holds 0.3, yet the exact binomial")
    (left_out,) = said(binomial_test(6, 10, 0.3, alternative="less"))
    assert left_out == (
        "Wilson's interval of the error rate has two sides and leaves 0.3 out, yet the exact binomial test looks to "
        "one side and does not reject at level 0.05: the test decides."
    )
    rates = [0.12, 0.10, 0.14, 0.11, 0.13, 0.09, 0.12, 0.15, 0.10, 0.12]
    for bar in (0.1, 0.1055, 0.11):
        assert said(t_test(rates, bar)) == []
    (held,) = said(t_test(rates, 0.106, alternative="greater"))
    assert held.startswith("The interval of the mean has two sides and holds 0.106, yet the t-test looks to one side")
    assert said(paired_t_test(rates, [0.1] * 10)) == []


def test_the_level_of_the_interval_is_the_one_that_counts():
    """A level alpha of the reader's own, other than 1 - confidence_level, is no contradiction."""
    test = binomial_test(6, 10, 0.3, alpha=0.01)
    assert (test.reject(0.05), test.reject(0.01), said(test)) == (True, False, [])


def test_signs():
    assert said(sign_test([1] * 12 + [0] * 4, [0] * 12 + [1] * 4)) == [
        "Wilson's interval of the share of wins leaves 0.5 out, yet the sign test does not reject at level 0.05: they "
        "are of different methods, and the test decides."
    ]
    assert said(sign_test([1] * 12, [0] * 12)) == []


def test_wilcoxon_with_ties():
    """Its interval is that of the test without ties."""
    tied = [0.8, 1.0, 2.8, 1.0, 0.6, -0.9, -0.4, 2.0, 0.6]
    (held,) = said(wilcoxon(tied, [0] * 9))
    assert held.startswith(
        "Hodges and Lehmann's interval of the median difference holds 0, yet Wilcoxon's test rejects"
    )
    rng = np.random.default_rng(0)
    assert not [one for _ in range(200) for one in said(wilcoxon(rng.normal(0.6, 1, 12), np.zeros(12)))]


def test_percentiles_and_the_share_of_resamples():
    """Their own rounding may part them near the level: 39 resamples, p in steps of 2 / 40."""
    y, a, b = np.array([[1, 1, 1]] * 60 + [[1, 1, 0]] * 12 + [[0, 1, 0]] * 5 + [[0, 0, 0]] * 23).T
    tests = [
        paired_bootstrap(lambda m: (m.tp + m.tn) / 100, y, a, b, n_replicates=39, rng=np.random.default_rng(seed))
        for seed in range(60)
    ]
    found = [one for test in tests for one in said(test)]
    assert found
    assert found[0].startswith("The interval between percentiles")
    assert "the share of resamples" in found[0]
