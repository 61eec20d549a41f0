"""Wilcoxon's signed-rank test and the sign test."""

import itertools
import math
import warnings

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from evalcore.errors import InputError
from evalcore.significance import TestResult, sign_test, wilcoxon
from evalcore.significance.score_tables import NEARLY_TIED
from evalcore.significance.signed_ranks import EQUAL_DIFFERENCES, NO_DIFFERENCE, TOO_MANY_PAIRS
from tests.evalcore.significance.demsar import AS_PRINTED
from tests.examples import examples
from tests.versions import NORMAL

ZEROS = ("split", "drop", "pratt")
SCIPY = {"split": "zsplit", "drop": "wilcox", "pratt": "pratt"}
PLAIN, TUNED = AS_PRINTED[:, 0], AS_PRINTED[:, 1]
DIFFERENCES = st.lists(st.integers(-4, 4), min_size=1, max_size=9).map(np.array)


def against_zero(differences, **options):
    return wilcoxon(differences, np.zeros(len(differences)), **options)


def test_demsar_s_example():
    found = wilcoxon(TUNED, PLAIN)
    assert isinstance(found, TestResult)
    assert (found.r_plus, found.r_minus, found.statistic, found.n_zero) == (93, 12, 12, 2)
    assert found.critical_value(0.05) == 21
    assert found.reject(0.05)
    assert found.method == "wilcoxon-exact"
    assert found.alternative == "two-sided"
    assert math.isnan(found.df)
    assert found.effect == pytest.approx(0.013)
    assert [str(w) for w in found.warnings] == ["2 of 14 differences are 0; each side was given half of their ranks."]


@pytest.mark.parametrize(
    ("n", "critical"), [(6, 0), (7, 2), (8, 3), (9, 5), (10, 8), (12, 13), (15, 25), (20, 52), (25, 89)]
)
def test_printed_critical_values(n, critical):
    assert against_zero(np.arange(1, n + 1)).critical_value(0.05) == critical


def test_no_critical_value_below_six_pairs():
    found = against_zero([1, 2, 3, 4, 5])
    assert math.isnan(found.critical_value(0.05))
    assert found.critical_value(0.1) == 0
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert [str(w) for w in found.warnings] == [
        "Only 5 differences are not 0, so p cannot be below 0.0625 whatever they are."
    ]


@given(st.lists(st.integers(-99, 99), min_size=2, max_size=12, unique_by=abs).filter(lambda d: 0 not in d))
def test_scipy_agrees_without_ties(differences):
    expected = stats.wilcoxon(differences, method="exact")
    for zeros in ZEROS:
        found = against_zero(differences, zeros=zeros)
        assert found.statistic == expected.statistic
        assert found.pvalue == pytest.approx(expected.pvalue, rel=1e-12)


@given(DIFFERENCES, st.sampled_from(ZEROS))
def test_the_exact_p_value_counts_all_signs(differences, zeros):
    kept = differences[differences != 0] if zeros == "drop" else differences
    ranks = stats.rankdata(np.abs(kept))
    half = ranks[kept == 0].sum() / 2 if zeros == "split" else 0
    ranks, positive = ranks[kept != 0], (kept > 0)[kept != 0]
    sums = [ranks[list(signs)].sum() for signs in itertools.product((False, True), repeat=len(ranks))]
    away = np.abs(np.array(sums) - ranks.sum() / 2)
    found = against_zero(differences, zeros=zeros)
    assert found.r_plus == ranks[positive].sum() + half
    assert found.r_minus == ranks[~positive].sum() + half
    assert found.pvalue == (away >= abs(ranks[positive].sum() - ranks.sum() / 2)).mean()


@pytest.mark.slow
@examples(12)  # scipy takes a quarter of a second for each
@given(DIFFERENCES.filter(lambda d: 4 < np.count_nonzero(d) < len(d)), st.sampled_from(ZEROS))
def test_scipy_s_permutation_test_agrees_with_ties_and_zeros(differences, zeros):
    expected = stats.wilcoxon(differences, zero_method=SCIPY[zeros], method=stats.PermutationMethod())
    found = against_zero(differences, zeros=zeros)
    assert found.statistic == expected.statistic
    assert found.pvalue == pytest.approx(expected.pvalue)


@pytest.mark.parametrize("zeros", ["drop", "pratt"])
@pytest.mark.parametrize("seed", range(4))
def test_scipy_s_normal_approximation_agrees(zeros, seed):
    rng = np.random.default_rng(seed)
    differences = rng.integers(-9, 12, 90)
    expected = stats.wilcoxon(differences, zero_method=SCIPY[zeros], method=NORMAL, correction=False)
    found = against_zero(differences, zeros=zeros)
    assert found.method == "wilcoxon-normal"
    assert found.statistic == expected.statistic
    assert found.pvalue == pytest.approx(expected.pvalue, rel=1e-12)
    critical = found.critical_value(found.pvalue)
    assert critical == pytest.approx(found.statistic)


def test_split_zeros_differ_from_scipy_s_normal_approximation():
    """Disagreement: scipy lets the zeros' ranks add to the variance as if chance could turn their sign; it cannot."""
    differences = np.r_[np.zeros(40), np.arange(-20, 41) + 0.5]
    expected = stats.wilcoxon(differences, zero_method="zsplit", method=NORMAL, correction=False)
    found = against_zero(differences)
    assert found.statistic == expected.statistic
    assert found.pvalue < expected.pvalue
    assert found.pvalue == against_zero(differences, zeros="pratt").pvalue


@given(DIFFERENCES)
def test_split_and_pratt_have_one_p_value(differences):
    split, pratt = (against_zero(differences, zeros=zeros) for zeros in ("split", "pratt"))
    assert split.pvalue == pratt.pvalue
    n = len(differences)
    assert split.r_plus + split.r_minus == n * (n + 1) / 2


def test_the_normal_distribution_is_close_where_counting_ends():
    rng = np.random.default_rng(1)
    differences = rng.normal(0.2, 1, 50)
    exact = against_zero(differences)
    normal = stats.wilcoxon(differences, method=NORMAL, correction=False)
    assert exact.method == "wilcoxon-exact"
    assert exact.pvalue == pytest.approx(normal.pvalue, abs=0.002)
    assert against_zero([*differences, 0.123]).method == "wilcoxon-normal"
    assert against_zero([*differences, 0]).method == "wilcoxon-exact"


@given(DIFFERENCES, st.sampled_from(ZEROS), st.randoms())
def test_exchanging_learners_and_data_sets(differences, zeros, random):
    zero = np.zeros(len(differences))
    order = list(range(len(differences)))
    random.shuffle(order)
    one, other = wilcoxon(differences, zero, zeros=zeros), wilcoxon(zero, differences[order], zeros=zeros)
    assert (one.r_plus, one.r_minus, one.pvalue) == (other.r_minus, other.r_plus, other.pvalue)
    assert one.effect == -other.effect
    np.testing.assert_array_equal([one.low, one.high], [-other.high, -other.low])


@given(st.lists(st.integers(-400, 400), min_size=6, max_size=14, unique_by=abs).filter(lambda d: 0 not in d))
def test_the_interval_holds_what_is_not_rejected(differences):
    """A shift at which two means of differences tie is left out: the test jumps there."""
    differences = np.array(differences, dtype=float)
    found = against_zero(differences)
    first, second = np.triu_indices(len(differences))
    means = np.unique((differences[first] + differences[second]) / 2)
    assume(len(means) == len(first))
    for shift in (*(means[:-1] + means[1:]) / 2, means[0] - 1, means[-1] + 1):
        inside = found.low < shift < found.high
        assert inside == (not against_zero(differences - shift).pvalue <= 0.05)
    assert found.effect == np.median((differences[first] + differences[second]) / 2)


def test_the_interval_of_many_pairs():
    rng = np.random.default_rng(3)
    differences = rng.normal(1, 2, 300)
    found = against_zero(differences)
    assert found.low < found.effect < found.high
    for end, step in ((found.low, 0.03), (found.high, -0.03)):
        assert stats.wilcoxon(differences - end - step).pvalue > 0.05 > stats.wilcoxon(differences - end + step).pvalue


@given(DIFFERENCES, st.sampled_from(ZEROS), st.sampled_from([0.01, 0.05, 0.3]))
def test_the_critical_value_decides(differences, zeros, alpha):
    found = against_zero(differences, zeros=zeros)
    assert found.reject(alpha) == (found.statistic <= found.critical_value(alpha))


@pytest.mark.parametrize("zeros", ZEROS)
@pytest.mark.parametrize("n", [1, 6, 80])
def test_no_difference_at_all(zeros, n):
    found = against_zero(np.zeros(n), zeros=zeros)
    assert found.pvalue == 1
    assert found.effect == 0
    assert math.isnan(found.low)
    assert found.r_plus == found.r_minus == (n * (n + 1) / 4 if zeros == "split" else 0)
    assert found.warnings == (NO_DIFFERENCE,)
    assert not found.reject(0.05)


def test_scipy_gives_no_p_value_without_differences():
    """Disagreement: 0 / 0 there, while here one is the share of sign patterns that are as extreme."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if NORMAL == "asymptotic":
            assert math.isnan(stats.wilcoxon(np.zeros(60), method=NORMAL).pvalue)
        else:  # an older one refuses
            with pytest.raises(ValueError, match="zero for all"):
                stats.wilcoxon(np.zeros(60), method=NORMAL)
    assert against_zero(np.zeros(60)).pvalue == 1


def test_equal_differences_have_no_interval():
    found = against_zero([0.5] * 8)
    assert found.pvalue == 2 / 2**8
    assert found.effect == 0.5
    assert math.isnan(found.low)
    assert found.warnings == (EQUAL_DIFFERENCES,)


def test_too_many_pairs_for_an_effect():
    differences = np.random.default_rng(0).normal(size=2001)
    found = against_zero(differences)
    assert math.isnan(found.effect)
    assert found.warnings == (TOO_MANY_PAIRS,)
    assert against_zero(differences[:2000]).warnings == ()


def test_rounding_noise_is_not_silent():
    a, b = np.array([0.9, 0.2, 0.5, 0.4, 0.7, 0.6, 0.35]), np.array([0.8, 0.1, 0.2, 0.45, 0.5, 0.1, 0.31])
    found = wilcoxon(a, b)
    assert found.warnings == (NEARLY_TIED,)
    assert NEARLY_TIED not in against_zero(np.round(a - b, 12)).warnings
    assert NEARLY_TIED in wilcoxon([0.1 + 0.2, 1, 2, 3, 4, 6], [0.3, 0.5, 0.7, 0.9, 0.1, 0]).warnings  # almost 0


@pytest.mark.parametrize(
    ("zeros", "said"),
    [
        ("split", "1 of 8 differences are 0; each side was given half of their ranks."),
        ("drop", "1 of 8 differences are 0 and were left out."),
        ("pratt", "1 of 8 differences are 0; they were ranked and then given to neither side."),
    ],
)
def test_what_became_of_zeros_is_said(zeros, said):
    assert [str(w) for w in against_zero([0, 1, 2, 3, -4, 5, 6, 7], zeros=zeros).warnings] == [said]


class TestSign:
    def test_demsar_s_example(self):
        """Ten of fourteen data sets are won, two are lost and two tied; the paper splits the ties to eleven wins."""
        found = sign_test(TUNED, PLAIN)
        assert isinstance(found, TestResult)
        assert (found.wins, found.losses, found.ties, found.statistic) == (10, 2, 2, 10)
        assert found.pvalue == pytest.approx(stats.binomtest(10, 12).pvalue)
        assert found.effect == 10 / 12
        assert found.method == "sign-exact"
        assert [str(w) for w in found.warnings] == ["2 of 14 differences are 0 and were left out."]

    @given(st.lists(st.integers(-1, 1), min_size=1, max_size=60).map(np.array))
    def test_scipy_agrees_and_ties_do_not_count(self, signs):
        found = sign_test(signs, np.zeros(len(signs)))
        n = found.wins + found.losses
        assert n + found.ties == len(signs)
        if n:
            expected = stats.binomtest(found.wins, n)
            assert found.pvalue == pytest.approx(expected.pvalue)
            interval = expected.proportion_ci(method="wilson")
            assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
            assert found.reject(0.05) == (max(found.wins, found.losses) > found.critical_value(0.05))

    def test_only_ties(self):
        found = sign_test([1, 2, 3], [1, 2, 3])
        assert (found.pvalue, found.ties) == (1, 3)
        assert np.isnan([found.effect, found.low, found.high, found.critical_value()]).all()
        assert found.warnings == (NO_DIFFERENCE,)

    def test_too_few_to_reject(self):
        assert [str(w) for w in sign_test([1, 2, 3], [0, 0, 0]).warnings] == [
            "Only 3 differences are not 0, so p cannot be below 0.25 whatever they are."
        ]

    def test_many_pairs(self):
        assert sign_test(np.ones(3000), np.zeros(3000)).warnings == ()


@pytest.mark.parametrize("test", [wilcoxon, sign_test])
@pytest.mark.parametrize(
    ("a", "b", "sentence"),
    [
        (
            [1, np.nan],
            [1, 2],
            "a must hold finite numbers; got 'nan' (data row 2). Remove the row or give it a finite number.",
        ),
        (
            [1, 2],
            [1],
            "b must have 2 values, one a row; got 1. Check that both columns come from the same table.",
        ),
        ([], [], "a must have at least one row; got none. Load a table with rows."),
    ],
)
def test_bad_input(test, a, b, sentence):
    with pytest.raises(InputError) as refused:
        test(a, b)
    assert str(refused.value) == sentence


def test_unknown_zeros():
    with pytest.raises(InputError) as refused:
        wilcoxon([1], [2], zeros="zsplit")
    assert str(refused.value) == "zeros must be one of split, drop, pratt; got 'zsplit'. Choose one of them."
