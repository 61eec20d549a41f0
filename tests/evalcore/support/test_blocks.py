"""Passes over long arrays: the same as one pass."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.support.blocks import BLOCK, MANY_ROWS, blocks, in_two, running_sum


@given(st.lists(st.floats(0, 1e6), max_size=60))
def test_running_sums_are_the_sums_up_to_each_value(values):
    exact = [math.fsum(values[: i + 1]) for i in range(len(values))]
    np.testing.assert_allclose(running_sum(np.array(values, dtype=float)), exact, rtol=1e-14)


@given(st.lists(st.integers(0, 2**40), max_size=60))
def test_running_sums_of_whole_numbers_are_exact(values):
    assert running_sum(np.array(values, dtype=float)).tolist() == [sum(values[: i + 1]) for i in range(len(values))]


def test_running_sums_of_many_weights_stay_accurate():
    values = np.full(1_000_000, 0.1)
    assert running_sum(values)[-1] == pytest.approx(100_000, rel=1e-12)
    assert (np.diff(running_sum(np.random.default_rng(0).random(50_000))) > 0).all()


@pytest.mark.parametrize("n", [0, 1, BLOCK, BLOCK + 1, 3 * BLOCK - 1])
def test_blocks_cover_every_row_once(n):
    parts = list(blocks(5, 5 + n))
    assert [row for part in parts for row in range(part.start, part.stop)] == list(range(5, 5 + n))
    assert all(part.stop - part.start <= BLOCK for part in parts)


@pytest.mark.parametrize("n", [10, MANY_ROWS + 1])
def test_halves_come_back_in_order(n):
    parts = in_two(lambda start, stop: (start, stop), 3, 3 + n)
    assert (parts[0][0], parts[-1][1]) == (3, 3 + n)
    assert all(one[1] == other[0] for one, other in pairwise(parts))
