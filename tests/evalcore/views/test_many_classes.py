"""Many classes beside each other: the numbers of evalcore.curves, gathered once."""

import numpy as np
import pytest

from evalcore import curves
from evalcore.views.many_classes import many_classes

NAMES = ["a", "b", "c"]


def drawn(n, *, seed=0):
    rng = np.random.default_rng(seed)
    return rng.integers(0, 3, n), rng.dirichlet([1, 1, 1], n)


@pytest.mark.parametrize("weighted", [False, True])
def test_every_number_is_that_of_its_function(weighted):
    y_true, scores = drawn(200)
    weight = np.random.default_rng(1).random(200) if weighted else None
    by_class = curves.one_vs_rest_counts(y_true, scores, NAMES, sample_weight=weight)
    found = many_classes(by_class, y_true, scores, micro="pooled", macro="mean", sample_weight=weight)
    pooled = curves.micro_average_counts(by_class)
    assert [line.name for line in found.lines] == NAMES
    assert [line.auc for line in found.lines] == found.areas.class_auc.tolist()
    assert (found.micro.name, found.micro.auc) == ("pooled", curves.roc_curve(pooled).auc)
    assert found.micro_average_precision == curves.precision_recall_curve(pooled).average_precision
    assert (found.macro.name, found.macro.auc) == ("mean", found.areas.auc)
    assert found.pairs.measure == curves.hand_till(y_true, scores, NAMES, sample_weight=weight).measure
    assert (found.averages is None) is weighted
    if not weighted:
        assert found.averages == curves.class_area_intervals(y_true, scores, NAMES)
    assert found.undefined == ()


def test_without_a_class_there_is_no_mean_curve_and_each_reason_is_given_once():
    y_true, scores = drawn(60)
    y_true[y_true == 2] = 0
    found = many_classes(curves.one_vs_rest_counts(y_true, scores, NAMES), y_true, scores)
    assert found.macro is None
    assert [str(reason) for reason in found.undefined] == [
        "Class 'c' has no row, so it has no curve.",
        "Class 'c' has no row, so it cannot be told from the others.",
    ]
