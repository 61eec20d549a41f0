"""Where the parts of a figure stand, and what the layout of every figure begins with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import plotly.graph_objects as go

from evalcore.figures.style import FONT, GRID, NEGATIVE, RULE, Trace, plain, rgba, template

# Below so many pixels a figure is low.
LOW = 430
# On an axis of fewer pixels its title would reach beyond it.
LEAST_TITLED = 116
# Pixels around a figure.
MARGIN = 12
# Pixels a title of a panel is high, and the key behind it; and of how many letters a title has room above any panel.
TITLE, KEY, LONGEST = 16, 13, 30
# What parts a title from the key behind it, and what a key begins with.
_POINT, _SIGNS, _COLOUR = " · ", ("●", "○", "◥"), '<span style="color'
# Pixels of an entry of the legend, besides those of each of its lines.
ENTRY, LINE = 5, 17
# The annotation that says what a figure is of, and how many letters of that have room.
MARK, MOST_OF_A_MARK = "mark", 40
# Pixels below a figure in which its mark stands alone.
MARK_ROOM = 12
# What a part that has no scale of its own does with its axes.
HIDDEN = {"visible": False, "fixedrange": True}
# An axis of numbers, and what leaves room on it for a handle.
NUMBERED: Mapping[str, Any] = {
    "gridcolor": GRID,
    "zeroline": False,
    "separatethousands": True,
    "tickfont": {"size": 13},
}
GRIP: Mapping[str, Any] = {"ticks": "outside", "ticklen": 10, "tickcolor": "rgba(0,0,0,0)"}
NOWHERE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Look:
    """What a figure has to fit: a page too narrow for panels side by side, and the pixels it may be high.

    A narrow figure stacks its panels and is as high as they need. One that stands `alone` is a scene before an
    audience: what it is about is as large as there is room for, and what it is not about is not drawn. Such a figure
    may be built up stage by stage: `stage` is how far it has come, None where it is whole. One that is `printed` is a
    picture: on a slide, or in a column of a paper, where it is a page high at most. A
    `roomy` one that is not narrow has no drawer beside it, which in a small window would leave it half of the page.
    """

    narrow: bool = False
    height: int = 500
    alone: bool = False
    stage: int | None = None
    printed: bool = False
    roomy: bool = False

    @property
    def is_low(self) -> bool:
        """Whether there is no room for a strip above other panels, as on a projector with everything enlarged."""
        return not self.narrow and self.height < LOW

    def has(self, stage: int) -> bool:
        """Whether what comes with a stage is there by now.

        >>> Look().has(3), Look(stage=2).has(2), Look(stage=2).has(3)
        (True, True, False)
        """
        return self.stage is None or self.stage >= stage

    def lower_by(self, pixels: int) -> Look:
        """Return the look of a figure that leaves room below it; narrow and low ones stay as they are.

        >>> Look().lower_by(28).height, Look(height=400).lower_by(28).height
        (472, 400)
        """
        return self if self.narrow or self.is_low else replace(self, height=self.height - pixels)


@dataclass(frozen=True)
class Panel:
    """A span in pixels from the top, and as shares of the width."""

    top: int
    bottom: int
    left: float
    right: float


@dataclass(frozen=True)
class Places:
    """Where the parts of a figure stand; a narrow page stacks what a wide one sets side by side.

    `bar` is how many pixels thick a bar of the strip is.
    """

    height: int
    panels: Mapping[str, Panel]
    bar: int = 0

    @property
    def is_low(self) -> bool:
        """Whether the figure is that of a low window."""
        return self.height < LOW

    def is_first(self, name: str) -> bool:
        """Whether no other panel stands left of a panel: nothing, or names and numbers of its own.

        >>> where = Places(200, {"a": Panel(0, 50, 0.1, 0.5), "b": Panel(0, 50, 0.6, 1), "c": Panel(60, 90, 0.6, 1)})
        >>> [where.is_first(name) for name in "abc"]
        [True, False, True]
        """
        one = self.panels[name]
        return not any(
            other.right <= one.left and other.top < one.bottom and one.top < other.bottom
            for other in self.panels.values()
        )

    def pixels(self, name: str) -> int:
        """Return how high a panel is."""
        return self.panels[name].bottom - self.panels[name].top

    def paper(self, down: float) -> float:
        """Return where a place, in pixels from the top, stands on the paper: 1 is the top and 0 the bottom."""
        return 1 - down / (self.height - 2 * MARGIN)

    def up(self, top: float, bottom: float) -> list[float]:
        """Return the paper domain of a span in pixels from the top."""
        return [self.paper(bottom), self.paper(top)]

    def domains(self, name: str) -> tuple[list[float], list[float]]:
        """Return a panel's horizontal and vertical domain."""
        panel = self.panels[name]
        return [panel.left, panel.right], self.up(panel.top, panel.bottom)


def base_layout(places: Places) -> dict[str, Any]:
    """Return what all live figures have in common."""
    return {
        "template": template(),
        "height": places.height,
        # A long name in a legend must not move the panels.
        "margin": {"l": MARGIN, "r": MARGIN, "t": MARGIN, "b": MARGIN, "autoexpand": False},
        "hovermode": "closest",
        # Where one points at a line its name is whole.
        "hoverlabel": {"namelength": -1},
        "dragmode": False,
        "font": {"family": FONT, "size": 14},
    }


def plane_axes(
    places: Places, name: str, axes: dict[str, str], titles: tuple[str, str], axis: dict[str, Any]
) -> dict[str, Any]:
    """Return both axes of a plane with their titles; `axes` are what its traces name, as in {"xaxis": "x3", ...}."""
    x, y = places.domains(name)
    base = {"fixedrange": True, "gridcolor": GRID, **axis}
    across, up = ({"text": title, "standoff": 14, "font": {"size": 14}} for title in titles)
    if places.pixels(name) < LEAST_TITLED:
        up = {"text": ""}
    return {
        axis_key(axes["xaxis"]): {**base, "domain": x, "anchor": axes["yaxis"], "title": across},
        axis_key(axes["yaxis"]): {**base, "domain": y, "anchor": axes["xaxis"], "title": up},
    }


def axis_key(name: str) -> str:
    """Return where the layout holds an axis that traces call x3.

    >>> axis_key("x3"), axis_key("y")
    ('xaxis3', 'yaxis')
    """
    return f"{name[0]}axis{name[1:]}"


def legend_pixels(traces: Sequence[Trace], legend: str = "legend") -> int:
    """Return how high the legend of these traces is.

    >>> legend_pixels([{"name": "A<br>area 0.1"}, {"name": "B"}, {"name": "C", "showlegend": False}])
    61
    """
    listed = [t for t in traces if t.get("showlegend", True) and t.get("legend", "legend") == legend]
    return sum(ENTRY + LINE * (1 + str(t.get("name", "")).count("<br>")) for t in listed)


def heading(text: str, x: float, y: float) -> dict[str, Any]:
    """Return what stands above a panel; x and y are on the paper.

    A title has one weight and one size in every figure, and at most `LONGEST` letters; what more there is to say stands
    behind a point in the middle and is small, as is a key of signs and colours, which is no title. A title begins with
    a capital, but where it begins with a name or a symbol.

    >>> heading("ROC curve", 0, 1)["font"], heading("● new · ○ old", 0, 1)["font"]
    ({'size': 16, 'weight': 600}, {'size': 13})
    """
    title, point, key = text.partition(_POINT)
    is_key = text[:1] in _SIGNS or _COLOUR in title
    font = {"size": KEY} if is_key else {"size": TITLE, "weight": 600}
    if point and not is_key:
        text = f'{title}<span style="font-size:{KEY}px;font-weight:400">{point}{key}</span>'
    return {
        "text": text,
        "x": x,
        "y": y,
        "xref": "paper",
        "yref": "paper",
        "xanchor": "left",
        "yanchor": "middle",
        "align": "left",
        "showarrow": False,
        "font": font,
    }


def begun(text: str) -> str:
    """Return what is called so elsewhere as a title, which begins with a capital.

    >>> begun("lift")
    'Lift'
    """
    return text[:1].upper() + text[1:]


def headings(
    said: Mapping[str, str],
    where: Places,
    high: int,
    *,
    above: Mapping[str, int] = NOWHERE,
    left: Mapping[str, float] = NOWHERE,
) -> list[dict[str, Any]]:
    """Return what stands right above each panel that is there, in a line of so many pixels.

    Some stand so many pixels `above` that, or begin elsewhere than at the `left` of their panel. That of a panel that
    is the first from the left begins where the figure does, as the text above it.
    """
    found = []
    for name, text in said.items():
        if name not in where.panels:
            continue
        panel = where.panels[name]
        place = where.paper(panel.top - above.get(name, 0) - high // 2)
        edge = left.get(name, 0.0 if where.is_first(name) else panel.left)
        found.append(heading(text, edge, place))
    return found


def marked(figure: go.Figure, text: str, *, calm: bool = False, room: int = MARK_ROOM) -> go.Figure:
    """Return a figure that says in its lower right corner what it is of, so that a picture of it says so, too.

    A calm mark is an outline; any other is bold on a ground of its own. It stands in a line of its own, by which the
    figure is higher by `room` pixels: titles of axes and handles reach into every corner of some figure.
    """
    layout = figure.layout
    below = (MARGIN if layout.margin.b is None else layout.margin.b) + room
    colours = {"bordercolor": RULE} if calm else {"bordercolor": NEGATIVE, "bgcolor": rgba(NEGATIVE, 0.3)}
    shown = plain(text, MOST_OF_A_MARK)
    mark = {
        "text": shown if calm else f"<b>{shown}</b>",
        "name": MARK,
        "x": 1,
        "y": 0,
        "xref": "paper",
        "yref": "paper",
        "xanchor": "right",
        "yanchor": "bottom",
        "yshift": -below,
        "showarrow": False,
        "borderpad": 3,
        "borderwidth": 1,
        "font": {"size": 12},
        **colours,
    }
    # One figure made anew: `update_layout` would compare it with what stands, part by part, at six times the cost.
    stands = layout.to_plotly_json()
    changed = {
        "annotations": [*stands.get("annotations", ()), mark],
        "margin": {**stands.get("margin", {}), "b": below},
    }
    if layout.height is not None:
        changed["height"] = layout.height + room
    return go.Figure(data=figure.data, layout={**stands, **changed}, frames=figure.frames)
