"""Top-k accuracy and the abstaining curve, row by row and against scikit-learn."""

import math

import numpy as np
import pytest
import sklearn.metrics as sk

from evalcore.counts import confusion_matrix
from evalcore.curves import abstention_at, abstention_curve, top_class, top_k_accuracy
from evalcore.curves.abstention import NO_ANSWER
from evalcore.decisions import choose
from evalcore.errors import InputError
from evalcore.intervals import share_of, wilson
from evalcore.intervals.shares import WEIGHTED
from evalcore.metrics import accuracy
from evalcore.support.cases import numbered

CLASSES = list("abcdef")


def drawn(n=300, seed=0, digits=None):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 6, n)
    scores = rng.normal(size=(n, 6)) + 1.2 * np.eye(6)[truth]
    return truth, scores if digits is None else scores.round(digits)


def test_as_scikit_learn():
    truth, scores = drawn()
    weight = np.random.default_rng(1).random(300)
    for of in top_k_accuracy(truth, scores, CLASSES, k=[1, 2, 4]):
        assert of.value == pytest.approx(sk.top_k_accuracy_score(truth, scores, k=of.k, labels=range(6)))
        assert (of.low, of.high) == wilson(round(of.value * 300), 300)
        assert of.warnings == ()
    for of in top_k_accuracy(truth, scores, CLASSES, k=[3], sample_weight=weight):
        theirs = sk.top_k_accuracy_score(truth, scores, k=3, labels=range(6), sample_weight=weight)
        assert of.value == pytest.approx(theirs)
        assert of.reason is WEIGHTED
        assert math.isnan(of.low)


def test_ties_are_those_of_the_matrix():
    truth, scores = drawn(digits=0)
    one, two = top_k_accuracy(truth, scores, CLASSES, k=[2, 1])
    predicted = scores.argmax(axis=1)
    assert (one.k, one.value) == (1, accuracy(confusion_matrix(truth, predicted, classes=range(6))))
    first_two = [np.lexsort((np.arange(6), -row))[:2] for row in scores]
    assert two.value == np.mean([t in of for t, of in zip(truth, first_two, strict=True)])
    best = [(row > row[t]).sum() + 1 for t, row in zip(truth, scores, strict=True)]
    last = [(row >= row[t]).sum() for t, row in zip(truth, scores, strict=True)]
    undecided = sum(b <= 1 < e for b, e in zip(best, last, strict=True))
    assert undecided > 10
    assert str(one.warnings[0]).startswith(f"In {undecided} of 300 rows classes tie about the last place")


def test_by_case_and_many_rows():
    truth, scores = drawn(200_000, digits=1)
    case = np.arange(200_000) // 5
    (of,) = top_k_accuracy(truth, scores, CLASSES, k=[2], case=case)
    (alone,) = top_k_accuracy(truth, scores, CLASSES, k=[2])
    assert of.value == alone.value
    assert of.high - of.low == pytest.approx(alone.high - alone.low, rel=0.03)


def test_as_many_as_there_are_classes_says_nothing():
    truth, scores = drawn()
    assert [of.k for of in top_k_accuracy(truth, scores, CLASSES, k=[5, 6, 9])] == [5]
    with pytest.raises(InputError, match="k must be a whole number from 1; got 0"):
        top_k_accuracy(truth, scores, CLASSES, k=[0])
    with pytest.raises(InputError, match="k must name at least one number of classes; got none"):
        top_k_accuracy(truth, scores, CLASSES, k=[])


def test_the_highest_score():
    truth, scores = drawn(digits=0)
    found = top_class(truth, scores, CLASSES)
    assert found.predicted.tolist() == scores.argmax(axis=1).tolist()
    assert found.confidence.tolist() == scores.max(axis=1).tolist()
    assert found.right.tolist() == (scores.argmax(axis=1) == truth).tolist()


def said(n=300):
    truth, scores = drawn(n, digits=1)
    found = top_class(truth, scores, CLASSES)
    return found.right, found.confidence


def test_abstaining_row_by_row():
    right, confidence = said()
    found = abstention_curve(right, confidence)
    for place, threshold in enumerate(found.threshold[1:], start=1):
        answered = confidence >= threshold
        assert found.coverage[place] == answered.mean()
        assert found.accuracy[place] == right[answered].mean()
    assert math.isnan(found.accuracy[0])
    steps = [right[confidence >= c].mean() for c in confidence]
    assert found.area == pytest.approx(np.mean(steps))
    assert list(found.to_frame().columns) == ["threshold", "coverage", "accuracy"]


def test_at_one_least_confidence():
    right, confidence = said()
    found = abstention_at(abstention_curve(right, confidence), 2.0)
    answered = confidence >= 2.0
    assert (found.answered, found.right, found.n) == (answered.sum(), right[answered].sum(), 300)
    assert (found.coverage.low, found.coverage.high) == wilson(answered.sum(), 300)
    assert (found.accuracy.low, found.accuracy.high) == wilson(right[answered].sum(), answered.sum())
    beyond = abstention_at(abstention_curve(right, confidence), 99.0)
    assert beyond.accuracy.reason is NO_ANSWER
    assert (beyond.coverage.value, beyond.coverage.low) == (0, 0)


def test_abstaining_by_case_and_weight():
    right, confidence = said()
    case = np.arange(300) // 3
    found = abstention_at(abstention_curve(right, confidence, case=case), 2.0)
    answered, cases = confidence >= 2.0, numbered(case, 300)
    expected = share_of(right, answered, cases=cases)
    assert (found.accuracy.low, found.accuracy.high) == (expected.low, expected.high)
    assert found.coverage.low == share_of(answered, cases=cases).low
    weighted = abstention_at(abstention_curve(right, confidence, sample_weight=np.full(300, 0.5)), 2.0)
    assert weighted.accuracy.value == pytest.approx(found.accuracy.value)
    assert weighted.accuracy.reason is weighted.coverage.reason is WEIGHTED


def test_most_coverage_at_an_accuracy_is_a_wish():
    right, confidence = said()
    curve = abstention_curve(right, confidence)
    wished = choose(curve.counts, best="recall", at_least={"precision": 0.8})
    held = [of.coverage for of in curve.to_frame().itertuples() if of.accuracy >= 0.8]
    assert abstention_at(curve, wished.threshold).coverage.value == pytest.approx(max(held), abs=0.02)
