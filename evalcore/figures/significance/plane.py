"""The parts that figures about tests share: the null distribution, the effect with its interval, lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalcore.figures.layout import HIDDEN, Places, axis_key
from evalcore.figures.parts.tracks import Track
from evalcore.figures.style import GRID, INK, RULE, Trace, rgba, signed
from evalcore.views.significance.null_pictures import NullPicture
from evalcore.views.significance.series import Series

Axes = dict[str, str]
# Room beside the places 0 to 1000 of a picture, for bars at its ends, and above its highest point.
SIDE, ABOVE, SPAN = 50, 60, 1000
# Pixels below a null distribution at which its numbers stand: off the grip on its axis.
NUMBERS_FROM, NUMBERS_TO = 14, 32


def axes_of(k: int) -> Axes:
    """Return what the traces of the k-th plane name.

    >>> axes_of(1), axes_of(2)
    ({'xaxis': 'x', 'yaxis': 'y'}, {'xaxis': 'x2', 'yaxis': 'y2'})
    """
    number = "" if k == 1 else str(k)
    return {"xaxis": f"x{number}", "yaxis": f"y{number}"}


def series_track(name: str, series: Series, plane: int, *, label: str, shown: str, ticks: Sequence[float]) -> Track:
    """Return the track of a handle in the k-th plane; `shown` is how its value is written, `ticks` are values."""
    axes, place = axes_of(plane), dict(zip(series.values, series.at, strict=True))
    return Track(
        name=name,
        label=label,
        axes=(axes["xaxis"], axes["yaxis"]),
        at=list(series.at),
        values=[repr(value) for value in series.values],
        shown=[shown.format(value) for value in series.values],
        ticks={place[value]: f"{value:,.4g}" for value in ticks if value in place},
        active=series.active,
    )


def line(axes: Axes, x: Sequence[float], y: Sequence[float], **more: Any) -> Trace:
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


def null_traces(picture: NullPicture, axes: Axes, numbers: Axes) -> list[Trace]:
    """Return the distribution, what of it is rejected, the observed value, and the numbers of both axes.

    The numbers of the lower axis have a plane of their own: out of a plane nothing is drawn.
    """
    flat = {"width": 1.5, "color": RULE}
    return [
        line(axes, *picture.whole, fill="tozeroy", fillcolor=rgba(RULE, 0.16), line=flat),
        line(axes, *picture.rejected, fill="tozeroy", fillcolor=rgba(RULE, 0.75), line=flat),
        line(axes, [picture.observed] * 2, [0, SPAN], line={"width": 3, "color": INK}),
        texts(
            numbers,
            [k * SPAN // 5 for k in range(6)],
            [0.5] * 6,
            [signed(f"{tick:,.6g}") for tick in picture.ticks],
            "middle center",
            textfont={"size": 13},
        ),
        texts(axes, [-SIDE], [SPAN], [f"{picture.top:.2g}"], "middle left", textfont={"size": 13}),
    ]


def moving(traces: Sequence[Trace]) -> list[Trace]:
    """Return what a step changes of traces: their places and texts, never their shade."""
    return [{key: value for key, value in trace.items() if key != "fillcolor"} for trace in traces]


def null_axes(where: Places, name: str, axes: Axes, numbers: Axes) -> dict[str, Any]:
    """Return the axes of a null distribution and of its numbers; what they mean is written by its traces."""
    across, up = where.domains(name)
    bottom = where.panels[name].bottom
    x, y = axes["xaxis"], axes["yaxis"]
    below = where.up(bottom + NUMBERS_FROM, bottom + NUMBERS_TO)
    hidden = {**HIDDEN, "domain": across, "anchor": numbers["yaxis"], "range": [-SIDE, SPAN + SIDE]}
    base = {"fixedrange": True, "showgrid": False, "showticklabels": False, "zeroline": False}
    return {
        axis_key(x): {**base, "domain": across, "anchor": y, "range": [-SIDE, SPAN + SIDE]},
        axis_key(y): {
            **base,
            "domain": up,
            "anchor": x,
            "range": [0, SPAN + ABOVE],
            "showgrid": True,
            "gridcolor": GRID,
            "tickvals": [SPAN],
            "zeroline": True,
            "zerolinecolor": RULE,
        },
        axis_key(numbers["xaxis"]): hidden,
        axis_key(numbers["yaxis"]): {**HIDDEN, "domain": below, "anchor": numbers["xaxis"], "range": [0, 1]},
    }


def effect_traces(axes: Axes, value: float, low: float, high: float, bar: float) -> list[Trace]:
    """Return what is compared with, dashed, and the estimate with its interval."""
    return [
        line(axes, [bar, bar], [-1, 1], line={"width": 2, "color": INK, "dash": "dash"}),
        line(axes, [low, high], [0, 0], line={"width": 6, "color": rgba(RULE, 0.8)}),
        {
            **line(axes, [value], [0]),
            "mode": "markers",
            "marker": {"size": 13, "color": INK},
        },
    ]


def effect_axes(where: Places, name: str, axes: Axes, across: Sequence[float], title: str) -> dict[str, Any]:
    """Return the axes of the effect: its values, and no height."""
    domain, up = where.domains(name)
    x, y = axes["xaxis"], axes["yaxis"]
    return {
        axis_key(x): {
            "domain": domain,
            "anchor": y,
            "range": list(across),
            "fixedrange": True,
            "gridcolor": GRID,
            "zeroline": False,
            "title": {"text": title, "standoff": 6, "font": {"size": 14}},
            "tickfont": {"size": 13},
            "nticks": 11,
        },
        axis_key(y): {**HIDDEN, "domain": up, "anchor": x, "range": [-1, 1]},
    }


def headline(axes: Axes, said: Sequence[str], *, narrow: bool, **more: Any) -> Trace:
    """Return two texts: at both ends of a line, on a narrow page one below the other and smaller."""
    if narrow:
        small = {**more, "textfont": {"size": 13}}
        return texts(axes, [0, 0], [0.78, 0.22], said, ["middle right"] * 2, **small)
    return texts(axes, [0, 1], [0.5, 0.5], said, ["middle right", "middle left"], **more)


def headline_axes(where: Places, name: str, axes: Axes) -> dict[str, Any]:
    """Return the axes of a line of text, which are not seen."""
    across, up = where.domains(name)
    x, y = axes["xaxis"], axes["yaxis"]
    return {
        axis_key(x): {**HIDDEN, "domain": across, "anchor": y, "range": [0, 1]},
        axis_key(y): {**HIDDEN, "domain": up, "anchor": x, "range": [0, 1]},
    }
