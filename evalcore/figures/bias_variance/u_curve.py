"""Two panels: fits of many sets, and the error with its parts stacked, against flexibility or against points."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.bias_variance.colours import BIAS, LINES, NOISE, SAMPLE, VARIANCE, area
from evalcore.figures.bias_variance.family import HEAD, PILL, TICK, headings
from evalcore.figures.bias_variance.fits import faint, rounded
from evalcore.figures.bias_variance.said import squared_parts
from evalcore.figures.layout import HIDDEN, MARGIN, Look, Panel, Places, base_layout
from evalcore.figures.live.motion import Handle, live_figure, moved
from evalcore.figures.parts.marks import axes_of, line, moving, placed, texts
from evalcore.figures.parts.numbers import written, written_beside
from evalcore.figures.style import GRID, GUESSED, INK, OF_LINE, OUT_OF_SIGHT, Trace
from evalcore.support.arrays import FloatArray
from evalcore.views.bias_variance.u_curve import Station, UCurve

# What its handle is called, by what the curve is against.
HANDLES: Final = {"flexibility": "complexity", "points": "points"}
FITS, CURVE, SUM = axes_of(1), axes_of(2), axes_of(3)
# Pixels below the curve, for numbers, grip and title.
BELOW: Final = 46
# From below: noise is the floor on which the others stand.
_PARTS: Final = (("noise", NOISE), ("variance", VARIANCE), ("bias", BIAS))
_PALE: Final = 0.5
# How far above the axis a line may be drawn, so that it leaves the panel where it does.
_FAR: Final = 1_000.0
# Of the width of the axis: half of the bar at the handle, and the room at either end.
_HALF, _ROOM = 0.014, 0.045
_NAMES: Final = {
    "bias": message("bias²"),
    "variance": message("variance"),
    "noise": message("noise σ²"),
    "error": message("sum: error"),
    "training": message("training error"),
    "median": message("median error"),
}
# The written sum: names and signs from above; beside it what is no part of it.
_SUM: Final = (("bias", ""), ("variance", "+"), ("noise", "+"), ("error", "="))
_ASIDE: Final = ("training", "median")
_BLANK: Final = "\u00a0"


def places(look: Look) -> Places:
    """Return where the panels stand: fits and the sum below them, beside them the curve, as high as there is room."""
    if look.narrow:
        panels = {
            "fits": Panel(HEAD + TICK, 190, 0.09, 0.99),
            "curve": Panel(224 + HEAD + PILL, 500, 0.12, 0.99),
            "sum": Panel(500 + BELOW + 16, 500 + BELOW + 116, 0.0, 0.99),
        }
        return Places(500 + BELOW + 120 + 2 * MARGIN, panels)
    inner = look.height - 2 * MARGIN
    sums = 104 if look.is_low else 124
    panels = {
        "fits": Panel(HEAD + TICK, inner - sums - 30, 0.035, 0.42),
        "sum": Panel(inner - sums, inner, 0.0, 0.435),
        "curve": Panel(PILL if look.is_low else HEAD + PILL, inner - BELOW, 0.48, 0.995),
    }
    return Places(look.height, panels)


def u_curve_figure(
    view: UCurve, active: int, *, axis: str = "degree d", say: Say = str, look: Look | None = None
) -> go.Figure:
    """Draw fits and curve at one of its stations; the handle goes through all of them.

    `axis` is what the axis of the curve is called.
    """
    look = look or Look()
    where = places(look)
    still = [*_still_fits(view), *_areas(view, say), *_lines(view, say), *_keys(view, say)]
    steps = [[*_fits(view, one), *_at(view, one), *_numbers(view, one)] for one in view.stations]
    layout = {
        **base_layout(where),
        **_axes(view, where, axis),
        "annotations": _headings(view, where, say, look),
    }
    parts = moved([moving(one) for one in steps], len(still))
    return live_figure([*still, *steps[active]], layout, [_handle(view, active, axis, parts, say)])


def _handle(view: UCurve, active: int, axis: str, parts: list[Any], say: Say) -> Handle:
    at = [one.at for one in view.stations]
    # A number of points is taken as it is, of a learner its place on the axis.
    values = [repr(one.at) if view.against == "flexibility" else str(one.n) for one in view.stations]
    return Handle(
        name=HANDLES[view.against],
        panel="x2y2",
        at=at,
        values=values,
        shown=[one.shown for one in view.stations],
        said=[_said(one, say) for one in view.stations],
        label=axis,
        active=active,
        parts=parts,
        stops=list(range(len(at))),
    )


def _said(station: Station, say: Say) -> str:
    parts = squared_parts(station.step)
    return say(
        message(
            "{shown}: bias² {bias}, variance {variance}, noise σ² {noise}, error {error}", shown=station.shown, **parts
        )
    )


def _headings(view: UCurve, where: Places, say: Say, look: Look) -> list[dict[str, Any]]:
    drawn = min(len(one.step.fits) for one in view.stations)
    fits = message("{fits} of {sets} fits · bold: their mean · dashed: truth", fits=drawn, sets=view.n_sets)
    said = {"fits": (say(fits), TICK)}
    if not look.is_low:
        said["curve"] = (say(message("Error on fresh data, in parts")), PILL)
    return headings(where, said)


def _still_fits(view: UCurve) -> list[Trace]:
    across = np.linspace(0, 1, view.truth.size)
    dashed = {"width": 2, "color": INK, "dash": "dash"}
    return [line(FITS, rounded(across, 4), rounded(view.truth, view.fit_digits), line=dashed)]


def _fits(view: UCurve, station: Station) -> list[Trace]:
    """Return what a station moves of the fits: those of single sets, their mean, the last set with its own."""
    step, digits = station.step, view.fit_digits
    across = rounded(np.linspace(0, 1, view.truth.size), 4)
    # Whole, since what the player writes is not simplified either.
    bold, thin = ({"width": width, "color": colour, "simplify": False} for width, colour in ((4, INK), (2, SAMPLE)))
    drawn = min(len(one.step.fits) for one in view.stations)
    missing = view.most_points - station.n
    x = np.concatenate([station.sample_x, np.zeros(missing)])
    y = np.concatenate([station.sample_y, np.full(missing, OUT_OF_SIGHT)])
    dots = {
        **line(FITS, rounded(x, 4), rounded(y, digits)),
        "mode": "markers",
        "marker": {"size": 7 if view.most_points <= 60 else 5, "color": SAMPLE, "line": {"width": 1, "color": "white"}},
        "cliponaxis": True,
    }
    return [
        *faint(step, digits, drawn),
        line(FITS, across, rounded(step.mean, digits), line=bold, cliponaxis=True),
        line(FITS, across, rounded(step.sample, digits), line=thin, cliponaxis=True),
        dots,
    ]


def _values(view: UCurve) -> dict[str, FloatArray]:
    """Return each part of the error and what is beside it, station by station."""
    means = [step.parts.mean for step in view.steps]
    return {
        "noise": np.array([mean.noise for mean in means]),
        "variance": np.array([mean.variance for mean in means]),
        "bias": np.array([mean.bias2 for mean in means]),
        "error": np.array([mean.error for mean in means]),
        "training": np.array([step.training_error for step in view.steps]),
        **({} if view.is_fixed else {"median": np.array([step.median_error for step in view.steps])}),
    }


def _height(view: UCurve, values: FloatArray) -> list[float]:
    """Return where errors stand; one set has no variance, and what is far beyond the axis is drawn beyond it."""
    return rounded(np.minimum(np.nan_to_num(values, nan=0.0), _FAR * view.top), 5)


def _areas(view: UCurve, say: Say) -> list[Trace]:
    """Return the parts one upon the other."""
    at, values, total = [one.at for one in view.stations], _values(view), np.zeros(len(view.stations))
    found = []
    for k, (name, colour) in enumerate(_PARTS):
        total = total + np.nan_to_num(values[name])
        found.append(
            {
                **line(CURVE, at, _height(view, total), cliponaxis=True, **GUESSED),
                "fill": "tonexty" if k else "tozeroy",
                **area(colour, _PALE),
                "line": {"width": 1, "color": colour, "simplify": False},
                "hoverinfo": "text",
                "hovertext": _hovered(view, say(_NAMES[name]), values[name]),
                OF_LINE: name,
            }
        )
    return found


def _hovered(view: UCurve, name: str, values: FloatArray) -> list[str]:
    return [f"{name} {written(value)}<br>{one.shown}" for value, one in zip(values, view.stations, strict=True)]


def _lines(view: UCurve, say: Say) -> list[Trace]:
    """Return the error and what is beside it as lines, its least value, and marks where it leaves the axis."""
    at, values = [one.at for one in view.stations], _values(view)
    lines = [
        {
            **line(CURVE, at, _height(view, values[name]), line=LINES[name], cliponaxis=True, **GUESSED),
            "hoverinfo": "text",
            "hovertext": _hovered(view, say(_NAMES[name]), values[name]),
            OF_LINE: name,
        }
        for name in ("median", "training", "error")
        if name in values
    ]
    beyond = [k for k in range(len(at)) if view.leaves(k)]
    hovered = _hovered(view, say(_NAMES["error"]), values["error"])
    best = view.stations[view.best]
    return [
        *lines,
        {
            **line(CURVE, [best.at], _height(view, values["error"][[view.best]])),
            "mode": "markers",
            "marker": {"size": 13, "symbol": "diamond-open", "color": INK, "line": {"width": 2}},
            **GUESSED,
            OF_LINE: "error",
        },
        {
            **line(CURVE, [at[k] for k in beyond], [0.975 * view.top] * len(beyond)),
            "mode": "markers",
            "marker": {"size": 9, "symbol": "triangle-up", "color": INK, "line": {"width": 1, "color": "white"}},
            "hoverinfo": "text",
            "hovertext": [hovered[k] for k in beyond],
            **GUESSED,
            OF_LINE: "error",
        },
    ]


def _at(view: UCurve, station: Station) -> list[Trace]:
    """Return what a station moves of the curve: rule, the parts as a bar, dots, and how high an error is that left."""
    mean, at = station.step.parts.mean, station.at
    half = _HALF * _width(view)
    ends = np.cumsum(np.nan_to_num([0.0, mean.noise, mean.variance, mean.bias2]))
    sides = rounded(np.array([at - half, at - half, at + half, at + half, at - half]), 5)
    bars = []
    for (name, colour), low, high in zip(_PARTS, ends[:-1], ends[1:], strict=True):
        up = _height(view, np.array([low, high, high, low, low]))
        edge = {"width": 1, "color": "white", "simplify": False}
        bar = line(CURVE, sides, up, fill="toself", **area(colour), line=edge, cliponaxis=True, **GUESSED)
        bars.append(bar | {OF_LINE: name})
    beside = _values_at(view, station)
    dots = {
        **line(CURVE, [at] * len(beside), _height(view, np.array(list(beside.values())))),
        "mode": "markers",
        "marker": {
            "size": 10,
            "color": [LINES[name]["color"] for name in beside],
            "line": {"width": 1.5, "color": "white"},
        },
        "cliponaxis": True,
        **GUESSED,
        OF_LINE: list(beside),
    }
    return [
        line(CURVE, [at] * 2, [0, view.top], line={"width": 1.5, "color": INK}),
        *bars,
        dots,
        _beyond(view, station),
    ]


def _beyond(view: UCurve, station: Station) -> Trace:
    """Return how high an error is that left the axis, beside the rule: texts do not move, so each station has one."""
    side, anchor = (-1.0, "middle left") if view.against == "flexibility" else (1.0, "middle right")
    aside = side * 1.4 * _HALF * _width(view)
    mean = station.step.parts.mean
    said = f"↑ {written(mean.error, mean.error_error)}" if mean.error > view.top else _BLANK
    return texts(
        CURVE,
        rounded(np.array([one.at + aside for one in view.stations]), 5),
        [0.9 * view.top] * len(view.stations),
        [said if one is station else _BLANK for one in view.stations],
        anchor,
        textfont={"size": 15, "weight": "bold"},
        **GUESSED,
    )


def _values_at(view: UCurve, station: Station) -> dict[str, float]:
    step = station.step
    median = {} if view.is_fixed else {"median": step.median_error}
    return {"error": step.parts.mean.error, "training": step.training_error, **median}


def _spots(view: UCurve) -> dict[str, tuple[float, float]]:
    """Return where each line of the sum begins, and what is beside it."""
    rows = {name: (0.0, 3.0 - k) for k, (name, _sign) in enumerate(_SUM)}
    aside = [name for name in _ASIDE if name != "median" or not view.is_fixed]
    return rows | {name: (0.96, 3.0 - k) for k, name in enumerate(aside)}


def _keys(view: UCurve, say: Say) -> list[Trace]:
    """Return the names before the numbers, each after its texture or its line, and the stroke above the sum."""
    spots = _spots(view)
    boxes = []
    for name, colour in _PARTS:
        x, y = spots[name]
        across, up = [x, x, x + 0.09, x + 0.09, x], [y - 0.3, y + 0.3, y + 0.3, y - 0.3, y - 0.3]
        box = line(SUM, across, up, fill="toself", **area(colour), line={"width": 0.5, "color": colour})
        boxes.append(box | {OF_LINE: name})
    lines = ("error", *_ASIDE)
    # A line beside the sum is long enough for its dashes.
    strokes = [
        line(SUM, [x, x + 0.09 + 0.05 * x], [y, y], line=LINES[name]) | {OF_LINE: name}
        for name, (x, y) in spots.items()
        if name in lines
    ]
    signs = [(spots[name], sign) for name, sign in _SUM if sign]
    return [
        *boxes,
        *strokes,
        line(SUM, [0, 0.9], [0.5, 0.5], line={"width": 1.5, "color": INK}),
        texts(
            SUM,
            [x + 0.135 for (x, _y), _sign in signs],
            [y for (_x, y), _sign in signs],
            [sign for _spot, sign in signs],
            "middle center",
            textfont={"size": 15},
        ),
        texts(
            SUM,
            [x + 0.17 for x, _y in spots.values()],
            [y for _x, y in spots.values()],
            [say(_NAMES[name]) for name in spots],
            "middle right",
            textfont={"size": 13},
            **{OF_LINE: list(spots)},
        ),
    ]


def _numbers(view: UCurve, station: Station) -> list[Trace]:
    """Return the numbers of a station, beside their names."""
    spots, beside = _spots(view), _values_at(view, station)
    step = station.step
    said = {name: written_beside(value, step.rounded) for name, value in beside.items()} | squared_parts(step)
    return [
        texts(
            SUM,
            # Of the longer names beside the sum they keep off.
            [x + 0.9 + 0.08 * x for x, _y in spots.values()],
            [y for _x, y in spots.values()],
            [said[name] for name in spots],
            "middle left",
            textfont={"size": 15, "weight": "bold"},
            **GUESSED,
        )
    ]


def _width(view: UCurve) -> float:
    return (view.stations[-1].at - view.stations[0].at) or 1.0


def _axes(view: UCurve, where: Places, axis: str) -> dict[str, Any]:
    base = {"fixedrange": True, "gridcolor": GRID, "zeroline": False, "tickfont": {"size": 13}}
    room = _ROOM * _width(view)
    ends = [view.stations[0].at - room, view.stations[-1].at + room]
    shown = {place: tick for place, tick in view.ticks.items() if ends[0] <= place <= ends[1]}
    across = {
        **base,
        "showgrid": False,
        "range": ends,
        "tickvals": list(shown),
        "ticktext": list(shown.values()),
        "tickangle": 0,
        # Off the grip, which stands on the axis.
        "ticks": "outside",
        "ticklen": 9,
        "tickcolor": "rgba(0,0,0,0)",
        "title": {"text": axis, "standoff": 8, "font": {"size": 14}},
    }
    fits = {"range": [0, 1], "tickvals": [0, 0.25, 0.5, 0.75, 1]}
    return {
        **placed(where, "fits", FITS, {**base, **fits}, {**base, "range": list(view.fits), "nticks": 5}),
        **placed(where, "curve", CURVE, across, {**base, "range": [0, view.top], "nticks": 6}),
        **placed(where, "sum", SUM, {**HIDDEN, "range": [0, 1.95]}, {**HIDDEN, "range": [-0.5, 3.5]}),
    }
