"""Rows of the cells of a matrix, against sorting all of them by how wrong they are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.counts import threshold_counts
from evalcore.decisions import CELLS, row_order
from evalcore.errors import InputError

# Eighths differ exactly, so that no tie of two distances hangs on rounding.
EIGHTHS = st.integers(-8, 8).map(lambda k: k / 8)
ROWS = st.lists(st.tuples(st.booleans(), EIGHTHS, st.sampled_from([0.0, 0.5, 2.0]), st.booleans()), min_size=1)
WEIGHED = ROWS.filter(lambda rows: any(weight for _, _, weight, _ in rows))
LOW, HIGH = EIGHTHS | st.just(-np.inf), EIGHTHS | st.just(np.inf)


def by_hand(rows, t, cells, low, high):
    """Return the places of rows in some cells, the most wrong first."""

    def cell(is_positive, score):
        return ("tp" if score >= t else "fn") if is_positive else ("fp" if score >= t else "tn")

    found = [
        i
        for i, (is_positive, score, weight, among) in enumerate(rows)
        if weight and among and low <= score < high and cell(is_positive, score) in cells
    ]
    return sorted(found, key=lambda i: ((rows[i][1] - t) * (1 if rows[i][0] else -1), not rows[i][0], i))


@given(
    rows=WEIGHED,
    t=EIGHTHS,
    cells=st.sets(st.sampled_from(CELLS), min_size=1),
    ends=st.tuples(LOW, HIGH),
    size=st.integers(1, 7),
)
def test_pages_are_those_of_all_rows_sorted(rows, t, cells, ends, size):
    low, high = ends
    truth, score, weight, among = (np.array(column) for column in zip(*rows, strict=True))
    found = row_order(truth, score, sample_weight=weight).find(t, tuple(cells), low=low, high=high, among=among)
    wanted = by_hand(rows, t, cells, low, high)
    paged = [found.page(first, size).tolist() for first in range(0, len(rows) + size, size)]
    assert [row for page in paged for row in page] == wanted
    assert all(len(page) <= size for page in paged)
    assert len(found) == len(wanted)
    assert np.flatnonzero(found.mask()).tolist() == sorted(wanted)


@given(rows=WEIGHED, t=st.floats(-2, 2))
def test_as_many_rows_and_as_much_weight_as_the_matrix_counts(rows, t):
    truth, score, weight, _among = (np.array(column) for column in zip(*rows, strict=True))
    alone, weighted = row_order(truth, score), row_order(truth, score, sample_weight=weight)
    counted = threshold_counts(truth, score).at(t)
    by_weight = threshold_counts(truth, score, sample_weight=weight).at(t)
    for cell in CELLS:
        assert len(alone.find(t, (cell,))) == getattr(counted, cell)
        assert weight[weighted.find(t, (cell,)).mask()].sum() == getattr(by_weight, cell)


@pytest.mark.parametrize(
    "transform", [np.asarray, np.negative, lambda s: s - 0.5, lambda s: s.round(2), lambda s: s * 0]
)
def test_many_rows_of_any_scores_are_in_order(transform):
    rng = np.random.default_rng(1)
    n = 20_000
    truth, score = rng.random(n) < 0.3, transform(np.where(rng.random(n) < 0.1, 0.25, rng.random(n)))
    score[::7] = np.nextafter(score[::7], 1)  # differ in the last bit, which the keys give up
    score[:2] = -0.0, 0.0
    found = row_order(truth, score).find(0.25)
    wrong = np.where(truth, 0.25 - score, score - 0.25)
    order = np.lexsort((np.arange(n), np.where(truth, score, -score), ~truth, -wrong))
    assert found.page(0, n).tolist() == order.tolist()
    assert found.page(9_990, 20).tolist() == order[9_990:10_010].tolist()


def test_labels_are_a_score_of_two_values():
    truth, label = np.array([True, True, False, False]), np.array([True, False, True, False])
    order = row_order(truth, label.astype(np.float64))
    assert [order.find(0.5, (cell,)).page(0, 9).tolist() for cell in CELLS] == [[0], [1], [2], [3]]


def test_the_farthest_scores_have_no_distance_left():
    order = row_order([1, 0, 1], [-1.7e308, 1.7e308, 1.0])
    assert order.find(1.7e308, ("fn",)).page(0, 5).tolist() == [0, 2]
    assert order.find(-1.7e308).page(0, 5).tolist() == [1, 0, 2]


def test_beyond_the_last_row_there_is_none():
    found = row_order([1, 0], [0.2, 0.7]).find(0.5, ("fp",))
    assert found.page(0, 200).tolist() == [1]
    assert found.page(1, 200).tolist() == []
    assert len(row_order([1, 1], [0.2, 0.7]).find(0.5, ("fp", "tn"))) == 0


def test_another_cell_is_refused():
    with pytest.raises(InputError, match=r"cells must be some of tp, fn, fp and tn; got 'pp'\. Name"):
        row_order([1, 0], [0.2, 0.7]).find(0.5, ("pp",))


def test_what_is_not_of_these_rows_is_refused():
    with pytest.raises(InputError, match="among must have 2 values"):
        row_order([1, 0], [0.2, 0.7]).find(0.5, among=[True])


def test_rows_are_described_by_cell_score_and_distance():
    found = row_order([1, 0, 1, 0], [0.75, 0.75, 0.25, 0.25]).find(0.5)
    frame = found.describe(np.array([3, 0, 1, 2]))
    assert frame["cell"].tolist() == ["TN", "TP", "FP", "FN"]
    assert frame["score"].tolist() == [0.25, 0.75, 0.75, 0.25]
    assert frame["above"].tolist() == [-0.25, 0.25, 0.25, -0.25]
