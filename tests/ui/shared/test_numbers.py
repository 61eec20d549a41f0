"""How numbers are written: an undefined one is a dash, never 0."""

import math

import pytest

from ui.shared import numbers

NAN = math.nan


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.75, "0.7500"),
        (2 / 3, "0.6667"),
        (0.0, "0.0000"),
        (1.0, "1.0000"),
        (-0.5, "−0.5000"),
        (-0.00001, "0.0000"),
        (NAN, "—"),
    ],
)
def test_number(value, shown):
    assert numbers.number(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (7, "7"), (7.0, "7"), (1_234_567, "1,234,567"), (0.25, "0.25"), (1234.5, "1,234.50"), (-1265, "−1,265")],
)
def test_count(value, shown):
    assert numbers.count(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(0.3, "30.0%"), (0.0004, "0.0%"), (1, "100.0%"), (-0.05, "−5.0%"), (NAN, "—")]
)
def test_percent(value, shown):
    assert numbers.percent(value) == shown


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (0.3123, 0.7, "[0.3123, 0.7000]"),
        (NAN, 0.5, "—"),
        (0.5, NAN, "—"),
        (NAN, NAN, "—"),
        (-1.0, 1.0, "[−1.0000, 1.0000]"),
    ],
)
def test_interval(low, high, shown):
    assert numbers.interval(low, high) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.5, "0.5"), (0.505, "0.505"), (0.1 + 0.2, "0.3"), (1e-7, "1e-07"), (-0.25, "−0.25"), (12345.678, "12345.678")],
)
def test_threshold(value, shown):
    assert numbers.threshold(value) == shown


@pytest.mark.parametrize(
    ("text", "shown"), [("0.7500", "0.7500"), ("1,234,567", "1{,}234{,}567"), ("—", r"\text{—}"), ("−0.5", "−0.5")]
)
def test_tex(text, shown):
    assert numbers.tex(text) == shown
