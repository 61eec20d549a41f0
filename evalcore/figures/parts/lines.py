"""Metrics against the threshold: a line each, and their values at the step of the handle."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN
from evalcore.figures.parts.names import MOST_NAMED, NAME_PIXELS, apart
from evalcore.figures.parts.strip import THRESHOLD_AXIS, axis_reach, drawn_at
from evalcore.figures.style import (
    GRID,
    GUESSED,
    INK,
    METRIC,
    OF_LINE,
    OUT_OF_SIGHT,
    Trace,
    coloured,
    hovered,
    number,
    rgba,
    threshold,
)
from evalcore.metrics import METRICS, BestThresholds
from evalcore.support.arrays import FloatArray
from evalcore.views.behind import Behind
from evalcore.views.threshold import LINE_METRICS, ThresholdView

LINES = {"xaxis": "x3", "yaxis": "y3"}
READOUT = {"xaxis": "x4", "yaxis": "y4"}
# A text without letters Plotly does not make, and a later one would take its place.
NOT_YET = "\u00a0"
T = TypeVar("T")
# Opacity of what stands behind; below 0.9 the palest of these lines have less contrast than 3:1.
FAINT = 0.9
# So many live values stand in two lines.
TWO_LINED = 4
# The axis of the lines.
_REACH = (-0.02, 1.04)
# Where the names at the ends of lines begin, as a share of their room, and how far what leads to them reaches.
_NAMED, _LED = 0.08, 0.07


def metric_lines(view: ThresholdView, say: Say, shown: int | None = None) -> list[Trace]:
    """Return a step line for the first so many metrics, from below the lowest score: there every row is positive."""
    at = _across(view, view.line_threshold)
    t, written = hovered("x", at.tolist())
    return [
        {
            "type": "scatter",
            "mode": "lines",
            # Between two scores nothing changes, and the value at a score holds down to the next lower one.
            "line": {"color": colour, "dash": dash, "width": 2, "shape": "vh"},
            "x": at,
            "y": np.append(view.lines[name][0], view.lines[name]).astype(np.float32),
            **LINES,
            **GUESSED,
            OF_LINE: name,
            "name": title,
            "hovertemplate": f"{title} %{{y:.4f}}<br>t = {t}<extra></extra>",
            **written,
        }
        for name, title in list(_titles(say).items())[:shown]
        for colour, dash in [METRIC[name]]
    ]


def _across(view: ThresholdView, threshold: FloatArray) -> FloatArray:
    """Return where the points of a line stand, and one below the lowest score."""
    before = view.low - (view.high - view.low or 1.0) * 0.03
    at = np.append(min(before, float(threshold[0])), threshold)
    # Scores may lie closer than half the digits of a float tell apart, or beyond what those reach.
    far = float(np.abs(at).max())
    return at.astype(np.float32) if 1e-30 < far < 1e30 and view.high - view.low > far / 1000 else at


def lines_behind(view: ThresholdView, of: Behind) -> list[Trace]:
    """Return the metrics of the rows a threshold was chosen on, thin and faint."""
    at = _across(view, of.line_threshold)
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "line": {"color": rgba(colour, FAINT), "dash": dash, "width": 1, "shape": "vh"},
            "x": at,
            "y": np.append(of.lines[name][0], of.lines[name]).astype(np.float32),
            **LINES,
            **GUESSED,
            OF_LINE: name,
            "hoverinfo": "skip",
        }
        for name in LINE_METRICS
        for colour, dash in [METRIC[name]]
    ]


def values_behind(of: Behind, i: int) -> Trace:
    """Return the values of these rows at step `i`, each before that of the rows in front."""
    values = [number(float(of.steps.metrics[name][i])) for name in LINE_METRICS]
    font = {"size": 12}
    place = {**READOUT, **_beside(0.68), "text": values, "textposition": "middle left", "textfont": font}
    return {"type": "scatter", "mode": "text", "hoverinfo": "skip", **place, **GUESSED, **_of_all()}


def _of_all() -> Trace:
    """Return what says of a trace that it has a point for the line of each metric."""
    return {OF_LINE: list(LINE_METRICS)}


def _titles(say: Say) -> dict[str, str]:
    return {name: say(METRICS[name].title) for name in LINE_METRICS}


def _places() -> list[tuple[int, int]]:
    """Return where each metric stands in the readout, column by column from the top: in two lines, of many in three."""
    rows = 2 if len(LINE_METRICS) <= TWO_LINED else 3
    return [(k // rows, rows - 1 - k % rows) for k in range(len(LINE_METRICS))]


def can_end_in_names(pixels: int) -> bool:
    """Whether the lines are so few that names and values have room at their ends, where they are so many pixels high.

    >>> can_end_in_names(200), can_end_in_names(40)
    (True, False)
    """
    return len(LINE_METRICS) <= MOST_NAMED and pixels >= NAME_PIXELS * len(LINE_METRICS)


def heights_of_names(view: ThresholdView, pixels: int) -> list[float]:
    """Return how high the name of each line stands at its right end, where the lines are so many pixels high."""
    low, high = _REACH
    gap = NAME_PIXELS * (high - low) / pixels
    return [round(height, 4) for height in apart(_ends(view), gap, low + gap / 2, high - gap / 2)]


def _ends(view: ThresholdView) -> list[float]:
    """Return how high each line ends; one that is nowhere defined has its name in the middle."""
    known = (view.lines[name][np.isfinite(view.lines[name])] for name in LINE_METRICS)
    return [float(line[-1]) if line.size else 0.5 for line in known]


def end_names(view: ThresholdView, say: Say, heights: Sequence[float]) -> list[Trace]:
    """Return the names of the lines in their colours, so high at their right ends, and what leads to them."""
    base = {"type": "scatter", "hoverinfo": "skip", **READOUT}
    colours = [METRIC[name][0] for name in LINE_METRICS]
    led = [
        {
            **base,
            OF_LINE: name,
            "mode": "lines",
            "x": [0, _LED],
            "y": [end, height],
            "line": {"color": colour, "width": 1},
        }
        for end, height, colour, name in zip(_ends(view), heights, colours, LINE_METRICS, strict=True)
    ]
    said = [coloured(title, colour) for title, colour in zip(_titles(say).values(), colours, strict=True)]
    names = {"mode": "text", **_beside(_NAMED, heights), "text": said}
    return [*led, {**base, **names, **_of_all(), "textposition": "middle right", "textfont": {"size": 13}}]


def readout_names(say: Say, shown: int | None = None) -> list[Trace]:
    """Return the names before the live values, each after a piece of its line: the legend of the lines there are."""
    base = {"type": "scatter", "hoverinfo": "skip", **READOUT}
    keys = []
    for name, (x, y) in list(zip(LINE_METRICS, _places(), strict=True))[:shown]:
        colour, dash = METRIC[name]
        line = {"color": colour, "dash": dash, "width": 3}
        keys.append({**base, OF_LINE: name, "mode": "lines", "x": [x, x + 0.1], "y": [y, y], "line": line})
    texts = {"mode": "text", **_beside(0.13), "text": _so_far(list(_titles(say).values()), shown, NOT_YET)}
    return [*keys, {**base, **texts, **_of_all(), "textposition": "middle right", "textfont": {"size": 13}}]


def _beside(right: float, heights: Sequence[float] | None = None) -> Trace:
    """Return the places of the readout, so far right in each column, or at the ends of lines."""
    if heights is not None:
        return {"x": [right] * len(heights), "y": list(heights)}
    return {"x": [x + right for x, _y in _places()], "y": [y for _x, y in _places()]}


def _so_far(values: Sequence[T], shown: int | None, instead: T) -> list[T]:
    """Return the first so many values, None for all, and something else in the place of the others."""
    return [value if shown is None or k < shown else instead for k, value in enumerate(values)]


def values_heading(say: Say, *, low: bool) -> Trace:
    """Return what stands above the values at the ends of lines: they are those at the rule, not where the lines end.

    In a `low` figure the numbers of the axis above come near.
    """
    place = {"xref": "x4", "yref": "y4", "x": 0.98, "xanchor": "right", "y": _REACH[1], "yanchor": "bottom"}
    return {**place, "text": say(message("at t")), "showarrow": False, "font": {"size": 13}, "yshift": -1 if low else 0}


def line_marks(
    view: ThresholdView, i: int, shown: int | None = None, at_ends: Sequence[float] | None = None
) -> list[Trace]:
    """Return what step `i` moves: the rule, a dot on each line there is, and the values.

    These stand above the lines, or so high `at_ends` of them.
    """
    t = drawn_at(view, i)
    values = [float(view.steps.metrics[name][i]) for name in LINE_METRICS]
    rule = [OUT_OF_SIGHT] * 2 if shown == 0 else [0, 1]
    colours = [METRIC[name][0] for name in LINE_METRICS]
    base = {"type": "scatter", "hoverinfo": "skip"}
    dot = {"size": 10, "color": colours, "line": {"width": 1.5, "color": "white"}}
    heights = _so_far([OUT_OF_SIGHT if math.isnan(v) else round(v, 5) for v in values], shown, OUT_OF_SIGHT)
    return [
        {**base, **LINES, "mode": "lines", "x": [t, t], "y": rule, "line": {"width": 2, "color": INK}},
        {
            **base,
            **LINES,
            "mode": "markers",
            "x": [t] * len(values),
            "y": heights,
            "marker": dot,
            **GUESSED,
            **_of_all(),
        },
        {
            **base,
            **READOUT,
            **GUESSED,
            **_of_all(),
            "mode": "text",
            **_beside(0.95 if at_ends is None else 0.98, at_ends),
            "text": _so_far([number(v) for v in values], shown, NOT_YET),
            "textposition": "middle left",
            "textfont": {"size": 15, "weight": "bold"},
        },
    ]


def best_marks(best: Mapping[str, BestThresholds]) -> list[Trace]:
    """Return a hollow diamond, with its threshold, where the line of a metric is highest; +inf has no place there."""
    base = {"type": "scatter", "mode": "markers+text", "hoverinfo": "skip", "showlegend": False, **LINES, **GUESSED}
    found = []
    for name, one in best.items():
        at = [float(t) for t in one.threshold if math.isfinite(t)]
        if not at:
            continue
        colour = METRIC[name][0]
        marker = {"symbol": "diamond-open", "size": 16, "color": colour, "line": {"width": 3}}
        said = {
            "text": [coloured(f"<b>{threshold(t, 6)}</b>", colour) for t in at],
            # At its threshold some line goes up or down.
            "textposition": "top left",
            "textfont": {"size": 15},
        }
        found.append({**base, OF_LINE: name, "x": at, "y": [round(one.value, 5)] * len(at), "marker": marker, **said})
    return found


def line_axes(view: ThresholdView, say: Say, across: list[float], up: list[float], *, pixels: int) -> dict[str, Any]:
    """Return the axes of the lines, which stand in these two domains and are so high."""
    base = {"fixedrange": True, "gridcolor": GRID}
    title = {"text": say(THRESHOLD_AXIS), "standoff": 14, "font": {"size": 13}}
    marked = [k / 4 for k in range(0, 5, 1 if pixels >= 80 else 2 if pixels >= 40 else 4)]
    return {
        "xaxis3": {**base, "domain": across, "range": axis_reach(view), "anchor": "y3", "title": title},
        "yaxis3": {**base, "domain": up, "range": [*_REACH], "anchor": "x3", "tickvals": marked},
    }


def readout_axes(across: list[float], up: list[float], *, at_ends: bool = False) -> dict[str, Any]:
    """Return the axes of the values, which stand in these two domains."""
    if at_ends:
        return {
            "xaxis4": {**HIDDEN, "domain": across, "range": [0, 1], "anchor": "y4"},
            "yaxis4": {**HIDDEN, "domain": up, "range": [*_REACH], "anchor": "x4"},
        }
    (_x, top), (right, _y) = _places()[0], _places()[-1]
    return {
        "xaxis4": {**HIDDEN, "domain": across, "range": [0, right + 1], "anchor": "y4"},
        "yaxis4": {**HIDDEN, "domain": up, "range": [-0.5, top + 0.5], "anchor": "x4"},
    }
