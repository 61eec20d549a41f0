"""Residuals of two models side by side, for an exercise: both have the same mean squared error."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import plotly.graph_objects as go

from evalcore.figures.layout import NUMBERED, Panel, Places, base_layout, heading
from evalcore.figures.parts.marks import axes_of, line, placed
from evalcore.figures.style import MODELS, RULE

HEIGHT: Final = 240


def residuals_figure(pair: Sequence[Sequence[float]], names: Sequence[str]) -> go.Figure:
    """Draw the residuals of two models in the order of their rows."""
    most = max(abs(value) for residuals in pair for value in residuals) * 1.15
    panels = {f"p{k}": Panel(24, HEIGHT - 50, left, left + 0.4) for k, left in enumerate((0.06, 0.56))}
    where = Places(HEIGHT, panels)
    data, layout, annotations = [], base_layout(where), []
    for k, (residuals, name) in enumerate(zip(pair, names, strict=True)):
        axes, rows = axes_of(k + 1), list(range(1, len(residuals) + 1))
        dots = {"mode": "markers", "marker": {"size": 9, "color": MODELS[k][0]}}
        data += [
            line(axes, [0, len(rows) + 1], [0, 0], line={"color": RULE, "width": 1.5, "dash": "dash"}),
            line(axes, rows, list(residuals), **dots),
        ]
        across = {**NUMBERED, "range": [0, len(rows) + 1], "showticklabels": False}
        layout |= placed(where, f"p{k}", axes, across, {**NUMBERED, "range": [-most, most], "nticks": 5})
        annotations.append(heading(name, panels[f"p{k}"].left, where.paper(10)))
    return go.Figure(data=data, layout={**layout, "annotations": annotations})
