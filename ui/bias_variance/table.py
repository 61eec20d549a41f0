"""The view of a table of one's own: what stands in its bands."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evalcore.bias_variance import NOISE_IS_IN_BIAS
from evalcore.errors import Message
from evalcore.figures.bias_variance.table import COMPLEXITY, table_figure
from evalcore.views.bias_variance.table import TableView
from ui.bias_variance import (
    controls,
    least,
    sweeping,
    table_data,
    table_readings,
    table_setting,
    table_sweep,
    table_words,
)
from ui.bias_variance.table_setting import Setting
from ui.frame.page import Answer, Bands, Button, Export, Figure, Tab, Table
from ui.shared.text import _, say

CHART = "bias_variance_table_chart"


def of() -> Bands:
    """Return the bands for what is set."""
    asked = table_setting.ask()
    if isinstance(asked, Message):
        return Bands(of_loaded=False, answer=lambda _t: Answer(say(asked)))
    view = table_sweep.view(asked)
    if view is None:
        return Bands(of_loaded=False, answer=lambda _t: _nothing_yet(asked))
    active = view.nearest(asked.complexity)
    return Bands(
        of_loaded=False,
        mark=table_data.mark(),
        figure=lambda _t: _figure(view, active, asked),
        of=("table", *asked.key, len(view.steps), active),
        answer=lambda _t: _answer(view, active, asked),
        tabs=lambda _t: _tabs(view, active, asked),
        export=lambda _t: _export(view, active, asked),
        table=lambda _t: Table(_("Parts of every learner as CSV"), "bias_variance_table", view.to_frame),
        handles={COMPLEXITY: partial(table_setting.take_complexity, asked, view.n)},
    )


def _figure(view: TableView, active: int, asked: Setting) -> Figure:
    figure = table_figure(view, active, words=table_words.figure(asked, view), look=controls.look_above_notes())
    return Figure(CHART, figure, table_words.alt(view, active, asked), notes=partial(_notes, asked))


def _notes(asked: Setting) -> None:
    """Say what cannot be told apart, and what of the table is not used."""
    st.caption(say(NOISE_IS_IN_BIAS))
    table_readings.notes(asked)


def _answer(view: TableView, active: int, asked: Setting) -> Answer:
    unfinished = sweeping.unfinished(table_sweep.JOB, view, _go_on(asked), table_sweep.refusal(asked))
    if unfinished is not None:
        return unfinished
    return Answer(table_words.answer(view, active), least.button(view, active, table_setting.COMPLEXITY[asked.learner]))


def _nothing_yet(asked: Setting) -> Answer:
    return sweeping.nothing_yet(table_sweep.JOB, _go_on(asked), table_sweep.refusal(asked))


def _go_on(asked: Setting) -> Button:
    return Button(_("Go on"), table_sweep.go_on, (asked,))


def _tabs(view: TableView, active: int, asked: Setting) -> list[Tab]:
    return [
        Tab("readings", table_sweep.JOB.with_notes(partial(table_readings.show, view, asked), asked.key)),
        Tab("sure", partial(table_readings.how_sure, view, active)),
        Tab("formulas", partial(table_readings.formulas, view, active)),
    ]


def _export(view: TableView, active: int, asked: Setting) -> Export:
    return Export(
        label=_("Figure as HTML, its handles included"),
        name="bias_variance_table",
        title=_("Bias and variance on a table"),
        caption=table_words.alt(view, active, asked),
        draw=partial(table_figure, view, active, words=table_words.figure(asked, view)),
    )
