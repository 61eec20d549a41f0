"""One sort of a score column, and the cumulative counts at its distinct values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evalcore.support.arrays import BoolArray, CountArray, FloatArray
from evalcore.support.blocks import BLOCK, MANY_ROWS, blocks, in_two, running_sum

Table = tuple[FloatArray, CountArray, CountArray]
Keys = NDArray[np.uint64]

ONE = np.uint64(1)


def table_of_rows(y_true: BoolArray, score: FloatArray) -> Table:
    """Return threshold, tp and fp, +inf first, of rows that count once each, by sorting keys.

    The bits of a float >= 0 are ordered like the float and leave the sign bit free; shifted by it they make room for
    the label, so that one integer holds the whole row. The bits of scores >= 0 are inverted, so that ascending keys
    are descending scores; magnitudes of scores < 0 ascend as they are.
    """
    n = len(score)
    keys = np.empty(n + 1, dtype=np.uint64)  # row 0 is for +inf
    tp, fp = np.empty(n + 1, dtype=np.int64), np.empty(n + 1, dtype=np.int64)
    tp[0] = fp[0] = 0
    below = _pack(y_true, score, keys[1:]) + 1
    tied = _sort_and_count(keys, tp, fp, slice(1, below), inverted=True)
    tied |= _sort_and_count(keys, tp, fp, slice(below, n + 1), inverted=False)
    threshold = keys.view(np.float64)  # without their labels the keys are the scores again
    threshold[0] = np.inf
    np.negative(threshold[below:], out=threshold[below:])
    if not tied:
        return threshold, tp, fp
    last_of_tie = np.append(np.flatnonzero(threshold[1:] != threshold[:-1]), n)
    return threshold[last_of_tie], tp[last_of_tie], fp[last_of_tie]


def _pack(y_true: BoolArray, score: FloatArray, keys: Keys) -> int:
    """Fill in the keys, those of scores >= 0 first, and return how many these are."""
    bits = score.view(np.uint64)

    def all_upper(start: int, stop: int) -> bool:
        """Fill in the keys of some rows; say False at the first block with a score below 0."""
        for rows in blocks(start, stop):
            if score[rows].min() < 0:
                return False
            _pack_upper(y_true[rows], bits[rows], keys[rows])
        return True

    if all(in_two(all_upper, 0, len(score))):
        return len(score)
    upper = score >= 0
    below = ~upper
    n_upper = int(np.count_nonzero(upper))
    _pack_upper(y_true[upper], bits[upper], keys[:n_upper])
    np.left_shift(bits[below], ONE, out=keys[n_upper:])
    np.bitwise_or(keys[n_upper:], y_true[below], out=keys[n_upper:])
    return n_upper


def _pack_upper(y_true: BoolArray, bits: Keys, keys: Keys) -> None:
    """Fill in the keys of scores >= 0: all bits inverted but the label, which is the lowest.

    The bits of 0.5 are 3fe0000000000000 and those of 0.25 are 3fd0000000000000. Shifted they are 7fc0... and 7fa0...;
    inverted the higher score has the lower key, and the last digit is f of a positive and e of a negative row.

    >>> keys = np.empty(3, dtype=np.uint64)
    >>> _pack_upper(np.array([True, False, True]), np.array([0.5, 0.5, 0.25]).view(np.uint64), keys)
    >>> [f"{key:x}" for key in keys.tolist()]
    ['803fffffffffffff', '803ffffffffffffe', '805fffffffffffff']
    """
    np.left_shift(bits, ONE, out=keys)
    np.bitwise_or(keys, ~y_true, out=keys)
    np.invert(keys, out=keys)


def _sort_and_count(keys: Keys, tp: CountArray, fp: CountArray, part: slice, *, inverted: bool) -> bool:
    """Sort keys, turn them into scores, fill in the counts up to each row, and return whether scores are tied."""
    start, stop = part.start, part.stop
    hits_before = {start: tp[start - 1]}
    if stop - start >= MANY_ROWS:
        # the halves can be sorted apart when the lower keys are in the first and its positive rows are counted
        middle = (start + stop) // 2
        keys[part].partition(middle - start)
        labels = np.bitwise_and(keys[start:middle], ONE, out=tp[start:middle].view(np.uint64))
        hits_before[middle] = hits_before[start] + labels.view(np.int64).sum()

    def run(first: int, last: int) -> bool:
        """Sort some keys, count along them, and say whether any are tied."""
        keys[first:last].sort()
        return _count_along(keys, tp, fp, slice(first, last), hits_before[first], inverted=inverted)

    tied = any(in_two(run, start, stop))
    if len(hits_before) == 2:
        tied |= bool(keys[middle - 1] == keys[middle])
    return tied


def _count_along(keys: Keys, tp: CountArray, fp: CountArray, part: slice, before: np.int64, *, inverted: bool) -> bool:
    """Turn sorted keys into scores, fill in the counts up to each row, and return whether scores are tied.

    `before` counts the positive rows before the part. Row r is the r-th, so it has r rows up to it: in the example of
    `_pack_upper` the keys end in e, f, f when sorted, so the labels are 0, 1, 1, tp 0, 1, 2 and fp 1, 1, 1.
    """
    first, last = part.start, part.stop
    tied = False
    row_number = np.arange(first, first + min(BLOCK, last - first))
    for rows in blocks(first, last):
        key, hits = keys[rows], tp[rows]
        np.bitwise_and(key, ONE, out=hits.view(np.uint64))
        if inverted:
            np.invert(key, out=key)
        np.right_shift(key, ONE, out=key)
        hits[0] += before
        np.cumsum(hits, out=hits)
        before = hits[-1]
        np.subtract(row_number[: len(hits)], hits, out=fp[rows])
        row_number += len(hits)
        done = keys[max(rows.start - 1, first) : rows.stop]
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
