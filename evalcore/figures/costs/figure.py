"""The cost plane beside the ROC plane, with two sliders: the threshold, and the operating condition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import plotly.graph_objects as go

from evalcore.figures.costs.traces import (
    COST,
    MARK,
    ROC,
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
from evalcore.figures.layout import ENTRY, HIDDEN, LEGEND, Panel, Places, base_layout, plane_axes
from evalcore.figures.live.frames import LiveFigure, frame, redrawn
from evalcore.figures.live.slider import slider, step_name, threshold_slider
from evalcore.figures.style import Trace
from evalcore.views.costs import Conditions, CostLines, OperatingLines, Plane
from evalcore.views.threshold import ThresholdView

__all__ = ["CONDITION", "CONDITION_SLIDER", "MARK", "NARROW", "WIDE", "CostWords", "Shown", "costs_figure"]

# The name of a step of the second slider begins so; the rest is its P(+)cost.
CONDITION = "z:"
CONDITION_SLIDER = "condition"
# From the top of the first slider to that of the second.
SLIDER_PIXELS = 88
READOUT = Panel(0, 44, 0, 1)
WIDE = Places(
    height=695,
    slider=478,
    panels={"said": READOUT, "cost": Panel(58, 420, 0.055, 0.48), "roc": Panel(58, 420, 0.585, 0.985)},
)
# Between the planes the sliders stay in sight of both.
NARROW = Places(
    height=1125,
    slider=468,
    panels={"said": READOUT, "cost": Panel(58, 400, 0.12, 0.98), "roc": Panel(680, 1020, 0.12, 0.98)},
)


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
    start, now = view.steps.nearest(threshold), at.nearest(condition)
    still = _still(models, chosen, shown, words)
    of_t = [at_threshold(lines, i, shown, words) for i in range(view.steps.threshold.size)]
    ends = crossed_lines(models[chosen], plane)
    of_x = [at_condition(at, i, ends, plane, words) for i in range(at.x.size)]
    first, second = len(still), len(still) + len(of_t[start])
    places = NARROW if narrow else WIDE
    places = replace(places, height=places.height + ENTRY * (len(models) + len(shown.curves)))
    return LiveFigure(
        data=[*still, *of_t[start], *(of_x[now] if known else nowhere(of_x[now], words))],
        frames=[
            *_frames(map(step_name, view.steps.threshold.tolist()), of_t, first),
            *_frames(map(_condition_name, at.x.tolist()), of_x, second),
        ],
        layout=_layout(view, at, shown, words, places=places, active=(start, now)),
    )


def _still(models: Sequence[CostLines], chosen: int, shown: Shown, words: CostWords) -> list[Trace]:
    """Return what no slider moves, from the back to the front."""
    plane = shown.plane
    still = [*span_shade(shown), *rule_lines(plane, words), *thin_lines(models[chosen], plane, words)]
    still += [band_shade(*shown.band, plane)] if shown.band is not None else []
    still += [further_curve(curve, len(models) + k, shown, words) for k, curve in enumerate(shown.curves)]
    for k, model in enumerate(models):
        filled = k == chosen and "optimal" in shown.shaded
        still += model_lines(model, k, plane, words, chosen=k == chosen, filled=filled)
    return still


def _condition_name(x: float) -> str:
    return CONDITION + step_name(x)


def _frames(names: Iterable[str], steps: Sequence[list[Trace]], first: int) -> list[dict[str, Any]]:
    """Return a frame a step, which moves the traces from place `first` on."""
    return [frame(name, [*map(redrawn, traces)], first) for name, traces in zip(names, steps, strict=True)]


def _layout(
    view: ThresholdView, at: Conditions, shown: Shown, words: CostWords, *, places: Places, active: tuple[int, int]
) -> dict[str, Any]:
    plane = shown.plane
    said_x, said_y = places.domains("said")
    top, below = places.paper(places.slider), places.paper(places.slider + SLIDER_PIXELS)
    return {
        **base_layout(places),
        # Where a line begins and ends, for what the page draws while a point is hovered.
        "meta": {"left": plane.left, "right": plane.right},
        "annotations": rule_names(plane, words),
        "legend": LEGEND,
        **_cost_axes(plane, words, places),
        **plane_axes(places, "roc", ROC, (words.fpr, words.tpr), {"range": [-0.02, 1.02]}),
        "xaxis4": {**HIDDEN, "domain": said_x, "range": [0, 1], "anchor": "y4"},
        "yaxis4": {**HIDDEN, "domain": said_y, "range": [-0.5, 1.5], "anchor": "x4"},
        "sliders": [
            threshold_slider(view, words.threshold, active[0], y=top),
            slider(CONDITION_SLIDER, _condition_steps(at, plane), words.condition, active[1], y=below, length=1),
        ],
    }


def _cost_axes(plane: Plane, words: CostWords, places: Places) -> dict[str, Any]:
    axes = plane_axes(places, "cost", COST, (words.across, words.up), {})
    edge = 0.02 * (plane.high - plane.low)
    axes["xaxis"] |= {"range": [-0.02 * plane.far, 1.02 * plane.far]}
    axes["yaxis"] |= {
        "range": [plane.low - edge, plane.high + edge],
        "tickformat": "" if plane.ratio is None else ",",
    }
    return axes


def _condition_steps(at: Conditions, plane: Plane) -> list[tuple[str, str]]:
    """Return the name and the label of each step of the second slider; a label is in the units of the plane."""
    shown = plane.across(at.x).tolist()
    return [(_condition_name(x), f"{label:.4g}") for x, label in zip(at.x.tolist(), shown, strict=True)]
