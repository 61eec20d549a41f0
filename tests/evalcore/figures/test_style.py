"""Colours that can be seen on both pages, text that stays text, numbers as the house writes them."""

import math
import re
import tomllib
from pathlib import Path

import pytest

from evalcore.figures import style
from evalcore.figures.bias_variance.colours import BIAS, LINES, NOISE, VARIANCE, area
from tests.sources import ROOT, name

CONFIG = tomllib.loads((Path(__file__).parents[3] / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
PAPERS = [CONFIG["theme"][side]["backgroundColor"] for side in ("light", "dark")]
COLOURS = [style.POSITIVE, style.NEGATIVE, style.RULE, *(colour for colour, _ in style.METRIC.values())]
MODELS = [colour for colour, _ in style.MODELS]


def test_models_have_a_dash_each_and_no_colour_with_another_meaning():
    assert len({dash for _, dash in style.MODELS}) == len(set(MODELS)) == len(MODELS)
    assert not set(MODELS) & {*COLOURS, style.INK}


def test_metrics_and_parts_of_the_error_have_a_colour_and_a_dash_each():
    """Precision and F1 are one grey to a deuteranope, bias and variance too."""
    assert all(len(set(one)) == len(style.METRIC) for one in zip(*style.METRIC.values(), strict=True))
    parts = [(line["color"], line["dash"]) for name, line in LINES.items()]
    assert len({dash for _, dash in parts}) == len(parts)


def test_areas_of_the_parts_have_a_texture_each():
    shapes = [area(colour).get("fillpattern", {}).get("shape", "") for colour in (BIAS, VARIANCE, NOISE)]
    assert len(set(shapes)) == 3


def test_controls_are_ink_and_lines_without_a_colour_are_models():
    assert CONFIG["theme"]["light"]["primaryColor"] == style.INK
    assert "primaryColor" not in CONFIG["theme"]
    assert CONFIG["theme"]["chartCategoricalColors"] == MODELS


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
        (2495.3, 0, "2,495"),
        (-1234.5, 1, "−1,234.5"),
    ],
)
def test_number(value, digits, text):
    assert style.number(value, digits) == text


def test_coloured_text_keeps_its_words():
    assert style.coloured("x", "#000000") == '<span style="color:#000000">x</span>'


def test_template_is_transparent_so_that_the_page_shows_through():
    layout = style.template().layout
    assert layout.paper_bgcolor == layout.plot_bgcolor == "rgba(0,0,0,0)"


COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\b")


def test_a_colour_is_written_once():
    """Whoever changes one in style.py has changed it in every figure, sheet and script."""
    own = {colour.upper() for colour in COLOUR.findall(Path(style.__file__).read_text(encoding="utf-8"))} - {"#FFFFFF"}
    assert len(own) > 15
    files = [
        path for room in ("evalcore", "ui") for end in ("py", "css", "js") for path in (ROOT / room).rglob(f"*.{end}")
    ]
    again = {name(path): own & set(map(str.upper, COLOUR.findall(path.read_text(encoding="utf-8")))) for path in files}
    assert {path for path, found in again.items() if found} == {name(Path(style.__file__))}


def test_no_sheet_names_a_colour_that_there_is_not():
    for path in [*(ROOT / "ui").rglob("*.css"), *(ROOT / "ui").rglob("*.js"), *(ROOT / "evalcore").rglob("*.js")]:
        assert not re.findall(r"(?<![\w$])\$[a-z]\w*", style.read_sheet(path)), path


def test_colours_of_the_page_are_filled_in():
    said = style.filled("a { color: $ink; fill: $ground; } [style*='$ink_rgb'] ${GRIP} $inkwell")
    assert said == (
        f"a {{ color: light-dark({style.INK}, {style.LIGHT_INK}); fill: light-dark(#FFFFFF, #11161C); }} "
        "[style*='28, 39, 51'] ${GRIP} $inkwell"
    )


def test_plain_numbers_are_written_by_the_browser_where_one_points():
    assert style.hovered("customdata[0]", [999_999.0, 0.5, 0.0, -0.0001]) == ("%{customdata[0]:.6~g}", {})


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (3.04593e-11, "3.04593×10⁻¹¹"),
        (1.5e6, "1.5×10⁶"),
        (999_999.7, "1×10⁶"),  # six digits of it
    ],
)
def test_what_the_browser_would_write_otherwise_has_texts(value, said):
    assert style.hovered("x", [0.5, value]) == ("%{text}", {"text": ["0.5", said]})
