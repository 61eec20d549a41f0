"""What stands in the bands of the page of model learning: each view has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ui.frame.page import Bands
from ui.hypotheses import controls, lattice, lunch, lunch_setting, occam, space, votes

# Each draws its own controls, and returns what they make of the page.
OF: Final[Mapping[str, Callable[[], Bands]]] = {
    "space": lattice.of,
    "bias": votes.of,
    "occam": occam.of,
    "lunch": lunch.of,
}
# What the address repeats, whichever view is open.
CHOICES: Final = (
    controls.VIEW,
    *space.CHOICES,
    *lattice.CHOICES,
    *votes.CHOICES,
    *occam.CHOICES,
    *lunch_setting.CHOICES,
)


def of() -> Bands:
    """Return the bands of the view that is open."""
    return OF[controls.view()]()
