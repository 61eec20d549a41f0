"""Sweeps over the learners of a family: quick ones at once, long ones beside the page, where they can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

import streamlit as st

from evalcore.errors import Message
from evalcore.support.runs import Effort, Run
from ui.frame.page import Answer, Button, offered
from ui.live.sentence import Says
from ui.session import limits
from ui.session.job import Job
from ui.shared.numbers import count
from ui.shared.text import _, say

# Seconds: what is expected to take longer goes on beside the page, and can be stopped.
QUICK: Final = 1.0


class Found(Protocol):
    """What is found so far."""

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""

    @property
    def n_done(self) -> int:
        """How many learners are done."""


T = TypeVar("T", bound=Found)
T_co = TypeVar("T_co", bound=Found, covariant=True)


class Simulator(Protocol[T_co]):
    """Where training sets are drawn and learned from once; further sets come beside those there are."""

    @property
    def found(self) -> T_co | None:
        """What is found with all sets drawn so far; None before the first."""

    def upto(self, n_sets: int) -> T_co:
        """Return what is found with so many sets."""

    def rows(self, n_sets: int) -> int:
        """How many rows learners are trained on, over all of them, until there are so many sets."""

    def steps_in_process(self, n_sets: int) -> Iterator[T_co]:
        """Yield the same learner by learner, trained in a process of their own."""


class View(Protocol):
    """What a figure shows of a sweep."""

    @property
    def is_partial(self) -> bool:
        """Whether learners are missing."""

    @property
    def n_learners(self) -> int:
        """How many there are to be."""

    @property
    def n_sets(self) -> int:
        """How many training sets."""

    @property
    def steps(self) -> Sequence[object]:
        """One a learner."""


@dataclass(frozen=True)
class Wanted:
    """What a sweep is asked for: what tells it from others but for the sets, how many sets, how many learners."""

    key: tuple[Hashable, ...]
    n_sets: int
    n_learners: int


class SweepRun(Run[T]):
    """A sweep that is under way: which, and how many learners are done."""

    def __init__(self, steps: Iterator[T], wanted: Wanted, seconds: float, shared: Hashable = None) -> None:
        self.wanted = wanted
        super().__init__(steps, seconds=seconds, limit=limits.now().run_seconds, shared=shared)

    @property
    def done(self) -> int:
        """How many learners are done."""
        return 0 if self.result is None else self.result.n_done


@dataclass(frozen=True, eq=False)
class _Stopped(Generic[T]):
    """What was found until a sweep was stopped, or refused."""

    wanted: Wanted
    found: T | None
    refusal: Message | None


L = TypeVar("L")
# One simulator of each kind and setting for all visitors, as long as one of them has it: of a seed, of nobody's rows.
_of_all: Final[WeakValueDictionary[tuple[Hashable, ...], Any]] = WeakValueDictionary()
_finding: Final = Lock()


def of_all(kind: str, *parts: Hashable, make: Callable[[], L]) -> L:
    """Return the simulator of these parts that another visitor has, else a new one; each session keeps some."""
    with _finding:
        place: L | None = _of_all.get((kind, *parts))
        if place is None:
            place = make()
            _of_all[(kind, *parts)] = place
        return place


class Sweeps(Generic[T]):
    """The sweeps of one view of the page."""

    def __init__(self, name: str) -> None:
        self._stopped: Final = f"{name}_stopped"
        self.job: Final[Job[SweepRun[T]]] = Job(name, self._take)

    def _take(self, run: SweepRun[T]) -> None:
        """Keep what a stopped run has found; a whole one has left it in its simulator."""
        self.job.keep_notes(run.wanted.key, run)
        if not run.is_whole:
            st.session_state[self._stopped] = _Stopped(run.wanted, run.result if run.done else None, run.refusal)

    def found(self, place: Simulator[T], wanted: Wanted, *, seconds: float) -> T | None:
        """Return what the learners make of the sets, or what was found when that was stopped.

        What is expected to take less than `QUICK` seconds is done here, the other in a process of its own, and what
        takes long is offered first. While it goes on these are the sets there were before, else the learners that are
        done; None where there are none.
        """
        self.job.take_ended()
        run = self.job.run
        if run is not None and run.wanted != wanted:
            self.job.cancel()
            run = None
        if seconds <= QUICK:
            return place.upto(wanted.n_sets)
        stopped: _Stopped[T] | None = st.session_state.get(self._stopped)
        if run is None and stopped is not None and stopped.wanted == wanted:
            return place.found or stopped.found
        if run is None:
            st.session_state.pop(self._stopped, None)
            shared = (self.job.name, wanted)  # simulated: of a seed, and of nobody's rows
            if not self.job.may_begin(wanted, Effort(seconds, place.rows(wanted.n_sets)), shared):
                return place.found
            run = SweepRun(place.steps_in_process(wanted.n_sets), wanted, seconds, shared)
            self.job.begin(run)
        return place.found or (run.result if run.done else None)

    def go_on(self) -> None:
        """Begin a sweep that was stopped once more."""
        st.session_state.pop(self._stopped, None)

    def nothing_yet(self) -> Answer:
        """Say that learners are being trained, or were stopped before the first was done."""
        return nothing_yet(self.job, Button(_("Go on"), self.go_on), self._refusal)

    def interrupted(self, view: View, n_sets: int) -> Answer | None:
        """Say what is missing of so many sets, and show what is under way; None where the view speaks for itself."""
        if self.job.run is None and view.n_sets < n_sets and (answer := offered(self.job)) is not None:
            return answer
        go_on = Button(_("Go on"), self.go_on)
        said = unfinished(self.job, view, go_on, self._refusal)
        if said is None and self.job.run is None and view.n_sets < n_sets:
            sets = _(
                "Stopped: {sets} of {wanted} training sets are shown.", sets=count(view.n_sets), wanted=count(n_sets)
            )
            return Answer(sets if self._refusal is None else say(self._refusal), go_on)
        return said

    @property
    def _refusal(self) -> Message | None:
        stopped: _Stopped[T] | None = st.session_state.get(self._stopped)
        return None if stopped is None else stopped.refusal


def nothing_yet(job: Job[SweepRun[Any]], go_on: Button, refusal: Message | None = None) -> Answer:
    """Say that learners are being trained, or were stopped before the first was done."""
    if job.run is None:
        if (answer := offered(job)) is not None:
            return answer
        return Answer(_("Stopped before the first learner was done.") if refusal is None else say(refusal), go_on)
    _watch(job, 0)
    return _training()


def whole(view: View, n_sets: int, says: Says) -> Says:
    """Return what is said at each step of a handle; of a view without all sets the page says something else."""
    return {} if view.is_partial or view.n_sets < n_sets else says


def unfinished(job: Job[SweepRun[Any]], view: View, go_on: Button, refusal: Message | None = None) -> Answer | None:
    """Say of a view that learners are missing, and show what is under way; None where no learner is missing."""
    if job.run is not None:
        _watch(job, len(view.steps) if view.is_partial else None)
        return _training() if view.is_partial else None
    if not view.is_partial:
        return None
    stopped = _("Stopped after {done} of {total} learners.", done=count(len(view.steps)), total=view.n_learners)
    return Answer(stopped if refusal is None else say(refusal), go_on)


def _training() -> Answer:
    return Answer(_("The learners are being trained on every set …"))


def _watch(job: Job[SweepRun[Any]], shown: int | None) -> None:
    """Show how far the sweep has come, with what stops it; further learners are shown where some are."""
    job.watch(_progress, None if shown is None else lambda run: bool(run.done > shown))


def _progress(run: SweepRun[Any]) -> tuple[float, str]:
    said = _("{done} of {total} learners", done=count(run.done), total=count(run.wanted.n_learners))
    return 0.0 if run.result is None else run.result.progress, said
