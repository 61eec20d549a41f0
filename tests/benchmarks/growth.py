"""How CPU and memory of questions to a source grow with its rows, drawn as one SVG."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

WIDTH, HEIGHT, LEFT, TOP, GAP = 760, 320, 60, 40, 90
INK, PALE = "#1C2733", "#C9D2DB"
COLOURS = {"bare": "#7A8794", "cells": "#5B6BD6", "best": "#9D7159", "groups": "#5B8D29", "two_models": "#8968AB"}
CALLED = {
    "bare": "count and sum",
    "cells": "cells",
    "best": "best F1",
    "groups": "12 groups",
    "two_models": "two models",
}


def growth(measured: list[dict[str, Any]]) -> str:
    """Return two panels over the rows, all axes logarithmic: seconds of CPU, and gigabytes at the peak."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12" fill="{INK}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#FFFFFF"/>',
    ]
    wide = (WIDTH - LEFT - GAP - 40) / 2
    for i, (key, title) in enumerate((("cpu", "CPU, seconds"), ("GB", "peak memory, GB"))):
        parts += panel(measured, key, title, LEFT + i * (wide + GAP), wide)
    return "\n".join([*parts, "</svg>\n"])


def panel(measured: list[dict[str, Any]], key: str, title: str, left: float, wide: float) -> list[str]:
    """Return one panel: a line a question."""
    high = HEIGHT - TOP - 45
    x = axis([one["rows"] for one in measured], left, wide)
    y = axis([one[key] for one in measured], TOP + high, -high)
    parts = [f'<text x="{left:.0f}" y="{TOP - 18}" font-weight="bold">{title}</text>']
    for power in powers([one["rows"] for one in measured]):
        at = x(10.0**power)
        parts.append(f'<text x="{at:.0f}" y="{TOP + high + 18:.0f}" text-anchor="middle">10{raised(power)} rows</text>')
    for power in powers([one[key] for one in measured]):
        at = y(10.0**power)
        parts.append(f'<line x1="{left:.0f}" x2="{left + wide:.0f}" y1="{at:.1f}" y2="{at:.1f}" stroke="{PALE}"/>')
        parts.append(f'<text x="{left - 6:.0f}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    names = list(dict.fromkeys(one["question"] for one in measured))
    for place, name in enumerate(names):
        points = [(x(one["rows"]), y(one[key])) for one in measured if one["question"] == name]
        line = " ".join(f"{across:.1f},{up:.1f}" for across, up in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{COLOURS[name]}" stroke-width="2"/>')
        parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="3" fill="{COLOURS[name]}"/>' for a, b in points]
        where = f'x="{left + 8:.0f}" y="{TOP + 14 + 16 * place}"'
        parts.append(f'<text {where} fill="{COLOURS[name]}">{CALLED[name]}</text>')
    return parts


def axis(values: list[float], start: float, length: float) -> Callable[[float], float]:
    """Return where a value stands: whole powers of ten from end to end."""
    low, high = (round(math.log10(end)) for end in (10.0 ** powers(values)[0], 10.0 ** powers(values)[-1]))
    return lambda value: start + length * (math.log10(value) - low) / (high - low)


def powers(values: list[float]) -> range:
    """Return the powers of ten from the one below all values to the one above."""
    low, high = math.floor(math.log10(min(values)) + 1e-9), math.ceil(math.log10(max(values)) - 1e-9)
    return range(low, max(high, low + 1) + 1)


def raised(power: int) -> str:
    """Return a power as raised digits."""
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(power))
