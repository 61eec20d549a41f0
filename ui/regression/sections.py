"""What stands in the sections of the page of regression error: each view has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ui.frame.page import Sections
from ui.regression import compare, controls, errors, line, line_setting, use

# Each draws its own controls, and returns what they make of the page.
OF: Final[Mapping[str, Callable[[], Sections]]] = {"errors": errors.of, "line": line.of, "use": use.of}
# What the address repeats, whichever view is open; what depends on the rows writes itself.
CHOICES: Final = (controls.VIEW, compare.METRIC, *line_setting.CHOICES, use.TILT_AT)


def of() -> Sections:
    """Return the sections of the view that is open."""
    return OF[controls.view()]()
