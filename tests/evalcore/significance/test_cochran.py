"""Cochran's Q."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from statsmodels.stats.contingency_tables import cochrans_q, mcnemar

from evalcore.errors import InputError
from evalcore.significance import TestResult, cochran_q
from evalcore.significance.cochran import NO_ROW_TELLS, TOO_LARGE

TABLES = st.tuples(st.integers(1, 30), st.integers(2, 5)).flatmap(lambda shape: arrays(np.bool_, shape))


def tells(table):
    return (table != table[:, :1]).any()


@given(TABLES.filter(tells))
def test_statsmodels_agrees(table):
    expected = cochrans_q(table.astype(int))
    found = cochran_q(table)
    assert found.statistic == pytest.approx(expected.statistic, abs=1e-9)
    assert found.pvalue == pytest.approx(expected.pvalue, abs=1e-9)
    assert found.df == table.shape[1] - 1
    np.testing.assert_array_equal(found.accuracies, table.mean(axis=0))


@pytest.mark.parametrize(
    "table",
    [
        [[1, 1, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1], [0, 1, 0], [1, 1, 0]],
        [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0]],
        [[1, 0], [1, 0], [0, 1], [1, 0], [1, 1]],
    ],
)
def test_the_exact_p_value_counts_all_exchanges(table):
    k = len(table[0])
    sums = [np.sum(order, axis=0) for order in itertools.product(*(list(itertools.permutations(row)) for row in table))]
    values = (np.array(sums) ** 2).sum(axis=1)
    found = cochran_q(table)
    assert found.exact_pvalue == pytest.approx((values >= (np.sum(table, axis=0) ** 2).sum()).mean())
    assert found.reason is None
    assert isinstance(found, TestResult)
    assert found.critical_value(0.05) == pytest.approx(stats.chi2.isf(0.05, k - 1))


def test_two_learners_are_mcnemar_s_test():
    table = np.repeat([[1, 0], [0, 1], [1, 1], [0, 0]], [25, 10, 40, 7], axis=0)
    found = cochran_q(table)
    assert found.statistic == pytest.approx(6.43, abs=5e-3)
    assert found.statistic == pytest.approx(15**2 / 35)
    counts = [[40, 25], [10, 7]]
    assert found.pvalue == pytest.approx(mcnemar(counts, exact=False, correction=False).pvalue)
    assert found.exact_pvalue == pytest.approx(0.0167, abs=5e-5)
    assert found.exact_pvalue == pytest.approx(mcnemar(counts, exact=True).pvalue)


@given(TABLES.filter(tells), st.randoms())
def test_neither_order_matters_and_rows_that_agree_do_not_count(table, random):
    rows, columns = (list(range(size)) for size in table.shape)
    random.shuffle(rows)
    random.shuffle(columns)
    one, other = cochran_q(table), cochran_q(np.vstack([table[rows][:, columns], np.ones((3, len(columns)), bool)]))
    assert one.statistic == other.statistic
    assert one.informative == other.informative
    assert one.exact_pvalue == pytest.approx(other.exact_pvalue, nan_ok=True)


@given(TABLES.filter(tells))
def test_right_and_wrong_may_be_exchanged(table):
    assert cochran_q(table).statistic == cochran_q(~table).statistic


@pytest.mark.parametrize("table", [np.ones((4, 3), bool), np.zeros((1, 2), bool), [[1, 1], [0, 0]]])
def test_no_row_tells(table):
    found = cochran_q(table)
    assert math.isnan(found.statistic)
    assert (found.pvalue, found.exact_pvalue, found.informative) == (1, 1, 0)
    assert found.warnings == (NO_ROW_TELLS,)


def test_few_rows_tell():
    found = cochran_q([[1, 0, 0]] * 7 + [[1, 1, 1]] * 90)
    assert [str(w) for w in found.warnings] == [
        "Few rows tell the learners apart (7), so the chi-squared distribution is a rough guide. Trust the exact "
        "p-value."
    ]
    assert found.exact_pvalue == pytest.approx(3**-6)
    assert cochran_q([[1, 0, 0]] * 8).warnings == ()


def test_too_large_to_count():
    found = cochran_q(np.random.default_rng(0).random((5000, 4)) < 0.7)
    assert math.isnan(found.exact_pvalue)
    assert found.reason == TOO_LARGE


@pytest.mark.parametrize(("value", "text"), [(2, "2"), (0.5, "0.5"), (np.nan, "nan"), ("yes", "yes"), (None, "None")])
def test_bad_input(value, text):
    with pytest.raises(InputError) as refused:
        cochran_q(np.array([[1, 0, 1], [0, 1, value]], dtype=object))
    assert str(refused.value) == (
        f"correct must hold True and False, or 1 and 0; got '{text}' (data row 2, learner 3). Compare each learner's "
        "labels with the truth first."
    )
