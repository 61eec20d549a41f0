"""Evaluation methods: how wrong a learner will be on new rows, and how far off each way to estimate that is."""

from __future__ import annotations

from ui.evaluation_methods import bands
from ui.evaluation_methods.exercises import EXERCISES
from ui.frame import header, page
from ui.shared.text import _

header.begin()
page.show(
    page.Page(
        topic="evaluation_methods",
        title=_("Evaluation methods"),
        exercises=EXERCISES,
        bands=bands.of,
        choices=bands.CHOICES,
        of_loaded=False,
    )
)
