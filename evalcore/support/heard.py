"""Warnings of libraries in the process that trains learners: how often each kind came, for whoever runs it.

Only the kind of a warning is kept: its text may quote a cell of somebody's table.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Final

from evalcore.errors import Message

# Of the thread that asks: what its answers have brought so far, by kind; without one nobody listens.
listening: Final[ContextVar[dict[str, int] | None]] = ContextVar("listening", default=None)
# About the code that was called, not about the numbers it found.
OF_CODE: Final = (DeprecationWarning, PendingDeprecationWarning, FutureWarning, ImportWarning, ResourceWarning)
UNSETTLED: Final = "ConvergenceWarning"


def hear(counts: Mapping[str, int]) -> None:
    """Take over how often each kind of warning has come so far, where somebody listens."""
    heard = listening.get()
    if heard is not None:
        heard.update(counts)


def notes(counts: Mapping[str, int]) -> tuple[Message, ...]:
    """Return what has to be said of warnings; of none nothing.

    >>> [str(note) for note in notes({"UserWarning": 2})]
    ['Libraries warned while the learners were trained: UserWarning (2 ×). Read these numbers with care.']
    """
    if not counts:
        return ()
    kinds = ", ".join(f"{kind} ({count:,} ×)" for kind, count in sorted(counts.items()))
    said = [
        Message(
            "Libraries warned while the learners were trained: {kinds}. Read these numbers with care.",
            {"kinds": kinds},
        )
    ]
    if UNSETTLED in counts:
        said.append(
            Message(
                "ConvergenceWarning: the training of a learner was stopped before it had settled; trained longer, it "
                "might err less."
            )
        )
    return tuple(said)
