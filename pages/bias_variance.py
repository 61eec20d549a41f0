"""Bias and variance: what the error of a learner is made of, over many training sets."""

from __future__ import annotations

from ui.bias_variance import bands
from ui.bias_variance.exercises import EXERCISES
from ui.frame import header, page
from ui.shared.text import _

header.begin()
page.show(
    page.Page(
        topic="bias_variance",
        title=_("Bias-variance simulation"),
        exercises=EXERCISES,
        bands=bands.of,
        choices=bands.CHOICES,
        of_loaded=False,
    )
)
