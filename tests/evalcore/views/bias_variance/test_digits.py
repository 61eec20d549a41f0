"""Digits of simulated numbers: two where chance takes the third."""

import math

import pytest

from evalcore.views.bias_variance.digits import significant, written


@pytest.mark.parametrize(
    ("value", "error", "expected"),
    [
        (0.1104, 0.0004, "0.110"),
        (0.1104, 0.02, "0.11"),
        (1.0, 0.01, "1.00"),
        (9.99, 0.01, "9.99"),
        (9.996, 0.01, "10.0"),
        (16_541.7, 428.6, "16,500"),
        (566.4, 168.5, "570"),
        (0.00361, 0.001, "0.0036"),
        (2.5e-12, math.nan, "2.5×10⁻¹²"),
        (-3.25e8, 1e6, "−3.25×10⁸"),
        (-0.0432, 0.001, "−0.0432"),
        (0.0, 0.0, "0.00"),
        (math.nan, 1.0, "—"),
        (math.inf, 1.0, "—"),
    ],
)
def test_digits(value, error, expected):
    assert written(value, error) == expected


@pytest.mark.parametrize(("error", "expected"), [(0.1, 3), (0.11, 2), (math.nan, 2)])
def test_more_than_two_digits_need_a_standard_error_of_a_tenth(error, expected):
    assert significant(1.0, error) == expected
