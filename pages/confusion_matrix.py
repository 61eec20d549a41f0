"""Confusion matrix: what one threshold decides, and how sure one may be of it."""

from __future__ import annotations

from functools import partial

from ui.confusion_matrix import below, figure
from ui.confusion_matrix.exercises import EXERCISES
from ui.frame import header, page
from ui.live import threshold
from ui.session import computed
from ui.shared.text import _

rows = header.binary_page(
    title=_("Confusion matrix"),
    sentence=_("Drag the threshold: a row is predicted positive when its score is at least t."),
    without_score=_("This model gives labels, not scores, so there is no threshold to move."),
)
show = partial(
    page.show,
    topic="confusion_matrix",
    exercises=EXERCISES,
    further=page.all_classes(partial(figure.show_all_classes, rows)),
)
if rows.score is None:
    cm = computed.matrix(rows)
    show(figure.of_labels(rows, cm), below.of_labels(rows, cm))
else:
    header.direction_note(rows)
    table = computed.counts(rows)
    moved_by = page.LiveThreshold(table, computed.best(rows), partial(below.at, rows=rows))
    show(figure.live(rows, threshold.value(table)), moved_by)
