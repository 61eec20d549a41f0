"""How long a session is kept without its tab: an hour (`config.toml`), and where memory is short two minutes.

A laptop that sleeps, wifi that is gone for a while: whoever comes back finds the file still there. What others need
goes before that.
"""

from __future__ import annotations

import math
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
_EVERY: Final = 1.0  # seconds between looks at all sessions: answers come more often, and are not to wait for that


class Absences:
    """Since when the tabs of sessions are away, as far as somebody has looked; one that has ended is forgotten."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: dict[str, float | None] = {}
        self._looked = -math.inf

    def look(self, here: str, is_there: Callable[[str], bool], is_known: Callable[[str], bool]) -> None:
        """Remember a session, and look which tabs are away of the sessions that the server still knows."""
        now = self._clock()
        self._since.setdefault(here, None)
        if now - self._looked < _EVERY:
            return
        self._looked = now
        for session, since in list(self._since.items()):
            if is_there(session):
                self._since[session] = None
            elif not is_known(session):
                self._since.pop(session, None)
            elif since is None:
                self._since[session] = now

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

    def is_known(session: str) -> bool:
        return server._session_mgr.get_session_info(session) is not None

    _absences().look(context.session_id, server.is_active_session, is_known)
    if free_memory() < ROOM:
        _end(server, _absences().too_long())


def _end(server: runtime.Runtime, sessions: Iterable[str]) -> None:
    """End sessions in the thread that connects tabs with them, unless one is back by then."""

    def end(session: str) -> None:
        if not server.is_active_session(session):
            server.close_session(session)

    for session in sessions:
        server._get_async_objs().eventloop.call_soon_threadsafe(end, session)
