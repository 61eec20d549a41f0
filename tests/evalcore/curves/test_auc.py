"""The interval of an area where rows belong to cases."""

import math
from dataclasses import asdict

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from scipy import stats

from evalcore.curves import auc_interval
from evalcore.intervals.auc_variance import placements
from evalcore.intervals.case_areas import area_by_case
from evalcore.support.cases import numbered
from tests.evalcore.cases import ROWS, clustered, columns, copied, shuffled

ENDS = ("low", "high", "logit_low", "logit_high", "newcombe_low", "newcombe_high", "robust_low", "robust_high")


def obuchowski(truth, score, case):
    """Return the area and its variance, as the paper has it, by loops over rows and cases."""
    won = [[1.0 if x > y else 0.5 if x == y else 0.0 for y in score[~truth]] for x in score[truth]]
    won = np.array(won)
    m, n, area = *won.shape, won.mean()
    v10, v01 = won.mean(axis=1), won.mean(axis=0)
    names = sorted(set(case.tolist()))
    of_pos, of_neg = case[truth], case[~truth]
    pos = [sum(v - area for v, of in zip(v10, of_pos, strict=True) if of == name) for name in names]
    neg = [sum(v - area for v, of in zip(v01, of_neg, strict=True) if of == name) for name in names]
    i, i_pos, i_neg = len(names), len(set(of_pos.tolist())), len(set(of_neg.tolist()))
    s10 = i_pos / ((i_pos - 1) * m) * sum(a * a for a in pos)
    s01 = i_neg / ((i_neg - 1) * n) * sum(b * b for b in neg)
    s11 = i / (i - 1) * sum(a * b for a, b in zip(pos, neg, strict=True))
    return area, s10 / m + s01 / n + 2 * s11 / (m * n)


@given(ROWS)
def test_the_variance_is_that_of_the_paper(rows):
    truth, score, _, case = columns(rows)
    if min(len(set(case[truth].tolist())), len(set(case[~truth].tolist()))) < 2:
        return
    area, variance = obuchowski(truth, score, case)
    found = area_by_case(truth, placements(truth, score.astype(float)), numbered(case, len(case)))
    assert found.area == pytest.approx(area, abs=1e-14)
    assert found.variance == pytest.approx(variance, abs=1e-14)
    assert found.variance >= 0


@given(ROWS)
def test_cases_of_one_row_each_have_delong_s_variance(rows):
    truth, score, *_ = columns(rows)
    if not 2 <= truth.sum() <= len(truth) - 2:
        return
    placed = placements(truth, score.astype(float))
    found = area_by_case(truth, placed, numbered(np.arange(len(truth)), len(truth)))
    assert found.variance == pytest.approx(placed.variance, abs=1e-14)
    assert found.by_row == pytest.approx(placed.variance, abs=1e-14)


@given(ROWS)
def test_cases_of_one_row_each_have_the_interval_of_rows(rows):
    truth, score, *_ = columns(rows)
    found = asdict(auc_interval(truth, score, case=[f"row {i}" for i in range(len(truth))]))
    np.testing.assert_equal(found, asdict(auc_interval(truth, score)))


@given(ROWS)
def test_whatever_the_rows_an_interval_holds_the_area_or_says_why_there_is_none(rows):
    truth, score, _, case = columns(rows)
    found = auc_interval(truth, score, case=case)
    assert math.isnan(found.robust_low) == math.isnan(found.robust_high)
    if math.isnan(found.robust_low) or math.isnan(found.low):
        assert found.reason is not None
    if not math.isnan(found.robust_low):
        assert 0 <= found.robust_low <= found.auc <= found.robust_high <= 1
        assert found.robust_low < found.robust_high


def test_neither_order_nor_labels_nor_copies_matter():
    truth, score, _, case = clustered()
    found = auc_interval(truth, score, case=case)
    assert found.method == "obuchowski"
    for changed in (shuffled([truth, score, case]), copied([truth, score, case], 3)):
        other = auc_interval(changed[0], changed[1], case=changed[2])
        assert other.auc == found.auc
        np.testing.assert_allclose([getattr(other, end) for end in ENDS], [getattr(found, end) for end in ENDS])
        assert other.warnings == found.warnings
    rows = auc_interval(truth, score)
    twice = auc_interval(*copied([truth, score], 3))
    assert twice.robust_high - twice.robust_low < 0.7 * (rows.robust_high - rows.robust_low)


@given(ROWS)
def test_copies_of_rows_within_their_cases_change_nothing(rows):
    truth, score, _, case = columns(rows)
    found, other = (
        auc_interval(truth, score, case=case),
        auc_interval(*copied([truth, score], 2), case=np.repeat(case, 2)),
    )
    np.testing.assert_allclose(
        [getattr(other, end) for end in ENDS], [getattr(found, end) for end in ENDS], rtol=1e-7, atol=1e-9
    )


def test_copies_of_one_row_a_case_are_that_row():
    truth, score, *_ = clustered()
    found = auc_interval(*copied([truth, score], 4), case=np.repeat(np.arange(len(truth)), 4))
    np.testing.assert_equal(asdict(found), asdict(auc_interval(truth, score)))


def test_a_larger_score_in_positives_and_a_smaller_one_turned_are_alike():
    truth, score, _, case = clustered()
    one, other = auc_interval(truth, score, case=case), auc_interval(truth, -score, case=case)
    assert other.auc == pytest.approx(1 - one.auc)
    np.testing.assert_allclose([other.low, other.logit_low], [1 - one.high, 1 - one.logit_high])
    np.testing.assert_allclose(other.robust_low, 1 - one.robust_high)


def test_a_score_of_two_values_has_the_variance_of_a_regression_with_clusters():
    """The area of a yes or no is (1 + J) / 2, and J is the slope of the prediction on the truth."""
    rng = np.random.default_rng(0)
    case = np.repeat(np.arange(25), 8)
    truth = np.tile(np.arange(8) < 3, 25)  # rows of both classes in every case: one factor for all
    yes = (truth + rng.normal(size=25)[case] + rng.normal(size=200)) > 0.5
    fitted = sm.OLS(yes.astype(float), sm.add_constant(truth.astype(float))).fit(
        cov_type="cluster", cov_kwds={"groups": case, "use_correction": False}
    )
    found = auc_interval(truth, yes.astype(float), case=case)
    assert found.auc == pytest.approx((1 + fitted.params[1]) / 2)
    assert found.standard_error == pytest.approx(fitted.bse[1] / 2 * math.sqrt(25 / 24))
    t = stats.t.ppf(0.975, 24)
    assert found.low == pytest.approx(found.auc - t * found.standard_error)
    reach = t * found.standard_error / (found.auc * (1 - found.auc))
    assert found.logit_high == pytest.approx(1 / (1 + math.exp(-math.log(found.auc / (1 - found.auc)) - reach)))
    assert found.robust_low <= found.logit_low
    assert found.robust_low <= found.newcombe_low


def test_what_cases_share_widens_the_interval():
    truth, score, _, case = clustered()
    by_case, by_row = auc_interval(truth, score, case=case), auc_interval(truth, score)
    assert by_case.auc == by_row.auc
    level = auc_interval(truth, score, case=case, confidence_level=0.8)
    assert level.robust_high - level.robust_low < by_case.robust_high - by_case.robust_low


def test_few_cases_are_said():
    truth, score, _, case = clustered(cases=12)
    found = auc_interval(truth, score, case=case)
    assert "Cases with rows that this rests on: 10." in " ".join(map(str, found.warnings))


@pytest.mark.parametrize(
    ("truth", "score", "case", "said"),
    [
        ([1, 1, 0, 0], [4, 3, 2, 1], "uuvv", "at least two cases"),
        ([1, 0, 1, 0], [4, 3, 2, 1], "uuuu", "at least two cases"),
        ([1, 0, 1, 0], [4, 3, 4, 3], "uuvv", "Every pair is in the right order"),
        ([1, 0, 1, 0], [3, 4, 3, 4], "uuvv", "Every pair is in the wrong order"),
        ([1, 0, 1, 0], [3, 3, 3, 3], "uuvv", "All rows have the same score"),
        ([1, 0, 0, 1, 0, 0], [2, 1, 3, 2, 1, 3], "uuuvvv", "All cases are alike"),
        ([1, 1, 1, 1], [1, 2, 3, 4], "uuvv", "negative"),
    ],
)
def test_why_there_is_no_interval(truth, score, case, said):
    found = auc_interval(truth, score, case=list(case))
    assert math.isnan(found.low)
    assert said in str(found.reason)


def test_a_perfect_area_has_the_interval_of_as_many_rows_as_cases():
    truth = np.tile([True, False, False], 30)
    case = np.repeat(np.arange(30), 3)
    score = truth + np.linspace(0, 0.5, 90)
    found = auc_interval(truth, score, case=case)
    one_each = auc_interval(np.arange(60) < 30, (np.arange(60) < 30) + np.linspace(0, 0.1, 60))
    assert found.auc == one_each.auc == 1
    assert (found.robust_low, found.robust_high) == pytest.approx((one_each.robust_low, one_each.robust_high))
