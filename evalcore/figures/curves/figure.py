"""ROC and P-R side by side, or DET, with the live threshold: scores, matrix and operating points move together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.curves.names import SHARES, curves_in_rows, rows_layout
from evalcore.figures.curves.overlays import PR, ROC, Overlay, outlined, overlaid
from evalcore.figures.curves.traces import (
    DET_TITLE,
    EQUAL_ERROR,
    FPR,
    PR_TITLE,
    PRECISION,
    RECALL,
    ROC_TITLE,
    TPR,
    Reach,
    Shown,
    View,
    baselines,
    break_even_marks,
    corner_marks,
    curves_behind,
    equal_error_marks,
    equal_errors,
    label_points,
    marks_behind,
    model_lines,
    operating_marks,
)
from evalcore.figures.layout import (
    MARGIN,
    Look,
    Panel,
    Places,
    axis_key,
    base_layout,
    heading,
    legend_pixels,
    plane_axes,
)
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.live.motion import THRESHOLD, live_figure, moved
from evalcore.figures.parts.cells import (
    CLASSES,
    NARROW_LETTERS,
    Classes,
    cell_borders,
    cell_marks,
    class_sizes,
    matrix_axes,
    matrix_labels,
    matrix_still,
    matrix_traces,
    shares_behind,
)
from evalcore.figures.parts.handle import threshold_handle
from evalcore.figures.parts.marks import BEHIND_GROUP
from evalcore.figures.parts.strip import (
    hue,
    strip_axes,
    strip_panel,
    strip_rule,
    strip_sides,
    strip_trace,
    zero_line,
)
from evalcore.figures.style import GUESSED, OF_LINE, Trace, plain
from evalcore.metrics import METRICS
from evalcore.views.curves import DET_REACH, LabelPoint, ModelCurves, OperatingPoints
from evalcore.views.threshold import ThresholdView

__all__ = ["OF_MODEL", "Overlay", "Shown", "View", "curves_figure", "outlined", "places", "points_figure"]

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
# Both planes of shares are squares, and stand at the top of the room they have.
SQUARE = {"scaleratio": 1, "constrain": "domain", "constraintoward": "top"}
# Of more than these names and areas stand without intervals, so that names are whole.
WITH_INTERVALS = 6
# Letters of a name in a row above a plane, which the page shortens where it has less room, and of one in a legend.
MOST_IN_ROW, IN_LEGEND = 28, 24
# Letters of a class above and beside the matrix, which has a third of the width or a phone's.
LETTERS = (12, NARROW_LETTERS)
# The panel of the matrix.
MATRIX = "matrix"
# With its name behind it the `meta` of the curves of a model that a click on them chooses.
OF_MODEL = "model "
# Pixels of a plane's title, and of an axis with its own.
TITLE, AXIS = 36, 46
# Pixels from a legend to the plane below it.
LEGEND_GAP = 2
# A figure that is read on a phone has planes so high, and one in a column of a paper.
STACKED_PLANE, PRINTED_PLANE = 320, 256


def places(look: Look, planes: View = "roc_pr", legends: tuple[int, int] = (0, 0)) -> Places:
    """Return where everything stands: on a narrow page one below the other.

    Names and areas stand above the planes, in so many pixels: that height is known here, while that of a square is
    known to the page alone, and inside it the curve of a weak model would run below them.
    """
    if look.narrow:
        return _stacked(look, planes, legends)
    bottom = look.height - 2 * MARGIN
    if look.alone:
        # What is asked is read off the curves; their names and areas stand inside, where a curve worth showing is not.
        panels = {"first": Panel(4, bottom - AXIS, 0.07, 0.48), "second": Panel(4, bottom - AXIS, 0.57, 0.98)}
        return Places(height=look.height, panels=panels)
    top = legends[0] + TITLE
    strip = strip_panel(look, 0.095, 0.37)
    return Places(
        height=look.height,
        panels={
            "strip": replace(strip, bottom=strip.bottom - 12) if look.is_low else strip,
            MATRIX: Panel(132 if look.is_low else 206, bottom, 0.095, 0.37),
            "first": Panel(top, bottom - AXIS, *((0.475, 0.995) if planes == "det" else (0.435, 0.69))),
            "second": Panel(top, bottom - AXIS, 0.74, 0.995),
        },
        bar=4,
    )


def _stacked(look: Look, planes: View, legends: tuple[int, int]) -> Places:
    # A page of paper has no room for the matrix: it has a picture of its own, and its numbers stand above this one.
    above, plane = (214, PRINTED_PLANE) if look.printed else (512, STACKED_PLANE)
    first = above + legends[0] + TITLE
    second = first + plane + AXIS + 12 + legends[1] + TITLE
    last = first if planes == "det" else second
    # Rates on their deviates have more digits.
    left = 0.19 if planes == "det" else 0.14
    panels = {
        "strip": strip_panel(look, 0.27, 0.98),
        **({} if look.printed else {MATRIX: Panel(222, 502, 0.24, 0.99)}),
        "first": Panel(first, first + plane, left, 0.98),
        "second": Panel(second, second + plane, left, 0.98),
    }
    return Places(height=last + plane + AXIS + 2 * MARGIN, panels=panels, bar=5)


def curves_figure(
    view: ThresholdView,
    at: OperatingPoints,
    shown: Shown,
    *,
    threshold: float,
    classes: Classes = CLASSES,
    clicked: bool = False,
    chooses: bool = False,
    say: Say = str,
    look: Look | None = None,
) -> go.Figure:
    """Draw the curves of all models; the rule in the strip moves the operating point of the chosen one.

    On a page that leads to rows, those of points, cells and bars can be `clicked`, and say so where one points at them.
    Where a click on the curve of another model `chooses` that one, its points say so.
    """
    reach = det_reach([*shown.models, *([] if shown.behind is None else shown.behind[2:])])
    # A rate outside the plane, such as 0 or 1, stands at its edge.
    at = _inside_plane(at, reach)
    if shown.behind is not None:
        behind, points, lines = shown.behind
        shown = replace(shown, behind=(behind, _inside_plane(points, reach), lines))
    start = view.steps.nearest(threshold)
    look = look or Look()
    drawn = _still(shown, reach, look, say)
    named = curves_in_rows(
        drawn, shown.models[shown.chosen].name, shown.planes, _ends(reach), look, worth=_worth(shown.planes, say)
    )
    drawn = drawn if named is None else named.lines
    above = (legend_pixels(drawn), legend_pixels(drawn, "legend2")) if named is None else (named.pixels, named.pixels)
    where = places(look, shown.planes, above)
    if look.alone and shown.planes != "det":
        told = [_told(where, shown.told)] if shown.told else []
        # Below, where their legends stand: in a window that is high the squares leave room above.
        planes = {**_roc_and_pr(where, say, toward="bottom"), **_inside(where), "annotations": told}
        return guess_figure(data=drawn, layout={**base_layout(where), **planes})
    names = {model.name for i, model in enumerate(shown.models) if i != shown.chosen} if chooses else set()
    drawn = [_choosing(trace, names, say) for trace in drawn]
    drawn = [_asked(trace, say) for trace in drawn] if clicked else drawn
    still = [*drawn, _unlisted(strip_trace(view, classes, say, hue(view, start), where, clicked=clicked))]
    steps = [_moving(view, at, i, shown, where) for i in range(view.steps.threshold.size)]
    labels = (
        [*matrix_still(*class_sizes(view), say, small=where.is_low, behind=shown.behind is not None)]
        if MATRIX in where.panels
        else []
    )
    if clicked:
        labels.append(cell_marks(where.pixels(MATRIX), say))
    handle = threshold_handle(view, say, start, moved(steps, len(still)), strip=len(still) - 1)
    layout = _layout(view, say, where) | _planes(where, shown, reach, classes, say, above=above)
    written = []
    if named is not None:
        written, layout = named.written, layout | rows_layout(where, named)
    return live_figure([*still, *steps[start], *map(_unlisted, labels), *written], layout, [handle])


def _asked(trace: Trace, say: Say) -> Trace:
    """Return a curve whose points say what a click does, where one does anything."""
    if trace.get("meta") != THRESHOLD:
        return trace
    return trace | _with_line(trace, say(message("click: t is set here; then its rows")))


def _choosing(trace: Trace, names: Collection[str], say: Say) -> Trace:
    """Return a curve of one of these models as one whose points choose that model, and say so."""
    if trace.get("legendgroup") not in names or "customdata" not in trace:
        return trace
    said = say(message("click: {model} is chosen, and t is set here", model=plain(trace["legendgroup"])))
    return trace | {"meta": f"{OF_MODEL}{trace['legendgroup']}"} | _with_line(trace, said)


def _with_line(trace: Trace, said: str) -> Trace:
    """Return what is said where one points at a curve, with one more line."""
    return {"hovertemplate": trace["hovertemplate"].replace("<extra>", f"<br>{said}<extra>")}


def _inside_plane(at: OperatingPoints, reach: Reach) -> OperatingPoints:
    return replace(at, det_x=at.det_x.clip(*reach[0]), det_y=at.det_y.clip(*reach[1]))


def _still(shown: Shown, reach: Reach, look: Look, say: Say) -> list[Trace]:
    """Return what the handle does not move, from the back to the front."""
    models, points, planes = shown.models, shown.points, shown.planes
    curves = [line for i in range(len(models)) for line in _lines(shown, i, say, look)]
    chosen, marked = models[shown.chosen], []
    if shown.behind is not None and not look.alone:
        curves = [*curves_behind(shown.behind[-1], shown.chosen, planes), *curves]
    if shown.equal_error:
        marked += equal_error_marks(chosen, planes, say)
    if planes == "det":
        (left, right), (bottom, top) = reach
        behind = overlaid(shown.overlays, look, det=True)
        return [equal_errors(max(left, bottom), min(right, top)), *behind, *curves, *marked]
    if shown.corners:
        marked.append(corner_marks(say))
    labels = [t for i, point in enumerate(points) for t in label_points(point, len(models) + i, say)]
    if shown.break_even:
        marked += break_even_marks(chosen, say)
    return [*baselines(shown.prevalence, say), *overlaid(shown.overlays, look), *curves, *labels, *marked]


def _lines(shown: Shown, i: int, say: Say, look: Look) -> list[Trace]:
    """Return the curves of one model."""
    chosen = i == shown.chosen
    return model_lines(
        shown.models[i],
        i,
        shown.planes,
        say,
        chosen=chosen,
        area=chosen and shown.area,
        inside=look.alone,
        most=IN_LEGEND if look.alone else MOST_IN_ROW,
        brief=len(shown.models) > WITH_INTERVALS and not look.alone,
    )


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


def _ends(reach: Reach) -> Reach:
    """Return the ends of both axes of the DET plane with room for a mark there."""
    (left, right), (bottom, top) = reach
    return (left - 0.1, right + 0.1), (bottom - 0.1, top + 0.1)


def points_figure(
    points: Sequence[LabelPoint], prevalence: float, *, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw models of predicted labels alone: a point each in the ROC and in the P-R plane."""
    data = [
        *baselines(prevalence, say),
        *(t for i, p in enumerate(points) for t in label_points(p, i, say, twice=False)),
    ]
    look, legend = look or Look(), legend_pixels(data)
    where = _points_places(look, legend)
    return guess_figure(
        data=data,
        layout={
            **base_layout(where),
            **_legends(where),
            **_roc_and_pr(where, say),
            "annotations": _titles(where, say(ROC_TITLE), say(PR_TITLE), above=(legend, 0 if look.narrow else legend)),
        },
    )


def _points_places(look: Look, legend: int) -> Places:
    top = legend + TITLE
    if look.narrow:
        second = top + STACKED_PLANE + AXIS + TITLE
        panels = {
            "first": Panel(top, top + STACKED_PLANE, 0.12, 0.98),
            "second": Panel(second, second + STACKED_PLANE, 0.12, 0.98),
        }
        return Places(height=second + STACKED_PLANE + AXIS + 2 * MARGIN, panels=panels)
    bottom = look.height - 2 * MARGIN - AXIS
    panels = {"first": Panel(top, bottom, 0.06, 0.465), "second": Panel(top, bottom, 0.575, 0.985)}
    return Places(height=look.height, panels=panels)


def _moving(view: ThresholdView, at: OperatingPoints, i: int, shown: Shown, where: Places) -> list[Trace]:
    """Return the traces that follow the rule, at step `i`, but the strip, whose hue alone changes."""
    steps, has_matrix, small = view.steps, MATRIX in where.panels, where.is_low
    moving = [strip_rule(view, i)]
    if has_matrix:
        cells = (float(count[i]) for count in (steps.tp, steps.fn, steps.fp, steps.tn))
        moving += matrix_traces(*cells, of=shown.share_of, small=small, behind=shown.behind is not None)
    marks = operating_marks(at, i, shown.planes, group=shown.models[shown.chosen].name)
    if shown.behind is not None:
        behind, points, _curves = shown.behind
        if has_matrix:
            moving.append(shares_behind(behind, i, shown.share_of))
        marks = [*marks_behind(points, i, shown.planes, group=BEHIND_GROUP), *marks]
    # Where lines have names the marks go pale with theirs.
    return [*map(_unlisted, moving), *(mark | {OF_LINE: mark["legendgroup"]} for mark in marks)]


def _layout(view: ThresholdView, say: Say, where: Places) -> dict[str, Any]:
    return {
        **base_layout(where),
        **_legends(where),
        **strip_axes(view, say, where),
        **(matrix_axes(*where.domains(MATRIX), small=where.is_low) if MATRIX in where.panels else {}),
        "shapes": [*(cell_borders() if MATRIX in where.panels else []), zero_line()],
    }


def _legends(where: Places) -> dict[str, Any]:
    """Return the legends, each between its plane and the title of that."""
    base: dict[str, Any] = {"xanchor": "left", "yanchor": "bottom", "font": {"size": 13}, "tracegroupgap": 0}
    base["bgcolor"] = "rgba(0,0,0,0)"
    return {
        key: {**base, "x": where.panels[name].left, "y": where.paper(where.panels[name].top - LEGEND_GAP)}
        for key, name in (("legend", "first"), ("legend2", "second"))
    }


def _inside(where: Places) -> dict[str, Any]:
    """Return the legends: in the lower right corner of the ROC plane, and in the lower left one of P-R."""
    roc, pr = where.panels["first"], where.panels["second"]
    base: dict[str, Any] = {"font": {"size": 14}, "bgcolor": "rgba(0,0,0,0)", "yanchor": "bottom", "tracegroupgap": 0}
    right = {**base, "x": roc.right - 0.01, "xanchor": "right", "y": where.paper(roc.bottom) + 0.1}
    return {"legend": right, "legend2": {**base, "x": pr.left + 0.02, "y": where.paper(pr.bottom) + 0.04}}


def _told(where: Places, text: str) -> dict[str, Any]:
    """Return what is told of the models, below their names in the ROC plane."""
    roc = where.panels["first"]
    place = {"x": roc.right - 0.01, "xanchor": "right", "y": where.paper(roc.bottom) + 0.03, "yanchor": "bottom"}
    return {
        **place,
        "xref": "paper",
        "yref": "paper",
        "showarrow": False,
        "text": text,
        "font": {"size": 14},
        **GUESSED,
    }


def _planes(
    where: Places, shown: Shown, reach: Reach, classes: Classes, say: Say, *, above: tuple[int, int]
) -> dict[str, Any]:
    """Return the axes of the planes, and all that is written on the figure: titles so many pixels `above` planes."""
    texts = strip_sides(classes, narrow=True)
    if MATRIX in where.panels:
        labels = matrix_labels(classes, say, of=shown.share_of, small=where.is_low, letters=LETTERS, first=True)
        texts = [*labels, *texts]
    first, second = _worth(shown.planes, say)
    if shown.planes == "det":
        titles = _titles(where, f"{say(DET_TITLE)} · {first}", above=above)
        return {**_det(where, reach, say), "annotations": [*texts, *titles]}
    titles = _titles(where, f"{say(ROC_TITLE)} · {first}", f"{say(PR_TITLE)} · {second}", above=above)
    return {**_roc_and_pr(where, say), "annotations": [*texts, *titles]}


def _worth(planes: View, say: Say) -> tuple[str, str]:
    """Return what the numbers above each plane are called."""
    return (say(EQUAL_ERROR), "") if planes == "det" else ("AUC", "AP")


def _roc_and_pr(places: Places, say: Say, *, toward: str = "top") -> dict[str, Any]:
    planes = {
        **plane_axes(places, "first", ROC, (say(FPR), say(TPR)), {"range": list(SHARES)}),
        **plane_axes(places, "second", PR, (say(RECALL), say(PRECISION)), {"range": list(SHARES)}),
    }
    for x, y in ((ROC["xaxis"], ROC["yaxis"]), (PR["xaxis"], PR["yaxis"])):
        planes[axis_key(x)] |= {"constrain": "domain"}
        planes[axis_key(y)] |= {**SQUARE, "constraintoward": toward, "scaleanchor": x}
    return planes


def _det(places: Places, reach: Reach, say: Say) -> dict[str, Any]:
    axes = plane_axes(places, "first", ROC, (say(FPR), say(METRICS["fnr"].title)), {})
    for axis, (low, high), ends in zip(axes.values(), reach, _ends(reach), strict=True):
        ticks = {z: rate for z, rate in DET_TICKS.items() if low <= z <= high}
        axis |= {"range": list(ends), "tickvals": [*ticks], "ticktext": [*ticks.values()]}
    return axes


def _titles(places: Places, *titles: str, above: tuple[int, int]) -> list[dict[str, Any]]:
    """Return the titles of the planes, each so many pixels above its own, where its rows or its legend stand."""
    panels = [places.panels[name] for name in ("first", "second")]
    return [
        heading(title, panel.left, places.paper(panel.top - high - TITLE / 2))
        for title, panel, high in zip(titles, panels, above, strict=False)
    ]
