"""Names of curves beside them, and below the titles of the planes what each is worth: no legend where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

from evalcore.figures.curves.overlays import LOW_PLANE, PLANE, PR, ROC
from evalcore.figures.curves.traces import ONE_LINE, Reach, View
from evalcore.figures.layout import HIDDEN, Look, Places, axis_key
from evalcore.figures.parts.marks import BEHIND_GROUP, axes_of, texts
from evalcore.figures.parts.named import GAP, Ends, Room, in_colour, name_of, named_lines, of_their_lines
from evalcore.figures.parts.names import MOST_NAMED
from evalcore.figures.style import GUESSED, OF_LINE, SMALLEST, Trace, plain

# Where the areas stand, each above its plane, and pixels of a line of them.
AREAS = axes_of(6)
ROW = 18
# Room for the mark of an operating point in a corner.
SHARES: Ends = (-0.04, 1.04)
# How far the mark of the threshold reaches beside its curve, and that of the rows behind.
MARK, MARK_BEHIND = 9, 8
# Pixels of a plane without the drawer, where names have no room in one beside it.
USUAL_PLANE = 200
# Pixels of the DET plane, as in a window of 1280 with the drawer open, and of what stands above and below it.
DET, AROUND = 340, 200
# What parts both areas of an entry.
SECOND = f"{GAP}AP "
# Pixels from the areas to the plane.
BELOW = 3


@dataclass(frozen=True)
class Named:
    """Curves without a legend, and their names beside them; `areas` is what each is worth, a line a name."""

    lines: list[Trace]
    names: list[Trace]
    areas: Trace
    pixels: int


def named_curves(drawn: Sequence[Trace], chosen: str, planes: View, reach: Reach, look: Look) -> Named | None:
    """Return curves with their names beside them in each plane, and what is said of each below the titles.

    None where a legend has all that: on narrow pages, of many, and where one has no room.
    """
    listed = [trace for trace in drawn if trace.get("showlegend", True)]
    if look.narrow or look.alone or len(listed) > MOST_NAMED:
        return None
    along = {chosen: MARK, BEHIND_GROUP: MARK_BEHIND}
    told = {trace["name"]: name_of(trace["name"]) for trace in listed}
    mine = of_their_lines(drawn, PR)
    if planes == "det":
        found = named_lines(mine, [Room(ROC, *reach, DET, look.height - AROUND, along=along)], told)
    else:
        tried = (
            named_lines(mine, [Room(axes, SHARES, SHARES, side, side, along=along) for axes in (ROC, PR)], told)
            for side in ((LOW_PLANE,) if look.is_low else (PLANE, USUAL_PLANE))
        )
        found = next((one for one in tried if one is not None), None)
    if found is None:
        return None
    lines, names = [], found[1]
    for line, trace in zip(found[0], drawn, strict=True):
        # What a line is called in a further plane is written there, and is no name of its own.
        lines.append({**{key: value for key, value in line.items() if key != "name" or "name" in trace}, **_own(trace)})
    rows = [
        (line[OF_LINE], trace)
        for line, trace in zip(lines, drawn, strict=True)
        if trace.get("showlegend", True) and told[trace["name"]] != trace["name"]
    ]
    return Named(lines, names, _areas(rows), ROW * len(rows))


def _in_row(entry: str) -> str:
    """Return an entry as a line, its name as short as has room beside the other plane; at the curve it is whole."""
    if SECOND not in entry:
        return entry
    name = name_of(entry)
    rest = entry[len(name) :].replace("<br>", GAP)
    return plain(unescape(name).replace("\u200b", ""), ONE_LINE) + rest


def _areas(rows: Sequence[tuple[str, Trace]]) -> Trace:
    """Return what is said of each line, where the last of it is of the P-R plane above that."""
    columns: list[list[tuple[int, str, str]]] = [[], []]
    for k, (line_of, trace) in enumerate(rows):
        left, gap, right = _in_row(trace["name"]).partition(SECOND)
        columns[0].append((k, in_colour(trace, left), line_of))
        columns[1] += [(k, in_colour(trace, f"{SECOND.strip()} {right}"), line_of)] if gap else []
    x = [float(column) for column, said in enumerate(columns) for _one in said]
    y, text, lines_of = zip(*(one for said in columns for one in said), strict=True)
    return texts(
        AREAS, x, y, text, "middle right", **{OF_LINE: list(lines_of), "textfont": {"size": SMALLEST}, **GUESSED}
    )


def _own(trace: Trace) -> Trace:
    return {"name": trace["name"]} if "name" in trace else {}


def areas_axes(where: Places, named: Named) -> dict[str, Any]:
    """Return the axes of the areas: below the titles of the planes, each from where its plane begins."""
    first, second = where.panels["first"], where.panels["second"]
    right = (second.right - first.left) / (second.left - first.left)
    across = {**HIDDEN, "domain": [first.left, second.right], "range": [0, right], "anchor": AREAS["yaxis"]}
    up = where.up(first.top - BELOW - named.pixels, first.top - BELOW)
    down = {**HIDDEN, "domain": up, "range": [named.pixels / ROW - 0.5, -0.5], "anchor": AREAS["xaxis"]}
    return {axis_key(AREAS["xaxis"]): across, axis_key(AREAS["yaxis"]): down}
