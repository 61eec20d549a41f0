"""What the browser tells the server of a page: a handle let go, a point clicked, and how large page and window are.

The components have no markup. What a value or a point means is for those who listen to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import streamlit as st

from evalcore.figures.layout import Look
from evalcore.figures.live import motion
from evalcore.figures.style import read_sheet
from ui.live import drawn
from ui.session import address, screen
from ui.shared import navigation, tex
from ui.shared.text import _

NARROW_BELOW = 760
# A window so high has room for a figure of more than the usual height.
HIGH_FROM, HIGH = 900, 520
# The window's height is told in such steps, so that not every pixel asks the server.
STEP = 20
# What stands above the figure in presenter mode, with an answer of two lines and in pixels before everything is
# enlarged; and its least height there.
ABOVE_PRESENTED, LEAST_PRESENTED = 112, 300
# One more line of that answer.
LINE_PRESENTED = 24
# What its question takes of that on the path of lessons, where no controls stand above the figure.
PATH_PRESENTED = 16
# An answer of one line, and the gap below it.
ANSWER_PRESENTED = 48
# What the page's script leaves as a cookie: narrow or not, the window's height, how much larger what is presented is.
KNOWN_SIZE = re.compile(r"([01])_(\d{2,4})_(1(?:\.\d)?)")
_HERE = Path(__file__).parent
_NARROW = "page_narrow"
_HEIGHT = "window_height"
_SCALE = "window_scale"
_SIZE = "page_size"
_ABOVE, _LINES = "pixels_above", "lines_above"
_EVENTS = "chart_events"
_PLAYED = "chart_played"


def script(path: Path) -> str:
    """Return the JavaScript of a component that listens to a chart, after what all of them share."""
    return "\n".join(read_sheet(part) for part in (_HERE / "chart.js", path))


@dataclass(frozen=True)
class Alone:
    """What a page says where the line of another model stands alone, and what it does where that one is chosen.

    `models` has how each of the other models is written; that takes the place of {other} in `said` and `choose`.
    """

    models: Mapping[str, str]
    said: str
    choose: str
    chosen: Callable[[str], None]


_bridge = st.components.v2.component(
    "bridge",
    js="\n".join(
        (
            motion.script(),
            *(read_sheet(_HERE / name) for name in ("follow.js", "numbers.js", "point.js")),
            script(_HERE / "bridge.js"),
        )
    ),
)


def listen(
    chart_key: str,
    *,
    released: Callable[[str | None, str], None],
    picked: Callable[[str, Sequence[float | None]], None],
    typed: Callable[[str, str], None] | None = None,
    alone: Alone | None = None,
) -> None:
    """Call back when a handle of a chart is let go, with its name and its step's value, and when a point is clicked.

    `picked` is told the `meta` of the point's trace and the point's customdata, None where a number is not finite;
    `typed` the name of a handle and what was typed on its number in the sentence. `alone` is said of lines left alone.
    """

    def on_released() -> None:
        if said := _said(_EVENTS, "released"):
            drawn.heard(said.get("drawing"))
            released(said.get("slider"), said["value"])

    def on_picked() -> None:
        if said := _said(_EVENTS, "picked"):
            picked(said["meta"], said["customdata"])

    def on_typed() -> None:
        if typed is not None and (said := _said(_EVENTS, "typed")):
            typed(said["slider"], said["text"])

    def on_chosen() -> None:
        if alone is not None and (said := _said(_EVENTS, "chosen")):
            alone.chosen(said["model"])

    name: dict[str, Any] = {"hint": _("Only this line; once more: all lines")}
    if alone is not None:
        name |= {"models": dict(alone.models), "said": alone.said, "choose": alone.choose}
        name["label"] = _("The line of another model")
        name["of_other"] = _("Only this line, then its model can be chosen; once more: all lines")
    _bridge(
        key=_EVENTS,
        data={"chart": chart_key, "page": navigation.here(), "opening": _("opening …"), "name": name},
        on_released_change=on_released,
        on_picked_change=on_picked,
        on_typed_change=on_typed,
        on_chosen_change=on_chosen,
    )


def let_go_at() -> str:
    """Return what stood above the handle that was let go last: empty where a number was typed in its place."""
    said = st.session_state.get(_EVENTS, {}).get("released") or {}
    return str(said.get("shown") or "")


def play(chart_key: str) -> None:
    """Let a chart be taken hold of, and tell the server nothing of it."""
    _bridge(key=_PLAYED, data={"played": chart_key})


def measure() -> None:
    """Learn how wide the page is and how high the window; where that changes the page, it is drawn anew."""
    _expect()
    size = {"narrow": is_narrow(), "height": st.session_state.get(_HEIGHT), "scale": _scale()}
    size["heard"] = address.is_heard()
    told = {**size, "below": NARROW_BELOW, "step": STEP, "scales": screen.scales(), "page": navigation.here()}
    _bridge(key=_SIZE, data=told, on_size_change=_size_changed)


def _expect() -> None:
    """Take page and window to be as they were on this browser's last visit, so that the first drawing fits at once."""
    kept = str(st.context.cookies.get("window", ""))
    if _NARROW in st.session_state or (known := KNOWN_SIZE.fullmatch(kept)) is None:
        return
    narrow, height, scale = known.groups()
    _take_size(narrow=narrow == "1", height=int(height), scale=float(scale))


def _take_size(*, narrow: bool, height: int, scale: float) -> None:
    st.session_state[_NARROW], st.session_state[_HEIGHT], st.session_state[_SCALE] = narrow, height, scale


def _scale() -> float:
    """Return how much larger everything is where it is presented; a frame is smaller than a projector's picture."""
    return float(st.session_state.get(_SCALE, screen.SCALE))


def is_narrow() -> bool:
    """Whether the page is too narrow for panels side by side, as the browser last said."""
    return bool(st.session_state.get(_NARROW, False))


def formula(line: str) -> None:
    """Show a formula, in lines one below the other where the page is too narrow for it."""
    st.latex(tex.stacked(line) if is_narrow() else line)


def look() -> Look:
    """Return how the page looks where a figure stands: narrow, or with room beside no drawer; how high it may be."""
    return replace(_of_page(), roomy=not st.session_state.get(screen.DRAWER.key, False))


def _of_page() -> Look:
    window = st.session_state.get(_HEIGHT)
    if window is None:
        return Look(is_narrow())
    if screen.is_on(screen.PRESENT):
        if screen.is_alone() and not is_narrow():
            return scene_look()
        return _presented(window, above=int(st.session_state.get(_LINES, 0)) * LINE_PRESENTED)
    if window >= HIGH_FROM:
        return Look(is_narrow(), HIGH)
    return Look(is_narrow()).lower_by(int(st.session_state.get(_ABOVE, 0)))


def leave_room(pixels: int) -> None:
    """Have figures leave so many pixels to what stands above them on this page, in a window that is not high."""
    st.session_state[_ABOVE], st.session_state[_LINES] = pixels, 0


def leave_a_line() -> None:
    """Have figures before an audience leave room for a third line of the answer above them.

    Whether it comes or not: a figure that changed its height with the answer would be drawn anew under a hand.
    """
    st.session_state[_LINES] = 1


def scene_look() -> Look:
    """Return how high a figure may be that stands alone before an audience, without an answer above it."""
    window = st.session_state.get(_HEIGHT)
    shown = Look(is_narrow()) if window is None else _presented(window)
    return (
        shown
        if shown.narrow
        else Look(height=shown.height + ANSWER_PRESENTED, alone=True, stage=screen.built(), roomy=True)
    )


def stand_on_paper(height: int) -> None:
    """Have figures that stand alone be so high, wide and as large as on a page; no browser says how large it is."""
    st.session_state[_NARROW], st.session_state[_SCALE] = False, 1.0
    st.session_state[_HEIGHT] = height + ABOVE_PRESENTED - ANSWER_PRESENTED


def stand_in_file(*, narrow: bool) -> None:
    """Have figures be as high and wide as in a file, whatever browser it is opened in later."""
    for key in (_HEIGHT, _SCALE):
        st.session_state.pop(key, None)
    st.session_state[_NARROW] = narrow


def _presented(window: int, *, above: int = 0) -> Look:
    """Return how high a figure may be before an audience, below the answer and so many pixels more."""
    beside = above + ABOVE_PRESENTED + (PATH_PRESENTED if screen.PATH.key in st.session_state else 0)
    return Look(is_narrow(), max(int(window / _scale()) - beside, LEAST_PRESENTED))


def _size_changed() -> None:
    if not (said := _said(_SIZE, "size")):
        return
    _take_size(narrow=bool(said["narrow"]), height=int(said["height"]), scale=float(said["scale"]))
    address.heard()


def _said(key: str, event: str) -> Any:
    """Return what a component last said of an event; None of one that is gone from the page."""
    said = st.session_state.get(key, {}).get(event)
    if said:
        navigation.reported(said["page"])
    return said
