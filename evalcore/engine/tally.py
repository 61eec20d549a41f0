"""Rows counted by cell while batch after batch comes, in any order, with memory for the cells and not for the rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from evalcore.engine.grid import MOST_CELLS, Grid, places
from evalcore.support.arrays import CountArray, FloatArray, IntArray

ROOM = 0.25  # of the cells there are, added where scores lie beyond: the next may lie a little farther


class OutOfReachError(Exception):
    """Scores whose range no decimal grid reaches."""


@dataclass(frozen=True, eq=False)
class Table:
    """Cells that hold rows, ascending: lowest and highest score, positive and negative rows (or sums of weights)."""

    low: FloatArray
    high: FloatArray
    n_pos: CountArray
    n_neg: CountArray

    def __len__(self) -> int:
        return len(self.low)

    def take(self, index: NDArray[np.intp] | NDArray[np.bool_]) -> Self:
        """Return some of the cells."""
        return type(self)(self.low[index], self.high[index], self.n_pos[index], self.n_neg[index])

    def replaced(self, index: NDArray[np.intp], by: Table) -> Self:
        """Return the table with some cells replaced by finer ones."""
        kept = np.ones(len(self), dtype=np.bool_)
        kept[index] = False
        pairs = [(getattr(self, name)[kept], getattr(by, name)) for name in ("low", "high", "n_pos", "n_neg")]
        low, *others = (np.concatenate(pair) for pair in pairs)
        order = np.argsort(low)
        return type(self)(low[order], *(array[order] for array in others))


class Tally:
    """Counts by cell of one score, for one group of rows or several.

    The grid follows from the range of the scores so far: it begins fine and becomes coarser by whole cells as they
    reach farther, so that it is the same in the end in whichever order rows come.

    Parameters
    ----------
    groups : int
    most : int
        Cells of all groups together.
    weighted, binary : bool
    """

    def __init__(
        self, groups: int = 1, *, most: int = MOST_CELLS, weighted: bool = False, binary: bool = False
    ) -> None:
        self.groups, self.most, self.binary = groups, max(most // groups, 16), binary
        self.grid: Grid | None = None
        self.first = 0  # cell of the first place
        self._range = (np.inf, -np.inf)
        self._kind = np.float64 if weighted else np.int64
        self._make(0)

    def add(
        self,
        score: FloatArray,
        truth: NDArray[np.uint8],
        group: IntArray | None = None,
        weight: FloatArray | None = None,
    ) -> None:
        """Count rows: finite scores, truth 1 or 0, the number of the group, a weight above 0."""
        if not len(score):
            return
        self._reach(float(score.min()), float(score.max()))
        assert self.grid is not None
        place = places(self.grid.of(score), self.first)
        if group is not None:
            place += group * self.size
        np.minimum.at(self.low, place, score)
        np.maximum.at(self.high, place, score)
        place *= 2
        place += truth
        np.add.at(self.n, place, 1 if weight is None else weight)

    def table(self, group: int = 0) -> Table:
        """Return the cells that hold rows of a group."""
        part = slice(group * self.size, (group + 1) * self.size)
        low, high, n = self.low[part], self.high[part], self.n.reshape(-1, 2)[part]
        held = np.flatnonzero(low <= high)
        return Table(low[held] + 0.0, high[held] + 0.0, n[held, 1], n[held, 0])

    def _make(self, size: int) -> None:
        self.size = size
        self.low = np.full(self.groups * size, np.inf)
        self.high = np.full(self.groups * size, -np.inf)
        self.n = np.zeros(self.groups * size * 2, dtype=self._kind)

    def _reach(self, low: float, high: float) -> None:
        """Make room for scores from low to high."""
        if self._range[0] <= low and high <= self._range[1]:
            return
        low, high = min(low, self._range[0]), max(high, self._range[1])
        self._range = low, high
        grid = Grid.finest(low, high, self.most, binary=self.binary)
        if grid is None:
            raise OutOfReachError
        if self.grid is None:
            self.grid = grid
        while self.grid.digits > grid.digits:
            self._coarsen()
        first, last = (int(cell) for cell in self.grid.of(np.array([low, high])))
        if self.first <= first and last < self.first + self.size:
            return
        spare = int(ROOM * (last - first + 1))
        self._move(first - spare, last - first + 1 + 2 * spare)

    def _move(self, first: int, size: int) -> None:
        """Keep the counts in a longer table, which begins with another cell."""
        before, n, low, high = self.size, self.n, self.low, self.high
        shift = self.first - first
        self._make(size)
        self.first = first
        if not before:
            return
        # Places that are left out hold nothing: they were spare.
        source = slice(max(-shift, 0), min(before, size - shift))
        target = slice(source.start + shift, source.stop + shift)
        for mine, theirs, width in ((self.low, low, 1), (self.high, high, 1), (self.n, n, 2)):
            shape = (self.groups, -1, width)
            mine.reshape(shape)[:, target] = theirs.reshape(self.groups, before, width)[:, source]

    def _coarsen(self) -> None:
        """Join the cells to those of the next coarser grid."""
        assert self.grid is not None
        ratio = self.grid.ratio
        self.grid = self.grid.coarser()
        if not self.size:
            return
        first = self.first // ratio
        front = self.first - first * ratio
        size = -(-(front + self.size) // ratio)
        before, n, low, high = self.size, self.n, self.low, self.high
        self.first = first
        self._make(size)
        for mine, theirs, width, join in (
            (self.low, low, 1, np.minimum),
            (self.high, high, 1, np.maximum),
            (self.n, n, 2, np.add),
        ):
            wide = np.full((self.groups, size * ratio, width), {1: mine[0], 2: 0}[width], dtype=mine.dtype)
            wide[:, front : front + before] = theirs.reshape(self.groups, before, width)
            mine[:] = join.reduce(wide.reshape(self.groups, size, ratio, width), axis=2).ravel()
