"""Each against each by Wilcoxon's test with Holm's adjustment."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from statsmodels.stats.multitest import multipletests

from evalcore.errors import InputError
from evalcore.significance import friedman, holm, wilcoxon_holm
from evalcore.significance.cliques import maximal_cliques
from evalcore.significance.score_tables import NEARLY_TIED
from tests.evalcore.significance.demsar import AS_RANKED


@pytest.mark.slow
def test_scipy_and_statsmodels_agree():
    table = np.random.default_rng(5).normal([0, 0.4, 1.5, 3], size=(12, 4))
    found = wilcoxon_holm(table)
    assert found.pairs == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    single = [stats.wilcoxon(table[:, i], table[:, j]).pvalue for i, j in found.pairs]
    np.testing.assert_allclose([test.pvalue for test in found.tests], single)
    np.testing.assert_allclose(found.adjusted, multipletests(single, method="holm")[1])
    for (i, j), pvalue in zip(found.pairs, found.adjusted, strict=True):
        assert found.pvalues[i, j] == found.pvalues[j, i] == pvalue
    np.testing.assert_array_equal(np.diag(found.pvalues), 1)
    assert found.warnings == ()


def test_demsar_s_example():
    """Mean ranks find less at level .05: there all four learners are one group."""
    found = wilcoxon_holm(AS_RANKED)
    assert found.groups == ((0, 2, 3), (1, 2, 3))
    np.testing.assert_array_equal(found.mean_ranks, friedman(AS_RANKED).mean_ranks)


def test_a_group_need_not_be_a_run_of_neighbours():
    """By mean rank b lies between a and c. It differs from both, yet a and c cannot be told apart."""
    a = np.repeat([0.01, -0.5, -0.5], [260, 112, 28])  # a little better than b on most data sets, much worse on others
    b = np.zeros(400)
    c = np.repeat([-0.001, -0.01, -0.52], [260, 112, 28])
    found = wilcoxon_holm(np.column_stack([a, b, c]))
    assert found.mean_ranks[0] < found.mean_ranks[1] < found.mean_ranks[2]
    assert found.groups == ((0, 2),)


@given(st.integers(2, 4).flatmap(lambda k: arrays(np.int64, (7, k), elements=st.integers(0, 9))))
def test_groups_and_p_values_agree(table):
    found = wilcoxon_holm(table, alpha=0.3)
    assert found.groups == maximal_cliques(found.pvalues >= 0.3)
    np.testing.assert_array_equal(found.adjusted, holm([test.pvalue for test in found.tests]))
    other = wilcoxon_holm(table, alpha=0.3, higher_is_better=False)
    np.testing.assert_array_equal(other.pvalues, found.pvalues)
    np.testing.assert_allclose(other.mean_ranks, table.shape[1] + 1 - found.mean_ranks)


@pytest.mark.parametrize("zeros", ["split", "drop", "pratt"])
def test_learners_that_never_differ(zeros):
    found = wilcoxon_holm(np.ones((9, 3)), zeros=zeros)
    np.testing.assert_array_equal(found.pvalues, 1)
    assert found.groups == ((0, 1, 2),)


def test_too_few_data_sets_for_so_many_pairs():
    found = wilcoxon_holm(np.arange(24).reshape(6, 4) * 1.0)
    assert [str(w) for w in found.warnings] == [
        "Wilcoxon's test with Holm's adjustment can tell no pair apart: with 6 data sets its smallest possible "
        "p-value, adjusted for 6 pairs, is 0.19. Bring more data sets or fewer learners."
    ]
    said = [str(w) for w in wilcoxon_holm([[1, 2]]).warnings]
    assert said[0].startswith("There are fewer than five data sets (1)")
    assert said[1].startswith("There are fewer than three learners (2)")
    assert said[2].startswith(
        "Wilcoxon's test with Holm's adjustment can tell no pair apart: with 1 data sets its smallest"
    )


def test_rounding_noise_is_not_silent():
    a = np.array([0.9, 0.2, 0.5, 0.4, 0.7, 0.6, 0.35])
    b = np.array([0.8, 0.1, 0.2, 0.45, 0.5, 0.1, 0.31])
    assert NEARLY_TIED in wilcoxon_holm(np.column_stack([a, b])).warnings


def test_bad_input():
    with pytest.raises(InputError, match=r"^alpha must lie between 0 and 1; got 2\. Write 5% as 0\.05\.$"):
        wilcoxon_holm([[1, 2]], alpha=2)
    with pytest.raises(InputError, match=r"^zeros must be one of split, drop, pratt; got 'none'"):
        wilcoxon_holm([[1, 2]], zeros="none")
