"""Long work in a process of its own, so that whoever waits for it holds up nobody else; results come over a pipe.

Warnings of libraries there are counted by their kind for whoever runs it; their text may quote a cell of somebody's
table, and stays there.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, ParamSpec, TypeVar

from evalcore.errors import InputError, Message
from evalcore.support.threads import NO_MORE, begin

P = ParamSpec("P")
T = TypeVar("T")
_ROOT = Path(__file__).parents[2]
# Not `multiprocessing`: it would run app.py again in the child, which Streamlit calls `__main__` while a page runs.
_PROGRAM: Final = (
    "import sys; sys.path.append(sys.argv[1]); from evalcore.support import process; sys.exit(process.serve())"
)
# One thread for linear algebra: its matrices are small here, and other visitors want the rest of the machine.
_FRUGAL: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
_NO_CONSOLE = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_AT_ONCE: Final = 1 << 20  # bytes that are read at once: results may hold arrays of some megabytes
_EVERY: Final = 0.1  # seconds between results that are sent: each is all that is found so far
_PROTOCOL: Final = 5  # the first in which an array that is read-only comes back read-only
# About the code that was called, not about the numbers it found.
_OF_CODE: Final = (DeprecationWarning, PendingDeprecationWarning, FutureWarning, ImportWarning, ResourceWarning)
UNSETTLED: Final = "ConvergenceWarning"
# Of the thread that asks: how often each kind of warning has come so far; without one nobody listens.
listening: Final[ContextVar[dict[str, int] | None]] = ContextVar("listening", default=None)
# Of the same thread: seconds that a process may take; it is then ended, whatever it does.
most: Final[ContextVar[float | None]] = ContextVar("most", default=None)
_LAST: Final = 10  # how much other work of the machine goes first: pages are drawn while learners are trained


class Said(NamedTuple):
    """What the process says: a result, the sentence of a refusal, the kind of a fault, or that it is done."""

    kind: Literal["found", "refused", "fault", "ended"]
    value: Any
    warned: Mapping[str, int]


def in_process(steps: Callable[P, Iterator[T]], *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
    """Yield what `steps(*args, **kwargs)` yields, called in a process of its own.

    Parameters
    ----------
    steps : callable
        Of a module that can be imported; it yields all that is found so far, more each time.
    args, kwargs
        Whatever can be pickled.

    Yields
    ------
    object
        The same, bit for bit, and read-only where it was; the last, and of those before it one each tenth of a second.
        The process begins with the first and ends with the last, or where no more are taken: closing or forgetting
        this generator ends it.

    Raises
    ------
    InputError
        The one that ended `steps`; or if the process ended without one, with the kind of what ended it where that is
        known; or that this server could begin no process.
    """
    process = _start()
    seconds = most.get()
    timer = None if seconds is None else threading.Timer(seconds, process.kill)
    if timer is not None:
        timer.daemon = True
    try:
        if timer is not None:
            begin(timer)
        yield from _talk(process, partial(steps, *args, **kwargs))
    finally:
        if timer is not None:
            timer.cancel()
        process.kill()
        for end in (process.stdout, process.stdin):
            assert end is not None
            with contextlib.suppress(OSError):  # it had not read all of it
                end.close()
        process.wait()


def _start() -> subprocess.Popen[bytes]:
    pipe, none = subprocess.PIPE, subprocess.DEVNULL
    try:
        return subprocess.Popen(
            [sys.executable, "-I", "-c", _PROGRAM, str(_ROOT)],
            stdin=pipe,
            stdout=pipe,
            stderr=none,
            bufsize=_AT_ONCE,
            creationflags=_NO_CONSOLE,
            env={**os.environ, **_FRUGAL},
        )
    except OSError:  # the system gives no further process, or no memory for one
        raise InputError.from_message(NO_MORE) from None


def _talk(process: subprocess.Popen[bytes], asked: Callable[[], Iterator[T]]) -> Iterator[T]:
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(OSError):  # the process has ended: that there is no answer says so
        pickle.dump(asked, process.stdin, _PROTOCOL)
        process.stdin.flush()
    with contextlib.suppress(EOFError, pickle.UnpicklingError):  # it ended, perhaps while it spoke
        while True:
            said: Said = pickle.load(process.stdout)
            heard = listening.get()
            if heard is not None:
                heard.update(said.warned)
            if said.kind == "ended":
                return
            if said.kind == "refused":
                raise InputError.from_message(said.value)
            if said.kind == "fault":
                raise fault(said.value)
            yield said.value
    raise InputError(
        "The learners must be trained to the end; the process that trains them ended before. Try again, with fewer "
        "rows or fewer data sets."
    )


def fault(kind: str) -> InputError:
    """Return the refusal that says which kind of fault has ended the process."""
    if kind == MemoryError.__name__:
        return InputError(
            "The learners must find room in memory; the process that trains them found none left. Try again, with "
            "fewer rows or fewer data sets."
        )
    return InputError(
        "The learners must be trained to the end; a fault that is not foreseen, {kind}, ended that. Choose another "
        "learner or other data; if it comes again, report it with this name.",
        kind=kind,
    )


def serve() -> int:
    """Take what is asked from stdin and write what it yields to stdout: what the process does.

    It ends when the other end of stdin closes: nobody waits for results any more, or the app has ended.
    """
    sys.excepthook = tell_fault
    with contextlib.suppress(AttributeError, OSError):  # Windows has no such call
        os.nice(_LAST)
    asked = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_when_unwanted, daemon=True).start()
    for said in told(asked):
        _say(said)
    return 0


def told(asked: Callable[[], Iterator[Any]], clock: Callable[[], float] = time.monotonic) -> Iterator[Said]:
    """Yield all the process says: results with the warnings until then, and in the end how it ended."""
    warned: Counter[str] = Counter()

    def count(_message: object, category: type[Warning], *_where: object) -> None:
        """Count a warning by its kind."""
        if not issubclass(category, _OF_CODE):
            warned[category.__name__] += 1

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = count  # type: ignore[assignment]
        try:
            for found in _some(asked(), clock):
                yield Said("found", found, dict(warned))
            last = Said("ended", None, dict(warned))
        except InputError as refused:
            last = Said("refused", refused.message, dict(warned))
    yield last


def _some(steps: Iterator[T], clock: Callable[[], float]) -> Iterator[T]:
    """Yield the first result, the last, and of those between them one each `_EVERY` seconds."""
    shown = -float("inf")
    held: list[T] = []
    try:
        for found in steps:
            held = [found]
            if clock() >= shown + _EVERY:
                yield held.pop()
                shown = clock()
    finally:
        yield from held  # also before a refusal: what was done until then stays


def tell_fault(kind: type[BaseException], _raised: object, _where: object) -> None:
    """Say which kind of fault ends the process; not its text, which may quote a cell of somebody's table."""
    _say(Said("fault", (MemoryError if issubclass(kind, MemoryError) else kind).__name__, {}))


def _end_when_unwanted() -> None:
    os.read(0, 1)
    os._exit(1)


def _say(said: Said) -> None:
    pickle.dump(said, sys.stdout.buffer, _PROTOCOL)
    sys.stdout.buffer.flush()


def messages(counts: Mapping[str, int]) -> tuple[Message, ...]:
    """Return what has to be said of warnings; of none nothing.

    >>> [str(message) for message in messages({"UserWarning": 2})]
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
