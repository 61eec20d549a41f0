"""Names of envelopes and ROC curves beside them, and above the ROC plane their areas: no legend where there is room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalcore.figures.costs.traces import COST, ROC, Shown
from evalcore.figures.layout import MARGIN, Places
from evalcore.figures.parts.marks import BEHIND_GROUP, in_planes
from evalcore.figures.parts.named import (
    FLOOR,
    GAP,
    MARK_BEHIND,
    TAG,
    USUAL_WIDE,
    Ends,
    Named,
    Room,
    axes_of_more,
    in_colour,
    named_entries,
    written_more,
)
from evalcore.figures.parts.names import LETTER, NAME_PIXELS, Box
from evalcore.figures.style import Trace, letters
from evalcore.views.costs import Plane

# The axes of the ROC plane.
SHARE: Ends = (-0.02, 1.02)
# How far the mark of the best reaches beside the lines along which it moves, no less than that of the threshold.
BEST = 10


def named_costs(
    drawn: Sequence[Trace],
    chosen: str,
    shown: Shown,
    where: Places,
    written: Sequence[dict[str, Any]],
    *,
    moving: Sequence[Trace],
) -> Named | None:
    """Return lines with their names beside them in both planes; None of further costs and of many, and without room.

    `written` stands in the cost plane already, and handles are `moving` what marks t and the condition.
    """
    if shown.curves:
        return None
    roc, cost = (
        ((USUAL_WIDE - 2 * MARGIN) * (where.panels[name].right - where.panels[name].left), float(where.pixels(name)))
        for name in ("roc", "cost")
    )
    across, up = cost_ends(shown.plane)
    taken = [_box(one, (across, cost[0]), (up, cost[1])) for one in written]
    # The ROC plane is a square.
    side = min(roc)
    rooms = [
        Room(COST, across, up, *cost, floor=FLOOR, moving=in_planes(moving, [COST]), taken=taken, along={chosen: BEST}),
        Room(ROC, SHARE, SHARE, side, side, along={chosen: BEST, BEHIND_GROUP: MARK_BEHIND}),
    ]
    return named_entries(drawn, ROC, [rooms])


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


def areas(named: Named) -> list[Trace]:
    """Return what is said of each line, in its colour."""
    said = [in_colour(trace, trace["name"].replace("<br>", GAP)) for _of, trace in named.more]
    return written_more([(0, k, text, of) for k, (text, (of, _trace)) in enumerate(zip(said, named.more, strict=True))])


def areas_axes(where: Places, named: Named, *, gap: int) -> dict[str, Any]:
    """Return the axes of the areas, which stand so many pixels above the ROC plane."""
    roc = where.panels["roc"]
    return axes_of_more(where, named, (roc.left, roc.right), roc.top - gap)
