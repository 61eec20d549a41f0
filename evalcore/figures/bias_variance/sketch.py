"""A curve guessed before it is measured, and the measured one beside it once there is an answer."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.bias_variance.colours import SAMPLE
from evalcore.figures.style import FONT, GRID, INK, template


def sketch_figure(
    at: Sequence[float],
    guessed: Sequence[float | None],
    measured: Sequence[float] | None = None,
    *,
    x: str = "degree",
    y: str = "error",
    say: Say = str,
) -> go.Figure:
    """Draw a guess, as far as there is one, and what was measured.

    Parameters
    ----------
    at : (points,)
    guessed : (points,)
        None where nothing is guessed yet.
    measured : (points,), optional
    x, y : str
        What the axes are called.
    """
    base = {"type": "scatter", "mode": "lines+markers", "hoverinfo": "skip"}
    traces = [
        {
            **base,
            "x": list(at),
            "y": list(guessed),
            "name": say(message("your guess")),
            "line": {"color": SAMPLE, "width": 3},
            "marker": {"size": 9},
        }
    ]
    if measured is not None:
        traces.append(
            {
                **base,
                "x": list(at),
                "y": list(measured),
                "name": say(message("measured")),
                "line": {"color": INK, "width": 3, "dash": "dash"},
                "marker": {"size": 7},
            }
        )
    known = [value for value in (*guessed, *(measured or ())) if value is not None]
    axis = {"fixedrange": True, "gridcolor": GRID, "zeroline": False}
    return go.Figure(
        data=traces,
        layout={
            "template": template(),
            "font": {"family": FONT, "size": 14},
            "width": 420,
            "height": 280,
            "margin": {"l": 52, "r": 16, "t": 12, "b": 84},
            "showlegend": measured is not None,
            "legend": {"orientation": "h", "x": 0, "y": -0.26, "yanchor": "top"},
            "dragmode": False,
            "xaxis": {**axis, "tickvals": list(at), "title": {"text": x, "standoff": 8}},
            "yaxis": {**axis, "range": [0, 1.1 * max([0.6, *known])], "title": {"text": y, "standoff": 8}},
        },
    )
