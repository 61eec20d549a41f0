"""What was understood of the rows, in one sentence, with one click to change it."""

from __future__ import annotations

import streamlit as st

from evalcore.predictions import Columns
from evalcore.predictions.cases import ALL, MEAN
from ui.session import case_words, incoming, loaded
from ui.shared.text import _, plain, sentences


def show(now: Columns) -> None:
    """Say what a row is: of which case, and of which model; and offer what else it could be."""
    said = [case_words.found(now)] if now.case is not None else []
    if now.model is not None:
        said.append(_("Each row is what one model says (column {column}).", column=plain(now.model)))
    if now.cases is not None and now.cases.are_several:
        said.append(_("Taken: {what}.", what=case_words.taken(now.taken, now.cases)))
    if not said or loaded.CASES in loaded.open_questions():  # there it is asked
        return
    with st.container(horizontal=True, vertical_alignment="center", key="understood"):
        st.markdown(sentences(*said), width="content")
        for label, key, taken in _others(now):
            st.button(
                label,
                key=key,
                on_click=incoming.choose_cases,
                args=(taken,),
                type="tertiary",
                icon=":material/swap_horiz:",
            )


def _others(now: Columns) -> list[tuple[str, str, str | None]]:
    """Return what else the rows of a case may be taken for: words, key and what is chosen."""
    of = now.cases
    if of is None or not of.are_several:
        return []
    offered: list[tuple[str, str, str | None]] = []
    if MEAN in of.offered and now.taken != MEAN:
        offered.append((_("Mean of each case instead"), "take_mean", MEAN))
    if now.taken != ALL:
        offered.append((_("All rows by case instead"), "take_all", ALL))
    return [*offered, (_("Each row for itself instead"), "take_own", None)]
