"""The four special points of the ROC plane, and the matrix of a classifier that stands there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from evalcore.counts import ConfusionMatrix, ThresholdCounts
from evalcore.support.results import Result

# FPR and TPR, in the order in which the lecture names them.
CORNERS: Final = ((0, 1), (1, 0), (0, 0), (1, 1))


@dataclass(frozen=True, eq=False)
class RocCorner(Result):
    """A corner of the ROC plane: where it is, and how many rows fall into each cell there."""

    fpr: int
    tpr: int
    matrix: ConfusionMatrix


def roc_corners(counts: ThresholdCounts) -> tuple[RocCorner, ...]:
    """What does a classifier do that stands in a corner of the ROC plane?

    Parameters
    ----------
    counts : ThresholdCounts

    Returns
    -------
    four of RocCorner
        (0, 1) all right, (1, 0) all wrong, (0, 0) all predicted negative, (1, 1) all predicted positive. Never
        undefined; without rows of a class the rate of its matrix is.

    Notes
    -----
    At (1, 1) FN = TN = 0; notes that have FN = TP = 0 there leave no positive row.

    Examples
    --------
    >>> from evalcore.counts import threshold_counts
    >>> [(one.matrix.tp, one.matrix.fp) for one in roc_corners(threshold_counts([1, 1, 0], [3, 2, 1]))]
    [(2, 0), (0, 1), (0, 0), (2, 1)]
    """
    n_pos, n_neg = counts.n_pos, counts.n_neg
    return tuple(
        RocCorner(
            fpr,
            tpr,
            ConfusionMatrix.binary(
                tp=n_pos if tpr else 0, fn=0 if tpr else n_pos, fp=n_neg if fpr else 0, tn=0 if fpr else n_neg
            ),
        )
        for fpr, tpr in CORNERS
    )
