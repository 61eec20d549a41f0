"""A plane with two named axes that stands still: lines of models, their bands, and the present place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from evalcore.errors import Message, Say
from evalcore.figures.layout import Look
from evalcore.figures.style import FONT, GRID, INK, MODELS, RULE, rgba, template
from evalcore.support.arrays import FloatArray

HEIGHT = 420
SHARE: dict[str, Any] = {"range": [-0.02, 1.02]}


def plane(
    x: tuple[Message, dict[str, Any]], y: tuple[Message, dict[str, Any]], *, say: Say, look: Look | None
) -> dict[str, Any]:
    """Return the layout of a figure with these axes, each a title and what else it has."""
    across, up = (
        {"fixedrange": True, "gridcolor": GRID, "zeroline": False, **axis, "title": {"text": say(title)}}
        for title, axis in (x, y)
    )
    return {
        "template": template(),
        "font": {"family": FONT, "size": 14},
        "height": HEIGHT if look is None else look.height,
        "margin": {"l": 60, "r": 12, "t": 12, "b": 48},
        "dragmode": False,
        "hovermode": "closest",
        "legend": {"orientation": "h", "y": -0.2},
        "xaxis": across,
        "yaxis": up,
    }


def line(x: FloatArray, y: FloatArray, name: str, *, model: int = 0, width: float = 3) -> go.Scatter:
    """Return the line of a model, in its colour and dash."""
    colour, dash = MODELS[model % len(MODELS)]
    return go.Scatter(x=x, y=y, mode="lines", name=name, line={"color": colour, "dash": dash, "width": width})


def reference(
    x: Sequence[float] | FloatArray, y: Sequence[float] | FloatArray, name: str, dash: str = "dot"
) -> go.Scatter:
    """Return a line that other lines are seen against."""
    return go.Scatter(x=x, y=y, mode="lines", name=name, line={"color": RULE, "dash": dash, "width": 2})


def band(x: FloatArray, low: FloatArray, high: FloatArray, name: str, *, model: int = 0) -> list[go.Scatter]:
    """Return the two ends of a band, the area between them filled."""
    colour = MODELS[model % len(MODELS)][0]
    ends = {"x": x, "mode": "lines", "line": {"width": 0, "color": colour}, "hoverinfo": "skip"}
    return [
        go.Scatter(y=low, showlegend=False, **ends),
        go.Scatter(y=high, name=name, fill="tonexty", fillcolor=rgba(colour, 0.2), **ends),
    ]


def mark_place(figure: go.Figure, at: float) -> None:
    """Draw the present place as a rule across the plane, where there is one."""
    if not math.isnan(at) and math.isfinite(at):
        figure.add_vline(x=at, line={"color": INK, "width": 2, "dash": "dash"})
