"""A line through a few points with its errors as squares or strokes, and the loss of every other line."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN, MARGIN, NUMBERED, Look, Panel, Places, base_layout, headings
from evalcore.figures.live.motion import Part, heat_part, live_figure, moved
from evalcore.figures.parts.marks import axes_of, dots, heat, in_planes, line, moving, placed, texts
from evalcore.figures.parts.tracks import (
    ABOVE,
    HIGH,
    ROW,
    Track,
    rows_pixels,
    track_axes,
    track_handle,
    track_panels,
    track_trace,
)
from evalcore.figures.regression.numbers import written
from evalcore.figures.regression.panels import HEAD as HEADING
from evalcore.figures.regression.squares import Outline, outlines
from evalcore.figures.style import GUESSED, INK, MODELS, Trace, rgba, signed
from evalcore.views.regression.line import CELLS, INTERCEPTS, OUTLIERS, SLOPES, SQUARES, Line, LineView

SLOPE, INTERCEPT, OUTLIER = "slope", "intercept", "outlier"
NAMES: Final = (SLOPE, INTERCEPT, OUTLIER)
POINTS, READOUT, SURFACE = axes_of(1), axes_of(2), axes_of(3)
HEAD, BELOW, NARROW_PANEL = 22, 44, 300
TICK = 10  # half of the number at the upper end of an axis, which stands below a title
NUMBERS: Final = 5  # of the line, one below the other
# Alone only two of them are there, larger: the means of the distances and of their squares.
SPOKEN_OF: Final = (2, 0)
SLOPE_W, INTERCEPT_B = message("slope w"), message("intercept b")
# How errors are drawn, by the loss.
ERRORS: Final = {
    "mse": message("Each square is a squared error"),
    "mae": message("Each stroke is an absolute error"),
    "huber": message("Each area is twice Huber's loss"),
}
COLOUR: Final = MODELS[0][0]
_TO: Final = 14.0  # as far as the plane of the points goes: a square at the right end has room
_SHADES: Final = ((0.0, rgba(COLOUR, 0.75)), (1.0, rgba(COLOUR, 0.0)))


def places(look: Look) -> Places:
    """Return where the parts stand: points, losses and numbers side by side, below them the tracks."""
    if look.narrow:
        first = HEAD + NARROW_PANEL
        panels = {
            "points": Panel(HEAD + TICK, first, 0.15, 0.99),
            "surface": Panel(first + BELOW + HEAD + TICK, first + BELOW + HEAD + 220, 0.15, 0.54),
            "readout": Panel(first + BELOW + HEAD, first + BELOW + HEAD + 180, 0.57, 0.99),
        }
        top = first + 2 * BELOW + HEAD + 220
        panels |= track_panels(NAMES, top, narrow=True)
        return Places(top + rows_pixels(len(NAMES), narrow=True) + 2 * MARGIN, panels)
    inner = look.height - 2 * MARGIN
    if look.alone:
        # The squares have the height; what moves the last point stands at their right, below the numbers.
        track = inner - ROW + ABOVE
        panels = {
            "points": Panel(HEAD + TICK, inner - BELOW + 8, 0.06, 0.46),
            "readout": Panel(HEAD, HEAD + 170, 0.6, 0.9),
            OUTLIER: Panel(track, track + HIGH, 0.56, 0.97),
        }
        return Places(look.height, panels)
    bottom = inner - rows_pixels(len(NAMES), narrow=False) - BELOW
    panels = {
        "points": Panel(HEAD + TICK, bottom, 0.06, 0.38),
        "surface": Panel(HEAD + TICK, bottom, 0.46, 0.73),
        "readout": Panel(HEAD, min(bottom, HEAD + 180), 0.79, 0.99),
        **track_panels(NAMES, bottom + BELOW, narrow=False),
    }
    return Places(look.height, panels)


def line_figure(view: LineView, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw points and a line with its errors; handles move slope, intercept and the last point."""
    look = look or Look()
    where, every = places(look), _tracks(view, say)
    tracks = [track for track in every if track.name in where.panels]
    still = [_names(view, say, alone=look.alone), _others(view), *(track_trace(track) for track in tracks)]
    if not look.alone:
        still.insert(0, _map(view.surface(view.outlier)))
    now = (view.slope, view.intercept, view.outlier)
    handles = [
        track_handle(track, _parts(view, now, k, len(still), alone=look.alone))
        for k, track in enumerate(every)
        if track in tracks
    ]
    layout = {
        **base_layout(where),
        **_axes(where, say),
        **{key: value for track in tracks for key, value in track_axes(track, where).items()},
        "annotations": _headings(view, where, say),
    }
    return live_figure([*still, *_moving(view, now, alone=look.alone)], layout, handles)


def _parts(view: LineView, now: tuple[int, ...], k: int, first: int, *, alone: bool) -> list[Part]:
    """Return what one of the handles moves; that of the last point repaints the losses, too, where they are drawn."""
    sizes = (len(SLOPES), len(INTERCEPTS), len(OUTLIERS))
    every = [tuple(step if place == k else at for place, at in enumerate(now)) for step in range(sizes[k])]
    parts = moved([moving(_moving(view, places, alone=alone)) for places in every], first)
    if k < len(sizes) - 1 or alone:
        return parts
    return [*parts, heat_part(0, [view.surface(step) for step in range(sizes[k])], _SHADES)]


def _map(losses: np.ndarray) -> Trace:
    x, y = (np.linspace(steps[0], steps[-1], CELLS) for steps in (SLOPES, INTERCEPTS))
    return heat(SURFACE, losses, _SHADES, x=x, y=y, **GUESSED)


def _names(view: LineView, say: Say, *, alone: bool) -> Trace:
    huber = message("Huber, δ = {delta}", delta=f"{view.delta:g}")
    names = [say(name) for name in (message("MSE"), message("RMSE"), message("MAE"), huber, message("R²"))]
    return _below_each_other(names, 0, "middle right", 13, alone=alone)


def _below_each_other(said: list[str], x: float, side: str, size: int, *, alone: bool) -> Trace:
    """Return the numbers of the line or their names."""
    kept, apart = ([said[k] for k in SPOKEN_OF], 2) if alone else (said, 1)
    heights = [NUMBERS - 1 - apart * k for k in range(len(kept))]
    return texts(READOUT, [x] * len(kept), heights, kept, side, textfont={"size": size + 6 * alone})


def _others(view: LineView) -> Trace:
    """Return the points that stay."""
    return _dots(view.x[:-1].tolist(), view.y[:-1].tolist(), {"size": 9 if view.n <= 60 else 6, "color": INK})


def _dots(x: list[float], y: list[float], marker: dict[str, Any]) -> Trace:
    return dots(POINTS, x, y, marker, cliponaxis=True)


def _moving(view: LineView, now: tuple[int, ...], *, alone: bool) -> list[Trace]:
    """Return what the handles move: errors, line, last point, the place of the line among all, and the numbers."""
    found = _moving_everywhere(view, now, alone=alone)
    return in_planes(found, [POINTS, READOUT]) if alone else found


def _moving_everywhere(view: LineView, now: tuple[int, ...], *, alone: bool) -> list[Trace]:
    slope, intercept, outlier = now
    one = view.line(slope, intercept, outlier)
    ends = [0.0, _TO]
    heights = [float(f"{one.intercept + one.slope * x:.4g}") for x in ends]
    # A dot no larger than the others leaves its square to be seen; its ring says that it is moved.
    last = {"size": 7, "color": INK, "line": {"width": 5, "color": rgba(INK, 0.25)}}
    best = view.best[outlier]
    diamond = {"size": 13, "symbol": "diamond-open", "color": INK, "line": {"width": 2}}
    return [
        *(trace | GUESSED for trace in _drawn_errors(view, one, outlier)),
        line(POINTS, ends, heights, line={"width": 3, "color": COLOUR}, cliponaxis=True),
        _dots([float(view.x[-1])], [float(OUTLIERS[outlier])], last),
        dots(SURFACE, [float(np.clip(best[0], SLOPES[0], SLOPES[-1]))], [_inside(best[1])], diamond, **GUESSED),
        dots(SURFACE, [float(SLOPES[slope])], [float(INTERCEPTS[intercept])], {"size": 12, "color": INK}),
        _numbers(one, alone=alone) | GUESSED,
    ]


def _inside(intercept: float) -> float:
    return float(np.clip(intercept, INTERCEPTS[0], INTERCEPTS[-1]))


def _drawn_errors(view: LineView, one: Line, outlier: int) -> list[Trace]:
    """Return each error as an area of the size of its loss, or as a stroke; of many points none."""
    if view.n > SQUARES:
        return []
    y = view.y_at(outlier)
    foot = one.intercept + one.slope * view.x
    if view.loss == "mae":
        x, up = _strokes(view.x, foot, y)
        return [line(POINTS, x, up, line={"width": 4, "color": rgba(COLOUR, 0.6)}, cliponaxis=True)]
    x, up = outlines(view.x, (y - foot).round(3), foot.round(3), view.drawn_widths(one, outlier).round(3))
    edge = {"color": rgba(COLOUR, 0.7), "width": 1}
    return [line(POINTS, x, up, fill="toself", fillcolor=rgba(COLOUR, 0.18), line=edge, cliponaxis=True)]


def _strokes(x: np.ndarray, foot: np.ndarray, y: np.ndarray) -> Outline:
    """Return a stroke from the line to each point, of three places, as lines with None between them are drawn."""
    across: list[float | None] = []
    up: list[float | None] = []
    for place, low, high in zip(x.tolist(), foot.round(3).tolist(), y.tolist(), strict=True):
        across += [None] * bool(across) + [place] * 3
        up += [None] * bool(up) + [low, low, high]
    return across, up


def _numbers(one: Line, *, alone: bool) -> Trace:
    found = [one.errors.mse, one.errors.rmse, one.errors.mae, one.huber, one.errors.r2]
    trace = _below_each_other([written(value) for value in found], 1, "middle left", 15, alone=alone)
    return trace | {"textfont": {**trace["textfont"], "weight": "bold"}}


def _tracks(view: LineView, say: Say) -> list[Track]:
    rows = (
        (SLOPE, say(SLOPE_W), "w", SLOPES, view.slope, 1.0),
        (INTERCEPT, say(INTERCEPT_B), "b", INTERCEPTS, view.intercept, 2.5),
        (OUTLIER, say(message("y of the last point")), "y", OUTLIERS, view.outlier, 3.0),
    )
    return [
        Track(
            name=name,
            label=label,
            axes=(f"x{k}", f"y{k}"),
            at=steps.tolist(),
            values=[repr(value) for value in steps.tolist()],
            shown=[signed(f"{sign} = {value:g}").replace("= -", "= −") for value in steps.tolist()],
            ticks={value: f"{value:g}".replace("-", "−") for value in steps.tolist() if value % every == 0},
            active=active,
        )
        for k, (name, label, sign, steps, active, every) in enumerate(rows, start=4)
    ]


def _axes(where: Places, say: Say) -> dict[str, Any]:
    base = NUMBERED
    square = {"constrain": "domain", "range": [0, _TO], "dtick": 2}
    small = {"standoff": 8, "font": {"size": 14}}
    slopes = {"range": [float(SLOPES[0]), float(SLOPES[-1])], "dtick": 1}
    intercepts = {"range": [float(INTERCEPTS[0]), float(INTERCEPTS[-1])], "dtick": 2.5}
    x = {**base, **square, "title": {"text": "x", **small}, "constraintoward": "left"}
    y = {**base, **square, "title": {"text": "y", **small}, "scaleanchor": "x", "constraintoward": "top"}
    across = {**base, **slopes, "showgrid": False, "title": {"text": say(SLOPE_W), **small}}
    up = {**base, **intercepts, "showgrid": False, "title": {"text": say(INTERCEPT_B), **small}}
    return {
        **placed(where, "points", POINTS, x, y),
        **placed(where, "surface", SURFACE, across, up),
        **placed(where, "readout", READOUT, {**HIDDEN, "range": [0, 1]}, {**HIDDEN, "range": [-0.5, NUMBERS - 0.5]}),
    }


def _headings(view: LineView, where: Places, say: Say) -> list[dict[str, Any]]:
    points = ERRORS[view.loss] if view.n <= SQUARES else message("{n} points · too many to draw each error", n=view.n)
    surface, readout = message("Loss of every line · ◇ least"), message("This line")
    return headings(
        {"points": say(points), "surface": say(surface), "readout": say(readout)},
        where,
        HEADING,
        above={"points": TICK, "surface": TICK},
    )
