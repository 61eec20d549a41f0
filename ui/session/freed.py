"""Memory that is free again goes back to the system, once nothing has been computed for a moment.

Python frees columns at the end of each run. The C library of most Linux systems keeps them for the next request, which
may never come: of a session of a million rows that was several times what the session holds.
"""

from __future__ import annotations

import ctypes
import gc
import threading
from collections.abc import Callable
from typing import Final

import streamlit as st

QUIET: Final = 2.0  # seconds: taken back and asked for again within a drag, memory would cost time


class Later:
    """Does something once nobody has asked for it for a while."""

    def __init__(self, act: Callable[[], object], after: float = QUIET) -> None:
        self._act, self._after = act, after
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def ask(self) -> threading.Timer:
        """Have it done after a while in which nobody asks again; return what waits for that."""
        timer = threading.Timer(self._after, self._act)
        timer.daemon = True
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._timer = timer
            timer.start()
        return timer


@st.cache_resource(max_entries=1, show_spinner=False)
def _later() -> Later:
    """Return what waits for all visitors: it holds nothing of theirs."""
    return Later(give_back)


def soon() -> None:
    """Give free memory back after a moment in which no run of any visitor asks for this."""
    _later().ask()


@st.cache_resource(max_entries=1, show_spinner=False)
def _after_sessions() -> Later:
    """Return what waits for all sessions that end: it holds nothing of theirs."""
    return Later(collect)


def when_a_session_ends() -> None:
    """Free what it held, after a moment in which no other one ends."""
    _after_sessions().ask()


def collect() -> None:
    """Free what nobody reaches any more, and give it back: a session that has ended is held by itself alone."""
    gc.collect()
    give_back()


def give_back() -> bool:
    """Give free memory back now; tell whether there was any. Other C libraries than glibc have no such way."""
    try:
        return bool(ctypes.CDLL(None).malloc_trim(0))
    except (AttributeError, OSError, TypeError):  # TypeError: Windows
        return False
