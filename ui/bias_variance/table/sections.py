"""The view of a table of one's own: what stands in its sections."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import plotly.graph_objects as go
import streamlit as st

from evalcore.bias_variance import NOISE_IS_IN_BIAS
from evalcore.errors import Message
from evalcore.figures.bias_variance.table import COMPLEXITY, table_figure
from evalcore.views.bias_variance.table import TableView
from ui.bias_variance import controls, least, sweeping
from ui.bias_variance.table import data, readings, setting, sweep, words
from ui.bias_variance.table.setting import Setting
from ui.frame.figure_tables import rows
from ui.frame.page import Answer, Button, Export, Figure, Sections, Tab, Table
from ui.shared.text import _, say, say_in_figure

CHART = "bias_variance_table_chart"


def of() -> Sections:
    """Return the sections for what is set."""
    asked = setting.ask()
    if isinstance(asked, Message):
        return Sections(of_loaded=False, answer=lambda _t: Answer(say(asked)))
    view = sweep.view(asked)
    if view is None:
        return Sections(of_loaded=False, answer=lambda _t: _nothing_yet(asked))
    active = view.nearest(asked.complexity)
    return Sections(
        of_loaded=False,
        mark=data.TABLE.mark(),
        figure=lambda _t: _figure(view, active, asked),
        figure_tables=lambda _t: [
            rows(_("Parts of the error of every learner"), readings.learners(view, asked), active)
        ],
        of=("table", *asked.key, len(view.steps), active),
        answer=lambda _t: _answer(view, active, asked),
        tabs=lambda _t: _tabs(view, active, asked),
        export=lambda _t: _export(view, active, asked),
        table=lambda _t: Table(_("Parts of every learner as CSV"), "bias_variance_table", view.to_frame),
        handles={COMPLEXITY: partial(setting.take_complexity, asked, view.n)},
        typed={COMPLEXITY: partial(controls.type_learner, setting.COMPLEXITY[asked.learner], asked.family, view.n)},
        says={} if view.is_partial else {COMPLEXITY: lambda step: words.answer(view, _nearest(view, asked, step))},
    )


def _nearest(view: TableView, asked: Setting, step: str) -> int:
    return view.nearest(asked.family.setting_at(float(step), view.n))


def _figure(view: TableView, active: int, asked: Setting) -> Figure:
    figure = _draw(view, active, asked)(look=controls.look_above_notes())
    return Figure(CHART, figure, words.alt(view, active, asked), notes=partial(_notes, asked))


def _draw(view: TableView, active: int, asked: Setting) -> Callable[..., go.Figure]:
    complexity = say(asked.family.axis)
    return partial(table_figure, view, active, complexity=complexity, say=say_in_figure)


def _notes(asked: Setting) -> None:
    """Say what cannot be told apart, and what of the table is not used."""
    st.caption(say(NOISE_IS_IN_BIAS))
    readings.notes(asked)


def _answer(view: TableView, active: int, asked: Setting) -> Answer:
    unfinished = sweeping.unfinished(sweep.JOB, view, _go_on(asked), sweep.refusal(asked))
    if unfinished is not None:
        return unfinished
    return Answer(words.answer(view, active), least.button(view, active, setting.COMPLEXITY[asked.learner]))


def _nothing_yet(asked: Setting) -> Answer:
    return sweeping.nothing_yet(sweep.JOB, _go_on(asked), sweep.refusal(asked))


def _go_on(asked: Setting) -> Button:
    return Button(_("Go on"), sweep.go_on, (asked,))


def _tabs(view: TableView, active: int, asked: Setting) -> list[Tab]:
    return [
        Tab("readings", sweep.JOB.with_notes(partial(readings.show, view, asked), asked.key)),
        Tab("sure", partial(readings.how_sure, view, active)),
        Tab("formulas", partial(readings.formulas, view, active)),
    ]


def _export(view: TableView, active: int, asked: Setting) -> Export:
    return Export(
        label=_("Figure as HTML, its handles included"),
        name="bias_variance_table",
        title=_("Bias and variance on a table"),
        caption=words.alt(view, active, asked),
        draw=_draw(view, active, asked),
    )
