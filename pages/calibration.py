"""Probabilities: do scores come true as often as they say, what is acting on them worth, and how well do they rank?"""

from __future__ import annotations

from functools import partial

from ui.calibration import sections
from ui.calibration.exercises import EXERCISES
from ui.frame import header, models, page
from ui.shared.text import _

title = _("Probabilities")
rows = header.binary_rows(title)
lead = models.lead(rows)
only_labels = _("This model gives labels, which are no probabilities; the page shows a model with scores.")
page.show(
    page.Page(
        topic="calibration",
        title=title,
        exercises=EXERCISES,
        sections=sections.of_labels if lead is None else partial(sections.of, lead),
        rows=lead or rows,
        threshold=None if lead is None else page.LiveThreshold(lead),
        note=only_labels if not rows.has_score else None,
        choices=sections.CHOICES,
    )
)
