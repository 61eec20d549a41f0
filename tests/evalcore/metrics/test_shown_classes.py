"""The matrix of many classes as it can be seen: nothing is lost, and the rest is said to be mixed."""

import math

import numpy as np
import pytest

from evalcore.counts import ConfusionMatrix
from evalcore.metrics import class_order, per_class, shown_classes

RNG = np.random.default_rng(8)
CM = ConfusionMatrix(RNG.integers(0, 9, (40, 40)) * (RNG.random((40, 40)) < 0.2) + np.diag(RNG.integers(20, 60, 40)))


def test_without_a_limit_only_the_order_changes():
    found, order = shown_classes(CM, similar=True), class_order(CM)
    assert found.cm.classes == order.classes
    assert (found.cm.table == CM.table[np.ix_(order.places, order.places)]).all()
    np.testing.assert_array_equal(found.each.recall, per_class(CM).recall[order.places])
    assert (found.other, found.mistaken_within) == ((), 0)
    assert shown_classes(CM).cm.classes == CM.classes


@pytest.mark.parametrize("similar", [False, True])
def test_the_rest_is_one_row_and_every_row_is_counted_once(similar):
    found = shown_classes(CM, similar=similar, most=25, other="rest")
    assert (len(found.cm.classes), found.cm.classes[-1], len(found.other)) == (25, "rest", 16)
    assert sorted(place for places in found.members for place in places) == list(range(40))
    for row, truths in enumerate(found.members):
        for column, predictions in enumerate(found.members):
            assert found.cm.table[row, column] == sum(CM.table[i, j] for i in truths for j in predictions)
    wrong = CM.table * ~np.eye(40, dtype=bool)
    made = wrong.sum(axis=0) + wrong.sum(axis=1)
    assert made[[place for (place,) in found.members[:-1]]].min() >= made[list(found.members[-1])].max()
    inside = found.members[-1]
    assert found.mistaken_within == sum(CM.table[i, j] for i in inside for j in inside if i != j)
    assert math.isnan(found.each.recall[-1])
    assert found.each.support.sum() == CM.n


def test_weights_stay_weights():
    found = shown_classes(ConfusionMatrix(CM.table * 0.5), most=10)
    assert found.cm.n == pytest.approx(CM.n / 2)
    assert found.cm.weighted
