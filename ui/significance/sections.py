"""What stands in the sections of the page of tests: each question has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from ui.frame.page import Sections
from ui.significance import controls, instead
from ui.significance.folds import data as folds_data
from ui.significance.folds import sections as folds
from ui.significance.laboratory import controls as lies_controls
from ui.significance.laboratory import sections as lies
from ui.significance.many import sections as many
from ui.significance.many import setting as many_setting
from ui.significance.one import sections as one_model
from ui.significance.two import sections as two_models

# Each draws its own controls, and returns what they make of the page.
OF: Final[Mapping[str, Callable[[], Sections]]] = {
    "one": one_model.of,
    "two": two_models.of,
    "folds": folds.of,
    "many": many.of,
    "lies": lies.of,
}
# What the address repeats, whichever question is asked.
CHOICES: Final = (*controls.CHOICES, *folds_data.CHOICES, *many_setting.CHOICES, *lies_controls.CHOICES)


def of() -> Sections:
    """Return the sections of the question that is asked."""
    question = controls.question()
    found = OF[question]()
    return replace(found, instead=instead.which_rows() if found.of_loaded else instead.of(question))
