"""Regression error: how far predicted numbers are from the true ones, and how sure one may be of it."""

from __future__ import annotations

from ui.frame import header, page
from ui.regression import sections
from ui.regression.exercises import EXERCISES
from ui.shared.text import _

header.begin()
page.show(
    page.Page(
        topic="regression",
        title=_("Regression error"),
        exercises=EXERCISES,
        sections=sections.of,
        choices=sections.CHOICES,
        of_loaded=False,
        takes_loaded=True,
    )
)
