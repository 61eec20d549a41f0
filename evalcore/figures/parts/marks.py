"""Marks that figures without scores are drawn of: lines, texts, lines of text, and the planes they stand in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evalcore.figures.layout import HIDDEN, Places, axis_key
from evalcore.figures.style import Trace, hovered, threshold
from evalcore.views.digits import MOST_DIGITS
from evalcore.views.labels import Labels

Axes = dict[str, str]
# Between so many places of an upright line one never points far from all of them.
POINTED_AT = 16
# The group of the legend of the rows that a threshold was chosen on; a name from a file begins with no space.
BEHIND_GROUP = " behind"


def axes_of(k: int) -> Axes:
    """Return what the traces of the k-th plane name.

    >>> axes_of(1), axes_of(2)
    ({'xaxis': 'x', 'yaxis': 'y'}, {'xaxis': 'x2', 'yaxis': 'y2'})
    """
    number = "" if k == 1 else str(k)
    return {"xaxis": f"x{number}", "yaxis": f"y{number}"}


def scatter(axes: Axes, mode: str, x: Any, y: Any, **more: Any) -> Trace:
    """Return lines, markers or texts in a plane; what says nothing where one points at it is passed over."""
    says = more.keys() & {"hoverinfo", "hovertemplate", "hovertext"}
    return {"type": "scatter", "mode": mode, "x": x, "y": y, **({} if says else {"hoverinfo": "skip"}), **axes, **more}


def line(axes: Axes, x: Sequence[float | None], y: Sequence[float | None], **more: Any) -> Trace:
    """Return a line that nobody points at."""
    return scatter(axes, x=list(x), y=list(y), **{"mode": "lines", "showlegend": False, "cliponaxis": False, **more})


def upright(axes: Axes, at: float, ends: tuple[float, float], said: str, **more: Any) -> Trace:
    """Return an upright line that says what it is wherever one points at it."""
    bottom, top = ends
    up = [round(bottom + (top - bottom) * k / POINTED_AT, 4) for k in range(POINTED_AT + 1)]
    return line(axes, [at] * len(up), up, hovertemplate=f"{said}<extra></extra>", **more)


def dots(axes: Axes, x: Sequence[float], y: Sequence[float], marker: dict[str, Any], **more: Any) -> Trace:
    """Return marks that nobody points at."""
    return line(axes, x, y, mode="markers", marker=marker, **more)


def edged(size: Any, colour: Any, width: float = 1.5) -> dict[str, Any]:
    """Return the marker of a dot with a white edge, which keeps it apart from the lines it stands on."""
    return {"size": size, "color": colour, "line": {"width": width, "color": "white"}}


def field(axes: Axes, x: tuple[float, float], y: tuple[float, float], colour: str, **more: Any) -> Trace:
    """Return a filled field without a border, from one place to the other, across and up."""
    (left, right), (bottom, top) = x, y
    outline = [left, right, right, left, left], [bottom, bottom, top, top, bottom]
    return scatter(axes, "lines", *outline, **{"fill": "toself", "fillcolor": colour, "line": {"width": 0}, **more})


def texts(axes: Axes, x: Sequence[float], y: Sequence[float], text: Sequence[str], where: Any, **more: Any) -> Trace:
    """Return texts at places that stay."""
    usual = {"mode": "text", "showlegend": False, "cliponaxis": False, "textfont": {"size": 14}}
    return scatter(axes, x=list(x), y=list(y), text=list(text), textposition=where, **{**usual, **more})


def heat(axes: Axes, z: Any, scale: Sequence[tuple[float, str]], **more: Any) -> Trace:
    """Return a map of shares from 0 to 1, each in its shade."""
    says = {} if "hovertemplate" in more else {"hoverinfo": "skip"}
    shades = {"zmin": 0, "zmax": 1, "colorscale": [list(stop) for stop in scale], "showscale": False}
    return {"type": "heatmap", "z": z, **shades, **says, **axes, **more}


def lines_of_text(
    said: Sequence[str], at: Sequence[tuple[float, float]], axes: Axes, *, size: int, where: str = "middle center"
) -> Trace:
    """Return texts in fixed places; a step changes what they say."""
    x, y = zip(*at, strict=True)
    return scatter(axes, "text", list(x), list(y), text=list(said), textfont={"size": size}, textposition=where)


def grouped(traces: Sequence[Trace], group: str) -> list[Trace]:
    """Return traces that are seen as long as the line of this group of the legend."""
    return [trace | {"legendgroup": group} for trace in traces]


def moving(traces: Sequence[Trace]) -> list[Trace]:
    """Return what a step changes of traces: their places and texts, never their shade."""
    return [{key: value for key, value in trace.items() if key != "fillcolor"} for trace in traces]


def headline(axes: Axes, said: Sequence[str], *, narrow: bool, right: float = 1, small: int = 13, **more: Any) -> Trace:
    """Return two texts: at both ends of a line, on a narrow page one below the other and `small`."""
    if narrow:
        stacked = {**more, "textfont": {**more.get("textfont", {}), "size": small}}
        return texts(axes, [0, 0], [0.78, 0.22], said, ["middle right"] * 2, **stacked)
    return texts(axes, [0, right], [0.5, 0.5], said, ["middle right", "middle left"], **more)


def headline_axes(where: Places, name: str, axes: Axes) -> dict[str, Any]:
    """Return the axes of a line of text, which are not seen."""
    across, up = where.domains(name)
    x, y = axes["xaxis"], axes["yaxis"]
    return {
        axis_key(x): {**HIDDEN, "domain": across, "anchor": y, "range": [0, 1]},
        axis_key(y): {**HIDDEN, "domain": up, "anchor": x, "range": [0, 1]},
    }


def rect(axes: Axes, x: tuple[float, float], y: tuple[float, float], **more: Any) -> dict[str, Any]:
    """Return the shape of a rectangle in a plane."""
    ends = {"x0": x[0], "x1": x[1], "y0": y[0], "y1": y[1]}
    return {"type": "rect", "xref": axes["xaxis"], "yref": axes["yaxis"], **ends, **more}


def note(text: str, x: float, y: float, axes: Axes, **more: Any) -> dict[str, Any]:
    """Return a text in a plane, or beside it where `more` says so."""
    place = {"x": x, "y": y, "xref": axes["xaxis"], "yref": axes["yaxis"]}
    return {"text": text, **place, "showarrow": False, "font": {"size": 13}, **more}


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


def labelled(field: str, labels: Labels, digits: int = MOST_DIGITS) -> tuple[str, Trace]:
    """Return how short thresholds are written where one points at them, and what a trace has for that.

    A field of the points has them, with so many digits that can be read from it; of longer ones the texts are sent.
    """
    if labels.digits.max(initial=0) <= digits:
        return hovered(field, labels.value.tolist(), digits)
    each = zip(labels.value.tolist(), labels.digits.tolist(), strict=True)
    return "%{text}", {"text": [threshold(value, of) for value, of in each]}
