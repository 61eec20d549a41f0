"""The sections of one class against the other, or the rest: answer, figure, readings, formulas, files."""

from __future__ import annotations

from functools import partial

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.figures.parts.cells import ShareOf
from evalcore.predictions import BinaryView
from ui.confusion_matrix import controls, figure, formulas
from ui.confusion_matrix.words import answer
from ui.frame import two_models
from ui.frame.page import Answer, Export, Figure, Sections, Tab, Table
from ui.live import chosen_here, words
from ui.session import computed, files
from ui.shared import readings
from ui.shared.text import _, sentences


def of(rows: BinaryView) -> Sections:
    """Return the sections of a model with a score, or of predicted labels, which no threshold moves."""
    shares = controls.row(everything=False)
    return Sections(
        figure=partial(_figure, rows, shares),
        of=(*rows.key, shares),
        answer=partial(_answer, rows),
        tabs=partial(_tabs, rows),
        export=None if rows.score is None else partial(_export, rows, shares),
        table=partial(_table, rows),
    )


def _matrix(rows: BinaryView, t: float | None) -> ConfusionMatrix:
    return computed.matrix(rows) if t is None else computed.counts(rows).at(t)


def _figure(rows: BinaryView, shares: ShareOf, t: float | None) -> Figure:
    return figure.of_labels(rows, _matrix(rows, None), shares) if t is None else figure.live(rows, t, shares)


def _answer(rows: BinaryView, t: float | None) -> Answer:
    return Answer(answer(rows, _matrix(rows, t), t))


def _tabs(rows: BinaryView, t: float | None) -> list[Tab]:
    cm = _matrix(rows, t)
    return [
        Tab("readings", partial(_readings, rows, cm, t)),
        *two_models.tab(),
        Tab("formulas", partial(formulas.show, cm)),
    ]


def _readings(rows: BinaryView, cm: ConfusionMatrix, t: float | None) -> None:
    found, new = metrics.readings(cm), chosen_here.on_new_rows(rows, t)
    chosen_here.note(rows, t)
    readings.headline(found, new)
    readings.baseline(cm, rows.positive, words.negative(rows))
    readings.full(found, cm, new)


def _table(rows: BinaryView, t: float | None) -> Table:
    about = {**files.about(rows), **chosen_here.about(rows, t)}
    make = partial(readings.download_of, _matrix(rows, t), t, about=about, new=chosen_here.on_new_rows(rows, t))
    return Table(_("Readings as CSV"), files.name("readings", rows.model), make)


def _export(rows: BinaryView, shares: ShareOf, t: float | None) -> Export:
    if t is None:
        raise ValueError("predicted labels have no handle to take along")
    view = computed.view(rows, (t,))
    return Export(
        label=_("Figure as HTML, its handle included"),
        name="confusion_matrix",
        title=words.export_title(rows),
        caption=sentences(words.source(rows), words.threshold_alt(view, t), chosen_here.said(rows, t)),
        draw=figure.draw(rows, view, t, shares),
    )
