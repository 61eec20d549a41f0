"""Errors of rows in tenths, from low to high predictions: how large they are, and whether too high or too low."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.layout import NUMBERED, Look, Panel, Places, base_layout
from evalcore.figures.parts.marks import axes_of, line, placed
from evalcore.figures.regression.numbers import written
from evalcore.figures.style import METRIC, RULE, Trace, rgba
from evalcore.regression import ErrorGroups

GROUPS: Final = axes_of(1)
HEIGHT: Final = 300
_BIAS: Final = METRIC["f1"][0]
_MAE: Final = METRIC["precision"][0]


def groups_figure(found: ErrorGroups, *, by: str = "prediction", say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw the mean absolute error of each tenth as bars, and how far it is too high or too low on average.

    `by` is what the rows are sorted by.
    """
    look = look or Look()
    too_high = say(message("mean prediction − mean truth"))
    where = Places(HEIGHT, {"groups": Panel(34, HEIGHT - 74, 0.13 if look.narrow else 0.06, 0.99)})
    edges = [float(found.low[0]), *found.high.tolist()]
    bars = _bars(found, edges, say)
    bias = line(
        GROUPS,
        [(a + b) / 2 for a, b in pairwise(edges)],
        found.bias.tolist(),
        mode="lines+markers",
        line={"color": _BIAS, "width": 2},
        marker={"size": 8, "color": _BIAS},
        name=too_high,
        showlegend=True,
        hoverinfo="text",
        hovertext=_said(found, found.bias.tolist(), too_high, say),
    )
    ends = [edges[0], edges[-1]]
    zero = line(GROUPS, ends, [0, 0], line={"color": RULE, "width": 1.5, "dash": "dash"})
    title = {"text": by, "standoff": 10, "font": {"size": 14}}
    layout = {
        **base_layout(where),
        **placed(where, "groups", GROUPS, {**NUMBERED, "title": title}, {**NUMBERED, "nticks": 6}),
        "legend": {"orientation": "h", "x": 0, "y": 1, "xanchor": "left", "yanchor": "top"},
    }
    return go.Figure(data=[bars, zero, bias], layout=layout)


def _bars(found: ErrorGroups, edges: list[float], say: Say) -> Trace:
    name = say(message("MAE"))
    return {
        "type": "bar",
        "x": [(a + b) / 2 for a, b in pairwise(edges)],
        "width": [b - a for a, b in pairwise(edges)],
        "y": found.mae.tolist(),
        "marker": {"color": rgba(_MAE, 0.35), "line": {"color": _MAE, "width": 1}},
        "name": name,
        "hoverinfo": "text",
        "hovertext": _said(found, found.mae.tolist(), name, say),
        **GROUPS,
    }


def _said(found: ErrorGroups, values: list[float], name: str, say: Say) -> list[str]:
    ends = zip(found.low.tolist(), found.high.tolist(), found.n.tolist(), values, strict=True)
    return [
        say(
            message(
                "{low} to {high}, {n} rows: {name} {value}",
                low=written(low),
                high=written(high),
                n=f"{n:,}",
                name=name,
                value=written(value),
            )
        )
        for low, high, n, value in ends
    ]
