"""One sort of a score column, and the cumulative counts at its distinct values."""

from __future__ import annotations

import math

import numpy as np

from evalcore._arrays import BoolArray, CountArray, FloatArray

Table = tuple[FloatArray, CountArray, CountArray]


def table_of_rows(y_true: BoolArray, score: FloatArray) -> Table:
    """Return threshold, tp and fp, +inf first, of rows that count once each."""
    return table_of_groups(score, y_true.astype(np.int64), (~y_true).astype(np.int64))


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
