"""Answers of the exercises, found again in another way."""

import math

import numpy as np
import pytest
from scipy.stats import binom

from ui.resampling import exercises


@pytest.mark.parametrize(
    ("classes", "expected"), [((50, 50), 1.0), ((20, 40), 1 / 3), ((31, 30), 30 / 61), ((10, 90), 0.1)]
)
def test_leave_one_out_and_the_majority_rule(classes, expected):
    """Erratum 33: of the rarer class every row is wrong; of equal ones the row left out makes its own the rarer."""
    assert exercises.leave_one_out(classes).answer == pytest.approx(expected)


def test_leave_one_out_against_ten_folds():
    assert "stratified 10-fold says 0.500" in str(exercises.leave_one_out((50, 50)).because)


def test_the_middle_of_a_hundred_hold_outs():
    rates = np.random.default_rng(0).binomial(18, 0.285, 100_000) / 18
    assert exercises.spread(18, 0.285).answer == pytest.approx(np.ptp(np.quantile(rates, [0.025, 0.975])), abs=1 / 18)
    low, high = binom.interval(0.95, 18, 0.285)
    assert exercises.spread(18, 0.285).answer == (high - low) / 18


def test_fits_and_splits():
    assert "10 times 10 folds, a learner each: 100." in str(exercises.fits(10, 10).because)
    assert "a number of 263 digits" in str(exercises.splits(500, 0.3).because)
    assert len(str(math.comb(500, 150) ** 2)) == 263


def test_never_drawn():
    assert exercises.never_drawn(10).answer == pytest.approx(0.9**10)
