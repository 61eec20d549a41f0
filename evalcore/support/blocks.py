"""Passes over long arrays: block by block, so that a block stays in the cache, and the two halves at the same time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

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
