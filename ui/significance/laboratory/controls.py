"""What the laboratory asks for: the learners, the test to look at, and a run of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

import streamlit as st

from evalcore.significance import LABORATORY_TESTS, LaboratoryResult, laboratory_effort
from evalcore.significance.laboratory import DIFFERENCES, USUAL_DIFFERENCE
from evalcore.significance.laboratory_learners import Learner
from ui.frame import gone
from ui.session import fields, limits, lost
from ui.session.choices import Choice, register
from ui.shared.text import N_, _, say, show_said
from ui.significance import controls as of_page
from ui.significance.laboratory import job, runs

LEARNERS: Final[dict[Learner, str]] = {"lda": N_("linear discriminant"), "1-nn": N_("nearest neighbour")}
# In the row of the controls.
SHORT_LEARNERS: Final[dict[Learner, str]] = {"lda": N_("LDA"), "1-nn": N_("1-NN")}
NAMES: Final = tuple(test.name for test in LABORATORY_TESTS)
SHORT: Final = {
    "hold-out-t": N_("30 × hold-out, t"),
    "hold-out-corrected": N_("30 × hold-out, corrected t"),
    "cv-t": N_("10-fold, t"),
    "cv-corrected": N_("10-fold, corrected t"),
    "repeated-cv-t": N_("10 × 10-fold, t"),
    "repeated-cv-corrected": N_("10 × 10-fold, corrected t"),
    "5x2-first": N_("5 × 2, Dietterich's t"),
    "5x2-mean": N_("5 × 2, mean, (2.32)"),
    "5x2-scaled-mean": N_("5 × 2, √2 × mean"),
    "5x2-f": N_("5 × 2, F"),
    "mcnemar": N_("McNemar, one hold-out"),
}
DIFFERENCE_STEP = 0.01
ROWS, USUAL_ROWS = (60, 600), 200
REPLICATES, USUAL_REPLICATES = (100, 2_000), 500

_LEARNER = register(Choice("lies_learner", default="lda", options=tuple(LEARNERS), stays=True))
_TEST = register(Choice("lies_test", default=NAMES[0], options=NAMES, stays=True))
_N = register(Choice("lies_n", default=USUAL_ROWS, low=ROWS[0], high=ROWS[1], stays=True))
_TOTAL = register(
    Choice("lies_replicates", default=USUAL_REPLICATES, low=REPLICATES[0], high=REPLICATES[1], stays=True)
)
_DIFFERENCE = register(
    Choice("lies_difference", default=USUAL_DIFFERENCE, low=DIFFERENCES[0], high=DIFFERENCES[1], stays=True)
)
_SEED = register(Choice("lies_seed", default=0, low=0, high=999_999, stays=True))
CHOICES = (_LEARNER, _TEST, _N, _TOTAL, _DIFFERENCE, _SEED)


def short(name: str) -> str:
    """Return a short name of a test."""
    return _(SHORT[name])


@dataclass(frozen=True, eq=False)
class Setting:
    """What was chosen: the replicates that are shown, with their key, and the test to look at."""

    result: LaboratoryResult
    key: str
    test: str
    alpha: float
    is_own: bool
    wanted: int

    @property
    def place(self) -> int:
        """The place of the test among all."""
        return NAMES.index(self.test)


def ask() -> Setting:
    """Ask which learners, which test and which level, and offer a run of one's own."""
    job.take_ended()
    learner: Learner = fields.pick(
        _LEARNER,
        SHORT_LEARNERS,
        _("Learners"),
        _(
            "Both learners are of this kind, linear discriminant (LDA) or nearest neighbour (1-NN), each with a "
            "feature of its own: as good as the other's for the false alarms, a better one for the power."
        ),
    )
    offered = {name: SHORT[name] for name in NAMES}
    test = fields.one_of(_TEST, offered, _("Test"), _("The test whose p-values are drawn."), width=232)
    alpha = of_page.alpha()
    if lost.of(job.PLACE) is not None:
        gone.stop(
            _("Your own run of the laboratory is gone: {why}.", why=say(lost.why())),
            [
                (_("Start it again"), partial(_start, learner), "laboratory_again"),
                (_("Look at the run that comes with the page"), job.forget, "laboratory_shipped"),
            ],
        )
    if job.is_under_way():
        job.watch()
    else:
        _offer(learner)
    own = job.own()
    if own is not None and own.result.learner == learner:
        return Setting(own.result, own.key, test, alpha, is_own=True, wanted=own.wanted)
    shipped = runs.precomputed()[learner]
    return Setting(shipped, learner, test, alpha, is_own=False, wanted=shipped.n_replicates)


def _offer(learner: Learner) -> None:
    """Offer to run the laboratory again, with other rows, more replicates, another seed."""
    with st.popover(_("Rerun"), icon=":material/experiment:", key="laboratory_popover"):
        for choice, label, meaning, step in (
            (_N, _("rows n"), _("Rows of each data set that is drawn: with more, all estimates vary less."), 20),
            (_TOTAL, _("replicates"), _("Data sets that are drawn: with more, each rate is surer."), 100),
            (_SEED, _("seed"), _("With the same seed the same data sets are drawn."), 1),
        ):
            fields.whole(choice, label, meaning, step=step)
        label = _("true difference, for the power")
        meaning = _(
            "By how much the second learner errs less often, once trained on very many rows, where the two differ."
        )
        fields.share(_DIFFERENCE, label, meaning, step=DIFFERENCE_STEP, format="%.2f")
        effort = laboratory_effort(learner, n=fields.kept(_N), n_replicates=fields.kept(_TOTAL))
        refused = limits.too_large(effort)
        show_said(refused or limits.before_it(effort))
        st.button(
            _("Start"),
            disabled=refused is not None,
            key="start_laboratory",
            on_click=_start,
            args=(learner,),
            type="primary",
            icon=":material/play_arrow:",
        )
        if job.own() is not None:
            st.button(_("Back to the run that comes with the page"), key="forget_laboratory", on_click=job.forget)


def _start(learner: Learner) -> None:
    n, total, seed = map(fields.kept, (_N, _TOTAL, _SEED))
    job.begin(learner, n=n, n_replicates=total, seed=seed, difference=fields.real(_DIFFERENCE))
