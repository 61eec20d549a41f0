"""A run of the laboratory that a visitor has started: it goes on beside the page, and can be stopped."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

import streamlit as st

from evalcore.significance import LaboratoryResult
from evalcore.significance.laboratory_learners import Learner
from evalcore.significance.laboratory_run import LaboratoryRun
from ui.shared.numbers import count
from ui.shared.text import _

_LOOK = "400ms"
_RUN = "laboratory_run"
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


def begin(learner: Learner, *, n: int, n_replicates: int, seed: int) -> None:
    """Start a run; an earlier one is stopped."""
    cancel()
    st.session_state[_RUN] = LaboratoryRun(learner, n=n, n_replicates=n_replicates, seed=seed)


def is_under_way() -> bool:
    """Whether a run has not been taken over yet."""
    return _RUN in st.session_state


def cancel() -> None:
    """End a run, if there is one, and forget what it has found."""
    run: LaboratoryRun | None = st.session_state.pop(_RUN, None)
    if run is not None:
        run.stop()


def own() -> OwnResult | None:
    """Return what the last run has found."""
    found: OwnResult | None = st.session_state.get(_OWN)
    return found


def forget() -> None:
    """Forget what the last run has found."""
    st.session_state.pop(_OWN, None)


def take_ended() -> None:
    """Take over what a run has found, once it has ended."""
    run: LaboratoryRun | None = st.session_state.get(_RUN)
    if run is not None and run.wait(0):
        _take(run)


def stop() -> None:
    """Stop the run; what was done until then is shown."""
    run: LaboratoryRun | None = st.session_state.get(_RUN)
    if run is not None:
        run.stop()
        _take(run)


def _take(run: LaboratoryRun) -> None:
    if run.result is not None:
        st.session_state[_OWN] = OwnResult(uuid4().hex, run.result, run.n_replicates)
    # Last, since another request may break this off anywhere above; the next run then takes it over again.
    st.session_state.pop(_RUN, None)


@st.fragment(run_every=_LOOK)
def watch() -> None:
    """Show how far the run is; once it has ended, the page is drawn anew."""
    run: LaboratoryRun | None = st.session_state.get(_RUN)
    if run is None or run.wait(0):  # stopped, or at its end: the run that follows takes it over
        st.rerun()
    done = 0 if run.result is None else run.result.n_replicates
    said = (
        _("waiting for another run")
        if run.is_waiting
        else _("{done} of {total} replicates", done=count(done), total=count(run.n_replicates))
    )
    with st.container(horizontal=True, vertical_alignment="center", key="laboratory_progress"):
        st.progress(run.progress, text=said, width=220)
        st.button(_("Stop"), on_click=stop, key="stop_laboratory", icon=":material/stop_circle:")
