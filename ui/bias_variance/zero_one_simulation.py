"""Sweeps of classifiers: quick ones at once and for all visitors, slow ones beside the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, cast

import streamlit as st

from evalcore.bias_variance import PlaneProblem, Sweep
from evalcore.support.runs import Run
from evalcore.views.bias_variance.classifiers import CLASSIFIERS
from evalcore.views.bias_variance.kept import unpacked
from evalcore.views.bias_variance.zero_one import ZeroOneView, zero_one_sweep, zero_one_view
from ui.bias_variance.zero_one_setting import BEGIN, Setting
from ui.session.job import Job
from ui.session.samples import FOLDER
from ui.shared.numbers import count
from ui.shared.text import _

# What is expected to take longer goes on beside the page, and can be stopped.
_SECONDS: Final = 1.0
FILE: Final = FOLDER.joinpath("zero_one_trees.bin")
_FOUND: Final = "zero_one_found"
_Key = tuple[str, float, str, int, int, int]


class SweepRun(Run[Sweep]):
    """A sweep that is under way, and which."""

    def __init__(self, key: _Key) -> None:
        self.key = key
        super().__init__(_sweep(key))


@dataclass(frozen=True, eq=False)
class _Found:
    """What the last run has found until it ended or was stopped; nothing if no learner was done."""

    key: _Key
    view: ZeroOneView | None


def _take(run: SweepRun) -> None:
    done = run.result is not None and run.result.simulations
    found = zero_one_view(run.result, CLASSIFIERS[run.key[2]]) if run.result is not None and done else None
    st.session_state[_FOUND] = _Found(run.key, found)


JOB: Final[Job[SweepRun]] = Job("zero_one", _take)


def view(asked: Setting) -> ZeroOneView | None:
    """Return what the figure shows of the family, or what was found when that was stopped; None while it goes on."""
    JOB.take_ended()
    key, run = asked.drawn, JOB.run
    if run is not None and run.key != key:
        JOB.cancel()
        run = None
    if key == BEGIN:
        return _at_the_beginning()
    if asked.family.seconds(asked.n, asked.n_sets, False) <= _SECONDS:
        return _at_once(
            shape=asked.shape,
            flips=asked.flips,
            learner=asked.learner,
            n=asked.n,
            n_sets=asked.n_sets,
            seed=asked.seed,
        )
    found: _Found | None = st.session_state.get(_FOUND)
    if run is None and found is not None and found.key == key:
        return found.view
    if run is None:
        st.session_state.pop(_FOUND, None)
        JOB.begin(SweepRun(key))
    return None


@st.cache_resource(max_entries=1, show_spinner=False)
def _at_the_beginning() -> ZeroOneView:
    """Return the view that comes with the app, once for all visitors: nothing has to be trained for it."""
    _shape, _flips, learner, n, n_sets, seed = BEGIN
    family = CLASSIFIERS[learner]
    return zero_one_view(unpacked(FILE.read_bytes(), _problem(BEGIN), family, n=n, n_sets=n_sets, seed=seed), family)


@st.cache_resource(max_entries=8, show_spinner=False)
def _at_once(*, shape: str, flips: float, learner: str, n: int, n_sets: int, seed: int) -> ZeroOneView:
    """Return a view for all visitors: it is made of nobody's data."""
    *_, found = _sweep((shape, flips, learner, n, n_sets, seed))
    return zero_one_view(found, CLASSIFIERS[learner])


def _sweep(key: _Key) -> Iterator[Sweep]:
    _shape, _flips, learner, n, n_sets, seed = key
    return zero_one_sweep(_problem(key), CLASSIFIERS[learner], n=n, n_sets=n_sets, seed=seed)


def _problem(key: _Key) -> PlaneProblem:
    shape, flips, *_rest = key
    return PlaneProblem(cast("Literal['moons', 'boundary']", shape), flips)


def watch() -> None:
    """Show how far the sweep that is under way has come, with what stops it."""
    JOB.watch(_progress)


def _progress(run: SweepRun) -> tuple[float, str]:
    found = run.result
    if found is None:
        return 0.0, _("training sets are being drawn")
    said = _("{done} of {total} learners", done=count(len(found.simulations)), total=count(found.n_learners))
    return found.progress, said


def go_on() -> None:
    """Begin a sweep that was stopped once more."""
    st.session_state.pop(_FOUND, None)
