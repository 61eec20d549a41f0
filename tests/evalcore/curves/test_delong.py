"""DeLong's interval of the area under the ROC curve."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.curves import auc_interval_from_counts, printed_area
from evalcore.curves.auc import auc_interval
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


@given(st.lists(st.tuples(st.booleans(), st.integers(-1, 2)), min_size=1, max_size=12), st.sampled_from([0.5, 0.95]))
def test_ends_that_others_reckon_with_are_those_that_are_printed(rows, level):
    counts = threshold_counts(*(np.array(column) for column in zip(*rows, strict=True)))
    printed = auc_interval_from_counts(counts, confidence_level=level)
    ends = printed_area(counts, confidence_level=level)
    np.testing.assert_array_equal(ends, (printed.robust_low, printed.robust_high))


def test_weighted_rows_have_no_ends_to_reckon_with():
    counts = threshold_counts([1, 0, 1, 0], [4, 3, 2, 1], sample_weight=[1, 2.5, 1, 1])
    assert np.isnan(printed_area(counts)).all()
    with pytest.raises(InputError):
        printed_area(counts, confidence_level=1.5)


# Of as many rows of both classes the printed interval has Newcombe's ends, to the last digit.
@example([(False, 0)] * 2 + [(False, -1)] * 2 + [(True, -1)] * 4)
@given(ROWS)
def test_interval_or_a_reason_why_not(rows):
    truth, score = (np.array(column) for column in zip(*rows, strict=True))
    found = auc_interval(truth, score)
    assert (found.reason is None) == (found.standard_error > 0)
    if found.reason is None:
        assert 0 <= found.low < found.auc < found.high <= 1
        assert 0 <= found.logit_low < found.auc < found.logit_high <= 1
        assert found.robust_low <= min(found.logit_low, found.newcombe_low)
        assert found.robust_high >= max(found.logit_high, found.newcombe_high)
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
    assert [str(w)[:24] for w in found.warnings] == ["The interval reached bey", "A class has few rows, or"]
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
    with pytest.raises(InputError, match=r"The confidence level must lie between 0 and 1; got .*\. Write 95% as 0.95"):
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
    """Of 400 intervals at 95%, 380 cover; 22 away from it would be 5 standard errors."""
    rng = np.random.default_rng(0)
    truth = np.arange(200) < 100
    true = stats.norm.cdf(1 / math.sqrt(2))
    found = [auc_interval(truth, rng.normal(size=200) + truth) for _ in range(400)]
    assert abs(sum(r.low <= true <= r.high for r in found) - 380) < 22
    assert abs(sum(r.logit_low <= true <= r.logit_high for r in found) - 380) < 22


@pytest.mark.parametrize("n_pos", [100, 60])
def test_of_as_many_rows_of_both_classes_or_very_many_it_is_the_farther_ends(n_pos):
    """With 60 rows of the smaller class it may reach beyond both, by a little that vanishes with more rows."""
    rng = np.random.default_rng(n_pos)
    truth = np.arange(200) < n_pos
    found = auc_interval(truth, rng.normal(size=200) + truth)
    ends = min(found.newcombe_low, found.logit_low), max(found.newcombe_high, found.logit_high)
    assert (found.robust_low, found.robust_high) == pytest.approx(ends, abs=1e-12 if n_pos == 100 else 0.01)
    assert found.of_rank_loss == (1 - found.robust_high, 1 - found.robust_low)


@pytest.mark.parametrize(
    ("truth", "score"), [([1] * 6 + [0] * 6, range(12, 0, -1)), ([1, 0, 0, 0], [2.5, 3, 2, 1]), ([1, 0], [1, 2])]
)
def test_where_delongs_method_has_none_the_score_method_stands_alone(truth, score):
    found = auc_interval(truth, list(score))
    assert found.reason is not None
    assert 0 <= found.robust_low <= found.newcombe_low < found.newcombe_high <= found.robust_high <= 1


def far_rows(mine, others, above):
    """Return how many rows of a class lie beyond 19 of 20 of the other, if few of them make most of all wrong pairs."""
    beyond = np.array([(np.sum(others > x) + np.sum(others == x) / 2) / len(others) for x in mine])
    beyond = beyond if above else 1 - beyond
    far = beyond >= 0.95
    few = 0 < far.sum() <= 5 and 2 * far.sum() < len(mine) and len(mine) >= 10
    return far.sum() if few and beyond[far].sum() >= 2 / 3 * beyond.sum() else 0


@given(
    st.lists(st.integers(-3, 8), min_size=2, max_size=30),
    st.lists(st.integers(-8, 3), min_size=2, max_size=30),
    st.booleans(),
)
@example([5] * 18 + [-5] * 2, [0] * 10, False)
@example([5] * 18 + [-5] * 2, [0] * 10, True)
@example([5] * 9, [0] * 19 + [9], False)
@example([5] * 8 + [-5], [0] * 9, False)
def test_few_far_rows_that_make_most_of_what_is_wrong_are_said(high, low, turned):
    score, truth = np.array([*high, *low]), np.arange(len(high) + len(low)) < len(high)
    score = -score if turned else score
    found = auc_interval(truth, score)
    above = found.auc >= 0.5
    of_pos = far_rows(score[truth], score[~truth], above)
    of_neg = far_rows(score[~truth], score[truth], not above)
    assert len(found.robust_warnings) == bool(of_pos or of_neg) * (not math.isnan(found.robust_low))
    if found.robust_warnings:
        rows, name = (len(high), "positives") if of_pos else (len(low), "negatives")
        said = f"{of_pos or of_neg} of {rows} {name} lie beyond nearly all"
        assert str(found.robust_warnings[0]).startswith(said)
        assert f"away from {int(above)}." in str(found.robust_warnings[0])


def test_the_printed_interval_warns_where_few_rows_are_reversed_and_next_to_never_elsewhere():
    """One in ten of 20 positives reversed: .83 to .88 are held, and some .85 of the samples say so."""
    rng = np.random.default_rng(0)
    truth = np.arange(500) < 20
    reversed_too = [where(rng.random(500) < 0.1, truth, rng) for _ in range(200)]
    alike = [rng.normal(size=500) + distance * truth for distance in (0.4, 1.2, 2.3, 3.3) for _ in range(100)]
    assert np.mean([bool(auc_interval(truth, score).robust_warnings) for score in reversed_too]) > 0.75
    assert np.mean([bool(auc_interval(truth, score).robust_warnings) for score in alike]) < 0.02


def where(turned, truth, rng):
    """Return normal scores of positives four deviations above negatives, or below them where they are turned."""
    return rng.normal(size=len(truth)) + np.where(truth, np.where(turned, -4, 4), 0)


@pytest.mark.parametrize("score", [[5, 5, 5, 5], None])
def test_where_there_is_neither_there_is_nothing_to_print(score):
    weights = None if score else [1, 2, 1, 1]
    found = auc_interval_from_counts(threshold_counts([1, 1, 0, 0], score or [4, 3, 2, 1], sample_weight=weights))
    assert np.isnan([found.robust_low, found.robust_high, found.newcombe_low]).all()


def test_of_many_rows_an_area_near_1_is_not_warned_of():
    rng = np.random.default_rng(0)
    truth = np.arange(1_000) < 500
    shift = math.sqrt(2) * stats.norm.ppf(0.99)
    assert not any(auc_interval(truth, rng.normal(size=1_000) + shift * truth).warnings for _ in range(50))


@pytest.mark.parametrize(
    ("n_pos", "wrong", "warned"), [(9, 3, True), (10, 3, False), (20, 0.5, True), (20, 1.5, False)]
)
def test_delongs_alone_is_warned_of_where_few_rows_decide(n_pos, wrong, warned):
    """`wrong` is how many rows of the smaller class are below all others, the half one below half of them."""
    full, half = int(wrong), int(2 * wrong) % 2
    counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [n_pos - full - half, 0, half, full], [1, 49, 0, 50])
    said = [str(word) for word in auc_interval_from_counts(counts).warnings]
    assert any(word.startswith("A class has few rows, or few for an area so near its end") for word in said) == warned


@pytest.mark.parametrize(("apart", "warned"), [(4, True), (5, False)])
def test_a_class_with_nearly_one_score_is_warned_of(apart, warned):
    counts = ThresholdCounts.from_grouped([3, 2, 1], [100 - apart, apart, 0], [200, 300, 500])
    said = [str(word) for word in auc_interval_from_counts(counts).warnings]
    assert (
        any(word.startswith("All rows of a class but fewer than five have the same score") for word in said) == warned
    )
