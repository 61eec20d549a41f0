"""The studentised range, against scipy's slow one and printed tables."""

import math

import numpy as np
import pytest
from scipy import stats

from evalcore.errors import InputError
from evalcore.significance.studentized_range import range_isf, range_sf

# Demsar (2006), table 5a, for two to ten learners, in four digits; he prints 2.343 for three and 2.949 for seven.
Q_05 = [1.9600, 2.3437, 2.5690, 2.7278, 2.8497, 2.9483, 3.0309, 3.1017, 3.1637]
Q_10 = [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]


@pytest.mark.parametrize("k", [2, 3, 10, 40])
@pytest.mark.parametrize("q", [0, 0.5, 3.0, 5.0])
def test_scipy_agrees(k, q):
    assert float(range_sf(q, k)) == pytest.approx(stats.studentized_range.sf(q, k, np.inf), abs=1e-12)


def test_printed_quantiles():
    assert [round(range_isf(0.05, k) / math.sqrt(2), 4) for k in range(2, 11)] == Q_05
    np.testing.assert_allclose([range_isf(0.1, k) / math.sqrt(2) for k in range(2, 11)], Q_10, atol=1e-3)


@pytest.mark.parametrize("k", [2, 3, 7, 30, 200])
@pytest.mark.parametrize("alpha", [1e-12, 1e-4, 0.01, 0.05, 0.5, 0.999])
def test_there_and_back(k, alpha):
    assert float(range_sf(range_isf(alpha, k), k)) == pytest.approx(alpha, rel=1e-9)


@pytest.mark.parametrize("q", [0.0, 0.1, 1.0, 4.0, 12.0, 20.0])
def test_two_numbers_are_a_normal_difference(q):
    """Small tails keep their digits; those of scipy are off by up to 1e-15."""
    assert float(range_sf(q, 2)) == pytest.approx(2 * stats.norm.sf(q / math.sqrt(2)), rel=1e-11)


def test_shapes_and_bounds():
    q = np.linspace(0, 40, 24).reshape(2, 3, 4)
    found = range_sf(q, 6)
    assert found.shape == (2, 3, 4)
    assert ((found >= 0) & (found <= 1)).all()
    assert (np.diff(found.ravel()) < 0).all()


@pytest.mark.parametrize("k", [2, 3, 50])
def test_tiny_widths(k):
    tiny = np.concatenate([[0], 10.0 ** np.arange(-320, -3), np.linspace(0, 1e-14, 2000)])
    np.testing.assert_allclose(range_sf(tiny, k), 1, atol=1e-3)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: range_isf(0, 3), "alpha must lie between 0 and 1; got 0. Write 5 % as 0.05."),
        (
            lambda: range_sf(1, 1),
            "n_learners must be a whole number of at least 2; got 1. Count rows or columns of the scores.",
        ),
    ],
)
def test_bad_input(call, sentence):
    with pytest.raises(InputError) as refused:
        call()
    assert str(refused.value) == sentence
