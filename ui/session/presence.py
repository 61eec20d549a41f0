"""Whether somebody still looks: a tab that was closed leaves its session behind, which ends only minutes later."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

# Seconds that a session may be without its tab: a connection is lost for a moment, and comes back.
PATIENCE: Final = 10.0


class Presence:
    """Whether a visitor is there, or was a moment ago.

    Parameters
    ----------
    is_there : callable
        Whether the visitor is there now.
    clock : callable, optional
        Seconds.
    """

    def __init__(self, is_there: Callable[[], bool], clock: Callable[[], float] = time.monotonic) -> None:
        self._is_there, self._clock = is_there, clock
        self._missed: float | None = None

    def lasts(self) -> bool:
        """Return False where the visitor was not there at any look of the last `PATIENCE` seconds."""
        if self._is_there():
            self._missed = None
            return True
        now = self._clock()
        if self._missed is None:
            self._missed = now
        return now - self._missed < PATIENCE


def of_this_session() -> Presence:
    """Return whether the visitor of this session is there; it may be asked in any thread."""
    context = get_script_run_ctx()
    session = "" if context is None else context.session_id
    return Presence(lambda: not runtime.exists() or runtime.get_instance().is_active_session(session))
