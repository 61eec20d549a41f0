"""Which single rows were asked for by a click: on the page that shows them, or on another one on the way there."""

from __future__ import annotations

from typing import Final

import streamlit as st

from ui.session import screen

# The choices of the page of the matrix: which cell, and which other model decides otherwise at which threshold. The tab
# has the name of the first.
ROWS, OTHER, OTHER_T = "rows", "rows_other", "rows_other_t"
_ASKED: Final = "rows_asked"


def ask(which: str, other: str = "", other_t: float | None = None) -> None:
    """Have the tab of single rows opened with those of a cell, or of several, and brought into view.

    With another model they are those that it decides otherwise, at a threshold of its own or that of the page.
    """
    st.session_state[ROWS] = which
    st.session_state[OTHER], st.session_state[OTHER_T] = other, other_t
    bring()


def bring() -> None:
    """Open the tab of the rows and bring it into view."""
    st.session_state[screen.TAB.key] = ROWS
    st.session_state[_ASKED] = times() + 1


def times() -> int:
    """Return how often rows were asked for by a click or by the link that began the session."""
    times: int = st.session_state.get(_ASKED, 0)
    return times
