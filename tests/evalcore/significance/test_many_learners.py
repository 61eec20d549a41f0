"""Friedman's test."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from evalcore.errors import InputError
from evalcore.significance import TestResult, friedman
from evalcore.significance.many_learners import ALL_TIED, ONE_DATA_SET, TOO_LARGE
from evalcore.significance.score_tables import NEARLY_TIED
from tests.evalcore.significance.demsar import AS_PRINTED, AS_RANKED

BOOK = [[1, 2, 3], [1, 2.5, 2.5], [1, 2, 3], [1, 2, 3]]
TABLES = st.tuples(st.integers(2, 6), st.integers(2, 5)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(0, 4))
)
FEW = (
    "There are fewer than five data sets ({}): a real difference is easily missed, and what is found holds for these "
    "data sets only."
)
TWO = "There are fewer than three learners (2): the Wilcoxon test uses more of what the data sets tell about two."


def by_hand(table, ties="corrected"):
    """Return chi2 as the books write it."""
    ranks = stats.rankdata(-np.asarray(table, dtype=float), axis=1)
    n, k = ranks.shape
    chi2 = 12 * n / (k * (k + 1)) * ((ranks.mean(axis=0) ** 2).sum() - k * (k + 1) ** 2 / 4)
    counts = [np.unique(row, return_counts=True)[1] for row in ranks]
    factor = 1 - sum((t**3 - t).sum() for t in counts) / (n * k * (k * k - 1))
    return chi2 / factor if ties == "corrected" else chi2


def test_the_book_s_example():
    found = friedman(BOOK, higher_is_better=False, ties="textbook")
    assert isinstance(found, TestResult)
    assert found.mean_ranks.tolist() == [1, 2.125, 2.875]
    assert found.chi2 == 7.125
    assert found.chi2_pvalue == pytest.approx(0.0284, abs=5e-5)
    assert found.f == found.statistic == pytest.approx(24.429, abs=5e-4)
    assert found.f_pvalue == found.pvalue == pytest.approx(0.0013, abs=5e-5)
    assert found.df == (2, 6)
    assert found.critical_value(0.05) == pytest.approx(5.143, abs=5e-4)
    assert found.chi2_critical_value(0.05) == pytest.approx(5.991, abs=5e-4)
    assert found.exact_pvalue == pytest.approx(0.0093, abs=5e-5)
    assert found.kendall_w == found.effect == 7.125 / 8
    assert found.method == "friedman-textbook"
    assert found.reject(0.05)
    corrected = friedman(BOOK, higher_is_better=False)
    assert corrected.chi2 == pytest.approx(7.6, rel=1e-15)
    assert corrected.f == pytest.approx(57, rel=1e-15)
    assert corrected.chi2_pvalue == pytest.approx(0.0224, abs=5e-5)
    assert corrected.exact_pvalue == found.exact_pvalue  # one order is as extreme in either form
    assert corrected.chi2 == pytest.approx(stats.friedmanchisquare(*np.transpose(BOOK)).statistic)


def test_demsar_s_example():
    found = friedman(AS_RANKED, ties="textbook")
    np.testing.assert_allclose(found.mean_ranks, [3.143, 2.000, 2.893, 1.964], atol=5e-4)
    assert found.chi2 == pytest.approx(9.28, abs=5e-3)
    assert found.f == pytest.approx(3.69, abs=5e-3)
    assert found.critical_value(0.05) == pytest.approx(2.85, abs=6e-3)
    assert friedman(AS_RANKED).chi2 == pytest.approx(10.2283464566929, rel=1e-12)  # R, quoted in scipy's tests


def test_scores_that_are_equal_in_print_are_ranked_as_they_are():
    """Disagreement with the paper: its table shows 0.975 twice and its ranks tell the two apart."""
    assert friedman(AS_PRINTED).mean_ranks[2] != friedman(AS_RANKED).mean_ranks[2]
    assert friedman(AS_PRINTED, ties="textbook").chi2 == pytest.approx(9.857, abs=5e-4)


@given(TABLES)
def test_both_forms_are_the_books(table):
    for ties in ("corrected", "textbook"):
        found = friedman(table, ties=ties)
        if math.isnan(found.chi2):
            assert (table == table[:, :1]).all()
            continue
        n, k = table.shape
        assert found.chi2 == pytest.approx(by_hand(table, ties), abs=1e-9)
        assert found.kendall_w == pytest.approx(found.chi2 / (n * (k - 1)))
        if math.isfinite(found.f):
            assert found.f == pytest.approx((n - 1) * found.chi2 / (n * (k - 1) - found.chi2))
            assert found.f_pvalue == pytest.approx(stats.f.sf(found.f, k - 1, (k - 1) * (n - 1)))


@given(TABLES.filter(lambda table: table.shape[1] > 2 and (table != table[:, :1]).any()))
def test_scipy_agrees_with_the_corrected_form(table):
    expected = stats.friedmanchisquare(*table.T)
    found = friedman(table)
    assert found.chi2 == pytest.approx(expected.statistic, abs=1e-9)
    assert found.chi2_pvalue == pytest.approx(expected.pvalue, abs=1e-9)


@pytest.mark.parametrize("ties", ["corrected", "textbook"])
@pytest.mark.parametrize(
    "table",
    [
        [[1, 2, 3], [3, 1, 2], [1, 3, 2]],
        [[1, 1, 2], [2, 1, 3], [3, 2, 2], [1, 2, 2]],
        [[4, 3, 2, 1], [4, 2, 2, 1]],
        [[1, 2], [2, 1], [1, 1], [1, 2], [1, 2]],
        [[5, 5, 5], [1, 2, 3], [1, 2, 3]],
    ],
)
def test_the_exact_p_value_counts_all_orders(table, ties):
    observed = by_hand(table, ties)
    orders = itertools.product(*(list(itertools.permutations(row)) for row in table))
    values = np.array([by_hand(order, ties) for order in orders])
    found = friedman(table, ties=ties)
    assert found.exact_pvalue == pytest.approx((values >= observed - 1e-9).mean(), rel=1e-12)
    assert found.reason is None
    assert found.exact_distribution.at_least(found.chi2 - 1e-9) == pytest.approx(found.exact_pvalue)
    assert (found.exact_distribution.values * found.exact_distribution.probability).sum() == pytest.approx(
        values.mean()
    )


def test_printed_exact_tail_probabilities():
    """Friedman's table for three learners: chi2 6.5 has p .042 for N = 4, 6.4 has .039 for N = 5."""
    for n, chi2, pvalue in ((4, 6.5, 0.042), (5, 6.4, 0.039)):
        distribution = friedman([[1, 2, 3]] * n).exact_distribution
        assert distribution.at_least(chi2 - 1e-9) == pytest.approx(pvalue, abs=5e-4)


@pytest.mark.parametrize("n", [2, 4, 7, 30])
@pytest.mark.parametrize("k", [2, 3, 5, 9])
def test_data_sets_that_all_agree(n, k):
    found = friedman([list(range(k))] * n)
    assert found.chi2 == n * (k - 1)
    assert found.kendall_w == 1
    assert found.f == math.inf
    assert found.f_pvalue == 0
    assert found.pvalue == found.exact_pvalue == pytest.approx(math.factorial(k) ** -(n - 1.0), rel=1e-9)
    assert str(found.warnings[0]).startswith(
        f"All data sets put the learners in the same order, so F is infinite and its p would be 0. The p-value given "
        f"is the exact one ({found.pvalue:.2g}): "
    )


def test_agreement_with_a_tie_everywhere():
    corrected, textbook = (friedman([[1, 2, 2]] * 4, ties=ties) for ties in ("corrected", "textbook"))
    assert corrected.f == math.inf
    assert corrected.pvalue == pytest.approx(3**-3)
    assert math.isfinite(textbook.f)
    assert textbook.exact_pvalue == pytest.approx(3**-3)


@pytest.mark.parametrize("k", [2, 4, 30])
def test_all_tied(k):
    corrected, textbook = (friedman(np.ones((6, k)), ties=ties) for ties in ("corrected", "textbook"))
    assert np.isnan([corrected.chi2, corrected.f, corrected.kendall_w, corrected.statistic]).all()
    assert [corrected.pvalue, corrected.chi2_pvalue, corrected.f_pvalue, corrected.exact_pvalue] == [1, 1, 1, 1]
    assert corrected.warnings[0] == ALL_TIED
    assert (textbook.chi2, textbook.f, textbook.pvalue, textbook.exact_pvalue) == (0, 0, 1, 1)
    assert str(textbook.warnings[0]) == (
        "Learners are tied on 6 of 6 data sets. The textbook's form takes all ranks to differ, so its chi-squared is "
        "too small."
    )


@pytest.mark.parametrize("k", [2, 5, 30])
@pytest.mark.parametrize("ties", ["corrected", "textbook"])
@pytest.mark.parametrize("tied", [False, True])
def test_one_data_set_shows_nothing(k, ties, tied):
    found = friedman([[0, *range(k - 1)] if tied and k > 2 else list(range(k))], ties=ties)
    assert math.isnan(found.f)
    assert math.isnan(found.f_pvalue)
    assert found.pvalue == found.exact_pvalue == 1
    assert found.warnings[0] == ONE_DATA_SET
    assert math.isnan(found.critical_value())
    assert str(found.warnings[-1 if k > 2 else -2]) == FEW.format(1)


def test_few_data_sets_and_few_learners():
    assert [str(w) for w in friedman([[1, 2, 3], [2, 1, 3], [1, 3, 2], [1, 2, 3]]).warnings] == [FEW.format(4)]
    found = [str(w) for w in friedman([[1, 2], [2, 1], [1, 2], [1, 2], [1, 2]]).warnings]
    assert found == [TWO]


def test_the_f_distribution_is_not_trusted_in_a_small_table():
    found = friedman(BOOK, higher_is_better=False, ties="textbook")
    assert str(found.warnings[0]) == (
        "The F distribution is no good guide for so small a table: its p-value is 0.0013, the exact one is 0.0093. "
        "Trust the exact one."
    )


def test_two_learners_are_a_sign_test():
    table = np.array([[1, 0]] * 9 + [[0, 1]] * 2)
    found = friedman(table)
    assert found.chi2 == pytest.approx((9 - 2) ** 2 / 11)
    assert found.exact_pvalue == pytest.approx(stats.binomtest(9, 11).pvalue)


def test_too_large_a_table_says_so():
    rng = np.random.default_rng(0)
    found = friedman(rng.random((10, 10)))
    assert math.isnan(found.exact_pvalue)
    assert found.exact_distribution is None
    assert found.reason == TOO_LARGE
    assert math.isfinite(found.pvalue)


def test_rounding_noise_is_not_silent():
    noisy = [[0.1 + 0.2, 0.3, 0.5]] * 6
    found = friedman(noisy)
    assert found.mean_ranks.tolist() == [2, 3, 1]
    assert found.warnings[-1] == NEARLY_TIED
    assert NEARLY_TIED not in friedman(np.round(noisy, 12)).warnings
    assert NEARLY_TIED not in friedman([[0.30001, 0.3, 0.5]] * 6).warnings


@given(TABLES, st.randoms())
def test_the_order_of_data_sets_does_not_matter(table, random):
    rows = list(range(len(table)))
    random.shuffle(rows)
    one, other = friedman(table), friedman(table[rows])
    for name in ("statistic", "pvalue", "chi2", "f", "kendall_w", "mean_ranks"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert one.exact_pvalue == pytest.approx(other.exact_pvalue)


@given(TABLES)
def test_only_the_order_within_a_data_set_counts(table):
    scale = np.arange(1, len(table) + 1)[:, None]
    one, other = friedman(table), friedman(np.exp(table * scale) - 7 * scale)
    np.testing.assert_array_equal(one.ranks, other.ranks)
    np.testing.assert_array_equal([one.chi2, one.f, one.pvalue], [other.chi2, other.f, other.pvalue])


@given(TABLES)
def test_the_direction_turns_the_ranks_and_keeps_the_test(table):
    one, other = friedman(table), friedman(table, higher_is_better=False)
    np.testing.assert_array_equal(one.ranks, table.shape[1] + 1 - other.ranks)
    np.testing.assert_array_equal([one.chi2, one.f, one.pvalue], [other.chi2, other.f, other.pvalue])
    np.testing.assert_array_equal(other.ranks, friedman(-table).ranks)


@given(TABLES, st.randoms())
def test_the_order_of_learners_moves_the_ranks_only(table, random):
    columns = list(range(table.shape[1]))
    random.shuffle(columns)
    one, other = friedman(table), friedman(table[:, columns])
    np.testing.assert_array_equal(one.mean_ranks[columns], other.mean_ranks)
    np.testing.assert_array_equal([one.chi2, one.f], [other.chi2, other.f])


def test_results_are_read_only():
    found = friedman(BOOK)
    for array in (found.ranks, found.mean_ranks):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_unknown_ties():
    with pytest.raises(InputError) as refused:
        friedman(BOOK, ties="none")
    assert str(refused.value) == "ties must be one of corrected, textbook; got 'none'. Choose one of them."
