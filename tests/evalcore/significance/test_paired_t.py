"""The paired t-test, plain and corrected for overlapping training sets."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from evalcore.errors import InputError
from evalcore.significance import paired_t_test, t_test

D = np.array([0.02, 0.01, 0.03, -0.01, 0.02, 0.02, 0.00, 0.03, 0.01, 0.02])
B = np.array([0.20, 0.22, 0.18, 0.25, 0.21, 0.19, 0.23, 0.20, 0.24, 0.22])
PAIRS = st.lists(st.tuples(st.integers(0, 100), st.integers(0, 100)), min_size=2, max_size=12)


def test_ten_differences():
    plain, corrected = paired_t_test(B + D, B), paired_t_test(B + D, B, test_train_ratio=1 / 9)
    assert f"{plain.statistic:.3f} {plain.pvalue:.4f}" == "3.737 0.0046"
    assert f"{corrected.statistic:.3f} {corrected.pvalue:.4f}" == "2.572 0.0301"
    assert (plain.method, corrected.method) == ("paired-t", "nadeau-bengio")
    assert plain.df == corrected.df == 9
    assert plain.effect == corrected.effect == pytest.approx(0.015)
    assert corrected.standard_error == pytest.approx(plain.standard_deviation * math.sqrt(1 / 10 + 1 / 9))
    assert plain.warnings == corrected.warnings == ()
    assert str(plain.hypothesis) == "Both learners have the same expected result."
    assert [str(line) for line in plain.assumptions] == [
        "Both learners were trained and tested on the same sets each time.",
        "The differences are normally distributed, or there are many of them.",
        "The differences are independent. In cross validation they are not, since the training sets overlap: their "
        "variance comes out too small, and equal learners are called different too often.",
    ]
    assert str(corrected.assumptions[2]) == (
        "Any two differences correlate as much as the share of rows that is tested each time; that is an approximation."
    )


@pytest.mark.parametrize("side", ["two-sided", "greater", "less"])
def test_scipy_agrees(side):
    found = paired_t_test(B + D, B, alternative=side, confidence_level=0.9)
    theirs = stats.ttest_rel(B + D, B, alternative=side)
    assert (found.statistic, found.pvalue) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9)
    interval = stats.ttest_rel(B + D, B).confidence_interval(0.9)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), rel=1e-9)
    assert paired_t_test(B + D, B, alternative=side, test_train_ratio=0).pvalue == found.pvalue


def test_it_is_the_t_test_of_the_differences():
    assert paired_t_test(D, np.zeros(10)).statistic == pytest.approx(t_test(D, 0).statistic)


@given(PAIRS, st.sampled_from([None, 0.5, 1 / 9]))
def test_exchanging_the_learners_turns_the_sign(pairs, ratio):
    a, b = np.array(pairs, dtype=float).T / 100
    one, other = (paired_t_test(x, y, test_train_ratio=ratio) for x, y in ((a, b), (b, a)))
    np.testing.assert_array_equal([one.statistic, one.low, one.high], [-other.statistic, -other.high, -other.low])
    np.testing.assert_equal(one.pvalue, other.pvalue)
    greater = paired_t_test(a, b, test_train_ratio=ratio, alternative="greater")
    less = paired_t_test(b, a, test_train_ratio=ratio, alternative="less")
    np.testing.assert_allclose(greater.pvalue, less.pvalue, rtol=1e-12)


@given(PAIRS, st.sampled_from([1e-300, 1e-200, 1e-9, 3, 100, 1e200, 1e300]))
def test_the_unit_does_not_matter(pairs, unit):
    """Percent or shares; and no square overflows or vanishes."""
    a, b = np.array(pairs, dtype=float).T / 100
    one, other = paired_t_test(a, b), paired_t_test(a * unit, b * unit)
    np.testing.assert_allclose(other.statistic, one.statistic, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(other.pvalue, one.pvalue, rtol=1e-7, atol=1e-12)


@given(PAIRS)
def test_identical_or_shifted_learners_get_no_t(pairs):
    """Neither 0/0 nor a huge t out of rounding noise, whatever the rates are."""
    a = np.array(pairs, dtype=float)[:, 0] / 100
    same = paired_t_test(a, (a * 3) / 3)
    assert (same.pvalue, math.isnan(same.statistic)) == (1, True)
    shifted = paired_t_test(a + 0.1, a)
    assert math.isnan(shifted.pvalue)
    assert math.isnan(shifted.statistic)
    assert shifted.effect == pytest.approx(0.1)


@given(PAIRS, st.floats(0, 5))
def test_the_correction_only_makes_p_larger(pairs, ratio):
    a, b = np.array(pairs, dtype=float).T / 100
    plain, corrected = paired_t_test(a, b), paired_t_test(a, b, test_train_ratio=ratio)
    assume(not math.isnan(plain.pvalue))
    assert corrected.pvalue >= plain.pvalue
    assert plain.effect == corrected.effect


SAME = "Both learners have the same result every time, so they cannot be told apart: p is 1 by definition."
CONSTANT = "The learners differ by the same amount every time, so nothing tells how sure that amount is."


@pytest.mark.parametrize(
    ("a", "b", "pvalue", "sentence"),
    [
        ([0.1, 0.2, 0.3], [0.1, 0.2, 0.3], 1, SAME),
        ([0.1, 0.2, 0.1 + 0.2], [0.1, 0.2, 0.3], 1, SAME),
        ([0, 0], [0, 0], 1, SAME),
        ([0.2, 0.3, 0.4], [0.1, 0.2, 0.3], math.nan, CONSTANT),
        ([0.95, 0.93], [0.94, 0.92], math.nan, CONSTANT),
        ([0.2], [0.1], math.nan, "One value cannot tell how much values vary, so there is no test: at least t"),
        ([0.2, 0.1], [0.1, math.nan], math.nan, "Missing values: 1 of 2, so there is no test. Give every r"),
    ],
)  # fmt: skip
def test_where_there_is_no_test(a, b, pvalue, sentence):
    for ratio in (None, 1 / 9):
        found = paired_t_test(a, b, test_train_ratio=ratio)
        np.testing.assert_equal(found.pvalue, pvalue)
        assert np.isnan([found.statistic, found.low, found.high]).all()
        assert [str(w)[: len(sentence)] for w in found.warnings] == [sentence]


def test_scipy_makes_a_test_out_of_rounding_noise():
    """0.2 - 0.1 and 0.3 - 0.2 differ in the last place; scipy takes that for the spread."""
    with pytest.warns(RuntimeWarning, match="Precision loss"):
        noise = stats.ttest_rel([0.2, 0.3, 0.4], [0.1, 0.2, 0.3])
    assert abs(noise.statistic) > 1e15
    assert noise.pvalue < 1e-29
    assert math.isnan(paired_t_test([0.2, 0.3, 0.4], [0.1, 0.2, 0.3]).pvalue)


def test_two_repetitions():
    found = paired_t_test([0.2, 0.3], [0.1, 0.1])
    assert (found.df, found.statistic) == (1, pytest.approx(3))
    assert [str(w)[:37] for w in found.warnings] == ["Two values leave one degree of freedo"]


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        (([1, 2], [1]), {}, "b must have as many values as a, 2; got 1. Pair the results of each repetition."),
        (([1, math.inf], [1, 2]), {}, "a must hold finite numbers; got 'inf' (data row 2). Remove the row or"),
        (
            ([1, 2], [1, 3]),
            {"test_train_ratio": -0.1},
            "test_train_ratio must be a number >= 0; got -0.1. It is 1 / (k - 1) for k-fold cross validation.",
        ),
        (([1, 2], [1, 3]), {"test_train_ratio": math.nan}, "test_train_ratio must be a number >= 0; got nan."),
        (([1, 2], [1, 3]), {"alternative": "one"}, "alternative must be one of two-sided, greater, less; got"),
        (([1, 2], [1, 3]), {"confidence_level": 1}, "The confidence level must lie between 0 and 1; got 1. Wr"),
    ],
)  # fmt: skip
def test_bad_input(arguments, options, sentence):
    with pytest.raises(InputError) as refused:
        paired_t_test(*arguments, **options)
    assert str(refused.value).startswith(sentence)
