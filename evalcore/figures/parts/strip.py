"""The strip of scores: a dot a row, or bars, positives above the axis and negatives below, coloured by decision."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from evalcore.figures.layout import HIDDEN
from evalcore.figures.parts.words import Words
from evalcore.figures.style import NEGATIVE, POSITIVE, RULE, Trace, plain
from evalcore.views.threshold import Floats, Strip, ThresholdView

# Height of the strip of scores.
STRIP_PIXELS = 160
STRIP = {"xaxis": "x", "yaxis": "y"}
_STEP_SCALE = [[0, NEGATIVE], [0.5, NEGATIVE], [0.5, POSITIVE], [1, POSITIVE]]


def hue(view: ThresholdView, i: int) -> dict[str, float]:
    """Return the colour limits that turn everything at or above the threshold blue.

    The colour scale has one hard step in its middle; the limits put that step just below the threshold, so a row
    changes hue without its colour being sent again. Colours are ranks, so that rounding never moves the step.
    """
    stands = _stands(view.strip)
    middle = float(np.searchsorted(stands, view.steps.threshold[i])) - 0.5
    return {"cmin": middle - stands.size, "cmax": middle + stands.size}


def _stands(strip: Strip) -> Floats:
    """Return where dots or bars stand, each score once, ascending."""
    return np.unique(strip.score) if strip.has_dots else (strip.edges[1:] + strip.edges[:-1]) / 2


def strip_trace(view: ThresholdView, words: Words, limits: dict[str, float], *, bar: int) -> Trace:
    """Return the rows as dots, or as bars of so many pixels: positives up and solid, negatives down, hollow or pale.

    Bars are thick vertical markers: Plotly gives markers their hue without drawing the whole figure anew, which bars of
    its own would need at each step of the slider.
    """
    base = {"type": "scatter", "mode": "markers", **STRIP}
    return base | (_dots(view, words, limits) if view.strip.has_dots else _bars(view, words, limits, bar))


def _dots(view: ThresholdView, words: Words, limits: dict[str, float]) -> Trace:
    strip = view.strip
    mine = strip.is_positive
    names = np.where(mine, plain(words.positive), plain(words.negative))
    return {
        "x": strip.score,
        "y": np.where(mine, 1, -1) * (strip.level + 0.8),
        "marker": {
            "symbol": np.where(mine, "circle", "circle-open"),
            "size": 13 if strip.score.size <= 60 else 9,
            "color": np.searchsorted(_stands(strip), strip.score),
            "colorscale": _STEP_SCALE,
            "showscale": False,
            **limits,
            "line": {"width": np.where(mine, 0.0, 2.5)},
        },
        "customdata": np.column_stack([strip.row.astype(object), names]),
        "hovertemplate": f"{words.row} %{{customdata[0]}} · {words.actual} %{{customdata[1]}}<br>"
        f"{words.score} %{{x}}<br>{words.outcome.format(score='%{x}')}<extra></extra>",
    }


def _bars(view: ThresholdView, words: Words, limits: dict[str, float], bar: int) -> Trace:
    strip = view.strip
    centre = _stands(strip)
    down, up = strip_reach(view)
    counts = (strip.count_positive, strip.count_negative)
    shares = [count / (count.sum() or 1.0) for count in counts]
    height = np.concatenate([shares[0], -shares[1]])
    names = [plain(words.positive)] * centre.size + [plain(words.negative)] * centre.size
    ends = [[float(f"{edge:.6g}") for edge in edges] * 2 for edges in (strip.edges[:-1], strip.edges[1:])]
    return {
        "x": np.tile(centre, 2),
        "y": height / 2,
        "marker": {
            "symbol": "line-ns-open",
            # Plotly draws this symbol 1.4 times as long as its size.
            "size": np.abs(height) / (down + up) * STRIP_PIXELS / 1.4,
            "color": np.tile(np.arange(centre.size), 2),
            "colorscale": _STEP_SCALE,
            "showscale": False,
            **limits,
            "opacity": np.repeat([1.0, 0.55], centre.size),
            "line": {"width": bar},
        },
        "customdata": np.column_stack([names, np.concatenate(counts).astype(object), np.abs(height).round(6), *ends]),
        "hovertemplate": f"{words.actual} %{{customdata[0]}}: %{{customdata[1]:,}} (%{{customdata[2]:.1%}})<br>"
        f"{words.score} %{{customdata[3]:.4g}} – %{{customdata[4]:.4g}}<extra></extra>",
    }


def strip_rule(view: ThresholdView, i: int) -> Trace:
    """Return the rule of the threshold across the strip, at step `i`."""
    t = drawn_at(view, i)
    down, up = strip_reach(view)
    line = {"width": 2.5, "color": RULE}
    return {"type": "scatter", "mode": "lines", "x": [t, t], "y": [-down, up], "line": line, "hoverinfo": "skip"}


def strip_title(view: ThresholdView, words: Words) -> str:
    """Return the heading of the strip; bars are drawn each by its own class, so that a rare one is seen too."""
    title = f"<b>{words.scores_title}</b>"
    return title if view.strip.has_dots else f"{title} · {words.shares}"


def strip_sides(words: Words) -> list[dict[str, Any]]:
    """Return which class lies above the axis of the strip, and which below."""
    side = {"showarrow": False, "font": {"size": 13}, "xref": "x domain", "yref": "y domain"}
    up = {"x": 0.0, "xanchor": "left", "y": 0.97, "yanchor": "top"}
    down = {"x": 1.0, "xanchor": "right", "y": 0.03, "yanchor": "bottom"}
    return [
        {**side, **up, "text": f"● {words.actual} {plain(words.positive)}"},
        {**side, **down, "text": f"○ {words.actual} {plain(words.negative)}"},
    ]


def strip_reach(view: ThresholdView) -> tuple[float, float]:
    """Return how far the strip reaches below and above its axis."""
    strip = view.strip
    if strip.has_dots:
        up = strip.level[strip.is_positive].max(initial=0) + 1.8
        down = strip.level[~strip.is_positive].max(initial=0) + 1.8
        return float(max(down, 3)), float(max(up, 3))
    up, down = (float((c / (c.sum() or 1.0)).max(initial=0.0)) for c in (strip.count_positive, strip.count_negative))
    return (down or up or 1.0) * 1.15, (up or down or 1.0) * 1.15


def drawn_at(view: ThresholdView, i: int) -> float:
    """Return where step `i` stands on an axis of scores, in no more digits than can be seen."""
    width = view.high - view.low or 1.0
    return round(float(view.steps.threshold[i]), 5 - math.floor(math.log10(width)))


def axis_reach(view: ThresholdView) -> list[float]:
    """Return the range of an axis of scores: all scores and all steps of the slider, with a little room."""
    first, last = float(min(view.steps.threshold[0], view.low)), float(view.steps.threshold[-1])
    pad = (last - first) * 0.03
    return [first - pad, last + pad]


def strip_axes(view: ThresholdView, across: list[float], up: list[float]) -> dict[str, Any]:
    """Return the axes of the strip, which stands in these two domains."""
    below, above = strip_reach(view)
    scores = {"range": axis_reach(view), "anchor": "y", "fixedrange": True, "showgrid": False}
    return {
        "xaxis": {**scores, "domain": across},
        "yaxis": {**HIDDEN, "domain": up, "range": [-below, above], "anchor": "x"},
    }


def zero_line() -> dict[str, Any]:
    """Return the line between the positives above and the negatives below."""
    line = {"color": RULE, "width": 1}
    return {"type": "line", "xref": "x domain", "yref": "y", "x0": 0, "x1": 1, "y0": 0, "y1": 0, "line": line}
