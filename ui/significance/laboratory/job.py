"""A run of the laboratory that a visitor has started."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final
from uuid import uuid4

import numpy as np
import streamlit as st

from evalcore.errors import Message
from evalcore.significance import LaboratoryResult, laboratory_effort, laboratory_steps
from evalcore.significance.laboratory_learners import Learner
from evalcore.support import process
from evalcore.support.runs import Run
from ui.session import limits, lost
from ui.session.job import Job
from ui.shared.numbers import count
from ui.shared.text import _

_OWN, _REFUSED = "laboratory_own", "laboratory_refused"
# What the browser remembers a run of one's own by.
PLACE: Final = "laboratory"


@dataclass(frozen=True, eq=False)
class OwnResult:
    """What a run of one's own has found, with what tells it from another, and how many replicates were asked for."""

    key: str
    result: LaboratoryResult
    wanted: int

    @property
    def is_whole(self) -> bool:
        """Whether the run was not stopped."""
        return self.result.n_replicates == self.wanted


class LaboratoryRun(Run[LaboratoryResult]):
    """A run that is under way, and how many replicates it is to have.

    Raises
    ------
    InputError
        Where the laboratory refuses the numbers.
    """

    def __init__(self, learner: Learner, *, n: int, n_replicates: int, difference: float, seed: int) -> None:
        self.n_replicates, rng = n_replicates, np.random.default_rng(seed)
        asked = partial(laboratory_steps, learner, n=n, n_replicates=n_replicates, difference=difference, rng=rng)
        asked()  # refuses here what cannot be asked for
        super().__init__(
            process.in_process(asked),
            seconds=laboratory_effort(learner, n=n, n_replicates=n_replicates).seconds,
            limit=limits.now().run_seconds,
            shared=("laboratory", learner, n, n_replicates, difference, seed),
        )

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        found = self.result
        return 0.0 if found is None else found.n_replicates / self.n_replicates


def _take(run: LaboratoryRun) -> None:
    st.session_state[_REFUSED] = run.refusal
    if run.result is not None:
        own_result = OwnResult(uuid4().hex, run.result, run.n_replicates)
        JOB.keep_notes(own_result.key, run)
        st.session_state[_OWN] = own_result


JOB: Job[LaboratoryRun] = Job("laboratory", _take)


def begin(learner: Learner, *, n: int, n_replicates: int, difference: float, seed: int) -> None:
    """Start a run; an earlier one is stopped."""
    st.session_state.pop(_REFUSED, None)
    lost.forget(PLACE)
    JOB.begin(LaboratoryRun(learner, n=n, n_replicates=n_replicates, difference=difference, seed=seed))


def is_under_way() -> bool:
    """Whether a run has not been taken over yet."""
    return JOB.run is not None


def own() -> OwnResult | None:
    """Return what the last run has found."""
    found: OwnResult | None = st.session_state.get(_OWN)
    return found


def refusal() -> Message | None:
    """Return why the last run could not go on, if so."""
    found: Message | None = st.session_state.get(_REFUSED)
    return found


def forget() -> None:
    """Forget what the last run has found, and one that is gone."""
    lost.forget(PLACE)
    for gone in (_OWN, _REFUSED):
        st.session_state.pop(gone, None)


def take_ended() -> None:
    """Take over what a run has found, once it has ended."""
    JOB.take_ended()


def watch() -> None:
    """Show how far the run is; once it has ended, the page is drawn anew."""
    JOB.watch(_progress)


def _progress(run: LaboratoryRun) -> tuple[float, str]:
    done = 0 if run.result is None else run.result.n_replicates
    return run.progress, _("{done} of {total} replicates", done=count(done), total=count(run.n_replicates))


def _held() -> str | None:
    return "" if is_under_way() or own() is not None else None


lost.holds(PLACE, _held)
