"""Lines of equal worth."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.curves import (
    iso_accuracy,
    iso_cost,
    iso_cost_slope,
    iso_f_beta,
    iso_precision,
)
from evalcore.curves.isolines import RocLine
from evalcore.errors import InputError

SHARE = st.floats(0.01, 0.99)
COST = st.floats(0.1, 20)


@given(SHARE, SHARE)
def test_points_of_an_iso_accuracy_line_have_that_accuracy(prevalence, accuracy):
    line = iso_accuracy(prevalence, accuracy)
    for fpr, tpr in line.ends():
        assert prevalence * tpr + (1 - prevalence) * (1 - fpr) == pytest.approx(accuracy, abs=1e-9)
        assert 0 <= fpr <= 1
        assert 0 <= tpr <= 1


@given(SHARE, SHARE, COST, COST)
def test_points_of_an_iso_cost_line_cost_the_same(prevalence, share, cost_fn, cost_fp):
    expected = share * max(prevalence * cost_fn, (1 - prevalence) * cost_fp)
    line = iso_cost(prevalence, expected, cost_fn=cost_fn, cost_fp=cost_fp)
    assert line.slope == iso_cost_slope(prevalence, cost_fn, cost_fp)
    ends = line.ends()
    assert len(ends) == 2
    for fpr, tpr in ends:
        assert prevalence * cost_fn * (1 - tpr) + (1 - prevalence) * cost_fp * fpr == pytest.approx(expected)


@given(SHARE, SHARE)
def test_points_of_an_iso_precision_line_have_that_precision(prevalence, precision):
    line = iso_precision(prevalence, precision)
    fpr, tpr = line.ends()[1]
    assert prevalence * tpr / (prevalence * tpr + (1 - prevalence) * fpr) == pytest.approx(precision)
    assert line.ends()[0].tolist() == [0, 0]


def test_lines_at_the_edges():
    assert iso_precision(0.5, 1).ends().tolist() == [[0, 0], [0, 1]]
    assert iso_precision(0.5, 0).ends().tolist() == [[0, 0], [1, 0]]
    assert RocLine(1.0, 1.5).ends().shape == RocLine(0.0, 1.5).ends().shape == RocLine(1.0, -1.5).ends().shape == (0, 2)
    assert RocLine(0.0, 0.5).ends().tolist() == [[0, 0.5], [1, 0.5]]


@given(SHARE, st.floats(0.1, 5), st.integers(2, 300))
def test_points_of_an_iso_f_line_have_that_f(f, beta, points):
    line = iso_f_beta(f, beta, points=points)
    score = (1 + beta**2) * line.precision * line.recall / (beta**2 * line.precision + line.recall)
    np.testing.assert_allclose(score, f, rtol=1e-6)
    assert (np.diff(line.recall) > 0).all()
    assert (line.precision.max(), line.recall[-1]) == pytest.approx((1, 1))
    assert line.precision.max() <= 1


def test_perfect_f_is_a_corner():
    line = iso_f_beta(1)
    assert (line.recall.tolist(), line.precision.tolist()) == ([1], [1])


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: iso_accuracy(1, 0.5),
            "The prevalence must be a number above 0 and below 1; got 1. Choose the share you expect, such as 0.1.",
        ),
        (
            lambda: iso_cost(0.5, 1, cost_fn=0, cost_fp=1),
            "The cost of a false negative must be a number above 0; got 0. Only the ratio of the two costs matters.",
        ),
        (
            lambda: iso_cost_slope(0.5, 1, math.inf),
            "The cost of a false positive must be a number above 0; got inf. Only the ratio of the two costs matters.",
        ),
        (
            lambda: iso_precision(0.5, 1.5),
            "The precision must be a number from 0 to 1; got 1.5. Choose a share, such as 0.9.",
        ),
        (
            lambda: iso_f_beta(0),
            "F must be a number above 0 and at most 1; got 0. Choose a value such as 0.6.",
        ),
        (
            lambda: iso_f_beta(0.5, 0),
            "beta must be a number above 0; got 0. Choose 1 to weigh both alike.",
        ),
    ],
)
def test_refused(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence
