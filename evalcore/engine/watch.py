"""One question at a time: who waits, how far it is, and how it is stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, Literal, NamedTuple, TypeVar

from evalcore.errors import InputError
from evalcore.support.runs import Line
from evalcore.support.threads import begin

T = TypeVar("T")
Stage = Literal["waiting", "reading", "refining", "done"]
_LINE: Final = Line(1)  # of all sources of this process: a question takes all cores there are
_EVERY: Final = 0.1  # seconds between two looks at how far a question is


class Progress(NamedTuple):
    """How far a question is.

    Parameters
    ----------
    stage : "waiting", "reading", "refining" or "done"
    n_before : int
        Questions that come first, while it waits.
    rows, rows_all : int
        Rows read in this pass and rows there are; 0 where not known yet.
    seconds : float
        Since its work began.
    """

    stage: Stage
    n_before: int
    rows: int
    rows_all: int
    seconds: float

    @property
    def rows_a_second(self) -> float:
        """How fast rows are read; 0 before the first."""
        return self.rows / self.seconds if self.seconds > 0 else 0.0


class Watch:
    """How far a question is, for another thread; `cancel` ends it."""

    def __init__(self) -> None:
        self.stage: Stage = "waiting"
        self.rows = self.rows_all = 0
        self._cancelled = threading.Event()
        self._began: float | None = None
        self._interrupt: Callable[[], None] | None = None
        self._is_late = False

    @property
    def n_before(self) -> int:
        """How many questions come first, of all that wait."""
        return _LINE.before(self)

    @property
    def progress(self) -> Progress:
        """How far it is now."""
        seconds = 0.0 if self._began is None else time.monotonic() - self._began
        return Progress(self.stage, self.n_before, self.rows, self.rows_all, seconds)

    def cancel(self) -> None:
        """Stop the question, which then raises an `InputError`."""
        self._cancelled.set()
        self.interrupt()

    @property
    def is_cancelled(self) -> bool:
        """Whether it was stopped."""
        return self._cancelled.is_set()

    def begin(self, stage: Stage, rows_all: int) -> None:
        """Begin a pass over so many rows."""
        self.check()
        self.stage, self.rows, self.rows_all = stage, 0, rows_all
        self._began = time.monotonic()

    def read(self, rows: int) -> None:
        """Count rows that were read, and end where no more are wanted."""
        self.rows += rows
        self.check()

    def check(self) -> None:
        """Raise if the question was stopped or has taken too long."""
        if self.is_cancelled:
            raise InputError("The question to the source was stopped before its answer. Ask again.")
        if self._is_late:
            raise InputError(
                "The answer of the source must come within the time that is set for it; it did not. Ask for fewer "
                "rows by a filter, or have the limit raised."
            )

    def interrupt(self) -> None:
        """Have the engine end what it does now."""
        interrupt = self._interrupt
        if interrupt is not None:
            interrupt()

    @contextmanager
    def at_work(self, interrupt: Callable[[], None], seconds: float) -> Iterator[None]:
        """Take the place at work, in turn, and give it back; after so many seconds there the question is ended."""
        _LINE.join(self)
        if not _LINE.take(self, lambda: self.is_cancelled):
            self.check()
        timer = threading.Timer(seconds, self._late)
        timer.daemon = True
        try:
            self._interrupt, self.stage = interrupt, "reading"
            begin(timer)
            self.check()
            yield
        finally:
            timer.cancel()
            self._interrupt = None
            self.stage = "done"
            _LINE.leave()

    def _late(self) -> None:
        self._is_late = True
        self.interrupt()


def in_steps(question: Callable[..., T], *args: Any, **kwargs: Any) -> Iterator[Progress | T]:
    """Yield how far a question is, ten times a second, and last its answer, as `support.runs.Run` takes it.

    Parameters
    ----------
    question : callable
        A method of a source or of cells, which takes `watch`.
    args, kwargs
        Of the question, without `watch`. Closing the generator stops it.

    Raises
    ------
    InputError
        What the question raises.
    """
    watch, found, raised = Watch(), list[T](), list[BaseException]()

    def ask() -> None:
        """Ask, and keep what comes of it."""
        try:
            found.append(question(*args, watch=watch, **kwargs))
        except BaseException as problem:  # noqa: BLE001 - raised again below, in the thread that waits
            raised.append(problem)

    thread = threading.Thread(target=ask, daemon=True)
    begin(thread)
    try:
        while thread.is_alive():
            yield watch.progress
            thread.join(_EVERY)
    finally:
        watch.cancel()
        with suppress(RuntimeError):
            thread.join()
    if raised:
        raise raised[0]
    yield found[0]
