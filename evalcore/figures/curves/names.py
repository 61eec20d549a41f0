"""Names of curves beside them, and below the titles of the planes what each is worth: no legend where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from html import unescape
from typing import Any

from evalcore.figures.curves.overlays import LOW_PLANE, PLANE, PR, ROC
from evalcore.figures.curves.traces import ONE_LINE, Reach, View
from evalcore.figures.layout import Look, Places
from evalcore.figures.parts.marks import BEHIND_GROUP
from evalcore.figures.parts.named import (
    GAP,
    MARK,
    MARK_BEHIND,
    Ends,
    Named,
    Room,
    axes_of_more,
    in_colour,
    name_of,
    named_entries,
    written_more,
)
from evalcore.figures.style import Trace, plain

# Room for the mark of an operating point in a corner.
SHARES: Ends = (-0.04, 1.04)
# Pixels of a plane without the drawer, where names have no room in one beside it.
USUAL_PLANE = 200
# Pixels of the DET plane, as in a window of 1280 with the drawer open, and of what stands above and below it.
DET, AROUND = 340, 200
# What parts both areas of an entry.
SECOND = f"{GAP}AP "
# Pixels from the areas to the plane.
BELOW = 3


def named_curves(drawn: Sequence[Trace], chosen: str, planes: View, reach: Reach, look: Look) -> Named | None:
    """Return curves with their names beside them in each plane, and what is said of each below the titles.

    None where a legend has all that: on narrow pages, of many, and where one has no room.
    """
    if look.narrow or look.alone:
        return None
    # Where names have no room off the mark that moves it passes below them: whichever model is chosen, planes stay.
    offs: list[dict[str, float]] = [{chosen: MARK, BEHIND_GROUP: MARK_BEHIND}, {}]
    if planes == "det":
        return named_entries(drawn, PR, ([Room(ROC, *reach, DET, look.height - AROUND, along=along)] for along in offs))
    sides = (LOW_PLANE,) if look.is_low else (PLANE, USUAL_PLANE)
    tries = (
        [Room(axes, SHARES, SHARES, side, side, along=along) for axes in (ROC, PR)] for along in offs for side in sides
    )
    return named_entries(drawn, PR, tries)


def areas(named: Named) -> list[Trace]:
    """Return what is said of each line, where the last of it is of the P-R plane above that."""
    columns: list[list[tuple[int, int, str, str]]] = [[], []]
    for k, (of, trace) in enumerate(named.more):
        left, gap, right = _in_row(trace["name"]).partition(SECOND)
        columns[0].append((0, k, in_colour(trace, left), of))
        columns[1] += [(1, k, in_colour(trace, f"{SECOND.strip()} {right}"), of)] if gap else []
    return written_more([*columns[0], *columns[1]])


def _in_row(entry: str) -> str:
    """Return an entry as a line, its name as short as has room beside the other plane; at the curve it is whole."""
    if SECOND not in entry:
        return entry
    name = name_of(entry)
    rest = entry[len(name) :].replace("<br>", GAP)
    return plain(unescape(name).replace("\u200b", ""), ONE_LINE) + rest


def areas_axes(where: Places, named: Named) -> dict[str, Any]:
    """Return the axes of the areas: below the titles of the planes, each from where its plane begins."""
    first, second = where.panels["first"], where.panels["second"]
    last = (second.right - first.left) / (second.left - first.left)
    return axes_of_more(where, named, (first.left, second.right), first.top - BELOW, last=last)
