"""The ROC curve as it would be with the rows of every tie taken one class first: for comparison, not for use."""

from __future__ import annotations

import numpy as np

from evalcore.curves.order import Ties
from evalcore.curves.roc import RocCurve
from evalcore.support.arrays import FloatArray


def tie_line(roc: RocCurve, ties: Ties) -> tuple[FloatArray, FloatArray]:
    """Where would the ROC curve run if tied rows were taken one class first?

    Parameters
    ----------
    roc : RocCurve
    ties : "together", "optimistic" or "pessimistic"
        Diagonals, as it is right; or up before right; or right before up.

    Returns
    -------
    fpr, tpr : float64 arrays
        Its area is that of `pair_order`: `auc`, `auc_optimistic` or `auc_pessimistic`.

    Notes
    -----
    Any order of tied rows in a file gives a line between the two. *Undefined when* one class has no row: nan.

    Examples
    --------
    >>> from evalcore.counts import ThresholdCounts
    >>> from evalcore.curves import roc_curve
    >>> fpr, tpr = tie_line(roc_curve(ThresholdCounts.from_grouped([0.5], [1], [1])), "optimistic")
    >>> fpr.tolist(), tpr.tolist()
    ([0.0, 0.0, 1.0], [0.0, 1.0, 1.0])
    """
    if ties == "together":
        return roc.fpr, roc.tpr
    fpr, tpr = np.repeat(roc.fpr, 2), np.repeat(roc.tpr, 2)
    return (fpr[:-1], tpr[1:]) if ties == "optimistic" else (fpr[1:], tpr[:-1])
