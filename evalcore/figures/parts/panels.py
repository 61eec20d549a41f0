"""The panels of the linked figure: what stands still, and what each step of the slider moves."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from evalcore.figures.style import METRIC, NEGATIVE, POSITIVE, RULE, coloured, number, plain, rgba
from evalcore.views.threshold import Floats, Strip, ThresholdView

Trace = dict[str, Any]
# Height of the strip of scores.
STRIP_PIXELS = 160


@dataclass(frozen=True)
class Words:
    """Every word of the figure; a page passes translated ones."""

    positive: str = "positive"
    negative: str = "negative"
    score: str = "score"
    threshold: str = "threshold t"
    scores_title: str = "Scores by true class"
    shares: str = "each bar a share of its class"
    matrix_title: str = "Confusion matrix"
    metrics_title: str = "Metrics against the threshold"
    actual: str = "actual"
    predicted: str = "predicted"
    total: str = "total"
    row: str = "row"
    outcome: str = "predicted positive while t ≤ {score}"
    metric: dict[str, str] = field(
        default_factory=lambda: {"precision": "precision", "recall": "recall", "f1": "F1", "accuracy": "accuracy"}
    )


def hue(view: ThresholdView, i: int) -> dict[str, float]:
    """Return the colour limits that turn everything at or above the threshold blue.

    The colour scale has one hard step in its middle; the limits put that step just below the threshold, so a row
    changes hue without its colour being sent again. Colours are ranks, so that rounding never moves the step.
    """
    places = _places(view.strip)
    middle = float(np.searchsorted(places, view.steps.threshold[i])) - 0.5
    return {"cmin": middle - places.size, "cmax": middle + places.size}


def _places(strip: Strip) -> Floats:
    """Return where dots or bars stand, each place once, ascending."""
    return np.unique(strip.score) if strip.has_dots else (strip.edges[1:] + strip.edges[:-1]) / 2


_STEP_SCALE = [[0, NEGATIVE], [0.5, NEGATIVE], [0.5, POSITIVE], [1, POSITIVE]]


def strip_trace(view: ThresholdView, words: Words, limits: dict[str, float], *, bar: int) -> Trace:
    """Return the rows as dots, or as bars of so many pixels: positives up and solid, negatives down, hollow or pale.

    Bars are thick vertical markers: Plotly gives markers their hue without drawing the whole figure anew, which bars of
    its own would need at each step of the slider.
    """
    base = {"type": "scatter", "mode": "markers", "xaxis": "x", "yaxis": "y"}
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
            "color": np.searchsorted(_places(strip), strip.score),
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
    centre = _places(strip)
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


def moving_traces(view: ThresholdView, i: int) -> list[Trace]:
    """Return the traces that follow the slider, at step `i`."""
    steps = view.steps
    t = drawn_at(view, i)
    down, up = strip_reach(view)
    rule = {"type": "scatter", "mode": "lines", "line": {"width": 2.5}, "hoverinfo": "skip"}
    values = [float(steps.metrics[name][i]) for name in METRIC]
    return [
        {**rule, "x": [t, t], "y": [-down, up], "xaxis": "x", "yaxis": "y", "line": {"width": 2.5, "color": RULE}},
        *matrix_traces(*(float(a[i]) for a in (steps.tp, steps.fn, steps.fp, steps.tn))),
        {**rule, "x": [t, t], "y": [0, 1], "xaxis": "x3", "yaxis": "y3", "line": {"width": 2, "color": RULE}},
        {
            "type": "scatter",
            "mode": "markers",
            "x": [t] * len(values),
            "y": [None if math.isnan(v) else round(v, 5) for v in values],
            "xaxis": "x3",
            "yaxis": "y3",
            "marker": {
                "size": 10,
                "color": [METRIC[name][0] for name in METRIC],
                "line": {"width": 1.5, "color": "white"},
            },
            "hoverinfo": "skip",
        },
        {
            "type": "scatter",
            "mode": "text",
            "x": [0.5, 0.5, 1.5, 1.5],
            "y": [1, 0, 1, 0],
            "xaxis": "x4",
            "yaxis": "y4",
            "text": [number(v, 4) for v in values],
            "textposition": "middle right",
            "textfont": {"size": 15, "weight": "bold", "color": [colour for colour, _ in METRIC.values()]},
            "hoverinfo": "skip",
        },
    ]


def matrix_traces(tp: float, fn: float, fp: float, tn: float) -> list[Trace]:
    """Return what a threshold moves in a 2x2 matrix: shades, counts, shares and the totals of its columns."""
    total = (tp + fn + fp + tn) or 1.0
    cells = [tp, fn, fp, tn]
    rows = [tp + fn, tp + fn, fp + tn, fp + tn]
    shades = [_shaded(place, part / (row or 1.0)) for place, part, row in zip(_CELLS, cells, rows, strict=False)]
    count = [*cells, tp + fp, fn + tn]
    return [
        *shades,
        _text([_count(c) for c in count], _CELLS[:6], 0.04, [24 if total < 1e5 else 19] * 4 + [15] * 2, bold=True),
        _text([f"{c / total:.1%}" for c in count], _CELLS[:6], -0.24, [14] * 4 + [12] * 2),
    ]


def matrix_still(n_pos: float, n_neg: float) -> list[Trace]:
    """Return what no threshold moves: the cells' names, the totals of the rows, and in the corner that of all."""
    total = (n_pos + n_neg) or 1.0
    rows = [n_pos, n_neg, n_pos + n_neg]
    return [
        _text(["TP", "FN", "FP", "TN"], _CELLS[:4], 0.34, [13] * 4),
        _text([_count(n) for n in rows], _CELLS[6:], 0.04, [15] * 3, bold=True),
        _text([f"{n / total:.1%}" for n in rows], _CELLS[6:], -0.24, [12] * 3),
    ]


def _shaded(place: tuple[float, float], share: float) -> Trace:
    """Return a filled cell; a heatmap would need the whole figure drawn anew at each step of the slider."""
    x, y = place
    left, right, bottom, top = x - 0.47, x + 0.47, y - 0.47, y + 0.47
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [left, right, right, left, left],
        "y": [bottom, bottom, top, top, bottom],
        "fill": "toself",
        "fillcolor": rgba(POSITIVE if x < 1 else NEGATIVE, round(share * 0.55, 2)),
        "line": {"width": 0},
        "hoverinfo": "skip",
        "xaxis": "x2",
        "yaxis": "y2",
    }


def _count(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


# The four cells, then the totals of columns, of rows, and of both.
_CELLS = ((0.5, 1.5), (1.5, 1.5), (0.5, 0.5), (1.5, 0.5), (0.5, -0.3), (1.5, -0.3), (2.3, 1.5), (2.3, 0.5), (2.3, -0.3))


def _text(
    text: list[str], places: tuple[tuple[float, float], ...], lift: float, size: list[int], *, bold: bool = False
) -> Trace:
    return {
        "type": "scatter",
        "mode": "text",
        "x": [x for x, _ in places],
        "y": [y + lift for _, y in places],
        "text": text,
        "textfont": {"size": size, "weight": "bold" if bold else "normal"},
        "hoverinfo": "skip",
        "xaxis": "x2",
        "yaxis": "y2",
    }


def metric_lines(view: ThresholdView, words: Words) -> list[Trace]:
    """Return a step line a metric, from below the lowest score, where every row is predicted positive."""
    before = view.low - (view.high - view.low or 1.0) * 0.03
    at = np.append(before, view.line_threshold)
    # Scores may lie closer than half the digits of a float tell apart, or beyond what those reach.
    far = float(np.abs(at).max())
    if 1e-30 < far < 1e30 and view.high - view.low > far / 1000:
        at = at.astype(np.float32)
    return [
        {
            "type": "scatter",
            "mode": "lines",
            # Between two scores nothing changes, and the value at a score holds down to the next lower one.
            "line": {"color": colour, "dash": dash, "width": 2, "shape": "vh"},
            "x": at,
            "y": np.append(view.lines[name][0], view.lines[name]).astype(np.float32),
            "xaxis": "x3",
            "yaxis": "y3",
            "name": words.metric[name],
            "hovertemplate": f"{words.metric[name]} %{{y:.4f}}<br>t = %{{x:.6g}}<extra></extra>",
        }
        for name, (colour, dash) in METRIC.items()
    ]


def readout_names(words: Words) -> list[Trace]:
    """Return the names before the live values, which are also the legend of the lines."""
    return [
        {
            "type": "scatter",
            "mode": "text",
            "x": [0.46, 0.46, 1.46, 1.46],
            "y": [1, 0, 1, 0],
            "xaxis": "x4",
            "yaxis": "y4",
            "text": [words.metric[name] for name in METRIC],
            "textposition": "middle left",
            "textfont": {"size": 14, "color": [colour for colour, _ in METRIC.values()]},
            "hoverinfo": "skip",
        }
    ]


def cell_borders() -> list[dict[str, Any]]:
    """Return the outlines that make the row of the negative class hollow and that of the positive class closed."""
    return [
        {
            "type": "rect",
            "xref": "x2",
            "yref": "y2",
            "x0": x + 0.03,
            "x1": x + 0.97,
            "y0": y + 0.03,
            "y1": y + 0.97,
            "line": {"color": colour, "width": 2.5, "dash": "solid" if y else "dot"},
        }
        for x, colour in ((0, POSITIVE), (1, NEGATIVE))
        for y in (0, 1)
    ]


def matrix_labels(words: Words) -> list[dict[str, Any]]:
    """Return the names of rows, columns and margins."""
    axis = {"showarrow": False, "font": {"size": 13}, "xref": "x2", "yref": "y2"}
    positive, negative = plain(words.positive, 14), plain(words.negative, 14)
    # A row's label stands upright beside its cell and has less room.
    rows = [plain(name, 10) for name in (words.positive, words.negative)]
    return [
        {**axis, "x": 1.0, "y": 2.42, "text": words.predicted},
        {**axis, "x": 0.5, "y": 2.14, "text": coloured(f"<b>{positive}</b>", POSITIVE)},
        {**axis, "x": 1.5, "y": 2.14, "text": coloured(f"<b>{negative}</b>", NEGATIVE)},
        {**axis, "x": 0, "xshift": -20, "y": 1.5, "text": f"{words.actual}<br>● {rows[0]}", "textangle": -90},
        {**axis, "x": 0, "xshift": -20, "y": 0.5, "text": f"{words.actual}<br>○ {rows[1]}", "textangle": -90},
        {**axis, "x": 2.3, "y": 2.14, "text": words.total},
        {**axis, "x": 0, "xshift": -20, "y": -0.3, "text": words.total, "textangle": -90},
    ]


def zero_line() -> dict[str, Any]:
    """Return the line between the positives above and the negatives below."""
    line = {"color": RULE, "width": 1}
    return {"type": "line", "xref": "x domain", "yref": "y", "x0": 0, "x1": 1, "y0": 0, "y1": 0, "line": line}
