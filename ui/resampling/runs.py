"""Long runs of the page: each goes on in a process of its own, and what it found is kept for the session."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar

import pandas as pd
import streamlit as st

from evalcore.errors import Message
from evalcore.support import process
from evalcore.support.runs import Run, has_grown
from ui.frame.page import Answer, Button, Sections, refused
from ui.session.job import Job
from ui.session.samples import FOLDER
from ui.shared.numbers import percent
from ui.shared.text import _

# Seconds in which a quick run is done, so that nothing but its figure appears.
PATIENCE: Final = 1.0
_MOST: Final = 12


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

    def __init__(self, key: Key, steps: Iterator[T], seconds: float | None) -> None:
        self.key = key
        super().__init__(steps, seconds=seconds)


@dataclass(frozen=True)
class Place(Generic[T]):
    """Where runs of one kind, and what they found, are kept; by the name of that kind."""

    name: str
    job: Job[LongRun[Any]] = field(init=False)

    def __post_init__(self) -> None:
        """Have the job tell this place what a run has found."""
        object.__setattr__(self, "job", Job(self.name, self._take))

    def _kept(self) -> dict[Key, T | Message | None]:
        kept: dict[Key, T | Message | None] = st.session_state.setdefault(f"{self.name}_found", {})
        return kept

    def _take(self, run: LongRun[T]) -> None:
        kept = self._kept()
        kept[run.key] = run.refusal or run.result
        self.job.keep_notes(run.key, run)
        while len(kept) > _MOST:
            del kept[next(iter(kept))]

    def find(self, key: Key, steps: Callable[[], Iterator[T]], *, seconds: float | None = None) -> T | Message | None:
        """Return what a run has found, so far or until it was stopped; None while nothing is found, or nothing was.

        It runs in a process of its own; `seconds` is how long it is expected to take.
        """
        self.job.take_ended()
        if key not in self._kept() and (self.job.run is None or self.job.run.key != key):
            run = LongRun(key, process.in_process(steps), seconds)
            self.job.begin(run)
            run.wait(PATIENCE)
            self.job.take_ended()
        going = self.job.run
        found: T | Message | None = self._kept().get(key) if going is None or going.key != key else going.result
        return found

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
            self.job.watch(_progress, lambda run: run.result is not None)
            return Answer(_("Learners are being trained, in a process of their own …"))
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
            return Answer(stopped, Button(_("Go on"), self.go_on, (key,)))
        self.job.watch(_progress, lambda run: has_grown(_share(run), found.progress))
        return Answer(_("Drawn is what is found so far; learners are being trained, in a process of their own …"))


@st.cache_resource(max_entries=3, show_spinner=False)
def shipped(name: str) -> pd.DataFrame:
    """Read once for all visitors what comes with the app: it is nobody's data."""
    return pd.read_csv(FOLDER.joinpath(name))


def _progress(run: LongRun[Any]) -> tuple[float, str]:
    return _share(run), _("{share} done", share=percent(_share(run), 0))


def _share(run: LongRun[Any]) -> float:
    return 0.0 if run.result is None else float(run.result.progress)
