"""Two models on the same rows, where the rows stay in the source."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from scipy import special

from evalcore.counts.reasons import one_class
from evalcore.engine.cells import ScoreCells
from evalcore.engine.counting import Asked
from evalcore.engine.dialect import Dialect
from evalcore.engine.tally import Table
from evalcore.engine.watch import Watch
from evalcore.errors import Message
from evalcore.intervals.auc_variance import too_few
from evalcore.support.arrays import BoolArray, FloatArray, IndexArray
from evalcore.support.results import Result

ALIKE = Message("Both models put all rows in the same order, so they cannot be told apart.")
CONFIDENCE = 0.95


@dataclass(frozen=True, eq=False)
class Comparison(Result):
    """Do two models that scored the same rows differ?

    Parameters
    ----------
    a, b : ScoreCells
        Of the same rows.
    difference : float in [-1, 1]
        AUC of a minus AUC of b, rows of one cell as tied.
    open_low, open_high : float
        Between them lies the difference of these rows, whatever their order inside the cells.
    standard_error : float
        DeLong's, of the difference.
    low, high : float
        The 95% interval by it, which says how far rows drawn at random may lead astray.
    statistic, pvalue : float
        z and its two-sided p.
    only_a, only_b : int
        Rows on which only a, or only b, is right at the thresholds; 0 where none were asked for.
    both, neither : int
        Rows on which both are right, or none is.
    reason : Message or None
        Why something is nan.
    """

    a: ScoreCells
    b: ScoreCells
    difference: float
    open_low: float
    open_high: float
    standard_error: float
    low: float
    high: float
    statistic: float
    pvalue: float
    only_a: int = field(default=0, kw_only=True)
    only_b: int = field(default=0, kw_only=True)
    both: int = field(default=0, kw_only=True)
    neither: int = field(default=0, kw_only=True)
    reason: Message | None = field(default=None, kw_only=True)


def compared(
    dialect: Dialect,
    asked: Asked,
    a: ScoreCells,
    b: ScoreCells,
    *,
    thresholds: tuple[float, float] | None,
    watch: Watch,
) -> Comparison:
    """Compare two models by their cells and one pass over the rows.

    Notes
    -----
    Each row's placement is the share of the rows of the other class that it is ordered rightly against, rows of its own
    cell as half. With d the difference of a row's two placements, SE² = s²(d of positives) / P + s²(d of negatives) / N
    (DeLong's variance with its covariance). Cells of 1e-4 give it to 2e-6 of its value, and these are finer.
    *Undefined when* a class has fewer than two rows.
    """
    sums, right = _Sums(), np.zeros((2, 2), dtype=np.int64)
    undefined = one_class(a.counts) or too_few(a.counts.n_pos, a.counts.n_neg)
    places = [None if undefined else _Placements(cells) for cells in (a, b)]
    if undefined is None or thresholds is not None:
        for rows in asked.reading(dialect, watch).rows(asked.rows_all, "refining"):
            positive = rows.truth == 1
            if places[0] is not None and places[1] is not None:
                sums.add(places[0].of(rows.numbers[0], positive) - places[1].of(rows.numbers[1], positive), positive)
            if thresholds is not None:
                correct = [(score >= t) == positive for score, t in zip(rows.numbers, thresholds, strict=False)]
                right += np.bincount(2 * correct[0] + correct[1], minlength=4).reshape(2, 2)
    found = _NOTHING if undefined is not None else _test(a, b, sums)
    return Comparison(
        a,
        b,
        *found,
        only_a=int(right[1, 0]),
        only_b=int(right[0, 1]),
        both=int(right[1, 1]),
        neither=int(right[0, 0]),
        reason=undefined or (None if sums.varies else ALIKE),
    )


class _Test(NamedTuple):
    """The numbers of a `Comparison`, in its order."""

    difference: float
    open_low: float
    open_high: float
    standard_error: float
    low: float
    high: float
    statistic: float
    pvalue: float


_NOTHING: Final = _Test(*[math.nan] * 8)


def _test(a: ScoreCells, b: ScoreCells, sums: _Sums) -> _Test:
    """Return DeLong's test."""
    difference, error = _auc(a) - _auc(b), sums.error
    half = float(special.ndtri((1 + CONFIDENCE) / 2)) * error
    statistic = difference / error if error > 0 else math.nan
    pvalue = float(2 * special.ndtr(-abs(statistic))) if error > 0 else 1.0 if difference == 0 else math.nan
    return _Test(
        difference,
        a.auc_low - b.auc_high,
        a.auc_high - b.auc_low,
        error,
        max(difference - half, -1.0),
        min(difference + half, 1.0),
        statistic,
        pvalue,
    )


def _auc(cells: ScoreCells) -> float:
    counts = cells.counts
    return counts.rates.twice_area / (2 * counts.n_pos * counts.n_neg)


class _Sums:
    """Sums of differences and of their squares, by class."""

    def __init__(self) -> None:
        self._parts: list[tuple[list[float], list[float], int]] = [([], [], 0), ([], [], 0)]

    def add(self, difference: FloatArray, positive: BoolArray) -> None:
        """Add rows."""
        for i, mine in enumerate((difference[~positive], difference[positive])):
            sums, squares, n = self._parts[i]
            sums.append(float(mine.sum()))
            squares.append(float(np.square(mine).sum()))
            self._parts[i] = sums, squares, n + len(mine)

    @property
    def varies(self) -> bool:
        """Whether any row's placements differ."""
        return any(math.fsum(squares) > 0 for _sums, squares, _n in self._parts)

    @property
    def error(self) -> float:
        """DeLong's standard error."""
        variance = 0.0
        for sums, squares, n in self._parts:
            spread = math.fsum(squares) - math.fsum(sums) ** 2 / n
            variance += max(spread, 0.0) / (n - 1) / n
        return math.sqrt(variance)


class _Placements:
    """The placement of any score of a source, looked up by its cell."""

    def __init__(self, cells: ScoreCells) -> None:
        table: Table = cells.table
        self._find = CellOf(cells)
        n_pos, n_neg = float(table.n_pos.sum()), float(table.n_neg.sum())
        neg_below = np.cumsum(table.n_neg) - table.n_neg
        pos_above = np.cumsum(table.n_pos[::-1])[::-1] - table.n_pos
        of_pos = (neg_below + table.n_neg / 2) / n_neg
        of_neg = (pos_above + table.n_pos / 2) / n_pos
        self._of = np.stack([of_neg, of_pos], axis=1).ravel()

    def of(self, score: FloatArray, positive: BoolArray) -> FloatArray:
        """Return the placements of rows."""
        return self._of.take(2 * self._find(score) + positive)


class CellOf:
    """Which cell of a table each of its rows' scores lies in, by a table of the cells of the grid."""

    def __init__(self, cells: ScoreCells) -> None:
        self._low, self._grid = cells.table.low, cells.grid
        cell = self._grid.of(self._low).astype(np.int64)
        self._start = int(cell[0])
        every = np.arange(self._start, int(cell[-1]) + 2)
        first = np.searchsorted(cell, every, side="left")
        self._first = first[:-1]
        self._is_cut = np.diff(first) > 1
        self._any_cut = bool(self._is_cut.any())

    def __call__(self, score: FloatArray) -> IndexArray:
        """Return the places of the cells."""
        place = self._grid.of(score).astype(np.intp)
        place -= self._start
        found: IndexArray = self._first.take(place)
        if self._any_cut:
            cut = np.flatnonzero(self._is_cut.take(place))
            found[cut] = np.searchsorted(self._low, score[cut], side="right") - 1
        return found
