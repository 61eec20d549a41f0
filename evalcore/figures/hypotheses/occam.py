"""Occam's razor: curves A and B through the same points; the truth may be either, or lie between them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN, MARGIN, Look, Panel, Places, axis_key, base_layout, headings
from evalcore.figures.live.motion import Handle, live_figure, moved
from evalcore.figures.parts.marks import axes_of, dots, edged, line, placed, texts
from evalcore.figures.parts.tracks import HIGH, ROW, Track, track_axes, track_handle, track_panels, track_trace
from evalcore.figures.style import GRID, GUESSED, INK, MODELS, Trace, coloured, number
from evalcore.support.arrays import FloatArray
from evalcore.views.hypotheses.occam import TRUTHS, WIGGLES, OccamView

WIGGLE, TRUTH = "wiggle", "truth"
PLANE, BARS = axes_of(1), axes_of(3)
TRACKS: Final = {WIGGLE: ("x6", "y6"), TRUTH: ("x7", "y7")}
HEAD, TICKS, NARROW_PLANE, NARROW_BARS = 34, 30, 260, 190
A, B = MODELS[0], MODELS[1]
# As the lecture draws them: black are the training points, white the test points.
WHITE: Final = {"size": 11, "color": "white", "line": {"width": 2, "color": INK}}
# Room beside the outer points, of the width of all.
BESIDE = 0.02
# From here on a roughness has no decimals.
MANY = 100
# Pixels a bar is thick, and those that rows need between which bars stand clear of the text.
THICK, ROOM_FOR_BARS = 10, 190
HEADINGS: Final = {
    "plane": message("Curves · ● training points, ○ new points, dotted: truth"),
    "bars": message("Mean squared error"),
}
# The rows of the bars from above: training errors, then errors on new points, then roughness.
ROWS: Final = (5.0, 4.0, 2.7, 1.7, 0.4, -0.6)


def occam_figure(view: OccamView, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw curves and errors; one handle says how far B swings, the other where the truth lies."""
    look = look or Look()
    where = _places(look)
    still = [*_points(view), *_scale(view, say)]
    bars = where.pixels("bars") >= ROOM_FOR_BARS
    by_wiggle = [_moving(view, k, view.truth, bars=bars) for k in range(len(WIGGLES))]
    by_truth = [_moving(view, view.wiggle, k, bars=bars) for k in range(len(TRUTHS))]
    tracks = _tracks(view, say)
    layout: dict[str, Any] = {**base_layout(where), "showlegend": False, **_axes(view, where)}
    for track in tracks.values():
        layout |= track_axes(track, where)
    # Where the truth lies is what a class is asked: until it is shown its handle does not say so.
    layout[axis_key(TRACKS[TRUTH][0])] |= GUESSED
    titles = headings({name: say(text) for name, text in HEADINGS.items()}, where, HEAD)
    layout["annotations"] = [*titles, *_equation(view)]
    handles: list[Handle] = [
        track_handle(tracks[WIGGLE], moved(by_wiggle, len(still))),
        replace(track_handle(tracks[TRUTH], moved(by_truth, len(still))), tells=True),
    ]
    data = [*still, *by_wiggle[view.wiggle], *map(track_trace, tracks.values())]
    return live_figure(data, layout, handles)


def _places(look: Look) -> Places:
    if look.narrow:
        low = HEAD + NARROW_PLANE
        bars = low + TICKS + 2 * HEAD
        tracks = track_panels([WIGGLE, TRUTH], bars + NARROW_BARS, narrow=True)
        panels = {"plane": Panel(HEAD, low, 0.1, 0.98), "bars": Panel(bars, bars + NARROW_BARS, 0.02, 0.98), **tracks}
        return Places(bars + NARROW_BARS + 2 * ROW + 2 * MARGIN, panels)
    bottom = look.height - 2 * MARGIN
    if look.alone:
        # The curves have the height; what moves them stands at their right, below the errors.
        tracks = {
            name: Panel(bottom - up, bottom - up + HIGH, 0.71, 0.97) for name, up in ((WIGGLE, ROW + 66), (TRUTH, 66))
        }
        panels = {
            "plane": Panel(HEAD, bottom - TICKS, 0.04, 0.64),
            "bars": Panel(HEAD, bottom - 2 * ROW, 0.69, 0.99),
            **tracks,
        }
        return Places(look.height, panels)
    low = bottom - ROW - TICKS
    panels = {
        "plane": Panel(HEAD, low, 0.04, 0.62),
        "bars": Panel(HEAD, low, 0.67, 0.99),
        **track_panels([WIGGLE, TRUTH], bottom - ROW, narrow=False),
    }
    return Places(look.height, panels)


def _tracks(view: OccamView, say: Say) -> dict[str, Track]:
    return {
        WIGGLE: Track(
            name=WIGGLE,
            label=say(message("how far B swings")),
            axes=TRACKS[WIGGLE],
            at=WIGGLES,
            values=[repr(value) for value in WIGGLES],
            shown=[f"{value:.2f}" for value in WIGGLES],
            ticks={0.0: "0", 0.5: "0.5", 1.0: "1", 1.5: "1.5"},
            active=view.wiggle,
        ),
        TRUTH: Track(
            name=TRUTH,
            label=say(message("where the truth lies")),
            axes=TRACKS[TRUTH],
            at=TRUTHS,
            values=[repr(value) for value in TRUTHS],
            shown=[say(message("{share} of the way to B", share=f"{value:.0%}")) for value in TRUTHS],
            ticks={0.0: "A", 0.5: "½", 1.0: "B"},
            active=view.truth,
        ),
    }


def _axes(view: OccamView, where: Places) -> dict[str, Any]:
    low, high = view.span()
    pad = 0.06 * (high - low)
    beside = BESIDE * float(view.grid[-1] - view.grid[0])
    base = {"gridcolor": GRID, "zeroline": False}
    x = {**base, "range": [float(view.grid[0]) - beside, float(view.grid[-1]) + beside], "nticks": 7}
    hidden = {**HIDDEN, "range": [-1.1, 5.6]}
    return {
        **placed(where, "plane", PLANE, x, {**base, "range": [low - pad, high + pad], "nticks": 6}),
        **placed(where, "bars", BARS, {**HIDDEN, "range": [0, 1]}, hidden),
    }


def _rounded(values: FloatArray, digits: int = 3) -> list[float]:
    found: list[float] = values.round(digits).tolist()
    return found


def _points(view: OccamView) -> list[Trace]:
    return [dots(PLANE, _rounded(view.x), _rounded(view.y), edged(11, INK))]


def _scale(view: OccamView, say: Say) -> list[Trace]:
    """Return what no handle moves: A, the line at error 0, and a piece of each curve beside what is said of it."""
    a, _b, _truth = view.drawn(view.wiggle, view.truth)
    keys = [
        line(BARS, [0.0, 0.05], [up, up], line={"color": colour, "dash": dash, "width": 3})
        for up, (colour, dash) in zip(ROWS, (A, B) * 3, strict=True)
    ]
    said = [
        *(say(message("{curve}, on the points", curve=curve)) for curve in "AB"),
        *(say(message("{curve}, on new points", curve=curve)) for curve in "AB"),
        *(say(message("roughness of {curve}", curve=curve)) for curve in "AB"),
    ]
    # The names stay where the values are to be guessed.
    names = texts(BARS, [0.07] * len(ROWS), list(ROWS), said, "middle right", textfont={"size": 14})
    return [line(PLANE, _rounded(view.grid), _rounded(a), line=_style(A)), *keys, names]


def _equation(view: OccamView) -> list[dict[str, Any]]:
    """Return in the plane how easily A is described, which speaks for it; nothing of a spline."""
    if view.now.equation is None:
        return []
    terms = [
        ("−" if factor < 0 else "+")
        + (" " if k else "")
        + ("" if abs(factor) == 1 and power else f"{abs(factor):g}")
        + power
        for k, (factor, power) in enumerate(zip(view.now.equation, ("x²", "x", ""), strict=True))
        if factor
    ]
    place = {"xref": f"{PLANE['xaxis']} domain", "yref": f"{PLANE['yaxis']} domain", "x": 0.5, "y": 0.06}
    text = coloured(f"<b>A</b>: y = {' '.join(terms).removeprefix('+')}", A[0])
    return [{**place, "text": text, "showarrow": False, "font": {"size": 20}, **GUESSED}]


def _style(model: tuple[str, str]) -> dict[str, Any]:
    colour, dash = model
    return {"color": colour, "dash": dash, "width": 3, "simplify": False}


def _named(view: OccamView, a: FloatArray, b: FloatArray) -> list[Trace]:
    """Return the name of each curve at the side where the other is not: A in the first gap, B in the last."""
    found = []
    for name, mine, other, (start, end), (colour, _dash) in (
        ("A", a, b, view.x[:2], A),
        ("B", b, a, view.x[-2:], B),
    ):
        within = np.flatnonzero((view.grid >= start) & (view.grid <= end))
        k = int(within[np.argmax(np.abs(a - b)[within])])
        side = "top center" if mine[k] >= other[k] else "bottom center"
        found.append(
            texts(
                PLANE,
                _rounded(view.grid[[k]]),
                _rounded(mine[[k]], view.digits),
                [coloured(f"<b>{name}</b>", colour)],
                side,
                textfont={"size": 18},
            )
        )
    return found


def _moving(view: OccamView, wiggle: int, truth: int, *, bars: bool) -> list[Trace]:
    """Return what the handles move: B, the truth with its new points, names of curves, errors as bars and numbers."""
    a, b, at = view.drawn(wiggle, truth)
    grid, curves = _rounded(view.grid), view.curves[wiggle]
    errors, (new_x, new_y) = view.errors_at(wiggle, truth), view.new_points(wiggle, truth)
    ends = [0.06 + 0.9 * error / max(view.most_error, 1e-9) for error in errors]
    rough = [number(one, 2 if one < MANY else 0) for one in (curves.roughness_a, curves.roughness_b)]
    told = ["0", "0", *map(number, errors), *rough]
    bar = {"width": THICK, "simplify": False}
    return [
        line(PLANE, grid, _rounded(b, view.digits), line=_style(B)),
        line(PLANE, grid, _rounded(at, view.digits), line=_style((INK, "dot")) | {"width": 2}, **GUESSED),
        dots(PLANE, _rounded(new_x), _rounded(new_y, view.digits), WHITE, **GUESSED),
        *_named(view, a, b),
        *(
            line(BARS, [0.06, round(end, 4)], [up - 0.5] * 2, line=bar | {"color": colour}, **GUESSED)
            for end, up, (colour, _dash) in zip(ends, ROWS[2:4], (A, B), strict=True)
            if bars
        ),
        texts(BARS, [0.98] * len(ROWS), list(ROWS), told, "middle left", textfont={"size": 14}, **GUESSED),
    ]
