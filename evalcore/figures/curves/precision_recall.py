"""P-R curves alone, as large as an audience needs them: which encloses which, and where precision is recall."""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.curves.overlays import PR
from evalcore.figures.curves.traces import PRECISION, RECALL, area_said, baselines, equal_line, model_lines
from evalcore.figures.layout import MARGIN, Look, Panel, Places, axis_key, base_layout, plane_axes
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.parts.marks import edged, scatter
from evalcore.figures.style import GUESSED, MODELS, Trace, guessed, number, plain
from evalcore.views.curves import ModelCurves

# The last stage marks the points where precision is recall.
BREAK_EVEN = 1
SHARES = {"range": [-0.03, 1.03], "constrain": "domain"}
# Pixels of an axis with its name.
AXIS = 46


def precision_recall_figure(
    models: Sequence[ModelCurves], prevalence: float, *, say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw the P-R curves of all models and, as the last stage, the break-even point of each."""
    look = look or Look()
    places = {"first": Panel(4, look.height - 2 * MARGIN - AXIS, *((0.12, 0.98) if look.narrow else (0.07, 0.6)))}
    where = Places(height=look.height, panels=places)
    marked = look.has(BREAK_EVEN)
    lines = [line for place, model in enumerate(models) for line in _lines(model, place, say, marked=marked)]
    marks = [mark for place, model in enumerate(models) for mark in _mark(model, place)] if marked else []
    axes = plane_axes(where, "first", PR, (say(RECALL), say(PRECISION)), SHARES)
    axes[axis_key(PR["yaxis"])] |= {"scaleanchor": PR["xaxis"], "scaleratio": 1}
    still = [line for line in baselines(prevalence, say) if line["xaxis"] == PR["xaxis"]]
    behind = [*still, equal_line([0, 1], [0, 1], PR)] if marked else still
    legend = {"x": 0.62, "y": 0.98, "yanchor": "top", "font": {"size": 15}, "tracegroupgap": 14}
    return guess_figure([*behind, *lines, *marks], {**base_layout(where), **axes, "legend2": legend})


def _lines(model: ModelCurves, place: int, say: Say, *, marked: bool) -> list[Trace]:
    """Return the P-R curve of a model, with its area in the legend, and its break-even point where that is marked."""
    name, ap = plain(model.name), guessed(area_said(model.average_precision))
    named = message("{name}<br>AP {ap}", name=name, ap=ap)
    if marked:
        value = guessed(number(model.break_even_point))
        named = message("{name}<br>AP {ap}<br>break-even point {value}", name=name, ap=ap, value=value)
    drawn = model_lines(model, place, "roc_pr", say, chosen=True, inside=True)
    mine = [line | {"meta": None} for line in drawn if line["xaxis"] == PR["xaxis"]]
    return [*mine[:-1], mine[-1] | {"name": say(named)}]


def _mark(model: ModelCurves, place: int) -> list[Trace]:
    """Return where precision is recall; nothing where that is nowhere."""
    value = model.break_even_point
    if math.isnan(value):
        return []
    marker = {"symbol": "triangle-up", **edged(18, MODELS[place % len(MODELS)][0], 2)}
    return [scatter(PR, "markers", [value], [value], marker=marker, showlegend=False, cliponaxis=False, **GUESSED)]
