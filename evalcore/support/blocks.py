"""Passes over long arrays: block by block, so that a block stays in the cache, and the two halves at the same time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np

from evalcore.support.arrays import FloatArray

R = TypeVar("R")

BLOCK = 1 << 17  # long enough that two threads seldom wait for the interpreter
MANY_ROWS = 1 << 19  # below, a thread costs more than it saves


def blocks(start: int, stop: int) -> Iterator[slice]:
    """Return slices that cover the rows from start to stop, block by block."""
    return (slice(first, min(first + BLOCK, stop)) for first in range(start, stop, BLOCK))


def in_two(work: Callable[[int, int], R], start: int, stop: int) -> list[R]:
    """Do the work from start to stop, of many rows as two halves at the same time, and return the results in order."""
    if stop - start < MANY_ROWS:
        return [work(start, stop)]
    middle = (start + stop) // 2
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(work, start, middle)
        second = work(middle, stop)
        return [first.result(), second]


def running_sum(values: FloatArray) -> FloatArray:
    """Return cumulative sums whose rounding error grows with the square root of the length, not with the length.

    Sums never fall, and whole numbers are summed exactly as long as the total stays below 2**53.

    A sum within each block, and one along the blocks: no value goes through more than twice the root of the length
    additions. With seven values in blocks of three, the sums within are 1 3 6, 4 9 15 and 7; those of the blocks
    before, 6 and 21, are added to the second and the third.

    >>> running_sum(np.array([1.0, 2, 3, 4, 5, 6, 7])).tolist()
    [1.0, 3.0, 6.0, 10.0, 15.0, 21.0, 28.0]
    """
    block = math.isqrt(len(values)) + 1
    padded = np.zeros(-(-len(values) // block) * block)
    padded[: len(values)] = values
    within = np.cumsum(padded.reshape(-1, block), axis=1)
    within[1:] += np.cumsum(within[:-1, -1])[:, None]
    result: FloatArray = within.ravel()[: len(values)]
    return result
