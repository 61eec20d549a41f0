"""Long runs of the page: each goes on in a process of its own, and what it found is kept for the session."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar

import pandas as pd
import streamlit as st

from evalcore.errors import Message
from evalcore.support import process
from evalcore.support.runs import Effort, Made, Run, has_grown
from ui.frame.page import Answer, Button, Sections, offered, refused
from ui.session import limits
from ui.session.job import Job
from ui.session.samples import FOLDER
from ui.shared.numbers import percent
from ui.shared.text import _, say

# Seconds in which a quick run is done, so that nothing but its figure appears.
PATIENCE: Final = 1.0


class Partial(Protocol):
    """What is found so far, and how much of the whole that is."""

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""


T = TypeVar("T", bound=Partial)
Key = tuple[Hashable, ...]
Drawn = tuple[int, int, int]  # rows, data sets, seed


class LongRun(Run[T]):
    """A run that is under way, and which."""

    def __init__(self, key: Key, steps: Iterator[T], seconds: float, shared: Hashable = None) -> None:
        self.key = key
        super().__init__(steps, seconds=seconds, limit=limits.now().run_seconds, shared=shared, is_kept=True)


@dataclass(frozen=True)
class Place(Generic[T]):
    """Where runs of one kind, and what they found, are kept; by the name of that kind, so many at `most`.

    Where they are `simulated`, of a seed and of nobody's rows, all visitors share them.
    """

    name: str
    simulated: bool = False
    most: int = 12
    job: Job[LongRun[Any]] = field(init=False)

    def __post_init__(self) -> None:
        """Have the job tell this place what a run has found."""
        object.__setattr__(self, "job", Job(self.name, self._take))

    def _kept(self) -> dict[Key, T | Message | None]:
        kept: dict[Key, T | Message | None] = st.session_state.setdefault(f"{self.name}_found", {})
        return kept

    @property
    def _cuts(self) -> dict[Key, Message | None]:
        """Why runs ended before they were whole, where their time was over."""
        cuts: dict[Key, Message | None] = st.session_state.setdefault(f"{self.name}_cuts", {})
        return cuts

    def _take(self, run: LongRun[T]) -> None:
        kept = self._kept()
        kept[run.key] = run.result if run.is_cut and run.result is not None else run.refusal or run.result
        self._cuts[run.key] = run.refusal if run.is_cut else None
        self.job.keep_notes(run.key, run)
        while len(kept) > self.most:
            del kept[next(iter(kept))]

    def find(self, key: Key, steps: Callable[[], Iterator[T]], *, effort: Effort) -> T | Message | None:
        """Return what a run has found, so far or until it was stopped; None while nothing is found, or nothing was.

        It runs in a process of its own; what takes long is offered first.
        """
        if self.may_begin(key, effort) and key not in self._kept() and not self._is_under_way(key):
            run = LongRun(key, process.in_process(steps), effort.seconds, self._shared(key))
            self.job.begin(run)
            run.wait(PATIENCE)
            self.job.take_ended()
        going = self.job.run
        found: T | Message | None = self._kept().get(key) if going is None or going.key != key else going.result
        return found

    def may_begin(self, key: Key, effort: Effort) -> bool:
        """Whether what takes so long is found, under way, or agreed to; else it is offered."""
        self.job.take_ended()
        is_there = key in self._kept() or self._is_under_way(key)
        return is_there or self.job.may_begin(key, effort, self._shared(key))

    def _is_under_way(self, key: Key) -> bool:
        return self.job.run is not None and self.job.run.key == key

    def _shared(self, key: Key) -> Hashable:
        return (self.name, key) if self.simulated else None

    def known(self, key: Key) -> T | None:
        """Return what a run has found that went on to its end; nothing is begun."""
        found = self._kept().get(key)
        return None if found is None or isinstance(found, Message) or found.progress < 1 else found

    def go_on(self, key: Key) -> None:
        """Begin a run that was stopped once more."""
        self._kept().pop(key, None)

    def nothing_yet(self, key: Key) -> Answer:
        """Say that a run is under way, or was stopped before it had found anything."""
        if self.job.run is not None:
            self.job.watch(_progress, lambda run: _can_be_shown(run.result))
            return Answer(_("Learners are being trained, in a process of their own …"))
        if (answer := offered(self.job)) is not None:
            return answer
        return Answer(_("Stopped before the first data set was done."), Button(_("Go on"), self.go_on, (key,)))

    def instead(self, key: Key, found: Message | None, *of: Hashable) -> Sections:
        """Return the sections while nothing is found, or that say why nothing can be; the figure is `of` a kind."""
        if found is not None:
            return refused(found)
        return Sections(of_loaded=False, answer=lambda _t: self.nothing_yet(key), of=of, waits=True)

    def watch(self) -> None:
        """Show how far a run is that the page does not wait for."""
        before = 0.0 if self.job.run is None else _share(self.job.run)
        self.job.watch(_progress, lambda run: has_grown(_share(run), before))

    def so_far(self, key: Key, found: Partial, stopped: str) -> Answer:
        """Say of a part that is shown that the run goes on, or was stopped."""
        if self.job.run is None:
            if (cut := self._cuts.get(key)) is not None:
                return Answer(f"{stopped} {say(cut)}")
            return Answer(stopped, Button(_("Go on"), self.go_on, (key,)))
        self.job.watch(_progress, lambda run: has_grown(_share(run), found.progress))
        return Answer(_("Drawn is what is found so far; learners are being trained, in a process of their own …"))


@st.cache_resource(max_entries=3, show_spinner=False)
def shipped(name: str) -> pd.DataFrame:
    """Read once for all visitors what comes with the app: it is nobody's data."""
    return pd.read_csv(FOLDER.joinpath(name))


def _can_be_shown(found: object) -> bool:
    """Whether something is found that is shown before the whole is there."""
    return found is not None and not isinstance(found, Made)


def _progress(run: LongRun[Any]) -> tuple[float, str]:
    return _share(run), _("{share} done", share=percent(_share(run), 0))


def _share(run: LongRun[Any]) -> float:
    return 0.0 if run.result is None else float(run.result.progress)
