"""What stands in the sections of the page of model learning: each view has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ui.frame.page import Sections
from ui.hypotheses import controls, lattice, lunch, lunch_setting, occam, space, votes

# Each draws its own controls, and returns what they make of the page.
OF: Final[Mapping[str, Callable[[], Sections]]] = {
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


def of() -> Sections:
    """Return the sections of the view that is open."""
    return OF[controls.view()]()
