"""How long a session is kept without its tab: an hour (`config.toml`), and where memory is short two minutes.

A laptop that sleeps, wifi that is gone for a while: whoever comes back finds the file still there. What others need
goes before that.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Final

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from evalcore.support.memory import free_memory

# Bytes that are to stay free: a large file is read in some of them, and becomes a table in others.
ROOM: Final = 2 << 30
# Seconds that every session is kept without its tab, as Streamlit would.
LEAST: Final = 120.0


class Absences:
    """Since when the tabs of sessions are away, as far as somebody has looked."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: dict[str, float | None] = {}

    def look(self, here: str, is_there: Callable[[str], bool]) -> None:
        """Remember a session, and look which tabs are away."""
        now = self._clock()
        self._since.setdefault(here, None)
        for session, since in list(self._since.items()):
            self._since[session] = None if is_there(session) else now if since is None else since

    def too_long(self) -> list[str]:
        """Return the sessions whose tabs were away at every look of the last `LEAST` seconds, and forget them."""
        now = self._clock()
        found = [session for session, since in list(self._since.items()) if since is not None and now - since >= LEAST]
        for session in found:
            self._since.pop(session, None)
        return found


@st.cache_resource(max_entries=1, show_spinner=False)
def _absences() -> Absences:
    """Return the absences of all sessions: names and times only."""
    return Absences()


def give_back() -> None:
    """End the sessions that were left for longer than `LEAST`, where memory is short."""
    context = get_script_run_ctx()
    if context is None or not runtime.exists():
        return
    server = runtime.get_instance()
    _absences().look(context.session_id, server.is_active_session)
    if free_memory() < ROOM:
        _end(server, _absences().too_long())


def _end(server: runtime.Runtime, sessions: Iterable[str]) -> None:
    """End sessions in the thread that connects tabs with them, unless one is back by then."""

    def end(session: str) -> None:
        if not server.is_active_session(session):
            server.close_session(session)

    for session in sessions:
        server._get_async_objs().eventloop.call_soon_threadsafe(end, session)
