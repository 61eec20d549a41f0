"""Rows above the planes: what each curve is called and worth; and names at the curves where none could mean another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from evalcore.figures.curves.overlays import LABEL_HEIGHT, LOW_PLANE, PLANE, PR, ROC
from evalcore.figures.curves.traces import Reach, View
from evalcore.figures.layout import Look, Places
from evalcore.figures.parts.marks import BEHIND_GROUP, Axes, axes_of
from evalcore.figures.parts.named import (
    GAP,
    MARK,
    MARK_BEHIND,
    ROW,
    TAG,
    Ends,
    Room,
)
from evalcore.figures.parts.rows import Row, in_order, is_listed, names_at_lines, of_its_line, rows_axes, written_rows
from evalcore.figures.style import Trace

# Room for the mark of an operating point in a corner.
SHARES: Ends = (-0.04, 1.04)
# Pixels of a plane without the drawer, where names have no room in one beside it.
USUAL_PLANE = 200
# Pixels of the DET plane, as in a window of 1280 with the drawer open, and of what stands above and below it.
DET, AROUND = 340, 200
# Pixels from the rows to the plane.
BELOW = 3
# A label that stands on a line from here on reaches above the plane.
HIGHEST = 0.95
# Where the rows of each plane stand: above it.
ABOVE: Final[Mapping[str, tuple[Axes, Axes]]] = {"first": (ROC, axes_of(6)), "second": (PR, axes_of(7))}


@dataclass(frozen=True)
class Rows:
    """Curves without a legend, the rows above each plane, so far above it, and names at the curves."""

    lines: list[Trace]
    rows: Mapping[str, Sequence[Row]]
    names: list[Trace]
    below: int

    @property
    def most(self) -> int:
        """How many rows stand above a plane at most."""
        return max(map(len, self.rows.values()))

    @property
    def pixels(self) -> int:
        """How high the rows are."""
        return ROW * self.most + self.below - BELOW

    @property
    def written(self) -> list[Trace]:
        """What stands in the rows, and at the curves."""
        return [*(one for panel, rows in self.rows.items() for one in written_rows(ABOVE[panel][1], rows)), *self.names]


def curves_in_rows(
    drawn: Sequence[Trace], chosen: str, planes: View, reach: Reach, look: Look, *, worth: Sequence[str]
) -> Rows | None:
    """Return curves with a row above their planes each; None where they stand alone, with a legend in their planes.

    `worth` is what the numbers in the rows of each plane are called.
    """
    if look.alone:
        return None
    lines = [of_its_line(trace) for trace in drawn]
    rows = {
        panel: [_row(one, called) for one in in_order(lines) if is_listed(one, axes)]
        for (panel, (axes, _above)), called in zip(ABOVE.items(), worth, strict=True)
    }
    # On a phone names have hardly any room at the curves.
    planes_named = [] if look.narrow else _rooms(chosen, planes, reach, look)
    names = [name for axes, rooms in planes_named for name in names_at_lines(lines, axes, rooms)]
    below = BELOW + (LABEL_HEIGHT if any(map(_ends_above, lines)) else 0)
    return Rows([line | {"showlegend": False} for line in lines], rows, names, below)


def rows_layout(where: Places, found: Rows) -> dict[str, Any]:
    """Return the axes of the rows, which are as wide as one of two planes."""
    laid: dict[str, Any] = {}
    wide = where.panels["second"].right - where.panels["second"].left
    for panel, (_plane, above) in ABOVE.items():
        if found.rows[panel]:
            one = where.panels[panel]
            laid |= rows_axes(
                where, (one.left, min(one.right, one.left + wide)), one.top - found.below, above, found.most
            )
    return laid


def _ends_above(trace: Trace) -> bool:
    """Tell whether the label of a line stands above its plane."""
    is_above = str(trace.get("textposition", "")).startswith("top") and "text" in trace["mode"]
    return is_above and float(trace["y"][-1]) > HIGHEST


def _row(trace: Trace, called: str) -> Row:
    name, _gap, worth = trace["name"].partition(GAP)
    said = TAG.sub("", worth)
    # A model of labels is a point, which is worth nothing.
    return Row(trace, name, worth, said if trace["mode"] == "markers" else f"{called} {said}")


def _rooms(chosen: str, planes: View, reach: Reach, look: Look) -> list[tuple[Axes, Sequence[Room]]]:
    """Return the planes in which curves may have names, each as small as it may be, and as it is wanted.

    That is smaller, and with room beside the curves for the marks that move along them.
    """
    marks = {chosen: MARK, BEHIND_GROUP: MARK_BEHIND}
    if planes == "det":
        room = Room(ROC, *reach, DET, look.height - AROUND, meant=True)
        return [(ROC, (room, replace(room, along=marks)))]
    least, wanted = (LOW_PLANE, LOW_PLANE) if look.is_low else (USUAL_PLANE, PLANE)
    return [
        (
            axes,
            (
                Room(axes, SHARES, SHARES, least, least, meant=True),
                Room(axes, SHARES, SHARES, wanted, wanted, along=marks, meant=True),
            ),
        )
        for axes in (ROC, PR)
    ]
