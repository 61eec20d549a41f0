"""Results fold by fold: against a loop over the rows, scipy's tests of them, and what is left out and said."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from evalcore import metrics
from evalcore.errors import InputError
from evalcore.predictions.folds import Membership
from evalcore.significance import fold_scores, paired_t_test, paired_t_test_5x2
from evalcore.significance.fold_layout import Layout, five_by_two


def member(codes, labels=None, column="fold"):
    codes = np.asarray(codes, dtype=np.intp)
    return Membership(column, labels or tuple(str(i + 1) for i in range(codes.max() + 1)), codes)


def drawn(n, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.4
    return rng, y, {name: y ^ (rng.random(n) < rate) for name, rate in (("a", 0.2), ("b", 0.3))}


def test_error_rates_of_ten_folds_and_their_test():
    rng, y, predicted = drawn(207)
    folds = rng.permutation(np.arange(207) % 10)
    found = fold_scores(metrics.error_rate, y, predicted, member(folds))
    by_hand = pd.DataFrame({name: y != p for name, p in predicted.items()}).groupby(folds).mean()
    assert found.table.columns == ("a", "b")
    assert found.table.values == pytest.approx(by_hand.to_numpy())
    assert found.sizes.tolist() == np.bincount(folds).tolist()
    assert (found.ratio, found.layout, found.table.notes) == (pytest.approx(1 / 9), Layout(1, 10), ())
    oracle = stats.ttest_rel(by_hand["a"], by_hand["b"])
    test = paired_t_test(*found.table.values.T)
    assert (test.statistic, test.pvalue) == (pytest.approx(oracle.statistic), pytest.approx(oracle.pvalue))
    # Nadeau and Bengio: the variance of the mean is (1/k + 1/(k - 1)) s^2.
    d = (by_hand["a"] - by_hand["b"]).to_numpy()
    corrected = paired_t_test(*found.table.values.T, test_train_ratio=found.ratio)
    assert corrected.statistic == pytest.approx(d.mean() / np.sqrt((1 / 10 + 1 / 9) * d.var(ddof=1)))


def test_five_repetitions_of_two_folds():
    rng, y, predicted = drawn(60)
    repeats, rows = np.repeat(np.arange(5), 60), np.tile(np.arange(60), 5)
    folds = np.concatenate([rng.permutation(np.arange(60) % 2) for _ in range(5)])
    noisy = {name: p[rows] ^ (rng.random(300) < 0.1) for name, p in predicted.items()}
    shuffled = rng.permutation(300)
    found = fold_scores(
        metrics.error_rate,
        y[rows][shuffled],
        {name: p[shuffled] for name, p in noisy.items()},
        member(folds[shuffled]),
        repeats=member(repeats[shuffled], column="repeat"),
    )
    assert found.is_five_by_two
    assert found.ratio == 1
    assert found.table.rows[:3] == ("1/1", "1/2", "2/1")
    wrong = pd.DataFrame({name: p != y[rows] for name, p in noisy.items()}).groupby([repeats, folds]).mean()
    d = (wrong["a"] - wrong["b"]).to_numpy().reshape(5, 2)
    assert five_by_two(found.table.differences(0, 1)) == pytest.approx(d)
    test = paired_t_test_5x2(five_by_two(found.table.differences(0, 1)))
    assert test.statistic == pytest.approx(d[0, 0] / np.sqrt(np.mean(d.var(axis=1, ddof=1))))


def test_rows_without_a_fold_and_folds_without_a_value_are_left_out_and_said():
    y = [1, 0, 1, 0, 0, 0, 1, 1]
    folds = member([0, 0, 1, 1, 2, 2, -1, 1])
    found = fold_scores(metrics.recall, y, {"a": y, "b": [0] * 8}, folds)
    assert found.table.rows == ("1", "2")
    assert found.table.values.tolist() == [[1, 0], [1, 0]]
    assert found.sizes.tolist() == [2, 3]
    assert found.ratio == pytest.approx(1 / 2)  # all three folds were trained on
    assert list(map(str, found.table.notes)) == [
        "Rows without a fold or repetition were left out: 1.",
        "Folds in which a model has no value were left out: '3'.",
    ]


def test_a_fold_without_a_value_leaves_no_layout():
    y = [1, 0, 1, 0, 1, 0, 0, 0]
    found = fold_scores(metrics.recall, y, {"a": y}, member([0, 0, 1, 1] * 2), repeats=member([0, 0, 0, 0, 1, 1, 1, 1]))
    assert found.table.rows == ("1/1", "1/2", "2/1")
    assert found.layout is None


def test_weights_count_within_a_fold():
    found = fold_scores(
        metrics.error_rate,
        [1, 0, 1, 0],
        {"a": [1, 1, 1, 0], "b": [0, 0, 1, 0]},
        member([0, 0, 1, 1]),
        sample_weight=np.array([3.0, 1.0, 0.0, 2.0]),
    )
    assert found.table.values.tolist() == [[0.25, 0.75], [0, 0]]
    assert [str(note) for note in found.table.notes] == [
        "Rows count with their weights within a fold; each fold counts the same, whatever its weight."
    ]


def test_weights_equal_repeated_rows():
    rng, y, predicted = drawn(80)
    folds, weight = np.arange(80) % 4, rng.integers(1, 4, 80)
    weighted = fold_scores(metrics.f1, y, predicted, member(folds), sample_weight=weight.astype(float))
    repeated = {name: np.repeat(p, weight) for name, p in predicted.items()}
    plain = fold_scores(metrics.f1, np.repeat(y, weight), repeated, member(np.repeat(folds, weight)))
    assert weighted.table.values == pytest.approx(plain.table.values)


def test_a_fold_of_weight_0_has_no_value():
    with pytest.raises(InputError, match="At least two folds must give each model a value; got 1"):
        fold_scores(metrics.error_rate, [1, 0], {"a": [1, 0]}, member([0, 1]), sample_weight=np.array([1.0, 0.0]))


def test_folds_of_different_sizes_are_said():
    found = fold_scores(metrics.error_rate, [1, 0] * 4, {"a": [1] * 8}, member([0, 0, 1, 1, 1, 1, 1, 1]))
    assert [str(note) for note in found.table.notes] == [
        "The folds have from 2 to 6 rows, and the tests take each for the same."
    ]


@pytest.mark.parametrize(
    ("folds", "repeats", "sentence"),
    [
        (
            member([0] * 202),
            None,
            "Every repetition must have at least two folds; got 1 in one of them. Choose the column that numbers the "
            "folds, and load all of its parts.",
        ),
        (
            member([-1] * 202, ("1",)),
            None,
            "Every repetition must have at least two folds; got 0 in one of them. Choose the column that numbers the "
            "folds, and load all of its parts.",
        ),
        (
            member([0] * 201 + [1]),
            member([0] * 200 + [1, 0]),
            "Every repetition must have at least two folds; got 1 in one of them. Choose the column that numbers the "
            "folds, and load all of its parts.",
        ),
        (
            member(np.arange(202) % 101),
            None,
            "There must be at most 100 folds in all repetitions; got 101. Choose another column, or average over "
            "repetitions first.",
        ),
    ],
)
def test_refused(folds, repeats, sentence):
    with pytest.raises(InputError) as refused:
        fold_scores(metrics.error_rate, [1, 0] * 101, {"a": [1] * 202}, folds, repeats=repeats)
    assert str(refused.value) == sentence


def test_no_metric_has_a_value_in_two_folds():
    with pytest.raises(InputError) as refused:
        fold_scores(metrics.recall, [0, 0, 0, 1], {"a": [1] * 4}, member([0, 0, 1, 1]))
    assert str(refused.value) == (
        "At least two folds must give each model a value; got 1. Choose another metric, threshold or column of folds."
    )
