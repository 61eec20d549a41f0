"""Rows above a plane: of each line a short sample, its name, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from evalcore.figures.layout import HIDDEN, Places, axis_key
from evalcore.figures.parts.marks import Axes, line, scatter, texts
from evalcore.figures.parts.named import ROW, Room, in_colour, name_of, named_lines, of_line
from evalcore.figures.parts.names import MOST_NAMED
from evalcore.figures.style import GUESSED, OF_LINE, SMALLEST, Trace

# The `meta` of what stands in a row. A name that meets the number behind it is shortened by `alone.js`.
IN_ROW: Final = "row"
# Shares of the width of the plane: where the sample of a line ends, and where its name begins.
SAMPLE, NAME = 0.1, 0.115
# Pixels of the largest mark in a row.
MOST_MARK = 11
# The place of an entry in a legend that has none of its own.
USUAL_RANK = 1000


@dataclass(frozen=True)
class Row:
    """One line: the trace it is of, its name, what it is worth, and that as it is read aloud."""

    trace: Trace
    name: str
    worth: str = ""
    said: str = ""


def of_its_line(trace: Trace) -> Trace:
    """Return a trace that says which line it belongs to: that of its group, else the one of its own name."""
    if "legendgroup" in trace:
        return trace | {OF_LINE: trace["legendgroup"]}
    return {**trace, **of_line({"xaxis": trace["xaxis"]}, trace["name"])} if trace.get("showlegend", True) else trace


def in_order(lines: Sequence[Trace]) -> list[Trace]:
    """Return lines in the order of the entries that a legend would have of them."""
    return sorted(lines, key=lambda one: one.get("legendrank", USUAL_RANK))


def is_listed(trace: Trace, axes: Axes) -> bool:
    """Tell whether a line of this plane has a row above it."""
    return trace["xaxis"] == axes["xaxis"] and bool(trace.get("showlegend", True))


def names_at_lines(lines: Sequence[Trace], axes: Axes, rooms: Sequence[Room]) -> list[Trace]:
    """Return the names of all lines of a plane at them; none where one of them could be meant by another's line.

    They stand as in the last of the `rooms` that has room for all, if those before it have.
    """
    mine = [is_listed(one, axes) and one["mode"] == "lines" and "legendgroup" in one for one in lines]
    if not 0 < sum(mine) <= MOST_NAMED:
        return []
    told = {one["name"]: name_of(one["name"]) for one, is_mine in zip(lines, mine, strict=True) if is_mine}
    listed = [one | {"showlegend": is_mine} for one, is_mine in zip(lines, mine, strict=True)]
    found: list[Trace] = []
    for room in rooms:
        # Most lines that lie together have no room in the first, and then none in the other.
        named = named_lines(listed, [room], told)
        if named is None:
            break
        found = named[1]
    return found


def written_rows(axes: Axes, rows: Sequence[Row]) -> list[Trace]:
    """Return rows one below the other: names behind the samples, and what lines are worth at the right."""
    if not rows:
        return []
    usual = {"meta": IN_ROW, "textfont": {"size": SMALLEST}}
    names = texts(
        axes,
        [NAME] * len(rows),
        range(len(rows)),
        [in_colour(row.trace, row.name) for row in rows],
        "middle right",
        **{**usual, OF_LINE: [row.trace[OF_LINE] for row in rows]},
    )
    # Plotly makes no text of nothing, and those behind it would be taken for others.
    worth = {k: row for k, row in enumerate(rows) if row.worth}
    more = {OF_LINE: [row.trace[OF_LINE] for row in worth.values()], "customdata": [row.said for row in worth.values()]}
    said = [row.worth for row in worth.values()]
    numbers = texts(axes, [1] * len(worth), list(worth), said, "middle left", **{**usual, **GUESSED, **more})
    return [*(_sample(axes, row.trace, k) for k, row in enumerate(rows)), names, *([numbers] if worth else [])]


def _sample(axes: Axes, trace: Trace, k: int) -> Trace:
    """Return a piece of a line as it is drawn in its plane, or its mark."""
    of = {OF_LINE: trace[OF_LINE], "meta": IN_ROW}
    if trace["mode"] == "markers":
        marker = {**trace["marker"], "size": min(trace["marker"]["size"], MOST_MARK)}
        return scatter(axes, "markers", [SAMPLE / 2], [k], marker=marker, showlegend=False, cliponaxis=False, **of)
    drawn = {name: value for name, value in trace["line"].items() if name != "shape"}
    if trace.get("fill") == "toself":
        drawn = {"color": trace["fillcolor"], "width": MOST_MARK}
    return line(axes, [0, SAMPLE], [k, k], line=drawn, **of)


def rows_axes(where: Places, across: tuple[float, float], bottom: float, axes: Axes, most: int) -> dict[str, Any]:
    """Return the axes of rows from one share of the width to the other: room for the `most` above any plane."""
    sideways = {**HIDDEN, "domain": list(across), "range": [0, 1], "anchor": axes["yaxis"]}
    down = {"domain": where.up(bottom - ROW * most, bottom), "range": [most - 0.5, -0.5], "anchor": axes["xaxis"]}
    return {axis_key(axes["xaxis"]): sideways, axis_key(axes["yaxis"]): {**HIDDEN, **down}}
