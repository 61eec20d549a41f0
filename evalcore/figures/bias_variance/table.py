"""A table of one's own: parts of the error on rows held out, against flexibility and beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import plotly.graph_objects as go

from evalcore.errors import Message, Say, message
from evalcore.figures.bias_variance.colours import BIAS, LINES, VARIANCE, area
from evalcore.figures.bias_variance.family import HEAD, PILL, headings, through
from evalcore.figures.bias_variance.said import table_parts
from evalcore.figures.layout import HIDDEN, MARGIN, NUMBERED, Look, Panel, Places, base_layout
from evalcore.figures.live.motion import live_figure, moved
from evalcore.figures.parts.marks import axes_of, line, moving, placed, texts
from evalcore.figures.style import GUESSED, INK, RULE, Trace
from evalcore.views.bias_variance.table import Name, TableStep, TableView

COMPLEXITY: Final = "complexity"
SWEEP, COLUMNS, READOUT = axes_of(1), axes_of(2), axes_of(3)
_WIDE: Final = 0.36  # half of a column
_OF: Final[dict[Name, str]] = {"bias_and_noise": "bias", "variance": "variance", "error": "error"}
_COLOURS: Final[dict[Name, str]] = {
    "bias_and_noise": BIAS,
    "variance": VARIANCE,
    "variance_unbiased": VARIANCE,
    "variance_biased": VARIANCE,
    "error": RULE,
}


# Columns beside each other differ by texture, too.
_SHAPES: Final[dict[Name, str]] = {"variance": "/", "variance_unbiased": "/", "variance_biased": "\\"}


def places(look: Look) -> Places:
    """Return where the parts stand."""
    if look.narrow:
        panels = {
            "sweep": Panel(48, 330, 0.13, 0.99),
            "columns": Panel(450, 690, 0.13, 0.99),
            "readout": Panel(694, 780, 0.13, 0.99),
        }
        return Places(810, panels)
    inner = look.height - 2 * MARGIN
    top, bottom = HEAD + PILL, inner - 76
    panels = {
        "sweep": Panel(top, bottom, 0.065, 0.56),
        "columns": Panel(top, bottom, 0.64, 0.995),
        "readout": Panel(bottom + 4, inner, 0.64, 0.995),
    }
    return Places(look.height, panels)


def table_figure(
    view: TableView, active: int, *, complexity: str = "depth", say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw a family of learners on a table at one of them; a handle goes through all.

    `complexity` is what the axis of the learners is called.
    """
    look = look or Look()
    named = {name: say(text) for name, text in _names_of(view).items()}
    where = places(look)
    still = [*_lines(view, named), _best(view), *_names(view, named)]
    steps = [_step_traces(view, step) for step in view.steps]
    layout = {**base_layout(where), **_axes(where, view, complexity), "annotations": _headings(view, where, say)}
    said, parts = [_said(step, say) for step in view.steps], moved([moving(step) for step in steps], len(still))
    handle = through(view, COMPLEXITY, "xy", active, label=complexity, said=said, parts=parts)
    return live_figure([*still, *steps[active]], layout, [handle])


def bias_and_noise(view: TableView) -> Message:
    """Return what the part is called that noise is counted into."""
    return message("bias² + noise") if view.is_squared else message("bias + noise")


def _names_of(view: TableView) -> dict[Name, Message]:
    return {
        "bias_and_noise": bias_and_noise(view),
        "variance": message("variance"),
        "variance_unbiased": message("+ variance<br>where right"),
        "variance_biased": message("− variance<br>where wrong"),
        "error": message("error"),
    }


def _lines(view: TableView, named: Mapping[Name, str]) -> list[Trace]:
    """Return a line for each part, with its numbers where one points at it."""
    at = [step.at for step in view.steps]
    found = []
    for name in view.lines:
        heights = [view.height(step, name) for step in view.steps]
        said = [f"{named[name]} {_value(step, name)}<br>{step.shown}" for step in view.steps]
        drawn = line(SWEEP, at, _sent(heights), line=LINES[_OF[name]])
        found.append({**drawn, "hoverinfo": "text", "hovertext": said, **GUESSED})
    return found


def _best(view: TableView) -> Trace:
    step = view.steps[view.best]
    return {
        **line(SWEEP, [step.at], _sent([view.height(step, "error")])),
        "mode": "markers",
        "marker": {"size": 13, "symbol": "diamond-open", "color": INK, "line": {"width": 2}},
        **GUESSED,
    }


def _names(view: TableView, named: Mapping[Name, str]) -> list[Trace]:
    """Return the names below the columns, each with the line it is drawn with."""
    keys = [
        line(READOUT, [k - 0.25, k + 0.25], [2.85, 2.85], line=LINES[_OF[name]])
        for k, name in enumerate(view.parts)
        if name in _OF
    ]
    names = texts(
        READOUT,
        list(range(len(view.parts))),
        [2.1] * len(view.parts),
        [named[name] for name in view.parts],
        "middle center",
        textfont={"size": 13},
    )
    return [*keys, names]


def _step_traces(view: TableView, step: TableStep) -> list[Trace]:
    """Return what a learner moves: the rule with its dots, columns with their intervals, and the numbers."""
    dots = {
        **line(SWEEP, [step.at] * len(view.lines), _sent([view.height(step, name) for name in view.lines])),
        "mode": "markers",
        "marker": {
            "size": 10,
            "color": [LINES[_OF[name]]["color"] for name in view.lines],
            "line": {"width": 1.5, "color": "white"},
        },
    }
    numbers = texts(
        READOUT,
        list(range(len(view.parts))),
        [0.7] * len(view.parts),
        [_value(step, name) for name in view.parts],
        "middle center",
        textfont={"size": 16, "weight": "bold"},
    )
    told = [
        dots,
        *(_column(view, step, k, name) for k, name in enumerate(view.parts)),
        *(_interval(view, step, k, name) for k, name in enumerate(view.parts)),
        numbers,
    ]
    return [
        line(SWEEP, [step.at] * 2, _sent(list(view.ends)), line={"width": 2, "color": INK}),
        *(trace | GUESSED for trace in told),
    ]


def _column(view: TableView, step: TableStep, k: int, name: Name) -> Trace:
    height, colour = view.height(step, name), _COLOURS[name]
    return line(
        COLUMNS,
        [k - _WIDE, k - _WIDE, k + _WIDE, k + _WIDE],
        _sent([0, height, height, 0]),
        fill="tozeroy",
        **area(colour, shape=_SHAPES.get(name, "")),
        line={"width": 0.5, "color": colour},
    )


def _interval(view: TableView, step: TableStep, k: int, name: Name) -> Trace:
    ends = _sent(list(view.interval(step, name)))
    return line(COLUMNS, [k, k], ends, line={"width": 2, "color": INK})


def _value(step: TableStep, name: Name) -> str:
    return table_parts(step)[name]


def _sent(values: list[float]) -> list[float]:
    """Return numbers as a figure sends them: targets may be of any size."""
    return [float(f"{value:.5g}") for value in values]


def _axes(where: Places, view: TableView, complexity: str) -> dict[str, Any]:
    low, high = view.steps[0].at, view.steps[-1].at
    room = 0.03 * (high - low) or 1
    ticks = {round(view.family.flexibility(one), 6): view.family.tick(one) for one in view.family.ticks}
    across = {
        **NUMBERED,
        "range": [low - room, high + room],
        "tickvals": list(ticks),
        "ticktext": list(ticks.values()),
        "tickangle": 0,
        "ticks": "outside",
        "ticklen": 10,
        "tickcolor": "rgba(0,0,0,0)",
        "title": {"text": complexity, "standoff": 13, "font": {"size": 14}},
    }
    up = {**NUMBERED, "nticks": 6, "range": list(view.ends), "zeroline": True, "zerolinecolor": RULE}
    beside = [-0.6, len(view.parts) - 0.4]
    return {
        **placed(where, "sweep", SWEEP, across, up),
        **placed(where, "columns", COLUMNS, {**HIDDEN, "range": beside}, up),
        **placed(where, "readout", READOUT, {**HIDDEN, "range": beside}, {**HIDDEN, "range": [0, 3]}),
    }


def _headings(view: TableView, where: Places, say: Say) -> list[dict[str, Any]]:
    sweep = message(
        "Error on rows held out · {rows} rows, {sets} bootstrap sets",
        rows=f"{view.n_held_out:,}",
        sets=f"{view.n_sets:,}",
    )
    columns = message("Its parts · 95% intervals of the rows held out")
    return headings(where, {"sweep": (say(sweep), PILL), "columns": (say(columns), PILL)})


def _said(step: TableStep, say: Say) -> str:
    return say(
        message(
            "{shown}: bias and noise {bias}, variance {variance}, error {error}",
            shown=step.shown,
            bias=_value(step, "bias_and_noise"),
            variance=_value(step, "variance"),
            error=_value(step, "error"),
        )
    )
