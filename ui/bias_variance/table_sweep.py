"""Learners trained on bootstrap sets of a table, beside the page; what they found is kept for the session."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

import numpy as np
import streamlit as st

from evalcore.bias_variance import TableSweep, bootstrap_sets, table_sweep_steps
from evalcore.support.runs import Run
from evalcore.views.bias_variance.table import TableView, table_view
from ui.bias_variance.table_setting import Setting
from ui.session.job import Job
from ui.shared.numbers import count
from ui.shared.text import _

# Seconds in which a quick sweep is done, so that nothing but its figure appears.
_PATIENCE: Final = 1.0
_FOUND: Final = "bv_table_found"
_MOST: Final = 12


class TableRun(Run[TableSweep]):
    """A sweep that is under way: what tells it from another, and how many learners it has."""

    def __init__(self, asked: Setting) -> None:
        sets = bootstrap_sets(asked.table, n_sets=asked.n_sets, rng=np.random.default_rng(asked.seed))
        learners = asked.family.make(sets.n)
        self.key, self.n_learners = asked.key, len(learners)
        super().__init__(table_sweep_steps(sets, learners))

    @property
    def done(self) -> int:
        """How many learners are done."""
        return 0 if self.result is None else len(self.result.parts)


def _take(run: TableRun) -> None:
    """Keep what a run has found, also if it was stopped."""
    found = _kept()
    found[run.key] = run.result
    while len(found) > _MOST:
        del found[next(iter(found))]


JOB: Final[Job[TableRun]] = Job("bv_table", _take)


def _kept() -> dict[tuple[Hashable, ...], TableSweep | None]:
    found: dict[tuple[Hashable, ...], TableSweep | None] = st.session_state.setdefault(_FOUND, {})
    return found


def view(asked: Setting) -> TableView | None:
    """Return what the figure shows; None while no learner is done, or none was when the run was stopped."""
    JOB.take_ended()
    if asked.key not in _kept() and (JOB.run is None or JOB.run.key != asked.key):
        run = TableRun(asked)
        JOB.begin(run)
        run.wait(_PATIENCE)
        JOB.take_ended()
    found = _kept().get(asked.key)
    return None if found is None or not found.parts else table_view(found, asked.family)


def watch() -> None:
    """Show how far the sweep that is under way has come, with what stops it."""
    JOB.watch(_progress)


def _progress(run: TableRun) -> tuple[float, str]:
    said = _("{done} of {total} learners", done=count(run.done), total=count(run.n_learners))
    return 0.0 if run.result is None else run.result.progress, said


def go_on(asked: Setting) -> None:
    """Begin a sweep that was stopped once more."""
    _kept().pop(asked.key, None)
