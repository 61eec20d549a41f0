"""What a session holds in the server's memory, and what goes: files that nobody chooses, large rows left alone.

The operator sets how much and how long (`limits`). Whoever comes back to rows that went is told so.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import streamlit as st
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from evalcore.support.held import held
from evalcore.support.memory import free_memory, give_back, promise, promised
from ui.session import freed, incoming, large_upload, limits, loaded, lost, reading_job

_MEGABYTE: Final = 1 << 20
_lock: Final = threading.Lock()
_EVERY: Final = 30.0  # seconds between looks at who has left large rows alone
# Own rows that others took the place of, see `aside`.
LEFT: Final = "rows_left"
# Of what is on its way in; fields, whose file is read, are none of it.
_BROUGHT: Final = (reading_job.READING, large_upload.HELD, *incoming.OF_ROWS)


def of_session() -> int:
    """Return how many bytes of rows, files and results this session holds."""
    return _bytes_of(st.session_state)


def of_present() -> int:
    """Return the same without rows that others took the place of."""
    return _bytes_of(st.session_state, but=LEFT)


def has_former(state: Any) -> bool:
    """Whether a session still holds rows that others took the place of."""
    now = state["loaded"] if "loaded" in state else None  # noqa: SIM401 - it has no get
    kept = state[LEFT] if LEFT in state else {}  # noqa: SIM401
    return any(one is not None and one.rows is not now for one in kept.values())


def _bytes_of(state: Mapping[Any, Any], *, but: str = "") -> int:
    own = (key for key, _named in lost.REGISTERED_LARGE.values())
    keys = ("loaded", "memory", LEFT, *_BROUGHT, incoming.UPLOAD, incoming.PARTNER, *own)
    return held((key, state[key]) for key in keys if key in state and key != but).total()


def brought(state: Any) -> dict[str, str]:
    """Return the names of all that a visitor has brought to a session and no address brings back, by its place."""
    found = {}
    now: loaded.Loaded | None = state["loaded"] if "loaded" in state else None  # noqa: SIM401 - it has no get
    if now is not None and not now.has_link:
        found[loaded.FILE] = now.name
    for place, (key, named) in lost.REGISTERED_LARGE.items():
        if key in state and (name := named(state[key])) is not None:
            found[place] = name
    if (on_its_way := _on_its_way(state, now)) is not None:
        found[loaded.BROUGHT] = on_its_way
    return found


def _on_its_way(state: Any, now: loaded.Loaded | None) -> str | None:
    """Return the name of a file that is being read, was refused with its table, or waits for its columns."""
    if reading_job.READING in state:
        return str(state[reading_job.READING][1])
    if incoming.REFUSED in state and state[incoming.REFUSED].is_table:
        return str(state[incoming.REFUSED].name)
    counted = None if now is None or now.asked is None else now.asked.source
    waiting = state[large_upload.HELD] if large_upload.HELD in state else {}  # noqa: SIM401
    return next((one.name for key, one in waiting.items() if key != counted), None)


def is_large(size: int) -> bool:
    """Whether so many bytes go where their visitor takes no step for long."""
    return size >= limits.now().idle_mb * _MEGABYTE


class Arrivals:
    """Files that arrive on the server or have and are not read: of each session, and of all, at most so many bytes.

    One that arrives counts whole from its first byte on, as it was announced. What is kept of large files, as long as
    these are counted, takes its part of that.
    """

    def __init__(self, manager: MemoryUploadedFileManager) -> None:
        self._manager, self._add, self._remove = manager, manager.add_file, manager.remove_session_files
        self._came: dict[tuple[str, str], None] = {}
        self._coming: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()

    def begin(self, session_id: str, file_id: str, size: int) -> bool:
        """Make room for a file of so many bytes that is to arrive; tell whether there is any beside those that do.

        Files that have arrived give way, the oldest first.
        """
        with self._lock:
            mine, everybody = self._left(session_id), self._left()
            room = min(mine, everybody, free_memory() - promised())
            if size > room or (session_id, file_id) in self._coming:
                return False
            self._coming[session_id, file_id] = promise(lambda _others: size)
            self._shrink([one for one in self._came if one[0] == session_id], mine - size)
            self._shrink(list(self._came), everybody - size)
            return True

    def end(self, session_id: str, file_id: str) -> None:
        """Count a file no more that does not arrive any further."""
        with self._lock:
            give_back(self._coming.pop((session_id, file_id), 0))

    def forget(self, session_id: str) -> None:
        """Take away the files of a session that ends, and soon all that it held."""
        self._remove(session_id)
        freed.when_a_session_ends()

    def _left(self, session: str | None = None) -> float:
        """Return the bytes that are left to a session, or to all, beside large files and those that arrive now."""
        now = limits.now()
        most = now.server_upload_mb if session is None else now.session_upload_mb
        coming = sum(size for (of, _file), size in self._coming.items() if session in (None, of))
        return most * _MEGABYTE - large_upload.kept(session) - coming

    def add(self, session_id: str, file: UploadedFileRec) -> None:
        """Keep a file; where that is too much the oldest go, those of its own session first, and at last this one."""
        with self._lock:
            self._add(session_id, file)
            self._came.pop((session_id, file.file_id), None)
            self._came[session_id, file.file_id] = None
            give_back(self._coming.pop((session_id, file.file_id), 0))
            self._shrink([one for one in self._came if one[0] == session_id], self._left(session_id))
            self._shrink(list(self._came), self._left())

    def _shrink(self, oldest_first: list[tuple[str, str]], most: float) -> None:
        sizes = {one: self._size(*one) for one in oldest_first}
        total = sum(size or 0 for size in sizes.values())
        for one, size in sizes.items():
            if size is None or (size and total > most):
                self._manager.remove_file(*one)
                self._came.pop(one, None)
                total -= size or 0

    def _size(self, session_id: str, file_id: str) -> int | None:
        """Return the bytes of a file, 0 once it is read, None where it is gone with its session."""
        kept = self._manager.file_storage.get(session_id, {}).get(file_id)
        return None if kept is None else len(kept.data)


def arrivals() -> Arrivals | None:
    """Return what keeps no more of files that arrive than the operator allows: one a server, None without one."""
    manager = runtime.get_instance()._uploaded_file_mgr if runtime.exists() else None
    if not isinstance(manager, MemoryUploadedFileManager):
        return None
    with _lock:
        if not hasattr(manager, "bounded"):
            bounded = Arrivals(manager)
            vars(manager).update(bounded=bounded, add_file=bounded.add, remove_session_files=bounded.forget)
    found: Arrivals = vars(manager)["bounded"]
    return found


class Steps:
    """When the visitor of each session took a step last, and what is done about those who have not for long."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: dict[str, float] = {}
        self._looked = clock()

    def step(self, session: str) -> None:
        """Remember that a visitor does something."""
        self._last[session] = self._clock()

    def left_alone(self, seconds: float) -> list[str]:
        """Return the sessions without a step for so long, and forget them; nobody looks twice in half a minute."""
        now = self._clock()
        if now - self._looked < _EVERY:
            return []
        self._looked = now
        found = [session for session, last in list(self._last.items()) if now - last >= seconds]
        for session in found:
            self._last.pop(session, None)
        return found


@st.cache_resource(max_entries=1, show_spinner=False)
def _steps() -> Steps:
    """Return the steps of all sessions: names and times only."""
    return Steps()


def step() -> None:
    """Remember that this session's visitor does something, and take large rows from those who have not for long."""
    context = get_script_run_ctx()
    if context is None or not runtime.exists():
        return
    _steps().step(context.session_id)
    server = runtime.get_instance()
    for session in _steps().left_alone(limits.now().idle_seconds):
        server._get_async_objs().eventloop.call_soon_threadsafe(_let_go, server, session)


def _let_go(server: runtime.Runtime, session: str) -> None:
    """Let go of large rows, in the thread that begins runs, so that none is under way meanwhile."""
    found = server._session_mgr.get_session_info(session)
    if found is None or found.session._scriptrunner is not None:
        return
    if let_go_of(found.session.session_state):
        # What its page was drawn of is held by the page until this is drawn anew, which says what is gone.
        found.session.request_rerun(found.session._client_state)
        freed.soon()


def let_go_of(state: Any) -> bool:
    """Take former rows, and what a visitor brought if it is large, out of a session; tell whether there was any.

    Of what was brought it says so. Former rows go first, and do not make the others large. What is loaded stays where
    an address brings it back.

    Parameters
    ----------
    state : mutable mapping
        Of another session, in which nothing runs.
    """
    had_former = has_former(state)
    if LEFT in state:
        del state[LEFT]
    names = brought(state)
    if not names or not is_large(_bytes_of(state)):
        return had_former
    went = [key for place, (key, _named) in lost.REGISTERED_LARGE.items() if place in names]
    for gone in {*_BROUGHT, *went, "memory"}:
        if gone in state:
            del state[gone]
    lost.tell_idle(state, names)
    if loaded.FILE in names:
        loaded.tell_gone(state, loaded.FILE)
    return True
