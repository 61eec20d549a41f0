"""Bias and variance: what the error of a learner is made of, over many training sets."""

from __future__ import annotations

from ui.bias_variance import sections
from ui.bias_variance.exercises import EXERCISES
from ui.frame import header, page
from ui.shared.text import _

header.begin()
page.show(
    page.Page(
        topic="bias_variance",
        title=_("Bias and variance"),
        exercises=EXERCISES,
        sections=sections.of,
        choices=sections.CHOICES,
        of_loaded=False,
    )
)
