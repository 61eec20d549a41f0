"""The sections of the confusion matrix of more than two classes: their matrix, table, averages, files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.figures.confusion_matrix.classes import CLASS, matrix_figure
from evalcore.figures.parts.cells import ShareOf
from evalcore.predictions import BinaryView
from ui.confusion_matrix import average_formulas, class_table, controls, words
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table
from ui.live import bridge
from ui.session import computed, loaded, looked_at, memory
from ui.shared import charts, readings, tables
from ui.shared.text import _, remark, say_in_figure

CHART = "classes_chart"
# Bootstrap samples are tables of all classes: of more, only what needs none is read.
MOST_RESAMPLED = 30


def of(_rows: BinaryView) -> Sections:
    """Return the sections for what the controls are set to."""
    shares = controls.row(everything=True)
    cm = _matrix()
    return Sections(
        figure=lambda _t: _figure(cm, shares),
        of=(looked_at.predictions().digest, loaded.model(), shares),
        answer=lambda _t: Answer(words.of_all_classes(cm)),
        tabs=lambda _t: [
            Tab("readings", partial(_readings, cm)),
            Tab("formulas", partial(average_formulas.show, cm)),
        ],
        export=lambda _t: _export(cm, shares),
        scenes={"averages": partial(_averages, cm, shares)},
        table=lambda _t: Table(_("Classes as CSV"), "classes", partial(class_table.to_save, cm)),
    )


def _matrix() -> ConfusionMatrix:
    predictions = looked_at.predictions()
    return memory.memo("all classes", predictions.digest, loaded.model(), make=computed.all_classes)


def _figure(cm: ConfusionMatrix, shares: ShareOf) -> Figure:
    return Figure(
        CHART,
        matrix_figure(cm, metrics.per_class(cm), of=shares, say=say_in_figure, look=bridge.look()),
        _("Confusion matrix of all classes") + ": " + words.of_all_classes(cm).replace("*", ""),
        within=_listen,
        beside=lambda _t: class_table.show(cm, (looked_at.predictions().digest, loaded.model())),
    )


def _averages(cm: ConfusionMatrix, shares: ShareOf) -> None:
    """Show the matrix, and beside it both ways to average over its classes."""
    figure = matrix_figure(cm, metrics.per_class(cm), of=shares, say=say_in_figure, look=bridge.scene_look())
    with st.container(horizontal=True, gap="small", key="averages"):
        charts.chart(figure, key=CHART, alt=_("Confusion matrix of all classes"))
        with st.container(key="averages_sums", gap=None):
            average_formulas.sums(cm)


def _listen() -> None:
    """Turn to the class whose row is clicked, and say that one may click."""
    bridge.listen(CHART, released=_nothing, picked=_picked)
    remark("Click a row to see that class against the rest.")


def _nothing(_handle: str | None, _value: str) -> None:
    """Nothing can be let go in this figure."""


def _picked(meta: str, known: Sequence[float | None]) -> None:
    """Turn to the class of a row that was clicked."""
    if meta == CLASS and known[-1] is not None:
        controls.take(looked_at.predictions().classes[int(known[-1])])


def _readings(cm: ConfusionMatrix) -> None:
    """Show what is read of all classes together."""
    few = len(cm.classes) <= MOST_RESAMPLED
    names = None if few else [name for name, metric in metrics.METRICS.items() if metric.parts]
    tables.show(
        readings.table(metrics.readings(cm, names=names)),
        alt=_("All readings with intervals"),
        columns={_("metric"): st.column_config.TextColumn(width="medium")},
    )
    if not few:
        remark("Of more than {n} classes, metrics whose intervals need resampling are left out.", n=MOST_RESAMPLED)


def _export(cm: ConfusionMatrix, shares: ShareOf) -> Export:
    return Export(
        label=_("Matrix as HTML"),
        name="confusion_matrix",
        title=_("Confusion matrix of all classes"),
        caption=words.about_all_classes(),
        draw=partial(matrix_figure, cm, metrics.per_class(cm), of=shares, say=say_in_figure),
    )
