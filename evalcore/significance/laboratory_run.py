"""A run of the laboratory beside everything else: it can be watched and stopped, and what was done until then stays."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterator
from typing import Final

import numpy as np

from evalcore.significance.laboratory import LaboratoryResult, laboratory_steps
from evalcore.significance.laboratory_learners import Learner

AT_A_TIME: Final = 1  # runs over all sessions; the others wait
_LOOK = 0.1  # seconds between looks at whether a waiting run was stopped
_turns = threading.BoundedSemaphore(AT_A_TIME)


class LaboratoryRun:
    """A run that is under way; forgetting it stops it.

    Parameters
    ----------
    learner, n, n_replicates
        As for `run_laboratory`.
    seed : int

    Raises
    ------
    InputError
        Where the laboratory refuses the numbers.
    """

    def __init__(self, learner: Learner, *, n: int, n_replicates: int, seed: int) -> None:
        self.n_replicates = n_replicates
        steps = laboratory_steps(learner, n=n, n_replicates=n_replicates, rng=np.random.default_rng(seed))
        self._work = _Work(steps)
        weakref.finalize(self, self._work.stop)
        threading.Thread(target=self._work.run, daemon=True).start()

    @property
    def result(self) -> LaboratoryResult | None:
        """What was found so far; None before the first replicates."""
        return self._work.found

    @property
    def is_waiting(self) -> bool:
        """Whether another run comes first."""
        return self._work.is_waiting

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        found = self.result
        return 0.0 if found is None else found.n_replicates / self.n_replicates

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the run has ended, at most `timeout` seconds, and tell whether it has."""
        return self._work.ended.wait(timeout)

    def stop(self) -> None:
        """End the run after the replicates that are being drawn."""
        self._work.stop()


class _Work:
    """What the thread does; it knows nothing of its run, which may be forgotten."""

    def __init__(self, steps: Iterator[LaboratoryResult]) -> None:
        self.steps = steps
        self.found: LaboratoryResult | None = None
        self.ended, self.stopped = threading.Event(), threading.Event()
        self.is_waiting = True

    def stop(self) -> None:
        """Have the thread end after the replicates it draws now, or at once where it waits its turn."""
        self.stopped.set()

    def run(self) -> None:
        """Wait for this run's turn, then draw until all is drawn or it is stopped."""
        try:
            while not _turns.acquire(timeout=_LOOK):
                if self.stopped.is_set():
                    return
            try:
                self._draw()
            finally:
                _turns.release()
        finally:
            self.is_waiting = False
            self.ended.set()

    def _draw(self) -> None:
        self.is_waiting = False
        if self.stopped.is_set():
            return
        for found in self.steps:
            self.found = found
            if self.stopped.is_set():
                return
