"""Cells: every number lies in one, and a typed number is a border."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.engine.grid import MOST_CELLS, Grid, ordered

numbers = st.floats(-1e6, 1e6)


def test_every_typed_number_of_six_digits_is_a_border():
    """11,549 of them lie in the cell beside where only the product is rounded down."""
    cell = np.arange(1_000_001.0)
    typed = cell / 1e6
    assert np.count_nonzero(np.floor(typed * 1e6) != cell) == 11_549
    assert (Grid(6).of(typed) == cell).all()
    assert (Grid(6).of(np.nextafter(typed, -1)) == cell - 1).all()
    assert (Grid(6).of(np.nextafter(typed, 2)) == cell).all()


@given(score=numbers, digits=st.integers(-8, 9))
def test_a_score_is_between_the_borders_of_its_cell(score, digits):
    grid = Grid(digits)
    (cell,) = grid.of(np.array([score]))
    low, high = grid.border(np.array([cell, cell + 1]))
    assert low <= score < high
    assert grid.coarser().of(np.array([score]))[0] == cell // 10


@given(score=st.floats(allow_nan=False, allow_infinity=False, min_value=-1e300, max_value=1e300))
def test_cells_of_powers_of_two_nest_too(score):
    grid = Grid(-960, binary=True)
    assert grid.coarser().of(np.array([score]))[0] == grid.of(np.array([score]))[0] // 2


@pytest.mark.parametrize(
    ("low", "high", "digits"), [(0, 1, 6), (-8, 9, 4), (0, 1e-4, 10), (0, 900, 3), (-1e9, 1e9, -4)]
)
def test_digits_follow_from_the_range(low, high, digits):
    assert Grid.finest(low, high, MOST_CELLS) == Grid(digits)


def test_a_range_that_no_decimal_grid_reaches():
    assert Grid.finest(-1e300, 1e300, MOST_CELLS) is None
    grid = Grid.finest(-1e308, 1e308, MOST_CELLS, binary=True)
    first, last = grid.of(np.array([-1e308, 1e308]))
    assert MOST_CELLS / 4 < last - first < MOST_CELLS


@given(st.lists(st.floats(allow_nan=False), min_size=2))
def test_ordered_numbers_are_in_the_order_of_the_scores(scores):
    score = np.array(scores)
    assert ((ordered(score)[:, None] < ordered(score)) == (score[:, None] < score)).all()
