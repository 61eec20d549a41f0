"""A table of counts cut into cells, and the areas and crossings of curves whose cells were resampled.

A cell is a run of neighbouring scores. Up to `SCORES` distinct scores each score is its own cell and nothing is lost.
Of more, the cells hold at most about a thousandth of the rows of either class, the highest scores one each. Then a
sample fixes how many rows of each class fall into each cell, which is exact; inside a cell, areas take the order that
its rows have in the table, which is what resampling gives on average.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evalcore.counts import ThresholdCounts
from evalcore.support.arrays import BoolArray, CountArray, FloatArray, IndexArray

SCORES = 4096
TOP = 512
PARTS = 1024
MAX_FPR = 0.1  # of the partial area


class Cells(NamedTuple):
    """Where the cells of a table end, and what the order inside them is worth.

    Parameters
    ----------
    last : (c + 1,) int
        Row of the table at which each cell ends, 0 first.
    won : (c,) float64 in [0, 1]
        Share of the pairs inside a cell that are in the right order, a tie as half; a half where there is no pair.
    positives_last : (c,) bool
        Whether all positives of a cell have its lowest score, so that the end of the cell gives their precision.
    """

    last: IndexArray
    won: FloatArray
    positives_last: BoolArray


class Curves(NamedTuple):
    """Areas and crossings of many samples: arrays of one shape, or floats."""

    auc: FloatArray
    average_precision: FloatArray
    break_even_point: FloatArray
    equal_error_rate: FloatArray
    partial_auc: FloatArray


def cut(counts: ThresholdCounts) -> Cells:
    """Return the cells of a table with rows of both classes."""
    tp, fp = counts.tp, counts.fp
    if len(counts) - 1 <= SCORES:
        last = np.arange(len(counts))
    else:
        found = [np.arange(TOP + 1), np.array([len(counts) - 1])]
        for rows in (tp, fp):
            ranks = np.unique(np.ceil(np.linspace(0, int(rows[-1]), PARTS + 1)[1:]))
            row = np.searchsorted(rows, ranks, side="left")
            found += [row, row - 1]  # a large tie stays alone in its cell
        last = np.unique(np.concatenate(found))
    start = np.repeat(tp[last[:-1]], np.diff(last))
    twice_won = np.add.reduceat(np.diff(fp) * (tp[1:] + tp[:-1] - 2 * start).astype(np.float64), last[:-1])
    pairs = np.diff(tp[last]).astype(np.float64) * np.diff(fp[last])
    won = np.divide(twice_won, 2 * pairs, out=np.full(len(pairs), 0.5), where=pairs > 0)
    return Cells(last, won, tp[last[1:] - 1] == tp[last[:-1]])


def curves(cells: Cells, tp: CountArray, fp: CountArray) -> Curves:
    """Return areas and crossings of tables of shape (samples, c + 1), cumulative counts at the ends of the cells.

    Each has rows of both classes, as many as it may.
    The partial area is that up to `MAX_FPR`, with McClish's correction.
    """
    n_pos, n_neg = (rows[:, -1].astype(np.float64) for rows in (tp, fp))
    hits, alarms = np.diff(tp).astype(np.float64), np.diff(fp).astype(np.float64)
    area = np.einsum("sc,sc->s", alarms, tp[:, :-1] + hits * cells.won)
    level = tp * n_neg[:, None] + fp * n_pos[:, None] - (n_pos * n_neg)[:, None]  # FPR = FNR where it is 0
    return Curves(
        area / (n_pos * n_neg),
        _average_precision(cells, tp, fp, hits) / n_pos,
        _where(tp + fp - n_pos[:, None], tp) / n_pos,
        _where(level, fp) / n_neg,
        _partial_area(cells, tp, fp, hits, alarms),
    )


def _partial_area(cells: Cells, tp: CountArray, fp: CountArray, hits: FloatArray, alarms: FloatArray) -> FloatArray:
    """Return the corrected areas up to `MAX_FPR`; the cell in which it lies is a straight line."""
    n_pos, n_neg = (rows[:, -1].astype(np.float64) for rows in (tp, fp))
    first = (fp / n_neg[:, None]).min(axis=0)
    reached = int(np.searchsorted(first, MAX_FPR, side="left"))  # no sample begins a later cell
    alarms, hits, won = alarms[:, :reached], hits[:, :reached], cells.won[:reached]
    width = np.clip(MAX_FPR * n_neg[:, None] - fp[:, :reached], 0, alarms)
    share = np.divide(width, 2 * alarms, out=np.zeros_like(width), where=alarms > 0)
    share = np.where(width == alarms, won, share)
    area = np.einsum("sc,sc->s", width, tp[:, :reached] + hits * share) / (n_pos * n_neg)
    chance = MAX_FPR**2 / 2
    return np.asarray((1 + (area - chance) / (MAX_FPR - chance)) / 2)


def _average_precision(cells: Cells, tp: CountArray, fp: CountArray, hits: FloatArray) -> FloatArray:
    """Return the sums over the positives of the precision at the score of each.

    Where the positives of a cell are spread over it, TP and FP are taken to rise together along a straight line, and
    the mean precision along it is Simpson's.
    """
    start = _precision(tp[:, :-1], fp[:, :-1])
    end = _precision(tp[:, 1:], fp[:, 1:])
    middle = _precision(tp[:, :-1] + tp[:, 1:], fp[:, :-1] + fp[:, 1:])
    mean = np.where(cells.positives_last, end, (start + 4 * middle + end) / 6)
    return np.asarray(np.einsum("sc,sc->s", hits, mean))


def _precision(tp: CountArray, fp: CountArray) -> FloatArray:
    """Return TP / (TP + FP); where nothing is predicted positive, 0, which counts for nothing."""
    return np.asarray(tp / np.maximum(tp + fp, 1))


def _where(level: CountArray, values: CountArray) -> FloatArray:
    """Return the values at which a level that rises along each row reaches 0, between two ends on a straight line."""
    at = np.arange(len(level))
    end = np.count_nonzero(level < 0, axis=1)
    before, after = level[at, end - 1], level[at, end]
    share = -before / (after - before)
    return np.asarray(values[at, end - 1] + share * (values[at, end] - values[at, end - 1]))
