"""Five times two-fold cross validation: Dietterich's t, the book's, all ten numerators, Alpaydin's F."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from evalcore.errors import InputError
from evalcore.significance import f_test_5x2, paired_t_test_5x2

D = np.array([[0.030, 0.010], [0.020, 0.025], [0.015, -0.005], [0.035, 0.020], [0.010, 0.015]])
NUMERATORS = ["first", "mean", "scaled-mean", (3, 1)]
TABLES = hnp.arrays(np.float64, (5, 2), elements=st.integers(-20, 20).map(lambda cell: cell / 100))


def oracle(d):
    """Return the denominator, slowly, and the F statistic as the paper writes them."""
    variances = []
    for one, two in d:
        mean = (one + two) / 2
        variances.append((one - mean) ** 2 + (two - mean) ** 2)
    return math.sqrt(sum(variances) / 5), sum(x**2 for x in d.ravel()) / (2 * sum(variances))


@pytest.mark.parametrize(
    ("numerator", "t", "p", "rejected"),
    [("first", "2.893", "0.034", True), ("mean", "1.929", "0.112", False), ("scaled-mean", "2.728", "0.041", True)],
)
def test_three_forms_of_t(numerator, t, p, rejected):
    found = paired_t_test_5x2(D, numerator=numerator)
    assert (f"{found.statistic:.3f}", f"{found.pvalue:.3f}", found.reject()) == (t, p, rejected)
    assert (found.df, found.method, found.alternative) == (5, "5x2-t", "two-sided")
    assert found.critical_value(0.05) == pytest.approx(2.571, abs=5e-4)
    assert found.standard_error == pytest.approx(0.010368, abs=1e-6)


def test_f():
    found = f_test_5x2(D)
    assert (f"{found.statistic:.3f}", f"{found.pvalue:.3f}", found.reject()) == ("3.930", "0.072", False)
    assert (found.df, found.method, found.alternative) == ((10, 5), "5x2-f", "greater")
    assert found.critical_value(0.05) == pytest.approx(4.735, abs=5e-4)
    assert found.effect == pytest.approx(D.mean())
    assert found.warnings == ()


def test_ten_numerators():
    found = paired_t_test_5x2(D)
    assert found.candidates.shape == (5, 2)
    assert f"{found.candidates.min():.2f} {found.candidates.max():.2f}" == "-0.48 3.38"
    for place in np.ndindex(5, 2):
        assert paired_t_test_5x2(D, numerator=place).statistic == pytest.approx(found.candidates[place])
    assert [str(w) for w in found.warnings] == [
        "Which of the ten differences is the numerator decides: t runs from -0.48 to 3.38, and 2 of the ten would be "
        "rejected at level 0.05. The F-test needs no choice."
    ]
    with pytest.raises(ValueError, match="read-only"):
        found.candidates[0, 0] = 0


def test_the_mean_says_that_it_is_too_careful():
    assert [str(w) for w in paired_t_test_5x2(D, numerator="mean").warnings] == [
        "The mean of two differences varies half as much as one, yet is divided by the spread of one: at level 0.05 "
        "the test rejects a true hypothesis in 0.015 of the cases only, so it misses differences."
    ]
    assert paired_t_test_5x2(D, numerator="scaled-mean").warnings == ()
    assert str(paired_t_test_5x2(D).assumptions[2]) == (
        "The five estimates of the variance are independent of each other and of the numerator; in truth the five "
        "splits share their rows."
    )


@given(TABLES)
def test_slow_sums_agree(d):
    denominator, f = oracle(d) if (d[:, 0] != d[:, 1]).any() else (0, math.nan)
    assume(denominator > 1e-6)
    found = paired_t_test_5x2(d)
    assert found.standard_error == pytest.approx(denominator)
    np.testing.assert_allclose(found.candidates, d / denominator)
    assert f_test_5x2(d).statistic == pytest.approx(f)
    np.testing.assert_allclose(np.square(found.candidates).sum() / 10, f)  # F is the mean of the ten squares


@given(TABLES, st.sampled_from(NUMERATORS))
def test_exchanging_the_learners_turns_the_sign(d, numerator):
    one, other = paired_t_test_5x2(d, numerator=numerator), paired_t_test_5x2(-d, numerator=numerator)
    np.testing.assert_array_equal([one.statistic, one.low, one.effect], [-other.statistic, -other.high, -other.effect])
    np.testing.assert_equal(one.pvalue, other.pvalue)
    np.testing.assert_equal(f_test_5x2(d).pvalue, f_test_5x2(-d).pvalue)


@given(TABLES, st.sampled_from(NUMERATORS), st.sampled_from([1e-9, 100, 1e250]))
def test_the_unit_does_not_matter(d, numerator, unit):
    one, other = paired_t_test_5x2(d, numerator=numerator), paired_t_test_5x2(d * unit, numerator=numerator)
    np.testing.assert_allclose([other.statistic, other.pvalue], [one.statistic, one.pvalue], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(f_test_5x2(d * unit).pvalue, f_test_5x2(d).pvalue, rtol=1e-9)


@pytest.mark.parametrize("numerator", NUMERATORS)
def test_the_interval_leaves_out_0_where_the_test_rejects(numerator):
    for shift in np.linspace(-0.05, 0.05, 41):
        found = paired_t_test_5x2(D + shift, numerator=numerator)
        assert (found.low > 0 or found.high < 0) == found.reject(0.05)
        assert found.low < found.effect < found.high


SAME = "Both learners have the same result every time, so they cannot be told apart: p is 1 by definition."
CONSTANT = "The learners differ by the same amount every time, so nothing tells how sure that amount is."


@pytest.mark.parametrize(
    ("d", "pvalue", "sentence"),
    [
        (np.zeros((5, 2)), 1, SAME),
        (np.full((5, 2), 0.3) - (0.1 + 0.2) * np.array([1, 1 + 2e-16]), 1, SAME),  # rounding noise, no t of it
        (np.full((5, 2), 0.01), math.nan, CONSTANT),
        (np.repeat([[0.0], [0.1], [0.2], [0.1], [0.0]], 2, axis=1), math.nan, CONSTANT),  # 0/0 for "first"
        (np.array([[0.95 - 0.93, 0.32 - 0.30]] * 5), math.nan, CONSTANT),
        (np.where(np.eye(5, 2, dtype=bool), np.nan, D), math.nan, "Missing values: 2 of 10, so there is no test."),
    ],
)
def test_where_there_is_no_test(d, pvalue, sentence):
    for found in (*(paired_t_test_5x2(d, numerator=n) for n in NUMERATORS), f_test_5x2(d)):
        np.testing.assert_equal(found.pvalue, pvalue)
        assert np.isnan([found.statistic, found.low, found.high]).all()
        assert [str(w)[: len(sentence)] for w in found.warnings] == [sentence]
        assert not found.reject()
    assert np.isnan(paired_t_test_5x2(d).candidates).all()


def test_where_all_numerators_agree_there_is_nothing_to_warn_of():
    assert paired_t_test_5x2(D + 1).warnings == ()
    assert paired_t_test_5x2(np.array([[0.01, -0.01]] * 5)).warnings == ()


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        (
            D.T,
            {},
            "differences must be a table of 5 repetitions with 2 folds; got one of shape (2, 5). Pass a row a "
            "repetition.",
        ),
        (
            [[0.1, 0.2], [0.1]],
            {},
            "differences must be a table of 5 repetitions with 2 folds; got one of shape (2,). Pass a row a",
        ),
        (
            D.ravel(),
            {},
            "differences must be a table of 5 repetitions with 2 folds; got one of shape (10,). Pass a row a",
        ),
        (
            np.where(D == 0.03, np.inf, D),
            {},
            "differences must hold finite numbers; got 'inf' (data row 1). Remove the",
        ),
        (
            D,
            {"numerator": "second"},
            "numerator must be 'first', 'mean', 'scaled-mean' or a pair of repetition (0 to 4) and fold (0 or 1); got "
            "second. Choose one of them.",
        ),
        (D, {"numerator": (5, 0)}, "numerator must be 'first', 'mean', 'scaled-mean' or a pair of repetition (0 to 4)"),
        (D, {"confidence_level": 0}, "The confidence level must lie between 0 and 1; got 0. Write 95% as 0.95."),
    ],
)
def test_bad_input(arguments, options, sentence):
    with pytest.raises(InputError) as refused:
        paired_t_test_5x2(arguments, **options)
    assert str(refused.value).startswith(sentence)
