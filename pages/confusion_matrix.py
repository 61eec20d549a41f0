"""Confusion matrix: what one threshold decides, or which class is taken for which, and how sure one may be of it."""

from __future__ import annotations

from functools import partial

from ui.confusion_matrix import all_classes, controls, sections, words
from ui.confusion_matrix.exercises import EXERCISES
from ui.frame import header, page
from ui.shared.text import _

title = _("Confusion matrix")
rows = header.binary_rows(title)
all_lead = controls.all_lead(rows)
has_threshold = rows.score is not None and not all_lead
only_labels = _("This model gives labels, not scores, so there is no threshold to move.")
page.show(
    page.Page(
        topic="confusion_matrix",
        title=title,
        exercises=EXERCISES,
        sections=partial(all_classes.of if all_lead else sections.of, rows),
        rows=None if all_lead else rows,
        threshold=page.LiveThreshold(rows) if has_threshold else None,
        note=words.model_of_all_classes() if all_lead else None if has_threshold else only_labels,
        choices=controls.CHOICES,
    )
)
