"""Significance: is a difference more than chance, which test says so, and how often it is wrong."""

from __future__ import annotations

from ui.frame import header, page
from ui.shared.text import _
from ui.significance import sections
from ui.significance.exercises import EXERCISES

header.begin()
page.show(
    page.Page(
        topic="significance",
        title=_("Significance tests"),
        exercises=EXERCISES,
        sections=sections.of,
        choices=sections.CHOICES,
        of_loaded=False,
        takes_loaded=True,
    )
)
