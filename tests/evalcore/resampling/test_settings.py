"""Grids hold the numbers that are written, and each tunable learner takes its own."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.resampling import TUNABLE, grid, tunable
from evalcore.resampling.learners import predicted, trained


def test_the_grid_of_the_lecture():
    found = grid(0, 1, 0.1)
    assert found == (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
    assert len(found) == 11
    assert found != tuple(np.arange(11) * 0.1)  # .30000000000000004


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ((1, 7, 2), (1, 3, 5, 7)),
        ((1, 8, 2), (1, 3, 5, 7)),
        ((0.5, 0.5, 1), (0.5,)),
        ((-0.2, 0.1, 0.1), (-0.2, -0.1, 0.0, 0.1)),
        ((0, 1e-6, 5e-7), (0, 5e-7, 1e-6)),
        ((np.float64(0.7), np.float64(0.9), np.float64(0.1)), (0.7, 0.8, 0.9)),
    ],
)
def test_grids(ends, expected):
    assert grid(*ends) == expected


@given(st.integers(1, 400), st.integers(1, 6), st.integers(-50, 50))
def test_both_ends_belong_to_it(steps, digits, start):
    step, low = float(f"1e-{digits}"), float(f"{start}e-{digits}")
    high = float(f"{start + steps}e-{digits}")
    found = grid(low, high, step)
    assert (len(found), found[0], found[-1]) == (steps + 1, low, high)
    assert found == tuple(float(f"{start + i}e-{digits}") for i in range(steps + 1))


@pytest.mark.parametrize("name", TUNABLE)
def test_learners(name):
    found, rng = tunable(name), np.random.default_rng(0)
    x, y = rng.random((40, 2)), np.arange(40) % 2
    for setting in (found.low, found.high):
        assert set(predicted(trained(found.make(setting), x, y), x, 40)) <= {0, 1}
    assert len(grid(found.low, found.high, found.step)) in {10, 11}


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: grid(0, 1, 0), "step must be above 0; got 0. Choose a positive step."),
        (lambda: grid(1, 0, 0.1), "high must not be below low; got 1 to 0. Exchange the two ends."),
        (
            lambda: grid(0, 1, 1e-9),
            "A grid must have at most 1000 settings; 0 to 1 by 1e-09 has more. Choose a longer step.",
        ),
        (lambda: grid(0, float("nan"), 1), "high must be a finite number; got nan. Choose one."),
        (lambda: grid("a", 1, 1), "low must be a finite number; got a. Choose one."),
        (lambda: tunable("oracle"), "learner must be one of neighbours, lda, tree; got 'oracle'. Choose one of them."),
    ],
)
def test_what_is_refused(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence


def test_the_longest_grid():
    assert len(grid(1, 1000, 1)) == 1000
