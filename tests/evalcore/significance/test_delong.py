"""DeLong's test of two models on the same rows."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evalcore.errors import InputError
from evalcore.significance import TestResult, auc_differences, delong_test, holm
from evalcore.significance.few_rows import exchange_pvalue

pytestmark = pytest.mark.slow

ROWS = st.lists(st.tuples(st.booleans(), st.integers(-3, 3), st.integers(-3, 3)), min_size=4, max_size=25).filter(
    lambda rows: 2 <= sum(p for p, _, _ in rows) <= len(rows) - 2
)


def oracle(truth, a, b):
    """Return the difference and its variance from the full covariance of both models' placements."""
    tables = [
        np.sign(score[truth][:, None] - score[~truth][None, :]) / 2 + 0.5 for score in (np.asarray(a), np.asarray(b))
    ]
    of_pos, of_neg = (np.stack([table.mean(axis=axis) for table in tables]) for axis in (1, 0))
    covariance = np.cov(of_pos) / of_pos.shape[1] + np.cov(of_neg) / of_neg.shape[1]
    contrast = np.array([1, -1])
    return tables[0].mean() - tables[1].mean(), contrast @ covariance @ contrast


@given(ROWS)
def test_all_pairs_agree(rows):
    truth, a, b = (np.array(column) for column in zip(*rows, strict=True))
    difference, variance = oracle(truth, a, b)
    found = delong_test(truth, a, b)
    assert found.difference == found.effect == pytest.approx(difference, abs=1e-14)
    assert found.standard_error == pytest.approx(math.sqrt(max(variance, 0)), abs=1e-7)
    if not any("told apart" in str(w) or "same amount" in str(w) for w in found.warnings):
        assert found.standard_error**2 == pytest.approx(variance, abs=1e-14)
        assert found.statistic == pytest.approx(difference / math.sqrt(variance), rel=1e-6)
        assert found.delong_pvalue == pytest.approx(2 * stats.norm.sf(abs(found.statistic)), abs=1e-12)
        assert found.method == ("exchange" if min(truth.sum(), (~truth).sum()) < 10 else "delong")
        assert found.pvalue == (found.delong_pvalue if found.method == "delong" else exchange_pvalue(truth, a, b))
        assert -1 <= found.low < found.difference < found.high <= 1


@given(ROWS)
def test_exchanging_the_models_turns_the_sign(rows):
    truth, a, b = (np.array(column) for column in zip(*rows, strict=True))
    one, other = delong_test(truth, a, b), delong_test(truth, b, a)
    np.testing.assert_array_equal([one.difference, one.low], [-other.difference, -other.high])
    np.testing.assert_equal(one.pvalue, other.pvalue)


def test_fields():
    rng = np.random.default_rng(0)
    truth = np.arange(400) < 150
    a = rng.normal(size=400) + truth
    found = delong_test(truth, a, a + rng.normal(size=400))
    assert isinstance(found, TestResult)
    assert math.isnan(found.df)
    assert (found.alternative, found.method, found.warnings) == ("two-sided", "delong", ())
    assert found.critical_value(0.05) == pytest.approx(1.959964, abs=1e-6)
    assert found.auc_a - found.auc_b == pytest.approx(found.difference)
    assert found.reject(0.05) == (found.pvalue < 0.05) == (abs(found.statistic) > found.critical_value(0.05))
    assert (found.low > 0) == found.reject(0.05)
    narrow = delong_test(truth, a, a + 1, confidence_level=0.5)
    assert narrow.confidence_level == 0.5
    assert [str(line) for line in found.assumptions] == [
        "The rows are independent of each other, and neither model was fitted to them.",
        "Both models scored the same rows.",
        "There are enough rows of each class for the difference to be normally distributed.",
    ]


def test_verdicts_never_say_equal():
    rng = np.random.default_rng(0)
    truth = np.arange(400) < 150
    a = rng.normal(size=400) + truth
    same = delong_test(truth, a, a + rng.normal(size=400) * 0.01)
    assert str(same.verdict(0.05)) == (
        f"The data cannot reject the hypothesis at level 0.05 (p = {same.pvalue:.3g}); that does not show that it is "
        "true."
    )
    assert str(delong_test(truth, a, -a).verdict(0.01)) == "The hypothesis is rejected at level 0.01 (p < 0.0001)."
    some = delong_test(truth, a, rng.normal(size=400) + truth * 0.75)
    assert str(some.verdict(0.5)) == f"The hypothesis is rejected at level 0.5 (p = {some.pvalue:.3g})."
    none = delong_test([1, 0, 0], [3, 2, 1], [1, 2, 3])
    assert str(none.verdict(0.05)) == "There is no p-value, so nothing can be said at level 0.05."


@pytest.mark.parametrize("alpha", [0, 1, 5, math.nan])
def test_alpha(alpha):
    found = delong_test([1, 1, 0, 0], [4, 3, 2, 1], [4, 2, 3, 1])
    for ask in (found.reject, found.critical_value, found.verdict):
        with pytest.raises(InputError, match=r"alpha must lie between 0 and 1; got .*\. Write 5% as 0\.05\."):
            ask(alpha)


def test_without_null_distribution_there_is_no_critical_value():
    found = delong_test([1, 1, 0, 0], [4, 3, 2, 1], [4, 2, 3, 1])
    bare = TestResult(statistic=1.0, pvalue=0.5, method="x", hypothesis=found.hypothesis)
    assert math.isnan(bare.critical_value(0.05))
    for alternative, value in (("less", -1.644854), ("greater", 1.644854)):
        one = TestResult(
            statistic=1.0,
            pvalue=0.5,
            method="x",
            hypothesis=found.hypothesis,
            alternative=alternative,
            null_distribution=stats.norm(),
        )
        assert one.critical_value(0.05) == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("other", [lambda s: s, lambda s: 3 * s - 7, np.exp])
def test_models_that_order_alike(other):
    """Identical models, or one a monotone function of the other: p = 1, and no statistic out of 0/0."""
    rng = np.random.default_rng(0)
    truth, score = rng.random(5_000) < 0.3, rng.normal(size=5_000)
    found = delong_test(truth, score, other(score))
    assert (found.difference, found.standard_error, found.pvalue) == (0, 0, 1)
    assert np.isnan([found.statistic, found.low, found.high]).all()
    assert not found.reject(0.05)
    assert [str(w) for w in found.warnings] == [
        "Both models put every pair of a positive and a negative row in the same order, so they cannot be told apart: "
        "p is 1 by definition."
    ]


@pytest.mark.parametrize(
    ("truth", "a", "b", "difference", "warning"),
    [
        ([1, 1, 0, 0], [4, 3, 2, 1], [1, 2, 3, 4], 1, "The models differ by the same amount at every row"),
        ([1, 1, 0, 0], [4, 3, 2, 1], [5, 5, 5, 5], 0.5, "The models differ by the same amount at every row"),
        (
            [1, 0, 0],
            [2.5, 3, 2],
            [3, 2, 1],
            -0.5,
            "A standard error needs at least two rows of each class; there are 1",
        ),
        ([1, 1], [1, 2], [2, 1], math.nan, "A standard error needs at least two rows of each class; there are 2 posi"),
        ([0, 0], [1, 2], [2, 1], math.nan, "A standard error needs at least two rows of each class; there are 0 posi"),
    ],
)
def test_where_there_is_no_test(truth, a, b, difference, warning):
    found = delong_test(truth, a, b)
    np.testing.assert_equal(found.difference, difference)
    assert np.isnan([found.statistic, found.pvalue, found.low, found.high]).all()
    assert not found.reject(0.05)
    assert [str(w)[: len(warning)] for w in found.warnings] == [warning]


def test_wide_intervals_are_cut():
    truth, a = [1] * 10 + [0] * 10, list(range(20, 0, -1))
    found = delong_test(truth, a, [*range(1, 9), 19, 20, *range(9, 19)])
    assert found.high == 1
    (cut,) = map(str, found.warnings)
    assert cut.startswith("The interval of the difference reached beyond -1 or 1 and was cut")


def test_of_few_rows_the_interval_is_not_delongs():
    found = delong_test([1, 1, 0, 0, 0], [9, 8, 7, 6, 5], [1, 4, 3, 4, 2])
    (few,) = map(str, found.warnings)
    assert few.startswith(
        "A class has fewer than ten rows (2 positive, 3 negative), so DeLong's p-value is not reliable"
    )
    assert few.endswith("as far as the intervals of both areas tell, and to 0 where the test does not reject.")


@pytest.mark.parametrize(("n_pos", "n_neg"), [(2, 98), (9, 91), (10, 90), (10, 10), (91, 9), (98, 2), (5, 5)])
def test_below_ten_rows_of_a_class_no_p_value_is_without_its_warning(n_pos, n_neg):
    rng = np.random.default_rng(n_pos)
    truth = np.arange(n_pos + n_neg) < n_pos
    for _ in range(20):
        found = delong_test(truth, *rng.normal(size=(2, n_pos + n_neg)))
        said = [str(w) for w in found.warnings if "p-value is not reliable" in str(w)]
        assert len(said) == (min(n_pos, n_neg) < 10)
        assert all(f"({n_pos} positive, {n_neg} negative)" in sentence for sentence in said)


def test_too_few_rows_reject_too_often():
    """The warning says .16 for 2 rows among 100; the share of 400 samples has a standard error of .018."""
    rng = np.random.default_rng(0)
    truth = np.arange(100) < 2
    signal = rng.normal(size=(400, 100)) + truth * math.sqrt(2) * stats.norm.ppf(0.8) * math.sqrt(2)
    found = [delong_test(truth, s + rng.normal(size=100), s + rng.normal(size=100)) for s in signal]
    assert np.mean([one.delong_pvalue < 0.05 for one in found]) == pytest.approx(0.155, abs=0.06)
    # The one in its place rejects at most as often as it may.
    assert np.mean([one.pvalue < 0.05 for one in found]) <= 0.05


def test_with_few_rows_the_assumptions_are_those_of_the_exchange():
    found = delong_test([1, 1, 0, 0, 0], [9, 8, 7, 6, 5], [1, 4, 3, 4, 2])
    assert str(found.assumptions[-1]).startswith(
        "If both models are equally good, then at every row it is chance which"
    )
    assert math.isnan(found.critical_value(0.05))


def test_bootstrap_of_the_rows_agrees():
    rng = np.random.default_rng(5)
    truth = np.arange(300) < 120
    a = (rng.normal(size=300) + truth).round(1)
    b = a + rng.normal(size=300).round(1)
    difference = np.subtract(*(np.sign(s[truth][:, None] - s[~truth][None, :]) / 2 for s in (a, b)))
    draws = [difference[np.ix_(rng.integers(0, 120, 120), rng.integers(0, 180, 180))].mean() for _ in range(2_000)]
    assert np.std(draws) == pytest.approx(delong_test(truth, a, b).standard_error, rel=0.06)


def test_rejects_a_true_hypothesis_as_often_as_it_may():
    """Of 500 tests at 5%, 25 reject; 25 more would be 5 standard errors."""
    rng = np.random.default_rng(0)
    truth = np.arange(200) < 100
    signal = rng.normal(size=(500, 200)) + truth
    pvalues = [delong_test(truth, s + rng.normal(size=200), s + rng.normal(size=200)).pvalue for s in signal]
    assert abs(np.count_nonzero(np.array(pvalues) < 0.05) - 25) < 25


def test_many_rows_do_not_overflow():
    rng = np.random.default_rng(0)
    truth = rng.random(300_000) < 0.5
    a = rng.normal(size=300_000).astype(np.float32) + truth
    b = a.copy()
    first_pos, first_neg = int(np.argmax(truth)), int(np.argmin(truth))
    b[[first_pos, first_neg]] = b[[first_neg, first_pos]]
    found = delong_test(truth, a, b)
    assert 0 < found.standard_error < 1e-4
    assert 0 <= found.pvalue <= 1


def test_all_pairs_of_models():
    rng = np.random.default_rng(2)
    truth = np.arange(300) < 100
    scores = {name: rng.normal(size=300) + truth * shift for name, shift in (("a", 1), ("b", 1.2), ("c", 0))}
    scores["a again"] = scores["a"] * 2
    found = auc_differences(truth, scores)
    assert found.pairs == (("a", "b"), ("a", "c"), ("a", "a again"), ("b", "c"), ("b", "a again"), ("c", "a again"))
    for (one, other), test in zip(found.pairs, found.tests, strict=True):
        # One of the six pairs could be made of the same model: p is 1, and it counts.
        alone = delong_test(truth, scores[one], scores[other], confidence_level=1 - 0.05 / 6)
        np.testing.assert_equal([test.pvalue, test.low, test.high], [alone.pvalue, alone.low, alone.high])
        assert test.confidence_level == alone.confidence_level
        assert test.warnings == alone.warnings
    assert (found.n_tests, found.confidence_level) == (6, 0.95)
    np.testing.assert_array_equal(found.adjusted, holm([test.pvalue for test in found.tests]))
    frame = found.to_frame()
    assert list(frame) == [
        "model_a", "model_b", "auc_a", "auc_b", "difference", "low", "high", "statistic", "pvalue", "adjusted",
        "warnings",
    ]  # fmt: skip
    assert frame["warnings"][0] == ""
    assert frame["warnings"][2].startswith("Both models put every pair")
    assert frame["pvalue"][2] == 1
    assert frame["adjusted"][1] < 0.001
    with pytest.raises(ValueError, match="read-only"):
        found.adjusted[0] = 0


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [
        ({"a": [1, 2]}, "A comparison must have at least two models; got 1. Choose another score column."),
        ({"a": [1, 2], "b": [1, math.nan]}, "b must hold finite numbers; got 'nan' (data row 2). Remove the row or "),
        ({"a": [1, 2], "b": [1]}, "b must have 2 values, one a row; got 1. Check that both columns come from the same"),
    ],
)
def test_bad_input(scores, sentence):
    with pytest.raises(InputError) as refused:
        auc_differences([1, 0], scores)
    assert str(refused.value).startswith(sentence)
