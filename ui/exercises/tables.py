"""The tables that exercises are about, and what is read off them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from evalcore import metrics
from evalcore.counts import ConfusionMatrix, ThresholdCounts, threshold_counts
from ui.exercises.drawing import MOVES, corners
from ui.session import loaded

# The worked example of the page: TP 30, FP 10, FN 20, TN 40.
WORKED = ConfusionMatrix.binary(tp=30, fp=10, fn=20, tn=40)


def sample(key: str, *, positives_count: float = 1.0) -> ThresholdCounts:
    """Return the table of a bundled sample; `positives_count` says for how much each of its positives stands."""
    predictions = loaded.sample(key).predictions
    (score,) = predictions.scores.values()
    if positives_count == 1.0:
        return threshold_counts(predictions.y_true, score)
    weight = np.where(predictions.y_true, positives_count, 1.0)
    return threshold_counts(predictions.y_true, score, sample_weight=weight)


def squared(key: str) -> ThresholdCounts:
    """Return the table of a bundled sample whose scores are squared."""
    predictions = loaded.sample(key).predictions
    (score,) = predictions.scores.values()
    return threshold_counts(predictions.y_true, score**2)


def ranking(signs: str) -> ThresholdCounts:
    """Return the table of rows written from the highest score to the lowest, such as "+-+-"; no ties."""
    positive = np.array([sign == "+" for sign in signs])
    return ThresholdCounts.from_grouped(np.arange(len(signs), 0, -1), positive.astype(int), (~positive).astype(int))


def drawn(path: str) -> ThresholdCounts:
    """Return the table whose ROC curve is these moves, one score for each."""
    steps = [MOVES[move] for move in path]
    score = np.arange(len(steps), 0, -1)
    return ThresholdCounts.from_grouped(score, [tp for _fp, tp in steps], [fp for fp, _tp in steps])


def break_even_point(table: ThresholdCounts) -> float:
    """Return precision where as many rows are predicted positive as are positive; nan if that cut splits a tie."""
    at = np.flatnonzero(table.tp + table.fp == table.n_pos)
    return float(metrics.precision(table.cells(at))[0]) if at.size else math.nan


def found_within(table: ThresholdCounts, most_fpr: float) -> float:
    """Return the largest true positive rate of the thresholds whose false positive rate is at most `most_fpr`."""
    allowed = metrics.fpr(table) <= most_fpr
    return float(metrics.recall(table)[allowed].max())


def moves(table: ThresholdCounts) -> str:
    """Return the ROC curve as moves; no tie may hold more than one row of each class."""
    names = {step: move for move, step in MOVES.items()}
    steps = zip(np.diff(table.fp).tolist(), np.diff(table.tp).tolist(), strict=True)
    return "".join(names[step] for step in steps)


def areas(drawn: str, true: str) -> tuple[float, float]:
    """Return the area under a drawn path, and the area between it and the true curve."""
    (left, right), (wanted_left, wanted_right) = _heights(drawn), _heights(true)
    cells = len(left) * corners(drawn)[1][-1]
    # Within a column the distance of the two lines changes by one whole step at most, so they do not cross there.
    between = np.abs(left - wanted_left) + np.abs(right - wanted_right)
    return float((left + right).sum() / 2 / cells), float(between.sum() / 2 / cells)


def _heights(drawn: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how high a path is at the left and at the right end of each column it crosses."""
    fp, tp = map(np.array, corners(drawn))
    crossing = np.diff(fp) > 0
    return tp[:-1][crossing], tp[1:][crossing]
