"""Asked before any number: what the several rows of one case are."""

from __future__ import annotations

import streamlit as st

from evalcore.predictions import Columns
from evalcore.predictions.cases import ONE
from ui.session import case_words, roles
from ui.shared.text import _

KEY = "ask_cases"
OWN = ""  # each row is a case of its own


def ask(columns: Columns) -> None:
    """Ask it, in one sentence that is answered with one click."""
    of = columns.cases
    if of is None:
        return
    st.markdown(f"**{case_words.found(columns)} {_('What do you want to look at?')}**")
    if of.are_repeated:
        why = _(
            "Repeated predictions of a case are not independent: counted as rows of their own they make every interval "
            "too narrow and every p-value too small."
        )
    else:
        why = _(
            "Rows of one case are not independent: counted as rows of their own they make every interval too narrow "
            "and every p-value too small."
        )
    st.markdown(why)
    # Of the repetitions the first stands for one; the mapping has all of them.
    ones = [what for what in of.offered if what.startswith(ONE)][:1]
    usual = [columns.taken, *(what for what in of.offered if what != columns.taken and not what.startswith(ONE))]
    options = [*usual, *ones, OWN]
    st.radio(
        _("What do you want to look at?"),
        options,
        index=None,
        format_func=lambda what: (
            case_words.own(of)
            if what == OWN
            else _("{option}: the usual choice", option=case_words.taken(what, of))
            if what == columns.taken
            else case_words.taken(what, of)
        ),
        key=KEY,
        label_visibility="collapsed",
        on_change=_chosen,
    )


def _chosen() -> None:
    chosen = st.session_state.get(KEY)
    if chosen is not None:
        roles.choose_cases(None if chosen == OWN else chosen)
