"""What resampling tells of the best threshold and of the envelope, and the ends that resamples settle."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from evalcore.costs._drawing import class_sizes, counts_of, with_amounts
from evalcore.costs.amounts import AmountRows
from evalcore.counts import ThresholdCounts
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray
from evalcore.support.results import Result

FEW_SCORES = 50
REPLICATES, REPLICATES_OF_FEW = 5_000, 100_000
ROUNDING = 1e-9
STEPS = 25  # an end is told in as many steps of the interval's width: what resamples leave open is less than one


class Ends(NamedTuple):
    """Both ends, and what they were rounded to; nan where each is a threshold of the rows."""

    low: float
    high: float
    step: float = math.nan


def enough_replicates(rows: ThresholdCounts | AmountRows) -> int:
    """How many resamples settle the ends of the best threshold's interval to what is shown of them?

    Parameters
    ----------
    rows : ThresholdCounts or AmountRows
        As for `bootstrap_best_threshold`.

    Returns
    -------
    int
        5,000; of rows with at most fifty distinct scores, which take no time, 100,000, since their ends jump.

    Examples
    --------
    >>> enough_replicates(ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40]))
    100000
    """
    numbers = len(counts_of(rows)) - 1 if with_amounts(rows) is None else sum(class_sizes(rows))
    return REPLICATES_OF_FEW if numbers <= FEW_SCORES else REPLICATES


def ends_of_choices(chosen: FloatArray, best: float, *, n_scores: int, confidence_level: float) -> Ends:
    """Between which thresholds do those lie that resamples chose, the best of the rows among them?

    Parameters
    ----------
    chosen : (r,) float64
        Thresholds, +inf where nothing is best called positive.
    best : float
    n_scores : int
        Distinct scores of the rows. Up to fifty each end is one of them: the percentiles themselves. Of more, an end is
        the mean of the percentiles near it, rounded outwards to a step that resamples do not move it by.
    confidence_level : float in (0, 1)
    """
    ordered, tail = np.sort(chosen), (1 - confidence_level) / 2
    low, high = (_percentile(ordered, q) for q in (tail, 1 - tail))
    if n_scores <= FEW_SCORES or not math.isfinite(high):
        return Ends(min(low, best), max(high, best))
    low, high = (_smoothed(ordered, q, tail / 2) for q in (tail, 1 - tail))
    low, high = min(low, best), max(high, best)
    if not low < high < math.inf:
        return Ends(low, high)
    step = _step((high - low) / STEPS)
    return Ends(_on(math.floor(low / step + ROUNDING), step), _on(math.ceil(high / step - ROUNDING), step), step)


def digits_of(step: float) -> int:
    """Return how many digits after the point a multiple of this step needs."""
    return max(0, -math.floor(math.log10(step) + ROUNDING))


def _step(least: float) -> float:
    """Return the smallest of 1, 2 and 5 times a power of ten that is not below this."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= least * (1 - ROUNDING))


def _on(steps: int, step: float) -> float:
    """Return so many steps without the noise of the last digits."""
    return round(steps * step, digits_of(step))


def _percentile(ordered: FloatArray, q: float) -> float:
    """Return a percentile that is one of the values."""
    return float(ordered[min(max(math.ceil(q * len(ordered)) - 1, 0), len(ordered) - 1)])


def _smoothed(ordered: FloatArray, q: float, around: float) -> float:
    """Return the mean of the finite percentiles around one that is finite."""
    first, last = (math.floor((q + by) * len(ordered)) for by in (-around, around))
    near = ordered[max(first, 0) : last + 1]
    return float(near[np.isfinite(near)].mean())


@dataclass(frozen=True, eq=False)
class BestThresholdInterval(Result):
    """How sure is the best threshold, and what will it cost?

    Parameters
    ----------
    threshold, low, high : float
        The best threshold of the rows, and the percentiles of the best thresholds of resamples, as far as these settle.
    cost, cost_low, cost_high : float
        What a case costs on average at `threshold`, with the percentiles of the cost of that same threshold.
    optimism : float
        How much more than `cost` new rows may be expected to cost, because the threshold was chosen on these; from the
        rows left out of each sample.
    confidence_level, n_replicates
        As asked for.
    reason : Message or None
        Why something is nan.
    warnings : tuple of Message
        What was simplified.
    step : float
        `low` and `high` are multiples of it; nan where each is a score of the rows.
    """

    threshold: float
    low: float
    high: float
    cost: float
    cost_low: float
    cost_high: float
    optimism: float
    confidence_level: float
    n_replicates: int
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()
    step: float = np.nan

    @property
    def digits(self) -> int | None:
        """After the point, of `low` and `high`; None where each is written as the scores are."""
        return None if np.isnan(self.step) else digits_of(self.step)

    def times(self, factor: float) -> BestThresholdInterval:
        """Return the same for so many cases: the costs and the optimism multiplied, not the thresholds."""
        money = ("cost", "cost_low", "cost_high", "optimism")
        return replace(self, **{name: factor * getattr(self, name) for name in money})


@dataclass(frozen=True, eq=False)
class EnvelopeBand(Result):
    """Between which costs does the envelope run, at each P(+)cost on its own?

    Parameters
    ----------
    x : (g,) float64 in [0, 1]
    cost : (g,) float64 in [0, 0.5]
        The envelope itself.
    low, high : (g,) float64 in [0, 0.5]
        nan where there is no band, then `reason` says why.
    confidence_level, n_replicates
        As asked for.
    reason : Message or None
        Why there is no band.
    warnings : tuple of Message
        What was simplified.
    """

    x: FloatArray
    cost: FloatArray
    low: FloatArray
    high: FloatArray
    confidence_level: float
    n_replicates: int
    reason: Message | None = None
    warnings: tuple[Message, ...] = ()
