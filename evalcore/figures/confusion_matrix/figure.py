"""The linked figure: scores by class, the confusion matrix and the metrics, moved together by Plotly's own slider.

The slider plays one precomputed frame for each of its steps, in the browser: nothing asks the server while it is
dragged, and an exported file keeps working.
"""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from evalcore.counts import ConfusionMatrix
from evalcore.figures.layout import MARGIN, Panel, Places, base_layout, heading
from evalcore.figures.live.frames import LiveFigure, change, frame
from evalcore.figures.live.slider import step_name, threshold_slider
from evalcore.figures.parts.cells import (
    cell_borders,
    class_sizes,
    matrix_axes,
    matrix_labels,
    matrix_still,
    matrix_traces,
)
from evalcore.figures.parts.lines import line_axes, line_marks, metric_lines, readout_axes, readout_names
from evalcore.figures.parts.strip import (
    STRIP,
    STRIP_PIXELS,
    hue,
    strip_axes,
    strip_rule,
    strip_sides,
    strip_title,
    strip_trace,
    zero_line,
)
from evalcore.figures.parts.words import Words
from evalcore.figures.style import FONT, Trace, template
from evalcore.views.threshold import ThresholdView

__all__ = ["NARROW", "WIDE", "Words", "label_figure", "threshold_figure"]

SCORES = Panel(22, 22 + STRIP_PIXELS, 0.0, 1.0)
WIDE = Places(
    height=680,
    slider=226,
    panels={
        "strip": SCORES,
        "matrix": Panel(346, 656, 0.05, 0.47),
        "values": Panel(346, 396, 0.565, 0.99),
        "lines": Panel(402, 612, 0.565, 0.99),
    },
    bar=12,
)
NARROW = Places(
    height=1040,
    slider=226,
    panels={
        "strip": SCORES,
        "matrix": Panel(346, 656, 0.08, 0.99),
        "values": Panel(696, 746, 0.07, 0.98),
        "lines": Panel(752, 972, 0.07, 0.98),
    },
    bar=5,
)


def threshold_figure(
    view: ThresholdView, *, threshold: float, words: Words | None = None, narrow: bool = False
) -> go.Figure:
    """Draw the linked figure with its slider at the step nearest to `threshold`."""
    words = words or Words()
    places = NARROW if narrow else WIDE
    start = view.steps.nearest(threshold)
    still = [*metric_lines(view, words), *readout_names(words)]
    strip = strip_trace(view, words, hue(view, start), bar=places.bar)
    return LiveFigure(
        # In this order the rule of the threshold lies under the dots and over the lines, and no shade over a name.
        data=[*still, *_moving(view, start), strip, *matrix_still(*class_sizes(view))],
        frames=[_frame(view, i, len(still)) for i in range(view.steps.threshold.size)],
        layout=_layout(view, words, start, places),
    )


def label_figure(cm: ConfusionMatrix, words: Words | None = None) -> go.Figure:
    """Draw the matrix of predicted labels as the linked figure has it, without a threshold to move."""
    words = words or Words()
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
            **matrix_axes([0, 1], [0, 1]),
            "annotations": matrix_labels(words),
            "shapes": cell_borders(),
        },
    )


def _moving(view: ThresholdView, i: int) -> list[Trace]:
    """Return the traces that follow the slider, at step `i`."""
    steps = view.steps
    cells = (float(count[i]) for count in (steps.tp, steps.fn, steps.fp, steps.tn))
    return [strip_rule(view, i) | STRIP, *matrix_traces(*cells), *line_marks(view, i)]


def _frame(view: ThresholdView, i: int, first: int) -> dict[str, Any]:
    """Return what changes at step `i`: the moving traces from place `first` on, and the hue of the strip."""
    changes = [*map(change, _moving(view, i)), {"marker": hue(view, i)}]
    return frame(step_name(float(view.steps.threshold[i])), changes, first)


def _layout(view: ThresholdView, words: Words, start: int, places: Places) -> dict[str, Any]:
    return {
        **base_layout(places),
        "showlegend": False,
        **strip_axes(view, *places.domains("strip")),
        **matrix_axes(*places.domains("matrix")),
        **line_axes(view, words, *places.domains("lines")),
        **readout_axes(*places.domains("values")),
        "sliders": [threshold_slider(view, words.threshold, start, y=places.paper(places.slider))],
        "annotations": [*_headings(view, words, places), *strip_sides(words), *matrix_labels(words)],
        "shapes": [*cell_borders(), zero_line()],
    }


def _headings(view: ThresholdView, words: Words, places: Places) -> list[dict[str, Any]]:
    matrix, lines = places.panels["matrix"], places.panels["lines"]
    return [
        heading(strip_title(view, words), 0, places.paper(8)),
        heading(f"<b>{words.matrix_title}</b>", 0, places.paper(matrix.top - 16)),
        heading(f"<b>{words.metrics_title}</b>", lines.left - 0.04, places.paper(lines.top - 72)),
    ]
