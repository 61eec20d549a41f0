"""A file on its way in: read by a process of its own, shown with progress and a way to stop where it takes a while.

It ends soon after its visitor has left.
"""

from __future__ import annotations

from typing import BinaryIO, Final

import streamlit as st

from evalcore.reading import Reading, start_reading
from ui.session import job
from ui.shared.text import N_, _, plain

# Seconds in which most files are read, so that nothing but the table appears. A million rows with ids as text may take
# more than one on a busy machine, and the page without them, drawn first, would cost most of another.
PATIENCE = 2.0
_LOOK = "300ms"
READING: Final = "reading"
_STOPPED = "reading_stopped"
_STAGES = {
    "waiting": N_("waiting for other files"),
    "receiving": N_("handing the file over"),
    "unpacking": N_("unpacking"),
    "reading": N_("reading"),
    "workbook": N_("reading the workbook"),
    "finishing": N_("nearly done"),
}


def begin(source: bytes | BinaryIO, name: str, sheet: str | None = None) -> None:
    """Start to read a file; an earlier one that is still being read is stopped."""
    cancel()
    st.session_state.pop(_STOPPED, None)
    reading = start_reading(source, name=name, sheet=sheet)
    reading.only_while(job.of_this_session().lasts)
    st.session_state[READING] = (reading, name)


def be_patient() -> None:
    """Wait a moment for the file that is being read."""
    found: tuple[Reading, str] = st.session_state[READING]
    with st.spinner(_("Reading …"), show_time=True):
        found[0].wait(PATIENCE)


def ended() -> tuple[Reading, str] | None:
    """Return what has been read to its end, with its name."""
    found: tuple[Reading, str] | None = st.session_state.get(READING)
    return found if found is not None and found[0].wait(0) else None


def put_away() -> None:
    """Forget what has been read: it is in use, or refused."""
    st.session_state.pop(READING, None)


def is_under_way() -> bool:
    """Whether a file is being read."""
    return READING in st.session_state


def cancel() -> None:
    """Stop reading, if a file is being read."""
    found: tuple[Reading, str] | None = st.session_state.pop(READING, None)
    if found is not None:
        found[0].cancel()


def under_way() -> None:
    """Show how far reading is; once it has ended, the page is drawn anew."""
    if st.session_state.get(_STOPPED):
        st.info(_("Reading was stopped; what was loaded before stays."), icon=":material/cancel:")
        st.session_state.pop(_STOPPED, None)
    if is_under_way():
        _watch()


@st.fragment(run_every=_LOOK)
def _watch() -> None:
    found: tuple[Reading, str] | None = st.session_state.get(READING)
    if found is None:  # stopped
        st.rerun()
    reading, name = found
    if reading.wait(0):
        # The run that follows loads it before it draws anything: widgets of what was loaded before must not meet it.
        st.rerun()
    said = _("Reading {name}: {stage}", name=plain(name), stage=_(_STAGES[reading.stage]))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(reading.progress, text=said)
        st.button(_("Stop reading"), on_click=_stop, key="stop_reading", icon=":material/close:")


def _stop() -> None:
    cancel()
    st.session_state[_STOPPED] = True
