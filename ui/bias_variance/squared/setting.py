"""What the view of squared loss asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

import streamlit as st

from evalcore.bias_variance import CurveProblem
from evalcore.bias_variance.problems import Design, Shape
from evalcore.views.bias_variance.families import FAMILIES, Family
from ui.bias_variance import controls
from ui.frame import named
from ui.session import fields
from ui.session.choices import Choice, register
from ui.shared import controls as shared
from ui.shared import terms, told
from ui.shared.text import N_, _

PROBLEMS: Final = {"sine": N_("Sine"), "step": N_("Step"), "cubic": N_("Cubic"), "flat": N_("Flat")}
LEARNERS: Final = {name: str(one.title) for name, one in FAMILIES.items()}
DESIGNS: Final = {"random": N_("random"), "fixed": N_("fixed")}
# What the figure shows: two panels, of which the second is against flexibility or against points; or all there is.
SHOWN: Final = {"curve": N_("U curve"), "learning": N_("Learning curve"), "all": N_("All panels")}
SHOW = register(Choice("bv_show", default="curve", options=tuple(SHOWN), stays=True))
PROBLEM = register(Choice("bv_problem", default="sine", options=tuple(PROBLEMS), stays=True))
LEARNER = register(Choice("bv_learner", default="polynomial", options=tuple(LEARNERS), stays=True))
DESIGN = register(Choice("bv_design", default="random", options=tuple(DESIGNS), stays=True))
SIGMA = register(Choice("bv_sigma", default=0.3, low=0, high=1, stays=True))
X0 = register(Choice("bv_x0", default=0.25, low=0, high=1, stays=True, called=N_("Point x₀")))
# How complex the learner is: each family has its own number.
COMPLEXITY: Final = {
    name: register(
        Choice(f"bv_{name}", default=one.usual, low=one.low, high=one.high, stays=True, called=N_("Complexity"))
    )
    for name, one in FAMILIES.items()
}
CHOICES: Final = (SHOW, PROBLEM, LEARNER, DESIGN, SIGMA, X0, *COMPLEXITY.values())


@dataclass(frozen=True)
class Setting:
    """What is set for the view of squared loss."""

    shape: str
    sigma: float
    design: str
    learner: str
    n: int
    n_sets: int
    seed: int
    complexity: float
    x0: float
    show: str = "curve"

    @property
    def about(self) -> list[str]:
        """What a scene says beside its title: truth, size of a training set, learners."""
        return [named.data(_(PROBLEMS[self.shape])), named.rows(self.n), named.learner(_(LEARNERS[self.learner]))]

    @property
    def problem(self) -> CurveProblem:
        """The problem itself."""
        return CurveProblem(cast("Shape", self.shape), self.sigma, cast("Design", self.design))

    @property
    def family(self) -> Family:
        """The learners."""
        return FAMILIES[self.learner]

    @property
    def drawn(self) -> tuple[object, ...]:
        """What tells the training sets and what is learned from them from others, but for how many there are."""
        return (self.shape, self.sigma, self.design, self.learner, self.n, self.seed)


def ask() -> Setting:
    """Ask for everything in one row; the numbers stand in a box that opens."""
    show = fields.one_of(
        SHOW,
        SHOWN,
        _("Figure"),
        _("Errors against flexibility, or against the points of a set; or all panels: at one x, squares, each x."),
        width=124,
    )
    shape = fields.one_of(PROBLEM, PROBLEMS, _("Problem"), _("The truth that is to be found."), width=100)
    learner = fields.one_of(LEARNER, LEARNERS, _("Learner"), _("From rigid to flexible."), width=150)
    with st.popover(_numbers_shown(), icon=":material/edit:", key="bv_numbers"):
        sigma, n, n_sets, design, seed = _numbers()
    if show == "all":
        # One panel among others shows one x, where each further set is seen.
        controls.more(
            controls.SETS, _("Draws more training sets; those there are stay. The last one drawn is the sample.")
        )
    return Setting(
        shape=shape,
        sigma=sigma,
        design=design,
        learner=learner,
        n=n,
        n_sets=n_sets,
        seed=seed,
        complexity=fields.real(COMPLEXITY[learner]),
        x0=fields.real(X0),
        show=show,
    )


def _numbers_shown() -> str:
    return _(
        "n = {n}, T = {sets}, σ = {sigma}",
        n=fields.kept(controls.POINTS),
        sets=fields.kept(controls.SETS),
        sigma=f"{fields.real(SIGMA):.3g}",
    )


def _numbers() -> tuple[float, int, int, str, int]:
    n = fields.whole(controls.POINTS, _("points n"), _("Points in each training set."), step=5)
    n_sets = fields.whole(controls.SETS, _("training sets T"), _("How many training sets are drawn."), step=10)
    shared.seed(SIGMA.key, SIGMA.default)
    told.tell(SIGMA.key, _("noise SD σ"))
    sigma = st.number_input(
        _("noise SD σ"),
        min_value=0.0,
        max_value=1.0,
        step=0.05,
        format="%.3g",
        key=SIGMA.key,
        persist_state="session",
        help=terms.explained("noise", _("Standard deviation of the noise, in units of y.")),
    )
    design = shared.choice(
        _("Points x"),
        DESIGNS,
        key=DESIGN.key,
        help=_("Fixed: all sets have the same x and differ by their noise. Random: each set draws its own x."),
    )
    seed = fields.whole(controls.SEED, _("seed"), _("With the same seed the same sets are drawn."))
    return float(sigma), n, n_sets, str(design), seed


def take_complexity(asked: Setting, text: str) -> None:
    """Take over the complexity at which its handle was let go."""
    st.session_state[COMPLEXITY[asked.learner].key] = asked.family.setting_at(float(text), asked.n)


def take_points(text: str) -> None:
    """Take over the number of points at which its handle was let go."""
    st.session_state[controls.POINTS.key] = int(text)


def take_x0(text: str) -> None:
    """Take over the x at which the probe was let go."""
    st.session_state[X0.key] = float(text)
