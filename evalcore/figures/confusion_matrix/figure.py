"""The linked figure: scores by class, the confusion matrix and the metrics, moved together by Plotly's own slider.

The slider plays one precomputed frame for each of its steps, in the browser: nothing asks the server while it is
dragged, and an exported file keeps working.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from evalcore.counts import ConfusionMatrix
from evalcore.figures.parts.panels import (
    STRIP_PIXELS,
    Trace,
    Words,
    cell_borders,
    hue,
    matrix_labels,
    matrix_still,
    matrix_traces,
    metric_lines,
    moving_traces,
    readout_names,
    strip_reach,
    strip_sides,
    strip_title,
    strip_trace,
    zero_line,
)
from evalcore.figures.style import FONT, GRID, POSITIVE, LiveFigure, rgba, signed, template
from evalcore.views.threshold import ThresholdView

__all__ = ["Places", "Words", "label_figure", "step_name", "threshold_figure"]


@dataclass(frozen=True)
class Places:
    """Where the panels stand, in pixels from the top; a narrow page stacks what a wide one sets side by side."""

    height: int
    strip: tuple[int, int]
    slider: int
    matrix: tuple[int, int]
    matrix_x: tuple[float, float]
    lines: tuple[int, int]
    lines_x: tuple[float, float]
    bar: int

    def up(self, top: int, bottom: int) -> list[float]:
        """Return the paper domain of a span given in pixels from the top."""
        inner = self.height - 2 * MARGIN
        return [1 - bottom / inner, 1 - top / inner]


MARGIN = 12
# The name of the slider, by which one that is let go is told from others of the same figure.
THRESHOLD = "threshold"
MATRIX_RANGE = [-0.58, 2.55]
STRIP = (22, 22 + STRIP_PIXELS)

WIDE = Places(680, STRIP, 226, (346, 656), (0.05, 0.47), (402, 612), (0.565, 0.99), bar=12)

NARROW = Places(1040, STRIP, 226, (346, 656), (0.08, 0.99), (752, 972), (0.07, 0.98), bar=5)


def threshold_figure(
    view: ThresholdView, *, threshold: float, words: Words | None = None, narrow: bool = False
) -> go.Figure:
    """Draw the linked figure with its slider at the step nearest to `threshold`."""
    words = words or Words()
    places = NARROW if narrow else WIDE
    start = view.steps.nearest(threshold)
    still = [*metric_lines(view, words), *readout_names(words)]
    strip = strip_trace(view, words, hue(view, start), bar=places.bar)
    moving = moving_traces(view, start)
    return LiveFigure(
        # In this order the rule of the threshold lies under the dots and over the lines, and no shade over a name.
        data=[*still, *moving, strip, *matrix_still(*class_sizes(view))],
        frames=[_frame(view, i, len(still)) for i in range(view.steps.threshold.size)],
        layout=_layout(view, words, start, places),
    )


def label_figure(cm: ConfusionMatrix, words: Words | None = None) -> go.Figure:
    """Draw the matrix of predicted labels as the linked figure has it, without a threshold to move."""
    words = words or Words()
    hidden = {"visible": False, "fixedrange": True}
    return go.Figure(
        data=[*matrix_traces(cm.tp, cm.fn, cm.fp, cm.tn), *matrix_still(cm.tp + cm.fn, cm.fp + cm.tn)],
        layout={
            "template": template(),
            "font": {"family": FONT, "size": 14},
            "height": 340,
            "width": 600,
            "margin": {"l": 48, "r": MARGIN, "t": MARGIN, "b": MARGIN},
            "showlegend": False,
            "dragmode": False,
            "xaxis2": {**hidden, "domain": [0, 1], "range": [0, 2.6], "anchor": "y2"},
            "yaxis2": {**hidden, "domain": [0, 1], "range": MATRIX_RANGE, "anchor": "x2"},
            "annotations": matrix_labels(words),
            "shapes": cell_borders(),
        },
    )


def _frame(view: ThresholdView, i: int, first: int) -> dict[str, Any]:
    """Return what changes at step `i`: the moving traces from place `first` on, and the hue of the strip."""
    data = [*(change(trace) for trace in moving_traces(view, i)), {"marker": hue(view, i)}]
    name = step_name(float(view.steps.threshold[i]))
    return {"name": name, "data": data, "traces": list(range(first, first + len(data)))}


def change(trace: Trace) -> Trace:
    """Keep what a frame changes, in as few bytes as possible: the browser keeps the rest of the trace."""
    if "fillcolor" in trace:
        return {"fillcolor": trace["fillcolor"]}
    if trace["mode"] == "text":
        return {"text": trace["text"]}
    if trace["mode"] == "lines":
        return {"x": trace["x"]}
    return {"x": trace["x"], "y": trace["y"]}


def step_name(threshold: float) -> str:
    """Return the exact text of a threshold, from which the same number is read back."""
    return repr(threshold)


def class_sizes(view: ThresholdView) -> tuple[float, float]:
    """Return how many rows, or which weight, each class has."""
    steps = view.steps
    return float(steps.tp[0] + steps.fn[0]), float(steps.fp[0] + steps.tn[0])


def axis_reach(view: ThresholdView) -> list[float]:
    """Return the range of an axis of scores: all scores and all steps of the slider, with a little room."""
    first, last = float(min(view.steps.threshold[0], view.low)), float(view.steps.threshold[-1])
    pad = (last - first) * 0.03
    return [first - pad, last + pad]


def _layout(view: ThresholdView, words: Words, start: int, places: Places) -> dict[str, Any]:
    down, up = strip_reach(view)
    reach = axis_reach(view)
    hidden = {"visible": False, "fixedrange": True}
    lines_top = places.lines[0]
    return {
        "template": template(),
        "height": places.height,
        "margin": {"l": MARGIN, "r": MARGIN, "t": MARGIN, "b": MARGIN},
        "showlegend": False,
        "hovermode": "closest",
        "dragmode": False,
        "font": {"family": FONT, "size": 14},
        "xaxis": {"domain": [0.0, 1.0], "range": reach, "anchor": "y", "fixedrange": True, "showgrid": False},
        "yaxis": {**hidden, "domain": places.up(*places.strip), "range": [-down, up], "anchor": "x"},
        "xaxis2": {**hidden, "domain": places.matrix_x, "range": [0, 2.6], "anchor": "y2"},
        "yaxis2": {**hidden, "domain": places.up(*places.matrix), "range": MATRIX_RANGE, "anchor": "x2"},
        "xaxis3": {
            "domain": places.lines_x,
            "range": reach,
            "anchor": "y3",
            "fixedrange": True,
            "gridcolor": GRID,
            "title": {"text": words.threshold, "standoff": 14, "font": {"size": 13}},
        },
        "yaxis3": {
            "domain": places.up(*places.lines),
            "range": [-0.02, 1.04],
            "anchor": "x3",
            "fixedrange": True,
            "gridcolor": GRID,
            "tickvals": [0, 0.25, 0.5, 0.75, 1],
        },
        "xaxis4": {**hidden, "domain": places.lines_x, "range": [0, 2], "anchor": "y4"},
        "yaxis4": {**hidden, "domain": places.up(lines_top - 56, lines_top - 6), "range": [-0.5, 1.5], "anchor": "x4"},
        "sliders": [slider(view, words, start, y=places.up(places.slider, places.slider)[0])],
        "annotations": _annotations(view, words, places),
        "shapes": [*cell_borders(), zero_line()],
    }


def _annotations(view: ThresholdView, words: Words, places: Places) -> list[dict[str, Any]]:
    base = {"showarrow": False, "font": {"size": 13}}
    title = {**base, "xref": "paper", "yref": "paper", "xanchor": "left", "font": {"size": 15}}
    matrix_title = places.up(0, places.matrix[0] - 16)[0]
    lines_title = places.up(0, places.lines[0] - 72)[0]
    return [
        {**title, "text": strip_title(view, words), "x": 0, "y": places.up(0, 8)[0], "yanchor": "middle"},
        {**title, "text": f"<b>{words.matrix_title}</b>", "x": 0, "y": matrix_title, "yanchor": "middle"},
        {
            **title,
            "text": f"<b>{words.metrics_title}</b>",
            "x": places.lines_x[0] - 0.04,
            "y": lines_title,
            "yanchor": "middle",
        },
        *strip_sides(words),
        *matrix_labels(words),
    ]


def _labelled(threshold: float) -> dict[str, str]:
    """Return a step's short label, and its exact value where the label is not that already."""
    label, exact = signed(f"{threshold:.6g}"), step_name(threshold)
    return {"label": label} if label == exact else {"label": label, "value": exact}


def slider(view: ThresholdView, words: Words, start: int, *, y: float, length: float = 1.0) -> dict[str, Any]:
    """Return the slider that plays the frames, one step each; `y` is where its top stands on the paper."""
    play = {"mode": "immediate", "frame": {"duration": 0, "redraw": False}, "transition": {"duration": 0}}
    return {
        "name": THRESHOLD,
        "active": start,
        "steps": [
            {"method": "animate", "args": [[step_name(t)], play], **_labelled(t)} for t in view.steps.threshold.tolist()
        ],
        "currentvalue": {
            "prefix": f"{words.threshold} = ",
            "xanchor": "left",
            "font": {"size": 20},
            "offset": 8,
        },
        "x": 0,
        "len": length,
        "y": y,
        "yanchor": "top",
        "pad": {"t": 0, "b": 0, "l": 0, "r": 0},
        "ticklen": 0,
        "minorticklen": 0,
        "activebgcolor": POSITIVE,
        "bordercolor": POSITIVE,
        "borderwidth": 2,
        "bgcolor": rgba(POSITIVE, 0.25),
        "font": {"size": 12},
        "transition": {"duration": 0},
    }
