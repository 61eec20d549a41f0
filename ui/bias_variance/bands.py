"""What stands in the bands of the page of bias and variance: each view has its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ui.bias_variance import (
    controls,
    derivation,
    double_descent,
    double_descent_setting,
    setting,
    squared,
    table,
    table_setting,
    zero_one,
    zero_one_setting,
)
from ui.frame.page import Bands

# Each draws its own controls, and returns what they make of the page.
OF: Final[Mapping[str, Callable[[], Bands]]] = {
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


def of() -> Bands:
    """Return the bands of the view that is open."""
    return OF[controls.view()]()
