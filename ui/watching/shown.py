"""What the operator sees: the numbers of this server since its start, and nothing of its visitors."""

from __future__ import annotations

from typing import Final

import streamlit as st

from evalcore.support import runs
from evalcore.support.held import megabytes
from evalcore.support.memory import free_memory, own_memory
from ui.session import watched
from ui.shared import cards, tables
from ui.shared.numbers import UNDEFINED, count, number
from ui.shared.text import N_, _, remark

_EVERY: Final = 5.0
_LINES: Final = {"moment": N_("of a moment"), "seconds": N_("of seconds"), "minutes": N_("of minutes")}


def show() -> None:
    """Ask for the key, then show the numbers."""
    if not watched.is_open():
        given = st.text_input(_("Key of the operator"), type="password", key="operator_key", width=400)
        if given and watched.unlock(given):
            st.rerun()
        if given:
            st.error(_("This is not the key."))
        return
    _numbers()


@st.fragment(run_every=_EVERY)
def _numbers() -> None:
    if not watched.is_open():
        st.rerun()
    kept = watched.of_server()
    with_tab, without = watched.sessions()
    held = own_memory()
    cards.row(
        (_("sessions"), count(with_tab)),
        (_("kept without their tab"), count(without)),
        (_("held by the app, MB"), UNDEFINED if held is None else megabytes(held)),
        (_("memory still free, MB"), megabytes(free_memory())),
        (_("faults"), count(kept.faults.n)),
    )
    st.header(_("Runs"), anchor=False)
    lines = runs.lines()
    tables.show(
        {
            _("line"): [_(_LINES[name]) for name in lines],
            _("go on"): [count(on) for on, _waiting in lines.values()],
            _("wait"): [count(waiting) for _on, waiting in lines.values()],
        },
        alt=_("Runs that go on and wait"),
        explain=False,
    )
    st.header(_("Answers, the slowest page first"), anchor=False)
    answers = kept.answers.slowest_first()
    tables.show(
        {
            _("page"): [page for page, _taken in answers],
            _("answers"): [count(taken.n) for _page, taken in answers],
            _("seconds, mean"): [number(taken.mean) for _page, taken in answers],
            _("seconds, the slowest"): [number(taken.slowest) for _page, taken in answers],
        },
        alt=_("How long pages take to answer"),
        explain=False,
    )
    remark("Since the start of this server. Tracebacks of faults are in its log.")
