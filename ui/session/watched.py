"""What the operator of a server watches: sessions, memory, lines of runs, faults, how long answers take.

Numbers of the server alone: no file, no row, no name of a visitor. They are also part of what Streamlit tells
Prometheus (`/_stcore/metrics`).
"""

from __future__ import annotations

import hmac
import logging
import os
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Final

import streamlit as st
from streamlit import runtime
from streamlit.logger import get_logger
from streamlit.runtime.stats import CounterStat, GaugeStat, HistogramStat, Stat

from evalcore.support import runs
from evalcore.support.memory import free_memory, own_memory
from evalcore.support.times import BUCKETS, Times

# Whoever knows this variable's value sees the page; without it there is none.
KEY: Final = "EVALUATION_OPERATOR_KEY"
# Who logs what a script raised and nobody caught.
_FAULTS: Final = "streamlit.error_util"
_OPEN: Final = "operator"


class Faults(logging.Handler):
    """Counts tracebacks of the app as they are logged."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.n = 0

    def emit(self, _record: logging.LogRecord) -> None:
        """Count one."""
        self.n += 1


@dataclass(frozen=True, eq=False)
class Watched:
    """What is kept since the start of the server, by `time.time()`."""

    since: float = field(default_factory=time.time)
    answers: Times = field(default_factory=Times)
    faults: Faults = field(default_factory=Faults)


@st.cache_resource(max_entries=1, show_spinner=False)
def of_server() -> Watched:
    """Return what is kept of this server; the first call begins it."""
    found = Watched()
    get_logger(_FAULTS).addHandler(found.faults)
    if runtime.exists():
        runtime.get_instance().stats_mgr.register_provider(Told())
    return found


def sessions() -> tuple[int, int]:
    """Return how many sessions have their tab, and how many are kept without."""
    if not runtime.exists():
        return 0, 0
    manager = runtime.get_instance()._session_mgr
    with_tab = manager.num_active_sessions()
    return with_tab, manager.num_sessions() - with_tab


def answer(page: str) -> AbstractContextManager[None]:
    """Take the time of what a page answers; of one within another, as the sections when a page opens, the whole."""
    return of_server().answers.timed(page)


def is_watched() -> bool:
    """Whether the operator has set a key."""
    return bool(os.environ.get(KEY))


def unlock(given: str) -> bool:
    """Open the page for this session where the key is right; tell whether it is open."""
    key = os.environ.get(KEY, "")
    if key and hmac.compare_digest(given.encode(), key.encode()):
        st.session_state[_OPEN] = key
    return is_open()


def is_open() -> bool:
    """Whether this session has given the key that holds now."""
    return is_watched() and st.session_state.get(_OPEN) == os.environ[KEY]


class Told:
    """The same numbers for Prometheus."""

    @property
    def stats_families(self) -> Sequence[str]:
        """What they are called there."""
        return (
            "evaluation_sessions",
            "evaluation_memory_bytes",
            "evaluation_runs",
            "evaluation_faults",
            "evaluation_answer_seconds",
        )

    def get_stats(self, family_names: Sequence[str] | None = None) -> Mapping[str, Sequence[Stat]]:
        """Return the numbers of the families that are asked for, all where none is named."""
        told = dict(zip(self.stats_families, (_sessions(), _memory(), _runs(), _faults(), _answers()), strict=True))
        return {name: told[name] for name in told if family_names is None or name in family_names}


def _sessions() -> list[Stat]:
    help_ = "Sessions with their tab, and kept without."
    return [
        GaugeStat("evaluation_sessions", n, {"tab": tab}, help=help_)
        for tab, n in zip(("open", "away"), sessions(), strict=True)
    ]


def _memory() -> list[Stat]:
    help_ = "Memory that the app's process holds, and that can still be had."
    found = {"held": own_memory(), "free": free_memory()}
    return [
        GaugeStat("evaluation_memory_bytes", n, {"of": of}, "bytes", help_) for of, n in found.items() if n is not None
    ]


def _runs() -> list[Stat]:
    return [
        GaugeStat("evaluation_runs", n, {"line": line, "state": state}, help="Runs that go on, and that wait.")
        for line, both in runs.lines().items()
        for state, n in zip(("on", "waiting"), both, strict=True)
    ]


def _faults() -> list[Stat]:
    return [CounterStat("evaluation_faults", of_server().faults.n, help="Tracebacks since the start.")]


def _answers() -> list[Stat]:
    return [
        HistogramStat(
            "evaluation_answer_seconds",
            tuple(zip(BUCKETS, taken.up_to(), strict=True)),
            taken.seconds,
            taken.n,
            {"page": page},
            "seconds",
            "What the pages have taken to answer.",
        )
        for page, taken in of_server().answers.slowest_first()
    ]
