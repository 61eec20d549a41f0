"""Finer cells where the order of the rows inside matters most, in further passes over those rows alone."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalcore.counts import ThresholdCounts
from evalcore.engine.bounds import bounds, shares, standard_errors
from evalcore.engine.grid import ordered
from evalcore.engine.tally import Table
from evalcore.support.arrays import BoolArray, FloatArray, IndexArray, IntArray

MOST_ROUNDS: Final = 8
MOST_FINER: Final = 1 << 19  # cells of one pass
SHARE: Final = 0.1  # of the standard error that the cells may leave open
_NO_ERROR: Final = 1e-5  # what they may leave open where there is no standard error
_LEAST: Final = 1e-9  # nobody tells areas apart that differ by less


class Split(NamedTuple):
    """How cells are cut: into `size` parts each, of 2^`shift` neighbouring numbers; the first has place `start`."""

    chosen: IndexArray
    low: FloatArray
    high: FloatArray
    base: NDArray[np.uint64]
    shift: NDArray[np.uint64]
    size: IntArray
    start: IntArray


def to_refine(table: Table, counts: ThresholdCounts, tolerance: float | None, most: int = MOST_FINER) -> Split | None:
    """Return the cells to cut so that AUC and average precision are known well enough; None where they are.

    Well enough is a tenth of their standard errors, or `tolerance`. The fewest cells are cut that leave half of that to
    the others, and each into the more parts the more it leaves open; into `most` parts together.
    """
    if not (counts.n_pos and counts.n_neg):
        return None
    found, errors = bounds(counts, table), standard_errors(counts)
    gaps = shares(table)
    weight = np.zeros(len(table))
    worst = 0.0
    for gap, width, error in (
        (gaps.auc, (found.auc_high - found.auc_low) / 2, errors.auc),
        ((gaps.ap_down + gaps.ap_up) / 2, (found.ap_high - found.ap_low) / 2, errors.ap),
    ):
        target = allowed(error, tolerance)
        worst = max(worst, width / target)
        weight += gap / target
    if worst <= 1:
        return None
    order = np.argsort(-weight, kind="stable")
    left = weight.sum() - np.cumsum(weight[order])
    n = min(int(np.searchsorted(-left, -0.5)) + 1, max(most // 4, 1), int(np.count_nonzero(weight)))
    return split_into(table, np.sort(order[:n]), weight, most)


def allowed(error: float, tolerance: float | None) -> float:
    """Return what the cells may leave open of an area with this standard error."""
    if tolerance is not None:
        return max(tolerance, _LEAST)
    return max(SHARE * error if error > 0 else _NO_ERROR, _LEAST)


def split_into(table: Table, index: IndexArray, weight: FloatArray, most: int = MOST_FINER) -> Split:
    """Return how to cut some cells, ascending, the more finely the greater their weight."""
    root = np.sqrt(weight[index])
    rows = (table.n_pos + table.n_neg)[index]
    wanted = np.maximum(most // 2 * root / root.sum(), 2.0)
    if table.n_pos.dtype.kind == "i":  # of weights nobody knows how many rows they are
        wanted = np.maximum(np.minimum(wanted, 8.0 * rows), 2.0)
    low, high = table.low[index], table.high[index]
    base = ordered(low)
    width = ordered(high) - base
    bits = np.floor(np.log2(wanted)).astype(np.int64)
    length = np.array([int(one).bit_length() for one in width.tolist()], dtype=np.int64)
    shift = np.maximum(length - bits, 0).astype(np.uint64)
    size = (width >> shift).astype(np.int64) + 1
    return Split(index, low, high, base, shift, size, np.cumsum(size) - size)


class FinerTally:
    """Counts by the parts of cells that are cut."""

    def __init__(self, split: Split, *, weighted: bool) -> None:
        self._split = split
        n = int(split.size.sum())
        self._low, self._high = np.full(n, np.inf), np.full(n, -np.inf)
        self._n = np.zeros(2 * n, dtype=np.float64 if weighted else np.int64)

    def add(self, score: FloatArray, truth: NDArray[np.uint8], weight: FloatArray | None = None) -> None:
        """Count those of the rows that lie in the cells."""
        split = self._split
        row, cell = inside(score, split.low, split.high)
        if not len(row):
            return
        score = score[row]
        part = (ordered(score) - split.base[cell]) >> split.shift[cell]
        place = split.start[cell] + part.astype(np.int64)
        np.minimum.at(self._low, place, score)
        np.maximum.at(self._high, place, score)
        np.add.at(self._n, 2 * place + truth[row], 1 if weight is None else weight[row])

    def table(self) -> Table:
        """Return the parts that hold rows."""
        held = np.flatnonzero(self._low <= self._high)
        n = self._n.reshape(-1, 2)[held]
        return Table(self._low[held] + 0.0, self._high[held] + 0.0, n[:, 1], n[:, 0])


def inside(score: FloatArray, low: FloatArray, high: FloatArray) -> tuple[IndexArray, IndexArray]:
    """Return which rows lie in one of some ascending intervals, and in which."""
    if not len(low):
        none = np.empty(0, dtype=np.intp)
        return none, none
    near: BoolArray = (score >= low[0]) & (score <= high[-1])
    row = np.flatnonzero(near)
    cell = np.searchsorted(low, score[row], side="right") - 1
    held = score[row] <= high[cell]
    return row[held], cell[held]
