"""Evaluation methods: how wrong a learner will be on new rows, and how far off each way to estimate that is."""

from __future__ import annotations

from ui.frame import header, page
from ui.resampling import sections
from ui.resampling.exercises import EXERCISES
from ui.shared.text import _

header.begin()
page.show(
    page.Page(
        topic="resampling",
        title=_("Evaluation methods"),
        exercises=EXERCISES,
        sections=sections.of,
        choices=sections.CHOICES,
        of_loaded=False,
    )
)
