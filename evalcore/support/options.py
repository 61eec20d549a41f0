"""Options of procedures: whole numbers, shares, and words of which one is to be chosen."""

from __future__ import annotations

import math
from collections.abc import Collection

from evalcore.errors import InputError
from evalcore.support.arrays import shown


def whole_number(value: float, name: str, *, least: int) -> int:
    """Return a count as an int."""
    if not (math.isfinite(value) and value == math.floor(value) and value >= least):
        raise InputError(
            "{name} must be a whole number from {least}; got {value}. Pass a count, not a share or a sum of weights.",
            name=name,
            least=least,
            value=value,
        )
    return int(value)


def share(value: float, name: str) -> float:
    """Return a rate."""
    if not 0 <= value <= 1:
        raise InputError(
            "{name} must be a number from 0 to 1; got {value}. Write 5 % as 0.05.", name=name, value=shown(value)
        )
    return float(value)


def option(value: object, name: str, choices: Collection[str]) -> None:
    """Refuse a word that is not among the choices."""
    if value not in choices:
        raise InputError(
            "{name} must be one of {choices}; got '{value}'. Choose one of them.",
            name=name,
            choices=", ".join(choices),
            value=shown(value),
        )
