"""What the curves do row after row: the rows by falling score, and where both curves stand after each step."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalcore.curves.order import Ties, staircase
from evalcore.support.arrays import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class RowSteps:
    """The rows in the order in which a falling threshold reaches them, and the points of ROC and P-R.

    Rows, of n: `row` counts them from 1 as in the file, `score`, `positive` their truth, `step` the one that reaches
    them. Points, of the k steps and of step 0, at which nothing is predicted positive: `threshold` (+inf first), `tp`,
    `fp`, `fpr`, `tpr` and `precision`, nan where undefined.
    """

    row: IntArray
    score: FloatArray
    positive: BoolArray
    step: IntArray
    threshold: FloatArray
    tp: IntArray
    fp: IntArray
    fpr: FloatArray
    tpr: FloatArray
    precision: FloatArray
    auc: float
    average_precision: float

    @property
    def last(self) -> int:
        """The step at which everything is predicted positive."""
        return self.threshold.size - 1

    @property
    def n_pos(self) -> int:
        """All positive rows."""
        return int(self.tp[-1])

    @property
    def n_neg(self) -> int:
        """All negative rows."""
        return int(self.fp[-1])

    def reached(self, step: int) -> IntArray:
        """Return the rows that a step reaches, counted from 1 as in the file."""
        return np.asarray(self.row[self.step == step])


def row_steps(y_true: ArrayLike, y_score: ArrayLike, *, ties: Ties = "together") -> RowSteps:
    """How do ROC and P-R grow as the threshold falls from row to row?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        Rows count once each, so there are no weights; at most 500.
    y_score : (n,) finite numbers
    ties : "together", "optimistic" or "pessimistic"
        Take tied rows in one step, which is right; or one at a time, the positive or the negative rows first.

    Returns
    -------
    RowSteps

    Notes
    -----
    A positive row moves ROC up by 1 / m+ and recall by as much; a negative one moves ROC to the right by 1 / m- and
    lowers precision. *Undefined when* a class has no row: its rate, and both areas without positive rows; precision at
    step 0.

    Examples
    --------
    >>> steps = row_steps([1, 1, 0], [0.5, 0.9, 0.5])
    >>> steps.row.tolist(), steps.step.tolist(), steps.precision[1:].round(2).tolist()
    ([2, 1, 3], [1, 2, 2], [1.0, 0.67])
    """
    stairs = staircase(y_true, y_score, ties=ties)
    order = np.array([row for rows in stairs.rows for row in rows])
    step = np.repeat(np.arange(len(stairs.rows)) + 1, [len(rows) for rows in stairs.rows])
    tp, fp = np.asarray(stairs.tp, dtype=np.int64), np.asarray(stairs.fp, dtype=np.int64)
    with np.errstate(invalid="ignore"):
        fpr, tpr, precision = fp / fp[-1], tp / tp[-1], tp / (tp + fp)
        average = float(np.diff(tp) @ precision[1:] / tp[-1])
    return RowSteps(
        row=order + 1,
        score=np.asarray(y_score, dtype=np.float64)[order],
        positive=np.asarray(y_true, dtype=bool)[order],
        step=step,
        threshold=np.append(np.inf, stairs.threshold),
        tp=tp,
        fp=fp,
        fpr=fpr,
        tpr=tpr,
        precision=precision,
        auc=stairs.auc,
        average_precision=average,
    )
