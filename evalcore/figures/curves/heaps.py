"""How often each score comes up in each class: two heaps that overlap."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.parts.strip import SCORE
from evalcore.figures.style import FONT, RULE, rgba, template
from evalcore.support.arrays import FloatArray


def heaps_figure(
    score: FloatArray,
    negative: FloatArray,
    positive: FloatArray,
    *,
    say: Say = str,
) -> go.Figure:
    """Draw two densities over the same scores: that of the negatives hollow, that of the positives solid.

    No row is decided here, so neither has a colour of a decision.
    """
    line = {"color": RULE, "width": 2.5}
    base: dict[str, Any] = {"type": "scatter", "mode": "lines", "x": score, "hoverinfo": "skip"}
    traces = [
        {**base, "y": positive, "fill": "tozeroy", "fillcolor": rgba(RULE, 0.5), "line": line},
        {**base, "y": negative, "line": {**line, "dash": "dash"}},
    ]
    names = [
        {"showarrow": False, "x": score[top], "y": density[top], "yshift": 12, "text": say(name)}
        for density, name in zip((negative, positive), (message("negative"), message("positive")), strict=True)
        for top in [int(np.argmax(density))]
    ]
    return go.Figure(
        data=traces,
        layout={
            "template": template(),
            "font": {"family": FONT, "size": 14},
            "height": 220,
            "margin": {"l": 16, "r": 16, "t": 28, "b": 44},
            "showlegend": False,
            "dragmode": False,
            "xaxis": {"title": {"text": say(SCORE)}, "showticklabels": False, "showgrid": False, "fixedrange": True},
            "yaxis": {"visible": False, "rangemode": "tozero", "fixedrange": True},
            "annotations": _apart(names),
        },
    )


def _apart(names: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Let the two names grow away from each other, so that they do not meet where the heaps nearly do."""
    left, right = names
    return [{**left, "xanchor": "right"}, {**right, "xanchor": "left"}]
