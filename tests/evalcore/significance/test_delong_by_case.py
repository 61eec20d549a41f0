"""DeLong's test of two models where rows belong to cases."""

import math

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from scipy import stats

from evalcore.significance import auc_differences, delong_test
from tests.evalcore.cases import ROWS, clustered, columns, copied, shuffled
from tests.evalcore.curves.test_auc import obuchowski

NUMBERS = ("difference", "standard_error", "statistic", "pvalue", "low", "high", "auc_a", "auc_b")


def numbers(test):
    return [getattr(test, name) for name in NUMBERS]


def test_the_variance_of_a_difference_is_that_of_both_less_what_they_share():
    """Obuchowski's covariance of two areas, by the variance of the area of both scores side by side."""
    rng = np.random.default_rng(1)
    case = np.repeat(np.arange(20), 6)
    truth = np.tile(np.arange(6) < 2, 20)  # both classes in every case: one factor for all
    a, b = (truth + rng.normal(size=20)[case] + rng.normal(size=120) for _ in range(2))
    found = delong_test(truth, a, b, case=case)

    def influence(score):
        won = np.sign(score[truth][:, None] - score[~truth][None, :]) / 2 + 0.5
        pos, neg = won.mean(axis=1) - won.mean(), won.mean(axis=0) - won.mean()
        by_case = [pos[case[truth] == of].mean() / 20 + neg[case[~truth] == of].mean() / 20 for of in range(20)]
        return np.array(by_case), won.mean()

    (of_a, area_a), (of_b, area_b) = influence(a), influence(b)
    covariance = 20 / 19 * np.cov(np.stack([of_a, of_b]), bias=True) * 20
    variance = covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]
    assert covariance[0, 0] == pytest.approx(obuchowski(truth, a, case)[1])
    assert (found.auc_a, found.auc_b) == (pytest.approx(area_a), pytest.approx(area_b))
    assert found.standard_error == pytest.approx(math.sqrt(variance))
    statistic = (area_a - area_b) / math.sqrt(variance)
    assert found.statistic == pytest.approx(statistic)
    assert (found.method, found.df) == ("obuchowski", pytest.approx(19))
    assert found.pvalue == found.delong_pvalue == pytest.approx(2 * stats.t.sf(abs(statistic), 19))
    half = stats.t.ppf(0.975, 19) * math.sqrt(variance)
    assert (found.low, found.high) == (pytest.approx(area_a - area_b - half), pytest.approx(area_a - area_b + half))
    assert found.critical_value(0.05) == pytest.approx(stats.t.ppf(0.975, 19))


def test_scores_of_two_values_give_what_a_regression_with_clusters_gives():
    rng = np.random.default_rng(2)
    case = np.repeat(np.arange(25), 8)
    truth = np.tile(np.arange(8) < 3, 25)
    a, b = ((truth + rng.normal(size=25)[case] + rng.normal(size=200)) > 0.5 for _ in range(2))
    fitted = sm.OLS(a.astype(float) - b, sm.add_constant(truth.astype(float))).fit(
        cov_type="cluster", cov_kwds={"groups": case, "use_correction": False}
    )
    found = delong_test(truth, a.astype(float), b.astype(float), case=case)
    assert found.difference == pytest.approx(fitted.params[1] / 2)
    assert found.standard_error == pytest.approx(fitted.bse[1] / 2 * math.sqrt(25 / 24))


@pytest.mark.slow
@given(ROWS)
def test_cases_of_one_row_each_give_the_test_of_rows(rows):
    truth, a, b, _ = columns(rows)
    one = delong_test(truth, a, b, case=[f"row {i}" for i in range(len(truth))])
    other = delong_test(truth, a, b)
    np.testing.assert_equal(numbers(one), numbers(other))
    assert (one.method, one.warnings) == (other.method, other.warnings)
    many = delong_test(*copied([truth, a, b], 2), case=np.repeat(np.arange(len(truth)), 2))
    np.testing.assert_equal(numbers(many), numbers(other))


@given(ROWS)
def test_whatever_the_rows_test_and_interval_agree(rows):
    truth, a, b, case = columns(rows)
    found = delong_test(truth, a, b, case=case)
    if math.isnan(found.statistic):
        assert found.warnings
    elif found.method == "obuchowski":
        assert found.low < found.difference < found.high
        if abs(found.pvalue - 0.05) > 1e-9:
            assert found.reject(0.05) == (not found.low < 0 < found.high)
    turned = delong_test(truth, b, a, case=case)
    np.testing.assert_allclose([found.pvalue, found.low], [turned.pvalue, -turned.high], atol=1e-12)
    if found.method == "obuchowski":
        twice = delong_test(*copied([truth, a, b], 2), case=np.repeat(case, 2))
        np.testing.assert_allclose(numbers(twice), numbers(found), rtol=1e-7, atol=1e-9)


def test_neither_order_nor_labels_nor_copies_matter():
    rows = clustered()
    found = delong_test(*rows[:3], case=rows[3])
    for changed in (shuffled(rows), copied(rows, 3)):
        np.testing.assert_allclose(numbers(delong_test(*changed[:3], case=changed[3])), numbers(found))
    assert delong_test(*copied(rows[:3], 10)).pvalue < found.pvalue


def test_all_pairs_are_by_case():
    truth, a, b, case = clustered()
    found = auc_differences(truth, {"a": a, "b": b, "c": a + b}, case=case)
    alone = delong_test(truth, a, b, case=case)
    assert [test.method for test in found.tests] == ["obuchowski"] * 3
    assert found.tests[0].pvalue == alone.pvalue
    assert found.tests[0].low < alone.low


def test_what_is_said():
    truth, a, b, case = clustered(cases=12)
    assert "rests on: 10." in " ".join(map(str, delong_test(truth, a, b, case=case).warnings))
    same = delong_test(truth, a, 2 * a, case=case)
    assert same.pvalue == 1
    assert "in the same order" in str(same.warnings[0])
    alone = delong_test(truth, a, b, case=np.zeros(len(truth)))
    assert math.isnan(alone.pvalue)
    assert "at least two cases" in str(alone.warnings[0])
    alike = delong_test([1, 0, 0, 1, 0, 0], [2, 1, 3, 2, 1, 3], [4, 2, 3, 4, 2, 3], case=list("uuuvvv"))
    assert (alike.difference, math.isnan(alike.low)) == (-0.5, True)
    assert "All cases are alike" in str(alike.warnings[0])
    near = truth + 0.45 * np.tanh(a)
    assert "so near its end" in " ".join(map(str, delong_test(truth, near, a, case=case).warnings))
    assert str(alone.assumptions[0]).startswith("The cases are independent of each other")
    nothing = delong_test([1, 1, 1], [1, 2, 3], [3, 2, 1], case=["u", "u", "v"])
    assert math.isnan(nothing.pvalue)
