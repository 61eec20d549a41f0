"""Where a file is dropped, and the file that has arrived there.

The browser goes on showing the file of a session that has ended, and names it to the next one, which does not have it.
Such a field is put in place anew, empty, and says so.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile, UploadedFileRec

from evalcore.errors import Message
from evalcore.reading import formats
from ui.session import allowed, large_upload
from ui.shared import field_words
from ui.shared.text import _, plain, say


def field(
    place: str, *, megabytes: int | None = None, meaning: str | None = None, changed: Callable[[], None] | None = None
) -> None:
    """Show where a file is dropped; `place` names it in the session."""
    if allowed.only_looks(place):
        return
    state, gone = st.session_state, f"{place}_is_gone"
    field_words.of_upload(_key(place), megabytes)
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
        st.warning(_why_gone(), icon=":material/memory:")


def _why_gone() -> str:
    if (held := large_upload.shown()) is not None:
        return _(
            "The file that stood here is gone: {name}, which is counted from its bytes, takes the room that this "
            "server gives a session. Turn to a sample first, then choose the file again.",
            name=plain(held.name),
        )
    return _(
        "The file that stood here is gone: the connection was away too long, other files needed the room, or "
        "the server was started anew. Choose it again."
    )


def file(place: str) -> UploadedFile | None:
    """Return the file that has arrived in a place and is still there."""
    found = st.session_state.get(_key(place))
    return None if isinstance(found, DeletedFile) else found


def let_go(place: str) -> None:
    """Give back the memory of a file that has been read: its name stays, and nobody reads it again."""
    found = file(place)
    if found is None:
        return
    found.seek(0)
    found.truncate()
    context = get_script_run_ctx(suppress_warning=True)
    # The server would keep it until the session ends, also when its page is left.
    if context is not None and isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        empty = UploadedFileRec(found.file_id, found.name, found.type, b"")
        context.uploaded_file_mgr.add_file(context.session_id, empty)


def clear(place: str) -> None:
    """Put the field in place anew, empty: its file has been taken."""
    st.session_state[_count(place)] = st.session_state.get(_count(place), 0) + 1


def _key(place: str) -> str:
    count = st.session_state.get(_count(place), 0)
    return f"{place}_{count}" if count else place


def _count(place: str) -> str:
    return f"{place}_count"
