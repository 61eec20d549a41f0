"""What stands below the confusion matrix: its readings, all of them folded, the formulas, the figure as a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from evalcore import metrics
from evalcore.counts import ConfusionMatrix
from evalcore.metrics import Reading
from evalcore.predictions import BinaryView
from ui.confusion_matrix import figure, formulas
from ui.frame.page import Below, Section
from ui.live import words
from ui.session import computed
from ui.shared import readings
from ui.shared.downloads import Export
from ui.shared.text import _


def at(t: float, rows: BinaryView) -> Below:
    """Return what belongs to a threshold."""
    return _of(rows, computed.counts(rows).at(t), t, export=partial(_export, t, rows))


def of_labels(rows: BinaryView, cm: ConfusionMatrix) -> Below:
    """Return what belongs to the matrix of predicted labels."""
    return _of(rows, cm, None)


def _of(rows: BinaryView, cm: ConfusionMatrix, t: float | None, export: Callable[[], Export] | None = None) -> Below:
    found = metrics.readings(cm)
    return Below(
        readings=partial(_headline, rows, cm, found),
        sections=[
            Section(_("All readings"), partial(readings.full, found, cm, t)),
            Section(_("Formulas with these numbers"), partial(formulas.show, cm)),
        ],
        export=export,
    )


def _headline(rows: BinaryView, cm: ConfusionMatrix, found: tuple[Reading, ...]) -> None:
    readings.headline(found)
    readings.baseline(cm, rows.positive, words.negative(rows))


def _export(t: float, rows: BinaryView) -> Export:
    view = computed.view(rows, (t,))
    return Export(
        label=_("Figure as HTML, its slider included"),
        name="confusion_matrix",
        title=words.export_title(rows),
        caption=f"{words.source(rows)} {words.threshold_alt(view, t)}",
        draw=figure.draw(rows, view, t),
    )
