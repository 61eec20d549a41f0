"""Examples, one below the other: truth in the fill; the handle below them says how many have been seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.hypotheses.names import SpaceNames
from evalcore.figures.layout import HIDDEN, Panel, Places, base_layout
from evalcore.figures.live.guess import guess_figure
from evalcore.figures.live.motion import Part, live_figure, moved
from evalcore.figures.parts.marks import axes_of, field, placed, scatter, texts
from evalcore.figures.parts.tracks import Track, track_axes, track_handle, track_panels, track_trace
from evalcore.figures.style import INK, OUT_OF_SIGHT, RULE, Trace, plain, rgba
from evalcore.hypotheses import Example

SEEN: Final = "seen"
LIST, SAID = axes_of(6), axes_of(2)
BLANK: Final = "\u00a0"
# Pixels of an example's line, at most and at least; letters of one.
LINE, LEAST_LINE, LETTERS = 32, 20, 34
# The plane of the track of the handle, below the list.
TRACK_AXES: Final = ("x9", "y9")
HEADING: Final = message("Examples · ● positive ○ negative")


def line_pixels(examples: int, room: int) -> int:
    """Return how high the line of an example is, where so many share this room."""
    return max(LEAST_LINE, min(LINE, room // max(examples, 1)))


def list_traces(examples: Sequence[Example], names: SpaceNames) -> list[Trace]:
    """Return what no handle moves: for each example its mark, filled where it is positive, and its values."""
    up = [-float(k) for k in range(len(examples))]
    marker = example_marker(examples, 12)
    marks = scatter(LIST, "markers", [0.06] * len(examples), up, marker=marker, cliponaxis=False, showlegend=False)
    said = [plain(names.instance(one.instance), LETTERS) for one in examples]
    values = texts(LIST, [0.12] * len(examples), up, said, "middle right", textfont={"size": 14})
    return [marks, values]


def example_marker(examples: Sequence[Example], size: int) -> dict[str, Any]:
    """Return the mark of each example: filled where it is positive."""
    colours = [INK if one.positive else "rgba(0,0,0,0)" for one in examples]
    return {"size": size, "color": colours, "line": {"width": 2, "color": INK}}


def seen_traces(seen: int, examples: int, *, at: int | None = None) -> list[Trace]:
    """Return what the handle moves in the list: a band over the examples seen, and a mark beside the last of them.

    The mark may stand `at` another one, counted from 1; 0 is none.
    """
    return [_cover(seen, examples), _pointer(seen if at is None else at)]


def _pointer(seen: int) -> Trace:
    """Return the mark beside the last example seen; none before the first."""
    up, marker = 1.0 - seen if seen else OUT_OF_SIGHT * 9, {"size": 11, "color": INK, "symbol": "triangle-right"}
    return scatter(LIST, "markers", [0.005], [up], marker=marker, cliponaxis=True, showlegend=False)


def _cover(seen: int, examples: int) -> Trace:
    """Return the band over the examples that have been seen."""
    top, low = (0.5, 0.5 - seen) if examples else (0.5, 0.5)
    unseen = {"width": 0, "color": "rgba(0,0,0,0)"}
    return field(LIST, (0, 1), (top, low), rgba(RULE, 0.16), line=unseen, showlegend=False)


def list_axes(where: Places, examples: int) -> dict[str, Any]:
    """Return the axes of the list, and of the numbers beside it where there are some."""
    up = {**HIDDEN, "range": [0.5 - max(examples, 1), 0.5]}
    panels = {name: axes for name, axes in (("list", LIST), ("numbers", SAID)) if name in where.panels}
    found: dict[str, Any] = {}
    for name, axes in panels.items():
        found |= placed(where, name, axes, {**HIDDEN, "range": [0, 1]}, up)
    return found


@dataclass(frozen=True, kw_only=True)
class Stepwise:
    """A figure that follows the examples: what stands still, what each number of examples seen shows, and says.

    `repainted` moves with the handle besides: a map's shades. The handle may be another one than that of the examples
    seen: on a `track` of its own, with a list of so many examples.
    """

    still: Sequence[Trace]
    steps: Sequence[Sequence[Trace]]
    said: Sequence[str]
    active: int
    repainted: Sequence[Part] = ()
    track: Track | None = None
    listed: int | None = None


def stepwise_figure(drawn: Stepwise, layout: dict[str, Any], where: Places, say: Say) -> go.Figure:
    """Draw what follows the examples; the handle says how many have been seen. With one step alone there is none."""
    moves = len(drawn.steps) - 1
    layout = {**base_layout(where), **list_axes(where, moves if drawn.listed is None else drawn.listed), **layout}
    if not moves:
        return guess_figure([*drawn.still, *drawn.steps[0]], layout)
    track = drawn.track or _seen_track(moves, drawn.active, say)
    parts = [*drawn.repainted, *moved(drawn.steps, len(drawn.still))]
    handle = replace(track_handle(track, parts), said=list(drawn.said))
    data = [*drawn.still, *drawn.steps[drawn.active], track_trace(track)]
    return live_figure(data, layout | track_axes(track, where), [handle])


def _seen_track(examples: int, active: int, say: Say) -> Track:
    """Return the track of how many examples have been seen."""
    return Track(
        name=SEEN,
        label=say(message("examples seen")),
        axes=TRACK_AXES,
        at=[float(k) for k in range(examples + 1)],
        values=[str(k) for k in range(examples + 1)],
        shown=[say(message("{seen} seen", seen=k)) for k in range(examples + 1)],
        ticks={float(k): str(k) for k in range(examples + 1)},
        active=active,
    )


def seen_panel(top: int, left: float, right: float) -> Panel:
    """Return where the track stands."""
    return replace(track_panels([SEEN], top, narrow=False)[SEEN], left=left, right=right)
