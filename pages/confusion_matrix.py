"""Confusion matrix: what one threshold decides, and how sure one may be of it."""

from __future__ import annotations

import streamlit as st

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.figures.confusion_matrix.classes import matrix_figure
from evalcore.figures.confusion_matrix.figure import label_figure, threshold_figure
from evalcore.views.threshold import default_threshold
from ui.confusion_matrix import formulas
from ui.confusion_matrix.exercises import EXERCISES
from ui.frame import header as frame
from ui.frame import teaching
from ui.live import bridge, threshold, words
from ui.session import address, computed, loaded
from ui.shared import charts, readings
from ui.shared import downloads as export
from ui.shared.text import _

CHART = "threshold_chart"

rows = frame.binary_page(
    title=_("Confusion matrix"),
    sentence=_("Drag the threshold: a row is predicted positive when its score is at least t."),
    without_score=_("This model gives labels, not scores, so there is no threshold to move."),
)
spoken = words.threshold(rows)


def numbers(cm: ConfusionMatrix, t: float | None) -> None:
    found = metrics.readings(cm)
    readings.headline(found)
    readings.baseline(cm, rows.positive, spoken.negative)
    with st.expander(_("All readings")):
        readings.full(found, cm, t)
    with st.expander(_("Formulas with these numbers")):
        formulas.show(cm)


def after_release(t: float) -> None:
    numbers(table.at(t), t)
    seen = computed.view(rows, (t,))
    name, said = words.export_title(rows), f"{words.source(rows)} {words.threshold_alt(seen, t)}"
    st.download_button(
        _("Figure as HTML, its slider included"),
        lambda: export.html_page(threshold_figure(seen, threshold=t, words=spoken), title=name, caption=said),
        file_name="confusion_matrix.html",
        mime="text/html",
        icon=":material/download:",
        on_click="ignore",
    )
    address.write_choice(threshold.CHOICE, default=default_threshold(table))


if rows.score is None:
    cm = computed.matrix(rows)
    charts.chart(label_figure(cm, spoken), key="labels_chart", alt=words.labels_alt(cm))
    numbers(cm, None)
else:
    frame.direction_note(rows)
    table = computed.counts(rows)
    t = threshold.value(table)
    view = computed.view(rows, (default_threshold(table), t))
    figure = threshold_figure(view, threshold=t, words=spoken, narrow=bridge.is_narrow())
    charts.chart(figure, key=CHART, alt=words.threshold_alt(view, t))
    threshold.follow(table, chart_key=CHART, best=computed.best(rows), then=after_release)

if loaded.current().predictions.task == "multiclass":
    with st.expander(_("All classes at once")):
        figure = matrix_figure(computed.all_classes(), actual=spoken.actual, predicted=spoken.predicted)
        charts.chart(figure, key="classes_chart", alt=_("Confusion matrix of all classes"))
teaching.show("confusion_matrix", EXERCISES)
