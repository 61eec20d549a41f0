"""The frames of a live figure: what a step of a slider changes, in as few bytes as possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from evalcore.figures.style import Trace


class LiveFigure(go.Figure):  # type: ignore[misc]  # plotly comes without types
    """A figure whose frames change traces that are there.

    Plotly writes a trace's type with every change, a quarter of what the frames weigh, and needs it with none.
    """

    def to_dict(self) -> dict[str, Any]:
        """Return what is sent to a browser."""
        made: dict[str, Any] = super().to_dict()
        for frame in made.get("frames", ()):
            for change in frame["data"]:
                change.pop("type", None)
        return made


def frame(name: str, changes: Sequence[Trace], first: int) -> dict[str, Any]:
    """Return a frame that changes the traces from place `first` on; the browser keeps the rest of each."""
    return {"name": name, "data": list(changes), "traces": list(range(first, first + len(changes)))}


def change(trace: Trace) -> Trace:
    """Return what a step changes where a fill only changes its shade, and a line is a rule that moves sideways."""
    if "fillcolor" in trace:
        return {"fillcolor": trace["fillcolor"]}
    if trace["mode"] == "lines":
        return {"x": trace["x"]}
    return redrawn(trace)


def redrawn(trace: Trace) -> Trace:
    """Return what a step changes where a trace goes anywhere: its texts, or else its points."""
    return {key: trace[key] for key in (("text",) if "text" in trace else ("x", "y"))}
