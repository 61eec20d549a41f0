"""The way in for rows copied from elsewhere."""

from __future__ import annotations

import streamlit as st

from ui.session import allowed, incoming
from ui.shared.text import _


def paste_box() -> None:
    """Show a box for rows copied from elsewhere."""
    if allowed.only_looks("paste"):
        return
    st.text_area(
        _("Rows copied from a spreadsheet or a file, with a header"),
        key="pasted",
        height=180,
        placeholder="y,score\n1,0.92\n0,0.31",
    )
    st.button(_("Load these rows"), on_click=incoming.take_pasted, key="paste_go", type="primary")
