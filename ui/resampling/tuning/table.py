"""Tuning on real data or a table of one's own: what stands in its sections."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
import pandas as pd
import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.figures.resampling.tuning import SETTING, tuning_figure
from evalcore.resampling import (
    NOT_A_STANDARD_ERROR,
    TunedTable,
    folds_of,
    grid,
    nested_fits,
    table_tuning_steps,
    training_effort,
)
from evalcore.views.resampling.tuning import OUTER, TableTuningView
from ui.frame.page import Answer, Picture, Sections, Tab, Table, refused
from ui.live.sentence import still
from ui.resampling import as_tables, controls, table_data
from ui.resampling.runs import Key, Place
from ui.resampling.table_data import Chosen
from ui.resampling.tuning import readings
from ui.resampling.tuning import setting as tuning_setting
from ui.resampling.tuning.setting import LEARNERS, PARAMETERS
from ui.session import fields
from ui.shared import tables
from ui.shared.numbers import count, number
from ui.shared.text import _, paragraph, remark, say, say_in_figure, show_said

CHART: Final = "evaluation_tuning_chart"
PLACE: Final[Place[TunedTable]] = Place("evaluation_table_tuning")


def of(learner: str) -> Sections:
    """Return the sections for what is set."""
    chosen = table_data.ask()
    low, high, step = tuning_setting.ask_grid(learner)
    with st.popover(_("k = {k}", k=fields.kept(tuning_setting.FOLDS)), icon=":material/edit:", key="ev_tuned_numbers"):
        k = tuning_setting.ask_folds()
        scaled = fields.flag(tuning_setting.SCALED, _("scale the features"), _("By the rows trained on, in each fold."))
        seed = controls.seed()
    if isinstance(chosen, Message):
        return refused(chosen)
    key: Key = (*chosen.key, learner, low, high, step, k, scaled, seed)
    preparation, rng = "scaling" if scaled else None, np.random.default_rng(seed)
    begin = partial(table_tuning_steps, k=k, outer=OUTER, preparation=preparation, rng=rng)
    try:
        settings = grid(low, high, step)
        effort = training_effort(learner, chosen.rows.n, nested_fits(len(settings), k, OUTER))
        folds_of(chosen.rows, k, OUTER)  # refuses here what cannot be dealt
        found = PLACE.find(key, partial(begin, chosen.rows, learner, settings), effort=effort)
    except InputError as error:
        return refused(error.message)
    if found is None or isinstance(found, Message):
        return PLACE.instead(key, found, "table tuning", *chosen.key)
    return _bands(TableTuningView(found=found), chosen, learner, key)


def _bands(view: TableTuningView, chosen: Chosen, learner: str, key: Key) -> Sections:
    active = view.nearest(tuning_setting.looked_at(tuning_setting.AT[learner]))
    draw = partial(tuning_figure, view, view.rows, active, parameter=_(PARAMETERS[learner]), say=say_in_figure)
    return Sections(
        of_loaded=False,
        mark=table_data.TABLE.mark(),
        picture=Picture(CHART, draw, alt(view, chosen, learner), "tuning", _("Parameter tuning")),
        figure_tables=lambda _t: as_tables.of_tuning(
            _(PARAMETERS[learner]), view.settings, view.lines, view.rows, active
        ),
        of=("table tuning", *key, len(view.found.chosen), active),
        answer=lambda _t: _answer(view, learner, key),
        tabs=lambda _t: [
            Tab("readings", PLACE.job.with_notes(partial(_readings, view, chosen, learner), key)),
            Tab("sure", partial(_how_sure, view, chosen)),
        ],
        handles={SETTING: partial(tuning_setting.take_setting, learner)},
        says={} if view.is_partial else {SETTING: still(_sentence(view, learner))},
        table=lambda _t: Table(_("Settings as CSV"), "tuning", view.found.to_frame),
    )


def _answer(view: TableTuningView, learner: str, key: Key) -> Answer:
    if view.is_partial:
        return PLACE.so_far(key, view.found, _("Stopped before all rounds were done."))
    return Answer(_sentence(view, learner))


def _sentence(view: TableTuningView, learner: str) -> str:
    """Say which setting wins and what it is worth, whichever is looked at."""
    return _(
        "Best of {settings} settings: {parameter} {best}, own validation error **{naive}**, nested **{nested}**.",
        settings=count(len(view.settings)),
        parameter=_(PARAMETERS[learner]),
        best=f"{view.settings[view.best]:g}",
        naive=number(view.found.naive_error),
        nested=number(view.found.error),
    )


def alt(view: TableTuningView, chosen: Chosen, learner: str) -> str:
    """Describe the figure."""
    return _(
        "Validation and training error of {settings} settings of {learner} on {name}: {parameter} {best} wins with "
        "{score}. Beside it the rounds of the winner's own validation error and of the nested estimate, {nested} on "
        "average.",
        settings=count(len(view.settings)),
        learner=_(LEARNERS[learner]),
        name=chosen.name,
        parameter=_(PARAMETERS[learner]),
        best=f"{view.settings[view.best]:g}",
        score=number(view.found.naive_error),
        nested=number(view.found.error),
    )


def _readings(view: TableTuningView, chosen: Chosen, learner: str) -> None:
    parameter = _(PARAMETERS[learner])
    fresh = ("—", _("there are no fresh rows: all of these had a say in the choice"))
    readings.winner(view, parameter, n=chosen.rows.n, fresh=fresh)
    remark("Its training error is {error}: no estimate of anything.", error=number(view.found.refit_error))
    frame = pd.DataFrame({parameter: [f"{setting:g}" for setting in view.settings]})
    for name, title in (("validation", _("validation error")), ("training", _("training error"))):
        frame[title] = [number(value) for value in view.lines[name]]
    tables.show(frame, alt=_("Errors of every setting"), height="auto")
    show_said(*chosen.rows.notes)


def _how_sure(view: TableTuningView, chosen: Chosen) -> None:
    paragraph(
        "- {not_one}\n"
        "- Nested minus own validation error: {gap}. On one table that may be chance, and have the other sign; over "
        "many generated data sets it is seen for what it is.\n"
        "- What the winner is worth on fresh data cannot be read here: that takes rows that nothing was chosen by, "
        "or generated ones.\n"
        "- {n} rows were drawn once: another draw of as many would say something else.",
        not_one=say(NOT_A_STANDARD_ERROR),
        gap=number(view.found.optimism),
        n=count(chosen.rows.n),
    )
