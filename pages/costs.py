"""Costs: what each threshold costs under each condition, which is best, and how sure one may be."""

from __future__ import annotations

from functools import partial

from ui.costs import sections
from ui.costs.exercises import EXERCISES
from ui.frame import header, models, page
from ui.shared.text import _

title = _("Costs")
rows = header.binary_rows(title)
lead = models.lead(rows)
only_labels = _("This model gives labels, so it is one line; the curves belong to the models with scores.")
without = partial(sections.of_labels, rows)
page.show(
    page.Page(
        topic="costs",
        title=title,
        exercises=EXERCISES,
        sections=without if lead is None else partial(sections.of, lead),
        rows=lead or rows,
        threshold=None if lead is None else page.LiveThreshold(lead),
        note=only_labels if not rows.has_score else None,
        choices=sections.CHOICES,
    )
)
