"""The best threshold of all scores there are: only cells that might hold it are read again."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from evalcore.counts import Cells, ConfusionMatrix, ThresholdCounts
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

_TIED: Final = 1e-12
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
    table, counts = cells.table, cells.counts
    n_cells = n_rows = 0
    if value is None:
        return BestThreshold(math.nan, math.nan, None, frozen(np.empty(0)), counts, reason=one_class(counts))
    for _pass in range(_MOST_PASSES):
        values = _values(value, counts)
        best = float(np.nanmax(values)) if not np.isnan(values).all() else -math.inf
        hopeful = _hopeful(table, value, best)[: MOST_FINER // 8]
        if not len(hopeful):
            break
        rows = (table.n_pos + table.n_neg)[hopeful]
        n_cells, n_rows = n_cells + len(hopeful), n_rows + int(rows.sum())
        split = split_into(table, np.sort(hopeful), np.square((table.n_pos + table.n_neg).astype(np.float64)))
        table = table.replaced(split.chosen, cells.source.finer_cells(cells.asked, cells.score, split, watch))
        counts = as_counts(table)
    if not math.isfinite(best):
        reason = one_class(counts) or UNDEFINED
        return BestThreshold(math.nan, math.nan, None, frozen(np.empty(0)), counts, n_cells, n_rows, reason)
    tied = np.flatnonzero(values >= best - _TIED * abs(best))
    threshold = float(counts.threshold[tied[0]])
    matrix = counts.at(threshold)
    shown = -best + 0.0 if is_cost else best
    return BestThreshold(threshold, shown, matrix, frozen(counts.threshold[tied]), counts, n_cells, n_rows)


def _values(value: Value, counts: ThresholdCounts) -> FloatArray:
    return np.asarray(value(counts.cells(np.arange(len(counts)))), dtype=np.float64)


def _hopeful(table: Table, value: Value, best: float) -> np.ndarray:
    """Return the cells with several scores that might hold a better threshold, the most hopeful first."""
    cut = np.flatnonzero(table.low < table.high)
    tp = np.cumsum(table.n_pos[::-1])[::-1]  # with all positives of the cell
    fp = np.cumsum(table.n_neg[::-1])[::-1] - table.n_neg
    if not len(cut):
        return cut
    corner = Cells(tp[cut], fp[cut], tp[0] - tp[cut], table.n_neg.sum() - fp[cut])
    hope = np.asarray(value(corner), dtype=np.float64)
    good = np.flatnonzero(hope > best + _TIED * abs(best)) if math.isfinite(best) else np.arange(len(cut))
    return cut[good[np.argsort(-hope[good], kind="stable")]]
