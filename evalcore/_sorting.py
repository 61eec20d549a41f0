"""One sort of a score column, and the cumulative counts at its distinct values.

Passes over the sorted rows go block by block, so that a block stays in the processor's cache from the first step to
the last; a block of 8 bytes a row is also small enough to be allocated without asking the operating system.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from evalcore._arrays import BoolArray, CountArray, FloatArray

Table = tuple[FloatArray, CountArray, CountArray]
Keys = NDArray[np.uint64]

BLOCK = 8_192
ONE = np.uint64(1)
ROWS_FOR_THREADS = 1_000_000


def blocks(start: int, stop: int) -> Iterator[slice]:
    """Return slices that cover the rows from start to stop, block by block."""
    return (slice(first, min(first + BLOCK, stop)) for first in range(start, stop, BLOCK))


def table_of_rows(y_true: BoolArray, score: FloatArray) -> Table:
    """Return threshold, tp and fp, +inf first, of rows that count once each, by sorting keys.

    The bits of a float >= 0 are ordered like the float and leave the sign bit free; shifted by it they make room for
    the label, so that one integer holds the whole row. Keys of scores >= 0 are inverted, so that ascending keys are
    descending scores; magnitudes of scores < 0 ascend as they are.
    """
    n = len(score)
    keys = np.empty(n + 1, dtype=np.uint64)  # row 0 is for +inf
    n_upper = _pack(y_true, score, keys[1:])
    _sort(keys[1 : n_upper + 1])
    _sort(keys[n_upper + 1 :])
    tp, fp = np.empty(n + 1, dtype=np.int64), np.empty(n + 1, dtype=np.int64)
    tp[0] = fp[0] = 0
    tied = _count(keys, tp, fp, slice(1, n_upper + 1), inverted=True)
    tied |= _count(keys, tp, fp, slice(n_upper + 1, n + 1), inverted=False)
    threshold = keys.view(np.float64)  # without their labels the keys are the scores again
    threshold[0] = np.inf
    np.negative(threshold[n_upper + 1 :], out=threshold[n_upper + 1 :])
    if not tied:
        return threshold, tp, fp
    last_of_tie = np.append(np.flatnonzero(threshold[1:] != threshold[:-1]), n)
    return threshold[last_of_tie], tp[last_of_tie], fp[last_of_tie]


def _pack(y_true: BoolArray, score: FloatArray, keys: Keys) -> int:
    """Fill in the keys, those of scores >= 0 first, and return how many these are."""
    bits = score.view(np.uint64)
    for rows in blocks(0, len(score)):
        if score[rows].min() < 0:
            break
        np.left_shift(bits[rows], ONE, out=keys[rows])
        np.bitwise_or(keys[rows], y_true[rows], out=keys[rows])
        np.invert(keys[rows], out=keys[rows])
    else:
        return len(score)
    below = score < 0
    n_upper = len(score) - int(np.count_nonzero(below))
    for part, chosen in ((keys[:n_upper], ~below), (keys[n_upper:], below)):
        np.left_shift(bits[chosen], ONE, out=part)
        np.bitwise_or(part, y_true[chosen], out=part)
    np.invert(keys[:n_upper], out=keys[:n_upper])
    return n_upper


def _sort(keys: Keys) -> None:
    """Sort in place; many keys as two halves at the same time."""
    if len(keys) < ROWS_FOR_THREADS:
        keys.sort()
        return
    middle = len(keys) // 2
    keys.partition(middle)
    with ThreadPoolExecutor(1) as pool:
        lower_half = pool.submit(keys[:middle].sort)
        keys[middle:].sort()
        lower_half.result()


def _count(keys: Keys, tp: CountArray, fp: CountArray, part: slice, *, inverted: bool) -> bool:
    """Take the labels out of sorted keys, fill in the counts up to each row, and return whether scores are tied."""
    tied, found = False, tp[part.start - 1]
    for rows in blocks(part.start, part.stop):
        key, hits = keys[rows], tp[rows]
        if inverted:
            np.invert(key, out=key)
        np.bitwise_and(key, ONE, out=hits.view(np.uint64))
        np.right_shift(key, ONE, out=key)
        hits[0] += found
        np.cumsum(hits, out=hits)
        found = hits[-1]
        np.subtract(np.arange(rows.start, rows.stop), hits, out=fp[rows])
        done = keys[max(rows.start - 1, part.start) : rows.stop]
        tied = tied or bool((done[1:] == done[:-1]).any())
    return tied


def table_of_groups(score: FloatArray, n_pos: CountArray, n_neg: CountArray) -> Table:
    """Return threshold, tp and fp, +inf first, by sorting indices: takes any score and any counts or weights."""
    kept = (n_pos > 0) | (n_neg > 0)
    if not kept.all():
        score, n_pos, n_neg = score[kept], n_pos[kept], n_neg[kept]
    order = np.argsort(-score, kind="stable")
    ordered = score[order] + 0.0  # -0.0 becomes 0.0
    last_of_tie = (
        np.append(np.flatnonzero(ordered[1:] != ordered[:-1]), len(ordered) - 1) if len(ordered) else np.arange(0)
    )
    total = np.cumsum if n_pos.dtype.kind in "iu" else running_sum
    tp, fp = (total(sizes[order])[last_of_tie] for sizes in (n_pos, n_neg))
    return (
        np.concatenate([[np.inf], ordered[last_of_tie]]),
        np.concatenate([np.zeros(1, tp.dtype), tp]),
        np.concatenate([np.zeros(1, fp.dtype), fp]),
    )


def running_sum(values: FloatArray) -> FloatArray:
    """Return cumulative sums whose rounding error grows with the square root of the length, not with the length.

    Sums never fall, and whole numbers are summed exactly as long as the total stays below 2**53.
    """
    block = math.isqrt(len(values)) + 1
    padded = np.zeros(-(-len(values) // block) * block)
    padded[: len(values)] = values
    within = np.cumsum(padded.reshape(-1, block), axis=1)
    within[1:] += np.cumsum(within[:-1, -1])[:, None]
    result: FloatArray = within.ravel()[: len(values)]
    return result
