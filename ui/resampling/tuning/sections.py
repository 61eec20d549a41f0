"""The view of parameter tuning: what stands in its sections."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from evalcore.errors import InputError, Message
from evalcore.figures.resampling.tuning import SETTING, tuning_figure
from evalcore.resampling import KFold, WinnersWorth, nested_fits, training_effort, tunable, tuning_worth_steps
from evalcore.support.runs import Effort, Made
from evalcore.views.resampling.tuning import (
    OUTER,
    TuningView,
    WorthView,
    kept_worth,
    tuning_effort,
    tuning_steps,
    tuning_view,
    worth_view,
)
from ui.frame import named
from ui.frame.page import Answer, Button, Picture, Sections, Tab, Table, refused
from ui.live.sentence import still
from ui.resampling import as_tables, runs
from ui.resampling.controls import data_sets
from ui.resampling.runs import PATIENCE, Place
from ui.resampling.tuning import readings, setting, table, threshold
from ui.resampling.tuning.setting import LEARNERS, PARAMETERS, Setting
from ui.session import memory
from ui.session.samples import FOLDER
from ui.shared import marks
from ui.shared.numbers import count, number
from ui.shared.text import _, say_in_figure

CHART: Final = "evaluation_tuning_chart"
FILE: Final = FOLDER.joinpath("tuning.csv")
PLACE: Final[Place[WinnersWorth]] = Place("evaluation_tuning", simulated=True)
ONE_SET: Final[Place[Made[TuningView]]] = Place("evaluation_tuned_set", simulated=True)


def of() -> Sections:
    """Return the sections for what is set."""
    learner = setting.learner()
    if learner == setting.THRESHOLD:
        return threshold.of()
    if setting.is_on_table():
        return table.of(learner)
    return _generated(setting.ask(learner))


def _generated(asked: Setting) -> Sections:
    try:
        if not _may_begin(asked):
            return PLACE.instead(asked.key, None, "tuning")
        view = _on_one_set(asked)
        if view is None or isinstance(view, Message):
            return ONE_SET.instead((asked.plan, asked.at), view, "tuning")
        found = _worth(asked)
    except InputError as error:
        return refused(error.message)
    if found is None or isinstance(found, Message):
        return PLACE.instead(asked.key, found, "tuning")
    return _bands(asked, view, worth_view(found), view.nearest(asked.setting))


def _on_one_set(asked: Setting) -> TuningView | Message | None:
    plan, at = asked.plan, asked.at
    effort = tuning_effort(plan)
    if effort.seconds > PATIENCE:
        made = ONE_SET.find((plan, at), partial(tuning_steps, plan, at=at), effort=effort)
        return made.whole if isinstance(made, Made) else made
    return memory.memo("tuning", plan, at, make=lambda: tuning_view(plan, at=at))


def _may_begin(asked: Setting) -> bool:
    if _kept(asked) is not None:
        return True
    if PLACE.job.has_agreed(asked.key):  # to all of it, which one data set is a small part of
        ONE_SET.job.agree((asked.plan, asked.at))
    return PLACE.may_begin(asked.key, _effort(asked))


def _kept(asked: Setting) -> WinnersWorth | None:
    return kept_worth(runs.shipped(FILE.name), asked.plan, asked.n_sets)


def _effort(asked: Setting) -> Effort:
    plan = asked.plan
    return training_effort(plan.learner, plan.n, asked.n_sets, nested_fits(len(plan.settings), plan.k, OUTER))


def _worth(asked: Setting) -> WinnersWorth | Message | None:
    kept, plan = _kept(asked), asked.plan
    if kept is not None:
        return kept
    steps = partial(
        tuning_worth_steps,
        plan.problem,
        tunable(plan.learner).make,
        plan.settings,
        n=plan.n,
        n_sets=asked.n_sets,
        method=KFold(plan.k),
        outer=KFold(OUTER),
        rng=np.random.default_rng(plan.seed),
    )
    return PLACE.find(asked.key, steps, effort=_effort(asked))


def _bands(asked: Setting, view: TuningView, worth: WorthView, active: int) -> Sections:
    return Sections(
        of_loaded=False,
        mark=marks.simulated(),
        about=[
            named.data(_("Generated rows")),
            named.rows(asked.plan.n),
            named.learner(_(LEARNERS[asked.plan.learner])),
        ],
        picture=_picture(view, worth, active),
        figure_tables=lambda _t: as_tables.of_tuning(
            _(PARAMETERS[asked.plan.learner]), view.settings, view.lines, worth.rows, active
        ),
        of=("tuning", *asked.key, asked.at, worth.n_sets, active),
        answer=lambda _t: _answer(asked, view, worth),
        tabs=lambda _t: [
            Tab("readings", PLACE.job.with_notes(partial(readings.show, view, worth), asked.key)),
            Tab("sure", partial(readings.how_sure, worth)),
        ],
        handles={SETTING: partial(setting.take_setting, asked.plan.learner)},
        says={} if worth.is_partial else {SETTING: still(_sentence(view, worth))},
        table=lambda _t: Table(_("Settings as CSV"), "tuning", view.to_frame),
    )


def _answer(asked: Setting, view: TuningView, worth: WorthView) -> Answer:
    if worth.is_partial:
        said = _("Stopped after {done} of {total} data sets.", done=worth.n_sets, total=worth.found.n_sets)
        return PLACE.so_far(asked.key, worth.found, said)
    return Answer(_sentence(view, worth), Button(_("Another data set"), setting.take_next, (asked,)))


def _sentence(view: TuningView, worth: WorthView) -> str:
    """Say what the winner is worth, whichever setting is looked at."""
    return _(
        "Best of {settings} settings: own validation error **{naive}**, on fresh data **{fresh}** on average.",
        settings=count(len(view.settings)),
        naive=number(worth.naive.mean),
        fresh=number(worth.fresh.mean),
    )


def alt(view: TuningView, worth: WorthView) -> str:
    """Describe the figure."""
    return _(
        "Validation error, training error and error on fresh data of {settings} settings of {learner} on one data set: "
        "{parameter} {best} wins with {score}, and is {fresh} on fresh data. Beside it, over {sets}, the "
        "winner's own validation error {naive}, the nested estimate {nested} and the error on fresh data {true}, on "
        "average.",
        settings=count(len(view.settings)),
        learner=_(LEARNERS[view.plan.learner]),
        parameter=_(PARAMETERS[view.plan.learner]),
        best=f"{view.settings[view.best]:g}",
        score=number(view.found.naive_error),
        fresh=number(view.true_of_best),
        sets=data_sets(worth.n_sets),
        naive=number(worth.naive.mean),
        nested=number(worth.nested.mean),
        true=number(worth.fresh.mean),
    )


def _picture(view: TuningView, worth: WorthView, active: int) -> Picture:
    parameter = _(PARAMETERS[view.plan.learner])
    draw = partial(tuning_figure, view, worth.rows, active, parameter=parameter, say=say_in_figure)
    return Picture(CHART, draw, alt(view, worth), "tuning", _("Parameter tuning"))
