"""What the view of tuning asks for: which learner, and the grid of its settings with a step."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evalcore.resampling import TUNABLE
from evalcore.views.resampling.rounds import following
from evalcore.views.resampling.tuning import TuningPlan
from ui.evaluation_methods import controls
from ui.live import drawn
from ui.session import fields
from ui.session.choices import Choice, register
from ui.shared.text import N_, _

LEARNERS: Final = {
    "lda": N_("Linear discriminant"),
    "neighbours": N_("Nearest neighbours"),
    "tree": N_("Tree"),
}
PARAMETERS: Final = {"lda": N_("shrinkage"), "neighbours": N_("neighbours k"), "tree": N_("depth")}
LEARNER: Final = register(Choice("ev_tuned", default="lda", options=tuple(LEARNERS), stays=True))
# The highest setting a grid may have, and the finest step.
_MOST: Final = {"lda": 1.0, "neighbours": 41.0, "tree": 20.0}
_FINEST: Final = {"lda": 0.02, "neighbours": 1.0, "tree": 1.0}


def _grid(name: str, part: str, default: float, low: float) -> Choice:
    return register(Choice(f"ev_{name}_{part}", default=default, low=low, high=_MOST[name], stays=True))


LOW: Final = {name: _grid(name, "low", one.low, one.low) for name, one in TUNABLE.items()}
HIGH: Final = {name: _grid(name, "high", one.high, one.low) for name, one in TUNABLE.items()}
STEP: Final = {name: _grid(name, "step", one.step, _FINEST[name]) for name, one in TUNABLE.items()}
AT: Final = {name: register(Choice(f"ev_{name}_at", low=0, high=_MOST[name], stays=True)) for name in TUNABLE}
ROWS: Final = register(Choice("ev_tuning_n", default=60, low=30, high=300, stays=True))
SETS: Final = register(Choice("ev_tuning_sets", default=100, low=2, high=300, stays=True))
FOLDS: Final = register(Choice("ev_tuning_k", default=5, low=2, high=10, stays=True))
SET: Final = register(Choice("ev_tuning_set", default=0, low=0, high=299, stays=True))
CHOICES: Final = (
    LEARNER,
    *LOW.values(),
    *HIGH.values(),
    *STEP.values(),
    *AT.values(),
    ROWS,
    SETS,
    FOLDS,
    SET,
)


@dataclass(frozen=True)
class Setting:
    """What is set for the view of tuning; `at` is the data set on the left, `setting` the one that is looked at."""

    plan: TuningPlan
    n_sets: int
    at: int
    setting: float | None

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What tells the scores from others."""
        return (self.plan, self.n_sets)


def ask() -> Setting:
    """Ask for everything in one row; grid and numbers stand in boxes that open."""
    learner = fields.one_of(LEARNER, LEARNERS, _("Learner"), _("Which has a parameter to set."), width=172)
    with st.popover(_grid_shown(learner), icon=":material/grid_4x4:", key="ev_grid"):
        low = fields.share(LOW[learner], _("from"), _("The lowest setting."), step=STEP[learner].low)
        high = fields.share(HIGH[learner], _("to"), _("The highest setting."), step=STEP[learner].low)
        step = fields.share(STEP[learner], _("step"), _("Both ends belong to the grid."), step=STEP[learner].low)
    with st.popover(_numbers_shown(), icon=":material/edit:", key="ev_tuning_numbers"):
        n = fields.whole(ROWS, _("rows n"), _("Rows of each data set."), step=10)
        k = fields.whole(FOLDS, _("folds k"), _("The settings are judged by k-fold cross validation."))
        n_sets = fields.whole(SETS, _("data sets R"), _("How many data sets are drawn."), step=50)
        seed = controls.seed()
    plan = TuningPlan(learner, low, high, step, n, k, seed)
    looked_at = st.session_state.get(AT[learner].key)
    return Setting(plan, n_sets, fields.kept(SET), None if looked_at is None else float(looked_at))


def _grid_shown(learner: str) -> str:
    low, high, step = (f"{fields.real(one[learner]):g}" for one in (LOW, HIGH, STEP))
    return _("[{low}, {high}] by {step}", low=low, high=high, step=step)


def _numbers_shown() -> str:
    return _("n = {n}, R = {sets}", n=fields.kept(ROWS), sets=fields.kept(SETS))


def take_setting(learner: str, text: str) -> None:
    """Take over the setting at which the handle was let go."""
    st.session_state[AT[learner].key] = float(text)


def take_next(asked: Setting) -> None:
    """Show the next data set, at the setting that wins there."""
    st.session_state[SET.key] = following(asked.at, int(SET.high))
    st.session_state.pop(AT[asked.plan.learner].key, None)
    drawn.anew()
