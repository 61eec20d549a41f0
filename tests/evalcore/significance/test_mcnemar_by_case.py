"""The test of errors by case."""

import math

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evalcore.errors import InputError
from evalcore.significance import TestResult, mcnemar, mcnemar_by_case
from tests.evalcore.cases import clustered, copied, shuffled

RIGHT = st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 5)), min_size=2, max_size=30)
NUMBERS = ("statistic", "pvalue", "difference", "low", "high")


def numbers(test):
    return [getattr(test, name) for name in NUMBERS]


def durkalski(a, b, case):
    """Return chi-square as in the paper, case by case."""
    top = bottom = 0.0
    for name in set(case.tolist()):
        rows = case == name
        only_a, only_b = np.count_nonzero(~a[rows] & b[rows]), np.count_nonzero(a[rows] & ~b[rows])
        top += (only_a - only_b) / rows.sum()
        bottom += ((only_a - only_b) / rows.sum()) ** 2
    return top**2 / bottom if bottom else math.nan


@given(RIGHT)
def test_a_loop_over_cases_agrees(rows):
    a, b, case = (np.array(column) for column in zip(*rows, strict=True))
    found = mcnemar_by_case(a, b, case)
    np.testing.assert_allclose(found.statistic, durkalski(a, b, case), atol=1e-12)
    assert found.pvalue == pytest.approx(1 if math.isnan(found.statistic) else stats.chi2.sf(found.statistic, 1))
    assert found.difference == pytest.approx((~a).mean() - (~b).mean())
    assert not found.low > found.difference
    assert not found.high < found.difference
    turned = mcnemar_by_case(b, a, case)
    np.testing.assert_allclose([turned.pvalue, turned.low], [found.pvalue, -found.high], atol=1e-9)
    twice = mcnemar_by_case(*copied([a, b, case], 2))
    np.testing.assert_allclose(numbers(twice), numbers(found), rtol=1e-7, atol=1e-9)


@given(RIGHT)
def test_one_row_a_case_is_mcnemar_without_correction(rows):
    a, b, _ = (np.array(column) for column in zip(*rows, strict=True))
    found = mcnemar_by_case(a, b, [f"row {i}" for i in range(len(a))])
    plain = mcnemar(found.e01, found.e10, method="uncorrected", n=len(a))
    np.testing.assert_equal([found.statistic, found.pvalue], [plain.statistic, plain.pvalue])
    np.testing.assert_equal(
        [found.difference, found.low, found.high], [plain.difference, plain.difference_low, plain.difference_high]
    )


def test_the_interval_is_that_of_a_regression_with_clusters():
    truth, one, other, case = clustered()
    a, b = (one > 0.5) == truth, (other > 0.5) == truth
    found = mcnemar_by_case(a, b, case)
    fitted = sm.OLS(b.astype(float) - a, np.ones(len(a))).fit(
        cov_type="cluster", cov_kwds={"groups": case, "use_correction": False}
    )
    sizes = np.bincount(case)
    t = stats.t.ppf(0.975, sizes.sum() ** 2 / (sizes**2).sum() - 1)
    half = t * fitted.bse[0] * math.sqrt(30 / 29)
    assert found.difference == pytest.approx(fitted.params[0])
    assert (found.low, found.high) == pytest.approx((fitted.params[0] - half, fitted.params[0] + half))


def test_neither_order_nor_labels_nor_copies_matter():
    truth, one, other, case = clustered()
    rows = [(one > 0.5) == truth, (other > 0.5) == truth, case]
    found = mcnemar_by_case(*rows)
    for changed in (shuffled(rows), copied(rows, 3)):
        np.testing.assert_allclose(numbers(mcnemar_by_case(*changed)), numbers(found))
    assert isinstance(found, TestResult)
    assert (found.method, found.df, found.alternative) == ("durkalski", 1, "greater")
    assert (found.n, found.n_cases) == (len(case), 30)
    assert found.critical_value(0.05) == pytest.approx(3.841459, abs=1e-6)
    assert found.reject(0.05) == (found.statistic > found.critical_value(0.05))


@pytest.mark.parametrize(
    ("a", "b", "case", "said", "pvalue"),
    [
        ([1, 1, 0, 0], [1, 1, 0, 0], "uuvv", "right and wrong on the same rows", 1),
        ([1, 0, 0, 1], [0, 1, 1, 0], "uuvv", "In every case both models err on as many rows", 1),
        ([1, 0, 1, 1], [0, 1, 1, 0], "uuvv", "Cases that speak for one of the models: 1.", None),
        ([1, 0, 1, 1], [0, 1, 1, 0], "uuuu", "at least two cases", None),
        ([1, 0, 1, 0], [0, 0, 0, 0], "uuvv", "All cases are alike", None),
        ([1, 0, 1, 1], [0, 1, 1, 0], "uuvv", "rests on: 2.", None),
    ],
)
def test_what_is_said(a, b, case, said, pvalue):
    found = mcnemar_by_case(a, b, list(case))
    assert said in " ".join(map(str, found.warnings))
    if pvalue is not None:
        assert (found.pvalue, math.isnan(found.statistic)) == (pvalue, True)


def test_where_interval_and_test_disagree_the_test_decides():
    """One large case speaks for one model, many small ones for the other: cases count alike, rows do not."""
    case = np.concatenate([np.zeros(400), np.arange(1, 31).repeat(4)])
    b = np.ones(len(case), dtype=bool)
    a = b.copy()
    a[400::4] = False
    b[:20] = False
    found = mcnemar_by_case(a, b, case)
    assert found.reject(0.05)
    assert found.low < 0 < found.high
    assert "the test decides" in " ".join(map(str, found.warnings))


def test_bad_columns_are_refused():
    with pytest.raises(InputError, match="correct_b must have 2 values, one a row; got 1"):
        mcnemar_by_case([1, 0], [1], ["u", "v"])
    with pytest.raises(InputError, match="correct_a must hold True and False"):
        mcnemar_by_case([2, 0], [1, 0], ["u", "v"])
