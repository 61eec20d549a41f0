"""Confusion matrix: what one threshold decides, or which class is taken for which, and how sure one may be of it."""

from __future__ import annotations

from functools import partial
from typing import Final

from ui.confusion_matrix import all_classes, controls, sections, sure, words
from ui.confusion_matrix.exercises import EXERCISES
from ui.frame import header, page
from ui.shared.text import _

OF: Final = {"all": all_classes.of, "one": sections.of, "sure": sure.of}
title = _("Confusion matrix")
rows = header.binary_rows(title)
leading = controls.leading(rows)
has_threshold = rows.has_score and leading == "one"
only_labels = _("Labels without scores: no threshold to move.")
page.show(
    page.Page(
        topic="confusion_matrix",
        title=title,
        exercises=EXERCISES,
        sections=partial(OF[leading], rows),
        rows=rows if leading == "one" else None,
        threshold=page.LiveThreshold(rows) if has_threshold else None,
        note=words.model_of_all_classes() if leading != "one" else None if has_threshold else only_labels,
        choices=(*controls.CHOICES, *sure.CHOICES),
    )
)
