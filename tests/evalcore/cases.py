"""Rows that belong to cases, and what must not change what is said of them."""

import numpy as np
from hypothesis import strategies as st

ROWS = st.lists(
    st.tuples(st.booleans(), st.integers(-3, 3), st.integers(-3, 3), st.integers(0, 5)), min_size=6, max_size=30
)


def columns(rows):
    """Return truth, two scores and the case of each row."""
    return [np.array(column) for column in zip(*rows, strict=True)]


def clustered(cases=30, size=6, seed=0):
    """Return truth, two scores and case of rows whose cases differ in level."""
    rng = np.random.default_rng(seed)
    case = np.repeat(np.arange(cases), rng.integers(1, 2 * size, cases))
    n = len(case)
    truth = rng.random(n) < 0.4
    scores = [truth * 1.0 + rng.normal(size=cases)[case] + rng.normal(size=n) for _ in range(2)]
    return [truth, *scores, case]


def copied(arrays, times):
    """Return columns with every row so many times."""
    return [np.repeat(array, times) for array in arrays]


def shuffled(arrays, seed=1):
    """Return columns with their rows in another order, and other labels of the cases, which are the last."""
    order = np.random.default_rng(seed).permutation(len(arrays[0]))
    *others, case = (array[order] for array in arrays)
    return [*others, np.array([f"case {97 * label % 1_009}" for label in case.tolist()])]
