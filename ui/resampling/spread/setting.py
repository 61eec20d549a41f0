"""What the view of the estimators asks for."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evalcore.figures.resampling.spread import BESIDE
from evalcore.resampling import TwoNormals
from evalcore.views.resampling.plan import Kind, Plan
from evalcore.views.resampling.rounds import Shown, following
from ui.live import drawn
from ui.resampling import controls
from ui.session import fields
from ui.session.choices import Choice, Group
from ui.shared.text import N_, _

METHODS: Final[dict[Shown, str]] = {
    "holdout": N_("Hold-out"),
    "kfold": N_("k-fold"),
    "loo": N_("Leave-one-out"),
    "bootstrap": N_("Bootstrap"),
    "training": N_("Training error"),
}
MIXED: Final[tuple[Kind, ...]] = ("632", "632plus")
CHOICES: Final = Group()
METHOD: Final = CHOICES.add(Choice("ev_method", default="holdout", options=tuple(METHODS), stays=True))
LEARNER: Final = CHOICES.add(Choice("ev_learner", default="3-nn", options=tuple(controls.LEARNERS), stays=True))
ROWS: Final = CHOICES.add(Choice("ev_n", default=60, low=20, high=1_000, stays=True))
SETS: Final = CHOICES.add(Choice("ev_sets", default=100, low=2, high=500, stays=True))
POSITIVE: Final = CHOICES.add(Choice("ev_positive", default=0.5, low=0.05, high=0.95, stays=True))
SEPARATION: Final = CHOICES.add(Choice("ev_separation", default=1.6, low=0, high=4, stays=True))
GROUP: Final = CHOICES.add(Choice("ev_group", default=1, low=1, high=10, stays=True))
STRATIFIED: Final = CHOICES.add(Choice("ev_stratified", default=True, is_flag=True, stays=True))
GROUPED: Final = CHOICES.add(Choice("ev_grouped", default=False, is_flag=True, stays=True))
REPEATS: Final = CHOICES.add(Choice("ev_repeats", default=1, low=1, high=20, stays=True))
ROUNDS: Final = CHOICES.add(Choice("ev_rounds", default=25, low=1, high=500, stays=True))
FOLDS: Final = CHOICES.add(Choice("ev_k", default=10, low=2, high=30, stays=True, called=N_("Folds k")))
SHARE: Final = CHOICES.add(Choice("ev_share", default=0.3, low=0.1, high=0.5, stays=True, called=N_("Share held out")))
ALL: Final = CHOICES.add(Choice("ev_all", default=False, is_flag=True, stays=True))
SET: Final = CHOICES.add(Choice("ev_set", default=6, low=0, high=499, stays=True, called=N_("Data set, draw")))


@dataclass(frozen=True)
class Setting:
    """What is set for the view of the estimators; `at` is the data set whose rounds are shown."""

    plan: Plan
    shown: Shown
    n_sets: int
    at: int
    k: float
    share: float
    has_all: bool

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What tells the estimates from others."""
        return (self.plan, self.n_sets)

    def drawn(self, known: Iterable[Kind]) -> list[Kind]:
        """Return the estimators that are drawn: all, or a few beside those of the rounds."""
        beside = (*BESIDE[self.shown], *(MIXED if self.shown == "bootstrap" else ()))
        return [kind for kind in known if self.has_all or kind in beside]

    def of(self, kind: str) -> float:
        """Return the setting of an estimator that has one."""
        return {"holdout": self.share, "kfold": self.k}.get(kind, 0.0)


def ask() -> Setting:
    """Ask for everything in one row; the numbers stand in a box that opens."""
    shown = fields.one_of(METHOD, METHODS, _("Method"), _("Whose rounds are shown, on one data set."), width=144)
    learner = fields.one_of(
        LEARNER, controls.LEARNERS, _("Learner"), _("What is trained, and how wrong it is on new rows."), width=184
    )
    with st.popover(_numbers_shown(), icon=":material/edit:", key="ev_numbers"):
        left, right = st.columns(2)
        with left:
            problem, n, n_sets = _data()
        with right:
            stratified, grouped, repeats, rounds = _dealing(problem.group_size)
            seed = controls.seed()
    has_all = fields.flag(
        ALL,
        _("All estimators"),
        _("Otherwise three that are seen beside each other, and those that the sentence names."),
    )
    plan = Plan(problem, learner, n, stratified, grouped, repeats, rounds, seed)
    return Setting(plan, shown, n_sets, fields.kept(SET), fields.real(FOLDS), fields.real(SHARE), has_all)


def _numbers_shown() -> str:
    return _("n = {n}, R = {sets}", n=fields.kept(ROWS), sets=fields.kept(SETS))


def _data() -> tuple[TwoNormals, int, int]:
    n = fields.whole(ROWS, _("rows n"), _("Rows of each data set."), step=20)
    n_sets = fields.whole(SETS, _("data sets R"), _("How many data sets are drawn."), step=50)
    share = fields.share(POSITIVE, _("share of positives"), _("Share of the positive class."))
    apart = fields.share(
        SEPARATION,
        _("separation"),
        _("Distance of the two classes in their one useful feature, in standard deviations; 0: nothing to learn."),
        step=0.2,
    )
    group = fields.whole(
        GROUP, _("rows of a group"), _("More than 1: several rows of each person, close to each other, of one class.")
    )
    return TwoNormals(separation=apart, positive_share=share, group_size=group), n, n_sets


def _dealing(group_size: int) -> tuple[bool, bool, int, int]:
    stratified = fields.flag(STRATIFIED, _("stratified"), _("Each part has the class shares of all rows."))
    grouped = False
    if group_size > 1:
        grouped = fields.flag(GROUPED, _("groups stay together"), _("No group is trained on and judged at once."))
    repeats = fields.whole(REPEATS, _("repeats p"), _("How often the rows are dealt into k folds."))
    rounds = fields.whole(ROUNDS, _("bootstrap rounds B"), _("How many bootstrap samples are drawn."), step=25)
    return stratified, grouped, repeats, rounds


def take_setting(shown: Shown, text: str) -> None:
    """Take over the setting at which the handle was let go."""
    st.session_state[(SHARE if shown == "holdout" else FOLDS).key] = float(text)


def take_typed(shown: Shown, text: str) -> None:
    """Take over the setting that was typed on its number in the sentence: a share also in hundredths."""
    if shown == "holdout":
        fields.take_typed(SHARE, text, read=fields.typed_share)
    else:
        fields.take_typed(FOLDS, text)


def take_next(asked: Setting) -> None:
    """Show the rounds of the next data set."""
    st.session_state[SET.key] = following(asked.at, asked.n_sets)
    drawn.anew()
