"""Tables of costs that are asked for most, and what is odd about one."""

import numpy as np
import pytest

from evalcore import costs
from evalcore.errors import InputError


def test_all_mistakes_cost_the_same_or_nobody_has_said():
    np.testing.assert_array_equal(costs.equal_costs(4), 1 - np.eye(4))
    unknown = costs.equal_costs(3, mistake=np.nan)
    assert costs.missing_costs(unknown) == 6
    assert unknown.diagonal().tolist() == [0, 0, 0]


def test_a_row_is_filled_but_for_the_right_decision():
    before = np.arange(9.0).reshape(3, 3)
    table = costs.with_missed_class(before, 1, 7)
    assert table.tolist() == [[0, 1, 2], [7, 4, 7], [6, 7, 8]]
    assert before[1, 0] == 3


def test_costs_written_row_after_row():
    table = np.arange(9.0).reshape(3, 3)
    np.testing.assert_array_equal(costs.costs_in_rows(table.ravel().tolist(), 3), table)
    with pytest.raises(InputError, match=r"Costs of 3 classes must be 9 numbers, row after row; got 4\. Give one"):
        costs.costs_in_rows([0, 1, 1, 0], 3)


def test_a_mistake_cheaper_than_the_right_decision():
    table = costs.equal_costs(3)
    assert costs.cheapest_mistake(table) is None
    table[2, 0], table[1, 0] = -2, -1
    assert costs.cheapest_mistake(table) == (2, 0)
    with pytest.raises(InputError, match="must hold finite numbers only"):
        costs.cheapest_mistake([[0, np.nan], [1, 0]])


@pytest.mark.parametrize(("cell", "place"), [(np.nan, (2, 1)), (1e10, (2, 1)), (-1e10, (2, 1)), (1e9, None)])
def test_the_first_cell_that_no_field_takes(cell, place):
    table = costs.equal_costs(3)
    table[2, 1] = cell
    assert costs.first_beyond(table, 1e9) == place
