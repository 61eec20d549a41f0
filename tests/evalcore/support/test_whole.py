"""Whole numbers in the smallest type."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.support.whole import narrowed


@given(st.lists(st.integers(-(2**63), 2**63 - 1)))
def test_no_number_changes(values):
    array = np.array(values, dtype=np.int64)
    small = narrowed(array)
    assert small.astype(np.int64).tolist() == values
    assert small.dtype.itemsize <= 8


@pytest.mark.parametrize(
    ("low", "high", "kind"),
    [(0, 255, "uint8"), (0, 256, "uint16"), (-1, 127, "int8"), (-1, 128, "int16"), (0, 2**32, "int64")],
)
def test_the_smallest_that_holds_all(low, high, kind):
    assert narrowed(np.array([low, high])).dtype == kind
