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
    break_even_marks,
    equal_error_marks,
    equal_errors,
    label_points,
    model_lines,
    operating_marks,
    overlaid,
)
from evalcore.figures.layout import MARGIN, Look, Panel, Places, axis_key, base_layout, heading, plane_axes
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.cells import (
    cell_borders,
    class_sizes,
    matrix_axes,
    matrix_labels,
    matrix_still,
    matrix_traces,
)
from evalcore.figures.parts.strip import (
    PILL_PIXELS,
    STRIP_PIXELS,
    hue,
    strip_axes,
    strip_rule,
    strip_sides,
    strip_trace,
    zero_line,
)
from evalcore.figures.parts.threshold import threshold_handle
from evalcore.figures.style import Trace
from evalcore.views.curves import DET_REACH, LabelPoint, ModelCurves, OperatingPoints
from evalcore.views.threshold import ThresholdView

__all__ = ["CurveWords", "Overlay", "Shown", "View", "curves_figure", "places", "points_figure"]

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
STRIP_BOTTOM = PILL_PIXELS + STRIP_PIXELS
# Both planes of shares are squares, and stand at the bottom of the room they have, where their legends are.
SQUARE = {"scaleratio": 1, "constrain": "domain", "constraintoward": "bottom"}


def places(look: Look, planes: View = "roc_pr") -> Places:
    """Return where everything stands: on a narrow page one below the other."""
    if look.narrow:
        stacked = {
            "strip": Panel(PILL_PIXELS, STRIP_BOTTOM, 0.27, 0.98),
            "matrix": Panel(222, 502, 0.24, 0.99),
            "first": Panel(552, 872, 0.12, 0.98),
            "second": Panel(960, 1280, 0.12, 0.98),
        }
        return Places(height=950 if planes == "det" else 1360, panels=stacked, bar=5)
    bottom = look.height - 2 * MARGIN
    return Places(
        height=look.height,
        panels={
            "strip": Panel(PILL_PIXELS, STRIP_BOTTOM, 0.095, 0.37),
            "matrix": Panel(204, bottom, 0.095, 0.37),
            "first": Panel(34, bottom - 46, 0.44, 0.99 if planes == "det" else 0.70),
            "second": Panel(34, bottom - 46, 0.76, 0.99),
        },
        bar=4,
    )


def curves_figure(
    view: ThresholdView,
    at: OperatingPoints,
    shown: Shown,
    *,
    threshold: float,
    words: CurveWords | None = None,
    look: Look | None = None,
) -> go.Figure:
    """Draw the curves of all models; the rule in the strip moves the operating point of the chosen one."""
    words = words or CurveWords()
    reach = det_reach(shown.models)
    # A rate outside the plane, such as 0 or 1, stands at its edge.
    at = replace(at, det_x=at.det_x.clip(*reach[0]), det_y=at.det_y.clip(*reach[1]))
    start = view.steps.nearest(threshold)
    where = places(look or Look(), shown.planes)
    still = [*_still(shown, words, reach), _unlisted(strip_trace(view, words, hue(view, start), bar=where.bar))]
    steps = [_moving(view, at, i, shown) for i in range(view.steps.threshold.size)]
    names = map(_unlisted, matrix_still(*class_sizes(view)))
    handle = threshold_handle(view, words, start, moved(steps, len(still)), strip=len(still) - 1)
    layout = _layout(view, words, where) | _planes(words, where, shown, reach)
    return live_figure([*still, *steps[start], *names], layout, [handle])


def _still(shown: Shown, words: CurveWords, reach: Reach) -> list[Trace]:
    """Return what the slider does not move, from the back to the front."""
    models, points, planes = shown.models, shown.points, shown.planes
    curves = [line for i in range(len(models)) for line in _lines(shown, i, words)]
    if planes == "det":
        (left, right), (bottom, top) = reach
        return [equal_errors(max(left, bottom), min(right, top)), *curves]
    labels = [t for i, point in enumerate(points) for t in label_points(point, len(models) + i, words)]
    chosen, marked = models[shown.chosen], []
    if shown.equal_error:
        marked += equal_error_marks(chosen, words)
    if shown.break_even:
        marked += break_even_marks(chosen, words)
    return [*baselines(words, shown.prevalence), *overlaid(shown.overlays), *curves, *labels, *marked]


def _lines(shown: Shown, i: int, words: CurveWords) -> list[Trace]:
    """Return the curves of one model."""
    chosen = i == shown.chosen
    return model_lines(shown.models[i], i, words, shown.planes, chosen=chosen, area=chosen and shown.area)


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


def points_figure(
    points: Sequence[LabelPoint], prevalence: float, words: CurveWords | None = None, look: Look | None = None
) -> go.Figure:
    """Draw models of predicted labels alone: a point each in the ROC and in the P-R plane."""
    words, look = words or CurveWords(), look or Look()
    where = _points_places(look)
    return go.Figure(
        data=[*baselines(words, prevalence), *(t for i, p in enumerate(points) for t in label_points(p, i, words))],
        layout={
            **base_layout(where),
            **_legends(where),
            **_roc_and_pr(words, where),
            "annotations": [
                _above(f"<b>{words.roc_title}</b>", ROC),
                _above(f"<b>{words.pr_title}</b>", PR),
            ],
        },
    )


def _points_places(look: Look) -> Places:
    if look.narrow:
        return Places(height=820, panels={"first": Panel(28, 340, 0.12, 0.98), "second": Panel(428, 740, 0.12, 0.98)})
    bottom = look.height - 2 * MARGIN - 46
    return Places(
        height=look.height, panels={"first": Panel(34, bottom, 0.06, 0.465), "second": Panel(34, bottom, 0.575, 0.985)}
    )


def _moving(view: ThresholdView, at: OperatingPoints, i: int, shown: Shown) -> list[Trace]:
    """Return the traces that follow the rule, at step `i`, but the strip, whose hue alone changes."""
    steps = view.steps
    cells = (float(count[i]) for count in (steps.tp, steps.fn, steps.fp, steps.tn))
    moving = [strip_rule(view, i), *matrix_traces(*cells, of=shown.share_of)]
    return [*map(_unlisted, moving), *operating_marks(at, i, shown.planes)]


def _layout(view: ThresholdView, words: CurveWords, where: Places) -> dict[str, Any]:
    return {
        **base_layout(where),
        **_legends(where),
        **strip_axes(view, words, *where.domains("strip")),
        **matrix_axes(*where.domains("matrix")),
        "shapes": [*cell_borders(), zero_line()],
    }


def _legends(where: Places) -> dict[str, Any]:
    """Return the legends, where good curves leave their planes empty: lower right in ROC, lower left in P-R."""
    first, second = where.panels["first"], where.panels["second"]
    base = {"yanchor": "bottom", "font": {"size": 13}, "bgcolor": "rgba(0,0,0,0)", "tracegroupgap": 0}
    return {
        "legend": {**base, "x": first.right - 0.005, "xanchor": "right", "y": where.paper(first.bottom - 8)},
        "legend2": {**base, "x": second.left + 0.005, "xanchor": "left", "y": where.paper(second.bottom - 8)},
    }


def _planes(words: CurveWords, where: Places, shown: Shown, reach: Reach) -> dict[str, Any]:
    """Return the axes of the planes, and all that is written on the figure."""
    texts = [*matrix_labels(words, of=shown.share_of), *strip_sides(words)]
    if shown.planes == "det":
        texts.append(_above(f"<b>{words.det_title}</b>", ROC))
        return {**_det(words, where, reach), "annotations": texts}
    texts.append(_above(f"<b>{words.roc_title}</b>", ROC))
    texts.append(_above(f"<b>{words.pr_title}</b>", PR))
    return {**_roc_and_pr(words, where), "annotations": texts}


def _roc_and_pr(words: CurveWords, places: Places) -> dict[str, Any]:
    planes = {
        **plane_axes(places, "first", ROC, (words.fpr, words.tpr), SHARES),
        **plane_axes(places, "second", PR, (words.recall, words.precision), SHARES),
    }
    for x, y in ((ROC["xaxis"], ROC["yaxis"]), (PR["xaxis"], PR["yaxis"])):
        planes[axis_key(x)] |= {"constrain": "domain"}
        planes[axis_key(y)] |= {**SQUARE, "scaleanchor": x}
    return planes


def _det(words: CurveWords, places: Places, reach: Reach) -> dict[str, Any]:
    axes = plane_axes(places, "first", ROC, (words.fpr, words.fnr), {})
    for axis, (low, high) in zip(axes.values(), reach, strict=True):
        ticks = {z: rate for z, rate in DET_TICKS.items() if low <= z <= high}
        axis |= {"range": [low - 0.1, high + 0.1], "tickvals": [*ticks], "ticktext": [*ticks.values()]}
    return axes


def _above(title: str, axes: dict[str, str]) -> dict[str, Any]:
    """Return the title of a plane, above where it is drawn: only the browser knows how large its square is."""
    refs = {"xref": f"{axes['xaxis']} domain", "yref": f"{axes['yaxis']} domain"}
    return heading(title, 0, 1) | refs | {"yanchor": "bottom", "yshift": 6}
