"""The density of a statistic if only chance is at work: its regions, what lies beyond its plane, the lines above."""

from __future__ import annotations

import math
from typing import Any

from evalcore.errors import Say, message
from evalcore.figures.layout import Places, plane_axes
from evalcore.figures.parts.marks import scatter
from evalcore.figures.significance.plane import extreme
from evalcore.figures.style import OUT_OF_SIGHT, RULE, Trace, rgba, signed
from evalcore.views.significance.folds import Curve, Path

REGION = rgba(RULE, 0.38)
# Pixels above the highest point of a density: its lines of text, and the upper end of the plane.
LINES_AT, HIGHEST = (50, 31, 12), 60


def outline(curve: Curve, axes: dict[str, str]) -> Trace:
    """Return the outline of a density; its highest point stands at 1."""
    line = {"color": RULE, "width": 2}
    return scatter(axes, "lines", curve.x, curve.y, line=line)


def region(path: Path, axes: dict[str, str]) -> Trace:
    """Return a part of a density that is rejected."""
    return scatter(axes, "lines", path[0], path[1], fill="tozeroy", fillcolor=REGION, line={"color": RULE, "width": 1})


def within(value: float, curve: Curve) -> float:
    """Return where a statistic stands: at the end of the plane where it lies beyond, out of sight where undefined."""
    if math.isnan(value):
        return OUT_OF_SIGHT * curve.high
    return round(min(max(value, curve.low), curve.high), 4)


def mark_of(value: float, curve: Curve) -> str:
    """Return the mark of a statistic: an arrow where it lies beyond the plane."""
    side = beyond(value, curve)
    return "circle" if side == 0 else "triangle-right" if side > 0 else "triangle-left"


def beyond(value: float, curve: Curve) -> int:
    """Return on which side of its plane a statistic lies: -1, 1, or 0 where it is shown."""
    return int(value > curve.high) - int(value < curve.low)


def tail_area(value: float, curve: Curve, axes: dict[str, str], said: str, *, both: bool, whole: int) -> Trace:
    """Return what of a density is at least as extreme as a statistic; `whole` is the trace of its outline."""
    nothing = (2 * curve.low - 1, 2 * curve.high + 1)
    start = round(abs(value) if both else value, 4) if math.isfinite(value) else math.inf
    cut = nothing if not start < curve.high else (-start if both else nothing[0], start)
    return extreme(axes, (curve.x, curve.y), cut, said, of=whole)


def ends(curve: Curve) -> tuple[float, float]:
    """Return where arrows stand: within the plane, which cuts off what is drawn."""
    inset = 0.02 * (curve.high - curve.low)
    return curve.low + inset, curve.high - inset


def decimal(value: float) -> str:
    """Write a statistic: with three places also where it is whole."""
    return "—" if math.isnan(value) else signed(f"{value:z.3f}")


def outcome(statistic: float, say: Say, *, rejects: bool) -> str:
    """Say what a test decides."""
    if math.isnan(statistic):
        return say(message("no test"))
    return say(message("rejected") if rejects else message("not rejected"))


def lines_above(places: Places, name: str, x: float) -> list[tuple[float, float]]:
    """Return where three lines of text stand above a density."""
    a_pixel = 1 / (places.pixels(name) - HIGHEST)
    return [(x, round(1 + up * a_pixel, 4)) for up in LINES_AT]


def null_axes(places: Places, name: str, axes: dict[str, str], curve: Curve, title: str) -> dict[str, Any]:
    """Return the axes of a null distribution; above the curve is room for three lines."""
    found = plane_axes(places, name, axes, (title, ""), {"zeroline": False})
    x, y = (f"{axes[key][0]}axis{axes[key][1:]}" for key in ("xaxis", "yaxis"))
    found[x] |= {"range": [curve.low, curve.high], "nticks": 7, "showgrid": False}
    found[y] |= {"range": [0, places.pixels(name) / (places.pixels(name) - HIGHEST)], "visible": False}
    return found
