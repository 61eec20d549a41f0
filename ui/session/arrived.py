"""Where a file is dropped, and the file that has arrived there.

The browser goes on showing the file of a session that has ended, and names it to the next one, which does not have it.
Such a field is put in place anew, empty, and says so.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile

from evalcore.errors import Message
from evalcore.reading import formats
from ui.shared.text import _, say


def field(
    place: str, *, megabytes: int | None = None, meaning: str | None = None, changed: Callable[[], None] | None = None
) -> None:
    """Show where a file is dropped; `place` names it in the session."""
    state, gone = st.session_state, f"{place}_is_gone"
    st.file_uploader(
        say(Message("CSV, TSV, {formats} or {last}, also as .gz or .zip", formats.names())),
        key=_key(place),
        max_upload_size=megabytes,
        on_change=changed,
        help=meaning,
    )
    # The field itself returns nothing for a file that is gone.
    if isinstance(state.get(_key(place)), DeletedFile):
        state[_count(place)] = state.get(_count(place), 0) + 1
        state[gone] = True
        st.rerun()
    if file(place) is not None:
        state.pop(gone, None)
    if state.get(gone):
        st.warning(
            _(
                "The file that stood here is gone: the connection was away too long, or the server was started anew. "
                "Choose it again."
            ),
            icon=":material/memory:",
        )


def file(place: str) -> UploadedFile | None:
    """Return the file that has arrived in a place and is still there."""
    found = st.session_state.get(_key(place))
    return None if isinstance(found, DeletedFile) else found


def clear(place: str) -> None:
    """Put the field in place anew, empty: its file has been taken."""
    st.session_state[_count(place)] = st.session_state.get(_count(place), 0) + 1


def _key(place: str) -> str:
    count = st.session_state.get(_count(place), 0)
    return f"{place}_{count}" if count else place


def _count(place: str) -> str:
    return f"{place}_count"
