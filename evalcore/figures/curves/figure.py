"""ROC and P-R side by side, or DET, with the live threshold: scores, matrix and operating points move together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import plotly.graph_objects as go

from evalcore.figures.confusion_matrix.figure import (
    MARGIN,
    MATRIX_RANGE,
    STRIP,
    axis_reach,
    change,
    class_sizes,
    slider,
    step_name,
)
from evalcore.figures.curves.traces import (
    CurveWords,
    Overlay,
    Reach,
    View,
    baselines,
    equal_errors,
    label_points,
    model_lines,
    operating_marks,
    overlaid,
)
from evalcore.figures.parts import panels
from evalcore.figures.parts.panels import Trace
from evalcore.figures.style import FONT, GRID, RULE, LiveFigure, template
from evalcore.views.curves import DET_REACH, LabelPoint, ModelCurves, OperatingPoints
from evalcore.views.threshold import ThresholdView

__all__ = ["CurveWords", "Overlay", "View", "curves_figure", "points_figure"]

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
# Height of a model's entry in the legend.
ROW = 24


@dataclass(frozen=True)
class Panel:
    """A span in pixels from the top, and as shares of the width."""

    top: int
    bottom: int
    left: float
    right: float


@dataclass(frozen=True)
class Places:
    """Where the panels stand; a narrow page stacks what a wide one sets side by side."""

    height: int
    strip: Panel
    slider: int
    bar: int
    matrix: Panel
    first: Panel
    second: Panel
    det: Panel

    def up(self, top: float, bottom: float) -> list[float]:
        """Return the paper domain of a span given in pixels from the top."""
        inner = self.height - 2 * MARGIN
        return [1 - bottom / inner, 1 - top / inner]

    def domains(self, panel: Panel) -> tuple[list[float], list[float]]:
        """Return a panel's horizontal and vertical domain."""
        return [panel.left, panel.right], self.up(panel.top, panel.bottom)


POINTS_FIRST = Panel(28, 370, 0.06, 0.465)
POINTS_SECOND = Panel(28, 370, 0.575, 0.985)
WIDE = Places(
    height=816,
    strip=Panel(*STRIP, 0, 0.6),
    slider=224,
    bar=7,
    matrix=Panel(0, 290, 0.7, 1),
    first=Panel(350, 720, 0.06, 0.465),
    second=Panel(350, 720, 0.575, 0.985),
    det=Panel(350, 720, 0.06, 0.465),
)
NARROW = Places(
    height=1526,
    strip=Panel(*STRIP, 0, 1),
    slider=224,
    bar=5,
    matrix=Panel(300, 580, 0.1, 1),
    first=Panel(650, 1010, 0.12, 0.98),
    second=Panel(1090, 1430, 0.12, 0.98),
    det=Panel(650, 1010, 0.12, 0.98),
)


def curves_figure(
    view: ThresholdView,
    models: Sequence[ModelCurves],
    at: OperatingPoints,
    *,
    threshold: float,
    prevalence: float,
    chosen: int = 0,
    points: Sequence[LabelPoint] = (),
    overlays: Sequence[Overlay] = (),
    show: View = "roc_pr",
    words: CurveWords | None = None,
    narrow: bool = False,
) -> go.Figure:
    """Draw the curves of all models; the slider moves the operating point of the chosen one."""
    words = words or CurveWords()
    places = NARROW if narrow else WIDE
    if narrow and show == "det":
        places = replace(places, height=1106)
    entries = len(models) + (len(points) + sum(line.legend for line in overlays) if show == "roc_pr" else 0)
    places = replace(places, height=places.height + ROW * entries)
    reach = det_reach(models)
    # A rate outside the plane, such as 0 or 1, stands at its edge.
    at = replace(at, det_x=at.det_x.clip(*reach[0]), det_y=at.det_y.clip(*reach[1]))
    start = view.steps.nearest(threshold)
    strip = panels.strip_trace(view, words, panels.hue(view, start), bar=places.bar)
    names = panels.matrix_still(*class_sizes(view))
    for trace in (strip, *names):
        trace["showlegend"] = False
    still: list[Trace] = []
    if show == "roc_pr":
        still += [*baselines(words, prevalence), *overlaid(overlays)]
    else:
        (left, right), (bottom, top) = reach
        still.append(equal_errors(max(left, bottom), min(right, top)))
    still += [t for i, m in enumerate(models) for t in model_lines(m, i, words, show, chosen=i == chosen)]
    if show == "roc_pr":
        still += [t for i, point in enumerate(points) for t in label_points(point, len(models) + i, words)]
    return LiveFigure(
        data=[*still, strip, *_moving(view, at, start, show), *names],
        frames=[_frame(view, at, i, len(still), show) for i in range(view.steps.threshold.size)],
        layout=_layout(view, words, start, places) | _planes(view, words, places, show, reach),
    )


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
    places = replace(WIDE, height=470 + ROW * len(points), first=POINTS_FIRST, second=POINTS_SECOND)
    share = {"range": [-0.02, 1.02]}
    return go.Figure(
        data=[*baselines(words, prevalence), *(t for i, p in enumerate(points) for t in label_points(p, i, words))],
        layout={
            "template": template(),
            "height": places.height,
            "margin": {"l": MARGIN, "r": MARGIN, "t": MARGIN, "b": MARGIN},
            "hovermode": "closest",
            "dragmode": False,
            "font": {"family": FONT, "size": 14},
            "legend": {"x": 0, "y": 0, "yanchor": "bottom", "orientation": "v", "font": {"size": 14}},
            **_plane(places, places.first, 3, (words.fpr, words.tpr), share),
            **_plane(places, places.second, 5, (words.recall, words.precision), share),
            "annotations": [
                _title(f"<b>{words.roc_title}</b>", places.first.left, places.up(0, places.first.top - 14)[0]),
                _title(f"<b>{words.pr_title}</b>", places.second.left, places.up(0, places.second.top - 14)[0]),
            ],
        },
    )


def _frame(view: ThresholdView, at: OperatingPoints, i: int, first: int, show: View) -> dict[str, Any]:
    data = [{"marker": panels.hue(view, i)}, *(change(trace) for trace in _moving(view, at, i, show))]
    name = step_name(float(view.steps.threshold[i]))
    return {"name": name, "data": data, "traces": list(range(first, first + len(data)))}


def _moving(view: ThresholdView, at: OperatingPoints, i: int, show: View) -> list[Trace]:
    steps = view.steps
    t = panels.drawn_at(view, i)
    down, up = panels.strip_reach(view)
    rule: Trace = {
        "type": "scatter",
        "mode": "lines",
        "x": [t, t],
        "y": [-down, up],
        "line": {"width": 2.5, "color": RULE},
        "hoverinfo": "skip",
        "showlegend": False,
    }
    cells = (float(a[i]) for a in (steps.tp, steps.fn, steps.fp, steps.tn))
    matrix = [trace | {"showlegend": False} for trace in panels.matrix_traces(*cells)]
    return [rule, *matrix, *operating_marks(at, i, show)]


def _layout(view: ThresholdView, words: CurveWords, start: int, places: Places) -> dict[str, Any]:
    down, up = panels.strip_reach(view)
    hidden = {"visible": False, "fixedrange": True}
    strip_x, strip_y = places.domains(places.strip)
    matrix_x, matrix_y = places.domains(places.matrix)
    return {
        "template": template(),
        "height": places.height,
        "margin": {"l": MARGIN, "r": MARGIN, "t": MARGIN, "b": MARGIN},
        "hovermode": "closest",
        "dragmode": False,
        "font": {"family": FONT, "size": 14},
        "legend": {"x": 0, "y": 0, "yanchor": "bottom", "orientation": "v", "font": {"size": 14}},
        "xaxis": {
            "domain": strip_x,
            "range": axis_reach(view),
            "anchor": "y",
            "fixedrange": True,
            "showgrid": False,
        },
        "yaxis": {**hidden, "domain": strip_y, "range": [-down, up], "anchor": "x"},
        "xaxis2": {**hidden, "domain": matrix_x, "range": [0, 2.6], "anchor": "y2"},
        "yaxis2": {**hidden, "domain": matrix_y, "range": MATRIX_RANGE, "anchor": "x2"},
        "sliders": [
            slider(view, words, start, y=places.up(0, places.slider)[0], length=places.strip.right),
        ],
        "shapes": [*panels.cell_borders(), panels.zero_line()],
    }


def _planes(view: ThresholdView, words: CurveWords, places: Places, show: View, reach: Reach) -> dict[str, Any]:
    titles = [
        *panels.matrix_labels(words),
        *panels.strip_sides(words),
        _title(panels.strip_title(view, words), 0, places.up(0, 8)[0]),
    ]
    if show == "det":
        titles.append(_title(f"<b>{words.det_title}</b>", places.det.left, places.up(0, places.det.top - 18)[0]))
        plane = _plane(places, places.det, 3, (words.fpr, words.fnr), {})
        for axis, (low, high) in zip(("xaxis3", "yaxis3"), reach, strict=True):
            ticks = {z: rate for z, rate in DET_TICKS.items() if low <= z <= high}
            plane[axis] |= {"range": [low - 0.1, high + 0.1], "tickvals": [*ticks], "ticktext": [*ticks.values()]}
        return {**plane, "annotations": titles}
    share = {"range": [-0.02, 1.02]}
    for panel, text in ((places.first, words.roc_title), (places.second, words.pr_title)):
        titles.append(_title(f"<b>{text}</b>", panel.left, places.up(0, panel.top - 18)[0]))
    return {
        **_plane(places, places.first, 3, (words.fpr, words.tpr), share),
        **_plane(places, places.second, 5, (words.recall, words.precision), share),
        "annotations": titles,
    }


def _plane(places: Places, panel: Panel, n: int, names: tuple[str, str], axis: dict[str, Any]) -> dict[str, Any]:
    x, y = places.domains(panel)
    base = {"fixedrange": True, "gridcolor": GRID, **axis}
    titles = [{"text": name, "standoff": 14, "font": {"size": 14}} for name in names]
    return {
        f"xaxis{n}": {**base, "domain": x, "anchor": f"y{n}", "title": titles[0]},
        f"yaxis{n}": {**base, "domain": y, "anchor": f"x{n}", "title": titles[1]},
    }


def _title(text: str, x: float, y: float) -> dict[str, Any]:
    return {
        "text": text,
        "x": x,
        "y": y,
        "xref": "paper",
        "yref": "paper",
        "xanchor": "left",
        "yanchor": "middle",
        "showarrow": False,
        "font": {"size": 15},
    }
