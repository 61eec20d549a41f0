"""What the view of a table of one's own asks for."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evalcore.bias_variance import LearnTable
from evalcore.errors import Message
from evalcore.views.bias_variance.families import Family
from evalcore.views.bias_variance.table_families import TABLE_FAMILIES
from ui.bias_variance import controls
from ui.bias_variance.table import data
from ui.session import fields
from ui.session.choices import Choice, register
from ui.shared.text import N_, _

LEARNERS: Final = {name: str(one.title) for name, one in TABLE_FAMILIES.items()}
LEARNER: Final = register(Choice("bv_table_learner", default="tree", options=tuple(LEARNERS), stays=True))
SETS: Final = register(Choice("bv_table_sets", default=50, low=2, high=200, stays=True))
COMPLEXITY: Final = {
    name: register(
        Choice(f"bv_table_{name}", default=one.usual, low=one.low, high=one.high, stays=True, called=N_("Complexity"))
    )
    for name, one in TABLE_FAMILIES.items()
}
CHOICES: Final = (data.EXAMPLE, LEARNER, SETS, *COMPLEXITY.values())


@dataclass(frozen=True, eq=False)
class Setting:
    """What is set for a table; n is the number of rows in a set."""

    table: LearnTable
    learner: str
    n_sets: int
    seed: int
    complexity: float

    @property
    def family(self) -> Family:
        """The learners."""
        return TABLE_FAMILIES[self.learner]

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What tells the sets and what is learned from them from others."""
        return (self.table.key, self.learner, self.n_sets, self.seed)


def ask() -> Setting | Message:
    """Ask for table, learner, number of sets and seed; a message says why nothing can be learned from the table."""
    table = data.ask()
    learner = fields.one_of(LEARNER, LEARNERS, _("Learner"), _("From rigid to flexible."), width=190)
    with st.popover(_("T = {sets}", sets=fields.kept(SETS)), icon=":material/edit:", key="bv_table_numbers"):
        n_sets = fields.whole(
            SETS,
            _("bootstrap sets T"),
            _("How many training sets are drawn, with replacement, from the rows that are not held out."),
            step=10,
        )
        seed = fields.whole(controls.SEED, _("seed"), _("With the same seed the same sets are drawn."))
    if isinstance(table, Message):
        return table
    complexity = float(st.session_state.get(COMPLEXITY[learner].key, COMPLEXITY[learner].default))
    return Setting(table, learner, n_sets, seed, complexity)


def take_complexity(asked: Setting, n: int, text: str) -> None:
    """Take over the flexibility at which the handle was let go."""
    st.session_state[COMPLEXITY[asked.learner].key] = asked.family.setting_at(float(text), n)
