"""The way from page to page, and back to the whole app where a page was opened alone."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import streamlit as st

# Whether app.py has run in this session, and whether it has been asked for.
FRAMED = "framed"
_ASKED = "frame_asked"
_PAGES = Path(__file__).parents[2] / "pages"


def exists(page: str) -> bool:
    """Whether there is a page of this name."""
    return (_PAGES / f"{page}.py").is_file()


def whole_app() -> None:
    """Bring the frame back where a page was opened first on a new server.

    As long as no session has run app.py, Streamlit takes the folder `pages` for its own older kind of app and runs the
    page alone. Naming the page to `st.navigation` ends that, and the run is asked for again, now with app.py: once, so
    that a page which stays alone is shown without the frame and not for ever begun anew. Without an address there is
    no server (a test runs the page on its own) and nothing to bring back.
    """
    if st.session_state.get(FRAMED) or st.session_state.get(_ASKED) or not st.context.url:
        return
    st.session_state[_ASKED] = True
    page = urlsplit(st.context.url).path.rstrip("/").rpartition("/")[2]
    if not exists(page):
        return
    st.navigation([st.Page("app.py"), st.Page(f"pages/{page}.py")], position="hidden")
    st.rerun()


def go_to(page: str, **asked: str) -> None:
    """Open another page of the app, with what its address is to ask for; a page that runs on its own has none."""
    if st.session_state.get(FRAMED):
        st.switch_page(f"pages/{page}.py", query_params=asked or None)
