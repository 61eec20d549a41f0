"""Each class against the rest, against scikit-learn and by hand; the most frequent mistake; mean counts."""

import math
from importlib import import_module

import numpy as np
import pytest
import sklearn.metrics as sk

from evalcore import metrics
from evalcore.counts import ConfusionMatrix, confusion_matrix
from evalcore.intervals import wilson

B = ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]], ("a", "b", "c"))
NEVER = ConfusionMatrix([[3, 1, 0], [0, 2, 0], [1, 1, 0]], ("a", "b", "c"))
NO_ROW = ConfusionMatrix([[3, 1, 0], [0, 2, 0], [0, 0, 0]], ("a", "b", "c"))


def labels(seed, k=5, n=300):
    rng = np.random.default_rng(seed)
    return rng.integers(0, k, n), rng.integers(0, k, n), rng.random(n)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weighted", [False, True])
def test_values_are_those_of_scikit_learn(seed, weighted):
    truth, predicted, weight = labels(seed)
    weight = weight if weighted else None
    cm = confusion_matrix(truth, predicted, classes=range(5), sample_weight=weight)
    theirs = np.array(sk.precision_recall_fscore_support(truth, predicted, sample_weight=weight))
    mine = [(r.precision.value, r.recall.value, r.f1.value, r.support) for r in metrics.class_readings(cm)]
    np.testing.assert_allclose(np.transpose(mine), theirs, rtol=1e-12)
    rest = sk.multilabel_confusion_matrix(truth, predicted, sample_weight=weight)
    for k in range(5):
        np.testing.assert_allclose(metrics.versus_rest(cm, k).table[::-1, ::-1], rest[k], rtol=1e-12)


def test_intervals_are_those_of_the_class_against_the_rest():
    for k, one in enumerate(metrics.class_readings(B)):
        alone = {r.name: r for r in metrics.readings(metrics.versus_rest(B, k))}
        assert (one.precision, one.recall, one.f1) == (alone["precision"], alone["recall"], alone["f_beta"])
    first = metrics.class_readings(B)[0]
    assert (first.recall.low, first.recall.high) == wilson(50, 55)
    assert first.f1.low < first.f1.value < first.f1.high
    assert (first.name, first.support) == ("a", 55)


def test_weights_have_no_interval_and_say_so():
    one = metrics.class_readings(ConfusionMatrix([[1.5, 0.5, 0], [0, 2, 1], [1, 0, 3]]))[0]
    assert math.isnan(one.f1.low)
    assert math.isnan(one.recall.low)
    assert str(one.f1.reason).startswith("The rows are weighted")


def test_never_predicted_has_no_precision_and_no_row_no_recall():
    never, empty = metrics.class_readings(NEVER)[2], metrics.class_readings(NO_ROW)[2]
    assert math.isnan(never.precision.value)
    assert str(never.precision.reason) == "No row is predicted positive."
    assert (never.recall.value, never.f1.value) == (0, 0)
    assert math.isnan(empty.recall.value)
    assert math.isnan(empty.f1.value)
    assert empty.support == 0


def test_only_the_readings_asked_for_are_made(monkeypatch):
    every = {r.name: r for r in metrics.readings(B)}
    assert metrics.readings(B, names=("kappa",)) == (every["kappa"],)
    # A thousand classes would need ten thousand tables of a million cells each.
    monkeypatch.setattr(import_module("evalcore.metrics.readings"), "_resampled", None)
    assert metrics.readings(B, names=("accuracy", "error_rate")) == (every["error_rate"], every["accuracy"])


def test_the_most_common_mistake():
    (found,) = metrics.most_common_mistakes(B)
    assert (found.truth, found.predicted, found.rows) == ("b", "a", 10)
    tied = metrics.most_common_mistakes(ConfusionMatrix([[1, 2, 2], [2, 0, 0], [0, 0, 9]], "abc"))
    assert [(one.truth, one.predicted) for one in tied] == [("a", "b"), ("a", "c"), ("b", "a")]
    assert metrics.most_common_mistakes(ConfusionMatrix(np.diag([3, 4, 5]))) == ()


@pytest.mark.parametrize("cm", [B, NEVER, NO_ROW])
def test_micro_averages_are_made_of_the_mean_counts(cm):
    mean, micro = metrics.mean_counts(cm), metrics.micro(cm)
    rest = [metrics.versus_rest(cm, k) for k in range(3)]
    for name in ("tp", "fp", "fn", "tn"):
        assert getattr(mean, name) == pytest.approx(np.mean([getattr(one, name) for one in rest]))
    for name, cells in zip(("tp", "fp", "fn"), metrics.class_cells(cm), strict=True):
        assert cells.tolist() == [getattr(one, name) for one in rest]
    assert mean.fp == mean.fn
    assert metrics.precision(mean) == pytest.approx(micro.precision)
    assert metrics.recall(mean) == pytest.approx(micro.recall)
    assert metrics.f1(mean) == pytest.approx(micro.f1)


def test_of_very_many_classes_f1_has_its_interval():
    one = metrics.class_readings(ConfusionMatrix(np.eye(101, dtype=int) + 1))[0]
    assert one.f1.value == pytest.approx(2 * 2 / (2 * 2 + 200))
    assert one.f1.low < one.f1.value < one.f1.high
    assert one.f1.reason is None
    assert one.recall.low < one.recall.value
