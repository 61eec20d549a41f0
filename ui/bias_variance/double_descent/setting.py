"""What the view of double descent asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

import streamlit as st

from evalcore.bias_variance import CurveProblem
from evalcore.bias_variance.problems import Design, Shape
from evalcore.views.bias_variance.double_descent import USUAL_FEATURES_SEED, USUAL_POWER, DescentView, penalty_of
from ui.bias_variance import controls
from ui.bias_variance.squared import setting
from ui.frame import named
from ui.session import fields
from ui.session.choices import Choice, register
from ui.shared import controls as shared
from ui.shared.text import N_, _

# From 20 points on the peak is near n whichever features are drawn.
POINTS: Final = register(Choice("bv_dd_n", default=25, low=20, high=60, stays=True))
FEATURES_SEED: Final = register(Choice("bv_dd_features", default=USUAL_FEATURES_SEED, low=0, high=999, stays=True))
FLOOR: Final = register(Choice("bv_dd_floor", default=USUAL_POWER, low=-12, high=2, stays=True))
_DESIGNS: Final = {name: setting.DESIGNS[name] for name in ("fixed", "random")}
# Where all sets have the same x one decomposition does for all of them.
DESIGN: Final = register(Choice("bv_dd_design", default="fixed", options=tuple(setting.DESIGNS), stays=True))
RATIO: Final = register(
    Choice("bv_dd_ratio", default=0.5, low=0.05, high=20, stays=True, called=N_("Parameters per row"))
)
CHOICES: Final = (POINTS, FEATURES_SEED, FLOOR, DESIGN, RATIO)
# A random design needs a decomposition for each set.
MOST_RANDOM_SETS: Final = 200


@dataclass(frozen=True)
class Setting:
    """What is set for the view of double descent."""

    shape: str
    sigma: float
    design: str
    n: int
    n_sets: int
    seed: int
    features_seed: int
    floor: float
    ratio: float

    @property
    def about(self) -> list[str]:
        """What a scene says beside its title: truth, size of a training set, learners."""
        return [
            named.data(_(setting.PROBLEMS[self.shape])),
            named.rows(self.n),
            named.learner(_("least squares on random features")),
        ]

    @property
    def problem(self) -> CurveProblem:
        """The problem itself."""
        return CurveProblem(cast("Shape", self.shape), self.sigma, cast("Design", self.design))

    @property
    def penalty(self) -> float:
        """The ridge floor itself."""
        return penalty_of(self.floor)

    @property
    def drawn(self) -> tuple[object, ...]:
        """What tells the training sets and what is learned from them from others, but for how many there are."""
        return (self.shape, self.sigma, self.design, self.n, self.seed, self.features_seed, self.floor)


def ask() -> Setting:
    """Ask for everything in one row; the numbers stand in a box that opens."""
    shape = fields.one_of(
        setting.PROBLEM, setting.PROBLEMS, _("Problem"), _("The truth that is to be found."), width=110
    )
    with st.popover(_shown(), icon=":material/edit:", key="bv_dd_numbers"):
        n = fields.whole(POINTS, _("points n"), _("Points in each training set."), step=5)
        n_sets = fields.whole(controls.SETS, _("training sets T"), _("How many training sets are drawn."), step=10)
        sigma = fields.share(setting.SIGMA, _("noise SD σ"), _("Standard deviation of the noise, in units of y."))
        floor = fields.share(
            FLOOR,
            _("ridge floor, log₁₀ λ"),
            _("The penalty all fits have. It keeps the peak finite; raise it, and the peak goes."),
            step=1.0,
        )
        design = shared.choice(
            _("Points x"),
            _DESIGNS,
            key=DESIGN.key,
            help=_("Fixed: all sets have the same x and differ by their noise. Random: each set draws its own x."),
        )
        seed = fields.whole(controls.SEED, _("seed"), _("With the same seed the same sets are drawn."))
        if n_sets > used_sets(n_sets, str(design)):
            st.caption(
                _(
                    "With random x each set needs a decomposition of its own: {most} sets are used.",
                    most=MOST_RANDOM_SETS,
                )
            )
        features_seed = fields.whole(
            FEATURES_SEED,
            _("seed of the features"),
            _("With another one other features are drawn: the peak of the median stays near p = n."),
        )
    return Setting(
        shape=shape,
        sigma=sigma,
        design=str(design),
        n=n,
        n_sets=used_sets(n_sets, str(design)),
        seed=seed,
        features_seed=features_seed,
        floor=floor,
        ratio=fields.real(RATIO),
    )


def used_sets(n_sets: int, design: str) -> int:
    """Return how many of the sets that are asked for are drawn."""
    return min(n_sets, MOST_RANDOM_SETS) if design == "random" else n_sets


def _shown() -> str:
    design = str(st.session_state.get(DESIGN.key, DESIGN.default))
    return _(
        "n = {n}, T = {sets}, σ = {sigma}",
        n=fields.kept(POINTS),
        sets=used_sets(fields.kept(controls.SETS), design),
        sigma=f"{fields.real(setting.SIGMA):.3g}",
    )


def take_ratio(text: str) -> None:
    """Take over the features for each point at which the handle was let go."""
    st.session_state[RATIO.key] = float(text)


def type_features(view: DescentView, text: str) -> None:
    """Take over the number of features that was typed in the sentence: the nearest there is."""
    features = fields.typed_number(text)
    if features is not None:
        st.session_state[RATIO.key] = view.with_features(features).ratio
