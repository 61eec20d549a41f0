"""The panels of the linked figure: what stands still, and what each step of the slider moves."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from evalcore.figures.style import METRIC, NEGATIVE, POSITIVE, RULE, coloured, number, plain, rgba
from evalcore.threshold_view import Floats, Strip, ThresholdView

Trace = dict[str, Any]


@dataclass(frozen=True)
class Words:
    """Every word of the figure; a page passes translated ones."""

    positive: str = "positive"
    negative: str = "negative"
    score: str = "score"
    threshold: str = "threshold t"
    scores_title: str = "Scores by true class"
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


def strip_traces(view: ThresholdView, words: Words, limits: dict[str, float]) -> list[Trace]:
    """Return the rows as dots or bars: positives upwards and solid, negatives downwards and hollow or pale."""
    strip = view.strip
    if not strip.has_dots:
        return _bars(view, words, limits)
    sides = (
        (words.positive, strip.is_positive, 1, "circle"),
        (words.negative, ~strip.is_positive, -1, "circle-open"),
    )
    size = 13 if strip.score.size <= 60 else 9
    traces = []
    for name, mine, sign, symbol in sides:
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "x": strip.score[mine],
                "y": sign * (strip.level[mine] + 0.8),
                "xaxis": "x",
                "yaxis": "y",
                "marker": {
                    "symbol": symbol,
                    "size": size,
                    "color": np.searchsorted(_places(strip), strip.score[mine]),
                    "colorscale": _STEP_SCALE,
                    "showscale": False,
                    **limits,
                    "line": {"width": 2.5 if sign < 0 else 0},
                },
                "customdata": strip.row[mine],
                "hovertemplate": f"{words.row} %{{customdata}} · {words.actual} {plain(name)}<br>{words.score} "
                f"%{{x}}<br>{words.outcome.format(score='%{x}')}<extra></extra>",
            }
        )
    return traces


def _bars(view: ThresholdView, words: Words, limits: dict[str, float]) -> list[Trace]:
    strip = view.strip
    centre = _places(strip)
    sides = ((words.positive, strip.count_positive, 1), (words.negative, strip.count_negative, -1))
    traces = []
    for name, count, sign in sides:
        total = count.sum() or 1.0
        traces.append(
            {
                "type": "bar",
                "x": centre,
                "y": sign * count / total,
                "width": np.diff(strip.edges) * 0.92,
                "xaxis": "x",
                "yaxis": "y",
                "marker": {
                    "color": np.arange(centre.size),
                    "colorscale": _STEP_SCALE,
                    "showscale": False,
                    **limits,
                    "opacity": 1 if sign > 0 else 0.55,
                    "line": {"width": 0},
                },
                "customdata": np.column_stack([count, count / total, strip.edges[:-1], strip.edges[1:]]),
                "hovertemplate": f"{words.actual} {plain(name)}: %{{customdata[0]:,}} (%{{customdata[1]:.1%}})<br>"
                f"{words.score} %{{customdata[2]:.4g}} – %{{customdata[3]:.4g}}<extra></extra>",
            }
        )
    return traces


def strip_reach(view: ThresholdView) -> tuple[float, float]:
    """Return how far the strip reaches below and above its axis."""
    strip = view.strip
    if strip.has_dots:
        up = strip.level[strip.is_positive].max(initial=0) + 1.8
        down = strip.level[~strip.is_positive].max(initial=0) + 1.8
        return float(max(down, 3)), float(max(up, 3))
    up, down = (float((c / (c.sum() or 1.0)).max(initial=0.0)) for c in (strip.count_positive, strip.count_negative))
    return (down or up or 1.0) * 1.15, (up or down or 1.0) * 1.15


def moving_traces(view: ThresholdView, i: int) -> list[Trace]:
    """Return the traces that follow the slider, at step `i`."""
    steps = view.steps
    t = float(steps.threshold[i])
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
    """Return the shade, the counts and the shares of a 2x2 matrix with its margins."""
    total = (tp + fn + fp + tn) or 1.0

    def share(part: float, whole: float) -> float:
        return round(part / whole, 4) if whole else 0.0

    shade = [[share(fp, fp + tn), -share(tn, fp + tn)], [share(tp, tp + fn), -share(fn, tp + fn)]]
    # The places are those of `_CELLS`: four cells, then the totals of columns and rows.
    count = [tp, fn, fp, tn, tp + fp, fn + tn, tp + fn, fp + tn]
    return [
        {
            "type": "heatmap",
            "x": [0.5, 1.5],
            "y": [0.5, 1.5],
            "z": shade,
            "zmin": -1,
            "zmax": 1,
            "colorscale": [[0, rgba(NEGATIVE, 0.55)], [0.5, rgba(RULE, 0.03)], [1, rgba(POSITIVE, 0.55)]],
            "showscale": False,
            "hoverinfo": "skip",
            "xgap": 6,
            "ygap": 6,
            "xaxis": "x2",
            "yaxis": "y2",
        },
        _text([_count(c) for c in count], 0.04, [24 if total < 1e5 else 19] * 4 + [15] * 4, bold=True),
        _text([f"{c / total:.1%}" for c in count], -0.24, [14] * 4 + [12] * 4),
    ]


def _count(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


_CELLS = ((0.5, 1.5), (1.5, 1.5), (0.5, 0.5), (1.5, 0.5), (0.5, -0.3), (1.5, -0.3), (2.3, 1.5), (2.3, 0.5))


def _text(text: list[str], lift: float, size: list[int], *, bold: bool = False) -> Trace:
    return {
        "type": "scatter",
        "mode": "text",
        "x": [x for x, _ in _CELLS],
        "y": [y + lift for _, y in _CELLS],
        "text": text,
        "textfont": {"size": size, "weight": "bold" if bold else "normal"},
        "hoverinfo": "skip",
        "xaxis": "x2",
        "yaxis": "y2",
    }


def cell_names() -> list[Trace]:
    """Return TP, FN, FP and TN, each in its cell."""
    names = ["TP", "FN", "FP", "TN"]
    cells = {
        "type": "scatter",
        "mode": "text",
        "x": [x for x, _ in _CELLS[:4]],
        "y": [y + 0.34 for _, y in _CELLS[:4]],
        "text": names,
        "textfont": {"size": 13},
        "hoverinfo": "skip",
        "xaxis": "x2",
        "yaxis": "y2",
    }
    return [cells]


def metric_lines(view: ThresholdView, words: Words) -> list[Trace]:
    """Return a step line a metric, from below the lowest score, where every row is predicted positive."""
    before = view.low - (view.high - view.low or 1.0) * 0.03
    # Scores may lie closer than half the digits of a float tell apart, or beyond what those reach.
    at = np.append(before, view.line_threshold)
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
    return [
        {**axis, "x": 1.0, "y": 2.42, "text": words.predicted},
        {**axis, "x": 0.5, "y": 2.14, "text": coloured(f"<b>{positive}</b>", POSITIVE)},
        {**axis, "x": 1.5, "y": 2.14, "text": coloured(f"<b>{negative}</b>", NEGATIVE)},
        {**axis, "x": 0, "xshift": -20, "y": 1.5, "text": f"{words.actual}<br>● {positive}", "textangle": -90},
        {**axis, "x": 0, "xshift": -20, "y": 0.5, "text": f"{words.actual}<br>○ {negative}", "textangle": -90},
        {**axis, "x": 2.3, "y": 2.14, "text": words.total},
        {**axis, "x": 2.3, "y": -0.3, "text": words.total},
    ]


def zero_line() -> dict[str, Any]:
    """Return the line between the positives above and the negatives below."""
    line = {"color": RULE, "width": 1}
    return {"type": "line", "xref": "x domain", "yref": "y", "x0": 0, "x1": 1, "y0": 0, "y1": 0, "line": line}
