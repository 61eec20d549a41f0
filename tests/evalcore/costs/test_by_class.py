"""Where the cost of labels comes from: cells, classes and terms add up to the cost."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore import costs
from evalcore.counts import ConfusionMatrix, confusion_matrix
from evalcore.errors import InputError

COST = [[0, 1, 5], [2, 0, -1], [3, 4, 0.5]]
ROWS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=30)


def matrix(rows):
    return confusion_matrix(*np.array(rows).T, classes=[0, 1, 2])


@settings(deadline=None)
@given(ROWS, st.sampled_from([1, 1000]))
def test_parts_add_up(rows, cases):
    found = costs.cost_parts(matrix(rows), COST, cases=cases)
    for i, j in np.ndindex(3, 3):
        assert found.table[i, j] == pytest.approx(cases * rows.count((i, j)) * COST[i][j] / len(rows))
    assert found.total == pytest.approx(cases * costs.label_cost(matrix(rows), COST).cost, abs=1e-9)
    assert found.most == np.abs(found.table).max() == abs(found.table[found.largest])
    assert not found.table.flags.writeable


@settings(deadline=None)
@given(ROWS)
def test_classes_add_up(rows):
    found = costs.class_costs(matrix(rows), COST)
    truth = [i for i, _ in rows]
    for i in range(3):
        own = [COST[i][j] for k, j in rows if k == i]
        assert found.size[i] == truth.count(i) == len(own)
        if own:
            assert found.cost[i] == pytest.approx(np.mean(own))
            assert found.part[i] == pytest.approx(sum(own) / len(rows))
        else:
            assert math.isnan(found.cost[i])
            assert math.isnan(found.part[i])
    assert np.nansum(found.part) == pytest.approx(costs.label_cost(matrix(rows), COST).cost, abs=1e-12)


@settings(deadline=None)
@given(ROWS)
def test_terms_add_up_and_the_largest_come_first(rows):
    terms = costs.cost_terms(matrix(rows), COST)
    added = [n * cost for n, cost in terms]
    assert sum(added) / len(rows) == pytest.approx(costs.label_cost(matrix(rows), COST).cost, abs=1e-12)
    assert 0 not in added
    assert [abs(v) for v in added] == sorted((abs(v) for v in added), reverse=True)


def test_equal_terms_keep_the_order_of_the_table():
    cm = ConfusionMatrix([[0, 3], [3, 0]])
    assert costs.cost_terms(cm, [[0, 1], [-1, 0]]) == [(3.0, 1.0), (3.0, -1.0)]


def test_no_parts_without_rows():
    nobody = ConfusionMatrix(np.zeros((3, 3), dtype=int))
    assert np.isnan(costs.cost_parts(nobody, COST).table).all()
    assert np.isnan(costs.class_costs(nobody, COST).cost).all()
    assert costs.cost_terms(nobody, COST) == []


def test_another_number_of_classes():
    with pytest.raises(InputError, match="one row and one column a class; got 2 for 3 classes"):
        costs.class_costs(matrix([(0, 0)]), [[0, 1], [1, 0]])
