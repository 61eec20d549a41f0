"""Between which values areas lie when all that is known of some rows is the cell they share."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from evalcore.counts import ThresholdCounts
from evalcore.engine.tally import Table
from evalcore.intervals.auc_variance import variance_of_counts
from evalcore.support.arrays import BoolArray, FloatArray

_ROUNDING = 1e-12  # of sums of a million numbers, and far below any bound


class Bounds(NamedTuple):
    """Bounds of AUC and of average precision; nan without rows of one class."""

    auc_low: float
    auc_high: float
    ap_low: float
    ap_high: float


class Shares(NamedTuple):
    """By how much the order of the rows inside each cell can move AUC to either side, and average precision at all."""

    auc: FloatArray
    ap_down: FloatArray
    ap_up: FloatArray


def open_cells(table: Table) -> BoolArray:
    """Which cells hold rows of both classes with different scores?"""
    return np.asarray((table.low < table.high) & (table.n_pos > 0) & (table.n_neg > 0))


def shares(table: Table) -> Shares:
    """Return what each cell leaves open; 0 where all its rows have one score.

    AUC: of the pairs in a cell, which count as half, all may be right or none. Average precision counts the precision
    at each positive row. It is highest where the positives of a cell come first and are tied, and lowest where the
    negatives come first and the positives one by one: then it is concave in the positives found, and not below the
    mean of the first and the last. Where a cell holds positives alone it is open, too: those that tie count alike.
    """
    is_open = table.low < table.high
    pos, neg = (np.where(is_open, sizes, 0).astype(np.float64) for sizes in (table.n_pos, table.n_neg))
    n_pos, n_neg = float(table.n_pos.sum()), float(table.n_neg.sum())
    with np.errstate(divide="ignore", invalid="ignore"):
        auc = pos * neg / (2 * n_pos * n_neg)
        tp, fp = (np.cumsum(sizes[::-1])[::-1] - sizes for sizes in (table.n_pos, table.n_neg))  # above the cell
        one = 1.0 if table.n_pos.dtype.kind == "i" else 0.0  # of weights the first may be as light as may be
        whole, first = tp + pos, tp + np.minimum(pos, one)
        tied = whole / (whole + fp + neg)
        lowest = (first / (first + fp + neg) + tied) / 2
        highest = whole / (whole + fp)
        down, up = (np.where(is_open, pos * gap, 0.0) / n_pos for gap in (tied - lowest, highest - tied))
    return Shares(*(np.nan_to_num(share, nan=0.0, posinf=0.0) for share in (auc, down, up)))


def bounds(counts: ThresholdCounts, table: Table) -> Bounds:
    """Between which values do AUC and average precision of the rows lie?

    Notes
    -----
    *Undefined when* a class has no row: nan.
    """
    if not (counts.n_pos and counts.n_neg):
        return Bounds(*[math.nan] * 4)
    rates = counts.rates
    auc = rates.twice_area / (2 * counts.n_pos * counts.n_neg)
    precision = rates.precision_area / counts.n_pos
    gaps = shares(table)
    around, down, up = (float(gap.sum()) for gap in gaps)
    # Sums over cells are rounded otherwise than sums over the rows, unless each cell is one score.
    spare = _ROUNDING if (table.low < table.high).any() else 0.0
    return Bounds(
        max(auc - around - spare, 0.0),
        min(auc + around + spare, 1.0),
        max(precision - down - spare, 0.0),
        min(precision + up + spare, 1.0),
    )


class Errors(NamedTuple):
    """Standard errors of AUC (DeLong's) and of average precision (Boyd's, binomial); nan where there are none."""

    auc: float
    ap: float


def standard_errors(counts: ThresholdCounts) -> Errors:
    """How far may AUC and average precision be from those of all rows such as these?"""
    n_pos, n_neg = counts.n_pos, counts.n_neg
    if counts.weighted or min(n_pos, n_neg) < 2:
        return Errors(math.nan, math.nan)
    rates = counts.rates
    auc, precision = rates.twice_area / (2 * n_pos * n_neg), rates.precision_area / n_pos
    return Errors(math.sqrt(variance_of_counts(counts, auc)), math.sqrt(max(precision * (1 - precision), 0.0) / n_pos))
