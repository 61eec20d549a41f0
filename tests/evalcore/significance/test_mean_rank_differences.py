"""Nemenyi's and Bonferroni and Dunn's tests, and what could be shown at all."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from evalcore.errors import InputError
from evalcore.significance import (
    bonferroni,
    bonferroni_dunn,
    critical_difference,
    data_sets_needed,
    friedman,
    nemenyi,
    wilcoxon_holm,
)
from evalcore.significance.score_tables import POOL
from tests.evalcore.significance.demsar import AS_RANKED

BOOK = [1, 2.125, 2.875]
RANKS = st.integers(2, 7).flatmap(lambda k: st.lists(st.floats(1, k), min_size=k, max_size=k))


def test_the_book_s_example():
    found = nemenyi(BOOK, 4)
    assert found.critical_difference == pytest.approx(1.657, abs=5e-4)
    assert found.groups == ((0, 1), (1, 2))  # A and B, B and C; A and C differ
    assert found.pvalues[0, 2] < 0.05 < found.pvalues[0, 1]
    assert nemenyi(BOOK, 4, alpha=0.1).critical_difference == pytest.approx(2.052 * math.sqrt(0.5), abs=1e-3)


def test_demsar_s_example():
    ranks = friedman(AS_RANKED).mean_ranks
    assert nemenyi(ranks, 14).critical_difference == pytest.approx(1.25, abs=5e-3)
    # The paper's table of q has 2.291 for level .10 and its text 1.12.
    assert nemenyi(ranks, 14, alpha=0.1).critical_difference == pytest.approx(1.12, abs=5e-3)
    assert nemenyi(ranks, 14).groups == ((0, 1, 2, 3),)
    assert nemenyi(ranks, 14, alpha=0.1).groups == ((1, 2, 3), (0, 2))
    dunn = bonferroni_dunn(ranks, 14, control=0)
    assert dunn.critical_difference == pytest.approx(1.16, abs=1e-2)
    # The p-values before adjustment; the paper has .019, .607 and .016, from z rounded to two digits.
    single = 2 * stats.norm.sf(np.abs(dunn.z[1:]))
    np.testing.assert_allclose(single, [0.019, 0.607, 0.016], atol=2e-3)
    np.testing.assert_allclose(dunn.pvalues[1:], np.minimum(3 * single, 1))


@pytest.mark.parametrize("k", [2, 3, 5])
def test_p_values_are_those_of_the_studentised_range(k):
    ranks = np.linspace(1, k, k)
    found = nemenyi(ranks, 9)
    q = np.abs(ranks[:, None] - ranks) / math.sqrt(k * (k + 1) / (12 * 9))
    expected = [[farther_apart(one, k) for one in row] for row in q]
    np.testing.assert_allclose(found.pvalues, expected, atol=1e-8)


def farther_apart(width, k):
    """Return how often the largest and the smallest of k normal numbers are so far apart, by plain integration."""
    inside, _error = integrate.quad(
        lambda x: k * stats.norm.pdf(x) * (stats.norm.cdf(x) - stats.norm.cdf(x - width)) ** (k - 1), -9, 9 + width
    )
    return 1 - inside


def test_printed_quantiles():
    """Demsar (2006), table 5a, for two to ten learners, in four digits; he prints 2.343 for three, 2.949 for seven."""
    q_05 = [1.9600, 2.3437, 2.5690, 2.7278, 2.8497, 2.9483, 3.0309, 3.1017, 3.1637]
    q_10 = [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]
    for k, at_5, at_10 in zip(range(2, 11), q_05, q_10, strict=True):
        unit = math.sqrt(k * (k + 1) / 6)
        assert critical_difference(k, 1) / unit == pytest.approx(at_5, abs=5e-5)
        assert critical_difference(k, 1, alpha=0.1) / unit == pytest.approx(at_10, abs=1e-3)


def test_two_learners_are_a_normal_test():
    found = nemenyi([1.2, 1.8], 10)
    assert found.pvalues[0, 1] == pytest.approx(2 * stats.norm.sf(0.6 * math.sqrt(10)))
    assert found.critical_difference == pytest.approx(1.95996 / math.sqrt(10), abs=1e-5)


def oracle(ranks, difference):
    """Return all sets of at least two learners that are closer than the difference and lie in no larger one."""
    k = len(ranks)
    sets = [{i for i in range(k) if bits >> i & 1} for bits in range(2**k)]
    close = [s for s in sets if len(s) > 1 and max(ranks[i] for i in s) - min(ranks[i] for i in s) < difference]
    return {tuple(sorted(s)) for s in close if not any(s < other for other in close)}


@given(RANKS, st.integers(1, 60))
def test_groups_are_the_largest_and_agree_with_the_p_values(ranks, n):
    found = nemenyi(ranks, n)
    assert set(found.groups) == oracle(ranks, found.critical_difference)
    assert len(set(found.groups)) == len(found.groups)
    starts = [min(ranks[i] for i in group) for group in found.groups]
    assert starts == sorted(starts)
    together = {pair for group in found.groups for pair in [(i, j) for i in group for j in group if i != j]}
    for i in range(len(ranks)):
        for j in range(len(ranks)):
            if i != j and abs(found.pvalues[i, j] - 0.05) > 1e-9:
                assert ((i, j) in together) == (found.pvalues[i, j] > 0.05)
    np.testing.assert_array_equal(found.pvalues, found.pvalues.T)
    np.testing.assert_array_equal(np.diag(found.pvalues), 1)


@given(RANKS, st.integers(1, 60), st.data())
def test_bonferroni_and_dunn(ranks, n, data):
    k = len(ranks)
    control = data.draw(st.integers(0, k - 1))
    found = bonferroni_dunn(ranks, n, control=control)
    error = math.sqrt(k * (k + 1) / (6 * n))
    assert math.isnan(found.z[control])
    assert math.isnan(found.pvalues[control])
    others = [i for i in range(k) if i != control]
    z = (np.array(ranks) - ranks[control])[others] / error
    np.testing.assert_allclose(found.z[others], z)
    np.testing.assert_allclose(found.pvalues[others], bonferroni(2 * stats.norm.sf(np.abs(z))))
    apart = np.abs(z) * error
    clear = np.abs(apart - found.critical_difference) > 1e-9
    np.testing.assert_array_equal((apart > found.critical_difference)[clear], (found.pvalues[others] < 0.05)[clear])


def test_printed_quantiles_of_bonferroni_and_dunn():
    """Disagreement: Demsar's table 5b has 2.724 for nine learners; the normal quantile at 1 - .025 / 8 is 2.734."""
    printed = [1.960, 2.241, 2.394, 2.498, 2.576, 2.638, 2.690, 2.724, 2.773]
    found = [
        bonferroni_dunn(np.ones(k), 1, control=0).critical_difference / math.sqrt(k * (k + 1) / 6) for k in range(2, 11)
    ]
    right = [*printed[:7], 2.734, printed[8]]
    np.testing.assert_allclose(found, right, atol=1e-3)
    assert abs(found[7] - printed[7]) > 0.009


@given(st.integers(2, 12), st.floats(0.05, 0.99), st.sampled_from([0.1, 0.05, 0.01]))
def test_how_many_data_sets_it_takes(k, share, alpha):
    difference = share * (k - 1)
    n = data_sets_needed(k, difference, alpha=alpha)
    assert critical_difference(k, n, alpha=alpha) <= difference * (1 + 1e-12)
    assert n == 1 or critical_difference(k, n - 1, alpha=alpha) > difference * (1 - 1e-12)


def test_the_verdict_about_two_learners_depends_on_the_others():
    """A is better than B on all six data sets. Three learners that are worse than both make mean ranks doubt it."""
    a_and_b = np.tile([0.9, 0.8], (6, 1))
    alone = nemenyi(friedman(a_and_b).mean_ranks, 6)
    assert alone.pvalues[0, 1] < 0.05
    three_more = np.column_stack([a_and_b, np.tile([0.5, 0.4, 0.3], (6, 1))])
    with_others = nemenyi(friedman(three_more).mean_ranks, 6)
    assert with_others.pvalues[0, 1] > 0.05
    assert POOL in alone.assumptions
    assert POOL in bonferroni_dunn([1, 2], 5, control=0).assumptions
    pairs = [wilcoxon_holm(table).tests[0].pvalue for table in (a_and_b, three_more)]
    assert pairs[0] == pairs[1]


def test_nothing_can_be_significant():
    found = nemenyi([1, 2, 3], 2)
    assert [str(w) for w in found.warnings] == [
        "There are fewer than five data sets (2): a real difference is easily missed, and what is found holds for "
        "these data sets only.",
        "No result can be significant: the critical difference is 2.34 ranks, and a learner that is always the best is "
        "only 2 away from one that is always the worst. Bring more data sets.",
    ]
    assert found.groups == ((0, 1, 2),)
    assert "No result can be significant" in str(bonferroni_dunn([1, 2, 3], 1, control=1).warnings[1])


def test_two_learners_and_ties():
    found = nemenyi([1.5, 1.5], 9)
    assert [str(w) for w in found.warnings] == [
        "There are fewer than three learners (2): the Wilcoxon test uses more of what the data sets tell about two."
    ]
    assert found.groups == ((0, 1),)
    np.testing.assert_array_equal(found.pvalues, 1)
    assert nemenyi([2.0, 2.0, 2.0], 9).groups == ((0, 1, 2),)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: nemenyi([0.9, 0.8, 0.85], 9),
            "Mean ranks must lie between 1 and 3; got 0.9 (learner 1). Pass ranks, not scores.",
        ),
        (
            lambda: nemenyi([1, 2, 3.5], 9),
            "Mean ranks must lie between 1 and 3; got 3.5 (learner 3). Pass ranks, not scores.",
        ),
        (
            lambda: bonferroni_dunn([1, 2, 3], 9, control=3),
            "control must be a column from 0 to 2; got 3. Name one of the learners by its place.",
        ),
        (
            lambda: bonferroni_dunn([1, 2, 3], 9, control=-1),
            "control must be a column from 0 to 2; got -1. Name one of the learners by its place.",
        ),
        (
            lambda: bonferroni_dunn([1, 2, 3], 9, control=0, alpha=5),
            "alpha must lie between 0 and 1; got 5. Write 5% as 0.05.",
        ),
        (lambda: nemenyi([1, 2], 9, alpha=1), "alpha must lie between 0 and 1; got 1. Write 5% as 0.05."),
        (
            lambda: data_sets_needed(3, 0),
            "The difference of two mean ranks must be above 0 and at most 2; got 0. Subtract ranks, not scores.",
        ),
        (
            lambda: data_sets_needed(3, 2.5),
            "The difference of two mean ranks must be above 0 and at most 2; got 2.5. Subtract ranks, not scores.",
        ),
        (
            lambda: data_sets_needed(3, math.nan),
            "The difference of two mean ranks must be above 0 and at most 2; got nan. Subtract ranks, not scores.",
        ),
        (
            lambda: nemenyi([1, math.nan], 9),
            "mean_ranks must hold finite numbers; got 'nan' (data row 2). Remove the row or give it a finite number.",
        ),
    ],
)
def test_bad_input(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence


def test_results_are_read_only():
    ranks = np.array([1.0, 2, 3])
    found = nemenyi(ranks, 9)
    ranks[0] = 2
    assert found.mean_ranks[0] == 1
    for array in (found.mean_ranks, found.pvalues, bonferroni_dunn([1, 2], 9, control=0).z):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
