"""Single rows of a source near the present threshold, fetched when asked for, page by page."""

from __future__ import annotations

import streamlit as st

from evalcore.counts import SourcedView
from evalcore.predictions import BinaryView
from ui.session import rows_near
from ui.shared import controls, tables
from ui.shared.numbers import count
from ui.shared.text import _, remark, say

_PAGE = "rows_near_page"


def can_be_fetched(rows: BinaryView) -> bool:
    """Whether the rows stay in a source that can be asked."""
    return isinstance(rows, SourcedView) and rows_near.can_ask(rows)


def show(rows: BinaryView, t: float) -> None:
    """Show a page of the rows whose scores are nearest to the threshold, or offer to fetch it."""
    if not isinstance(rows, SourcedView):
        raise ValueError("these rows are in memory")
    remark(
        "The rows whose scores are nearest to the threshold, highest score first, with the columns that may be seen."
    )
    refused = rows_near.JOB.refusal()
    if refused is not None:
        st.error(say(refused), icon=":material/error:")
    if rows_near.JOB.run is not None:
        rows_near.JOB.watch(rows_near.told)
        return
    controls.seed(_PAGE, 1)
    page = int(st.session_state[_PAGE])
    found = rows_near.known(rows, t, page)
    if found is None:
        st.button(
            _("Fetch rows"),
            key="fetch_rows",
            icon=":material/database:",
            on_click=rows_near.begin,
            args=(rows, t, page),
        )
        return
    seen = [name for name in rows_near.allowed() if name in found.frame]
    tables.show(found.frame[seen], alt=_("Rows near the threshold"), explain=False, of_rows=True)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.number_input(
            _("Page"),
            1,
            max(found.n_pages, page),
            key=_PAGE,
            persist_state="session",
            on_change=_turn,
            args=(rows, t),
            width=130,
        )
        remark("{n} rows on {pages} pages.", n=count(found.n_rows), pages=count(found.n_pages))


def _turn(rows: SourcedView, t: float) -> None:
    """Fetch the page that was turned to, unless it is known."""
    page = int(st.session_state[_PAGE])
    if rows_near.known(rows, t, page) is None:
        rows_near.begin(rows, t, page)
