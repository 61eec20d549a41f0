"""Which threshold to take when costs and prevalence are only known to lie in a range?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from evalcore.costs._checks import mistake_costs
from evalcore.costs._condition import ROUNDING, line_costs, lowest, rates_at
from evalcore.costs.envelope import Envelope, cost_curve
from evalcore.costs.matrix import CostMatrix, normalized_cost, probability_cost
from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import one_class
from evalcore.counts.ties import preferred
from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import shares
from evalcore.support.results import Result

Span = tuple[float, float]


class OperatingRange(NamedTuple):
    """The least and the greatest P(+)cost that may come."""

    low: float
    high: float


@dataclass(frozen=True, eq=False)
class WorstCase(Result):
    """Which threshold is least wrong in the worst case?

    Parameters
    ----------
    threshold : float
        The best one; ties as for `best_threshold`. nan where there is none.
    regret : float in [0, 1]
        By how much its normalised cost exceeds that of the best threshold, at the worst P(+)cost of the range.
    regret_low, regret_high : float in [0, 1]
        The same at either end of the range; the worst is one of them.
    tied : (t,) float64
        All thresholds with the same worst regret, descending.
    index : int
        Its row in the table of thresholds; -1 where there is none.
    reason : Message or None
        Why there is none.
    """

    threshold: float
    regret: float
    regret_low: float
    regret_high: float
    tied: FloatArray
    index: int
    reason: Message | None = None


def operating_range(prevalence: tuple[float, float], cost_ratio: tuple[float, float]) -> OperatingRange:
    """Which P(+)costs are possible when prevalence and cost ratio are known only within limits?

    Parameters
    ----------
    prevalence : (low, high) in [0, 1]
    cost_ratio : (low, high), >= 0
        cost_fn / cost_fp.

    Returns
    -------
    OperatingRange

    Notes
    -----
    P(+)cost rises with both, so the two low ends give the least and the two high ends the greatest.

    Examples
    --------
    >>> low, high = operating_range((0.05, 0.15), (3, 10))
    >>> round(low, 4), round(high, 4)
    (0.1364, 0.6383)
    """
    _in_order(*shares(prevalence, "prevalence").tolist())
    _in_order(*mistake_costs(cost_ratio, "cost_ratio").tolist())
    (p_low, p_high), (ratio_low, ratio_high) = prevalence, cost_ratio
    return OperatingRange(probability_cost(p_low, ratio_low, 1), probability_cost(p_high, ratio_high, 1))


def range_around(matrix: CostMatrix, prevalence: float, *, most: float) -> tuple[Span, Span]:
    """Which range of prevalences and cost ratios lies around a setting?

    Parameters
    ----------
    matrix : CostMatrix
    prevalence : float in [0, 1]
    most : float > 0
        The greatest cost ratio.

    Returns
    -------
    ((low, high), (low, high))
        From half the prevalence to half as much again; from half the cost ratio to twice it. The ratio is that of what
        the mistakes cost more than the right decisions, and 1 where one of them costs no more.

    Examples
    --------
    >>> range_around(CostMatrix(5, 1), 0.4, most=1e12)
    ((0.2, 0.6000000000000001), (2.5, 10.0))
    """
    of_fn, of_fp = matrix.excess_fn, matrix.excess_fp
    ratio = of_fn / of_fp if of_fn and of_fp else 1.0
    return (prevalence / 2, min(1.0, prevalence * 1.5)), (min(ratio / 2, most), min(ratio * 2, most))


def worst_case_threshold(counts: ThresholdCounts, *, low: float, high: float) -> WorstCase:
    """Which threshold loses least against the best one, whatever P(+)cost of a range comes?

    Parameters
    ----------
    counts : ThresholdCounts
    low, high : float in [0, 1]
        P(+)cost; see `operating_range`.

    Returns
    -------
    WorstCase

    Notes
    -----
    Minimises over thresholds the maximum over x in [low, high] of (line of the threshold - envelope) at x, in
    normalised cost. A line minus a concave curve is convex, so the maximum is at an end of the range, and two points
    decide about each threshold. *Undefined when* there is no positive or no negative row.

    References
    ----------
    Savage (1951), https://doi.org/10.1080/01621459.1951.10500768

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2])
    >>> worst = worst_case_threshold(counts, low=0.2, high=0.7)
    >>> worst.threshold, round(worst.regret, 4)
    (0.9, 0.025)
    """
    _in_order(*shares([low, high], "P(+)cost").tolist())
    if (reason := one_class(counts)) is not None:
        return WorstCase(np.nan, np.nan, np.nan, np.nan, frozen(np.empty(0)), -1, reason)
    envelope = cost_curve(counts).envelope
    best = envelope.at([low, high])
    # the costs, not their small differences, say how well rounding allows to tell thresholds apart
    tied = lowest(counts, _worst_regret(counts, envelope, low, high), slack=ROUNDING * float(best.max()))
    index = preferred(counts, tied)
    at_low, at_high = np.maximum(normalized_cost(*rates_at(counts, index), [low, high]) - best, 0.0).tolist()
    threshold = float(counts.threshold[index])
    return WorstCase(threshold, max(at_low, at_high), at_low, at_high, frozen(counts.threshold[tied]), index)


def _worst_regret(
    counts: ThresholdCounts, envelope: Envelope, low: float, high: float
) -> Callable[[slice], FloatArray]:
    """Return a function that gives the regret at the worse end of the range, for some rows of the table."""
    at_low, at_high = line_costs(counts, low), line_costs(counts, high)
    best_low, best_high = envelope.at([low, high])
    return lambda rows: np.maximum(at_low(rows) - best_low, at_high(rows) - best_high)


def _in_order(low: float, high: float) -> None:
    """Refuse a range that ends before it begins."""
    if low > high:
        raise InputError(
            "A range must begin with its lower end; got {low} to {high}. Swap the two numbers.", low=low, high=high
        )
