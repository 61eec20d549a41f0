"""Training sets drawn and learned from once, kept for the session; what takes long goes on beside the page."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evalcore.support.runs import Run
from evalcore.views.bias_variance.curves import CurveLaboratory, CurveSweep
from evalcore.views.bias_variance.squared import SquaredView, squared_view
from ui.bias_variance.setting import Setting
from ui.session import memory
from ui.session.job import Job
from ui.shared.numbers import count
from ui.shared.text import _

# Predictions of many sets are large; views of them are small.
_MOST: Final = 6
# What is expected to take longer goes on beside the page, and can be stopped.
_SECONDS: Final = 1.0
_STOPPED: Final = "bias_variance_stopped"


class SweepRun(Run[CurveSweep]):
    """A sweep that is under way: which, and of how many learners."""

    def __init__(self, laboratory: CurveLaboratory, key: tuple[Hashable, ...], n_sets: int, n_learners: int) -> None:
        self.key, self.n_learners = key, n_learners
        super().__init__(laboratory.steps(n_sets))

    @property
    def done(self) -> int:
        """How many learners are done."""
        return 0 if self.result is None else len(self.result.lines)


@dataclass(frozen=True, eq=False)
class _Stopped:
    """What was found until a sweep was stopped."""

    key: tuple[Hashable, ...]
    found: CurveSweep | None


def _take(run: SweepRun) -> None:
    """Keep what a stopped run has found; a whole one has left it in its laboratory."""
    if not run.is_whole:
        found = run.result if run.done else None
        st.session_state[_STOPPED] = _Stopped(run.key, found)


JOB: Final[Job[SweepRun]] = Job("bias_variance", _take)


def laboratory(asked: Setting) -> CurveLaboratory:
    """Return where sets of this setting are drawn and learned from, with all that was done there before."""
    return memory.memo(
        "bias-variance laboratory",
        *asked.drawn,
        make=lambda: CurveLaboratory(asked.problem, asked.family.make(asked.n), n=asked.n, seed=asked.seed),
        most=_MOST,
    )


def sweep(asked: Setting) -> CurveSweep | None:
    """Return what the family makes of the sets, or what was found when that was stopped.

    While it goes on these are the sets there were before; None where there were none.
    """
    key = (*asked.drawn, asked.n_sets)
    JOB.take_ended()
    place = laboratory(asked)
    run = JOB.run
    if run is not None and run.key != key:
        JOB.cancel()
        run = None
    if not _is_long(asked, place):
        return place.upto(asked.n_sets)
    stopped: _Stopped | None = st.session_state.get(_STOPPED)
    if run is None and stopped is not None and stopped.key == key:
        return place.found or stopped.found
    if run is None:
        st.session_state.pop(_STOPPED, None)
        JOB.begin(SweepRun(place, key, asked.n_sets, len(asked.family.make(asked.n))))
    return place.found


def watch() -> None:
    """Show how far the sweep that is under way has come, with what stops it."""
    JOB.watch(_progress)


def _progress(run: SweepRun) -> tuple[float, str]:
    said = _("{done} of {total} learners", done=count(run.done), total=count(run.n_learners))
    return 0.0 if run.result is None else run.result.progress, said


def go_on() -> None:
    """Begin a sweep that was stopped once more."""
    st.session_state.pop(_STOPPED, None)


def view(asked: Setting) -> SquaredView | None:
    """Return what the figure shows of the family; None while nothing of it is found."""
    found = sweep(asked)
    return None if found is None else _viewed(asked, found)


def known(asked: Setting) -> SquaredView | None:
    """Return the same where it is there or soon made, and begin nothing that takes long."""
    place = laboratory(asked)
    return None if _is_long(asked, place) else _viewed(asked, place.upto(asked.n_sets))


def _is_long(asked: Setting, place: CurveLaboratory) -> bool:
    missing = place.missing(asked.n_sets)
    return asked.family.seconds(asked.n, missing, asked.problem.is_fixed) > _SECONDS


def _viewed(asked: Setting, found: CurveSweep) -> SquaredView:
    return memory.memo(
        "bias-variance view",
        *(*asked.drawn, found.sets.n_sets, len(found.lines)),
        make=lambda: squared_view(found, asked.family),
    )
