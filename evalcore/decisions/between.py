"""What a wish might be worth between the thresholds at which counts of a source are exact; how that is found out."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from evalcore.counts import Cells, Grouped
from evalcore.counts.corners import Corners, cells_cut, hopeful_rows
from evalcore.decisions._wished import Reader
from evalcore.decisions.choice import fulfil
from evalcore.decisions.wish import Wish
from evalcore.engine.cells import ScoreCells
from evalcore.engine.watch import Watch
from evalcore.support.arrays import FloatArray
from evalcore.support.results import Result


@dataclass(frozen=True)
class Possible(Result):
    """Between which values lies that of the best threshold of all scores?

    Parameters
    ----------
    low, high : float
        At the best listed threshold, and the best that a score between two might have; nan where there is none.
    n_cells, n_rows : int
        In how many cells it may lie, and rows in them.
    """

    low: float
    high: float
    n_cells: int
    n_rows: int

    @property
    def is_exact(self) -> bool:
        """Whether no score in between does better."""
        return not self.n_cells


def possible(grouped: Grouped, wish: Wish) -> Possible:
    """Between which values lies that of the best threshold of all scores?

    Parameters
    ----------
    grouped : Grouped
        Counts of a source.
    wish : Wish

    Returns
    -------
    Possible
        *Undefined when* no listed threshold does what is wished: `low` is nan, and `high` where none can in between.

    Notes
    -----
    Inside a cell the counts lie between four corners: none of its rows above the threshold, all, or those of one class
    alone. Every metric rises or falls in TP and in FP, each while the other stays, so it is largest at one of them. A
    condition may hold where it does at any.
    """
    counts, reader = grouped.counts, Reader.of(grouped.counts, wish)
    listed = fulfil(counts, wish)
    best = reader.sign * listed.value if listed.reached else -math.inf
    rows, hopes = hopeful_rows(counts, cells_cut(counts, grouped.top), lambda ends: _hope(reader, ends), best)
    called = counts.tp + counts.fp
    n_rows = int((called[rows] - called[rows - 1]).sum())
    high = reader.sign * float(hopes[0]) + 0.0 if len(rows) else listed.value
    return Possible(listed.value, high, len(rows), n_rows)


def exactly(cells: ScoreCells, wish: Wish, *, turned: bool = False, watch: Watch | None = None) -> ScoreCells:
    """Return cells of a source cut so that `fulfil` finds the best threshold of all scores.

    Parameters
    ----------
    cells : ScoreCells
    wish : Wish
    turned : bool
        Whether the other class is looked for.
    watch : Watch, optional

    Returns
    -------
    ScoreCells
        Only cells that might hold a better threshold are read again. Where no score does what is wished, the nearest
        rule is that of the listed thresholds.
    """
    counts = cells.counts
    table = type(counts)(counts.threshold, counts.fp, counts.tp) if turned else counts
    reader = Reader.of(table, wish)

    def value(found: Cells) -> FloatArray:
        """Return what is to be best, -inf where the wish is not fulfilled."""
        return reader.candidates(_turned(found) if turned else found)

    def hope(ends: Corners) -> FloatArray:
        """Return what is best at the corners."""
        return _hope(reader, Corners(*map(_turned, ends)) if turned else ends)

    return cells.search(value, hope, watch=watch)


def _turned(cells: Cells) -> Cells:
    """Return the cells with the other class as the positive one, which is then predicted where this one is."""
    return Cells(cells.fp, cells.tp, cells.tn, cells.fn)


def _hope(reader: Reader, ends: Corners) -> FloatArray:
    """Return the best that a threshold inside each cell may be worth, -inf where none can do what is wished."""
    good = np.array([reader.goodness(one) for one in ends])
    hope: FloatArray = np.where(np.isnan(good), -np.inf, good).max(axis=0)
    for one in reader.conditions:
        may_hold = np.any([reader.miss(one, end) <= 0 for end in ends], axis=0)
        hope = np.where(may_hold, hope, -np.inf)
    return hope
