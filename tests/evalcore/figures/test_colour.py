"""Every colour is seen on both grounds, and what stands together is told apart by every eye, as measured."""

from __future__ import annotations

import re
import tomllib
from itertools import combinations, product

import numpy as np
import pytest

from evalcore.figures import style
from evalcore.figures.bias_variance.colours import BIAS, LINES, NOISE, TEXTURES, VARIANCE
from evalcore.figures.costs.bars import RULES
from evalcore.figures.curves.pairs import FULL, PALE, RIGHT_ORDER, WRONG_ORDER
from evalcore.figures.parts.cells import STRONGEST
from evalcore.figures.parts.lines import FAINT
from evalcore.figures.resampling.colours import CHOSEN, DOTS, JUDGED, TRAINED
from evalcore.figures.significance.folds_traces import WINNERS
from tests.sources import ROOT, name

THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
GROUNDS = {side: THEME[side]["backgroundColor"] for side in ("light", "dark")}
# Text also stands on what is raised: the sidebar, fields, a menu.
RAISED = {
    side: [GROUNDS[side], THEME[side]["secondaryBackgroundColor"], style.PAGE["raised"][k]]
    for k, side in enumerate(GROUNDS)
}
INK = dict(zip(GROUNDS, (style.INK, style.LIGHT_INK), strict=True))
MODELS = [colour for colour, _ in style.MODELS]
METRICS = {metric: colour for metric, (colour, _) in style.METRIC.items()}
MARKS = {"positive": style.POSITIVE, "negative": style.NEGATIVE, "rule": style.RULE, **METRICS}
# WCAG 2.2, success criteria 1.4.3 (small text) and 1.4.11 (what a figure is read from).
TEXT, MARK, MODEL = 4.5, 3, 3.8
# How each kind of colour blindness sees linear red, green and blue: Machado, Oliveira and Fernandes (2009),
# doi:10.1109/TVCG.2009.113, severity 1.
SEEN_BY = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
SEEN_BY["nobody"] = np.eye(3).tolist()
LINEAR_TO_XYZ = [
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
]
WHITE = [0.95047, 1.0, 1.08883]
# A distance of 2.3 in CIE L*a*b* is just seen side by side (Mahy, Van Eycken and Oosterlinck 1994,
# doi:10.1002/col.5080190205). Areas that touch need five times as much, lines and dots apart from each other nine.
AREAS, LINES_APART = 12, 20
# Of six models only the first four are told apart by their colour alone; each has its own dash.
MANY = 15


def linear(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def contrast(a, b):
    """Return WCAG's ratio of two colours."""
    low, high = sorted(sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(one), strict=True)) for one in (a, b))
    return (high + 0.05) / (low + 0.05)


def lab(colour, kind):
    """Return CIE L*a*b* of a colour as a kind of colour blindness sees it."""
    seen = np.clip(np.array(SEEN_BY[kind]) @ linear(colour), 0, 1)
    share = np.array(LINEAR_TO_XYZ) @ seen / WHITE
    x, y, z = np.where(share > (6 / 29) ** 3, np.cbrt(share), share / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def apart(a, b, kind):
    return float(np.linalg.norm(lab(a, kind) - lab(b, kind)))


def over(colour, alpha, ground):
    """Return the colour of an area that lets so much of the ground through."""
    parts = [[int(one[i : i + 2], 16) for i in (1, 3, 5)] for one in (colour, ground)]
    return "#" + "".join(f"{round(alpha * a + (1 - alpha) * b):02X}" for a, b in zip(*parts, strict=True))


def in_text(of, side):
    pair = style.TEXT[of].removeprefix("light-dark(").removesuffix(")").split(",")
    return pair[list(GROUNDS).index(side)]


def test_the_measure_is_the_published_one():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert lab("#FFFFFF", "nobody") == pytest.approx([100, 0, 0], abs=0.01)
    # sRGB red, as colour-science has it.
    assert lab("#FF0000", "nobody") == pytest.approx([53.24, 80.09, 67.20], abs=0.02)
    # Who has no red or no green cone sees both as shades of one hue; nobody's grey has a hue.
    for kind in SEEN_BY:
        assert lab("#808080", kind)[1:] == pytest.approx([0, 0], abs=0.05)


@pytest.mark.parametrize("side", GROUNDS)
@pytest.mark.parametrize("role", MARKS)
def test_marks_are_seen_on_both_grounds(role, side):
    assert contrast(MARKS[role], GROUNDS[side]) >= MARK


@pytest.mark.parametrize("side", GROUNDS)
@pytest.mark.parametrize("colour", MODELS)
def test_models_are_seen_on_both_grounds(colour, side):
    assert contrast(colour, GROUNDS[side]) >= MODEL


@pytest.mark.parametrize("side", GROUNDS)
@pytest.mark.parametrize("colour", [*MODELS, *METRICS.values()])
def test_lines_that_stand_behind_are_seen_on_both_grounds(colour, side):
    assert contrast(over(colour, FAINT, GROUNDS[side]), GROUNDS[side]) >= MARK


@pytest.mark.parametrize("side", GROUNDS)
@pytest.mark.parametrize("of", [*MARKS.values(), *MODELS])
def test_text_in_any_colour_is_read_on_whatever_it_stands(of, side):
    """No colour of a mark is dark enough on white and light enough on dark for small text: each has one for text."""
    assert min(contrast(in_text(of, side), ground) for ground in RAISED[side]) >= TEXT


@pytest.mark.parametrize("side", GROUNDS)
@pytest.mark.parametrize("role", ["ink", "quiet", "pressed"])
def test_text_of_the_page_is_read_on_whatever_it_stands(role, side):
    colour = style.PAGE[role][list(GROUNDS).index(side)]
    assert min(contrast(colour, ground) for ground in RAISED[side]) >= TEXT


@pytest.mark.parametrize("side", GROUNDS)
def test_the_bar_below_a_number_is_seen_on_its_line(side):
    k = list(GROUNDS).index(side)
    bar, line = style.PAGE["quiet"][k], style.PAGE["edge"][k]
    assert contrast(bar, GROUNDS[side]) >= MARK
    assert contrast(bar, line) >= MARK


@pytest.mark.parametrize("side", GROUNDS)
def test_what_is_written_on_an_area_is_read(side):
    ground = GROUNDS[side]
    areas = [over(colour, STRONGEST, ground) for colour in (style.POSITIVE, style.NEGATIVE)]
    areas += [over(RIGHT_ORDER, PALE, ground), over(WRONG_ORDER, FULL, ground)]
    assert min(contrast(area, INK[side]) for area in areas) >= TEXT


# What stands together and has nothing but its colour; of models the first four.
BY_COLOUR = {
    "decisions": [style.POSITIVE, style.NEGATIVE],
    "models": MODELS[:4],
    "who wins a fold": [*WINNERS.values()],
    "trained and judged": [TRAINED, JUDGED],
    "an estimator, the chosen one": [DOTS, CHOSEN],
}


@pytest.mark.parametrize("kind", SEEN_BY)
@pytest.mark.parametrize("together", BY_COLOUR)
def test_what_has_only_its_colour_is_told_apart(together, kind):
    found = {pair: apart(*pair, kind) for pair in combinations(BY_COLOUR[together], 2)}
    assert min(found.values()) >= LINES_APART, found


@pytest.mark.parametrize("side", GROUNDS)
@pytest.mark.parametrize("kind", SEEN_BY)
def test_marks_of_ink_are_told_from_all_others(kind, side):
    others = [style.RULE, *MODELS, *MARKS.values()]
    assert min(apart(INK[side], other, kind) for other in others) >= LINES_APART


@pytest.mark.parametrize("kind", ["protanopia", "deuteranopia", "nobody"])
def test_all_models_are_told_apart(kind):
    found = {pair: apart(*pair, kind) for pair in combinations(MODELS, 2)}
    assert min(found.values()) >= MANY, found


@pytest.mark.parametrize("side", GROUNDS)
@pytest.mark.parametrize("kind", SEEN_BY)
def test_areas_that_touch_are_told_apart(kind, side):
    """In the matrix, on a map of shares, and in the grid of pairs, whose two hues are one grey to a deuteranope."""
    ground = GROUNDS[side]
    cells = [over(colour, STRONGEST, ground) for colour in (style.POSITIVE, style.NEGATIVE)]
    pairs = [over(RIGHT_ORDER, PALE, ground), over(WRONG_ORDER, FULL, ground)]
    found = {together: apart(*together, kind) for together in map(tuple, (cells, pairs))}
    found |= {(area, ground): apart(area, ground, kind) for area in (*cells, *pairs)}
    assert min(found.values()) >= AREAS, found


# What stands together and is told apart by something else as well, since some eye sees one colour: by its dash, its
# texture, its fill, or the name beside it.
BESIDES = {
    "metrics": ([*METRICS.values()], [dash for _, dash in style.METRIC.values()]),
    "models": (MODELS, [dash for _, dash in style.MODELS]),
    "lines of the error": (
        [LINES[part]["color"] for part in ("bias", "variance", "noise")],
        [LINES[part]["dash"] for part in ("bias", "variance", "noise")],
    ),
    "areas of the error": ([BIAS, VARIANCE, NOISE], [TEXTURES.get(part, "") for part in (BIAS, VARIANCE, NOISE)]),
    "bars of costs": ([colour for colour, _ in RULES[:3]], ["now", "best", "never"]),
}


@pytest.mark.parametrize("together", BESIDES)
def test_what_some_eye_takes_for_one_colour_differs_besides(together):
    colours, marks = BESIDES[together]
    for (a, b), (of_a, of_b) in zip(combinations(colours, 2), combinations(marks, 2), strict=True):
        if min(apart(a, b, kind) for kind in SEEN_BY) < LINES_APART:
            assert of_a != of_b, (together, a, b)


def test_no_figure_writes_in_a_colour_of_marks():
    """Text takes the page's ink, or `coloured`, which knows what can be read."""
    written = re.compile(r"font\w*(\"\s*:|=)\s*\{[^}]*\"color\": (?!INK)")
    files = (ROOT / "evalcore" / "figures").rglob("*.py")
    assert [name(path) for path in files if written.search(path.read_text(encoding="utf-8"))] == []


def test_every_colour_of_a_mark_has_one_for_text():
    assert {*MARKS.values(), *MODELS} == set(style.TEXT)
    assert all(in_text(of, side) for of, side in product(style.TEXT, GROUNDS))
