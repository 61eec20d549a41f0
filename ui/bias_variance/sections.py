"""What stands in the sections of the page of bias and variance: each view has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ui.bias_variance import controls
from ui.bias_variance.double_descent import sections as double_descent
from ui.bias_variance.double_descent import setting as double_descent_setting
from ui.bias_variance.squared import derivation, setting
from ui.bias_variance.squared import sections as squared
from ui.bias_variance.table import sections as table
from ui.bias_variance.table import setting as table_setting
from ui.bias_variance.zero_one import sections as zero_one
from ui.bias_variance.zero_one import setting as zero_one_setting
from ui.frame.page import Sections

# Each draws its own controls, and returns what they make of the page.
OF: Final[Mapping[str, Callable[[], Sections]]] = {
    "squared": squared.of,
    "zero_one": zero_one.of,
    "descent": double_descent.of,
    "table": table.of,
}
# What the address repeats, whichever view is open.
CHOICES: Final = (
    *controls.CHOICES,
    *setting.CHOICES,
    *zero_one_setting.CHOICES,
    *double_descent_setting.CHOICES,
    derivation.TARGET,
    *table_setting.CHOICES,
)


def of() -> Sections:
    """Return the sections of the view that is open."""
    return OF[controls.view()]()
