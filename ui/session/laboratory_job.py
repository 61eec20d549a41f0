"""A run of the laboratory that a visitor has started."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

import streamlit as st

from evalcore.errors import Message
from evalcore.significance import LaboratoryResult
from evalcore.significance.laboratory_learners import Learner
from evalcore.significance.laboratory_run import LaboratoryRun
from ui.session.job import Job
from ui.shared.numbers import count
from ui.shared.text import _

_OWN, _REFUSED = "laboratory_own", "laboratory_refused"


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


def _take(run: LaboratoryRun) -> None:
    st.session_state[_REFUSED] = run.refusal
    if run.result is not None:
        own_result = OwnResult(uuid4().hex, run.result, run.n_replicates)
        JOB.keep_notes(own_result.key, run)
        st.session_state[_OWN] = own_result


JOB: Job[LaboratoryRun] = Job("laboratory", _take)


def begin(learner: Learner, *, n: int, n_replicates: int, seed: int) -> None:
    """Start a run; an earlier one is stopped."""
    st.session_state.pop(_REFUSED, None)
    JOB.begin(LaboratoryRun(learner, n=n, n_replicates=n_replicates, seed=seed))


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
    """Forget what the last run has found."""
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
