"""Groups of a column, their counts at any threshold, and what a threshold does to each: against rows one by one."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from evalcore import metrics
from evalcore.calibration import WEIGHTED, calibration
from evalcore.counts import ConfusionMatrix, confusion_matrix, threshold_counts
from evalcore.counts.reasons import NOT_PROBABILITIES, OF_CASES
from evalcore.decisions import (
    by_group,
    calibrated_groups,
    calibration_by_group,
    crossed,
    group_counts,
    grouped,
    typed_edges,
    written_edges,
)
from evalcore.decisions.by_group import SHARED_CASES
from evalcore.decisions.group_calibration import ALIKE
from evalcore.errors import InputError
from evalcore.intervals import independent_difference, wilson
from evalcore.intervals.skewed import skewed_mean
from tests.evalcore.cases import clustered
from tests.tiers import least_of

ROWS = st.lists(
    st.tuples(st.booleans(), st.integers(-2, 2), st.integers(0, 3), st.sampled_from(["a", "b", None])), min_size=1
)
NAMES = ["accuracy", "precision", "recall", "fpr", "f1"]


def columns(rows):
    truth, score, weight, group = zip(*rows, strict=True)
    return np.array(truth), np.array(score, dtype=float), np.array(weight), pd.Series(group, dtype=object)


class TestGrouped:
    def test_labels_are_groups_by_name_and_empty_cells_are_one(self):
        found = grouped(pd.Series(["b", None, "a", "b"]))
        assert found.names == ("a", "b", None)
        assert found.code.tolist() == [1, 2, 0, 1]
        assert found.sizes.tolist() == [1, 2, 1]

    def test_cells_that_hold_lists_are_by_their_text(self):
        assert grouped(pd.Series([[1, 2], [1, 2], None])).names == ("[1, 2]", None)

    def test_few_numbers_are_groups_in_their_order(self):
        assert grouped([10, 9, 2, 10]).names == ("2", "9", "10")
        assert grouped([True, False, True]).names == ("False", "True")

    def test_categories_keep_their_order(self):
        column = pd.Categorical(["low", "high", "low", None], categories=["low", "middle", "high"])
        assert grouped(column).names == ("low", "high", None)

    @given(st.lists(st.floats(-9, 9) | st.just(math.nan), min_size=1), st.lists(st.floats(-9, 9), min_size=1))
    def test_edges_cut_numbers(self, numbers, edges):
        found, cuts = grouped(np.array(numbers), edges=edges), sorted({edge + 0.0 for edge in edges})
        place = [None if math.isnan(x) else sum(cut <= x for cut in cuts) for x in numbers]
        for one in set(place):
            codes = {code for code, other in zip(found.code.tolist(), place, strict=True) if other == one}
            assert len(codes) == 1
            assert (found.names[codes.pop()] is None) == (one is None)
        assert len(found) == len(set(place))

    def test_quantiles_make_groups_of_about_equal_size(self):
        found = grouped(np.arange(1000.0) ** 2)
        assert found.sizes.tolist() == [250] * 4
        assert found.names == ("< 62500", "[62500, 250000)", "[250000, 562500)", "≥ 562500") or len(found) == 4
        assert grouped(np.arange(30.0), quantiles=3).sizes.tolist() == [10] * 3

    def test_a_value_of_most_rows_is_not_cut(self):
        found = grouped(np.r_[np.zeros(900), np.arange(1, 101)])
        assert found.sizes.tolist() == [900, 100] or found.sizes.sum() == 1000
        assert min(found.sizes) > 0

    def test_near_edges_have_names_that_tell_them_apart(self):
        assert grouped(np.arange(20) / 1e5, edges=[1.00001e-4, 1.00002e-4]).names[0] == "< 0.000100001"

    def test_two_columns_crossed(self):
        found = crossed(pd.Series(["a", "a", "b", None]), [1, 2, 2, 1])
        assert found.names == ("a × 1", "a × 2", "b × 2", "— × 1")
        assert found.code.tolist() == [0, 1, 2, 3]

    @pytest.mark.parametrize(
        ("make", "said"),
        [
            (lambda: grouped([str(i) for i in range(300)]), "A column must make at most 200 groups; got 300"),
            (lambda: grouped(["a"], edges=[1]), "Edges cut numbers only"),
            (lambda: crossed(["a"], ["b", "c"]), "second must have 1 values"),
            (lambda: grouped(np.arange(20.0), quantiles=1), "quantiles must be a whole number from 2; got 1"),
            (lambda: group_counts([1, 0], [1, 2], ["a"]), "groups must have 2 values"),
        ],
    )
    def test_what_makes_no_groups_is_refused(self, make, said):
        with pytest.raises(InputError, match=said):
            make()


@given(ROWS, st.booleans(), st.sampled_from([-np.inf, -1.0, 0.0, 0.5, 2.0, np.inf]))
def test_counts_of_every_group_are_those_of_its_rows(rows, weighted, threshold):
    truth, score, weight, group = columns(rows)
    if weighted and not weight.any():
        return
    found = group_counts(truth, score, group, sample_weight=weight if weighted else None)
    times = weight if weighted else np.ones(len(truth), dtype=int)
    called = score >= threshold
    cells = found.cells(threshold)
    for place, name in enumerate(found.names):
        mine = group.isna().to_numpy() if name is None else (group == name).to_numpy()
        expected = [
            times[mine & of].sum() for of in (truth & called, ~truth & called, truth & ~called, ~truth & ~called)
        ]
        assert [cell[place] for cell in cells] == expected
        assert sum(expected) > 0
    assert sum(cells.tp) == found.whole.at(threshold).tp
    several = found.cells([threshold, 0.0])
    assert several.fp[:, 0].tolist() == cells.fp.tolist()
    for (own, rest), tp in zip(found.matrices(threshold), cells.tp, strict=True):
        assert own.tp == tp
        assert own.n + rest.n == found.whole.at(threshold).n


@given(ROWS)
def test_a_group_is_read_as_its_rows_alone_and_compared_with_the_rest(rows):
    truth, score, _, group = columns(rows)
    found = by_group(truth, score, group, 0.0, names=NAMES)
    gaps = [abs(of.differences[0].value) for of in found]
    assert gaps == sorted(gaps, reverse=True) or any(map(math.isnan, gaps))
    assert sum(row.share for row in found) == pytest.approx(1)
    for row in found:
        mine = group.isna().to_numpy() if row.group is None else (group == row.group).to_numpy()
        own, rest = (
            confusion_matrix(truth[of], score[of] >= 0, classes=(True, False))
            if of.any()
            else ConfusionMatrix.binary(0, 0, 0, 0)
            for of in (mine, ~mine)
        )
        assert row.n == own.n == mine.sum()
        assert repr(row.readings) == repr(metrics.readings(own, names=[*NAMES, "f_beta"]))
        for one, a, b in zip(
            row.differences, row.readings, metrics.readings(rest, names=[*NAMES, "f_beta"]), strict=True
        ):
            expected = independent_difference(a, b)
            np.testing.assert_array_equal([one.value, one.low, one.high], [expected.value, expected.low, expected.high])
            assert math.isnan(one.low) == (one.reason is not None)
            if one.reason is None:
                assert one.low_all <= one.low <= one.value <= one.high <= one.high_all


def test_the_number_of_groups_is_adjusted_for():
    rng = np.random.default_rng(0)
    truth, score = rng.random(900) < 0.4, rng.random(900)
    three = by_group(truth, score, np.arange(900) % 3, 0.5, names=["recall"])
    assert three.compared == 3
    level = 1 - 0.05 / 3
    row = three[0]
    others = [of.confusion for of in three if of.group != row.group]
    own, rest = (row.confusion.tp, row.confusion.fn), (sum(of.tp for of in others), sum(of.fn for of in others))
    (a, la, ua), (b, lb, ub) = (
        (tp / (tp + fn), *wilson(tp, tp + fn, confidence_level=level)) for tp, fn in (own, rest)
    )
    assert row.differences[0].low_all == pytest.approx(a - b - math.hypot(a - la, ub - b))
    assert row.differences[0].high_all == pytest.approx(a - b + math.hypot(ua - a, b - lb))
    two = by_group(truth, score, np.arange(900) % 2, 0.5)
    assert two.compared == 1
    assert [one.low_all for one in two[0].differences] == [one.low for one in two[0].differences]


def test_groups_are_sorted_by_the_gap_that_is_asked_for():
    truth, score, group = (
        [1, 1, 0, 0] * 3,
        [0.9, 0.8, 0.1, 0.2, 0.9, 0.1, 0.8, 0.9, 0.9, 0.9, 0.9, 0.1],
        list("aaaabbbbcccc"),
    )
    assert [row.group for row in by_group(truth, score, group, 0.5, by="recall")] == ["b", "a", "c"]
    assert [row.group for row in by_group(truth, score, group, 0.5, by="fpr")] == ["a", "b", "c"]
    with pytest.raises(InputError, match=r"by must be one of .*; got 'npv'"):
        by_group(truth, score, group, 0.5, by="npv")
    with pytest.raises(InputError, match="The metric must be one of"):
        by_group(truth, score, group, 0.5, names=["x"])
    assert by_group(truth, score, group, 0.5, names=["f1"]).by == "f_beta"


def test_a_group_of_one_class_and_a_small_one_say_so():
    found = by_group([1, 1, 0, 0, 0], [0.9, 0.2, 0.3, 0.6, 0.1], list("aabbb"), 0.5, names=["recall", "fpr"])
    of = {row.group: row for row in found}
    recall = of["b"].differences[0]
    assert math.isnan(recall.value)
    assert str(recall.reason) == "No row is positive."
    assert str(of["b"].warnings[0]) == (
        "This group has 0 positive and 3 negative rows: fewer than ten of a class say little."
    )
    frame = found.to_frame()
    assert len(frame) == 4
    assert "No row is positive." in frame["note"].str.cat()
    one = by_group([1, 0], [0.9, 0.1], ["a", "a"], 0.5)
    assert str(one[0].differences[0].reason) == "There is no row."


def test_weights_leave_values_and_no_intervals():
    truth, score, group = [1, 0, 1, 0] * 9, np.arange(36) % 5, list("aabb") * 9
    found = by_group(truth, score, group, 2, sample_weight=[0.5, 1, 2, 1] * 9)
    for row in found:
        assert all(math.isnan(one.low) and "weighted" in str(one.reason) for one in row.differences)
        assert not math.isnan(row.differences[0].value)


class TestCases:
    TRUTH, SCORE, _, CASE = clustered(cases=60)

    def test_intervals_are_by_case(self):
        group = np.array(["a", "b", "c"])[self.CASE % 3]
        options = {"names": ["recall", "accuracy"]}
        found = by_group(self.TRUTH, self.SCORE, group, 0.3, case=self.CASE, **options)
        for row in found:
            mine = group == row.group
            own, rest = (
                metrics.readings_by_case(
                    self.TRUTH[of], self.SCORE[of] >= 0.3, self.CASE[of], classes=(True, False), **options
                )
                for of in (mine, ~mine)
            )
            assert repr(row.readings) == repr(own)
            expected = [independent_difference(*pair) for pair in zip(own, rest, strict=True)]
            assert [(one.low, one.high) for one in row.differences] == [(one.low, one.high) for one in expected]

    def test_a_case_in_several_groups_leaves_no_difference(self):
        group = np.arange(len(self.CASE)) % 2
        found = by_group(self.TRUTH, self.SCORE, group, 0.3, case=self.CASE)
        assert all(one.reason == SHARED_CASES and math.isnan(one.low) for row in found for one in row.differences)
        assert not any(math.isnan(one.low) for row in found for one in row.readings)

    def test_bins_by_group_have_no_interval(self):
        share = 1 / (1 + np.exp(-self.SCORE))
        found = group_counts(self.TRUTH, share, self.CASE % 2, case=self.CASE)
        assert all(np.isnan(one.low).all() and one.reason for one in calibration_by_group(found))


def test_calibration_by_group_is_that_of_its_rows():
    rng = np.random.default_rng(0)
    score = rng.random(300)
    truth, group = rng.random(300) < score, np.arange(300) % 3
    for place, one in enumerate(calibration_by_group(group_counts(truth, score, group), bins=5)):
        alone = calibration(threshold_counts(truth[group == place], score[group == place]), bins=5)
        assert repr(one) == repr(alone)


class TestCalibratedGroups:
    """Share of positives less mean score of each group: against its rows one by one, and as often as it says."""

    @given(ROWS)
    def test_means_and_gaps_are_those_of_the_rows_of_a_group(self, rows):
        truth, score, _weight, group = columns(rows)
        score = (score + 2) / 4
        found = calibrated_groups(group_counts(truth, score, group))
        assert {row.group for row in found.rows} == {None if pd.isna(name) else name for name in group}
        for row in found.rows:
            mine = group.isna().to_numpy() if row.group is None else (group == row.group).to_numpy()
            off = truth[mine] - score[mine]
            assert row.n == mine.sum()
            assert (row.score, row.share) == pytest.approx((score[mine].mean(), truth[mine].mean()))
            assert row.gap.value == pytest.approx(off.mean())
            assert row.brier.value == pytest.approx(np.mean(off**2))
            if np.ptp(off) < 1e-9:
                assert row.gap.reason is ALIKE
            else:
                assert row.gap.low <= row.gap.value <= row.gap.high
        gaps = [abs(row.gap.value) for row in found.rows]
        assert gaps == sorted(gaps, reverse=True)

    def test_the_interval_is_that_of_a_skewed_mean_at_the_joint_level(self):
        rng = np.random.default_rng(8)
        score = rng.random(300)
        truth, group = rng.random(300) < score, rng.choice(["a", "b", "c"], 300)
        found = calibrated_groups(group_counts(truth, score, group))
        assert (found.compared, found.level) == (3, pytest.approx(1 - 0.05 / 3))
        for row in found.rows:
            off = truth[group == row.group] - score[group == row.group]
            n, skewness = len(off), stats.skew(off)
            error = off.std(ddof=1) / math.sqrt(n)
            ends = skewed_mean(off.mean(), error, skewness / math.sqrt(n), n - 1, confidence_level=found.level)
            assert (row.gap.low, row.gap.high) == pytest.approx((ends.low, ends.high))

    def test_intervals_of_calibrated_scores_hold_0_together_as_often_as_they_say(self):
        rng, held, times = np.random.default_rng(3), 0, 200
        for _ in range(times):
            score = 1 / (1 + np.exp(2 - 1.2 * rng.normal(size=400)))
            truth = rng.random(400) < score
            found = calibrated_groups(group_counts(truth, score, np.arange(400) % 4))
            held += all(row.gap.low <= 0 <= row.gap.high for row in found.rows)
        assert held / times >= least_of(times, 0.95)

    def test_scores_that_are_no_probabilities_weights_and_cases_say_why_there_is_none(self):
        truth, group = [1, 0, 1, 0], list("aabb")
        found = calibrated_groups(group_counts(truth, [3, 1, 0.5, 0.2], group))
        assert found.reason is NOT_PROBABILITIES
        assert [math.isnan(row.gap.value) for row in found.rows] == [False, True]
        weighted = calibrated_groups(group_counts(truth, [0.9, 0.8, 0.4, 0.1], group, sample_weight=[1, 2, 3, 4]))
        by_case = calibrated_groups(group_counts(truth, [0.9, 0.8, 0.4, 0.1], group, case=[0, 0, 1, 1]))
        for one, reason in ((weighted, WEIGHTED), (by_case, OF_CASES)):
            assert all(row.gap.reason is reason for row in one.rows)
            assert all(math.isnan(row.gap.low) and not math.isnan(row.gap.value) for row in one.rows)
        off = {row.group: row.gap.value for row in weighted.rows}
        assert off == pytest.approx({"a": 1 / 3 - 2.5 / 3, "b": 3 / 7 - 1.6 / 7})


@given(st.lists(st.floats(-9, 9), min_size=1))
def test_edges_are_written_so_that_typing_them_makes_the_same_groups(edges):
    numbers = np.linspace(-9, 9, 50)
    found = grouped(numbers, edges=edges)
    again = grouped(numbers, edges=typed_edges(written_edges(found)))
    assert again.code.tolist() == found.code.tolist()
    assert written_edges(grouped(list("ab"))) == ""
