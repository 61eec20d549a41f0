"""Rounding of numbers that are shown: beside their sum, and at even steps."""

from __future__ import annotations

import math
from collections.abc import Sequence


def adding_up(parts: Sequence[float], total: float, digits: int) -> list[float]:
    """How are parts written with so many digits, so that what is written adds up to the total as it is written?

    Parameters
    ----------
    parts : finite numbers whose sum is `total`
    total : float
    digits : int
        After the point.

    Returns
    -------
    list of float
        The parts, rounded. Where that does not add up, those whose rounding took or gave most are rounded to the other
        side, so each is less than one in its last digit away from its part.

    Examples
    --------
    >>> adding_up([0.0014, 0.0014, 0.0012], 0.004, 3)
    [0.002, 0.001, 0.001]
    """
    unit = 10**digits
    rounded = [round(part * unit) for part in parts]
    missing = round(total * unit) - sum(rounded)
    side = 1 if missing > 0 else -1
    lost = [side * (part * unit - whole) for part, whole in zip(parts, rounded, strict=True)]
    for i in sorted(range(len(parts)), key=lambda i: -lost[i])[: abs(missing)]:
        rounded[i] += side
    return [whole / unit for whole in rounded]


def nice_step(width: float, parts: int) -> float:
    """Which step of 1, 2 or 5 times a power of ten divides a width into at most so many parts?

    Examples
    --------
    >>> nice_step(1.0, 50), nice_step(7.3, 10)
    (0.02, 1.0)
    """
    raw = max(width / parts, 1e-300)  # below, the power of ten would be 0
    size = 10.0 ** math.floor(math.log10(raw))
    return next(size * m for m in (1, 2, 5, 10) if size * m >= raw * (1 - 1e-9))
