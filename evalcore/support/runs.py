"""Long work beside everything else: it can be watched and stopped, and what was done until then stays."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Generator, Iterator
from typing import Final, Generic, TypeVar

from evalcore.errors import InputError, Message
from evalcore.support import heard

T = TypeVar("T")
AT_A_TIME: Final = 1  # runs over all sessions; the others wait
GROWN: Final = 0.1  # share of a run that has to be added before what it found is shown once more
_LOOK: Final = 0.1  # seconds between looks at whether a waiting run was stopped
_turns = threading.BoundedSemaphore(AT_A_TIME)


def has_grown(progress: float, shown: float) -> bool:
    """Is so much done beyond what is shown, both 0 to 1, that it is worth being shown?"""
    return progress >= shown + GROWN


class Run(Generic[T]):
    """Work in steps that is under way; forgetting it stops it.

    Parameters
    ----------
    steps : iterator
        Yields what is found so far, more with each step; the last is the whole. It is asked for nothing before it is
        its turn, and closed where no more is wanted.
    """

    def __init__(self, steps: Iterator[T]) -> None:
        self._work: _Work[T] = _Work(steps)
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
    def is_whole(self) -> bool:
        """Whether all steps were made."""
        return self._work.is_whole

    @property
    def refusal(self) -> Message | None:
        """Why the steps ended, where an `InputError` ended them."""
        return self._work.refusal

    @property
    def notes(self) -> tuple[Message, ...]:
        """What libraries have warned of so far in the process that trains the learners; often nothing."""
        return heard.notes(dict(self._work.warned))

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

    def __init__(self, steps: Iterator[T]) -> None:
        self.steps = steps
        self.found: T | None = None
        self.ended, self.stopped = threading.Event(), threading.Event()
        self.is_waiting, self.is_whole = True, False
        self.refusal: Message | None = None
        self.warned: dict[str, int] = {}
        self.is_wanted: Callable[[], bool] = lambda: True

    def stop(self) -> None:
        """Have the thread end after the step it makes now, or at once where it waits its turn."""
        self.stopped.set()

    def run(self) -> None:
        """Wait for this run's turn, then go on until all is done or it is stopped."""
        heard.listening.set(self.warned)  # of this thread, which ends with the run
        try:
            while not _turns.acquire(timeout=_LOOK):
                if self._is_over():
                    return
            try:
                self._go_on()
            finally:
                _turns.release()
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
