"""The corners of the ROC plane: which rows a classifier gets right there, and where its rates put it."""

import pytest

from evalcore import metrics
from evalcore.counts import ConfusionMatrix, threshold_counts
from evalcore.curves import roc_corners
from tests.evalcore.curves.tables import LECTURE, MELON


@pytest.mark.parametrize("counts", [MELON, LECTURE], ids=["melon", "lecture"])
def test_the_rates_of_each_matrix_are_its_corner(counts):
    found = roc_corners(counts)
    assert [(one.fpr, one.tpr) for one in found] == [(0, 1), (1, 0), (0, 0), (1, 1)]
    for one in found:
        assert (metrics.fpr(one.matrix), metrics.recall(one.matrix)) == (one.fpr, one.tpr)
    right, wrong, none, every = (one.matrix for one in found)
    assert metrics.accuracy(right) == 1
    assert metrics.accuracy(wrong) == 0
    assert none.tp + none.fp == every.fn + every.tn == 0


def test_a_curve_begins_and_ends_at_two_of_them():
    *_others, none, every = (one.matrix for one in roc_corners(MELON))
    for corner, threshold in ((none, float("inf")), (every, 0.04)):
        there = MELON.at(threshold)
        assert (corner.tp, corner.fn, corner.fp, corner.tn) == (there.tp, there.fn, there.fp, there.tn)


def test_what_a_misprint_would_come_to():
    """With FN = TP = 0 at (1, 1) no row is positive, and TPR is 0/0."""
    assert metrics.recall(ConfusionMatrix.binary(tp=0, fn=0, fp=12, tn=0)) != 1


def test_rows_of_one_class_have_the_cells_of_that_class():
    n = threshold_counts([1, 1], [0.2, 0.3])
    assert all(one.matrix.fp == one.matrix.tn == 0 for one in roc_corners(n))
    assert {one.matrix.tp + one.matrix.fn for one in roc_corners(n)} == {2}
