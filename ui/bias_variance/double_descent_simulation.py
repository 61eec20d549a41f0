"""Sweeps over random features: quick ones at once, slow ones beside the page; the last are kept for the session."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final

import streamlit as st

from evalcore.bias_variance import Sweep
from evalcore.support.runs import Run
from evalcore.views.bias_variance.double_descent import (
    DescentView,
    double_descent_seconds,
    double_descent_steps,
    double_descent_view,
)
from ui.bias_variance.double_descent_setting import Setting
from ui.session import memory
from ui.session.job import Job
from ui.shared.numbers import count
from ui.shared.text import _

# What is expected to take longer goes on beside the page, and can be stopped.
_SECONDS: Final = 1.0
_FOUND: Final = "double_descent_found"
_MOST: Final = 4


class DescentRun(Run[Sweep]):
    """A sweep that is under way, and which."""

    def __init__(self, asked: Setting) -> None:
        self.key: tuple[Hashable, ...] = asked.drawn
        super().__init__(_steps(asked))


def _take(run: DescentRun) -> None:
    """Keep what a run has found, also if it was stopped."""
    _keep(run.key, run.result)


JOB: Final[Job[DescentRun]] = Job("double_descent", _take)


def view(asked: Setting) -> DescentView | None:
    """Return what the figure shows, or what was found when that was stopped.

    None while no learner is done, or none was when the run was stopped.
    """
    JOB.take_ended()
    if JOB.run is not None and JOB.run.key != asked.drawn:
        JOB.cancel()
    if asked.drawn not in _kept() and JOB.run is None:
        _begin(asked)
    found = _kept().get(asked.drawn)
    if found is None or not found.simulations:
        return None
    return memory.memo(
        "double descent view",
        *(*asked.drawn, asked.ratio, len(found.simulations)),
        make=lambda: double_descent_view(found, ratio=asked.ratio),
        most=_MOST,
    )


def _begin(asked: Setting) -> None:
    """Make what is soon made; begin what is not."""
    if double_descent_seconds(asked.n, asked.n_sets, asked.problem.is_fixed) > _SECONDS:
        JOB.begin(DescentRun(asked))
        return
    *_rest, found = _steps(asked)
    _keep(asked.drawn, found)


def _steps(asked: Setting) -> Iterator[Sweep]:
    return double_descent_steps(
        asked.problem,
        n=asked.n,
        n_sets=asked.n_sets,
        seed=asked.seed,
        penalty=asked.penalty,
        features_seed=asked.features_seed,
    )


def _kept() -> dict[tuple[Hashable, ...], Sweep | None]:
    found: dict[tuple[Hashable, ...], Sweep | None] = st.session_state.setdefault(_FOUND, {})
    return found


def _keep(key: tuple[Hashable, ...], found: Sweep | None) -> None:
    kept = _kept()
    kept[key] = found
    while len(kept) > _MOST:  # predictions of many sets are large
        del kept[next(iter(kept))]


def watch() -> None:
    """Show how far the sweep that is under way has come, with what stops it."""
    JOB.watch(_progress)


def _progress(run: DescentRun) -> tuple[float, str]:
    found = run.result
    if found is None:
        return 0.0, _("training sets are being drawn")
    said = _("{done} of {total} learners", done=count(len(found.simulations)), total=count(found.n_learners))
    return found.progress, said


def go_on(asked: Setting) -> None:
    """Begin a sweep that was stopped once more."""
    _kept().pop(asked.drawn, None)
