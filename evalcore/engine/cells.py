"""What a source says of one score: counts by cell, what the cells leave open, and how to ask for the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from evalcore.counts import Cells, ConfusionMatrix, ThresholdCounts
from evalcore.counts.corners import Corners
from evalcore.counts.of_cases import CasesInCells
from evalcore.counts.reasons import one_class
from evalcore.engine.best import BestThreshold, best_threshold, mean_cost, searched
from evalcore.engine.bounds import bounds, open_cells, standard_errors
from evalcore.engine.counting import Asked, between, warnings_of
from evalcore.engine.filters import KNOWN, Filter
from evalcore.engine.grid import Grid
from evalcore.engine.rows import LeftOut
from evalcore.engine.tally import Table
from evalcore.engine.watch import Watch
from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import whole_number
from evalcore.support.results import Result

if TYPE_CHECKING:
    from evalcore.engine.source import Source

PAGE: Final = 50  # rows
MOST_ON_A_PAGE: Final = 1000


@dataclass(frozen=True, eq=False)
class CountBounds(Result):
    """Between which numbers do the four counts at a threshold lie?

    Parameters
    ----------
    threshold : float
    tp_low, tp_high, fp_low, fp_high : int, or float where rows are weighted
        Equal where the threshold is not inside a cell.
    n_pos, n_neg : int or float
    """

    threshold: float
    tp_low: float
    tp_high: float
    fp_low: float
    fp_high: float
    n_pos: float
    n_neg: float

    @property
    def is_exact(self) -> bool:
        """Whether nothing is left open."""
        return self.tp_low == self.tp_high and self.fp_low == self.fp_high

    @property
    def fn_low(self) -> float:
        """Least positive rows predicted negative."""
        return self.n_pos - self.tp_high

    @property
    def fn_high(self) -> float:
        """Most positive rows predicted negative."""
        return self.n_pos - self.tp_low

    @property
    def tn_low(self) -> float:
        """Least negative rows predicted negative."""
        return self.n_neg - self.fp_high

    @property
    def tn_high(self) -> float:
        """Most negative rows predicted negative."""
        return self.n_neg - self.fp_low

    @property
    def n_open(self) -> float:
        """Rows of which the cells do not tell on which side of the threshold they are."""
        return self.tp_high - self.tp_low + self.fp_high - self.fp_low


@dataclass(frozen=True, eq=False)
class RowsPage(Result):
    """Single rows with a score in a range, a page of them, highest score first.

    Parameters
    ----------
    frame : DataFrame
        All columns of the source.
    n_rows : int
        Of all pages.
    page, n_pages : int
        From 0.
    """

    frame: pd.DataFrame
    n_rows: int
    page: int
    n_pages: int

    def to_frame(self) -> pd.DataFrame:
        """Return the rows."""
        return self.frame


@dataclass(frozen=True, eq=False)
class ScoreCells(Result):
    """What do the rows of a source say of one score?

    Parameters
    ----------
    score : str
        Its column.
    counts : ThresholdCounts
        At the lowest score of each cell, exact; and exact at every number of up to `digits` decimals.
    table : Table
        The cells: `.low .high .n_pos .n_neg`, ascending.
    auc_low, auc_high, ap_low, ap_high : float in [0, 1]
        Between them lie AUC and average precision of the rows; nan without rows of one class.
    dropped : tuple of LeftOut
        Rows left out, by column and reason.
    open_cells : int
        Cells that hold rows of both classes with different scores.
    n_rows : int
        Rows that were read, with those left out.
    digits : int
        Decimals of the borders of cells.
    groups : mapping of value to ScoreCells
        Where `by` was asked for; None stands for an empty cell.
    reason : Message or None
        Why AUC and average precision are nan.
    warnings : tuple of Message
        Where they are known less well than a tenth of their standard errors.
    """

    score: str
    counts: ThresholdCounts
    table: Table
    auc_low: float
    auc_high: float
    ap_low: float
    ap_high: float
    dropped: tuple[LeftOut, ...]
    open_cells: int
    n_rows: int
    digits: int
    grid: Grid
    source: Source = field(repr=False)
    asked: Asked = field(repr=False)
    groups: Mapping[Any, ScoreCells] = field(default_factory=dict)
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()

    def __repr__(self) -> str:
        return (
            f"ScoreCells(score={self.score!r}, cells={len(self.table)}, n_pos={self.counts.n_pos}, "
            f"n_neg={self.counts.n_neg}, auc={self.auc_low:.7g}..{self.auc_high:.7g})"
        )

    @property
    def n_dropped(self) -> int:
        """How many rows are left out."""
        return sum(one.count for one in self.dropped)

    @cached_property
    def auc_standard_error(self) -> float:
        """DeLong's, off the cells; nan with weights or fewer than two rows of a class."""
        return standard_errors(self.counts).auc

    def bounds(self, threshold: float) -> CountBounds:
        """Between which numbers do the counts at a threshold lie, without asking the source?"""
        i = int(self.counts.index_of(threshold))
        above = self.counts.cells([i])
        tp, fp = above.tp[0].item(), above.fp[0].item()
        cell = self._around(threshold)
        more = (0, 0) if cell is None else (self.table.n_pos[cell].item(), self.table.n_neg[cell].item())
        return CountBounds(float(threshold), tp, tp + more[0], fp, fp + more[1], self.counts.n_pos, self.counts.n_neg)

    def at(self, threshold: float, *, watch: Watch | None = None) -> ConfusionMatrix:
        """Return the confusion matrix at a threshold, exact; the source is asked only where a cell is cut."""
        cell = self._around(threshold)
        found = self.bounds(threshold)
        tp, fp = found.tp_low, found.fp_low
        if cell is not None:
            more = self.source.count_between(self.asked, self.score, threshold, float(self.table.high[cell]), watch)
            tp, fp = tp + more[0], fp + more[1]
        return ConfusionMatrix.binary(tp, fp, self.counts.n_pos - tp, self.counts.n_neg - fp)

    def cases_at(self, threshold: float, case: str, *, watch: Watch | None = None) -> CasesInCells:
        """Return what each case has in the four cells at a threshold: `metrics.readings` by case need no more.

        Parameters
        ----------
        threshold : float
        case : str
            Column of the case of each row, such as a patient; rows without one are left out.
        watch : Watch, optional
        """
        return self.source.cases_in_cells(self.asked, self.score, case, threshold, watch)

    def best(
        self,
        value: Callable[[Cells], FloatArray] | None = None,
        *,
        cost_fn: float | None = None,
        cost_fp: float | None = None,
        prevalence: float | None = None,
        watch: Watch | None = None,
    ) -> BestThreshold:
        """Which threshold is best, of all scores there are?

        Parameters
        ----------
        value : callable
            A metric such as `metrics.f1`: of arrays of the four counts, the larger the better; it may not fall with TP
            nor rise with FP.
        cost_fn, cost_fp : float >= 0
            In the place of `value`: the least mean cost, with no cost of right decisions.
        prevalence : float in [0, 1], optional
            With costs: share of positive cases where the model is put to work; that of the rows when left out.
        watch : Watch, optional

        Returns
        -------
        BestThreshold

        Notes
        -----
        A cell is read again only if all its positives above all its negatives would beat the best listed value.
        *Undefined when* the value is at all thresholds, or with costs a class has no row.
        """
        if (value is None) == (cost_fn is None or cost_fp is None):
            raise InputError("Either a metric must be named or both costs; got neither, or more. Name one of the two.")
        if value is None:
            assert cost_fn is not None
            assert cost_fp is not None
            return best_threshold(self, mean_cost(self.counts, cost_fn, cost_fp, prevalence), watch, is_cost=True)
        return best_threshold(self, value, watch)

    def search(
        self, value: Callable[[Cells], FloatArray], hope: Callable[[Corners], FloatArray], *, watch: Watch | None = None
    ) -> ScoreCells:
        """Return the same with those cells cut that might hold a better threshold, until none might.

        Parameters
        ----------
        value : callable
            Of arrays of the four counts, the larger the better; nan or -inf where it is no value.
        hope : callable
            Of the corners of cells: the largest value a threshold inside each may have, -inf where it has none.
        watch : Watch, optional
        """
        found = searched(self, value, hope, watch)
        areas = bounds(found.counts, found.table)
        return replace(
            self,
            counts=found.counts,
            table=found.table,
            open_cells=int(np.count_nonzero(open_cells(found.table))),
            auc_low=areas.auc_low,
            auc_high=areas.auc_high,
            ap_low=areas.ap_low,
            ap_high=areas.ap_high,
        )

    def rows(
        self, low: float = -np.inf, high: float = np.inf, *, page: int = 0, size: int = PAGE, watch: Watch | None = None
    ) -> RowsPage:
        """Return single rows with a score from low to high, both included, a page of them."""
        page, size = whole_number(page, "page", least=0), min(whole_number(size, "size", least=1), MOST_ON_A_PAGE)
        largest = float(np.finfo(np.float64).max)
        chosen = (
            *self.asked.filters,
            Filter(self.asked.truth.column, KNOWN),
            *between(self.score, max(low, -largest), min(high, largest)),
        )
        n, frame = self.source.page_of(chosen, self.score, page * size, size, watch)
        return RowsPage(frame, n, page, max(-(-n // size), 1))

    def _around(self, threshold: float) -> int | None:
        """Return the cell that a threshold cuts: some of its scores may be below and some are not; None without."""
        i = int(np.searchsorted(self.table.low, threshold, side="left")) - 1
        return i if i >= 0 and threshold <= self.table.high[i] else None


def score_cells(
    score: str,
    counts: ThresholdCounts,
    table: Table,
    *,
    grid: Grid,
    dropped: tuple[LeftOut, ...],
    n_rows: int,
    source: Source,
    asked: Asked,
    groups: Mapping[Any, ScoreCells] | None = None,
) -> ScoreCells:
    """Return what the cells of a score say."""
    found = bounds(counts, table)
    return ScoreCells(
        score,
        counts,
        table,
        *found,
        dropped=dropped,
        open_cells=int(np.count_nonzero(open_cells(table))),
        n_rows=n_rows,
        digits=0 if grid.binary else grid.digits,
        grid=grid,
        source=source,
        asked=asked,
        groups=groups or {},
        reason=one_class(counts),
        warnings=warnings_of(table, counts, asked.tolerance),
    )
