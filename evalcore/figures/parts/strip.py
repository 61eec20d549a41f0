"""The strip of scores: a dot a row, or bars, positives above the axis and negatives below, coloured by decision."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from evalcore.errors import Say, message
from evalcore.figures.layout import GRIP, HIDDEN, Look, Panel, Places
from evalcore.figures.parts.cells import ACTUAL, NARROW_LETTERS, Classes, row_name
from evalcore.figures.parts.marks import scatter
from evalcore.figures.style import (
    INK,
    MOST_POINTED_AT,
    NEGATIVE,
    POSITIVE,
    RULE,
    Trace,
    hovered,
    plain,
    pointed_at,
    whole,
)
from evalcore.support.arrays import FloatArray
from evalcore.views.threshold import Strip, StripRow, ThresholdView

# Height of the strip of scores, and the least height of a bar that is not empty: nine misses beside 5,000 hits.
STRIP_PIXELS, LOW_STRIP_PIXELS = 120, 72
LEAST_PIXELS = 2
# Pixels of the smallest dot.
LEAST_DOT = 4
# Above it stands the pill with the value of the threshold.
PILL_PIXELS = 26
STRIP = {"xaxis": "x", "yaxis": "y"}
ROW, SCORE, THRESHOLD_AXIS = message("row"), message("score"), message("threshold t")
# How large the ring around a row is.
_RING = 19
# Of a class's name beside the strip, on each of two lines.
SIDE_LETTERS = 14
# How far bars reach at most, and of that how much they use.
REACH, ROOM = 1.0, 0.96
# Below its middle orange, above it blue.
STEP_SCALE = [[0, NEGATIVE], [0.5, NEGATIVE], [0.5, POSITIVE], [1, POSITIVE]]


def strip_panel(look: Look, left: float, right: float) -> Panel:
    """Return the place of the strip, at the top of a figure."""
    return Panel(PILL_PIXELS, PILL_PIXELS + (LOW_STRIP_PIXELS if look.is_low else STRIP_PIXELS), left, right)


def hue(view: ThresholdView, i: int) -> dict[str, float]:
    """Return the colour limits that turn everything at or above the threshold blue.

    The colour scale has one hard step in its middle; the limits put that step just below the threshold, so a row
    changes hue without its colour being sent again. Colours are ranks, so that rounding never moves the step.
    """
    stands = _stands(view.strip)
    middle = float(np.searchsorted(stands, view.steps.threshold[i])) - 0.5
    return {"cmin": middle - stands.size, "cmax": middle + stands.size}


def hue_part(view: ThresholdView, trace: int) -> dict[str, Any]:
    """Return what each step changes of the strip: marks whose rank is above its middle are blue."""
    stands = _stands(view.strip)
    middle = np.searchsorted(stands, view.steps.threshold) - 0.5
    rank = np.searchsorted(stands, view.strip.score) if view.strip.has_dots else np.tile(np.arange(stands.size), 2)
    return {"trace": trace, "rank": rank.tolist(), "middle": middle.tolist(), "size": stands.size}


def _stands(strip: Strip) -> FloatArray:
    """Return where dots or bars stand, each score once, ascending."""
    return np.unique(strip.score) if strip.has_dots else (strip.edges[1:] + strip.edges[:-1]) / 2


def strip_trace(
    view: ThresholdView,
    classes: Classes,
    say: Say,
    limits: dict[str, float],
    where: Places,
    *,
    clicked: bool = False,
) -> Trace:
    """Return the rows as dots, or as bars: positives up and solid, negatives down, hollow or pale.

    Where two clicks on them show their rows they can be `clicked`, and say so where one points at them. Bars are thick
    vertical markers: Plotly gives markers their hue without drawing the whole figure anew, which bars of its own would
    need at each step of the handle.
    """
    base = {"type": "scatter", "mode": "markers", **STRIP}
    names = tuple(plain(name, MOST_POINTED_AT) for name in classes)
    trace = _dots(view, names, say, limits, where) if view.strip.has_dots else _bars(view, names, say, limits, where)
    if clicked:
        asked = say(message("click twice: its rows"))
        trace["hovertemplate"] = trace["hovertemplate"].replace("<extra>", f"<br>{asked}<extra>")
    return base | trace


def _dots(view: ThresholdView, classes: Sequence[str], say: Say, limits: dict[str, float], where: Places) -> Trace:
    strip = view.strip
    mine = strip.is_positive
    size = _dot_size(view, where.pixels("strip"))
    outcome = say(message("predicted positive while t ≤ {score}", score="%{x}"))
    return {
        "x": strip.score,
        "y": np.where(mine, 1, -1) * (strip.level + 0.8),
        "marker": {
            "symbol": np.where(mine, "circle", "circle-open"),
            "size": size,
            "color": np.searchsorted(_stands(strip), strip.score),
            "colorscale": STEP_SCALE,
            "showscale": False,
            **limits,
            "line": {"width": np.where(mine, 0.0, min(2.5, size / 3))},
        },
        "customdata": np.column_stack([strip.row.astype(object), np.where(mine, *classes)]),
        "hovertemplate": f"{say(ROW)} %{{customdata[0]}} · {say(ACTUAL)} %{{customdata[1]}}<br>"
        f"{say(SCORE)} %{{x}}<br>{outcome}<extra></extra>",
    }


def _dot_size(view: ThresholdView, pixels: int) -> float:
    """Return how large dots are in a strip so high: none lies over the next of its heap where that can be helped."""
    most = 13 if view.strip.score.size <= 60 else 9
    return round(min(most, max(LEAST_DOT, pixels / (2 * strip_reach(view)))), 1)


def _bars(view: ThresholdView, classes: Sequence[str], say: Say, limits: dict[str, float], where: Places) -> Trace:
    strip = view.strip
    centre = _stands(strip)
    counts = (strip.count_positive, strip.count_negative)
    shares = np.concatenate([count / (count.sum() or 1.0) for count in counts])
    # The square root keeps a rare score in sight.
    height = np.sqrt(shares) / (np.sqrt(shares).max() or 1.0) * ROOM
    height = np.where(shares > 0, np.maximum(height, 2 * REACH * LEAST_PIXELS / where.pixels("strip")), 0)
    names = np.repeat(np.array(classes, dtype=object), centre.size)
    ends: list[Any] = [[float(f"{edge:.6g}") for edge in edges] * 2 for edges in (strip.edges[:-1], strip.edges[1:])]
    plain_ends = hovered("x", strip.edges.tolist())[1] == {}
    ends = ends if plain_ends else [pointed_at(edges, 4) for edges in ends]
    low, high = (f"%{{customdata[{k}]{':.4~g' if plain_ends else ''}}}" for k in (3, 4))
    return {
        "x": np.tile(centre, 2),
        "y": np.repeat([1.0, -1.0], centre.size) * height / 2,
        "marker": {
            "symbol": "line-ns-open",
            # Plotly draws this symbol 1.4 times as long as its size.
            "size": height / (2 * REACH) * where.pixels("strip") / 1.4,
            "color": np.tile(np.arange(centre.size), 2),
            "colorscale": STEP_SCALE,
            "showscale": False,
            **limits,
            "opacity": np.repeat([1.0, 0.55], centre.size),
            "line": {"width": where.bar},
        },
        "customdata": np.column_stack([names, np.concatenate(counts).astype(object), shares.round(6), *ends]),
        "hovertemplate": f"{say(ACTUAL)} %{{customdata[0]}}: %{{customdata[1]:,.2~f}} (%{{customdata[2]:.1%}})<br>"
        f"{say(SCORE)} {low} – {high}<extra></extra>",
    }


def strip_row(view: ThresholdView, row: StripRow) -> Trace:
    """Return a ring around a row of the strip: around its dot, or where it is in its bar."""
    up = 1.0 if row.is_positive else -1.0
    height = (REACH - 0.5) * up
    if view.strip.has_dots:
        height = up * (float(view.strip.level[row.place]) + 0.8)
    marker = {"symbol": "circle-open", "size": _RING, "color": INK, "line": {"width": 3}}
    return scatter(STRIP, "markers", [row.score], [height], marker=marker, cliponaxis=False)


def strip_rule(view: ThresholdView, i: int) -> Trace:
    """Return the rule of the threshold across the strip, at step `i`."""
    t, reach = drawn_at(view, i), strip_reach(view)
    line = {"width": 2.5, "color": INK}
    return scatter(STRIP, "lines", [t, t], [-reach, reach], line=line)


def strip_sides(classes: Classes, *, narrow: bool = False) -> list[dict[str, Any]]:
    """Return the names of the classes, left of the strip: which lies above its axis, and which below.

    They begin where the figure does, as the text above it: a strip stands at the left of every figure that has one.
    """
    side = {"showarrow": False, "font": {"size": 13}, "xref": "paper", "yref": "y domain", "x": 0, "align": "left"}
    shown = [row_name(name, NARROW_LETTERS if narrow else SIDE_LETTERS) for name in classes]
    found = []
    for sign, y, name, text in zip("●○", (0.75, 0.25), classes, shown, strict=True):
        place = {"xanchor": "left", "y": y, "yanchor": "middle"}
        found.append({**side, **place, "text": f"{sign} {text}", **whole(name, text)})
    return found


def strip_reach(view: ThresholdView) -> float:
    """Return how far the strip reaches above and below its axis: each class has half of it."""
    if not view.strip.has_dots:
        return REACH
    top = float(view.strip.level.max(initial=0)) + 0.8
    # A dot of the highest heap is seen whole.
    return max(top + 1, top * 1.06, 3.0)


def drawn_at(view: ThresholdView, i: int) -> float:
    """Return where step `i` stands on an axis of scores, in no more digits than can be seen."""
    width = view.high - view.low or 1.0
    return round(float(view.steps.threshold[i]), 5 - math.floor(math.log10(width)))


def axis_reach(view: ThresholdView) -> list[float]:
    """Return the range of an axis of scores: all scores and all steps of the handle, with a little room."""
    first, last = float(min(view.steps.threshold[0], view.low)), float(view.steps.threshold[-1])
    pad = (last - first) * 0.03
    return [first - pad, last + pad]


def strip_axes(
    view: ThresholdView, say: Say, where: Places, *, titled: bool = True, by_amount: bool = False
) -> dict[str, Any]:
    """Return the axes of the strip; its ticks leave room for the handle, and a low figure has none for a title.

    `by_amount` says that the rows of one class count by their amounts.
    """
    across, up = where.domains("strip")
    reach = strip_reach(view)
    said = say(SCORE)
    if not view.strip.has_dots:
        of_amount = message("bar height: √ share of class or amount")
        said += " · " + say(of_amount if by_amount else message("bar height: √ share of class"))
    return {
        "xaxis": {
            "range": axis_reach(view),
            "anchor": "y",
            "fixedrange": True,
            "showgrid": False,
            "domain": across,
            **GRIP,
            "tickfont": {"size": 13},
            "title": {"text": said if titled and not where.is_low else "", "font": {"size": 13}, "standoff": 12},
        },
        "yaxis": {**HIDDEN, "domain": up, "range": [-reach, reach], "anchor": "x"},
    }


def zero_line() -> dict[str, Any]:
    """Return the line between the positives above and the negatives below."""
    line = {"color": RULE, "width": 1}
    return {"type": "line", "xref": "x domain", "yref": "y", "x0": 0, "x1": 1, "y0": 0, "y1": 0, "line": line}
