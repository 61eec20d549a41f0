"""Presenter mode: the figure as high as the screen, everything larger, and keys for who stands beside it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from evalcore.figures.live import motion
from ui.audience import panel
from ui.frame import path
from ui.live import drawn, tab
from ui.session import screen
from ui.shared import qr
from ui.shared.text import _

_HERE = Path(__file__).parent
_KEYS = "presenter_keys"
_CODE = "address_code"
_SCRIPTS = ("guess.js", "presenter.js")
_keys = st.components.v2.component(
    "presenter",
    js="\n".join((motion.drawing_script(), *((_HERE / name).read_text(encoding="utf-8") for name in _SCRIPTS))),
)


def button(*, has_threshold: bool = False, has_handles: bool = False, has_rows: bool = False) -> None:
    """Show what starts presenter mode; in it, what ends it, hides what is to be guessed, and shows the address.

    The one that ends it names the keys that do something on the page: whether it has a threshold, or handles, and
    curves built row after row.
    """
    hidden = screen.is_on(screen.HIDDEN)
    # On a slide there is nothing to click but what is hidden.
    if hidden or (screen.is_on(screen.PRESENT) and not screen.is_embedded()):
        st.button(
            _("Reveal the numbers") if hidden else _("Hide the numbers"),
            icon=":material/visibility:" if hidden else ":material/visibility_off:",
            key="hide",
            on_click=screen.switch,
            args=(screen.HIDDEN,),
            help=_("Guess first: key h"),
        )
    if screen.is_embedded():
        return
    if screen.is_on(screen.PRESENT):
        st.button(
            _("QR code of this page"),
            icon=":material/qr_code_2:",
            key="code",
            on_click=_turn_code,
            help=_("Key q"),
        )
        st.button(
            _("Stop presenting"),
            icon=":material/close_fullscreen:",
            key="present_button",
            on_click=_turn,
            help=_keys_of(has_threshold=has_threshold, has_handles=has_handles, has_rows=has_rows),
        )
    else:
        st.button(_("Present"), icon=":material/present_to_all:", key="present_button", on_click=_turn)


def _keys_of(*, has_threshold: bool, has_handles: bool, has_rows: bool) -> str:
    keys = [_("Escape: stop presenting")]
    if has_threshold:
        keys.append(_("← and →: the next threshold, with Shift the tenth; Home and End: the first and the last"))
    if st.session_state.get(screen.PATH.key) is not None:
        keys.append(_("Page down and Page up: on within the step, then to the next one; and back"))
        if not has_threshold:
            keys.append(_("← and →: as Page up and Page down"))
        keys.append(_("r: the step as it began; o: the controls of the page"))
        keys.append(_("v: the class answers on its phones; Page down reveals its answers, then closes them"))
    elif has_threshold:
        keys.append(_("Page up and Page down: as ← and →; Page down first reveals what is hidden"))
    elif has_handles:
        keys.append(
            _("Page down and Page up: the first handle of the figure, on and back; what is hidden is revealed first")
        )
    if has_rows:
        keys.append(_("n: the next row, where the curves are built row after row"))
    return "\n".join(f"- {key}" for key in keys) if len(keys) > 1 else keys[0]


def show(page: str, next_row: str | None = None, *, waits: bool = False) -> None:
    """Listen to the keys, and show the code of the address where it was asked for: last, when the address is there.

    `next_row` is a selector of what key n turns to, None on a page without it. A page that `waits` for its figure, or
    says why there is none, has nothing to reveal.
    """
    presenting = screen.is_on(screen.PRESENT)
    told = {
        "presenting": presenting,
        "embedded": screen.is_embedded(),
        "hidden": screen.is_on(screen.HIDDEN),
        "waits": waits,
        "next": None if screen.is_embedded() else next_row,
        "step": _step(page),
    }
    with st.container(key="presenter", gap=None):
        _keys(key=_KEYS, data=told, on_pressed_change=_pressed)
        tab.tell()
        if st.session_state.get(_CODE) and told["presenting"]:
            _show_code()
        if path.step() is not None:
            panel.show()


def _step(page: str) -> dict[str, str | bool | float | list[int] | None] | None:
    """Return what the keys of a remote control have to know of the step whose turn it is, None of who is on none."""
    now = path.step()
    if now is None:
        return None
    if path.here(page) is None:
        return {"key": now.key, "hides": False, "moves": None, "stage": 0, "stages": 0}
    stages = screen.stages()
    stage = min(screen.stage(), stages)
    moving = {"moves": now.moves, "strides": now.strides, "halts": list(now.halts), "begins": now.begins}
    return {"key": now.key, "hides": now.hides, **moving, "stage": stage, "stages": stages}


def address() -> str:
    """Return the address of what is shown."""
    asked = urlencode(st.query_params.to_dict())
    return f"{st.context.url or ''}?{asked}" if asked else st.context.url or ""


def _show_code() -> None:
    with st.container(key="code_shown", gap="xsmall", horizontal_alignment="center"):
        qr.show(address(), _("QR code of this page"))
        st.button(_("Close"), key="code_close", on_click=_turn_code)


def _turn() -> None:
    screen.switch(screen.PRESENT)
    st.session_state.pop(_CODE, None)
    step = path.step()
    if not screen.is_on(screen.PRESENT):
        # Whoever leaves has no audience left that guesses.
        st.session_state.pop(screen.HIDDEN.key, None)
    elif step is not None and step.hides:
        st.session_state[screen.HIDDEN.key] = "1"
    drawn.anew()


def _turn_code() -> None:
    st.session_state[_CODE] = not st.session_state.get(_CODE, False)


def _turn_cover(*, on: bool) -> None:
    """Do what a remote control asks of what covers the page: the class that votes, or the code of the address."""
    if panel.is_open():
        if not (on and panel.reveal()):
            panel.turn()
    elif st.session_state.get(_CODE):
        _turn_code()


def _pressed() -> None:
    """Do what a key asks for; Escape closes the code before it ends presenter mode."""
    pressed = st.session_state[_KEYS].get("pressed") or {}
    key = pressed.get("key")
    if key == "stage":
        st.session_state[screen.STAGE.key] = float(pressed["to"])
    elif key == "h":
        screen.switch(screen.HIDDEN)
    elif key == "n":
        # In the tab to learn from the curves are built row after row.
        st.session_state[screen.TAB.key] = "learn"
    elif key == "r":
        path.reset()
    elif (key == "v" and path.step() is not None) or (key == "Escape" and panel.is_open()):
        panel.turn()
    elif key in ("cover on", "cover back"):
        _turn_cover(on=key == "cover on")
    elif key == "q" or (key == "Escape" and st.session_state.get(_CODE)):
        _turn_code()
    elif key == "Escape" and screen.is_on(screen.PRESENT):
        _turn()
