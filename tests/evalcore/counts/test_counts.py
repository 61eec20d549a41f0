"""Counts at every threshold, and confusion matrices."""

from dataclasses import FrozenInstanceError

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

from evalcore.counts import ConfusionMatrix, ThresholdCounts, confusion_matrix, threshold_counts
from evalcore.counts import sorting as _sorting
from evalcore.errors import InputError
from tests.evalcore.golden import LECTURE_SCORE, LECTURE_TRUTH, MELON_SCORE, MELON_TABLE, MELON_TRUTH
from tests.examples import examples
from tests.versions import since_sklearn

FIELDS = ("threshold", "tp", "fp", "fn", "tn")
FEW_VALUES = st.sampled_from([-3.5, -1.0, -0.0, 0.0, 5e-324, 0.25, 0.5, 1.0, 1.5, 2.0, 7.0, 1e300])
ANY_VALUE = st.floats(allow_nan=False, allow_infinity=False)


def rows(score=FEW_VALUES | ANY_VALUE, *, min_size=1):
    return st.lists(st.tuples(st.booleans(), score), min_size=min_size, max_size=40)


def columns(pairs):
    truth, score = zip(*pairs, strict=True)
    return np.array(truth), np.array(score)


def obvious(truth, score, weight=None):
    """Count at one threshold after the other, from the definition."""
    weight = np.ones(len(truth), dtype=int) if weight is None else weight
    thresholds = [np.inf, *sorted(set((score + 0.0).tolist()), reverse=True)]
    cells = [
        [weight[(truth == actual) & ((score >= t) == predicted)].sum() for t in thresholds]
        for actual, predicted in ((True, True), (False, True), (True, False), (False, False))
    ]
    return [np.array(thresholds), *map(np.array, cells)]


def same(counts, other, **tolerance):
    for name in FIELDS:
        mine, theirs = getattr(counts, name), getattr(other, name)
        assert mine.dtype == theirs.dtype, name
        np.testing.assert_allclose(mine, theirs, err_msg=name, **(tolerance or {"rtol": 0}))


def test_melon_row_by_row():
    counts = threshold_counts(MELON_TRUTH, MELON_SCORE)
    assert counts.threshold[0] == np.inf
    assert [counts.tp[0], counts.fp[0], counts.fn[0], counts.tn[0]] == [0, 0, 8, 12]
    table = np.column_stack([getattr(counts, name)[1:] for name in FIELDS])
    np.testing.assert_array_equal(table, MELON_TABLE[:, :5])
    assert (counts.n_pos, counts.n_neg, len(counts)) == (8, 12, 20)


def test_at_the_threshold_itself_counts_as_positive():
    counts = threshold_counts(MELON_TRUTH, MELON_SCORE)
    for t, tp, fp, fn, tn, *_ in MELON_TABLE:
        cm = counts.at(t)
        assert (cm.tp, cm.fp, cm.fn, cm.tn) == (tp, fp, fn, tn)
    above = counts.at(np.nextafter(0.6, 1))
    assert (above.tp, above.fp) == (6, 3)


def test_lecture_at_one_half():
    cm = threshold_counts(LECTURE_TRUTH, LECTURE_SCORE).at(0.5)
    assert (cm.tp, cm.fp, cm.fn, cm.tn) == (6, 4, 4, 6)


@pytest.mark.parametrize(("threshold", "cells"), [(np.inf, (0, 0)), (2, (0, 0)), (-np.inf, (8, 12)), (0.04, (8, 12))])
def test_at_the_ends(threshold, cells):
    cm = threshold_counts(MELON_TRUTH, MELON_SCORE).at(threshold)
    assert (cm.tp, cm.fp) == cells


@pytest.mark.parametrize("hundredth", range(101))
def test_no_threshold_is_truncated(hundredth):
    grid = np.arange(101) / 100
    assert threshold_counts(np.ones(101, dtype=bool), grid).at(hundredth / 100).tp == 101 - hundredth


def test_index_of_keeps_the_shape():
    counts = threshold_counts(MELON_TRUTH, MELON_SCORE)
    index = counts.index_of([[np.inf, 0.98], [0.6, -np.inf]])
    assert index.tolist() == [[0, 1], [10, 19]]
    assert counts.cells(index).tp.tolist() == [[0, 1], [7, 8]]
    assert counts.cells(index).tn.tolist() == [[12, 12], [8, 0]]


def test_counts_are_whole_and_nothing_can_be_changed():
    counts = threshold_counts(MELON_TRUTH, MELON_SCORE)
    for name in FIELDS[1:]:
        assert getattr(counts, name).dtype == np.int64
        assert getattr(counts, name) is getattr(counts, name)
    assert isinstance(counts.n_pos, int)
    for name in FIELDS:
        with pytest.raises(ValueError, match="read-only"):
            getattr(counts, name)[0] = 1
    with pytest.raises(FrozenInstanceError):
        counts.tp = counts.fp


@examples(300)
@given(rows())
def test_the_definition(pairs):
    truth, score = columns(pairs)
    counts = threshold_counts(truth, score)
    for name, expected in zip(FIELDS, obvious(truth, score), strict=True):
        np.testing.assert_array_equal(getattr(counts, name), expected)


@pytest.mark.slow
@examples(300)
@given(rows() | rows(st.floats(0, 1)) | rows(st.floats(-1.9, 1.9)) | rows(st.floats(0)))
def test_both_ways_to_sort_agree_to_the_bit(pairs):
    truth, score = columns([pair for pair in pairs if np.isfinite(pair[1])] or [(True, 0.5)])
    fast = _sorting.table_of_rows(truth, score)
    slow = _sorting.table_of_groups(score, truth.astype(np.int64), (~truth).astype(np.int64))
    for mine, theirs in zip(fast, slow, strict=True):
        assert mine.dtype == theirs.dtype
        np.testing.assert_array_equal(mine, theirs)
        np.testing.assert_array_equal(np.signbit(mine), np.signbit(theirs))


@given(rows(), st.randoms(use_true_random=False))
def test_row_order_does_not_matter(pairs, random):
    shuffled = list(pairs)
    random.shuffle(shuffled)
    same(threshold_counts(*columns(pairs)), threshold_counts(*columns(shuffled)))


@given(rows(), st.data())
def test_whole_weights_are_repetitions(pairs, data):
    truth, score = columns(pairs)
    times = np.array(data.draw(st.lists(st.integers(0, 4), min_size=len(pairs), max_size=len(pairs))))
    times[0] += 1
    weighted = threshold_counts(truth, score, sample_weight=times)
    repeated = threshold_counts(np.repeat(truth, times), np.repeat(score, times))
    for name in FIELDS:
        np.testing.assert_array_equal(getattr(weighted, name), getattr(repeated, name))
    assert weighted.tp.dtype == np.float64


@given(rows(), st.data())
def test_any_weights_by_the_definition(pairs, data):
    truth, score = columns(pairs)
    weight = np.array(data.draw(st.lists(st.floats(1e-3, 1e3), min_size=len(pairs), max_size=len(pairs))))
    counts = threshold_counts(truth, score, sample_weight=weight)
    for name, expected in zip(FIELDS, obvious(truth, score, weight), strict=True):
        np.testing.assert_allclose(getattr(counts, name), expected, rtol=1e-12, atol=1e-11)


@given(rows(), rows())
def test_merging_is_concatenation(first, second):
    merged = threshold_counts(*columns(first)).merge(threshold_counts(*columns(second)))
    same(merged, threshold_counts(*columns(first + second)))


def test_merging_counts_with_weights_gives_weights():
    counts = threshold_counts([1, 0], [0.5, 0.25])
    merged = counts.merge(threshold_counts([1, 0], [0.5, 0.25], sample_weight=[0.5, 1.5]))
    assert merged.tp.tolist() == [0.0, 1.5, 1.5]
    assert merged.fp.tolist() == [0.0, 0.0, 2.5]


@given(rows())
def test_grouped_rows_give_the_same_table(pairs):
    truth, score = columns(pairs)
    groups = pd.DataFrame({"score": score + 0.0, "pos": truth, "neg": ~truth}).groupby("score", as_index=False).sum()
    grouped = ThresholdCounts.from_grouped(groups["score"], groups["pos"], groups["neg"])
    same(grouped, threshold_counts(truth, score))


def test_grouped_rows_in_any_order_with_repeated_and_empty_groups():
    counts = ThresholdCounts.from_grouped([0.2, 0.9, 0.5, 0.2], [1, 3, 0, 0], [2, 0, 0, 3])
    assert counts.threshold.tolist() == [np.inf, 0.9, 0.2]
    assert counts.tp.tolist() == [0, 3, 4]
    assert counts.fp.tolist() == [0, 0, 5]


def test_grouped_counts_stay_exact_up_to_the_largest():
    counts = ThresholdCounts.from_grouped([0.9, 0.1], np.array([2**62, 2**62 - 3], np.uint64), [0, 2])
    assert (counts.tp.tolist(), counts.fp.tolist()) == ([0, 2**62, 2**63 - 3], [0, 0, 2])


@pytest.mark.parametrize("truth", [[True, True], [False, False]])
def test_one_class_only(truth):
    counts = threshold_counts(truth, [0.3, 0.7])
    assert (counts.n_pos, counts.n_neg) == (2 * truth[0], 2 - 2 * truth[0])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.int8, np.uint64, object])
def test_scores_of_any_number_type_are_widened(dtype):
    score = np.array([3, 1, 1, 2]).astype(dtype)
    counts = threshold_counts([1, 0, 1, 0], score)
    assert counts.threshold.dtype == np.float64
    assert counts.threshold.tolist() == [np.inf, 3, 2, 1]


def test_float32_scores_keep_their_value():
    counts = threshold_counts([True], np.array([0.1], dtype=np.float32))
    assert counts.threshold[1] == float(np.float32(0.1))
    assert counts.at(0.1).tp == 1


@pytest.mark.parametrize(
    "truth", [[True, False], [1, 0], [1.0, 0.0], pd.Series([True, False], dtype="boolean"), np.array([True, 0], object)]
)
def test_truth_in_any_clear_form(truth):
    assert threshold_counts(truth, [0.5, 0.25]).tp.tolist() == [0, 1, 1]


@since_sklearn("1.8")
@pytest.mark.parametrize("seed", range(3))
def test_scikit_learn_agrees(seed):
    rng = np.random.default_rng(seed)
    truth, score, weight = rng.random(500) < 0.3, rng.random(500).round(2), rng.random(500)
    for w in (None, weight):
        counts = threshold_counts(truth, score, sample_weight=w)
        tn, fp, fn, tp, thresholds = sk.confusion_matrix_at_thresholds(truth, score, sample_weight=w)
        np.testing.assert_array_equal(counts.threshold[1:], thresholds)
        for mine, theirs in ((counts.tn, tn), (counts.fp, fp), (counts.fn, fn), (counts.tp, tp)):
            np.testing.assert_allclose(mine[1:], theirs, atol=1e-11)


@pytest.mark.slow
def test_many_rows_in_several_chunks():
    rng = np.random.default_rng(0)
    truth = rng.random(700_000) < 0.4
    uniform = rng.random(700_000)
    for score in (uniform, -uniform, uniform.round(4), -uniform.round(4), rng.normal(size=700_000), np.ones(700_000)):
        counts = threshold_counts(truth, score)
        slow = _sorting.table_of_groups(score, truth.astype(np.int64), (~truth).astype(np.int64))
        for mine, theirs in zip((counts.threshold, counts.tp, counts.fp), slow, strict=True):
            np.testing.assert_array_equal(mine, theirs)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: threshold_counts([1, 2], [0.1, 0.2]),
            "y_true must hold True and False, or 1 and 0; got '2' (data row 2). "
            "Name the positive class first, then compare every label with it.",
        ),
        (
            lambda: threshold_counts(["yes" * 20, "no"], [0.1, 0.2]),
            "y_true must hold True and False, or 1 and 0; got 'yesyesyesyesyesyesyesyesyesyesyesyesyes…' (data row 1). "
            "Name the positive class first, then compare every label with it.",
        ),
        (
            lambda: threshold_counts([1, None], [0.1, 0.2]),
            "y_true must hold True and False, or 1 and 0; got 'None' (data row 2). "
            "Name the positive class first, then compare every label with it.",
        ),
        (
            lambda: threshold_counts([1, 0], [0.1, np.nan]),
            "y_score must hold finite numbers; got 'nan' (data row 2). Remove the row or give it a finite number.",
        ),
        (
            lambda: threshold_counts([1, 0], [-np.inf, 0]),
            "y_score must hold finite numbers; got '-inf' (data row 1). Remove the row or give it a finite number.",
        ),
        (
            lambda: threshold_counts([1, 0], [0.5, "n/a\n"]),
            "y_score must hold numbers; got '0.5' (data row 1). Convert the column to numbers first.",
        ),
        (
            lambda: threshold_counts([1, 0], np.array([0.5, "n/a\n"], object)),
            "y_score must hold finite numbers; got 'n/a⏎' (data row 2). Remove the row or give it a finite number.",
        ),
        (
            lambda: threshold_counts([1, 0], [0.5]),
            "y_score must have 2 values, one a row; got 1. Check that both columns come from the same table.",
        ),
        (lambda: threshold_counts([], []), "y_true must have at least one row; got none. Load a table with rows."),
        (
            lambda: threshold_counts([[1, 0]], [0.5]),
            "y_true must be one column; got an array of 2 dimensions. Pass one column at a time.",
        ),
        (
            lambda: threshold_counts([1, 0], [0.5, 0.1], sample_weight=[1, -2]),
            "sample_weight must not be negative; got -2.0 (data row 2). Leave the row out.",
        ),
        (
            lambda: threshold_counts([1, 0], [0.5, 0.1], sample_weight=[1, np.nan]),
            "sample_weight must hold finite numbers; got 'nan' (data row 2). "
            "Remove the row or give it a finite number.",
        ),
        (
            lambda: threshold_counts([1, 0], [0.5, 0.1], sample_weight=[0, 0]),
            "sample_weight must be positive for at least one row; got only zeros. Leave the weights out.",
        ),
        (
            lambda: threshold_counts([1, 0], [0.5, 0.1]).at(np.nan),
            "The threshold must be a number; got nan. Choose a number, -inf or +inf.",
        ),
        (
            lambda: threshold_counts([1, 0], [0.5, 0.1]).at("x"),
            "The threshold must be a number; got x. Choose a number, -inf or +inf.",
        ),
        (
            lambda: threshold_counts([1, 0], [0.5, 10**400]),
            f"y_score must hold finite numbers; got '1{'0' * 38}…' (data row 2). "
            "Remove the row or give it a finite number.",
        ),
        *[
            (
                lambda n_pos=n_pos, n_neg=n_neg: ThresholdCounts.from_grouped([0.5, 0.1], n_pos, n_neg),
                f"n_pos and n_neg must add up to less than 2**63; got {value}. Pass them as numbers with a decimal "
                "point.",
            )
            for n_pos, n_neg, value in (
                ([2**62, 0], [2**62, 1], "9.223e+18"),
                (np.array([2**63, 0], np.uint64), [0.5, 1], "9.223e+18"),
                (np.array([2**64 - 1, 2**64 - 1], np.uint64), [1, 1], "3.689e+19"),
            )
        ],
        (
            lambda: ThresholdCounts.from_grouped([0.5], [-1], [2]),
            "n_pos must not be negative; got -1.0 (data row 1). Count the rows again.",
        ),
        (
            lambda: ThresholdCounts.from_grouped([0.5], [1, 2], [2]),
            "n_pos must have 1 values, one a row; got 2. Check that both columns come from the same table.",
        ),
        (
            lambda: ConfusionMatrix([[1, 2]]),
            "A confusion matrix must have as many columns as rows; got shape (1, 2). Pass k rows and k columns.",
        ),
        (
            lambda: ConfusionMatrix.binary(1, -2, 3, 4),
            "The cells of a confusion matrix must be finite numbers >= 0; got [[1, 3], [-2, 4]]. Count the rows again.",
        ),
        (
            lambda: ConfusionMatrix([[1, 2], [3, 4]], ["a"]),
            "classes must name each of the 2 rows of the table; got 1. Pass one label a row.",
        ),
        (
            lambda: confusion_matrix(["a", "b"], ["b", "b"]).tp,
            "A matrix must have two classes and name the positive one to have a TP, FP, FN and TN; got classes a, b. "
            "Pass classes=(positive, negative).",
        ),
        (
            lambda: confusion_matrix([1, None], [1, 2]),
            "y_true must have a label in every row; got none (data row 2). Leave the row out.",
        ),
        (
            lambda: confusion_matrix(["a", "b"], ["a", "c"], classes=["a", "b"]),
            "y_pred must hold only the classes a, b; got 'c' (data row 2). Name the class as well.",
        ),
        (
            lambda: confusion_matrix(["a", "b"], ["a", "b"], classes=["a", "a"]),
            "classes must name each class once; got a, a. Remove the repetition.",
        ),
        (
            lambda: confusion_matrix(["a", "b"], [1, 2]),
            "Labels must be of one kind; got int, str. Write truth and prediction in the same way.",
        ),
        (
            lambda: confusion_matrix(range(1001), range(1001)),
            "Labels must be of at most 1000 classes; got 1001. Check that the column holds classes, not numbers.",
        ),
    ],
)
def test_bad_input_gets_one_sentence(call, sentence):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value) == sentence


class TestConfusionMatrix:
    def test_binary_has_the_positive_class_first(self):
        cm = ConfusionMatrix.binary(tp=30, fp=10, fn=20, tn=40)
        assert cm.table.tolist() == [[30, 20], [10, 40]]
        assert (cm.tp, cm.fp, cm.fn, cm.tn, cm.n) == (30, 10, 20, 40, 100)
        assert cm.classes == (True, False)
        assert cm.to_frame().loc[True, False] == 20
        with pytest.raises(ValueError, match="read-only"):
            cm.table[0, 0] = 1

    @pytest.mark.parametrize("kind", [bool, int, float, object])
    def test_two_obvious_classes_are_in_the_order_of_the_book(self, kind):
        cm = confusion_matrix(np.array([1, 1, 0, 0]).astype(kind), np.array([1, 0, 1, 1]).astype(kind))
        assert cm.table.tolist() == [[1, 1], [2, 0]]
        assert (cm.tp, cm.fn, cm.fp, cm.tn) == (1, 1, 2, 0)
        assert cm.classes == (1, 0)

    def test_true_is_1(self):
        assert confusion_matrix(np.array([True, False]), [1, 1]).table.tolist() == [[1, 0], [1, 0]]
        assert confusion_matrix([1, 0], [1, 1], classes=[False, True]).table.tolist() == [[0, 1], [0, 1]]

    def test_the_first_named_class_is_positive(self):
        cm = confusion_matrix(["no", "yes", "yes"], ["yes", "yes", "no"], classes=["yes", "no"])
        assert (cm.tp, cm.fn, cm.fp, cm.tn) == (1, 1, 1, 0)

    def test_a_class_that_never_occurs_keeps_its_row(self):
        assert confusion_matrix([True], [True]).table.tolist() == [[1, 0], [0, 0]]
        assert confusion_matrix(["a"], ["b"], classes=list("abc")).table.shape == (3, 3)

    def test_labels_of_any_kind(self):
        days = pd.to_datetime(["2020-01-02", "2020-01-01"])
        cm = confusion_matrix(pd.Series(["b", "a"], dtype="category"), pd.Series(["a", "a"]))
        assert cm.classes == ("a", "b")
        assert cm.table.tolist() == [[1, 0], [1, 0]]
        assert confusion_matrix(days, days).table.tolist() == [[1, 0], [0, 1]]
        assert confusion_matrix(days.as_unit("ns"), days).table.tolist() == [[1, 0], [0, 1]]

    def test_swapped_is_the_other_point_of_view(self):
        cm = ConfusionMatrix.binary(tp=30, fp=10, fn=20, tn=40).swapped()
        assert (cm.tp, cm.fp, cm.fn, cm.tn) == (40, 20, 10, 30)
        assert cm.classes == (False, True)

    def test_weights_are_repetitions(self):
        cm = confusion_matrix(["a", "b", "c"], ["a", "a", "c"], sample_weight=[2, 1, 0])
        assert cm.classes == ("a", "b")
        assert cm.table.tolist() == [[2.0, 0.0], [1.0, 0.0]]
        assert cm.weighted

    @given(st.lists(st.tuples(*[st.integers(0, 4)] * 2), min_size=1))
    def test_scikit_learn_agrees(self, pairs):
        truth, predicted = map(np.array, zip(*pairs, strict=True))
        cm = confusion_matrix(truth, predicted, classes=range(5))
        np.testing.assert_array_equal(cm.table, sk.confusion_matrix(truth, predicted, labels=range(5)))


class TestPrevalence:
    @given(rows())
    def test_share_of_the_positive_rows(self, pairs):
        truth, score = columns(pairs)
        assert threshold_counts(truth, score).prevalence == truth.mean()

    def test_weights_and_merging(self):
        half = threshold_counts([1, 0, 0], [0.9, 0.5, 0.5], sample_weight=[3, 1, 2])
        assert half.prevalence == 0.5
        assert half.merge(threshold_counts([0, 0], [0.5, 0.1])).prevalence == 3 / 8

    @pytest.mark.parametrize(("truth", "share"), [([1, 1], 1.0), ([0, 0], 0.0)])
    def test_one_class(self, truth, share):
        assert threshold_counts(truth, [0.2, 0.7]).prevalence == share

    def test_undefined_without_rows(self):
        assert np.isnan(ThresholdCounts.from_grouped([0.2, 0.7], [0, 0], [0, 0]).prevalence)
