"""The null distribution in the figure of several algorithms, with its rejection region and what was observed."""

from __future__ import annotations

import math
from typing import Any

from evalcore.errors import Say, message
from evalcore.figures.layout import HIDDEN, Places, axis_key
from evalcore.figures.parts.marks import note
from evalcore.figures.significance.many_traces import NULL, Drawn, straight, written
from evalcore.figures.significance.plane import extreme
from evalcore.figures.style import GUESSED, INK, RULE, Trace, number
from evalcore.support.arrays import FloatArray
from evalcore.views.significance.many import ManyView


def null_top(view: ManyView) -> float:
    """Return how high the null distribution is drawn; a density may be endless at 0."""
    if view.null is None:
        return 1.0
    y = view.null.y
    return float(y.max() if view.null.is_counted else y[6:].max())


def null_still(view: ManyView, drawn: Drawn, say: Say, where: Places) -> list[Trace]:
    """Return the distribution of the statistic under chance: stems where it is counted, else its density.

    What is at least as extreme as the observed value is in ink, or hatched, and said where one points at it.
    """
    null = view.null
    if null is None or "null" not in where.panels:
        return []
    said = say(message("at least as extreme as observed: {p}", p=drawn.pvalue))
    if not null.is_counted:
        x, y = [float(null.x[0]), *null.x.tolist()], [0.0, *null.y.tolist()]
        area = extreme(NULL, (x, y), (-1.0, min(null.observed, 2 * null.high)), said)
        return [straight(x[1:], y[1:], RULE, 2, NULL, digits=6), area]
    stems = straight(*_stems(null.x, null.y), RULE, 2, NULL, digits=6)
    tail = null.x >= null.observed - 1e-9
    hover = {"hoverinfo": "text", "hovertext": said}
    return [stems, {**straight(*_stems(null.x[tail], null.y[tail]), INK, 4, NULL, digits=6), **hover, **GUESSED}]


def _stems(x: FloatArray, y: FloatArray) -> tuple[list[float], list[float]]:
    """Return a stem from the base line up at each place."""
    return [v for v in x.tolist() for _ in range(3)], [height for v in y.tolist() for height in (0, v, 0)]


def null_moving(view: ManyView, i: int, drawn: Drawn, say: Say) -> list[Trace]:
    """Return the rejection region at a level, and the verdict in words."""
    null, top = view.null, null_top(view)
    assert null is not None
    start = float(null.critical[i])
    region = straight([start, 1.1 * null.high], [1.05 * top] * 2, "rgba(0,0,0,0)", 0, NULL)
    region["fill"] = "tozeroy"
    return [region, written([0], [1.2 * top], [verdict(view, i, drawn, say)], "middle right", NULL)]


def verdict(view: ManyView, i: int, drawn: Drawn, say: Say) -> str:
    """Say what follows of the p-value at a level."""
    if view.rejected[i]:
        return say(message("{p}: rejected at this level", p=drawn.pvalue))
    return say(message("{p}: not rejected at this level", p=drawn.pvalue))


def observed_marks(view: ManyView) -> list[Trace]:
    """Return the observed value of the statistic; one beyond the axis stands at its end."""
    null = view.null
    if null is None:
        return []
    at, top = min(null.observed, 0.995 * null.high), null_top(view)
    stem = straight([at, at], [0, 0.8 * top], INK, 2, NULL)
    head = {
        **straight([at], [0.8 * top], INK, 2, NULL),
        "mode": "markers",
        "marker": {"color": INK, "size": 10, "symbol": "triangle-right" if null.beyond else "circle"},
    }
    return [stem, head]


def null_axes(view: ManyView, where: Places) -> dict[str, Any]:
    """Return both axes of the null distribution."""
    null = view.null
    assert null is not None
    across, up = where.domains("null")
    return {
        axis_key(NULL["xaxis"]): {
            "domain": across,
            "anchor": NULL["yaxis"],
            "range": [-0.02 * null.high, null.high],
            "fixedrange": True,
            "showgrid": False,
            "tickfont": {"size": 13},
            "nticks": 6,
        },
        axis_key(NULL["yaxis"]): {**HIDDEN, "domain": up, "anchor": NULL["xaxis"], "range": [0, 1.35 * null_top(view)]},
    }


def observed_name(view: ManyView, say: Say) -> dict[str, Any]:
    """Return the name of the observed value, at the side where there is room."""
    null = view.null
    assert null is not None
    at = min(null.observed, 0.995 * null.high)
    is_right = at > 0.55 * null.high
    value = "∞" if math.isinf(null.observed) else number(null.observed)
    said, side = say(message("observed {value}", value=value)), "right" if is_right else "left"
    return note(said, at, 0.8 * null_top(view), NULL, xanchor=side, xshift=-8 if is_right else 8, **GUESSED)
