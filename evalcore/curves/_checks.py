"""Options of the curves, checked once, each with one sentence for whoever chose them."""

from __future__ import annotations

import math

from evalcore.errors import InputError


def proportion(value: float, name: str) -> float:
    """Return a number above 0 and below 1."""
    if not 0 < value < 1:
        raise InputError(
            "{name} must be a number above 0 and below 1; got {value}. Choose the share you expect, such as 0.1.",
            name=name,
            value=value,
        )
    return float(value)


def cost(value: float, name: str) -> float:
    """Return a finite number above 0."""
    if not 0 < value < math.inf:
        raise InputError(
            "{name} must be a number above 0; got {value}. Only the ratio of the two costs matters.",
            name=name,
            value=value,
        )
    return float(value)
