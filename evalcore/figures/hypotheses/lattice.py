"""The hypothesis space as a lattice that greys out, example by example, and the ends of what remains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.hypotheses.examples import (
    BLANK,
    HEADING,
    SAID,
    SEEN,
    Stepwise,
    line_pixels,
    list_traces,
    seen_panel,
    seen_traces,
    stepwise_figure,
)
from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.figures.layout import HIDDEN, MARGIN, MARK_ROOM, Look, Panel, Places, headings
from evalcore.figures.parts.marks import axes_of, headline_axes, line, placed, scatter, texts
from evalcore.figures.parts.tracks import ROW
from evalcore.figures.style import GUESSED, INK, MODELS, OUT_OF_SIGHT, RULE, Trace, letters, plain, rgba
from evalcore.views.hypotheses.lattice import LatticeStep, LatticeView

__all__ = ["SEEN", "lattice_figure"]

LATTICE, COUNT = axes_of(1), axes_of(4)
# Where the list ends and the lattice begins, of the width.
LIST_RIGHT, LATTICE_LEFT = 0.31, 0.34
# Of the width, what each example strikes out; pixels of how many remain.
NUMBERS, COUNT_HIGH = 0.08, 40
# Pixels above a panel for its heading, of a level on a narrow page, and below the lattice for its key.
HEAD, LEVEL, KEY = 34, 72, 30
# Pixels a letter of a name is wide, and those of a whole lattice.
LETTER, WIDE, NARROW_WIDE = 6.6, 840, 340
# A name has at most so many letters; beyond so many hypotheses none is named.
LONGEST, MOST_NAMED = 30, 130
# Where many remain only the ends are named; a name stands so much of a level above its mark.
FEW, LIFT = 12, 0.15
# So near an end of its row, in widths of the lattice, a name goes inwards; a mark has room beyond the end.
EDGE, BEYOND = 0.1, 0.015
REMAINING: Final = MODELS[0][0]
MARKED: Final = (
    message("remains"),
    message("struck out just now"),
    message("most general"),
    message("most specific"),
)
GONE: Final = rgba(RULE, 0.35)


def lattice_figure(view: LatticeView, names: SpaceNames, *, say: Say = str, look: Look | None = None) -> go.Figure:
    """Draw examples and lattice; the handle says how many examples have been seen."""
    look = look or Look()
    where = _places(view, look)
    drawn = Stepwise(
        still=[*_nodes(view, names, say, look), *list_traces(view.found.examples, names)],
        steps=[_moving(view, k, names, say, look) for k in range(len(view.steps))],
        said=_said(view, say),
        active=view.active,
    )
    layout: dict[str, Any] = {
        "showlegend": True,
        "legend": _legend(where),
        **_axes(view, where),
        **headline_axes(where, "count", COUNT),
        "annotations": _headings(where, say),
    }
    return stepwise_figure(drawn, layout, where, say)


def _said(view: LatticeView, say: Say) -> list[str]:
    total = len(view.found.space.hypotheses)
    return [
        say(
            message(
                "{seen} examples seen: {remaining} of {all} hypotheses remain",
                seen=k,
                remaining=len(step.remaining),
                all=total,
            )
        )
        for k, step in enumerate(view.steps)
    ]


def _places(view: LatticeView, look: Look) -> Places:
    examples = len(view.found.examples)
    if look.narrow:
        high = line_pixels(examples, 400) * max(examples, 1)
        top = HEAD + high
        top += COUNT_HIGH
        track = seen_panel(top, 0.06, 0.94)
        first = top + (ROW if examples else 0) + HEAD
        low = first + LEVEL * view.levels
        panels = {"list": Panel(HEAD, top - COUNT_HIGH, 0.0, 0.78), SEEN: track, "lattice": Panel(first, low, 0.0, 1.0)}
        panels["numbers"] = replace(panels["list"], left=0.78, right=1.0)
        panels["count"] = Panel(top - COUNT_HIGH, top, 0.0, 1.0)
        return Places(low + 2 * KEY + 2 * MARGIN, panels)
    bottom = look.height - 2 * MARGIN
    room = bottom - HEAD - COUNT_HIGH - ROW
    high = line_pixels(examples, room) * max(examples, 1)
    panels = {
        "list": Panel(HEAD, HEAD + high, 0.0, LIST_RIGHT - NUMBERS),
        "numbers": Panel(HEAD, HEAD + high, LIST_RIGHT - NUMBERS, LIST_RIGHT),
        "count": Panel(HEAD + high, HEAD + high + COUNT_HIGH, 0.0, LIST_RIGHT),
        SEEN: seen_panel(bottom - ROW, 0.02, LIST_RIGHT - 0.01),
        # Before an audience the mark of an example stands in the figure's last line, below the legend.
        "lattice": Panel(HEAD, bottom - KEY - (MARK_ROOM if look.is_low else 0), LATTICE_LEFT, 1.0),
    }
    return Places(look.height, panels)


def _headings(where: Places, say: Say) -> list[dict[str, Any]]:
    said = {"list": HEADING, "lattice": message("General above, specific below")}
    return headings({name: f"<b>{say(text)}</b>" for name, text in said.items()}, where, HEAD)


def _axes(view: LatticeView, where: Places) -> dict[str, Any]:
    high = [-0.55, view.levels - 0.45]
    return placed(where, "lattice", LATTICE, {**HIDDEN, "range": [-BEYOND, 1 + BEYOND]}, {**HIDDEN, "range": high})


def _legend(where: Places) -> dict[str, Any]:
    panel = where.panels["lattice"]
    return {
        "orientation": "h",
        "x": panel.left,
        "xanchor": "left",
        "y": where.paper(panel.bottom + 4),
        "yanchor": "top",
        "font": {"size": 13},
        "bgcolor": "rgba(0,0,0,0)",
        "itemclick": False,
        "itemdoubleclick": False,
    }


def _size(view: LatticeView, look: Look) -> float:
    wide = NARROW_WIDE if look.narrow else WIDE
    return max(3.0, min(15.0, 0.62 * wide / view.widest))


def _nodes(view: LatticeView, names: SpaceNames, say: Say, look: Look) -> list[Trace]:
    """Return the whole lattice in grey: lines, and nodes that say what they are where one points at them."""
    remains = say(message("remains"))
    said = [
        f"{plain(names.hypothesis(one), 80)}<br>"
        + (remains if place < 0 else say(message("struck out by example {number}", number=place + 1)))
        for one, place in zip(view.found.space.hypotheses, view.found.struck_by, strict=True)
    ]
    x, y = _outline(view, view.lines)
    lines = line(LATTICE, x, y, line={"width": 1, "color": rgba(RULE, 0.25)}, cliponaxis=True)
    nodes = {
        **_marks(view, range(len(view.x)), _size(view, look), GONE),
        "hoverinfo": "text",
        "hovertext": said,
    }
    return [lines, nodes]


def _moving(view: LatticeView, k: int, names: SpaceNames, say: Say, look: Look) -> list[Trace]:
    """Return what follows the handle: lines and nodes that remain, those just struck out, both ends, and numbers."""
    step, size = view.steps[k], _size(view, look)
    x, y = _outline(view, step.lines)
    remaining, struck, general, specific = map(say, MARKED)
    named = _named(view, step, names, look) if len(view.x) <= MOST_NAMED else None
    told = [
        line(LATTICE, x, y, line={"width": 1.5, "color": rgba(REMAINING, 0.45)}, cliponaxis=True),
        {**_only(view, step.remaining, size, REMAINING), "name": remaining, "showlegend": True},
        {**_only(view, step.struck, size + 1, INK, "x-thin"), "name": struck, "showlegend": True},
        {**_only(view, step.general, size + 8, INK, "triangle-up-open"), "name": general, "showlegend": True},
        {**_only(view, step.specific, size + 8, INK, "triangle-down-open"), "name": specific, "showlegend": True},
        *(
            [texts(LATTICE, view.x, [y + LIFT for y in view.y], named, _sides(view), textfont={"size": 13})]
            if named
            else []
        ),
        _numbers(view, k),
        _count(view, k, say),
    ]
    return [*(trace | GUESSED for trace in told), *seen_traces(k, len(view.found.examples))]


def _marks(view: LatticeView, places: Sequence[int], size: float, colour: str, symbol: str = "circle") -> Trace:
    stroke = {"width": 0 if symbol == "circle" else min(2.0, size / 5), "color": colour}
    marker = {"size": size, "color": colour, "symbol": symbol, "line": stroke}
    x, y = ([values[k] for k in places] for values in (view.x, view.y))
    return scatter(LATTICE, "markers", x, y, marker=marker, showlegend=False)


def _only(view: LatticeView, places: Sequence[int], size: float, colour: str, symbol: str = "circle") -> Trace:
    """Return marks for these hypotheses; a mark for each of the others waits out of sight."""
    shown = set(places)
    every = _marks(view, range(len(view.x)), size, colour, symbol)
    return {**every, "y": [y if k in shown else OUT_OF_SIGHT for k, y in enumerate(view.y)]}


def _outline(view: LatticeView, lines: Sequence[tuple[int, int]]) -> tuple[list[Any], list[Any]]:
    """Return lines as one trace; where there is none, one out of sight."""
    x: list[Any] = []
    y: list[Any] = []
    for above, below in lines:
        x += [view.x[above], view.x[below], None]
        y += [view.y[above], view.y[below], None]
    return (x[:-1], y[:-1]) if lines else ([0.0, 1.0, None, 0.0, 1.0], [OUT_OF_SIGHT] * 2 + [None] + [OUT_OF_SIGHT] * 2)


def _named(view: LatticeView, step: LatticeStep, names: SpaceNames, look: Look) -> list[str]:
    """Return the name of each hypothesis that remains and has room for it; the ends come first."""
    found = [BLANK] * len(view.x)
    wide = NARROW_WIDE if look.narrow else WIDE
    taken: list[tuple[float, float, float]] = []
    every = step.remaining if len(step.remaining) <= FEW else ()
    first = dict.fromkeys((*step.general[:FEW], *step.specific[:FEW], *every))
    for k in first:
        name = plain(names.hypothesis(view.found.space.hypotheses[k]), LONGEST)
        half = letters(name) * LETTER / wide / 2
        middle = view.x[k] + half * _inwards(view.x[k])
        left, right = middle - half, middle + half
        if left < -0.02 or right > 1.02 or any(y == view.y[k] and left < b and right > a for y, a, b in taken):
            continue
        taken.append((view.y[k], left, right))
        found[k] = name
    return found


def _inwards(x: float) -> int:
    """Return to which side a name goes: near an edge away from it, 1 at the left and -1 at the right."""
    return int(x < EDGE) - int(x > 1 - EDGE)


def _sides(view: LatticeView) -> list[str]:
    side = {-1: "top left", 0: "top center", 1: "top right"}
    return [side[_inwards(x)] for x in view.x]


def _numbers(view: LatticeView, k: int) -> Trace:
    """Return at the right of each example seen how many it strikes out, and how many it leaves."""
    said = [
        f"−{len(step.struck)} → {len(step.remaining)}" if seen <= k else BLANK
        for seen, step in enumerate(view.steps[1:], start=1)
    ] or [BLANK]
    return texts(SAID, [0.99] * len(said), [-float(j) for j in range(len(said))], said, "middle left")


def _count(view: LatticeView, k: int, say: Say) -> Trace:
    """Return how many remain, below the list."""
    said = message("{remaining} of {all} hypotheses remain", remaining=len(view.steps[k].remaining), all=len(view.x))
    return texts(COUNT, [0.01], [0.5], [say(said)], "middle right", textfont={"size": 17, "weight": "bold"})
