"""Sums of products without rounding, and the row of a table at which a rising quantity reaches its goal."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

import numpy as np

from evalcore.counts import ThresholdCounts
from evalcore.support.arrays import CountArray
from evalcore.support.blocks import blocks

ROUNDING = 1e-12  # sums of weights this close, relatively, are the same


def dot(a: CountArray, b: CountArray) -> float:
    """Return the scalar product of numbers >= 0: an exact int of whole numbers, whatever its size."""
    if a.dtype.kind == "f" or b.dtype.kind == "f":
        return float(sum(float(np.einsum("i,i->", a[rows], b[rows])) for rows in blocks(0, len(a))))
    total, shift = 0, 0
    bits = 62 - int(a.sum()).bit_length()  # no partial sum may reach 2**63, so b is cut into pieces of so many bits
    while b.size and b.max() > 0:
        total += int(a @ (b & ((1 << bits) - 1))) << shift
        b, shift = b >> bits, shift + bits
    return total


def reach(counts: ThresholdCounts, value: Callable[[float, float], float], goal: float) -> tuple[int, float]:
    """Return the first row at which a value of TP and FP that rises from 0 reaches the goal, and where in the step.

    The second number is the share of the step from the row before that is needed: 1.0 where the row itself hits.
    """

    def at(row: int) -> float:
        """Return the value at a row, from Python's numbers: whole counts neither overflow nor round."""
        return value(counts.tp[row].item(), counts.fp[row].item())

    slack = ROUNDING * goal if counts.weighted else 0
    row = bisect_left(range(len(counts)), goal - slack, key=at)
    reached, before = at(row), at(row - 1)
    return row, 1.0 if reached <= goal + slack else (goal - before) / (reached - before)


def within(counts: CountArray, row: int, share: float) -> float:
    """Return a count after this share of the step that ends at a row."""
    before, after = counts[row - 1].item(), counts[row].item()
    return float(after if share == 1 else before + share * (after - before))
