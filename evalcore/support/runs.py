"""Long work beside everything else: it can be watched and stopped, and what was done until then stays.

Runs of all visitors stand in one of two lines, first come, first served: those that are expected to be done in a moment
never wait for one that takes minutes.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Generator, Iterator
from typing import Final, Generic, TypeVar

from evalcore.errors import InputError, Message
from evalcore.support import process

T = TypeVar("T")
# Runs over all sessions that go on at once, of either line: one core is left for the pages.
AT_ONCE: Final = max(1, (os.cpu_count() or 1) - 1)
SHORT: Final = 2.0  # seconds: a run that is expected to take less has a line of its own
GROWN: Final = 0.1  # share of a run that has to be added before what it found is shown once more
_LOOK: Final = 0.1  # seconds between looks at whether a waiting run was stopped


def has_grown(progress: float, shown: float) -> bool:
    """Is so much done beyond what is shown, both 0 to 1, that it is worth being shown?"""
    return progress >= shown + GROWN


class Line:
    """Who waits for a place, in the order they came."""

    def __init__(self, places: int) -> None:
        self._free, self._waiting = places, list[object]()
        self._changed = threading.Condition()

    def join(self, who: object) -> None:
        """Stand at the end of the line."""
        with self._changed:
            self._waiting.append(who)

    def take(self, who: object, is_over: Callable[[], bool]) -> bool:
        """Wait for a place, and tell whether it was had before `is_over`; who takes one gives it back by `leave`."""
        with self._changed:
            while not (self._free and self._waiting[0] is who):
                if is_over():
                    break
                self._changed.wait(_LOOK)
            is_taken = bool(self._free and self._waiting[0] is who)
            self._waiting.remove(who)
            self._free -= is_taken
            self._changed.notify_all()
        return is_taken

    def leave(self) -> None:
        """Give a place back."""
        with self._changed:
            self._free += 1
            self._changed.notify_all()

    def before(self, who: object) -> int:
        """How many wait before one who may wait, too."""
        with self._changed:
            return self._waiting.index(who) if who in self._waiting else 0


_short, _long = Line(AT_ONCE), Line(AT_ONCE)


class Run(Generic[T]):
    """Work in steps that is under way; forgetting it stops it.

    Parameters
    ----------
    steps : iterator
        Yields what is found so far, more with each step; the last is the whole. It is asked for nothing before it is
        its turn, and closed where no more is wanted.
    seconds : float, optional
        How long it is expected to take; where nobody knows, it counts as long.
    line : Line, optional
        Where it waits, if in neither of the two lines for learners.
    """

    def __init__(self, steps: Iterator[T], *, seconds: float | None = None, line: Line | None = None) -> None:
        of_learners = _short if seconds is not None and seconds < SHORT else _long
        self._work: _Work[T] = _Work(steps, of_learners if line is None else line)
        weakref.finalize(self, self._work.stop)
        threading.Thread(target=self._work.run, daemon=True).start()

    @property
    def result(self) -> T | None:
        """What was found so far; None before the first step has ended."""
        return self._work.found

    @property
    def is_waiting(self) -> bool:
        """Whether another run comes first."""
        return self._work.is_waiting

    @property
    def n_before(self) -> int:
        """How many others that wait come before this one; 0 where it does not wait, or is the next."""
        return self._work.line.before(self._work)

    @property
    def is_whole(self) -> bool:
        """Whether all steps were made."""
        return self._work.is_whole

    @property
    def refusal(self) -> Message | None:
        """Why the steps ended, where an `InputError` ended them."""
        return self._work.refusal

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What libraries have warned of so far in the process that trains the learners; often nothing."""
        return process.messages(dict(self._work.warned))

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the run has ended, at most `timeout` seconds, and tell whether it has."""
        return self._work.ended.wait(timeout)

    def stop(self) -> None:
        """End the run after the step that is being made."""
        self._work.stop()

    def only_while(self, is_wanted: Callable[[], bool]) -> None:
        """End the run after a step, or while it waits its turn, once this says that nobody wants it any more."""
        self._work.is_wanted = is_wanted


class _Work(Generic[T]):
    """What the thread does; it knows nothing of its run, which may be forgotten."""

    def __init__(self, steps: Iterator[T], line: Line) -> None:
        self.steps, self.line = steps, line
        self.found: T | None = None
        self.ended, self.stopped = threading.Event(), threading.Event()
        self.is_waiting, self.is_whole = True, False
        self.refusal: Message | None = None
        self.warned: dict[str, int] = {}
        self.is_wanted: Callable[[], bool] = lambda: True
        line.join(self)

    def stop(self) -> None:
        """Have the thread end after the step it makes now, or at once where it waits its turn."""
        self.stopped.set()

    def run(self) -> None:
        """Wait for this run's turn, then go on until all is done or it is stopped."""
        process.listening.set(self.warned)  # of this thread, which ends with the run
        try:
            if not self.line.take(self, self._is_over):
                return
            try:
                self._go_on()
            finally:
                self.line.leave()
        except InputError as refused:
            self.refusal = refused.message
        finally:
            self.is_waiting = False
            self.ended.set()

    def _is_over(self) -> bool:
        return self.stopped.is_set() or not self.is_wanted()

    def _go_on(self) -> None:
        self.is_waiting = False
        if self._is_over():
            return
        try:
            for found in self.steps:
                self.found = found
                if self._is_over():
                    return
            self.is_whole = True
        finally:
            # Now, not when it is forgotten: behind the steps there may be a process.
            if isinstance(self.steps, Generator):
                self.steps.close()
