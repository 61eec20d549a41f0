"""The cost plane beside the ROC plane, with two sliders: the threshold, and the operating condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from evalcore.figures.confusion_matrix.figure import MARGIN, slider, step_name
from evalcore.figures.costs.traces import (
    MARK,
    CostWords,
    Shown,
    at_condition,
    at_threshold,
    band_shade,
    crossed_lines,
    further_curve,
    model_lines,
    nowhere,
    rule_lines,
    rule_names,
    span_shade,
    thin_lines,
)
from evalcore.figures.parts.panels import Trace
from evalcore.figures.style import FONT, GRID, POSITIVE, LiveFigure, rgba, template
from evalcore.views.costs import Conditions, CostLines, OperatingLines, Plane
from evalcore.views.threshold import ThresholdView

__all__ = [
    "CONDITION",
    "CONDITION_SLIDER",
    "MARK",
    "NARROW",
    "ROW",
    "WIDE",
    "CostWords",
    "Places",
    "Shown",
    "costs_figure",
]

# The name of a step of the second slider begins so; the rest is its P(+)cost.
CONDITION = "z:"
CONDITION_SLIDER = "condition"


@dataclass(frozen=True)
class Places:
    """Spans in pixels from the top and as shares of the width."""

    height: int
    cost: tuple[int, int]
    cost_x: tuple[float, float]
    roc: tuple[int, int]
    roc_x: tuple[float, float]
    sliders: int

    def up(self, top: float, bottom: float) -> list[float]:
        """Return the paper domain of a span given in pixels from the top."""
        inner = self.height - 2 * MARGIN
        return [1 - bottom / inner, 1 - top / inner]


WIDE = Places(695, (58, 420), (0.055, 0.48), (58, 420), (0.585, 0.985), 478)
# Between the planes the sliders stay in sight of both.
NARROW = Places(1125, (58, 400), (0.12, 0.98), (680, 1020), (0.12, 0.98), 468)
ROW = 24


def costs_figure(
    view: ThresholdView,
    lines: OperatingLines,
    models: Sequence[CostLines],
    at: Conditions,
    *,
    threshold: float,
    condition: float,
    chosen: int = 0,
    shown: Shown | None = None,
    words: CostWords | None = None,
    narrow: bool = False,
    known: bool = True,
) -> go.Figure:
    """Draw both planes; the slider of `view` moves the line of the threshold, that of `at` the condition.

    With `known` false nothing is at stake, so no condition is marked until its slider is dragged from `condition`.
    """
    words, shown = words or CostWords(), shown or Shown()
    plane = shown.plane
    places = NARROW if narrow else WIDE
    places = Places(places.height + ROW * (len(models) + len(shown.curves)), *list(vars(places).values())[1:])
    start, now = view.steps.nearest(threshold), at.nearest(condition)
    still = [*span_shade(shown), *rule_lines(plane, words), *thin_lines(models[chosen], plane, words)]
    still += [band_shade(*shown.band, plane)] if shown.band is not None else []
    still += [further_curve(curve, len(models) + k, shown, words) for k, curve in enumerate(shown.curves)]
    still += [
        t
        for k, model in enumerate(models)
        for t in model_lines(
            model, k, plane, words, chosen=k == chosen, filled=k == chosen and "optimal" in shown.shaded
        )
    ]
    of_t = [at_threshold(lines, i, shown, words) for i in range(view.steps.threshold.size)]
    ends = crossed_lines(models[chosen], plane)
    of_x = [at_condition(at, i, ends, plane, words) for i in range(at.x.size)]
    first, second = len(still), len(still) + len(of_t[start])
    names = map(step_name, view.steps.threshold.tolist())
    frames = [_frame(name, traces, first) for name, traces in zip(names, of_t, strict=True)]
    frames += [_frame(CONDITION + step_name(x), t, second) for x, t in zip(at.x.tolist(), of_x, strict=True)]
    return LiveFigure(
        data=[*still, *of_t[start], *(of_x[now] if known else nowhere(of_x[now], words))],
        frames=frames,
        layout=_layout(view, at, shown, words, places=places, active=(start, now)),
    )


def _frame(name: str, traces: list[Trace], first: int) -> dict[str, Any]:
    data = [{key: trace[key] for key in (("text",) if "text" in trace else ("x", "y"))} for trace in traces]
    return {"name": name, "data": data, "traces": list(range(first, first + len(data)))}


def _layout(
    view: ThresholdView, at: Conditions, shown: Shown, words: CostWords, *, places: Places, active: tuple[int, int]
) -> dict[str, Any]:
    plane = shown.plane
    margin = 0.02 * (plane.high - plane.low)
    share = {"range": [-0.02, 1.02], "fixedrange": True, "gridcolor": GRID}
    hidden = {"visible": False, "fixedrange": True}
    top = places.up(0, places.sliders)[0]
    lower = places.up(0, places.sliders + 88)[0]

    def title(text: str) -> dict[str, Any]:
        return {"text": text, "standoff": 14, "font": {"size": 14}}

    return {
        "template": template(),
        "height": places.height,
        "margin": {"l": MARGIN, "r": MARGIN, "t": MARGIN, "b": MARGIN},
        "hovermode": "closest",
        # Where a line begins and ends, for what the page draws while a point is hovered.
        "meta": {"left": plane.left, "right": plane.right},
        "annotations": rule_names(plane, words),
        "dragmode": False,
        "font": {"family": FONT, "size": 14},
        "legend": {"x": 0, "y": 0, "yanchor": "bottom", "orientation": "v", "font": {"size": 14}},
        "xaxis": {
            **share,
            "range": [-0.02 * plane.far, 1.02 * plane.far],
            "domain": places.cost_x,
            "anchor": "y",
            "title": title(words.across),
        },
        "yaxis": {
            **share,
            "range": [plane.low - margin, plane.high + margin],
            "domain": places.up(*places.cost),
            "anchor": "x",
            "title": title(words.up),
            "tickformat": "" if plane.ratio is None else ",",
        },
        "xaxis3": {**share, "domain": places.roc_x, "anchor": "y3", "title": title(words.fpr)},
        "yaxis3": {**share, "domain": places.up(*places.roc), "anchor": "x3", "title": title(words.tpr)},
        "xaxis4": {**hidden, "domain": [0, 1], "range": [0, 1], "anchor": "y4"},
        "yaxis4": {**hidden, "domain": places.up(0, 44), "range": [-0.5, 1.5], "anchor": "x4"},
        "sliders": [
            slider(view, words, active[0], y=top),
            _conditions(at, plane, words, active[1], lower),
        ],
    }


def _conditions(at: Conditions, plane: Plane, words: CostWords, active: int, y: float) -> dict[str, Any]:
    play = {"mode": "immediate", "frame": {"duration": 0, "redraw": False}, "transition": {"duration": 0}}
    names = [CONDITION + step_name(x) for x in at.x.tolist()]
    labels = [f"{x:.4g}" for x in plane.across(at.x).tolist()]
    return {
        "name": CONDITION_SLIDER,
        "active": active,
        "steps": [
            {"method": "animate", "label": label, "value": name, "args": [[name], play]}
            for name, label in zip(names, labels, strict=True)
        ],
        "currentvalue": {"prefix": f"{words.condition} = ", "xanchor": "left", "font": {"size": 20}, "offset": 8},
        "x": 0,
        "len": 1,
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
