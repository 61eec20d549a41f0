"""Where the planes of this page stand, their axes, and what moves in them with the threshold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evalcore.errors import Message, Say, message
from evalcore.figures.layout import GRIP, MARGIN, NOWHERE, Look, Panel, Places, base_layout, headings
from evalcore.figures.live.motion import THRESHOLD, Handle, Part
from evalcore.figures.parts.marks import Axes, axes_of, dots, edged, line, placed, scatter
from evalcore.figures.parts.named import FLOOR, ROW, USUAL_WIDE, Ends, Room, named_lines
from evalcore.figures.parts.rows import Row, is_listed, of_its_line, rows_axes, written_rows
from evalcore.figures.parts.strip import LOW_STRIP_PIXELS, PILL_PIXELS
from evalcore.figures.style import GUESSED, INK, MODELS, OUT_OF_SIGHT, RULE, Trace, rgba
from evalcore.support.arrays import FloatArray

FIRST, SECOND = axes_of(2), axes_of(3)
# The plane that has the handle on its own axis.
HANDLED = axes_of(1)
# Where the rows of each plane stand: above it.
ABOVE: Final[Mapping[str, Axes]] = {"first": axes_of(6), "second": axes_of(7)}
# Pixels below a plane for the numbers and the title of its axis, above one for its heading, and those of a narrow one.
BELOW, HEAD, STACKED = 50, 26, 300
# By how much the uppermost number of an axis reaches above a plane.
TICK = 6
# From the strip to the plane below it: the numbers of its axis.
GAP = 36
LEFT, RIGHT = (0.065, 0.53), (0.61, 0.995)
NARROW = (0.16, 0.98)
# Pixels of a figure that is not narrow, with the drawer open, in the smallest window.
LEAST_WIDE = 500
# On a narrow page below a strip, which has the names of the classes at its left.
BESIDE_NAMES = (0.25, 0.98)


def below_strip(look: Look, rows: Mapping[str, int] = NOWHERE) -> Places:
    """Return where the strip stands, below it the plane on the same axis, and at the right another plane.

    Above the planes stand so many `rows`. What the handle moves is all below the first title.
    """
    first, second = (ROW * rows.get(name, 0) for name in ("first", "second"))
    above = HEAD + PILL_PIXELS
    if look.narrow:
        # Rows stand below the numbers of the axis of the strip.
        top = above + 100 + GAP + (first + 2 * TICK if first else 0)
        second += top + STACKED + BELOW + 2 * HEAD
        panels = {
            "strip": Panel(above, above + 100, *BESIDE_NAMES),
            "first": Panel(top, top + STACKED, *BESIDE_NAMES),
            "second": Panel(second, second + STACKED, *NARROW),
        }
        return Places(second + STACKED + BELOW + 2 * MARGIN, panels, bar=5)
    bottom = look.height - 2 * MARGIN - BELOW
    strip = above + (LOW_STRIP_PIXELS - 20 if look.is_low else LOW_STRIP_PIXELS + 8)
    panels = {
        "strip": Panel(above, strip, 0.1, LEFT[1]),
        "first": Panel(strip + GAP + first, bottom, 0.1, LEFT[1]),
        "second": Panel(HEAD + second + TICK, bottom, *RIGHT),
    }
    return Places(look.height, panels, bar=5)


def side_by_side(look: Look, rows: Mapping[str, int] = NOWHERE) -> Places:
    """Return where two planes stand with so many `rows` above them, the first with the handle on its axis."""
    first, second = (ROW * rows.get(name, 0) for name in ("first", "second"))
    first += HEAD + PILL_PIXELS
    if look.narrow:
        second += first + STACKED + BELOW + 16 + 2 * HEAD
        panels = {"first": Panel(first, first + STACKED, *NARROW), "second": Panel(second, second + STACKED, *NARROW)}
        return Places(second + STACKED + BELOW + 2 * MARGIN, panels)
    bottom = look.height - 2 * MARGIN - BELOW - 8
    panels = {"first": Panel(first, bottom, *LEFT), "second": Panel(HEAD + second + TICK, bottom, *RIGHT)}
    return Places(look.height, panels)


def layout(
    of: Entries, axes: dict[str, Any], said: dict[str, str], more: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """Return the layout: axes, the titles of the panels, and between those and the planes the rows.

    A plane below a strip has its title above that, which stands on the same axis.
    """
    where, panels = of.where, of.where.panels
    # Both titles stand on one line: the uppermost number of the second plane reaches above it.
    gaps = {"first": TICK if "strip" in panels else PILL_PIXELS, "second": TICK}
    above = {name: gap + ROW * len(of.rows.get(name, ())) for name, gap in gaps.items()}
    first = "strip" if "strip" in panels else "first"
    titles = headings(
        {first: said["first"], "second": said["second"]}, where, HEAD, above={"strip": PILL_PIXELS, **above}
    )
    laid = {**base_layout(where), **axes, "showlegend": False, "annotations": [*more, *titles]}
    for name, rows in of.rows.items():
        panel = panels[name]
        laid |= rows_axes(where, (panel.left, panel.right), panel.top - gaps[name], ABOVE[name], len(rows))
    return laid


@dataclass(frozen=True)
class Entries:
    """Lines without a legend, where their planes stand, and their names: beside them, or in rows above planes."""

    where: Places
    drawn: list[Trace]
    names: list[Trace]
    rows: Mapping[str, Sequence[Row]]

    @property
    def is_beside(self) -> bool:
        """Whether names stand beside their lines."""
        return not self.rows


def entries(
    drawn: Sequence[Trace],
    place: Callable[..., Places],
    planes: Mapping[str, tuple[Axes, Ends, Ends]],
    *,
    look: Look,
    rules: Mapping[str, float],
    told: Mapping[str, str] = NOWHERE,
    tries: Sequence[int] = (),
    above: Mapping[str, Axes] = NOWHERE,
) -> Entries:
    """Return lines with their names beside them, see `named_beside`, or where these have no room in rows.

    A row stands above the plane of its line; where both planes have the same lines, it is said above which panels stand
    those of which plane.
    """
    where = place(look)
    beside = named_beside(drawn, where, planes, look=look, rules=rules, told=told, tries=tries)
    if beside is not None:
        return Entries(where, *beside, {})
    lines = [of_its_line(trace) for trace in drawn]
    rows = {
        name: [Row(one, told.get(one["name"], one["name"])) for one in lines if is_listed(one, axes)]
        for name, axes in (above or {name: axes for name, (axes, *_ends) in planes.items()}).items()
    }
    names = [one for name, mine in rows.items() for one in written_rows(ABOVE[name], mine)]
    where = place(look, {name: len(mine) for name, mine in rows.items()})
    return Entries(where, [line | {"showlegend": False} for line in lines], names, rows)


def named_beside(
    drawn: Sequence[Trace],
    where: Places,
    planes: Mapping[str, tuple[Axes, Ends, Ends]],
    *,
    look: Look,
    rules: Mapping[str, float],
    told: Mapping[str, str] = NOWHERE,
    tries: Sequence[int] = (),
) -> tuple[list[Trace], list[Trace]] | None:
    """Return lines without a legend, in which no more stands than in the planes, and their names beside them.

    `planes` are axes and their ends by the name of a panel, `rules` where the handle stands in it; what a name tells
    that is to be guessed is written as it is `told`. Names stand where all have room in a figure of the first of so
    many pixels that is tried, where none are given in one with the drawer open and in a roomy one. None on a narrow
    page, and where a name has room in none.
    """
    if look.narrow:
        return None
    for pixels in tries or ((LEAST_WIDE, USUAL_WIDE) if look.roomy else (LEAST_WIDE,)):
        wide = {name: (pixels - 2 * MARGIN) * (where.panels[name].right - where.panels[name].left) for name in planes}
        rooms = [
            Room(axes, across, up, wide[name], where.pixels(name), floor=FLOOR, moving=[rule(axes, rules[name], up)])
            for name, (axes, across, up) in planes.items()
        ]
        if (found := named_lines(drawn, rooms, told)) is not None:
            return found
    return None


def plane(
    where: Places,
    name: str,
    axes: Axes,
    x: tuple[str, dict[str, Any]],
    y: tuple[str, dict[str, Any]],
    *,
    grip: bool = False,
) -> dict[str, Any]:
    """Return both axes of a plane, each a title and what else it has; with `grip` it has room for a handle."""
    # Of an axis the browser writes a minus, not a hyphen.
    base = {"gridcolor": "rgba(138,147,161,0.22)", "zeroline": False, "tickfont": {"size": 13}, "hoverformat": ".3f"}
    across = {
        **base,
        "hoverformat": ".3~r",
        **(GRIP if grip else {}),
        **x[1],
        "title": {"text": x[0], "standoff": 10, "font": {"size": 14}},
    }
    up = {**base, **y[1], "title": {"text": y[0], "standoff": 8, "font": {"size": 14}}}
    return placed(where, name, axes, across, up)


def rule(axes: Axes, at: float, reach: tuple[float, float]) -> Trace:
    """Return the present place as a rule across a plane."""
    return line(axes, [at, at], list(reach), line={"width": 2, "color": INK})


def mark(axes: Axes, x: float, y: float) -> Trace:
    """Return the present place on a line as a filled point; out of sight where it is undefined."""
    known = not np.isnan(x) and not np.isnan(y)
    place = (short(x), short(y)) if known else (OUT_OF_SIGHT, OUT_OF_SIGHT)
    return dots(axes, [place[0]], [place[1]], edged(11, INK), **GUESSED)


def short(value: float) -> float:
    """Return a number with the digits that can be seen."""
    return float(f"{value:.6g}")


def reading(axes: Axes, x: float, low: float, high: float) -> Trace:
    """Return the interval of the present place as an upright line; out of sight where there is none."""
    known = not np.isnan([x, low, high]).any()
    at, *ends = (short(x), short(low), short(high)) if known else [OUT_OF_SIGHT] * 3
    return line(axes, [at, at], ends, line={"width": 3, "color": INK}, **GUESSED)


def stroke(
    axes: Axes, x: FloatArray, y: FloatArray, name: str, of: tuple[str, str], *, model: int = 0, **more: Any
) -> Trace:
    """Return the line of a model, drawn of what `of` names, with an entry in the legend."""
    colour, dash = MODELS[model % len(MODELS)]
    style = {"color": colour, "dash": dash, "width": 3, **more}
    return scatter(axes, "lines", x, y, name=name, line=style, hovertemplate=said_at(name, *of), **GUESSED)


def said_at(name: str, x: str, y: str) -> str:
    """Return what is said of a point of a line where one points at it; `plane` says with how many digits."""
    lines = [*([] if name == y else [name]), f"{x} %{{x}}", f"{y} %{{y}}"]
    return "<br>".join(lines) + "<extra></extra>"


def reference(
    axes: Axes, x: Sequence[float] | FloatArray, y: Sequence[float] | FloatArray, name: str, dash: str
) -> Trace:
    """Return a line that others are seen against, with an entry in the legend."""
    return scatter(axes, "lines", x, y, name=name, line={"color": RULE, "dash": dash, "width": 2}, hoverinfo="name")


def band(axes: Axes, x: FloatArray, low: FloatArray, high: FloatArray, name: str, *, model: int = 0) -> list[Trace]:
    """Return the area between both ends of a band; nothing where there is none."""
    known = np.isfinite(low) & np.isfinite(high)
    if not known.any():
        return []
    colour = MODELS[model % len(MODELS)][0]
    across, up = np.concatenate([x[known], x[known][::-1]]), np.concatenate([high[known], low[known][::-1]])
    shade = {"fill": "toself", "fillcolor": rgba(colour, 0.2), "line": {"width": 0, "color": colour}}
    return [scatter(axes, "lines", across, up, name=name, **shade, **GUESSED)]


def bins(
    axes: Axes,
    points: tuple[FloatArray, FloatArray, FloatArray],
    about: Any,
    name: str,
    say: Say,
    *,
    model: int = 0,
    joined: bool = False,
) -> Trace:
    """Return bins as points with their intervals; `about` has of each where it stands, its rows and its edges.

    `points` are the heights with both ends, nan where a bin has no interval.
    """
    middle, low, high = points
    colour, dash = MODELS[model % len(MODELS)]
    missing = np.isnan(low) | np.isnan(high)
    return scatter(
        axes,
        "lines+markers" if joined else "markers",
        about.score,
        middle,
        name=name,
        line={"color": colour, "dash": dash, "width": 2},
        marker={"size": 9, "color": colour, "symbol": "circle" if model == 0 else "diamond"},
        error_y={
            "type": "data",
            "array": np.where(missing, 0, high - middle),
            "arrayminus": np.where(missing, 0, middle - low),
            "color": colour,
            "thickness": 1.5,
        },
        customdata=np.column_stack([about.n, about.edges_low, about.edges_high, about.share]),
        hovertemplate=said_of_bin(say),
        **GUESSED,
    )


def said_of_bin(say: Say, share: str = "%{customdata[3]:.3f}") -> str:
    """Return what is said of a bin where one points at it."""
    edges = message("scores {low} to {high}", low="%{customdata[1]:.3~r}", high="%{customdata[2]:.3~r}")
    mean = message("mean score {value}", value="%{x:.3~r}")
    of_rows = message("share of positives {value}", value=share)
    lines = [*map(say, (edges, mean, of_rows)), "n = %{customdata[0]:,.2~f}"]
    return "<br>".join(lines) + "<extra></extra>"


def threshold_of(
    at: Sequence[float],
    values: Sequence[str],
    shown: Sequence[str],
    said: Sequence[str],
    *,
    label: Message,
    say: Say,
    active: int,
    parts: Sequence[Part],
    summary: Sequence[tuple[str, Sequence[str]]] = (),
) -> Handle:
    """Return a handle of the threshold that stands on the axis of the first plane."""
    return Handle(
        name=THRESHOLD,
        panel="xy",
        at=list(at),
        values=list(values),
        shown=list(shown),
        said=list(said),
        label=say(label),
        active=active,
        parts=list(parts),
        stops=list(range(len(at))),
        summary=list(summary),
    )
