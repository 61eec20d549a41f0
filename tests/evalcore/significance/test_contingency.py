"""McNemar's test in its four forms, with the odds ratio and the difference of the error rates."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

from evalcore.errors import InputError
from evalcore.significance import TestResult, disagreement, mcnemar, paired_t_test, power_mcnemar
from evalcore.significance.contingency import largest_kept

METHODS = ["exact", "mid-p", "corrected", "uncorrected"]
CELLS = [(0, 0), (1, 0), (0, 1), (5, 5), (12, 4), (4, 12), (25, 10), (13, 12), (0, 40), (300, 350)]


@pytest.mark.parametrize(
    ("cells", "method", "statistic", "p"),
    [
        ((25, 10), "corrected", 5.60, "0.0180"),
        ((25, 10), "uncorrected", 6.43, None),
        ((25, 10), "exact", None, "0.0167"),
        ((12, 4), "corrected", None, "0.0801"),
        ((12, 4), "uncorrected", 4.0, None),
        ((12, 4), "exact", None, "0.0768"),
    ],
)
def test_worked_examples(cells, method, statistic, p):
    found = mcnemar(*cells, method=method)
    if statistic is not None:
        assert found.statistic == pytest.approx(statistic, abs=0.005)
    if p is not None:
        assert f"{found.pvalue:.4f}" == p


def test_the_verdict_on_12_and_4_depends_on_the_correction():
    rejected = {method: mcnemar(12, 4, method=method).reject(0.05) for method in METHODS}
    assert rejected == {"exact": False, "mid-p": True, "corrected": False, "uncorrected": True}
    assert mcnemar(12, 4, method="uncorrected").critical_value(0.05) == pytest.approx(3.8415, abs=5e-5)


@pytest.mark.parametrize("cells", CELLS)
def test_statsmodels_agrees(cells):
    table = [[0, cells[0]], [cells[1], 0]]
    exact = statsmodels_mcnemar(table, exact=True)
    assert mcnemar(*cells, method="exact").pvalue == pytest.approx(exact.pvalue, rel=1e-12)
    if sum(cells):
        plain = statsmodels_mcnemar(table, exact=False, correction=False)
        found = mcnemar(*cells, method="uncorrected")
        assert (found.statistic, found.pvalue) == pytest.approx((plain.statistic, plain.pvalue), rel=1e-12)
    if cells[0] != cells[1]:
        corrected = statsmodels_mcnemar(table, exact=False, correction=True)
        found = mcnemar(*cells, method="corrected")
        assert (found.statistic, found.pvalue) == pytest.approx((corrected.statistic, corrected.pvalue), rel=1e-12)


def test_statsmodels_takes_1_off_a_difference_of_0():
    """Its correction makes (|5 - 5| - 1)^2 / 10 = 0.1 out of no difference at all; here it stops at 0."""
    assert statsmodels_mcnemar([[0, 5], [5, 0]], exact=False, correction=True).statistic == pytest.approx(0.1)
    assert (mcnemar(5, 5, method="corrected").statistic, mcnemar(5, 5, method="corrected").pvalue) == (0, 1)


@pytest.mark.parametrize("method", [*METHODS, "auto"])
@pytest.mark.parametrize("count", [1, 5, 12, 13, 200])
def test_as_often_one_as_the_other(method, count):
    found = mcnemar(count, count, method=method, n=1_000)
    assert found.pvalue == pytest.approx(1, abs=1e-12)
    assert found.odds_ratio == 1
    assert found.difference == 0
    if found.alternative == "greater":
        assert found.statistic == 0


def test_the_values_that_r_gives():
    """The package contingencytables: cavo_2012, 59, 6, 16 and 80 rows. PropCIs: scoreci.mp(25, 28, 618) at 90%."""
    pvalues = [mcnemar(6, 16, method=method).pvalue for method in ("exact", "mid-p", "uncorrected")]
    assert pvalues == pytest.approx([0.052479, 0.034690, 0.033006], abs=5e-7)
    found = mcnemar(6, 16, n=161)
    assert [f"{x:.4f}" for x in (found.difference, found.difference_low, found.difference_high)] == [
        "-0.0621", "-0.1240", "-0.0054",
    ]  # fmt: skip
    found = mcnemar(28, 25, n=618, confidence_level=0.90)
    assert [f"{x:.4f}" for x in (found.difference_low, found.difference_high)] == ["-0.0148", "0.0247"]


def test_what_mlxtend_prints():
    """Its guide: 25 and 15 discordant rows, corrected: chi-squared 2.025, p-value 0.155."""
    found = mcnemar(25, 15, method="corrected")
    assert (f"{found.statistic:.3f}", f"{found.pvalue:.3f}") == ("2.025", "0.155")


def score_test(e01, e10, n, difference):
    """Return Tango's statistic by maximising the likelihood over the free cell on a fine grid."""
    free = np.linspace(max(0, -difference), (1 - difference) / 2, 200_001)[1:-1]
    p01, p10 = free + difference, free
    with np.errstate(divide="ignore", invalid="ignore"):
        likelihood = (
            stats.binom.logpmf(0, 1, 0)
            + np.where(e01, e01 * np.log(p01), 0)
            + np.where(e10, e10 * np.log(p10), 0)
            + (n - e01 - e10) * np.log(1 - p01 - p10)
        )
    best = free[np.nanargmax(likelihood)]
    return (e01 - e10 - n * difference) / math.sqrt(n * (2 * best + difference - difference**2))


@pytest.mark.parametrize(("e01", "e10", "n"), [(12, 4, 100), (3, 0, 125), (7, 1, 21), (30, 50, 90)])
def test_the_ends_of_the_difference_are_just_not_rejected(e01, e10, n):
    found = mcnemar(e01, e10, n=n)
    assert score_test(e01, e10, n, found.difference_low) == pytest.approx(1.959964, abs=2e-3)
    assert score_test(e01, e10, n, found.difference_high) == pytest.approx(-1.959964, abs=2e-3)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 500))
def test_intervals(e01, e10, more):
    n = e01 + e10 + more
    one, other = mcnemar(e01, e10, n=n), mcnemar(e10, e01, n=n)
    assert -1 <= one.difference_low < one.difference_high <= 1
    assert one.difference_low <= one.difference == (e01 - e10) / n <= one.difference_high
    assert (one.difference_low, one.difference_high) == pytest.approx(
        (-other.difference_high, -other.difference_low), abs=1e-9
    )
    uncorrected = mcnemar(e01, e10, n=n, method="uncorrected")
    if abs(uncorrected.pvalue - 0.05) > 1e-6 and e01 + e10:
        assert (one.difference_low > 0 or one.difference_high < 0) == uncorrected.reject(0.05)
    if e01 + e10:
        assert one.odds_low <= one.odds_ratio <= one.odds_high
        exact = mcnemar(e01, e10, method="exact")
        assert (one.odds_low > 1 or one.odds_high < 1) == (exact.pvalue < 0.05)
        assert exact.pvalue == mcnemar(e10, e01, method="exact").pvalue


@pytest.mark.parametrize(
    ("cells", "n", "low", "high"),
    [
        ((0, 0), 10, -0.2775, 0.2775),
        ((10, 0), 10, 0.4449, 1),
        ((0, 10), 10, -1, -0.4449),
        ((3, 0), 125, -0.0065, 0.0682),
    ],
)
def test_the_difference_at_its_limits_is_no_single_point(cells, n, low, high):
    """Without discordant rows the score interval is +-z^2 / (n + z^2)."""
    found = mcnemar(*cells, n=n)
    assert (found.difference_low, found.difference_high) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize("method", [*METHODS, "auto"])
def test_no_discordant_row(method):
    found = mcnemar(0, 0, method=method, n=50)
    assert found.pvalue == 1
    assert found.statistic == 0 if found.alternative == "two-sided" else math.isnan(found.statistic)
    assert np.isnan([found.odds_ratio, found.odds_low, found.odds_high]).all()
    assert found.difference == 0
    assert [str(w) for w in found.warnings] == [
        "Both models are right and wrong on the same rows, so they cannot be told apart: p is 1 by definition."
    ]
    assert not found.reject()


def test_one_model_never_errs_alone():
    found = mcnemar(6, 0)
    assert (found.odds_ratio, found.odds_high) == (math.inf, math.inf)
    assert found.odds_low == pytest.approx(1.178, abs=1e-3)
    assert (mcnemar(0, 6).odds_ratio, mcnemar(0, 6).odds_low) == (0, 0)


@pytest.mark.parametrize("cells", [(1, 0), (12, 12), (13, 12), (300, 240)])
def test_auto_is_mid_p(cells):
    """That is the mean of the two-sided tails with and without the observed count."""
    found, more, n = mcnemar(*cells), max(cells), sum(cells)
    tail = stats.binomtest(more, n, alternative="greater").pvalue
    beyond = stats.binomtest(more + 1, n, alternative="greater").pvalue if more < n else 0
    assert found.method == "mcnemar-mid-p"
    assert found.pvalue == pytest.approx(min(tail + beyond, 1))


@pytest.mark.parametrize(
    ("method", "low", "high"),
    [("auto", 0.038, 0.050), ("exact", 0.018, 0.045), ("corrected", 0.018, 0.045), ("uncorrected", 0.042, 0.054)],
)
def test_sizes_are_those_of_the_docstring(method, low, high):
    """Enumerated: how often each form rejects at .05 where eight discordant rows or more are to be expected."""
    settings = itertools.product((20, 50, 100, 200, 500, 1_000), (0.02, 0.05, 0.1, 0.2, 0.4, 0.5))
    sizes = [power_mcnemar(n, 0, share, method=method) for n, share in settings if n * share >= 8]
    assert low - 5e-4 <= min(sizes) <= max(sizes) <= high + 5e-4
    assert max(sizes) > high - 0.006


def test_few_discordant_rows_are_warned_of_where_chi_square_is_used():
    assert [str(w) for w in mcnemar(12, 4, method="corrected").warnings] == [
        "Only one of the models is right on 16 rows: below 25 such rows the chi-square distribution is no good guide; "
        "prefer the mid-p test."
    ]
    assert mcnemar(13, 12, method="uncorrected").warnings == mcnemar(12, 4, method="exact").warnings == ()


def test_fields():
    exact, chi = mcnemar(12, 4, method="exact"), mcnemar(25, 10, method="corrected")
    assert isinstance(exact, TestResult)
    assert (exact.statistic, exact.alternative, exact.e01, exact.e10) == (12, "two-sided", 12, 4)
    assert (chi.df, chi.alternative) == (1, "greater")
    assert math.isnan(exact.df)
    assert exact.null_distribution.pmf(np.arange(17)).sum() == pytest.approx(1)
    assert np.isnan([exact.difference, exact.difference_low, exact.difference_high]).all()
    assert exact.critical_value(0.05) == 12
    assert exact.rejected_counts(0.05) == (3, 13)
    assert mcnemar(49, 76, method="mid-p").rejected_counts(0.05) == (51, 74)
    assert mcnemar(13, 3, method="corrected").rejected_counts(0.05) is None
    assert mcnemar(2, 1, method="exact").rejected_counts(0.05) == (-1, 4)
    assert mcnemar(13, 3, method="mid-p").critical_value(0.05) == 11
    assert str(exact.hypothesis) == "Both models have the same error rate on all rows such as these."
    assert [str(line) for line in exact.assumptions] == [
        "The rows are independent of each other, and neither model was fitted to them.",
        "Both models predicted the same rows.",
    ]


@pytest.mark.parametrize("method", [*METHODS, "auto"])
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.0625, 0.3])
def test_beyond_the_largest_kept_count_all_are_rejected(method, alpha):
    for discordant in (0, 1, 2, 5, 6, 16, 17, 24, 25, 50):
        limit = largest_kept(np.array([discordant]), method, alpha)[0]
        for more in range((discordant + 1) // 2, discordant + 1):
            assert mcnemar(more, discordant - more, method=method).reject(alpha) == (more > limit)


def test_counts_from_rows():
    rng = np.random.default_rng(0)
    y, a, b = rng.integers(0, 3, (3, 400))
    found = disagreement(y, a, b)
    assert sum(found) == 400
    assert found.e01 == np.count_nonzero((a != y) & (b == y))
    assert found.e10 == np.count_nonzero((a == y) & (b != y))
    assert found.e11 == np.count_nonzero((a != y) & (b != y))
    test = mcnemar(found.e01, found.e10, n=400)
    assert test.difference == pytest.approx((a != y).mean() - (b != y).mean())
    assert np.sign(test.difference) == np.sign(paired_t_test(a != y, b != y).statistic)
    assert disagreement([True], [True], [True]) == (1, 0, 0, 0)


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        ((1.5, 2), {}, "e01 must be a whole number from 0; got 1.5. Pass a count, not a share or a sum of weights."),
        ((1, -2), {}, "e10 must be a whole number from 0; got -2. Pass a count, not a share or a sum of weights."),
        ((1, 2), {"n": 2}, "n must be at least e01 + e10, 3; got 2. Count all test rows."),
        ((1, 2), {"n": 0}, "n must be a whole number from 1; got 0. Pass a count, not a share or a sum of weights."),
        (
            (1, 2),
            {"method": "chi2"},
            "method must be one of auto, exact, mid-p, corrected, uncorrected; got 'chi2'. Choose one of them.",
        ),
        (
            (1, 2),
            {"confidence_level": 95},
            "The confidence level must lie between 0 and 1; got 95. Write 95% as 0.95.",
        ),
    ],
)
def test_bad_input(arguments, options, sentence):
    with pytest.raises(InputError) as refused:
        mcnemar(*arguments, **options)
    assert str(refused.value) == sentence


def test_columns_of_different_length():
    with pytest.raises(InputError, match=r"b must have 2 values, one a row; got 1\. Check that both columns come from"):
        disagreement([1, 0], [1, 0], [1])
