"""What the browser's tab remembers of its session, and what it does while no server answers.

A session can end while its page is still seen. Until the server has answered again nothing can be taken hold of, and
why is said; a session that follows another one learns what that one held before it shows a number.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import streamlit as st

from evalcore.figures.style import read_sheet
from ui.session import loaded, lost
from ui.shared import navigation
from ui.shared.text import _

_WATCH, _HELD = "tab_session", "tab_held"
_TOLD = "tab_told"
_tab = st.components.v2.component("tab", js=read_sheet(Path(__file__).with_name("tab.js")))


def watch() -> None:
    """Watch the connection, and learn what the session before held; called in every run of the whole app."""
    _before()  # a callback that another request has broken off is not called again
    told = {
        **_now(),
        "watches": True,
        "shows": " ".join((navigation.here(), loaded.whole().name, loaded.model(), loaded.positive() or "")),
        "told": bool(st.session_state.get(_TOLD)),
        "answered": _state().get("asked"),
        "away": _(
            "The connection to the server is interrupted. What you see is as it was; nothing can be moved or changed "
            "until the server answers."
        ),
        "silent": _("The server has not answered yet. Nothing can be moved or changed until it does."),
        "over": _("The connection to the server has ended. The page must be loaded again."),
        "reload": _("Load the page again"),
        "anew": _(
            "The connection was away too long, or the server was started anew: this page has begun again from its "
            "address. Answers and results that were only in memory are gone."
        ),
        "broken": _("The upload was broken off: choose the file again."),
        "close": _("Close"),
    }
    with st.container(key="tab", gap=None):
        _tab(key=_WATCH, data=told, on_asked_change=_asked, on_before_change=_before)


def tell() -> None:
    """Tell the tab what is held now, and that the server has answered; called at the end of what runs alone."""
    _tab(key=_HELD, data={**_now(), "at": time.time()})


def _now() -> dict[str, Any]:
    return {"session": lost.token(), "held": lost.held()}


def _asked() -> None:
    """Have this run answer: the tab asks whether the server still knows its session."""


def _before() -> None:
    """Learn once what the session before held: the browser may say it again when it is brought already."""
    said = None if st.session_state.get(_TOLD) else _state().get("before")
    # Another session may have been told of an earlier one by the same tab.
    if said and said.get("session") == lost.token():
        lost.take(said["held"], was_in_sight=bool(said["in_sight"]))
        loaded.lose()
        st.session_state[_TOLD] = True


def _state() -> Any:
    return st.session_state.get(_WATCH, {})
