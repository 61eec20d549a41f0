"""Model learning: what a learner chooses from, what makes it choose, and why no choice is best everywhere."""

from __future__ import annotations

from ui.frame import header, page
from ui.hypotheses import sections
from ui.hypotheses.exercises import EXERCISES
from ui.shared.text import _

header.begin()
page.show(
    page.Page(
        topic="hypotheses",
        title=_("Model learning"),
        exercises=EXERCISES,
        sections=sections.of,
        choices=sections.CHOICES,
        of_loaded=False,
    )
)
