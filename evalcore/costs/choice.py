"""Which threshold costs least under a known condition, and what does any other one cost?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs._condition import (
    NOTHING_AT_STAKE,
    Condition,
    line_costs,
    lowest,
    rates_at,
)
from evalcore.costs.matrix import CostMatrix, normalized_cost
from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import one_class
from evalcore.counts.ties import preferred
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False)
class ThresholdChoice(Result):
    """Which threshold costs least?

    Parameters
    ----------
    threshold : float
        The best one; of several the highest, unless a lower one finds more positives for no more false alarms.
        +inf: call nothing positive. nan where there is none.
    cost : float
        What a case costs on average, in the unit of the costs.
    normalized_cost : float in [0, 1]
        The same as a share of getting everything wrong; nan where nothing is at stake.
    probability_cost : float in [0, 1]
        P(+)cost of the condition.
    tied : (t,) float64
        All thresholds that cost as little, descending, with `threshold` among them.
    index : int
        Its row in the table of thresholds; -1 where there is none.
    reason : Message or None
        Why something is nan.
    """

    threshold: float
    cost: float
    normalized_cost: float
    probability_cost: float
    tied: FloatArray
    index: int
    reason: Message | None = None


def best_threshold(
    counts: ThresholdCounts,
    *,
    cost_fn: float,
    cost_fp: float,
    cost_tp: float = 0.0,
    cost_tn: float = 0.0,
    prevalence: float | None = None,
) -> ThresholdChoice:
    """Which threshold costs least under this condition?

    Parameters
    ----------
    counts : ThresholdCounts
    cost_fn, cost_fp, cost_tp, cost_tn : float
        See `CostMatrix`.
    prevalence : float in [0, 1], optional
        Share of positive cases where the classifier is put to work; that of the rows when left out.

    Returns
    -------
    ThresholdChoice

    Notes
    -----
    The least of p FNR cost_fn + (1 - p) FPR cost_fp (with what right decisions cost) over all thresholds, +inf
    included; costs that agree to 12 digits are tied. It was chosen on these very rows, so it costs more on new ones:
    see `bootstrap_best_threshold`. *Undefined when* there is no positive or no negative row.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2])
    >>> best = best_threshold(counts, cost_fn=5, cost_fp=1)
    >>> best.threshold, best.cost, best.tied.tolist()
    (0.5, 0.25, [0.5])
    """
    counts = counts.scaled
    condition = Condition.of(counts, CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn), prevalence)
    if (reason := one_class(counts)) is not None:
        return ThresholdChoice(np.nan, np.nan, np.nan, condition.x, frozen(np.empty(0)), -1, reason)
    at_stake = condition.x >= 0
    tied = lowest(counts, line_costs(counts, condition.x)) if at_stake else np.arange(len(counts))
    index = preferred(counts, tied)
    fpr, fnr = rates_at(counts, index)
    return ThresholdChoice(
        float(counts.threshold[index]),
        float(condition.per_case(counts, index)),
        normalized_cost(fpr, fnr, condition.x) if at_stake else np.nan,
        condition.x,
        frozen(counts.threshold[tied]),
        index,
        None if at_stake else NOTHING_AT_STAKE,
    )


def threshold_cost(
    counts: ThresholdCounts,
    threshold: ArrayLike,
    *,
    cost_fn: float,
    cost_fp: float,
    cost_tp: float = 0.0,
    cost_tn: float = 0.0,
    prevalence: float | None = None,
) -> Any:
    """What does a case cost on average at these thresholds?

    Parameters
    ----------
    counts : ThresholdCounts
    threshold : numbers, any shape
    cost_fn, cost_fp, cost_tp, cost_tn, prevalence
        As for `best_threshold`.

    Returns
    -------
    float or array
        In the unit of the costs. *Undefined when* there is no positive or no negative row: nan.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2])
    >>> threshold_cost(counts, [0.9, 0.5], cost_fn=5, cost_fp=1).tolist()
    [0.625, 0.25]
    """
    condition = Condition.of(counts, CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn), prevalence)
    value = condition.per_case(counts, counts.index_of(threshold))
    return value if value.ndim else float(value)
