"""Learners trained on bootstrap sets of a table, beside the page; what they found is kept for the session."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, TypeAlias

import numpy as np
import streamlit as st

from evalcore.bias_variance import TableSweep, bootstrap_sets, table_sweep_steps
from evalcore.errors import Message
from evalcore.support import process
from evalcore.support.runs import Effort
from evalcore.views.bias_variance.table import TableView, table_view
from evalcore.views.bias_variance.table_families import table_rows, table_seconds
from ui.bias_variance.sweeping import SweepRun, Wanted
from ui.bias_variance.table.setting import Setting
from ui.session.job import Job

# Seconds in which a quick sweep is done, so that nothing but its figure appears.
_PATIENCE: Final = 1.0
_FOUND: Final = "bv_table_found"
_MOST: Final = 12
# What was found of a table, and why no more, where a sweep could not go on.
_Found: TypeAlias = tuple[TableSweep | None, Message | None]


def _take(run: SweepRun[TableSweep]) -> None:
    """Keep what a run has found, also if it was stopped."""
    found = _kept()
    found[run.wanted.key] = run.result, run.refusal
    JOB.keep_notes(run.wanted.key, run)
    while len(found) > _MOST:
        del found[next(iter(found))]


JOB: Final[Job[SweepRun[TableSweep]]] = Job("bv_table", _take)


def _kept() -> dict[tuple[Hashable, ...], _Found]:
    found: dict[tuple[Hashable, ...], _Found] = st.session_state.setdefault(_FOUND, {})
    return found


def refusal(asked: Setting) -> Message | None:
    """Return why a sweep ended, where it could not go on."""
    return _kept().get(asked.key, (None, None))[1]


def view(asked: Setting) -> TableView | None:
    """Return what the figure shows of the learners that are done; None while none is, or none was when stopped."""
    JOB.take_ended()
    if JOB.run is not None and JOB.run.wanted.key != asked.key:
        JOB.cancel()
    if JOB.run is None and asked.key not in _kept():
        _begin(asked)
    found = _kept().get(asked.key, (None, None))[0] if JOB.run is None else JOB.run.result
    return None if found is None or not found.parts else table_view(found, asked.family)


def _begin(asked: Setting) -> None:
    """Begin a sweep, unless it takes long and nobody has agreed to it."""
    sets = bootstrap_sets(asked.table, n_sets=asked.n_sets, rng=np.random.default_rng(asked.seed))
    learners = asked.family.make(sets.n)
    wanted = Wanted(asked.key, asked.n_sets, len(learners))
    seconds = table_seconds(asked.learner, sets)
    if not JOB.may_begin(asked.key, Effort(seconds, table_rows(sets, learners))):
        return
    steps = (
        table_sweep_steps(sets, learners)
        if seconds < _PATIENCE
        else process.in_process(table_sweep_steps, sets, learners)
    )
    run = SweepRun(steps, wanted, seconds)
    JOB.begin(run)
    run.wait(_PATIENCE)
    JOB.take_ended()


def go_on(asked: Setting) -> None:
    """Begin a sweep that was stopped once more."""
    _kept().pop(asked.key, None)
