"""What the view of 0-1 loss asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, cast

import streamlit as st

from evalcore.bias_variance import PlaneProblem
from evalcore.views.bias_variance.classifiers import CLASSIFIERS, FOUR
from evalcore.views.bias_variance.families import Family
from ui.bias_variance import controls
from ui.frame import named
from ui.session import fields
from ui.session.choices import Choice, register
from ui.shared import controls as shared
from ui.shared import told
from ui.shared.text import N_, _

PROBLEMS: Final = {"boundary": N_("Noisy boundary"), "moons": N_("Two moons")}
LEARNERS: Final = {name: str(one.title) for name, one in CLASSIFIERS.items()}
PROBLEM: Final = register(Choice("bv01_problem", default="boundary", options=tuple(PROBLEMS), stays=True))
LEARNER: Final = register(Choice("bv01_learner", default="tree", options=tuple(LEARNERS), stays=True))
FLIPS: Final = register(Choice("bv01_flips", default=0.1, low=0, high=0.5, stays=True))
POINTS: Final = register(Choice("bv01_n", default=100, low=10, high=400, stays=True))
SETS: Final = register(Choice("bv01_sets", default=100, low=2, high=400, stays=True))
# How complex the learner is: each family has its own number.
COMPLEXITY: Final = {
    name: register(
        Choice(
            f"bv01_{name.replace(' ', '_')}",
            default=one.usual,
            low=one.low,
            high=one.high,
            stays=True,
            called=N_("Complexity"),
        )
    )
    for name, one in CLASSIFIERS.items()
}
SECOND: Final = register(Choice("bv01_second", default=False, is_flag=True, stays=True))
CHOICES: Final = (PROBLEM, LEARNER, FLIPS, POINTS, SETS, SECOND, *COMPLEXITY.values())

# What the page begins with: a sweep of it comes with the app.
BEGIN: Final = ("boundary", 0.1, "tree", 100, 100, 0)


@dataclass(frozen=True)
class Setting:
    """What is set for the view of 0-1 loss."""

    shape: str
    flips: float
    learner: str
    n: int
    n_sets: int
    seed: int
    complexity: float
    second: bool = False

    @property
    def about(self) -> list[str]:
        """What a scene says beside its title: truth, size of a training set, learners."""
        return [named.data(_(PROBLEMS[self.shape])), named.rows(self.n), named.learner(_(LEARNERS[self.learner]))]

    @property
    def problem(self) -> PlaneProblem:
        """The problem itself."""
        return PlaneProblem(cast("Literal['moons', 'boundary']", self.shape), self.flips)

    @property
    def family(self) -> Family:
        """The learners, also the four of the comparison."""
        return FOUR if self.learner == FOUR.name else CLASSIFIERS[self.learner]

    @property
    def drawn(self) -> tuple[str, float, str, int, int]:
        """What tells the training sets and what is learned from them from others, but for how many there are."""
        return (self.shape, self.flips, self.learner, self.n, self.seed)


def ask() -> Setting:
    """Ask for everything in one row; the numbers stand in a box that opens."""
    shape = fields.one_of(PROBLEM, PROBLEMS, _("Problem"), _("Two classes whose best boundary is known."), width=140)
    learner = fields.one_of(LEARNER, LEARNERS, _("Learner"), _("From rigid to flexible."), width=154)
    with st.popover(_numbers_shown(), icon=":material/edit:", key="bv01_numbers"):
        flips, n, n_sets, seed = _numbers()
        second = fields.flag(
            SECOND,
            _("Kohavi and Wolpert beside it"),
            _("A second way to take the loss apart: its parts just add up, but its bias is not 0 or 1 at a point."),
        )
    controls.more(SETS, _("Draws more training sets; those there are stay."))
    return Setting(
        shape=shape,
        flips=flips,
        learner=learner,
        n=n,
        n_sets=n_sets,
        seed=seed,
        complexity=fields.real(COMPLEXITY[learner]),
        second=second,
    )


def _numbers_shown() -> str:
    return _(
        "n = {n}, T = {sets}, {flips} flips",
        n=fields.kept(POINTS),
        sets=fields.kept(SETS),
        flips=f"{fields.real(FLIPS):.0%}",
    )


def _numbers() -> tuple[float, int, int, int]:
    n = fields.whole(POINTS, _("points n"), _("Points in each training set."), step=10)
    n_sets = fields.whole(SETS, _("training sets T"), _("How many training sets are drawn."), step=50)
    shared.seed(FLIPS.key, FLIPS.default)
    told.tell(FLIPS.key, _("share of flipped labels"))
    flips = st.number_input(
        _("share of flipped labels"),
        min_value=0.0,
        max_value=0.5,
        step=0.05,
        format="%.3g",
        key=FLIPS.key,
        persist_state="session",
        help=_("How often a label is seen as its opposite. The moons overlap, so that theirs are noisy in any case."),
    )
    seed = fields.whole(controls.SEED, _("seed"), _("With the same seed the same sets are drawn."))
    return float(flips), n, n_sets, seed


def take_complexity(asked: Setting, text: str) -> None:
    """Take over the complexity at which the handle was let go."""
    st.session_state[COMPLEXITY[asked.learner].key] = float(text)
