"""How numbers are written: an undefined one is a dash, never 0."""

import math

import pytest

from evalcore.counts import threshold_counts
from ui.shared import numbers

NAN = math.nan


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.75, "0.750"),
        (2 / 3, "0.667"),
        (0.0, "0.000"),
        (1.0, "1.000"),
        (-0.5, "−0.500"),
        (-0.00001, "0.000"),
        (1234.5, "1,234.500"),
        (NAN, "—"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
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
    ("value", "shown"),
    [
        (0.4, "0.400"),
        (0.4705882, "0.471"),
        (0.05, "0.050"),
        (0.0588235, "0.059"),
        (0.0058823, "0.00588"),
        (0.00015, "0.00015"),
        (0.99, "0.990"),
        (0.99985, "0.99985"),
        (0.0, "0.000"),
        (1.0, "1.000"),
        (NAN, "—"),
    ],
)
def test_share(value, shown):
    assert numbers.share(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(372.583, "373"), (1862.9, "1,863"), (40.0, "40"), (-0.2, "0"), (-1265.4, "−1,265"), (NAN, "—")],
)
def test_whole(value, shown):
    assert numbers.whole(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(0.3, "30.0%"), (0.0004, "0.0%"), (1, "100.0%"), (-0.05, "−5.0%"), (NAN, "—")]
)
def test_percent(value, shown):
    assert numbers.percent(value) == shown


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (0.3123, 0.7, "[0.312, 0.700]"),
        (NAN, 0.5, "—"),
        (0.5, NAN, "—"),
        (NAN, NAN, "—"),
        (-1.0, 1.0, "[−1.000, 1.000]"),
    ],
)
def test_interval(low, high, shown):
    assert numbers.interval(low, high) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.5, "0.5"),
        (0.505, "0.505"),
        (0.1 + 0.2, "0.3"),
        (1e-7, "1×10⁻⁷"),
        (-0.25, "−0.25"),
        (12345.678, "12345.678"),
        (1 / 3, "0.33"),
        (2 / 3, "0.666666"),
        (math.inf, "∞"),
        (NAN, "—"),
    ],
)
def test_threshold(value, shown):
    table = threshold_counts([True, False, True], [2 / 3, 2 / 3 - 1e-6, 0.5])
    assert numbers.threshold(value, table) == shown


@pytest.mark.parametrize(
    ("text", "shown"), [("0.7500", "0.7500"), ("1,234,567", "1{,}234{,}567"), ("—", r"\text{—}"), ("−0.5", "−0.5")]
)
def test_tex(text, shown):
    assert numbers.tex(text) == shown


@pytest.mark.parametrize(
    ("ends", "written"),
    [
        ((0.0, 0.000388), "[0.0000, 0.0004]"),  # Wilson's of 0 of 9,897
        ((0.99961, 1.0), "[0.9996, 1.0000]"),
        ((0.0002, 0.4), "[0.0002, 0.4000]"),
        ((-0.00031, 0.00042), "[−0.0003, 0.0004]"),
        ((-0.0003, 0.2), "[−0.0003, 0.2000]"),
        ((0.5, 0.5), "[0.500, 0.500]"),
        ((0.0, 0.3), "[0.000, 0.300]"),
    ],
)
def test_ends_that_differ_never_look_alike(ends, written):
    assert numbers.interval(*ends) == written


def test_whole_money_has_no_more_digits_than_it_needs():
    assert numbers.interval(0.3, 12.2, 0) == "[0, 12]"
    assert numbers.interval(0.1, 0.4, 0) == "[0.1, 0.4]"


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1e-6, "1e-6"), (1.1e-6, "2e-6"), (9.2e-7, "1e-6"), (0.25, "3e-1"), (2.0, "2e0"), (0.0, "0"), (NAN, "—")],
)
def test_a_bound_is_rounded_up(value, shown):
    assert numbers.at_most(value) == shown
