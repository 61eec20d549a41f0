"""Confusion matrix: what one threshold decides, and how sure one may be of it."""

from __future__ import annotations

import streamlit as st

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.figures.matrix import matrix_figure
from evalcore.figures.threshold import threshold_figure
from ui import export, formulas, frame, readings, state, threshold, words
from ui.text import _

CHART = "threshold_chart"

rows = frame.binary_page(
    title=_("Confusion matrix"),
    sentence=_("Drag the threshold: a row is predicted positive when its score is at least t."),
)


def numbers(cm: ConfusionMatrix, t: float | None) -> None:
    found = metrics.readings(cm)
    readings.headline(found)
    readings.baseline(cm, rows.positive, rows.negative)
    with st.expander(_("All readings")):
        readings.full(found, cm, t)
    with st.expander(_("Formulas with these numbers")):
        formulas.show(cm)


def after_release(t: float) -> None:
    numbers(table.at(t), t)
    spoken, name = words.threshold(rows), f"{_('Confusion matrix')}: {rows.model}"
    said = words.threshold_alt(state.view(rows, (t,)), t)
    st.download_button(
        _("Figure as HTML, its slider included"),
        lambda: export.html_page(
            threshold_figure(state.view(rows, (t,)), threshold=t, words=spoken), title=name, caption=said
        ),
        file_name="confusion_matrix.html",
        mime="text/html",
        icon=":material/download:",
        on_click="ignore",
    )
    state.write_address(threshold.default(table))


if rows.score is None:
    cm = state.matrix(rows)
    st.plotly_chart(
        matrix_figure(
            ConfusionMatrix(cm.table, (rows.positive, rows.negative)), actual=_("actual"), predicted=_("predicted")
        ),
        key="labels_chart",
        alt=_("Confusion matrix of predicted labels"),
    )
    st.caption(_("This model gives labels, not scores: there is no threshold to move."))
    numbers(cm, None)
else:
    table = state.counts(rows)
    t = threshold.value(table)
    view = state.view(rows, (threshold.default(table), t))
    figure = threshold_figure(view, threshold=t, words=words.threshold(rows), narrow=threshold.is_narrow())
    threshold.chart(figure, key=CHART, alt=words.threshold_alt(view, t))
    threshold.follow(table, chart_key=CHART, best=state.best(rows), then=after_release)

if state.loaded().predictions.task == "multiclass":
    with st.expander(_("All classes at once")):
        st.plotly_chart(
            matrix_figure(state.all_classes(), actual=_("actual"), predicted=_("predicted")),
            key="classes_chart",
            alt=_("Confusion matrix of all classes"),
        )
