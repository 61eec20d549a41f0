"""What costs, and differences of costs, have in common: the number under its own name."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from evalcore.intervals import Estimate

ROUNDING = 1e-9


@dataclass(frozen=True)
class CostInterval(Estimate):
    """What does something cost, and how sure is that?

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `Estimate`: what a case costs on average, in the unit of the costs.
    """

    @property
    def cost(self) -> float:
        """The value."""
        return self.value


@dataclass(frozen=True)
class CostDifference(Estimate):
    """How much more does one way to decide cost than another, on the same rows?

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `Estimate`: cost of the first less cost of the second, a row on average; above 0 the second is cheaper.
    n_apart : int
        Rows, of any weight, that the two decide differently.
    n : int
        All rows.
    """

    n_apart: int = field(kw_only=True)
    n: int = field(kw_only=True)

    @property
    def difference(self) -> float:
        """The value."""
        return self.value

    @property
    def share_apart(self) -> float:
        """Share of the rows that are decided differently."""
        return self.n_apart / self.n

    def turned(self) -> CostDifference:
        """Return cost of the second less cost of the first."""
        return replace(self, value=-self.value + 0.0, low=-self.high, high=-self.low)

    @property
    def is_none(self) -> bool:
        """Whether both cost the same: nothing is left of the difference but what adding up in another order leaves."""
        return abs(self.value) <= ROUNDING
