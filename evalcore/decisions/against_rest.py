"""One group against all other rows, by every number that pages show: each on both sides, and how far they are apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from evalcore.costs import CostMatrix, brier_interval, threshold_cost_interval
from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import no_probabilities
from evalcore.curves import auc_interval_from_counts, average_precision_interval
from evalcore.decisions._names import listed
from evalcore.decisions.by_group import SHARED_CASES, few_rows
from evalcore.errors import Message, present
from evalcore.intervals import Estimate, independent_difference
from evalcore.metrics import readings
from evalcore.support.checks import check_level
from evalcore.support.results import Result

NAMES = ("prevalence", "recall", "fpr", "precision", "queue_rate", "accuracy")


@dataclass(frozen=True, eq=False)
class OnBothSides(Result):
    """What is a number in a group, and what in all other rows?

    Parameters
    ----------
    name : key of `METRICS`, "auc", "average_precision", "brier" or "cost"
    group, rest : Estimate
    difference : Estimate
        Group less rest.
    """

    name: str
    group: Estimate
    rest: Estimate
    difference: Estimate


@dataclass(frozen=True, eq=False)
class AgainstRest(Result):
    """How does a group differ from all other rows?

    Parameters
    ----------
    rows : tuple of OnBothSides
        Readings at the threshold, areas, Brier score of probabilities, and what a row costs where costs are known.
    n_group, n_rest : float
        Rows, or sums of weights.
    warnings : tuple of Message
        That the group is small.
    """

    rows: tuple[OnBothSides, ...]
    n_group: float
    n_rest: float
    warnings: tuple[Message, ...] = ()

    def of(self, name: str) -> OnBothSides:
        """Return one of the numbers."""
        return next(row for row in self.rows if row.name == name)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a number: group, rest and difference, each with its ends."""
        sides, ends = ("group", "rest", "difference"), ("value", "low", "high")
        return pd.DataFrame(
            [
                {
                    "name": row.name,
                    **{f"{side}_{end}": getattr(getattr(row, side), end) for side in sides for end in ends},
                }
                for row in self.rows
            ]
        )


def against_rest(
    group: ThresholdCounts,
    rest: ThresholdCounts,
    threshold: float,
    *,
    names: Sequence[str] = NAMES,
    costs: CostMatrix | None = None,
    shares_cases: bool = False,
    confidence_level: float = 0.95,
) -> AgainstRest:
    """How does a group differ from all other rows, under one threshold and over all of them?

    Parameters
    ----------
    group, rest : ThresholdCounts
        Of one score, of rows that are on one side only.
    threshold : float
        Not nan.
    names : keys of `METRICS`
        What is read at the threshold.
    costs : CostMatrix, optional
        What mistakes cost; each side has the prevalence of its own rows.
    shares_cases : bool
        Whether a case has rows on both sides: differences then have no interval.
    confidence_level : float in (0, 1)
        Of each number alone.

    Returns
    -------
    AgainstRest

    Notes
    -----
    The limits of a difference are recovered from those of both sides (`independent_difference`); areas have the ends
    that are printed (`auc_interval_from_counts`, `average_precision_interval`). A difference of precision, accuracy,
    average precision, Brier score or cost is also one of the share of positives. Of many groups that were looked at
    one differs by chance: `by_group` adjusts for that. *Undefined when* a number is, on either side.

    Examples
    --------
    >>> first = ThresholdCounts.from_grouped([0.9, 0.6, 0.2], n_pos=[20, 10, 5], n_neg=[2, 10, 40])
    >>> other = ThresholdCounts.from_grouped([0.8, 0.6, 0.1], n_pos=[15, 10, 10], n_neg=[4, 10, 30])
    >>> found = against_rest(first, other, 0.6)
    >>> str(found.of("recall").difference), round(found.of("auc").difference.value, 3)
    ('0.1429 [-0.05147, 0.3262]', 0.129)
    """
    check_level(confidence_level)
    numbers = zip(
        *(_numbers(of, threshold, listed(names), costs, confidence_level) for of in (group, rest)), strict=True
    )
    rows = tuple(
        OnBothSides(name, one, other, _difference(one, other, shares_cases=shares_cases))
        for (name, one), (_name, other) in numbers
        if name != "brier" or all(no_probabilities(of) is None for of in (group, rest))
    )
    n_group, n_rest = (of.n_pos + of.n_neg for of in (group, rest))
    return AgainstRest(rows, n_group, n_rest, present(few_rows(group)))


def _numbers(
    counts: ThresholdCounts, threshold: float, names: Sequence[str], costs: CostMatrix | None, level: float
) -> list[tuple[str, Estimate]]:
    """Return every number of one side with its name."""
    found: list[tuple[str, Estimate]] = [
        *((one.name, one) for one in readings(counts.at(threshold), names=names, confidence_level=level)),
        ("auc", _auc(counts, level)),
        ("average_precision", average_precision_interval(counts, confidence_level=level)),
        ("brier", brier_interval(counts, confidence_level=level)),
    ]
    if costs is None:
        return found
    return [*found, ("cost", threshold_cost_interval(counts, threshold, **vars(costs), confidence_level=level))]


def _auc(counts: ThresholdCounts, level: float) -> Estimate:
    """Return AUC with the ends that are printed."""
    found = auc_interval_from_counts(counts, confidence_level=level)
    ends = found.robust_low, found.robust_high
    reason = found.reason if math.isnan(found.robust_low) else None
    warnings = found.warnings if counts.of_cases else found.robust_warnings
    return Estimate(found.auc, *ends, confidence_level=level, reason=reason, warnings=warnings)


def _difference(one: Estimate, other: Estimate, *, shares_cases: bool) -> Estimate:
    found = independent_difference(one, other)
    if shares_cases and found.reason is None:
        return Estimate(found.value, confidence_level=found.confidence_level, reason=SHARED_CASES)
    return found
