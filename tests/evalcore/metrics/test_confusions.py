"""Confusions by frequency, and an order of classes that brings those taken for each other together."""

import itertools
import math

import numpy as np
import pytest

from evalcore.counts import ConfusionMatrix, confusion_matrix
from evalcore.intervals import wilson
from evalcore.intervals.shares import WEIGHTED
from evalcore.metrics import class_order, confusions, most_common_mistakes

B = ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]], ("a", "b", "c"))


def blocks(k, groups, seed=0):
    """Return a matrix in which classes of a group are taken for each other, their order shuffled, and the groups."""
    rng = np.random.default_rng(seed)
    of = rng.permutation(np.arange(k) % groups)
    same = of[:, None] == of
    table = np.where(same, rng.integers(5, 15, (k, k)), rng.integers(0, 2, (k, k)))
    return ConfusionMatrix(table + 60 * np.eye(k, dtype=int)), of


def test_by_frequency_with_ends():
    found = confusions(B)
    assert [(of.truth, of.predicted, of.rows) for of in found] == [
        *(("b", "a", 10), ("b", "c", 5), ("c", "b", 4), ("a", "b", 3), ("a", "c", 2), ("c", "a", 1))
    ]
    assert (found[0].share.low, found[0].share.high) == wilson(10, 35)
    assert sum(of.of_mistakes for of in found) == pytest.approx(1)
    assert found[0].of_mistakes == 10 / 25
    first = most_common_mistakes(B)[0]
    assert (first.truth, first.predicted, first.rows) == (found[0].truth, found[0].predicted, found[0].rows)
    assert [of.rows for of in confusions(B, most=2)] == [10, 5]


def test_equally_frequent_ones_keep_the_order_of_the_classes():
    found = confusions(ConfusionMatrix([[5, 2, 2], [2, 5, 0], [2, 2, 5]], ("a", "b", "c")))
    assert [of.truth + of.predicted for of in found] == ["ab", "ac", "ba", "ca", "cb"]
    assert confusions(ConfusionMatrix([[5, 0], [0, 3]])) == ()


def test_weights_and_cases():
    weighted = confusions(ConfusionMatrix([[5, 0.5], [0, 3.0]]))[0]
    assert (weighted.share.value, weighted.share.reason) == (0.5 / 5.5, WEIGHTED)
    rng = np.random.default_rng(0)
    truth, predicted, case = rng.integers(0, 3, 200), rng.integers(0, 3, 200), np.arange(200) // 4
    by_row, by_case = (
        confusions(confusion_matrix(truth, predicted, classes=range(3), case=of))[0] for of in (None, case)
    )
    assert (by_case.rows, by_case.share.value) == (by_row.rows, by_row.share.value)
    assert by_case.share.low != by_row.share.low
    assert by_case.share.low < by_case.share.value < by_case.share.high


@pytest.mark.parametrize(("k", "groups"), [(12, 3), (40, 8)])
def test_classes_of_a_group_come_together(k, groups):
    cm, of = blocks(k, groups)
    found = class_order(cm)
    assert sorted(found.places.tolist()) == list(range(k))
    assert len(list(itertools.groupby(of[found.places]))) == groups
    assert found.classes == tuple(found.places.tolist())


def test_no_order_of_few_classes_brings_them_nearer():
    """Of all orders of six classes none that the tree allows has neighbours more alike; few of all others do."""
    cm, _ = blocks(6, 2, seed=3)
    found = class_order(cm)
    s = found.similarity

    def together(order):
        return sum(s[a, b] for a, b in itertools.pairwise(order))

    ours = together(found.places)
    better = [order for order in itertools.permutations(range(6)) if together(order) > ours + 1e-12]
    assert len(better) <= 0.02 * math.factorial(6)


def test_the_order_does_not_depend_on_chance_or_scale():
    cm, _ = blocks(15, 4)
    first = class_order(cm)
    assert class_order(cm).places.tolist() == first.places.tolist()
    assert class_order(ConfusionMatrix(cm.table * 7.0)).places.tolist() == first.places.tolist()
    assert first.places.tolist().index(0) <= 7
    shares = cm.table / cm.table.sum(axis=1, keepdims=True)
    assert first.similarity[2, 5] == pytest.approx((shares[2, 5] + shares[5, 2]) / 2)
    assert first.to_frame().iloc[0, 1] == first.similarity[first.places[0], first.places[1]]


def test_without_mistakes_the_order_stays():
    assert class_order(ConfusionMatrix(np.diag([3, 4, 5, 0]))).places.tolist() == [0, 1, 2, 3]
    assert class_order(ConfusionMatrix([[3, 4], [5, 0]])).places.tolist() == [0, 1]
