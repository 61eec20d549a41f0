"""ROC, P-R and DET: every threshold at once, models side by side, and how sure one may be of the areas."""

from __future__ import annotations

from functools import partial

from ui.curves import controls, sections
from ui.curves.exercises import EXERCISES
from ui.frame import header, models, page
from ui.shared.text import _

title = _("ROC and P-R curves")
rows = header.binary_rows(title)
lead = models.lead(rows)
only_labels = _("This model gives labels, so it is one point; the curves belong to the models with scores.")
page.show(
    page.Page(
        topic="curves",
        title=title,
        exercises=EXERCISES,
        sections=partial(sections.of_labels, rows) if lead is None else partial(sections.of, lead),
        rows=lead or rows,
        threshold=None if lead is None else page.LiveThreshold(lead),
        note=only_labels if not rows.has_score else None,
        choices=controls.CHOICES,
    )
)
