"""What the browser tells the server of a page: a slider let go, a point clicked, and how wide the page is.

The components have no markup. What a value or a point means is for those who listen to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from evalcore.figures.layout import Look
from evalcore.figures.live import motion

NARROW_BELOW = 760
_HERE = Path(__file__).parent
_NARROW = "page_narrow"
_WIDTH = "page_width"
_EVENTS = "chart_events"


def script(path: Path) -> str:
    """Return the JavaScript of a component that listens to a chart, after what all of them share."""
    return "\n".join(part.read_text(encoding="utf-8") for part in (_HERE / "chart.js", path))


_bridge = st.components.v2.component(
    "bridge",
    js="\n".join((motion.script(), (_HERE / "follow.js").read_text(encoding="utf-8"), script(_HERE / "bridge.js"))),
)


def listen(
    chart_key: str,
    *,
    released: Callable[[str | None, str], None],
    picked: Callable[[str, Sequence[float | None]], None],
) -> None:
    """Call back when a slider of a chart is let go, with its name and its step's value, and when a point is clicked.

    `picked` is told the `meta` of the point's trace and the point's customdata, None where a number is not finite.
    """

    def on_released() -> None:
        if said := _said(_EVENTS, "released"):
            released(said.get("slider"), said["value"])

    def on_picked() -> None:
        if said := _said(_EVENTS, "picked"):
            picked(said["meta"], said["customdata"])

    _bridge(
        key=_EVENTS,
        data={"chart": chart_key},
        on_released_change=on_released,
        on_picked_change=on_picked,
    )


def width() -> None:
    """Learn how wide the page is; where it becomes narrow or wide, it is drawn anew."""
    _bridge(key=_WIDTH, data={"below": NARROW_BELOW, "narrow": is_narrow()}, on_narrow_change=_width_changed)


def is_narrow() -> bool:
    """Whether the page is too narrow for panels side by side, as the browser last said."""
    return bool(st.session_state.get(_NARROW, False))


def look() -> Look:
    """Return what a figure has to fit, as the browser last said."""
    return Look(narrow=is_narrow())


def _width_changed() -> None:
    st.session_state[_NARROW] = bool(_said(_WIDTH, "narrow"))


def _said(key: str, event: str) -> Any:
    """Return what a component last said of an event."""
    return st.session_state[key].get(event)
