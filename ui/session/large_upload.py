"""An uploaded file that is too large for a table: kept as its bytes, and asked as a source that this session alone has.

There are two at most: the one whose counts are loaded, and another one whose columns are still to be chosen.
"""

from __future__ import annotations

import threading
import uuid
import weakref
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from evalcore import engine
from evalcore.engine import Source
from evalcore.errors import Message
from evalcore.reading import Limits, Streamed
from ui.session import loaded
from ui.session.question import UPLOADED
from ui.session.sources import Named

HELD: Final = "large_uploads"

# The files of all sessions, for as long as these have them.
_everywhere: Final = weakref.WeakSet["Held"]()
_lock: Final = threading.Lock()


@dataclass(eq=False)
class Held:
    """A file of a session; `glances` is what was seen of it."""

    key: str
    name: str
    data: bytes
    session: str = ""
    glances: MutableMapping[str, Any] = field(default_factory=dict)

    @cached_property
    def file(self) -> Streamed:
        """The file by its rows; the first time a text is read for it from end to end."""
        return Streamed(self.data, self.name)

    @cached_property
    def source(self) -> Source:
        """The file as a source."""
        return engine.source(self.file, limits=engine.Limits(memory=Limits.in_process().memory))

    @property
    def named(self) -> Named:
        """The file as one of the sources; all of its columns may be chosen."""
        return Named(self.key, self.name, ())


def keep(data: bytes, name: str) -> None:
    """Keep a file; one that was kept before stays only while its counts are loaded."""
    only_loaded()
    context = get_script_run_ctx(suppress_warning=True)
    held = Held(f"{UPLOADED}{uuid.uuid4().hex}", name, data, "" if context is None else context.session_id)
    _all()[held.key] = held
    with _lock:
        _everywhere.add(held)


def kept(session: str | None = None) -> int:
    """Return how many bytes are kept for a session, or for all where none is named."""
    with _lock:
        return sum(len(one.data) for one in _everywhere if session in (None, one.session))


def is_one(key: str) -> bool:
    """Whether a key is that of an uploaded file."""
    return key.startswith(UPLOADED)


def one(key: str) -> Held | None:
    """Return a file by its key."""
    return _all().get(key)


def said_of(key: str) -> tuple[Message, ...]:
    """Return what reading has said of a file: columns that were left out, and an encoding that was guessed."""
    held = one(key)
    return () if held is None else held.file.notes


def waiting() -> Held | None:
    """Return the file whose columns are still to be chosen."""
    return next((held for held in _all().values() if held.key != _loaded()), None)


def shown() -> Held | None:
    """Return the file whose columns can be chosen: the one that waits, else the one that is loaded."""
    return waiting() or one(_loaded())


def only_loaded() -> None:
    """Let go of the file that is not loaded."""
    for key in [key for key in _all() if key != _loaded()]:
        del _all()[key]


def _loaded() -> str:
    asked = None if loaded.is_empty() else loaded.current().asked
    return "" if asked is None else asked.source


def _all() -> dict[str, Held]:
    found: dict[str, Held] = st.session_state.setdefault(HELD, {})
    return found
