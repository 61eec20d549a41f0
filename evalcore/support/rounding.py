"""Rounding of numbers that are shown: beside their sum, and at even steps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

# Digits after the point of parts and a total below FEW, at least.
KEPT, FEW = 3, 10.0


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


@dataclass(frozen=True, kw_only=True)
class RoundedSum:
    """Parts and their sum with one last digit, that add up as they are rounded; see `rounded_sum`.

    Parameters
    ----------
    given : tuple of float
        The parts as they were.
    parts : tuple of float
        Rounded.
    total : float
        Rounded; where nothing was, since a number is undefined or there is nothing to share, as it was.
    places : int or None
        After the point, below 0 before it; None where nothing was rounded.
    power : int
        Power of ten of the total.
    """

    given: tuple[float, ...]
    parts: tuple[float, ...]
    total: float
    places: int | None
    power: int = 0


def rounded_sum(parts: Sequence[float], total: float, error: float = 0.0, *, most: int = 4) -> RoundedSum:
    """How are parts and their sum written with as many digits as are known of the sum?

    Parameters
    ----------
    parts : sequence of float
        Their sum is `total`.
    total : float
    error : float
        Standard error of the total: it has two digits where that is above a tenth of it, three above a hundredth, else
        four. Of a total below FEW three digits after the point are kept, so that a small part has some, too.
    most : int
        Digits after the point at most.

    Returns
    -------
    RoundedSum

    Examples
    --------
    >>> rounded_sum([3000.4, 930.9], 3931.3, 100.0).parts, rounded_sum([0.0058, 0.0144, 0.09], 0.1102).parts
    ((3000.0, 930.0), (0.0058, 0.0144, 0.09))
    """
    given = tuple(parts)
    if not all(map(math.isfinite, (*given, total))) or total <= 0:
        return RoundedSum(given=given, parts=given, total=total, places=None)
    digits = 2 if error > total / 10 else 3 if error > total / 100 else 4
    power = math.floor(math.log10(total))
    known = digits - 1 - power
    places = min(max(known, KEPT) if total < FEW else known, most)
    rounded = tuple(adding_up(given, total, places))
    return RoundedSum(given=given, parts=rounded, total=round(total, places), places=places, power=power)
