"""What resampling tells of the best threshold and of the envelope."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from evalcore.costs._ends import digits_of
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray
from evalcore.support.results import Result


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
