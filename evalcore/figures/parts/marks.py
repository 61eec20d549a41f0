"""Marks that figures without scores are drawn of: lines, texts, lines of text, and the planes they stand in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.figures.layout import HIDDEN, Places, axis_key
from evalcore.figures.style import Trace

Axes = dict[str, str]


def axes_of(k: int) -> Axes:
    """Return what the traces of the k-th plane name.

    >>> axes_of(1), axes_of(2)
    ({'xaxis': 'x', 'yaxis': 'y'}, {'xaxis': 'x2', 'yaxis': 'y2'})
    """
    number = "" if k == 1 else str(k)
    return {"xaxis": f"x{number}", "yaxis": f"y{number}"}


def line(axes: Axes, x: Sequence[float | None], y: Sequence[float | None], **more: Any) -> Trace:
    """Return a line that nobody points at."""
    return {
        "type": "scatter",
        "mode": "lines",
        "x": list(x),
        "y": list(y),
        "hoverinfo": "skip",
        "showlegend": False,
        "cliponaxis": False,
        **axes,
        **more,
    }


def texts(axes: Axes, x: Sequence[float], y: Sequence[float], text: Sequence[str], where: Any, **more: Any) -> Trace:
    """Return texts at places that stay."""
    return {
        "type": "scatter",
        "mode": "text",
        "x": list(x),
        "y": list(y),
        "text": list(text),
        "textposition": where,
        "hoverinfo": "skip",
        "showlegend": False,
        "cliponaxis": False,
        "textfont": {"size": 14},
        **axes,
        **more,
    }


def moving(traces: Sequence[Trace]) -> list[Trace]:
    """Return what a step changes of traces: their places and texts, never their shade."""
    return [{key: value for key, value in trace.items() if key != "fillcolor"} for trace in traces]


def headline(axes: Axes, said: Sequence[str], *, narrow: bool, right: float = 1, **more: Any) -> Trace:
    """Return two texts: at both ends of a line, on a narrow page one below the other and smaller."""
    if narrow:
        small = {**more, "textfont": {"size": 13}}
        return texts(axes, [0, 0], [0.78, 0.22], said, ["middle right"] * 2, **small)
    return texts(axes, [0, right], [0.5, 0.5], said, ["middle right", "middle left"], **more)


def headline_axes(where: Places, name: str, axes: Axes) -> dict[str, Any]:
    """Return the axes of a line of text, which are not seen."""
    across, up = where.domains(name)
    x, y = axes["xaxis"], axes["yaxis"]
    return {
        axis_key(x): {**HIDDEN, "domain": across, "anchor": y, "range": [0, 1]},
        axis_key(y): {**HIDDEN, "domain": up, "anchor": x, "range": [0, 1]},
    }


def in_planes(traces: Sequence[Trace], planes: Sequence[Mapping[str, str]]) -> list[Trace]:
    """Return the traces that stand in one of these planes.

    >>> in_planes([{"xaxis": "x"}, {"xaxis": "x2"}], [{"xaxis": "x2"}])
    [{'xaxis': 'x2'}]
    """
    return [trace for trace in traces if any(trace["xaxis"] == plane["xaxis"] for plane in planes)]


def placed(where: Places, name: str, axes: Axes, x: dict[str, Any], y: dict[str, Any]) -> dict[str, Any]:
    """Return both axes of a plane, which nobody zooms, where its panel stands; one that is left out has none."""
    if name not in where.panels:
        return {}
    across, up = where.domains(name)
    return {
        axis_key(axes["xaxis"]): {"fixedrange": True, **x, "domain": across, "anchor": axes["yaxis"]},
        axis_key(axes["yaxis"]): {"fixedrange": True, **y, "domain": up, "anchor": axes["xaxis"]},
    }
