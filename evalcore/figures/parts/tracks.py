"""Tracks: axes of their own in a row below a figure, each with a handle for a quantity that no panel shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalcore.figures.layout import GRIP, Panel, Places, axis_key
from evalcore.figures.live.motion import Handle, Part
from evalcore.figures.parts.marks import scatter
from evalcore.figures.style import Trace

# Pixels of a row of tracks: the value above the handle, the track, and below it the numbers and the name.
ROW, ABOVE, HIGH = 100, 28, 14


@dataclass(frozen=True)
class Track:
    """A quantity and its steps: where each stands on the axis, its exact value, and what is shown and said of it.

    `ticks` are the places with a number on the axis and these numbers; an axis that is not even, as of a size from 5 to
    5,000, has places of its own choosing. `axes` name the plane, as in ("x5", "y5").
    """

    name: str
    label: str
    axes: tuple[str, str]
    at: Sequence[float]
    values: Sequence[str]
    shown: Sequence[str]
    ticks: Mapping[float, str]
    active: int

    @property
    def panel(self) -> str:
        """The plane as a handle names it."""
        return "".join(self.axes)


def track_panels(names: Sequence[str], top: int, *, narrow: bool) -> dict[str, Panel]:
    """Return where tracks stand below `top`: side by side, on a narrow page one below the other."""
    if narrow:
        rows = [top + k * ROW + ABOVE for k in range(len(names))]
        return {name: Panel(row, row + HIGH, 0.06, 0.94) for name, row in zip(names, rows, strict=True)}
    wide = 1 / max(len(names), 1)
    return {
        name: Panel(top + ABOVE, top + ABOVE + HIGH, k * wide + 0.03, (k + 1) * wide - 0.03)
        for k, name in enumerate(names)
    }


def rows_pixels(tracks: int, *, narrow: bool) -> int:
    """Return how high so many tracks are together."""
    return ROW * (tracks if narrow else min(tracks, 1))


def track_trace(track: Track) -> Trace:
    """Return what is drawn on a track: nothing that is seen, but without a trace Plotly draws no axis."""
    x, y = track.axes
    return scatter({"xaxis": x, "yaxis": y}, "markers", [track.at[0]], [0], marker={"opacity": 0}, showlegend=False)


def track_axes(track: Track, where: Places) -> dict[str, Any]:
    """Return both axes of a track; the upright one is not seen."""
    across, up = where.domains(track.name)
    x, y = track.axes
    return {
        axis_key(x): {
            "domain": across,
            "anchor": y,
            "range": [track.at[0], track.at[-1]],
            "fixedrange": True,
            "showgrid": False,
            "tickvals": list(track.ticks),
            "ticktext": list(track.ticks.values()),
            "tickangle": 0,
            **GRIP,
            "tickfont": {"size": 13},
            # Closer than this Plotly moves a title off the numbers, but not one that fits between two of them.
            "title": {"text": track.label, "standoff": 13, "font": {"size": 14}},
        },
        axis_key(y): {"domain": up, "anchor": x, "range": [0, 1], "visible": False, "fixedrange": True},
    }


def track_handle(track: Track, parts: Sequence[Part], *, stops: Sequence[int] | None = None) -> Handle:
    """Return the handle of a track; without `stops` each step changes something."""
    return Handle(
        name=track.name,
        panel=track.panel,
        at=list(track.at),
        values=list(track.values),
        shown=list(track.shown),
        said=list(track.shown),
        label=track.label,
        active=track.active,
        parts=list(parts),
        stops=list(range(len(track.at))) if stops is None else list(stops),
    )
