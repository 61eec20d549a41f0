"""Shares of rows with their intervals, of rows alone and by case."""

import math

import numpy as np
import pytest
from scipy import stats

from evalcore.intervals import share_of, wilson
from evalcore.intervals.cases import ALIKE
from evalcore.support.cases import numbered


def test_of_rows():
    hit, among = np.array([1, 1, 0, 1, 0], dtype=bool), np.array([1, 1, 1, 0, 0], dtype=bool)
    found = share_of(hit, among, confidence_level=0.9)
    assert found.value == 2 / 3
    assert (found.low, found.high) == wilson(2, 3, confidence_level=0.9)
    assert share_of(hit).value == 0.6
    assert math.isnan(share_of(hit, np.zeros(5, dtype=bool)).value)


def test_cases_of_copies_are_as_many_rows_as_cases():
    """Ten copies of each row: the variance is that of the cases, and Student's quantile makes it a little wider."""
    hit = np.random.default_rng(0).random(80) < 0.3
    found = share_of(np.repeat(hit, 10), cases=numbered(np.arange(800) // 10, 800))
    z, t = stats.norm.ppf(0.975), stats.t.ppf(0.975, 79)
    rows = 79 * (z / t) ** 2
    low, high = (found.low, found.high)
    p = hit.mean()
    assert abs(p - low) == pytest.approx(z * math.sqrt(low * (1 - low) / rows))
    assert abs(p - high) == pytest.approx(z * math.sqrt(high * (1 - high) / rows))


def test_cases_that_do_not_tell():
    hit = np.array([1, 0, 1, 0], dtype=bool)
    assert "two cases" in str(share_of(hit, cases=numbered(["a"] * 4, 4)).reason)
    assert share_of(hit, cases=numbered(list("aabb"), 4)).reason is ALIKE
    assert share_of(hit, cases=numbered(list("aabb"), 4)).value == 0.5
