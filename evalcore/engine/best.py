"""The best threshold of all scores there are: only cells that might hold it are read again."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from evalcore.counts import Cells, ConfusionMatrix, ThresholdCounts
from evalcore.counts.corners import TIED, Hope, cells_cut, hopeful_rows
from evalcore.counts.reasons import one_class
from evalcore.engine.counting import as_counts
from evalcore.engine.finer import MOST_FINER, split_into
from evalcore.engine.tally import Table
from evalcore.engine.watch import Watch
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import share
from evalcore.support.results import Result

if TYPE_CHECKING:
    from evalcore.engine.cells import ScoreCells

_MOST_PASSES: Final = 70  # each cuts a cell in two at least, and a number has 64 bits
UNDEFINED: Final = Message("The value is undefined at every threshold.")
Value = Callable[[Cells], FloatArray]


@dataclass(frozen=True, eq=False)
class BestThreshold(Result):
    """Which threshold is best, of all scores there are?

    Parameters
    ----------
    threshold : float
        The highest of those that tie and were read; nan where there is none.
    value : float
        The metric there, or the mean cost; no score of the source has a better one.
    matrix : ConfusionMatrix or None
    tied : (t,) float64
        All that tie and were read, descending.
    counts : ThresholdCounts
        With the cells that were read again at full resolution.
    n_cells, n_rows : int
        Cells and rows that were read again.
    reason : Message or None
        Why there is none.
    """

    threshold: float
    value: float
    matrix: ConfusionMatrix | None
    tied: FloatArray
    counts: ThresholdCounts
    n_cells: int = 0
    n_rows: int = 0
    reason: Message | None = None


def mean_cost(counts: ThresholdCounts, cost_fn: float, cost_fp: float, prevalence: float | None) -> Value | None:
    """Return the mean cost of a case, its sign turned so that more is better; None without rows of both classes."""
    if one_class(counts) is not None:
        return None
    p = counts.prevalence if prevalence is None else share(prevalence, "prevalence")
    of_fn, of_fp = cost_fn * p / counts.n_pos, cost_fp * (1 - p) / counts.n_neg
    return lambda cells: -(of_fn * cells.fn + of_fp * cells.fp)


def best_threshold(
    cells: ScoreCells, value: Value | None, watch: Watch | None, *, is_cost: bool = False
) -> BestThreshold:
    """Return the best threshold; see `ScoreCells.best`."""
    if value is None:
        return BestThreshold(
            math.nan, math.nan, None, frozen(np.empty(0)), cells.counts, reason=one_class(cells.counts)
        )
    _table, counts, values, n_cells, n_rows = searched(cells, value, lambda corners: value(corners.good), watch)
    best = _best_of(values)
    if not math.isfinite(best):
        reason = one_class(counts) or UNDEFINED
        return BestThreshold(math.nan, math.nan, None, frozen(np.empty(0)), counts, n_cells, n_rows, reason)
    tied = np.flatnonzero(values >= best - TIED * abs(best))
    threshold = float(counts.threshold[tied[0]])
    matrix = counts.at(threshold)
    shown = -best + 0.0 if is_cost else best
    return BestThreshold(threshold, shown, matrix, frozen(counts.threshold[tied]), counts, n_cells, n_rows)


class Searched(NamedTuple):
    """What a search has come to: the cells, the value at each of their thresholds, and what was read again."""

    table: Table
    counts: ThresholdCounts
    values: FloatArray
    n_cells: int
    n_rows: int


def searched(cells: ScoreCells, value: Value, hope: Hope, watch: Watch | None) -> Searched:
    """Cut all cells that might hold a better threshold than those that are listed, until none might."""
    table, counts = cells.table, cells.counts
    n_cells = n_rows = 0
    for _pass in range(_MOST_PASSES):
        values = _values(value, counts)
        hopeful, _hopes = hopeful_rows(counts, cells_cut(counts, table.high[::-1]), hope, _best_of(values))
        chosen = len(table) - hopeful[: MOST_FINER // 8]  # the table ascends, and has no row for +inf
        if not len(chosen):
            break
        rows = (table.n_pos + table.n_neg)[chosen]
        n_cells, n_rows = n_cells + len(chosen), n_rows + int(rows.sum())
        split = split_into(table, np.sort(chosen), np.square((table.n_pos + table.n_neg).astype(np.float64)))
        table = table.replaced(split.chosen, cells.source.finer_cells(cells.asked, cells.score, split, watch))
        counts = as_counts(table)
    return Searched(table, counts, values, n_cells, n_rows)


def _best_of(values: FloatArray) -> float:
    known = values[~np.isnan(values)]
    return float(known.max()) if len(known) else -math.inf


def _values(value: Value, counts: ThresholdCounts) -> FloatArray:
    return np.asarray(value(counts.cells(np.arange(len(counts)))), dtype=np.float64)
