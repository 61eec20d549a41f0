"""The rows of cells of many classes: against looking at every row, and in which order they come."""

import numpy as np
import pytest

from evalcore.curves import top_class
from evalcore.decisions import class_rows
from evalcore.errors import InputError

RNG = np.random.default_rng(4)
K, N = 6, 500
TRUTH = RNG.integers(0, K, N)
SCORES = np.round(RNG.dirichlet(np.ones(K), N) + 0.3 * np.eye(K)[TRUTH], 2)
TOP = top_class(TRUTH, SCORES, list("abcdef"))
ROWS = class_rows(TRUTH, TOP.predicted, K, confidence=TOP.confidence)


def by_looking(cells, among=None):
    """Return the rows of cells: mistakes first, the surest first; right answers behind, the least sure first."""
    found = [row for row in range(N) if (TRUTH[row], TOP.predicted[row]) in cells and (among is None or among[row])]
    wrong = [row for row in found if not TOP.right[row]]
    right = [row for row in found if TOP.right[row]]
    return sorted(wrong, key=lambda row: -TOP.confidence[row]) + sorted(right, key=lambda row: TOP.confidence[row])


@pytest.mark.parametrize(
    "cells",
    [[(0, 1)], [(2, 2)], [(0, 1), (1, 0)], [(3, 3), (3, 4), (3, 5)], [(i, j) for i in range(K) for j in range(K)]],
)
def test_rows_of_cells_are_those_found_by_looking(cells):
    assert ROWS.find(cells).tolist() == by_looking(cells)
    among = RNG.random(N) < 0.5
    assert ROWS.find(cells, among=among).tolist() == by_looking(cells, among)


def test_all_cells_are_all_rows_and_none_are_none():
    assert ROWS.find().tolist() == by_looking([(i, j) for i in range(K) for j in range(K)])
    assert ROWS.find([]).tolist() == []
    assert ROWS.counts().sum() == N


def test_labels_come_in_their_own_order_the_mistakes_first():
    rows = class_rows([0, 1, 1, 0], [0, 0, 1, 1], 2)
    assert rows.find().tolist() == [1, 3, 0, 2]


def test_a_row_of_weight_0_is_in_no_cell():
    weight = np.where(np.arange(N) % 3 == 0, 0.0, 1.5)
    rows = class_rows(TRUTH, TOP.predicted, K, confidence=TOP.confidence, sample_weight=weight)
    assert sorted(rows.find().tolist()) == [row for row in range(N) if row % 3]


def test_a_place_without_a_class_is_refused():
    with pytest.raises(InputError, match="two places of classes below 6; got 6 and 0"):
        ROWS.find([(6, 0)])
