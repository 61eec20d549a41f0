"""Every pair of a positive and a negative row, drawn as a field whose share in the right order is AUC."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalcore.counts import threshold_counts
from evalcore.curves.roc import roc_curve
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import finite_numbers, same_length, truths
from evalcore.support.results import Result

MOST_SIDE = 60


@dataclass(frozen=True, eq=False)
class PairMatrix(Result):
    """Which pairs are in the right order?

    Parameters
    ----------
    positive, negative : (p,), (q,) float64
        Scores of the rows shown, each descending.
    order : (p, q) int8
        1 where the positive row has the higher score, 0 where both are tied, -1 where it has the lower one.
    fpr, tpr : (k,) float64
        ROC curve of the rows shown, from (0, 0) to (1, 1). In a square of p by q cells, the highest scores at (0, 0),
        the cells below it are those in the right order, and half of each field of ties. nan without rows of that class.
    n_pos, n_neg : int
        All rows of each class; more than `p` and `q` where only some are shown.
    """

    positive: FloatArray
    negative: FloatArray
    order: NDArray[np.int8]
    fpr: FloatArray
    tpr: FloatArray
    n_pos: int
    n_neg: int

    @property
    def difference(self) -> FloatArray:
        """(p, q) The score of the positive row less that of the negative one: e_ij."""
        return np.subtract.outer(self.positive, self.negative)

    @property
    def counted(self) -> FloatArray:
        """(p, q) What each pair counts: 1 in the right order, 1/2 tied, 0 in the wrong one."""
        return (self.order + 1) / 2

    @property
    def share(self) -> float:
        """What the pairs shown count on average: AUC, where all are shown; nan where there are none."""
        return float(self.counted.mean()) if self.order.size else float("nan")

    @property
    def thinned(self) -> bool:
        """Whether only some of the rows are shown."""
        return self.order.size < self.n_pos * self.n_neg


def pair_matrix(y_true: ArrayLike, y_score: ArrayLike, *, most: int = MOST_SIDE) -> PairMatrix:
    """Which pairs of a positive and a negative row does the score put in the right order?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        Rows count once each; there are no weights.
    y_score : (n,) finite numbers
    most : int
        Rows of a class shown at most: above, evenly spaced ranks stand for all, for drawing only.

    Returns
    -------
    PairMatrix
        For numbers take `pair_order`, which counts all pairs.

    Examples
    --------
    >>> pair_matrix([1, 0, 1, 0], [0.8, 0.4, 0.35, 0.1]).order.tolist()
    [[1, 1], [-1, 1]]
    """
    truth, score = truths(y_true), finite_numbers(y_score, "y_score")
    same_length(score, len(truth), "y_score")
    positive, negative = (np.sort(score[truth == side])[::-1] for side in (True, False))
    shown = [_some(side, most) for side in (positive, negative)]
    order = np.sign(np.subtract.outer(*shown)).astype(np.int8)
    order.flags.writeable = False
    sides = np.repeat([True, False], [len(side) for side in shown])
    roc = roc_curve(threshold_counts(sides, np.concatenate(shown)))
    return PairMatrix(frozen(shown[0]), frozen(shown[1]), order, roc.fpr, roc.tpr, len(positive), len(negative))


def _some(score: FloatArray, most: int) -> FloatArray:
    if len(score) <= most:
        return score
    return score[np.linspace(0, len(score) - 1, most).round().astype(np.intp)]
