"""The way from page to page, and back to the whole app where a page was opened alone."""

from __future__ import annotations

from urllib.parse import urlsplit

import streamlit as st

FRAMED = "framed"


def whole_app() -> None:
    """Bring the frame back where a page was opened first on a new server.

    As long as no session has run app.py, Streamlit takes the folder `pages` for its own older kind of app and runs the
    page alone. Naming the page to `st.navigation` ends that, and the run is asked for again, now with app.py. Without
    an address there is no server (a test runs the page on its own) and nothing to bring back.
    """
    if st.session_state.get(FRAMED) or not st.context.url:
        return
    st.session_state[FRAMED] = True
    page = urlsplit(st.context.url).path.rstrip("/").rpartition("/")[2]
    st.navigation([st.Page("app.py"), st.Page(f"pages/{page}.py")])
    st.rerun()


def go_to(page: str) -> None:
    """Open another page of the app; a page that runs on its own has none."""
    if st.session_state.get(FRAMED):
        st.switch_page(f"pages/{page}.py")
