"""Rounding of numbers that are shown beside their sum."""

from __future__ import annotations

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
