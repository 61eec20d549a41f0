"""What the view of tuning asks for: which learner, and the grid of its settings with a step."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evalcore.resampling import TUNABLE
from evalcore.views.resampling.rounds import following
from evalcore.views.resampling.tuning import TuningPlan
from ui.live import drawn
from ui.resampling import controls
from ui.session import fields
from ui.session.choices import Choice, Group
from ui.shared.text import N_, _

LEARNERS: Final = {
    "lda": N_("Linear discriminant"),
    "neighbours": N_("Nearest neighbours"),
    "tree": N_("Tree"),
}
# What is tuned without a learner, on scores that are there.
THRESHOLD: Final = "threshold"
TUNED: Final = {**LEARNERS, THRESHOLD: N_("Threshold for F1")}
DATA: Final = {"generated": N_("Generated rows"), "table": N_("Real data, my table")}
PARAMETERS: Final = {"lda": N_("shrinkage"), "neighbours": N_("neighbours k"), "tree": N_("depth")}
CHOICES: Final = Group()
LEARNER: Final = CHOICES.add(Choice("ev_tuned", default="lda", options=tuple(TUNED), stays=True))
ROWS_OF: Final = CHOICES.add(Choice("ev_tuning_data", default="generated", options=tuple(DATA), stays=True))
# The highest setting a grid may have, and the finest step.
_MOST: Final = {"lda": 1.0, "neighbours": 41.0, "tree": 20.0}
_FINEST: Final = {"lda": 0.02, "neighbours": 1.0, "tree": 1.0}


def _grid(name: str, part: str, default: float, low: float) -> Choice:
    return CHOICES.add(Choice(f"ev_{name}_{part}", default=default, low=low, high=_MOST[name], stays=True))


LOW: Final = {name: _grid(name, "low", one.low, one.low) for name, one in TUNABLE.items()}
HIGH: Final = {name: _grid(name, "high", one.high, one.low) for name, one in TUNABLE.items()}
STEP: Final = {name: _grid(name, "step", one.step, _FINEST[name]) for name, one in TUNABLE.items()}
AT: Final = {
    name: CHOICES.add(Choice(f"ev_{name}_at", low=0, high=_MOST[name], stays=True, called=N_("Setting looked at")))
    for name in TUNABLE
}
ROWS: Final = CHOICES.add(Choice("ev_tuning_n", default=60, low=30, high=300, stays=True))
SETS: Final = CHOICES.add(Choice("ev_tuning_sets", default=100, low=2, high=300, stays=True))
FOLDS: Final = CHOICES.add(Choice("ev_tuning_k", default=5, low=2, high=10, stays=True))
SET: Final = CHOICES.add(Choice("ev_tuning_set", default=0, low=0, high=299, stays=True, called=N_("Data set, draw")))
SCALED: Final = CHOICES.add(Choice("ev_tuning_scaled", default=True, is_flag=True, stays=True))
POINTS: Final = CHOICES.add(Choice("ev_points", default=100, low=20, high=500, stays=True))
TEST_SETS: Final = CHOICES.add(Choice("ev_test_sets", default=300, low=2, high=2_000, stays=True))
THRESHOLD_AT: Final = CHOICES.add(Choice("ev_threshold_at", low=-10, high=10, stays=True, called=N_("Threshold")))


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


def learner() -> str:
    """Ask what is tuned."""
    return fields.one_of(LEARNER, TUNED, _("What is tuned"), _("A parameter of a learner, or a threshold."), width=154)


def is_on_table() -> bool:
    """Ask which rows it is tuned on, and tell whether these are real."""
    meaning = _("Of generated rows the error on fresh data is known.")
    return fields.one_of(ROWS_OF, DATA, _("Data"), meaning, width=154) == "table"


def ask_grid(learner: str) -> tuple[float, float, float]:
    """Ask for the lowest and the highest setting, and the step."""
    with st.popover(_grid_shown(learner), icon=":material/grid_4x4:", key="ev_grid"):
        low = fields.share(LOW[learner], _("from"), _("The lowest setting."), step=STEP[learner].low)
        high = fields.share(HIGH[learner], _("to"), _("The highest setting."), step=STEP[learner].low)
        step = fields.share(STEP[learner], _("step"), _("Both ends belong to the grid."), step=STEP[learner].low)
    return low, high, step


def ask_folds() -> int:
    """Ask for the folds that the settings are judged by."""
    return fields.whole(FOLDS, _("folds k"), _("The settings are judged by k-fold cross validation."))


def ask(learner: str) -> Setting:
    """Ask for grid and numbers of generated rows, in boxes that open."""
    low, high, step = ask_grid(learner)
    with st.popover(_numbers_shown(), icon=":material/edit:", key="ev_tuning_numbers"):
        n = fields.whole(ROWS, _("rows n"), _("Rows of each data set."), step=10)
        k = ask_folds()
        n_sets = fields.whole(SETS, _("data sets R"), _("How many data sets are drawn."), step=50)
        seed = controls.seed()
    plan = TuningPlan(learner, low, high, step, n, k, seed)
    return Setting(plan, n_sets, fields.kept(SET), looked_at(AT[learner]))


def looked_at(choice: Choice) -> float | None:
    """Return the setting at which a handle was let go, if one was."""
    at = st.session_state.get(choice.key)
    return None if at is None else float(at)


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
