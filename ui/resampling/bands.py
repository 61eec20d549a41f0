"""What stands in the bands of the page of evaluation methods: each view has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ui.frame.page import Bands
from ui.resampling import controls, draws, leaks, spread, spread_setting, table, tuning, tuning_setting

# Each draws its own controls, and returns what they make of the page.
OF: Final[Mapping[str, Callable[[], Bands]]] = {
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
    *table.CHOICES,
)


def of() -> Bands:
    """Return the bands of the view that is open."""
    return OF[controls.view()]()
