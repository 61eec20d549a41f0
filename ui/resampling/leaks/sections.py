"""The view of the leak hunt: what stands in its sections."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
import streamlit as st

from evalcore.errors import Message
from evalcore.figures.resampling.leaks import leak_figure
from evalcore.resampling import LEAKS, LeakHunt, groups_of, leak_effort, leak_steps
from evalcore.views.resampling.leaks import LeakView, after, kept_leak, leak_view
from ui.frame import named
from ui.frame.page import Answer, Button, Picture, Sections, Tab, Table
from ui.resampling import as_tables, controls, runs
from ui.resampling.controls import data_sets
from ui.resampling.leaks import beside, pipeline
from ui.resampling.runs import Place
from ui.session import fields
from ui.session.choices import Choice, Group
from ui.session.samples import FOLDER
from ui.shared import marks, tables
from ui.shared.numbers import count, number
from ui.shared.text import N_, _, paragraph, say_in_figure

CHART: Final = "evaluation_leak_chart"
FILE: Final = FOLDER.joinpath("leaks.csv")
PLACE: Final[Place[LeakHunt]] = Place("evaluation_leaks", simulated=True)
PIPELINE: Final = "pipeline"
NAMES: Final = {
    PIPELINE: N_("Find it: three steps to switch"),
    "selection": N_("Features chosen on all rows"),
    "scaling": N_("Scaled on all rows"),
    "groups": N_("Persons torn apart"),
    "copies": N_("Every row twice"),
    "tuning": N_("Tuned and reported at once"),
}
SHORT: Final = {
    "selection": N_("features chosen"),
    "scaling": N_("scaled"),
    "groups": N_("persons"),
    "copies": N_("copies"),
    "tuning": N_("tuned"),
}
# What is done, where it leaks, and how it is done without.
PIPELINES: Final = {
    "selection": N_(
        "1. Of 500 features, all of them noise, keep the ten that tell the classes apart best, **judged on all rows**"
        "\n2. Naive Bayes on these ten, 5-fold cross validation\n\n**Leak:** the rows to be judged had a say in the "
        "choice of the features. **Right:** choose within each fold, from the rows trained on."
    ),
    "scaling": N_(
        "1. Subtract mean, divide by standard deviation, **both of all rows**\n2. 3 nearest neighbours, 5-fold cross "
        "validation\n\n**Leak:** in principle the same; without looking at classes it hardly matters. **Right:** take "
        "mean and standard deviation from the rows trained on."
    ),
    "groups": N_(
        "1. {persons} persons, five rows each; nothing but the person tells the class\n2. **Deal the rows one by one** "
        "into 5 folds, nearest neighbour\n\n**Leak:** rows of the same person are trained on and judged. **Right:** "
        "keep the rows of a person in one fold."
    ),
    "copies": N_(
        "1. Every row stands **twice** in the table\n2. Nearest neighbour, 5-fold cross validation\n\n**Leak:** the "
        "copy of a judged row is mostly trained on. **Right:** remove copies before rows are dealt, or keep them "
        "together."
    ),
    "tuning": N_(
        "1. Trees of depth 1 to 10, 20 features of noise, 5-fold cross validation each\n2. **Report the least of the "
        "ten errors**\n\n**Leak:** the judged rows chose the depth. **Right:** judge on rows held out before, or "
        "nested."
    ),
}
CHOICES: Final = Group()
LEAK: Final = CHOICES.add(Choice("ev_leak", default="selection", options=(PIPELINE, *LEAKS), stays=True))
ROWS: Final = CHOICES.add(Choice("ev_leak_n", default=60, low=30, high=300, stays=True))
SETS: Final = CHOICES.add(Choice("ev_leak_sets", default=60, low=2, high=300, stays=True))


@dataclass(frozen=True)
class Setting:
    """What is set for the leak hunt."""

    leak: str
    n: int
    n_sets: int
    seed: int

    @property
    def key(self) -> tuple[str, int, int, int]:
        """What tells the estimates from others."""
        return (self.leak, *self.drawn)

    @property
    def drawn(self) -> tuple[int, int, int]:
        """What tells the data sets from others, whichever leak."""
        return (self.n, self.n_sets, self.seed)


def of() -> Sections:
    """Return the sections for what is set."""
    asked = _ask()
    if asked.leak == PIPELINE:
        return pipeline.of(runs.shipped(FILE.name), asked.n, asked.n_sets, asked.seed)
    found: LeakHunt | Message | None = None
    if asked.seed == controls.SEED.default:
        found = kept_leak(runs.shipped(FILE.name), asked.leak, asked.n, asked.n_sets)
    if found is None:
        rng = np.random.default_rng(asked.seed)
        found = beside.trained(asked.leak, asked.drawn) or PLACE.find(
            asked.key,
            partial(leak_steps, asked.leak, n=asked.n, n_sets=asked.n_sets, rng=rng),
            effort=leak_effort([asked.leak], n=asked.n, n_sets=asked.n_sets),
        )
    if found is None or isinstance(found, Message):
        return PLACE.instead(asked.key, found, "leak")
    view = leak_view(found, runs.shipped(FILE.name), n=asked.n, trained=_trained(asked))
    return Sections(
        of_loaded=False,
        mark=marks.simulated(),
        about=[named.data(_("Generated rows")), named.rows(asked.n)],
        picture=_picture(asked, view),
        figure_tables=lambda _t: as_tables.of_leak(view, {leak: _(name) for leak, name in SHORT.items()}),
        of=("leak", *asked.key, view.n_sets, *view.known),
        answer=lambda _t: _answer(asked, view),
        tabs=lambda _t: [
            Tab("readings", PLACE.job.with_notes(partial(_readings, asked, view), asked.key)),
            Tab("sure", partial(_how_sure, view)),
        ],
        table=lambda _t: Table(_("Estimates as CSV"), "leak", view.found.to_frame),
    )


def _ask() -> Setting:
    leak = fields.one_of(LEAK, NAMES, _("Leak"), _("What is learned outside the folds."), width=250)
    shown = _("n = {n}, R = {sets}", n=fields.kept(ROWS), sets=fields.kept(SETS))
    with st.popover(shown, icon=":material/edit:", key="ev_leak_numbers"):
        n = fields.whole(ROWS, _("rows n"), _("Rows of each data set."), step=10)
        n_sets = fields.whole(SETS, _("data sets R"), _("How many data sets are drawn."), step=20)
        seed = controls.seed()
    return Setting(leak, n, n_sets, seed)


def _trained(asked: Setting) -> list[LeakHunt]:
    """Return the leaks that were trained with this setting, one by one or together."""
    alone = [PLACE.known((leak, *asked.drawn)) for leak in LEAKS]
    together = [beside.trained(leak, asked.drawn) for leak in LEAKS]
    return [one for one in (*alone, *together) if one is not None]


def _answer(asked: Setting, view: LeakView) -> Answer:
    if view.is_partial:
        said = _("Stopped after {done} of {total} data sets.", done=view.n_sets, total=view.found.n_sets)
        return PLACE.so_far(asked.key, view.found, said)
    said = _(
        "With the leak the error reads **{leaking}**, without it **{clean}**; the truth is {true}.",
        leaking=number(view.leaking.mean),
        clean=number(view.clean.mean),
        true=number(view.true.mean),
    )
    return Answer(said, Button(_("Next leak"), _take_next, (asked.leak,)))


def _take_next(leak: str) -> None:
    st.session_state[LEAK.key] = after(leak)


def alt(view: LeakView) -> str:
    """Describe the figure."""
    return _(
        "{leak}: over {sets} the leaking estimate is {leaking}, the clean one {clean} and the true error "
        "{true}, on average. Beside it how much lower than the true error {known} of {all} leaks let the estimate be.",
        leak=_(NAMES[view.found.leak]),
        sets=data_sets(view.n_sets),
        leaking=number(view.leaking.mean),
        clean=number(view.clean.mean),
        true=number(view.true.mean),
        known=count(len(view.flattery)),
        all=count(len(LEAKS)),
    )


def _readings(asked: Setting, view: LeakView) -> None:
    paragraph(PIPELINES[asked.leak], persons=count(groups_of(asked.leak, asked.n)))
    rows = {_("with the leak"): view.leaking, _("without it"): view.clean, _("true error"): view.true}
    tables.show(
        {
            _("estimate"): list(rows),
            _("mean"): [number(row.mean) for row in rows.values()],
            _("SD"): [number(row.sd) for row in rows.values()],
        },
        alt=_("Estimates with the leak and without it, and the true error"),
    )


def _how_sure(view: LeakView) -> None:
    paragraph(
        "True error minus estimate: **{gap}** ± {gap_error} with the leak, {clean} ± {clean_error} without it "
        "(Monte-Carlo standard errors of {sets}).",
        gap=number(view.gap.mean),
        gap_error=number(view.gap.error),
        clean=number(view.clean_gap.mean),
        clean_error=number(view.clean_gap.error),
        sets=data_sets(view.n_sets),
    )


def _picture(asked: Setting, view: LeakView) -> Picture:
    names = {leak: _(name) for leak, name in SHORT.items()}
    draw = partial(leak_figure, view, names, n=asked.n, say=say_in_figure)
    return Picture(
        CHART, draw, alt(view), "leak", _("Leak hunt"), handles=0, notes=partial(beside.show, view.missing, asked.drawn)
    )
