"""What thresholds between two listed ones might be worth: each cell by the corners of what its rows can add."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from evalcore.counts.table import Cells, ThresholdCounts
from evalcore.support.arrays import FloatArray, IndexArray

TIED: Final = 1e-12  # share of a value: less is no difference


class Corners(NamedTuple):
    """What thresholds inside some cells decide at the ends of what is possible: between lies whatever they do.

    Parameters
    ----------
    none, good, bad, all : Cells
        Of the rows of each cell none is above the threshold, all positive ones alone, all negative ones alone, or all.
    """

    none: Cells
    good: Cells
    bad: Cells
    all: Cells


Hope = Callable[[Corners], FloatArray]


def cells_cut(counts: ThresholdCounts, top: FloatArray) -> IndexArray:
    """Return the rows of a table whose cells hold several scores; `top` has the highest of each, none for +inf."""
    return np.flatnonzero(counts.threshold[1:] < top) + 1


def hopeful_rows(counts: ThresholdCounts, rows: IndexArray, hope: Hope, best: float) -> tuple[IndexArray, FloatArray]:
    """Return which of some rows hold a better value than `best` between them and the row above, the best first.

    `hope` says for the corners of cells what is best there; with it what each row might be worth.
    """
    if not len(rows):
        return rows, np.empty(0)
    found = np.asarray(hope(corners(counts, rows)), dtype=np.float64)
    least = best + TIED * abs(best) if math.isfinite(best) else -math.inf
    good = np.flatnonzero(found > least)
    order = good[np.argsort(-found[good], kind="stable")]
    return rows[order], found[order]


def corners(counts: ThresholdCounts, rows: IndexArray) -> Corners:
    """Return the corners of the cells that end at some rows of a table, none of them that of +inf."""
    tp, fp = (counts.tp[rows - 1], counts.tp[rows]), (counts.fp[rows - 1], counts.fp[rows])

    def at(i: int, j: int) -> Cells:
        """Return the four counts with few or many true and false positives."""
        return Cells(tp[i], fp[j], counts.n_pos - tp[i], counts.n_neg - fp[j])

    return Corners(at(0, 0), at(1, 0), at(0, 1), at(1, 1))
