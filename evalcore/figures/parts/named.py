"""Lines that have their names beside them instead of a legend: which traces those are, and where their planes are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from evalcore.figures.layout import NOWHERE
from evalcore.figures.parts.marks import Axes, texts
from evalcore.figures.parts.names import TOUCH, Box, Line, Place, beside
from evalcore.figures.style import INK, OF_LINE, RULE, TEXT, Trace, coloured
from evalcore.support.arrays import FloatArray

Ends = tuple[float, float]
# What parts the name from what is said of it, in an entry of a legend that is one line.
GAP = "   "
# Pixels of a line that names may stand over.
GROUND = 1
TAG = re.compile("<[^>]*>")
# Pixels of a figure in a window of 1280 with the drawer open, and below a name, where a handle moves.
USUAL_WIDE, FLOOR = 680, 18
# How far marks that move along a line reach beside it: of the threshold, and of the rows behind.
MARK, MARK_BEHIND = 9, 8
# Pixels of a row above a plane.
ROW = 18


@dataclass(frozen=True)
class Room:
    """A plane in which lines have names: the ends of its axes, and how many pixels it has at least.

    The lowest `floor` pixels stay free, and so do the boxes that are `taken`; names keep off the lines that a handle
    is `moving`, where they stand now, if they can. By what a line is called there is said how far a mark that moves
    `along` it reaches to its sides. Where names are `meant` each is close to its own line and no other one is as near.
    """

    axes: Axes
    across: Ends
    up: Ends
    wide: float
    high: float
    floor: float = 0
    moving: Sequence[Trace] = ()
    taken: Sequence[Box] = ()
    along: Mapping[str, float] = field(default_factory=dict)
    meant: bool = False


def named_lines(
    drawn: Sequence[Trace], rooms: Sequence[Room], told: Mapping[str, str] = NOWHERE
) -> tuple[list[Trace], list[Trace]] | None:
    """Return traces without entries in a legend, and instead the names of those that have one; None without room.

    A name is written as it is `told`. Drawn above what a handle moves it is legible while that passes.
    """
    found = [trace | {"showlegend": False} for trace in drawn]
    names = []
    for room in rooms:
        here = [
            k for k, trace in enumerate(drawn) if trace["xaxis"] == room.axes["xaxis"] and trace.get("fill") != "toself"
        ]
        mine = [k for k in here if drawn[k].get("showlegend", True)]
        said = [told.get(drawn[k]["name"], drawn[k]["name"]) for k in mine]
        others = [_line_of(drawn[k], room, "") for k in here if k not in mine and not _is_ground(drawn[k])]
        lines = [_line_of(drawn[k], room, TAG.sub("", name)) for k, name in zip(mine, said, strict=True)]
        moving = [_line_of(trace, room, "") for trace in room.moving]
        places = beside(
            lines,
            room.wide,
            room.high,
            floor=room.floor,
            others=others,
            moving=moving,
            taken=room.taken,
            meant=room.meant,
        )
        if places is None:
            return None
        for k in mine:
            found[k] = of_line(room.axes, drawn[k]["name"]) | found[k]
        names.append(_written([found[k] for k in mine], said, places, room))
    return found, names


def _is_ground(trace: Trace) -> bool:
    """Tell whether names may stand over lines: those are a ground, such as the lines of all thresholds."""
    return "marker" not in trace and bool(trace["line"]["width"] <= GROUND)


def name_of(entry: str) -> str:
    """Return the name that an entry of a legend begins with; a mark with its value is called so as a whole.

    >>> name_of("A<br>area 0.1"), name_of("A   AUC 0.9"), name_of("break-even point 0.8")
    ('A', 'A', 'break-even point 0.8')
    """
    return entry.partition("<br>")[0].partition(GAP)[0]


def of_their_lines(drawn: Sequence[Trace], further: Axes) -> list[Trace]:
    """Return traces that say which line they belong to, by the groups of the legend that have an entry.

    A line that is pointed at in a further plane has the name of its entry there, too.
    """
    entries = {t["legendgroup"]: t["name"] for t in drawn if t.get("showlegend", True) and "legendgroup" in t}
    found = [dict(trace) for trace in drawn]
    for trace in found:
        group = trace.get("legendgroup")
        if group in entries:
            trace[OF_LINE] = group
            if trace["xaxis"] == further["xaxis"] and "hovertemplate" in trace:
                trace.update(showlegend=True, name=entries[group])
    return found


def _written(lines: Sequence[Trace], said: Sequence[str], places: Sequence[Place], room: Room) -> Trace:
    """Return the names of lines, each in the colour of its own."""
    (left, right), (bottom, top) = room.across, room.up
    x = [left + place.x / room.wide * (right - left) for place in places]
    y = [bottom + place.y / room.high * (top - bottom) for place in places]
    written = [in_colour(line, name) for name, line in zip(said, lines, strict=True)]
    more = {OF_LINE: [line[OF_LINE] for line in lines], "textfont": {"size": 13}}
    return texts(room.axes, x, y, written, [place.side for place in places], **more)


def _line_of(trace: Trace, room: Room, name: str) -> Line:
    """Return a line in pixels of its plane."""
    across, up = (room.across, room.wide), (room.up, room.high)
    y = np.asarray(trace["y"], dtype=float)
    more: dict[str, Any] = {"shape": trace.get("line", {}).get("shape", "linear")}
    more["beside"] = room.along.get(trace.get(OF_LINE, ""), TOUCH)
    if "marker" in trace:
        more["joined"] = "lines" in trace["mode"]
        more["mark"] = trace["marker"]["size"] / 2 + trace["marker"].get("line", {}).get("width", 0)
    if "error_y" in trace:
        more["low"] = _scaled(y - trace["error_y"]["arrayminus"], *up)
        more["high"] = _scaled(y + trace["error_y"]["array"], *up)
    return Line(_scaled(trace["x"], *across), _scaled(y, *up), name, **more)


def of_line(axes: Axes, name: str) -> Trace:
    """Return what says that a mark belongs to the line of this name in its plane.

    >>> first, second = {"xaxis": "x"}, {"xaxis": "x2"}
    >>> of_line(first, "A") == of_line(first, "A"), of_line(first, "A") == of_line(second, "A")
    (True, False)
    """
    return {OF_LINE: f"{axes['xaxis']} {name}"}


def in_colour(line: Trace, text: str) -> str:
    """Return a text in the colour of a line that text may have; what is in ink has that of the page."""
    colour = (line["line"] if "line" in line else line["marker"])["color"]
    return text if colour == INK else coloured(text, colour if colour in TEXT else RULE)


def _scaled(values: Any, ends: Ends, pixels: float) -> FloatArray:
    return (np.asarray(values, dtype=float) - ends[0]) / (ends[1] - ends[0]) * pixels
