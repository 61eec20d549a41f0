"""What stands in place of numbers where a visitor's own things are gone with the session before this one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from ui.live import tab

# A label, what a click does, and what tells the button from others.
Way = tuple[str, Callable[[], None], str]


def stop(said: str, ways: Sequence[Way] = ()) -> None:
    """Say what is gone, offer the ways on, and show no number of anything else."""
    with st.container(key="gone"):
        st.warning(said, icon=":material/memory:")
        with st.container(horizontal=True):
            for label, act, key in ways:
                st.button(label, key=key, on_click=act)
    with st.container(gap=None):
        tab.tell()
    st.stop()
