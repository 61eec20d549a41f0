"""The interval of average precision where rows belong to cases."""

import math

import numpy as np
import pytest
from hypothesis import given
from scipy import special, stats
from sklearn.metrics import average_precision_score

from evalcore.counts import threshold_counts
from evalcore.curves import average_precision_by_case, average_precision_interval
from tests.evalcore.cases import ROWS, clustered, columns, copied, shuffled


def ends(found):
    return [found.average_precision, found.low, found.high]


def test_the_variance_is_that_of_leaving_out_a_little_of_each_case():
    """Oracle: weigh the rows of one case a little less, and see what scikit-learn makes of it."""
    truth, score, _, case = clustered(cases=25)
    score = np.round(score, 1)  # with ties
    influence = []
    for of in range(25):
        by = [
            average_precision_score(truth, score, sample_weight=np.where(case == of, 1 + step, 1.0))
            for step in (1e-4, -1e-4)
        ]
        influence.append((by[0] - by[1]) / 2e-4)
    error = math.sqrt(25 / 24 * np.square(influence).sum())
    found = average_precision_by_case(truth, score, case)
    value = average_precision_score(truth, score)
    worth = [np.bincount(case[of], minlength=25) for of in (truth, ~truth)]
    df = min(of.sum() ** 2 / (of**2).sum() for of in worth) - 1
    reach = stats.t.ppf(0.975, df) * error / (value * (1 - value))
    assert found.average_precision == pytest.approx(value)
    assert found.low == pytest.approx(special.expit(special.logit(value) - reach), rel=1e-6)
    assert found.high == pytest.approx(special.expit(special.logit(value) + reach), rel=1e-6)


@given(ROWS)
def test_cases_of_one_row_each_have_the_interval_of_rows(rows):
    truth, score, *_ = columns(rows)
    found = average_precision_by_case(truth, score, np.arange(len(truth)))
    np.testing.assert_equal(ends(found), ends(average_precision_interval(threshold_counts(truth, score))))


@given(ROWS)
def test_whatever_the_rows_an_interval_holds_the_value_or_says_why_there_is_none(rows):
    truth, score, _, case = columns(rows)
    found = average_precision_by_case(truth, score, case)
    assert math.isnan(found.low) == (found.reason is not None)
    if found.reason is None:
        assert 0 <= found.low <= found.average_precision <= found.high <= 1
        assert found.low < found.high
    twice = average_precision_by_case(*copied([truth, score, case], 2))
    np.testing.assert_allclose(ends(twice), ends(found), rtol=1e-7)


def test_neither_order_nor_labels_nor_copies_matter():
    truth, score, _, case = clustered()
    found = average_precision_by_case(truth, score, case)
    for changed in (shuffled([truth, score, case]), copied([truth, score, case], 3)):
        np.testing.assert_allclose(ends(average_precision_by_case(*changed)), ends(found))


def test_what_is_said():
    truth, score, _, case = clustered(cases=12)
    said = " ".join(map(str, average_precision_by_case(truth, score, case).warnings))
    assert "rests on: 10." in said
    alone = average_precision_by_case(truth, score, np.zeros(len(truth)))
    assert "at least two cases" in str(alone.reason)
    perfect = average_precision_by_case([1, 0, 1, 0], [2, 1, 2, 0], list("uuvv"))
    assert (perfect.average_precision, perfect.high) == (1, 1)
    assert perfect.low == pytest.approx(2 / (2 + 1.959964**2), abs=1e-6)
    alike = average_precision_by_case([1, 0, 1, 0], [1, 2, 1, 2], list("uuvv"))
    assert "All cases are alike" in str(alike.reason)
    one_class = average_precision_by_case([1, 1, 1, 1], [1, 2, 1, 3], list("uuvv"))
    assert math.isnan(one_class.low)
    assert one_class.reason is not None
