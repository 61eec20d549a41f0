"""A run of the laboratory that a visitor has started."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

import streamlit as st

from evalcore.significance import LaboratoryResult
from evalcore.significance.laboratory_learners import Learner
from evalcore.significance.laboratory_run import LaboratoryRun
from ui.session.job import Job
from ui.shared.numbers import count
from ui.shared.text import _

_OWN = "laboratory_own"


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
    if run.result is not None:
        st.session_state[_OWN] = OwnResult(uuid4().hex, run.result, run.n_replicates)


_JOB: Job[LaboratoryRun] = Job("laboratory", _take)


def begin(learner: Learner, *, n: int, n_replicates: int, seed: int) -> None:
    """Start a run; an earlier one is stopped."""
    _JOB.begin(LaboratoryRun(learner, n=n, n_replicates=n_replicates, seed=seed))


def is_under_way() -> bool:
    """Whether a run has not been taken over yet."""
    return _JOB.run is not None


def own() -> OwnResult | None:
    """Return what the last run has found."""
    found: OwnResult | None = st.session_state.get(_OWN)
    return found


def forget() -> None:
    """Forget what the last run has found."""
    st.session_state.pop(_OWN, None)


def take_ended() -> None:
    """Take over what a run has found, once it has ended."""
    _JOB.take_ended()


def watch() -> None:
    """Show how far the run is; once it has ended, the page is drawn anew."""
    _JOB.watch(_progress)


def _progress(run: LaboratoryRun) -> tuple[float, str]:
    done = 0 if run.result is None else run.result.n_replicates
    return run.progress, _("{done} of {total} replicates", done=count(done), total=count(run.n_replicates))
