"""The view of errors: what stands in its sections."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evalcore.errors import Message
from evalcore.figures.regression.errors import TOLERANCE, errors_figure
from evalcore.figures.regression.numbers import places
from evalcore.regression import PredictionTable, regression_errors
from evalcore.views.regression.errors import ErrorsView, errors_view
from ui.frame import named
from ui.frame.page import Answer, Button, Picture, Sections, Tab, Table, refused
from ui.regression import as_tables, compare, data, errors_words, formulas, readings
from ui.session import fields, memory
from ui.shared import controls, told
from ui.shared.text import _, plain, say_in_figure

CHART = "regression_error_chart"


def of() -> Sections:
    """Return the sections for what is set."""
    table = data.ask()
    if isinstance(table, Message):
        return refused(table)
    model = data.model(table)
    view = _view(table, model, _tolerance(table, model))
    active = view.nearest(float(st.session_state[data.TOLERANCE.key]))
    best = _best(table)
    return Sections(
        of_loaded=False,
        takes_loaded=data.shows_loaded(),
        mark=data.mark(),
        about=[named.data(data.TABLE.title()), named.model(plain(model))],
        picture=_picture(table, view, active),
        figure_tables=lambda _t: as_tables.of_errors(table, view, active),
        of=("errors", table.key, model, active, float(view.tolerances[active])),
        answer=lambda _t: _answer(table, view, active, best),
        tabs=lambda _t: _tabs(table, model),
        table=lambda _t: Table(_("Share of rows within each tolerance as CSV"), "regression", view.to_frame),
        handles={TOLERANCE: partial(fields.take, data.TOLERANCE)},
        typed={TOLERANCE: partial(fields.take_typed, data.TOLERANCE)},
        says={TOLERANCE: lambda step: _answer(table, view, view.nearest(float(step)), best).sentence},
    )


def _tolerance(table: PredictionTable, model: str) -> float:
    """Ask for a tolerance; the mean absolute error is the first."""
    usual = regression_errors(table.y_true, table.predictions[model], sample_weight=table.weight).mae
    controls.seed(data.TOLERANCE.key, usual)
    told.tell(data.TOLERANCE.key, _("d"))
    asked = st.number_input(
        _("d"),
        min_value=0.0,
        step=float(f"1e-{places(usual)}"),
        format=f"%.{places(st.session_state[data.TOLERANCE.key] or 0.0)}f",
        key=data.TOLERANCE.key,
        persist_state="session",
        width=150,
        help=_("Tolerance: a row is within it when prediction and truth differ by d at most. At first it is the MAE."),
    )
    data.write_of_rows(data.TOLERANCE, usual)
    return float(asked)


def _view(table: PredictionTable, model: str, tolerance: float) -> ErrorsView:
    return memory.memo(
        "regression errors view",
        *(table.key, model, tolerance),
        make=lambda: errors_view(table, model, tolerance=tolerance),
        most=6,
    )


def _best(table: PredictionTable) -> str:
    """Return the model of least mean squared error."""
    squared = {
        name: regression_errors(table.y_true, predicted, sample_weight=table.weight).mse
        for name, predicted in table.predictions.items()
    }
    return min(squared, key=lambda name: squared[name])


def _notes(table: PredictionTable, view: ErrorsView) -> None:
    """Say which rows are drawn, and what of the table is not used."""
    if view.is_thinned:
        st.caption(errors_words.thinned(view))
    data.notes(table)


def _answer(table: PredictionTable, view: ErrorsView, active: int, best: str) -> Answer:
    said = errors_words.answer(view, active, readings.sure_of_mae(table, view.model))
    if len(table.predictions) == 1:
        return Answer(said)
    label = _("Least MSE: {model}", model=plain(best))
    return Answer(said, Button(label, data.take_model, (best,), disabled=view.model == best))


def _tabs(table: PredictionTable, model: str) -> list[Tab]:
    several = [Tab("compare", partial(compare.show, table))] if len(table.predictions) > 1 else []
    return [
        Tab("readings", partial(readings.show, table, model)),
        Tab("sure", partial(readings.how_sure, table, model)),
        *several,
        Tab("formulas", partial(formulas.show, table, model)),
    ]


def _picture(table: PredictionTable, view: ErrorsView, active: int) -> Picture:
    draw = partial(errors_figure, view, active, say=say_in_figure)
    return Picture(
        CHART,
        draw,
        errors_words.alt(view, active),
        "regression_error",
        _("Regression error"),
        notes=partial(_notes, table, view),
    )
