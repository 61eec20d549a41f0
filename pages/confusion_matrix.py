"""Confusion matrix: what one threshold decides, and how sure one may be of it."""

from __future__ import annotations

from functools import partial

from ui.confusion_matrix import bands
from ui.confusion_matrix.exercises import EXERCISES
from ui.frame import header, page
from ui.session import computed
from ui.shared.text import _

title = _("Confusion matrix")
rows = header.binary_rows(title)
has_score = rows.score is not None
page.show(
    page.Page(
        topic="confusion_matrix",
        title=title,
        exercises=EXERCISES,
        bands=partial(bands.of, rows),
        rows=rows,
        threshold=page.LiveThreshold(computed.counts(rows), computed.best(rows)) if has_score else None,
        note=None if has_score else _("This model gives labels, not scores, so there is no threshold to move."),
    )
)
