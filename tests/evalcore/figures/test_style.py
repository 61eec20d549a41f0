"""Colours that can be seen on both pages, text that stays text, numbers as the house writes them."""

import math
import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from evalcore.figures import style

CONFIG = tomllib.loads((Path(__file__).parents[3] / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
PAPERS = [CONFIG["theme"][side]["backgroundColor"] for side in ("light", "dark")]
COLOURS = [style.POSITIVE, style.NEGATIVE, style.RULE, *(colour for colour, _ in style.METRIC.values())]


def luminance(colour):
    """Return WCAG's relative luminance."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(a, b):
    low, high = sorted([luminance(a), luminance(b)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("colour", COLOURS)
def test_contrast_is_3_to_1_on_light_and_dark(colour, paper):
    assert contrast(colour, paper) >= 3


def test_metrics_differ_in_colour_and_neighbours_in_dash():
    assert len({colour for colour, _ in style.METRIC.values()}) == len(style.METRIC)
    assert all(a != b for a, b in combinations(style.METRIC.values(), 2))


def test_the_page_wears_the_colours_of_the_figures():
    assert CONFIG["theme"]["primaryColor"] == style.POSITIVE
    assert CONFIG["theme"]["chartCategoricalColors"][:2] == [style.POSITIVE, style.NEGATIVE]


def test_rgba():
    assert style.rgba("#1D7FC4", 0.25) == "rgba(29,127,196,0.25)"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/scrip…"),
        ("a & b", "a &amp; b"),
        ("two\nlines\tand  gaps", "two lines and gaps"),
        (7, "7"),
        ("x" * 24, "x" * 24),
        ("x" * 25, "x" * 23 + "…"),
        ("标" * 12, "标" * 12),
        ("标" * 13, "标" * 11 + "…"),
        ("&lt;", "&amp;lt;"),
        ("%{x}", "%\u200b{x}"),
    ],
)
def test_plain(text, shown):
    assert style.plain(text) == shown


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (math.nan, 3, "—"),
        (0.5, 3, "0.500"),
        (1.0, 4, "1.0000"),
        (0.0, 4, "0.0000"),
        (-1.0, 2, "−1.00"),
        (-0.0001, 3, "0.000"),
        (-12345.0, 3, "−12,345"),
        (2.0, 3, "2"),
        (12345.0, 3, "12,345"),
    ],
)
def test_number(value, digits, text):
    assert style.number(value, digits) == text


def test_coloured_text_keeps_its_words():
    assert style.coloured("x", "#000000") == '<span style="color:#000000">x</span>'


def test_template_is_transparent_so_that_the_page_shows_through():
    layout = style.template().layout
    assert layout.paper_bgcolor == layout.plot_bgcolor == "rgba(0,0,0,0)"
