"""How numbers are written on the screen."""

from __future__ import annotations

import math

UNDEFINED = "—"


def number(value: float, digits: int = 4) -> str:
    """Write a share or a measure; undefined is a dash, never 0."""
    return UNDEFINED if math.isnan(value) else f"{value:.{digits}f}"


def count(value: float) -> str:
    """Write a count with thousands separated; weights keep two places."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}"


def percent(value: float, digits: int = 1) -> str:
    """Write a share as a percentage."""
    return UNDEFINED if math.isnan(value) else f"{value:.{digits}%}"


def interval(low: float, high: float, digits: int = 4) -> str:
    """Write an interval; one without ends is a dash."""
    return UNDEFINED if math.isnan(low) or math.isnan(high) else f"[{low:.{digits}f}, {high:.{digits}f}]"


def threshold(value: float) -> str:
    """Write a threshold with as many digits as it has, at most ten."""
    return f"{value:.10g}"
