"""What stands in the bands of the page of tests: each question has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ui.frame.page import Bands
from ui.significance import (
    controls,
    folds,
    folds_data,
    lies,
    lies_controls,
    many,
    many_setting,
    one_model,
    two_models,
)

# Each draws its own controls, and returns what they make of the page.
OF: Final[Mapping[str, Callable[[], Bands]]] = {
    "one": one_model.of,
    "two": two_models.of,
    "folds": folds.of,
    "many": many.of,
    "lies": lies.of,
}
# What the address repeats, whichever question is asked.
CHOICES: Final = (*controls.CHOICES, *folds_data.CHOICES, *many_setting.CHOICES, *lies_controls.CHOICES)


def of() -> Bands:
    """Return the bands of the question that is asked."""
    return OF[controls.question()]()
