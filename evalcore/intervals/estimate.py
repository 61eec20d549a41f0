"""A number with its interval: the shape that small results share."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Self

from evalcore.errors import Message
from evalcore.support.results import Result, rounded


@dataclass(frozen=True)
class Estimate(Result):
    """What is a number, and between which values does it lie?

    Parameters
    ----------
    value : float
        Of the rows themselves; nan where undefined, then `reason` says why.
    low, high : float
        nan where there is no interval, then `reason` says why.
    confidence_level : float
        As asked for.
    method : str
        How the interval was made; "" where there is one way only.
    reason : Message or None
        Why something is nan.
    warnings : tuple of Message
        What to mind where there is an interval: mostly why it may be too narrow.

    Examples
    --------
    >>> Estimate(0.25, 0.1, 0.5).times(-100).low
    -50.0
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    confidence_level: float = field(default=0.95, kw_only=True)
    method: str = field(default="", kw_only=True)
    reason: Message | None = field(default=None, kw_only=True)
    warnings: tuple[Message, ...] = field(default=(), kw_only=True)

    def __str__(self) -> str:
        ends = "" if math.isnan(self.low) else f" [{rounded(self.low)}, {rounded(self.high)}]"
        return f"{rounded(self.value)}{ends}"

    def times(self, factor: float) -> Self:
        """Return the same multiplied: for so many cases, or with the sign turned."""
        low, high = (self.low, self.high) if factor >= 0 else (self.high, self.low)
        return replace(self, value=factor * self.value, low=factor * low, high=factor * high)


@dataclass(frozen=True)
class BootstrapInterval(Estimate):
    """A number with the interval that its resamples give.

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `Estimate`.
    standard_error : float >= 0
        Standard deviation of the resamples; nan where there is no interval.
    """

    standard_error: float = field(default=math.nan, kw_only=True)
