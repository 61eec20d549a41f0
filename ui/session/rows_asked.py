"""Which single rows were asked for by a click: on the page that shows them, or on another one on the way there."""

from __future__ import annotations

from typing import Final

import streamlit as st

from ui.session import screen

# The choice of the page of the matrix; its tab has the same name.
ROWS: Final = "rows"
_ASKED = "rows_asked"


def ask(which: str) -> None:
    """Have the tab of single rows opened with those of a cell, or of several, and brought into view."""
    st.session_state[ROWS] = which
    st.session_state[screen.TAB.key] = ROWS
    st.session_state[_ASKED] = times() + 1


def times() -> int:
    """Return how often rows were asked for by a click or by the link that began the session."""
    times: int = st.session_state.get(_ASKED, 0)
    return times
