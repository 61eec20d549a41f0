"""The thresholds at which a metric is best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evalcore.counts import ThresholdCounts
from evalcore.errors import Message
from evalcore.metrics.registry import evaluate
from evalcore.support.arrays import FloatArray, frozen


@dataclass(frozen=True, eq=False)
class BestThresholds:
    """Where a metric is largest.

    Parameters
    ----------
    index : (t,) int
        Rows of the table of thresholds, all that tie; empty where the metric is undefined throughout.
    threshold : (t,) float64
        Their thresholds, descending.
    value : float
        The largest value; nan where undefined throughout.
    reason : Message or None
        Why there is none.
    """

    index: NDArray[np.intp]
    threshold: FloatArray
    value: float
    reason: Message | None = None


def best_index(counts: ThresholdCounts, name: str, *, beta: float = 1.0) -> BestThresholds:
    """At which thresholds is a metric largest?

    Parameters
    ----------
    counts : ThresholdCounts
    name : key of `METRICS`
    beta : float >= 0
        Only for "f_beta".

    Returns
    -------
    BestThresholds
        All that tie; +inf (nothing is predicted positive) is one of the candidates.

    Notes
    -----
    The value is that of the rows it was chosen on, so it is too good for new rows. *Undefined when* the metric is
    undefined at every threshold.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.6, 0.2], n_pos=[3, 1, 0], n_neg=[0, 1, 4])
    >>> best_index(counts, "accuracy").threshold.tolist()
    [0.9, 0.6]
    """
    values = evaluate(name, counts, beta=beta)
    if np.isnan(values).all():
        reason = Message("The metric has no value at any threshold.")
        return BestThresholds(np.empty(0, dtype=np.intp), np.empty(0), np.nan, reason)
    best = float(np.nanmax(values))
    index = np.flatnonzero(values == best)
    return BestThresholds(frozen(index), frozen(counts.threshold[index]), best)
