"""The way from page to page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

import streamlit as st

# Whether app.py draws its frame in this session; a test runs a page without.
FRAMED = "framed"
# The page the visitor is on, the one that is to be opened, and the one whose figure or window has reported something.
_ON, _WANTED, _REPORTED = "page_on", "page_wanted", "page_reported"


def root() -> str:
    """Return the path that all addresses of this server begin with, as "/lab"; empty where it has a name to itself."""
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""


def in_address() -> str:
    """Return the page that the address names, empty for Home and where there is no server."""
    return urlsplit(st.context.url or "").path.rstrip("/").removeprefix(root()).rpartition("/")[2]


def former_addresses(pages: Mapping[str, str]) -> list[st.Page]:
    """Return a hidden page for each former address, which leads to the page of today with all that a link asks for."""
    return [st.Page(_moved_to(page), url_path=former, visibility="hidden") for former, page in pages.items()]


def _moved_to(page: str) -> Callable[[], None]:
    return lambda: st.switch_page(f"pages/{page}.py", query_params=st.query_params.to_dict())


def go_to(page: str, **asked: str) -> None:
    """Open another page of the app, with what its address is to ask for; called by a button's callback.

    The run after it may be broken off before it comes to anything, and is not told of the button again: the wish stays
    until it is fulfilled. A page that runs on its own has no other.
    """
    if st.session_state.get(FRAMED):
        st.session_state[_WANTED] = page, asked


def leave() -> None:
    """Go to the page that is to be opened, if any; asked where a click runs a part of a page alone."""
    if _WANTED in st.session_state:
        page, asked = st.session_state[_WANTED]
        st.session_state[_ON] = page
        st.switch_page(f"pages/{page}.py", query_params=asked or None)


def here() -> str:
    """Return the name of the page the visitor is on."""
    page: str = st.session_state.get(_ON, "")
    return page


def reported(page: str) -> None:
    """Remember that this run was begun by a report of a page's figure or window; called by what hears it."""
    st.session_state[_REPORTED] = page


def arrive(page: str) -> None:
    """Go where the visitor wants to be, should this be another page.

    The browser sends a report together with the page it shows. It may do so after the visitor has left, as long as it
    has not heard of the next page; the former one would come back.
    """
    if st.session_state.get(_WANTED, (page,))[0] != page:
        leave()
    on = st.session_state.get(_ON, page)
    # Not taken out: a run that is about to be broken off may take it out between a look at it and that.
    reported_by, st.session_state[_REPORTED] = st.session_state.get(_REPORTED), None
    if reported_by == page != on:
        st.switch_page(f"pages/{on}.py")
    st.session_state[_ON] = page
    st.session_state.pop(_WANTED, None)
