"""Metrics at many thresholds at once, and the thresholds at which one is best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.errors import Message
from evalcore.metrics.registry import evaluate
from evalcore.support.arrays import FloatArray, IndexArray, frozen
from evalcore.support.results import Result

NO_VALUE = Message("The metric has no value at any threshold.")


@dataclass(frozen=True, eq=False)
class BestThresholds(Result):
    """Where a metric is largest, of all thresholds or of those at which another holds.

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

    index: IndexArray
    threshold: FloatArray
    value: float
    reason: Message | None = None


@of_scores
def threshold_metrics(
    counts: ThresholdCounts, names: Iterable[str], *, index: ArrayLike | None = None, beta: float = 1.0
) -> dict[str, FloatArray]:
    """What are these metrics at each threshold?

    Parameters
    ----------
    counts : ThresholdCounts
    names : keys of `METRICS`
    index : (t,) int, optional
        Rows of the table; all when left out.
    beta : float >= 0
        Only for "f_beta".

    Returns
    -------
    dict of (t,) float64
        One array a name; nan where undefined, such as precision at +inf.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.2], n_pos=[3, 1], n_neg=[0, 5])
    >>> threshold_metrics(counts, ["recall"])["recall"].tolist()
    [0.0, 0.75, 1.0]
    """
    cells = counts if index is None else counts.cells(index)
    return {name: frozen(evaluate(name, cells, beta=beta)) for name in names}


@of_scores
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
    return _largest(counts, evaluate(name, counts, beta=beta))


@of_scores
def best_index_where(counts: ThresholdCounts, name: str, *, held: str, at_least: float) -> BestThresholds:
    """At which thresholds is a metric largest, of those at which another one is at least so much?

    Such as the best precision among the thresholds that find 90% of the positives.

    Parameters
    ----------
    counts : ThresholdCounts
    name : key of `METRICS`
        What is to be as large as it can be.
    held : key of `METRICS`
        What must hold; where it is undefined it does not.
    at_least : float
        In the units of `held`.

    Returns
    -------
    BestThresholds
        All that tie; with a reason and no threshold where `held` is nowhere so large.

    Notes
    -----
    Both values are those of the rows the threshold is chosen on. What just holds there is missed on .2 to .6 of new
    samples (normal scores, 200 to 10,000 rows; precision of few positives is missed most). *Undefined when* `held`
    reaches the value nowhere, or where it does the metric is undefined.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.6, 0.2], n_pos=[2, 1, 1], n_neg=[0, 1, 4])
    >>> found = best_index_where(counts, "precision", held="recall", at_least=0.7)
    >>> found.threshold.tolist(), found.value
    ([0.6], 0.75)
    """
    kept = evaluate(held, counts)
    holds = kept >= at_least
    if not holds.any() and not np.isnan(kept).all():
        return _nowhere(Message("It is nowhere so large: at most {most:.6g}.", {"most": float(np.nanmax(kept))}))
    return _largest(counts, np.where(holds, evaluate(name, counts), np.nan))


def _largest(counts: ThresholdCounts, values: FloatArray) -> BestThresholds:
    if np.isnan(values).all():
        return _nowhere(NO_VALUE)
    best = float(np.nanmax(values))
    index = np.flatnonzero(values == best)
    return BestThresholds(frozen(index), frozen(counts.threshold[index]), best)


def _nowhere(reason: Message) -> BestThresholds:
    return BestThresholds(np.empty(0, dtype=np.intp), np.empty(0), np.nan, reason)
