"""The steps of the handles on a page of tests: round values, and the present one exactly."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from evalcore.support.arrays import FloatArray

SMALLEST, LARGEST = 5, 5_000
ROUND_SIZES = (10, 20, 50, 100, 200, 500, 1_000, 2_000)
# Below this number of rows each count is a step of its own.
EACH = 20


def alphas(present: float) -> list[float]:
    """Return levels from .001 to .2, closer to each other where they are small, and the present one.

    >>> [a for a in alphas(0.05) if a < 0.006]
    [0.001, 0.002, 0.003, 0.004, 0.005]
    """
    fine, coarse = np.arange(1, 20) / 1000, np.arange(4, 41) / 200
    return _with(np.append(fine, coarse), present)


def rates(present: float) -> list[float]:
    """Return error rates from 0 to .5, and the present one."""
    return _with(np.arange(51) / 100, present)


def sizes(present: int) -> list[int]:
    """Return numbers of rows from 5 to 5,000, each about an eighth more than the last, and the present one."""
    wanted = np.geomspace(SMALLEST, LARGEST, 60)
    digits = 1 - np.floor(np.log10(wanted)).astype(int)
    rounded = [round(value, int(d)) for value, d in zip(wanted, digits, strict=True)]
    return _whole([*rounded, *ROUND_SIZES], present)


def counts(present: int, most: int) -> list[int]:
    """Return counts from 0 to `most`: each of the small ones, then about a fifteenth more each time."""
    more = np.geomspace(EACH, most, 45).tolist() if most > EACH else []
    return [count for count in _whole([*range(EACH + 1), *more, 50, 100, 200], present) if count <= max(most, present)]


def whole_between(low: int, high: int, present: int, most: int = 160) -> list[int]:
    """Return counts from `low` to `high`, round ones where there are more than so many, and the present one.

    >>> whole_between(0, 1_000, 7)[:5]
    [0, 7, 10, 20, 30]
    """
    power = 10 ** max(0, math.floor(math.log10(max((high - low) / most, 1))))
    every = next(int(k * power) for k in (1, 2, 5, 10) if k * power * most >= high - low)
    return _whole([*range(low, high + 1, every), high], present)


def log_place(value: float) -> float:
    """Return where a number of rows stands on an axis on which each tenfold is as wide.

    >>> log_place(5), log_place(5_000)
    (0.0, 3.0)
    """
    return round(math.log10(value / SMALLEST), 4)


def count_place(value: float) -> float:
    """Return where a count stands on an axis that is the closer the larger it is, 0 included."""
    return round(math.log10(1 + value / 10), 4)


def nearest(values: Iterable[float], present: float) -> int:
    """Return the place of the value that is closest to the present one."""
    return int(np.argmin(np.abs(np.array(list(values), dtype=float) - present)))


def _whole(values: Iterable[float], present: int) -> list[int]:
    return sorted({*(round(value) for value in values), present})


def _with(values: FloatArray, present: float) -> list[float]:
    return sorted({*values.tolist(), present})
