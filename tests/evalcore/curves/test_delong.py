"""DeLong's interval of the area under the ROC curve."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves.delong import auc_interval, auc_interval_from_counts
from evalcore.curves.roc import roc_curve
from evalcore.errors import InputError
from evalcore.intervals.auc_variance import placements
from tests.evalcore.golden import MELON_SCORE, MELON_TRUTH

ROWS = st.lists(st.tuples(st.booleans(), st.integers(-3, 3)), min_size=4, max_size=25).filter(
    lambda rows: 2 <= sum(p for p, _ in rows) <= len(rows) - 2
)


def kernel(truth, score):
    """Compare every positive with every negative: the m+ x m- table of 1, 1/2 and 0."""
    high, low = score[truth][:, None], score[~truth][None, :]
    return (high > low) + (high == low) / 2


def oracle(truth, score):
    """Return AUC and DeLong's standard error from all pairs."""
    table = kernel(np.asarray(truth), np.asarray(score))
    of_pos, of_neg = table.mean(axis=1), table.mean(axis=0)
    return table.mean(), math.sqrt(of_pos.var(ddof=1) / len(of_pos) + of_neg.var(ddof=1) / len(of_neg))


@given(ROWS)
def test_all_pairs_agree(rows):
    truth, score = (np.array(column) for column in zip(*rows, strict=True))
    auc, error = oracle(truth, score)
    found = auc_interval(truth, score)
    assert (found.auc, found.standard_error) == (pytest.approx(auc, abs=1e-14), pytest.approx(error, abs=1e-14))
    table, placed = kernel(truth, score), placements(truth, score)
    np.testing.assert_array_equal(placed.of_pos, 2 * table.sum(axis=1))
    np.testing.assert_array_equal(placed.of_neg, 2 * table.sum(axis=0))
    assert math.sqrt(placed.variance) == pytest.approx(error, abs=1e-14)
    assert placed.area == roc_curve(threshold_counts(truth, score)).auc


@given(ROWS)
def test_interval_or_a_reason_why_not(rows):
    truth, score = (np.array(column) for column in zip(*rows, strict=True))
    found = auc_interval(truth, score)
    assert (found.reason is None) == (found.standard_error > 0)
    if found.reason is None:
        assert 0 <= found.low < found.auc < found.high <= 1
        assert 0 <= found.logit_low < found.auc < found.logit_high <= 1
    else:
        assert np.isnan([found.low, found.high, found.logit_low, found.logit_high]).all()


@given(ROWS)
def test_swapping_the_classes_mirrors_the_interval(rows):
    truth, score = (np.array(column) for column in zip(*rows, strict=True))
    found, mirrored = auc_interval(truth, score), auc_interval(~truth, score)
    ends = [1 - found.high, 1 - found.low, 1 - found.logit_high, 1 - found.logit_low]
    np.testing.assert_allclose([mirrored.low, mirrored.high, mirrored.logit_low, mirrored.logit_high], ends, atol=1e-12)


def test_melon():
    found = auc_interval(MELON_TRUTH, MELON_SCORE)
    auc, error = oracle(MELON_TRUTH, MELON_SCORE)
    assert found.auc == 81.5 / 96
    assert found.standard_error == pytest.approx(error, abs=1e-15)
    assert (found.low, found.high) == (pytest.approx(auc - 1.959964 * error, abs=1e-7), 1)
    odds = math.log(auc / (1 - auc)) - 1.959964 * error / auc / (1 - auc)
    assert found.logit_low == pytest.approx(1 / (1 + math.exp(-odds)), abs=1e-7)
    assert found.method == "delong"
    assert [str(w)[:24] for w in found.warnings] == ["The interval reached bey", "The rows are few for an "]
    assert auc_interval(MELON_TRUTH, MELON_SCORE, confidence_level=0.5).high < 1


def test_bootstrap_of_the_rows_agrees():
    rng = np.random.default_rng(3)
    truth = np.arange(300) < 120
    score = (rng.normal(size=300) + truth).round(1)
    table = kernel(truth, score)
    areas = [table[np.ix_(rng.integers(0, 120, 120), rng.integers(0, 180, 180))].mean() for _ in range(2_000)]
    assert np.std(areas) == pytest.approx(auc_interval(truth, score).standard_error, rel=0.06)


@pytest.mark.parametrize(
    ("truth", "score", "auc", "error", "reason"),
    [
        ([1, 1], [0.1, 0.9], math.nan, math.nan, "No row is negative."),
        ([0, 0], [0.1, 0.9], math.nan, math.nan, "No row is positive."),
        ([1, 1, 0, 0], [5, 5, 5, 5], 0.5, 0, "All rows have the same score, so no row differs"),
        ([1, 1, 0, 0], [4, 3, 2, 1], 1, 0, "Every pair is in the right order, which is no proof of certainty"),
        ([1, 1, 0, 0], [1, 2, 3, 4], 0, 0, "Every pair is in the wrong order, which is no proof of certainty"),
        (
            [1, 0, 0, 0],
            [2.5, 3, 2, 1],
            2 / 3,
            math.nan,
            "A standard error needs at least two rows of each class; there are 1 positive and 3 negative rows.",
        ),
        ([1, 0], [1, 2], 0, math.nan, "A standard error needs at least two rows of each class; there are 1 positive"),
    ],
)
def test_where_there_is_no_interval(truth, score, auc, error, reason):
    found = auc_interval(truth, score)
    np.testing.assert_equal([found.auc, found.standard_error], [auc, error])
    assert str(found.reason).startswith(reason)
    assert np.isnan([found.low, found.high, found.logit_low, found.logit_high]).all()


def test_weighted_rows_have_no_interval():
    counts = threshold_counts([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[1, 2, 1, 1])
    found = auc_interval_from_counts(counts)
    assert math.isnan(found.low)
    assert str(found.reason).startswith("The rows are weighted, and DeLong's standard error is defined for rows")


@pytest.mark.parametrize("level", [0, 1, 95, math.nan])
def test_confidence_level(level):
    with pytest.raises(InputError, match=r"The confidence level must lie between 0 and 1; got .*\. Write 95 % as 0.95"):
        auc_interval([1, 0], [1, 2], confidence_level=level)


def test_float32_scores_count_as_they_are():
    rng = np.random.default_rng(0)
    truth, score = rng.random(2_000) < 0.5, rng.random(2_000, dtype=np.float32)
    found = auc_interval(truth, score)
    assert (found.auc, found.standard_error) == pytest.approx(oracle(truth, score), abs=1e-14)
    assert auc_interval(truth, truth.astype(np.float32)).auc == 1


@pytest.mark.parametrize("size", [1, 10**5, 10**9])
def test_any_number_of_rows(size):
    """The standard error falls with the square root of the number of rows, and nothing overflows."""
    found = auc_interval_from_counts(
        ThresholdCounts.from_grouped([3, 2, 1], np.array([4, 3, 2]) * size, np.array([1, 3, 5]) * size)
    )
    truth = np.repeat([1, 0] * 3, [4, 1, 3, 3, 2, 5]) == 1
    table = kernel(truth, np.repeat([3, 2, 1], [5, 6, 7]))
    spread = sum(table.mean(axis=axis).var() / (9 * size - 1) for axis in (0, 1))
    assert found.standard_error == pytest.approx(math.sqrt(spread), rel=1e-12)


def test_many_rows_in_several_blocks():
    rng = np.random.default_rng(1)
    truth = rng.random(600_000) < 0.1
    score = rng.normal(size=600_000) + truth
    found, placed = auc_interval(truth, score), placements(truth, score)
    assert found.standard_error == pytest.approx(math.sqrt(placed.variance), rel=1e-10)


def test_simulated_coverage():
    """Of 400 intervals at 95 %, 380 cover; 22 away from it would be 5 standard errors."""
    rng = np.random.default_rng(0)
    truth = np.arange(200) < 100
    true = stats.norm.cdf(1 / math.sqrt(2))
    found = [auc_interval(truth, rng.normal(size=200) + truth) for _ in range(400)]
    assert abs(sum(r.low <= true <= r.high for r in found) - 380) < 22
    assert abs(sum(r.logit_low <= true <= r.logit_high for r in found) - 380) < 22


@pytest.mark.parametrize(("apart", "warned"), [(4, True), (5, False)])
def test_a_class_with_nearly_one_score_is_warned_of(apart, warned):
    counts = ThresholdCounts.from_grouped([3, 2, 1], [100 - apart, apart, 0], [200, 300, 500])
    said = [str(word) for word in auc_interval_from_counts(counts).warnings]
    assert (
        any(word.startswith("All rows of a class but fewer than five have the same score") for word in said) == warned
    )
