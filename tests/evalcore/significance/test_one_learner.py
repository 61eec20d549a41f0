"""The binomial test and the t-test of one learner against a given error rate."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from evalcore.errors import InputError
from evalcore.significance import TestResult, binomial_test, t_test
from tests.examples import examples

SIDES = ("greater", "less", "two-sided")
RATES = [0.12, 0.10, 0.14, 0.11, 0.13, 0.09, 0.12, 0.15, 0.10, 0.12]

UNABLE = "No number of errors would be rejected at level 0.05 (n = 1): there are too few rows to tell."
CERTAIN = "An error rate of 0 leaves no room for chance: a single row can refute it, and no number of rows can"
SAME = "Every error rate is the one compared with, so nothing speaks against it: p is 1 by definition."
CONSTANT = "All error rates are the same, so they cannot tell how sure their mean is: there is no test."
ONE = "One value cannot tell how much values vary, so there is no test: at least two are needed."
MISSING = (
    "Missing values: 2 of 3, so there is no test. Give every repetition a value, or leave the whole repetition out."
)


class TestBinomial:
    @pytest.mark.parametrize(("n", "rate", "critical"), [(10, 0.3, 5), (100, 0.1, 15), (20, 0.1, 4), (50, 0.2, 15)])
    def test_critical_number_of_errors(self, n, rate, critical):
        found = binomial_test(0, n, rate)
        assert (found.critical_errors, found.critical_rate) == (critical, critical / n)
        assert found.critical_value(0.05) == critical

    def test_the_corrected_formula_and_the_misprint(self):
        found = binomial_test(3, 10, 0.3)
        assert found.critical_rate == 0.5
        assert found.size == pytest.approx(0.0473, abs=5e-5)
        sizes = [stats.binom.sf(c, 10, 0.3) for c in (4, 5, 6)]
        np.testing.assert_allclose(sizes, [0.1503, 0.0473, 0.0106], atol=5e-5)
        # as printed first: the largest eps for which sum over i > eps0 m of C(m, i) eps^i (1 - eps)^(m - i) < alpha
        eps = np.linspace(0, 1, 10_001)
        assert eps[stats.binom.sf(3, 10, eps) < 0.05].max() == pytest.approx(0.150, abs=5e-4)

    @pytest.mark.parametrize("side", SIDES)
    @pytest.mark.parametrize(
        ("errors", "n", "rate"), [(0, 1, 0.5), (6, 10, 0.3), (15, 100, 0.1), (3, 50, 0.2), (9, 9, 0.9)]
    )
    def test_scipy_and_statsmodels_agree(self, errors, n, rate, side):
        found = binomial_test(errors, n, rate, alternative=side)
        theirs = stats.binomtest(errors, n, rate, alternative=side)
        assert found.pvalue == pytest.approx(theirs.pvalue, rel=1e-12)
        assert (found.low, found.high) == pytest.approx(proportion_confint(errors, n, method="wilson"), abs=1e-12)
        exact = binomial_test(errors, n, rate, alternative=side, interval="clopper-pearson", confidence_level=0.9)
        assert (exact.low, exact.high) == pytest.approx(proportion_confint(errors, n, alpha=0.1, method="beta"))

    @examples(40)
    @given(
        n=st.integers(1, 12),
        rate=st.sampled_from([0, 0.05, 0.1, 0.3, 0.5, 0.77, 1]),
        side=st.sampled_from(SIDES),
        alpha=st.sampled_from([0.01, 0.05, 0.1, 0.5]),
    )
    def test_rejected_is_what_lies_beyond_the_limits(self, n, rate, side, alpha):
        tests = [binomial_test(errors, n, rate, alternative=side, alpha=alpha) for errors in range(n + 1)]
        low, high = tests[0].not_rejected
        assert [test.reject(alpha) for test in tests] == [not low <= errors <= high for errors in range(n + 1)]
        assert all(test.not_rejected == (low, high) for test in tests)
        chance = stats.binom.pmf(np.arange(n + 1), n, rate)
        outside = [chance[errors] for errors in range(n + 1) if not low <= errors <= high]
        assert tests[0].size == pytest.approx(sum(outside), abs=1e-12)
        assert tests[0].size < alpha
        assert tests[0].critical_errors == (low if side == "less" else high) == tests[0].critical_value(alpha)

    @given(st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
    def test_counting_right_rows_instead_turns_the_side(self, counts):
        errors, n = counts
        one, other = binomial_test(errors, n, 0.25), binomial_test(n - errors, n, 0.75, alternative="less")
        assert one.pvalue == pytest.approx(other.pvalue, rel=1e-9)
        assert one.critical_errors == n - other.critical_errors

    def test_fields(self):
        found = binomial_test(6, 10, 0.3)
        assert isinstance(found, TestResult)
        assert (found.statistic, found.effect, found.method, found.warnings) == (6, 0.6, "binomial", ())
        assert math.isnan(found.df)
        assert found.null_distribution.pmf(np.arange(11)).sum() == pytest.approx(1)
        assert found.reject(0.05)
        assert str(found.hypothesis) == "The error rate is at most 0.3."
        assert str(found.verdict(0.01)).startswith("The data cannot reject the hypothesis at level 0.01 (p = 0.0473);")
        assert [str(line) for line in found.assumptions] == [
            "The rows are independent of each other, and the learner was not fitted to them.",
            "The rate to compare with was chosen before looking at these rows.",
        ]
        assert str(binomial_test(6, 10, 0.3, alternative="less").hypothesis) == "The error rate is at least 0.3."
        assert str(binomial_test(6, 10, 0.3, alternative="two-sided").hypothesis) == "The error rate is 0.3."

    @pytest.mark.parametrize(
        ("counts", "side", "pvalue", "sentence"),
        [
            ((1, 1, 0.3), "greater", 0.3, UNABLE),
            ((0, 10, 0.1), "less", 0.9**10, "No number of errors would be rejected at level 0.05 (n = 10)"),
            ((0, 5, 0), "greater", 1, CERTAIN),
            ((1, 5, 0), "greater", 0, CERTAIN),
            ((4, 5, 1), "two-sided", 0, "An error rate of 1 leaves no room for chance: a single row can refut"),
            ((5, 5, 1), "greater", 1, "No error rate lies beyond 1, so nothing can be rejected."),
            ((0, 5, 0), "less", 1, "No error rate lies beyond 0, so nothing can be rejected."),
        ],
    )  # fmt: skip
    def test_where_it_can_show_nothing(self, counts, side, pvalue, sentence):
        found = binomial_test(*counts, alternative=side)
        assert found.pvalue == pytest.approx(pvalue, abs=1e-12)
        assert [str(w)[: len(sentence)] for w in found.warnings] == [sentence]

    def test_many_rows(self):
        found = binomial_test(1_000_900, 10_000_000, 0.1, alternative="two-sided")
        assert found.pvalue == pytest.approx(0.343, abs=0.002)  # z = 0.949
        assert found.not_rejected == pytest.approx((998_141, 1_001_859), abs=2)

    @pytest.mark.parametrize(
        ("arguments", "options", "sentence"),
        [
            (
                (1.5, 10, 0.1),
                {},
                "errors must be a whole number from 0; got 1.5. Pass a count, not a share or a sum of weights.",
            ),
            (
                (-1, 10, 0.1),
                {},
                "errors must be a whole number from 0; got -1. Pass a count, not a share or a sum of weights.",
            ),
            ((0, 0, 0.1), {}, "n must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights."),
            (
                (0, math.nan, 0.1),
                {},
                "n must be a whole number from 1; got nan. Pass a count, not a share or a sum of weights.",
            ),
            ((11, 10, 0.1), {}, "errors must not exceed n; got 11 of 10. Check which number is which."),
            ((1, 10, 10), {}, "error_rate must be a number from 0 to 1; got 10. Write 5% as 0.05."),
            ((1, 10, math.nan), {}, "error_rate must be a number from 0 to 1; got nan. Write 5% as 0.05."),
            (
                (1, 10, 0.1),
                {"alternative": "bigger"},
                "alternative must be one of two-sided, greater, less; got 'bigger'. Choose one of them.",
            ),
            (
                (1, 10, 0.1),
                {"interval": "wald"},
                "interval must be one of wilson, clopper-pearson; got 'wald'. Choose one of them.",
            ),
            ((1, 10, 0.1), {"alpha": 5}, "alpha must lie between 0 and 1; got 5. Write 5% as 0.05."),
            (
                (1, 10, 0.1),
                {"confidence_level": 95},
                "The confidence level must lie between 0 and 1; got 95. Write 95% as 0.95.",
            ),
        ],
    )
    def test_bad_input(self, arguments, options, sentence):
        with pytest.raises(InputError) as refused:
            binomial_test(*arguments, **options)
        assert str(refused.value) == sentence


class TestT:
    def test_ten_error_rates(self):
        found = t_test(RATES, 0.10)
        assert f"{found.effect:.3f} {found.standard_deviation:.6f}" == "0.118 0.018738"
        assert f"{found.statistic:.4f} {found.pvalue:.4f}" == "3.0377 0.0141"
        assert (found.df, found.method, found.warnings) == (9, "t", ())
        assert found.critical_value(0.05) == pytest.approx(2.262157, abs=1e-6)
        assert str(found.hypothesis) == "The error rate is 0.1."
        assert [str(line) for line in found.assumptions] == [
            "The error rates come from independent training and test sets; where sets overlap, p is too small.",
            "The error rates are normally distributed, or there are many of them.",
        ]

    @pytest.mark.parametrize("side", SIDES)
    def test_scipy_and_statsmodels_agree(self, side):
        found = t_test(RATES, 0.11, alternative=side, confidence_level=0.9)
        theirs = stats.ttest_1samp(RATES, 0.11, alternative=side)
        assert (found.statistic, found.pvalue) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-12)
        assert (found.low, found.high) == pytest.approx(DescrStatsW(RATES).tconfint_mean(0.1), rel=1e-12)
        assert found.reject(0.05) == (
            {"greater": 1, "less": -1}.get(side, 1) * found.statistic
            > {"less": -1}.get(side, 1) * found.critical_value(0.05)
        )

    @pytest.mark.parametrize(
        ("rates", "rate", "pvalue", "sentence"),
        [
            ([0.1, 0.1, 0.1], 0.1, 1, SAME),
            ([0.3, 0.1 + 0.2, 0.3], 0.3, 1, SAME),
            ([0.3, 0.1 + 0.2, 0.3], 0.1, math.nan, CONSTANT),
            ([0.2], 0.1, math.nan, ONE),
            ([0.2, math.nan, None], 0.1, math.nan, MISSING),
            ([math.nan], 0.1, math.nan, "Missing values: 1 of 1, so there is no test."),
        ],
    )  # fmt: skip
    def test_where_there_is_no_test(self, rates, rate, pvalue, sentence):
        found = t_test(rates, rate)
        np.testing.assert_equal(found.pvalue, pvalue)
        assert np.isnan([found.statistic, found.low, found.high]).all()
        assert [str(w)[: len(sentence)] for w in found.warnings] == [sentence]
        assert not found.reject(0.05)

    def test_two_values_are_a_test_with_a_warning(self):
        found = t_test([0.1, 0.2], 0.05)
        assert (found.df, found.statistic) == (1, pytest.approx(2))
        assert found.pvalue == pytest.approx(stats.ttest_1samp([0.1, 0.2], 0.05).pvalue)
        assert [str(w) for w in found.warnings] == [
            "Two values leave one degree of freedom: even a large difference is hardly ever rejected, and the interval "
            "is wide."
        ]

    @pytest.mark.parametrize(
        ("rates", "rate", "sentence"),
        [
            ([], 0.1, "error_rates must have at least one row; got none. Load a table with rows."),
            ([[0.1]], 0.1, "error_rates must be one column; got an array of 2 dimensions. Pass one column at a time."),
            ([0.1, math.inf], 0.1, "error_rates must hold finite numbers; got 'inf' (data row 2). Remove the"),
            ([0.1, "x"], 0.1, "error_rates must hold numbers; got '0.1' (data row 1). Convert the column to n"),
            ([0.1, 0.2], 12, "error_rate must be a number from 0 to 1; got 12. Write 5% as 0.05."),
        ],
    )  # fmt: skip
    def test_bad_input(self, rates, rate, sentence):
        with pytest.raises(InputError) as refused:
            t_test(rates, rate)
        assert str(refused.value).startswith(sentence)
