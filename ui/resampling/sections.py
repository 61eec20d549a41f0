"""What stands in the sections of the page of evaluation methods: each view has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ui.frame.page import Sections
from ui.resampling import controls, draws, table
from ui.resampling.leaks import pipeline
from ui.resampling.leaks import sections as leaks
from ui.resampling.spread import sections as spread
from ui.resampling.spread import setting as spread_setting
from ui.resampling.tuning import sections as tuning
from ui.resampling.tuning import setting as tuning_setting

# Each draws its own controls, and returns what they make of the page.
OF: Final[Mapping[str, Callable[[], Sections]]] = {
    "spread": spread.of,
    "bootstrap": draws.of,
    "tuning": tuning.of,
    "leaks": leaks.of,
    "table": table.of,
}
# What the address repeats, whichever view is open.
CHOICES: Final = (
    *controls.CHOICES,
    *spread_setting.CHOICES,
    *draws.CHOICES,
    *tuning_setting.CHOICES,
    *leaks.CHOICES,
    *pipeline.CHOICES,
    *table.CHOICES,
)


def of() -> Sections:
    """Return the sections of the view that is open."""
    return OF[controls.view()]()
