"""The sections of the confusion matrix of more than two classes: their matrix, table, averages, files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.figures.confusion_matrix.classes import CELL_OF_CLASSES, CLASS, matrix_figure
from evalcore.figures.parts.cells import ShareOf
from evalcore.metrics import ShownClasses
from evalcore.predictions import BinaryView
from ui.confusion_matrix import as_tables, average_formulas, class_table, controls, many_readings, words
from ui.confusion_matrix.models import of_classes as models_of_classes
from ui.confusion_matrix.rows import of_classes
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table
from ui.live import bridge
from ui.session import computed, loaded, looked_at, memory
from ui.shared import charts, readings, tables
from ui.shared.text import _, headed, remark, say_in_figure, sentences

CHART = "classes_chart"
# Bootstrap samples are tables of all classes: of more, only what needs none is read.
MOST_RESAMPLED = 30


def of(_rows: BinaryView) -> Sections:
    """Return the sections for what the controls are set to."""
    shares = controls.row("all")
    cm = _matrix()
    by = controls.shown(len(cm.classes))
    drawn = _drawn(cm, by)
    return Sections(
        figure=lambda _t: _figure(cm, drawn, shares),
        figure_tables=lambda _t: as_tables.of_matrix(drawn.cm, tuple(map(str, drawn.cm.classes))),
        of=(looked_at.predictions().digest, loaded.model(), shares, by),
        answer=lambda _t: Answer(words.of_all_classes(cm)),
        tabs=lambda _t: [
            Tab("readings", partial(_readings, cm)),
            *many_readings.tabs(cm),
            of_classes.tab(drawn.members[-1] if drawn.other else ()),
            *models_of_classes.tab(),
            Tab("formulas", partial(average_formulas.show, cm)),
        ],
        export=lambda _t: _export(drawn, shares),
        scenes={"averages": partial(_averages, cm, shares)},
        table=lambda _t: Table(_("Classes as CSV"), "classes", partial(class_table.to_save, cm)),
    )


def _drawn(cm: ConfusionMatrix, by: controls.Shown) -> ShownClasses:
    """Return the matrix as it is drawn: in the order that is set, of many classes the rest as one row."""
    other = _("other")
    key = (looked_at.predictions().digest, loaded.model(), by, other)
    make = partial(metrics.shown_classes, cm, similar=by.similar, most=by.most, other=other)
    found: ShownClasses = memory.memo("classes shown", *key, make=make)
    return found


def _matrix() -> ConfusionMatrix:
    predictions = looked_at.predictions()
    return memory.memo("all classes", predictions.digest, loaded.model(), make=computed.all_classes)


def _figure(cm: ConfusionMatrix, drawn: ShownClasses, shares: ShareOf) -> Figure:
    return Figure(
        CHART,
        matrix_figure(drawn.cm, drawn.each, of=shares, say=say_in_figure, look=bridge.look()),
        headed(_("Confusion matrix of all classes"), words.of_all_classes(cm).replace("*", "")),
        notes=partial(_notes, drawn),
        within=partial(_listen, drawn),
        beside=lambda _t: class_table.show(cm, (looked_at.predictions().digest, loaded.model())),
    )


def _notes(drawn: ShownClasses) -> None:
    """Say which classes are one row together."""
    if drawn.other:
        st.caption(words.of_other(drawn))


def _averages(cm: ConfusionMatrix, shares: ShareOf) -> None:
    """Show the matrix, and beside it both ways to average over its classes."""
    figure = matrix_figure(cm, metrics.per_class(cm), of=shares, say=say_in_figure, look=bridge.scene_look())
    with st.container(horizontal=True, gap="small", key="averages"):
        charts.chart(figure, key=CHART, alt=_("Confusion matrix of all classes"))
        with st.container(key="averages_sums", gap=None):
            average_formulas.sums(cm)


def _listen(drawn: ShownClasses) -> None:
    """Turn to the class or to the rows that are clicked, and say that one may click."""
    bridge.listen(CHART, released=_nothing, picked=partial(_picked, drawn.members))
    remark("Click a cell to see its rows, and the name of a row to see that class against the rest.")


def _nothing(_handle: str | None, _value: str) -> None:
    """Nothing can be let go in this figure."""


def _picked(members: tuple[tuple[int, ...], ...], meta: str, known: Sequence[float | None]) -> None:
    """Turn to the class of a row whose name was clicked, or to the rows of a cell."""
    places = [members[int(place)] for place in known[-2:] if place is not None]
    if meta == CELL_OF_CLASSES and len(places) == 2:
        of_classes.ask(*places)
    elif meta == CLASS and known[-1] is not None and len(places[-1]) == 1:
        controls.take(looked_at.predictions().classes[places[-1][0]])


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


def _export(drawn: ShownClasses, shares: ShareOf) -> Export:
    return Export(
        label=_("Matrix as HTML"),
        name="confusion_matrix",
        title=_("Confusion matrix of all classes"),
        caption=sentences(words.about_all_classes(), words.of_other(drawn) if drawn.other else None),
        draw=partial(matrix_figure, drawn.cm, drawn.each, of=shares, say=say_in_figure),
    )
