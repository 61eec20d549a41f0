"""Families on a table: how long they take rises with the table and the sets, so that long work is known beforehand."""

import numpy as np
import pandas as pd
import pytest

from evalcore.bias_variance import bootstrap_sets, learn_table
from evalcore.views.bias_variance.table_families import TABLE_FAMILIES, table_seconds


def sets_of(rows, features, n_sets):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.random((rows, features + 1)), columns=[*"abcdefghij"[:features], "y"])
    return bootstrap_sets(learn_table(frame, target="y"), n_sets=n_sets, rng=rng)


@pytest.mark.parametrize("name", TABLE_FAMILIES)
def test_larger_work_takes_longer(name):
    few, larger, more = (sets_of(*shape) for shape in ((100, 2, 5), (400, 4, 5), (400, 4, 50)))
    seconds = [table_seconds(name, sets) for sets in (few, larger, more)]
    assert 0 < seconds[0] < seconds[1] < seconds[2]
