"""A card that was asked for is brought into view."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_ASKED = "exercise_asked"
_SEEN = "exercise_seen"
_scroll = st.components.v2.component(
    "exercise_into_view", js=Path(__file__).with_name("into_view.js").read_text(encoding="utf-8")
)


def ask() -> None:
    """Have the next card that is shown brought into view."""
    st.session_state[_ASKED] = st.session_state.get(_ASKED, 0) + 1


def bring(card: str, name: str, parameter: str) -> None:
    """Bring the card of this key into view if it was asked for, or if a link that opens a page names it."""
    seen: set[str] = st.session_state.setdefault(_SEEN, set())
    if name not in seen:
        seen.add(name)
        if {parameter, "tab"} & set(st.query_params):
            ask()
    _scroll(key=f"into_view_{name}", data={"card": card, "asked": st.session_state.get(_ASKED, 0)})
