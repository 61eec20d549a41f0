"""Threads, which a server that is full lets no one start."""

from __future__ import annotations

import threading
from typing import Final

from evalcore.errors import InputError, Message

NO_MORE: Final = Message("This server could not begin any further work just now. Try again in a moment.")


def begin(thread: threading.Thread) -> None:
    """Begin a thread; raises InputError where the system lets no further one start."""
    try:
        thread.start()
    except RuntimeError:
        raise InputError.from_message(NO_MORE) from None
