"""ROC and P-R side by side, or DET, with the live threshold: scores, matrix and operating points move together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go

from evalcore.figures.curves.traces import (
    PR,
    ROC,
    CurveWords,
    Overlay,
    Reach,
    Shown,
    View,
    baselines,
    equal_errors,
    label_points,
    model_lines,
    operating_marks,
    overlaid,
)
from evalcore.figures.layout import ENTRY, LEGEND, Panel, Places, base_layout, heading, plane_axes
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
from evalcore.figures.parts.strip import (
    STRIP_PIXELS,
    hue,
    strip_axes,
    strip_rule,
    strip_sides,
    strip_title,
    strip_trace,
    zero_line,
)
from evalcore.figures.style import Trace
from evalcore.views.curves import DET_REACH, LabelPoint, ModelCurves, OperatingPoints
from evalcore.views.threshold import ThresholdView

__all__ = ["NARROW", "WIDE", "CurveWords", "Overlay", "Shown", "View", "curves_figure", "points_figure"]

# Rates marked on the DET axes, with the normal deviates where they stand.
DET_TICKS = {
    -3.0902: "0.001",
    -2.3263: "0.01",
    -1.6449: "0.05",
    -0.8416: "0.2",
    0.0: "0.5",
    0.8416: "0.8",
    1.6449: "0.95",
    2.3263: "0.99",
    3.0902: "0.999",
}
SHARES = {"range": [-0.02, 1.02]}
# A narrow page has one plane less to show of DET.
NARROW_DET = 1106
POINTS = Places(
    height=470, slider=0, panels={"first": Panel(28, 370, 0.06, 0.465), "second": Panel(28, 370, 0.575, 0.985)}
)
WIDE = Places(
    height=816,
    slider=224,
    panels={
        "strip": Panel(22, 22 + STRIP_PIXELS, 0, 0.6),
        "matrix": Panel(0, 290, 0.7, 1),
        "first": Panel(350, 720, 0.06, 0.465),
        "second": Panel(350, 720, 0.575, 0.985),
    },
    bar=7,
)
NARROW = Places(
    height=1526,
    slider=224,
    panels={
        "strip": Panel(22, 22 + STRIP_PIXELS, 0, 1),
        "matrix": Panel(300, 580, 0.1, 1),
        "first": Panel(650, 1010, 0.12, 0.98),
        "second": Panel(1090, 1430, 0.12, 0.98),
    },
    bar=5,
)


def curves_figure(
    view: ThresholdView,
    at: OperatingPoints,
    shown: Shown,
    *,
    threshold: float,
    words: CurveWords | None = None,
    narrow: bool = False,
) -> go.Figure:
    """Draw the curves of all models; the slider moves the operating point of the chosen one."""
    words = words or CurveWords()
    reach = det_reach(shown.models)
    # A rate outside the plane, such as 0 or 1, stands at its edge.
    at = replace(at, det_x=at.det_x.clip(*reach[0]), det_y=at.det_y.clip(*reach[1]))
    start = view.steps.nearest(threshold)
    places = _places(shown, narrow=narrow)
    still = _still(shown, words, reach)
    strip = _unlisted(strip_trace(view, words, hue(view, start), bar=places.bar))
    names = map(_unlisted, matrix_still(*class_sizes(view)))
    return LiveFigure(
        data=[*still, strip, *_moving(view, at, start, shown.planes), *names],
        frames=[_frame(view, at, i, len(still), shown.planes) for i in range(view.steps.threshold.size)],
        layout=_layout(view, words, start, places) | _planes(view, words, places, shown.planes, reach),
    )


def _still(shown: Shown, words: CurveWords, reach: Reach) -> list[Trace]:
    """Return what the slider does not move, from the back to the front."""
    models, points, planes = shown.models, shown.points, shown.planes
    curves = [t for i, m in enumerate(models) for t in model_lines(m, i, words, planes, chosen=i == shown.chosen)]
    if planes == "det":
        (left, right), (bottom, top) = reach
        return [equal_errors(max(left, bottom), min(right, top)), *curves]
    labels = [t for i, point in enumerate(points) for t in label_points(point, len(models) + i, words)]
    return [*baselines(words, shown.prevalence), *overlaid(shown.overlays), *curves, *labels]


def _places(shown: Shown, *, narrow: bool) -> Places:
    """Return where everything stands, with room for the legend."""
    places = NARROW if narrow else WIDE
    height = NARROW_DET if narrow and shown.planes == "det" else places.height
    return replace(places, height=height + ENTRY * shown.entries)


def _unlisted(trace: Trace) -> Trace:
    """Return a trace that has no entry in the legend."""
    return trace | {"showlegend": False}


def det_reach(models: Sequence[ModelCurves]) -> Reach:
    """Return the ends of both axes of the DET plane: the marked rates between which all its curves lie."""
    marks = np.array(list(DET_TICKS))
    reach = []
    for axis in ("x", "y"):
        at = np.concatenate([getattr(model.det, axis) for model in models])
        low, high = (float(at.min()), float(at.max())) if at.size else (-DET_REACH, DET_REACH)
        below, above = marks[marks <= low], marks[marks >= high]
        reach.append((float(below.max(initial=-DET_REACH)), float(above.min(initial=DET_REACH))))
    return reach[0], reach[1]


def points_figure(points: Sequence[LabelPoint], prevalence: float, words: CurveWords | None = None) -> go.Figure:
    """Draw models of predicted labels alone: a point each in the ROC and in the P-R plane."""
    words = words or CurveWords()
    places = replace(POINTS, height=POINTS.height + ENTRY * len(points))
    return go.Figure(
        data=[*baselines(words, prevalence), *(t for i, p in enumerate(points) for t in label_points(p, i, words))],
        layout={
            **base_layout(places),
            "legend": LEGEND,
            **_roc_and_pr(words, places),
            "annotations": [
                _above(f"<b>{words.roc_title}</b>", places, "first", 14),
                _above(f"<b>{words.pr_title}</b>", places, "second", 14),
            ],
        },
    )


def _frame(view: ThresholdView, at: OperatingPoints, i: int, first: int, show: View) -> dict[str, Any]:
    changes = [{"marker": hue(view, i)}, *map(change, _moving(view, at, i, show))]
    return frame(step_name(float(view.steps.threshold[i])), changes, first)


def _moving(view: ThresholdView, at: OperatingPoints, i: int, show: View) -> list[Trace]:
    """Return the traces that follow the slider, at step `i`, but the strip, whose hue alone changes."""
    steps = view.steps
    cells = (float(count[i]) for count in (steps.tp, steps.fn, steps.fp, steps.tn))
    moved = [strip_rule(view, i), *matrix_traces(*cells)]
    return [*map(_unlisted, moved), *operating_marks(at, i, show)]


def _layout(view: ThresholdView, words: CurveWords, start: int, places: Places) -> dict[str, Any]:
    beside, top = places.panels["strip"].right, places.paper(places.slider)
    return {
        **base_layout(places),
        "legend": LEGEND,
        **strip_axes(view, *places.domains("strip")),
        **matrix_axes(*places.domains("matrix")),
        "sliders": [threshold_slider(view, words.threshold, start, y=top, length=beside)],
        "shapes": [*cell_borders(), zero_line()],
    }


def _planes(view: ThresholdView, words: CurveWords, places: Places, show: View, reach: Reach) -> dict[str, Any]:
    """Return the axes of the planes, and all that is written on the figure."""
    texts = [
        *matrix_labels(words),
        *strip_sides(words),
        heading(strip_title(view, words), 0, places.paper(8)),
    ]
    if show == "det":
        texts.append(_above(f"<b>{words.det_title}</b>", places, "first", 18))
        return {**_det(words, places, reach), "annotations": texts}
    texts.append(_above(f"<b>{words.roc_title}</b>", places, "first", 18))
    texts.append(_above(f"<b>{words.pr_title}</b>", places, "second", 18))
    return {**_roc_and_pr(words, places), "annotations": texts}


def _roc_and_pr(words: CurveWords, places: Places) -> dict[str, Any]:
    return {
        **plane_axes(places, "first", ROC, (words.fpr, words.tpr), SHARES),
        **plane_axes(places, "second", PR, (words.recall, words.precision), SHARES),
    }


def _det(words: CurveWords, places: Places, reach: Reach) -> dict[str, Any]:
    axes = plane_axes(places, "first", ROC, (words.fpr, words.fnr), {})
    for axis, (low, high) in zip(axes.values(), reach, strict=True):
        ticks = {z: rate for z, rate in DET_TICKS.items() if low <= z <= high}
        axis |= {"range": [low - 0.1, high + 0.1], "tickvals": [*ticks], "ticktext": [*ticks.values()]}
    return axes


def _above(title: str, places: Places, name: str, gap: int) -> dict[str, Any]:
    """Return the title of a plane, so many pixels above it."""
    panel = places.panels[name]
    return heading(title, panel.left, places.paper(panel.top - gap))
