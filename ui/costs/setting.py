"""What is set on the page of costs, and the rows as the page counts them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from evalcore import costs
from evalcore.costs import AmountRows, CostMatrix
from evalcore.counts import ThresholdCounts
from evalcore.predictions import BinaryView
from ui.session import computed, files, looked_at, memory
from ui.session import costs as own_costs

Mistake = Literal["fn", "fp"]
CASES = 1000


@dataclass(frozen=True)
class Setting:
    """The costs and the prevalence at deployment.

    `replaces` says which cost is an amount of each row; it then stands in `matrix` as the mean of what is lost: the
    `factor`, which is what the reader counts for each unit of the amount, times their `mean`. `sampled` says that the
    prevalence is that of the rows, so only estimated.
    """

    matrix: CostMatrix
    prevalence: float
    replaces: Mistake | None = None
    factor: float = 1.0
    mean: float = 1.0
    sampled: bool = False

    @cached_property
    def condition(self) -> float:
        """P(+)cost, equation (2.24); nan where nothing is at stake."""
        return self.matrix.probability_cost(self.prevalence)

    @property
    def is_known(self) -> bool:
        """Whether anything is at stake."""
        return math.isfinite(self.condition)

    @property
    def options(self) -> dict[str, Any]:
        """The same as keyword arguments of evalcore.costs."""
        return {**vars(self.matrix), "prevalence": self.prevalence}

    @property
    def drawn_options(self) -> dict[str, Any]:
        """The same for an interval: without a prevalence that is not known but estimated from the rows."""
        return {**vars(self.matrix), "prevalence": None if self.sampled else self.prevalence}

    @property
    def pays_for_right(self) -> bool:
        """Whether right decisions cost or earn something."""
        return self.matrix.cost_tp != 0 or self.matrix.cost_tn != 0


@dataclass(frozen=True, eq=False)
class CountedRows:
    """One model's rows as the page counts them: each as one, or those of one class by their amounts."""

    binary: BinaryView
    amounts: AmountRows | None
    key: tuple[str, ...]

    @property
    def counts(self) -> ThresholdCounts:
        """The table of the score: asked for, not kept, since what a page has made stays until the next run."""
        return computed.counts(self.binary) if self.amounts is None else self.amounts.counts

    @property
    def written(self) -> ThresholdCounts:
        """The table by which thresholds are written, the same on every page: rows of amount 0 lie between them, too."""
        return computed.counts(self.binary)

    @property
    def drawn_from(self) -> ThresholdCounts | AmountRows:
        """What resamples are drawn from: with amounts each row keeps its own."""
        return self.counts if self.amounts is None else self.amounts


def counted_rows(binary: BinaryView, replaces: Mistake | None) -> CountedRows:
    """Return one model's rows, those of one class counted by amount where an amount replaces a cost."""
    amount = looked_at.of(binary).amount
    if replaces is None or amount is None:
        return CountedRows(binary, None, binary.key)
    key = (*binary.key, replaces)

    def weighted() -> AmountRows:
        return costs.amount_rows(
            binary.y_true,
            computed.score(binary),
            amount,
            replaces=replaces,
            sample_weight=binary.weight,
            case=binary.cases,
        )

    by_amount = memory.memo("amounts", key, make=weighted)
    return CountedRows(binary, by_amount, key)


def about_of(counted: CountedRows) -> dict[str, str]:
    """Return what a file says of the rows it is about, and of how they are counted."""
    by = "rows" if counted.amounts is None else f"amounts ({counted.amounts.replaces})"
    return {**files.about(counted.binary), "counted_by": by}


def sample_prevalence(lead: BinaryView) -> float:
    """Return the share of positives in the rows, by weight."""
    return computed.prevalence(lead)


def default_prevalence(lead: BinaryView) -> float:
    """Return the prevalence the page starts with: that of the rows, within what the field takes."""
    return costs.within(sample_prevalence(lead), own_costs.LIMITS["prevalence"])
