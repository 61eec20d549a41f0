"""An address that leads to no page says so in the app's own words; Streamlit has a window of its own, in English."""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

from ui.frame import header
from ui.shared import navigation
from ui.shared.text import _

_ASKED = "page_nowhere"


def pages(known: Collection[str]) -> list[st.Page]:
    """Return a hidden page for what the address names, where that is none of the known ones."""
    asked = navigation.in_address()
    if asked and asked not in known:
        # Once it is a page, Streamlit leaves it out of the address.
        st.session_state[_ASKED] = asked
    named = st.session_state.get(_ASKED)
    return [] if named is None else [st.Page(_show, title=_("No such page"), url_path=named, visibility="hidden")]


def _show() -> None:
    header.header(
        _("No such page"),
        _("This address leads to no page of the workbench. It may be cut off, or older than this version."),
    )
    with st.container(key="nowhere_ways", horizontal=True):
        st.page_link("pages/home.py", label=_("Home"), icon=":material/home:", width="content")
        st.page_link("pages/data.py", label=_("Load predictions"), icon=":material/upload_file:", width="content")
