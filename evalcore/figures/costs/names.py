"""Rows above the planes: what each line is called, and its area; and names at curves where none could mean another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evalcore.figures.costs.traces import COST, ROC
from evalcore.figures.layout import MARGIN, Look, Places
from evalcore.figures.parts.marks import BEHIND_GROUP, axes_of
from evalcore.figures.parts.named import MARK_BEHIND, ROW, TAG, USUAL_WIDE, Ends, Room, name_of, of_their_lines
from evalcore.figures.parts.rows import Row, in_order, is_listed, names_at_lines, of_its_line, rows_axes, written_rows
from evalcore.figures.style import Trace, guessed
from evalcore.views.costs import Plane

# The axes of the ROC plane.
# A mark on the edge of a small plane is whole.
SHARE: Ends = (-0.05, 1.05)
# How far the mark of the best reaches beside the lines along which it moves, no less than that of the threshold.
BEST = 10
# Where the rows of each plane stand: above it.
ABOVE = {"cost": axes_of(6), "roc": axes_of(7)}
# The area in what a line is called.
_AREA = re.compile(re.escape(guessed("*")).replace(r"\*", "(.*?)"))


@dataclass(frozen=True)
class Rows:
    """Lines without a legend, and the rows above each plane that has some."""

    lines: list[Trace]
    rows: dict[str, list[Row]]

    def pixels(self, name: str) -> int:
        """How high the rows above a plane are."""
        return ROW * len(self.rows.get(name, ()))

    @property
    def has_areas(self) -> bool:
        """Whether a row says an area."""
        return any(row.worth for row in self.rows["cost"])

    @property
    def written(self) -> list[Trace]:
        """What stands in the rows."""
        return [one for name, rows in self.rows.items() for one in written_rows(ABOVE[name], rows)]


def costs_in_rows(drawn: Sequence[Trace], look: Look) -> Rows:
    """Return lines with a row each above the cost plane; on a phone, where that is out of sight, above ROC as well."""
    lines = [of_its_line(trace) for trace in drawn]
    rows = {"cost": [_row(one) for one in in_order(lines) if is_listed(one, COST)]}
    if look.narrow and not look.printed:
        also = in_order(of_their_lines(lines, ROC))
        rows["roc"] = [Row(one, name_of(one["name"])) for one in also if is_listed(one, ROC)]
    return Rows([line | {"showlegend": False} for line in lines], rows)


def _row(trace: Trace) -> Row:
    name, area = name_of(trace["name"]), _AREA.search(trace["name"])
    said = TAG.sub("", trace["name"][len(name) :].replace("<br>", " ")).strip()
    return Row(trace, name, area[0], said) if area else Row(trace, name)


def rows_layout(where: Places, found: Rows, gap: dict[str, int]) -> dict[str, Any]:
    """Return the axes of the rows, which stand so many pixels above their planes."""
    laid: dict[str, Any] = {}
    for name, rows in found.rows.items():
        panel = where.panels[name]
        if rows:
            laid |= rows_axes(where, (panel.left, panel.right), panel.top - gap[name], ABOVE[name], len(rows))
    return laid


def named_at(drawn: Sequence[Trace], chosen: str, where: Places) -> list[Trace]:
    """Return the names at the curves of the ROC plane; none where one could mean another."""
    roc = where.panels["roc"]
    # The plane is a square.
    side = min((USUAL_WIDE - 2 * MARGIN) * (roc.right - roc.left), where.pixels("roc"))
    room = Room(ROC, SHARE, SHARE, side, side, along={chosen: BEST, BEHIND_GROUP: MARK_BEHIND}, meant=True)
    return names_at_lines(of_their_lines([of_its_line(trace) for trace in drawn], ROC), ROC, [room])


def cost_ends(plane: Plane) -> tuple[Ends, Ends]:
    """Return the ends of both axes of the cost plane: a mark on its edge is whole."""
    edge = 0.02 * (plane.high - plane.low)
    return (-0.02 * plane.far, 1.02 * plane.far), (plane.low - edge, plane.high + edge)
