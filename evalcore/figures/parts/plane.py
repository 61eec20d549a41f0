"""A plane with two named axes that stands still: lines of models, their bands, and the present place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from evalcore.errors import Message, Say
from evalcore.figures.layout import Look
from evalcore.figures.style import FONT, GRID, INK, MODELS, RULE, rgba, template
from evalcore.intervals import Estimate
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


def point(x: float, y: Estimate, name: str) -> go.Scatter:
    """Return the present place as a mark with its interval."""
    known = not math.isnan(y.low)
    return go.Scatter(
        x=[None if math.isnan(x) else x],
        y=[None if math.isnan(y.value) else y.value],
        mode="markers",
        name=name,
        marker={"size": 12, "color": INK, "symbol": "diamond"},
        error_y={
            "type": "data",
            "array": [y.high - y.value if known else 0],
            "arrayminus": [y.value - y.low if known else 0],
            "color": INK,
        },
    )
