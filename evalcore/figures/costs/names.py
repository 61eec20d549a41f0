"""Names of envelopes and ROC curves beside them, and above the ROC plane their areas: no legend where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evalcore.figures.costs.traces import COST, ROC, Shown
from evalcore.figures.layout import HIDDEN, MARGIN, Places, axis_key
from evalcore.figures.parts.marks import BEHIND_GROUP, axes_of, texts
from evalcore.figures.parts.named import GAP, TAG, Ends, Room, in_colour, name_of, named_lines, of_their_lines
from evalcore.figures.parts.names import LETTER, MOST_NAMED, NAME_PIXELS, Box
from evalcore.figures.style import OF_LINE, SMALLEST, Trace, letters
from evalcore.views.costs import Plane

# Where the areas stand, above the ROC plane, and pixels of a line of them.
AREAS = axes_of(6)
ROW = 18
# Pixels of a figure in a window of 1280 with the drawer open, and below a name, where the handle moves.
WIDE, FLOOR = 680, 18
# The axes of the ROC plane.
SHARE: Ends = (-0.02, 1.02)
# How far marks that move along a line reach beside it: of the best, of the threshold, of the rows behind.
BEST, MARK, MARK_BEHIND = 10, 10, 8


@dataclass(frozen=True)
class Named:
    """Lines without a legend, and their names beside them; what is said of each more stands in so many pixels."""

    lines: list[Trace]
    names: list[Trace]
    pixels: int


def named_costs(
    drawn: Sequence[Trace],
    chosen: str,
    shown: Shown,
    where: Places,
    written: Sequence[dict[str, Any]],
    *,
    rule: float,
) -> Named | None:
    """Return lines with their names beside them in both planes; None of further costs and of many, and without room.

    `written` stands in the cost plane already, and `rule` marks the condition there.
    """
    listed = [trace for trace in drawn if trace.get("showlegend", True)]
    if shown.curves or len(listed) > MOST_NAMED:
        return None
    roc, cost = (
        ((WIDE - 2 * MARGIN) * (where.panels[name].right - where.panels[name].left), float(where.pixels(name)))
        for name in ("roc", "cost")
    )
    across, up = cost_ends(shown.plane)
    taken = [_box(one, (across, cost[0]), (up, cost[1])) for one in written]
    # The ROC plane is a square.
    side = min(roc)
    rooms = [
        Room(COST, across, up, *cost, floor=FLOOR, rule=rule, taken=taken, along={chosen: BEST}),
        Room(ROC, SHARE, SHARE, side, side, along={chosen: MARK, BEHIND_GROUP: MARK_BEHIND}),
    ]
    told = {trace["name"]: name_of(trace["name"]) for trace in listed}
    found = named_lines(of_their_lines(drawn, ROC), rooms, told)
    if found is None:
        return None
    lines, names = found
    rows = [(line[OF_LINE], trace) for line, trace in zip(lines, drawn, strict=True) if trace.get("showlegend", True)]
    rows = [(line_of, trace) for line_of, trace in rows if told[trace["name"]] != trace["name"]]
    return Named(lines, names + ([_areas(rows)] if rows else []), ROW * len(rows))


def cost_ends(plane: Plane) -> tuple[Ends, Ends]:
    """Return the ends of both axes of the cost plane: a mark on its edge is whole."""
    edge = 0.02 * (plane.high - plane.low)
    return (-0.02 * plane.far, 1.02 * plane.far), (plane.low - edge, plane.high + edge)


def _box(note: dict[str, Any], across: tuple[Ends, float], up: tuple[Ends, float]) -> Box:
    """Return from where to where a note of the cost plane reaches, in pixels."""
    (left, right), wide = across
    (bottom, top), high = up
    x = (note["x"] - left) / (right - left) * wide + note.get("xshift", 0)
    y = (note["y"] - bottom) / (top - bottom) * high
    reach = LETTER * letters(TAG.sub("", note["text"]))
    begins = x if note["xanchor"] == "left" else x - reach
    return begins, begins + reach, y, y + NAME_PIXELS


def _areas(rows: Sequence[tuple[str, Trace]]) -> Trace:
    """Return what is said of each line, in its colour."""
    said = [in_colour(trace, trace["name"].replace("<br>", GAP)) for _line_of, trace in rows]
    more = {OF_LINE: [line_of for line_of, _trace in rows], "textfont": {"size": SMALLEST}}
    return texts(AREAS, [0] * len(rows), list(range(len(rows))), said, "middle right", **more)


def areas_axes(where: Places, pixels: int, *, gap: int) -> dict[str, Any]:
    """Return the axes of the areas, which stand so many pixels above the ROC plane."""
    roc = where.panels["roc"]
    if not pixels:
        return {}
    up = where.up(roc.top - gap - pixels, roc.top - gap)
    across = {**HIDDEN, "domain": [roc.left, roc.right], "range": [0, 1], "anchor": AREAS["yaxis"]}
    down = {**HIDDEN, "domain": up, "range": [pixels / ROW - 0.5, -0.5], "anchor": AREAS["xaxis"]}
    return {axis_key(AREAS["xaxis"]): across, axis_key(AREAS["yaxis"]): down}
