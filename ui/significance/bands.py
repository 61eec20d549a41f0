"""What stands in the bands of the page of tests: each question has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ui.frame.page import Bands
from ui.significance import controls, many, many_setting

# Each draws its own controls, and returns what they make of the page.
OF: Final[Mapping[str, Callable[[], Bands]]] = {"many": many.of}


# What the address repeats, whichever question is asked.
CHOICES = (*controls.CHOICES, *many_setting.CHOICES)


def of() -> Bands:
    """Return the bands of the question that is asked."""
    offered = {key: name for key, name in controls.QUESTIONS.items() if key in OF}
    return OF[controls.question(offered)]()
