"""What the present threshold costs, beside the best one and the rules that look at no score."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from evalcore.costs._condition import rates_at
from evalcore.costs._drawing import counts_of
from evalcore.costs.amounts import AmountRows
from evalcore.costs.choice import ThresholdChoice, threshold_cost
from evalcore.costs.estimates import CostInterval
from evalcore.costs.fixed import threshold_cost_ends, threshold_cost_interval
from evalcore.costs.held import Reaches, condition_cost_ends
from evalcore.costs.matrix import CostMatrix, ManyCosts
from evalcore.counts import ThresholdCounts
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray
from evalcore.support.results import Result

KNOWN = Message("does not depend on the rows: the prevalence is taken as known")


@dataclass(frozen=True)
class RuleCost(CostInterval):
    """What does one rule cost, and how sure is that?

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `CostInterval`: so many cases; nan without rows of one class.
    threshold : float
        The rule as a threshold; nan where there is none.
    """

    threshold: float = field(kw_only=True)


@dataclass(frozen=True)
class RuleCosts(Result):
    """What do the present threshold, the best one and the two rules that ignore the score cost?

    Parameters
    ----------
    current, best : RuleCost
    always_negative, always_positive : RuleCost
        Call nothing positive (threshold +inf); call everything positive (the lowest threshold).
    cases : float
        How many cases the costs are for.
    """

    current: RuleCost
    best: RuleCost
    always_negative: RuleCost
    always_positive: RuleCost
    cases: float

    def at(
        self, counts: ThresholdCounts, threshold: float, *, prevalence: float | None = None, **costs: float
    ) -> RuleCosts:
        """Return the same with another present threshold, whose cost has no interval.

        `counts`, costs and prevalence are those of the rules.
        """
        cost = self.cases * threshold_cost(counts, threshold, prevalence=prevalence, **costs)
        return replace(self, current=RuleCost(cost, threshold=threshold))

    def along(
        self,
        rows: ThresholdCounts | AmountRows,
        thresholds: FloatArray,
        *,
        prevalence: float | None = None,
        **costs: float,
    ) -> list[RuleCost]:
        """Return what each of many thresholds costs, with its interval where rows are alone and have no amounts.

        Where they are not, only the present threshold has one: that of the rules, since to find it takes long. `rows`,
        costs and prevalence are those of the rules.
        """
        counts = counts_of(rows)
        cost = threshold_cost(counts, thresholds, prevalence=prevalence, **costs)
        low = high = np.full(len(thresholds), math.nan)
        if not isinstance(rows, AmountRows):
            low, high = threshold_cost_ends(counts, thresholds, prevalence=prevalence, **costs)
        columns = [thresholds.tolist(), *((self.cases * one).tolist() for one in (cost, low, high))]
        found = [RuleCost(value, start, end, threshold=t) for t, value, start, end in zip(*columns, strict=True)]
        known = self.current
        return [
            replace(one, low=known.low, high=known.high)
            if one.threshold == known.threshold and math.isnan(one.low)
            else one
            for one in found
        ]

    def held(
        self, rows: ThresholdCounts | AmountRows, threshold: float, *, prevalence: float | None = None, **costs: float
    ) -> RuleCosts:
        """Return the same with another present threshold, with the interval that `along` has of it.

        `rows`, costs and prevalence are those of the rules.
        """
        (current,) = self.along(rows, np.array([threshold]), prevalence=prevalence, **costs)
        return replace(self, current=current)

    @property
    def regret(self) -> float:
        """By how much the present threshold costs more than the best; never below 0, nan without rows of one class."""
        return float(np.maximum(self.current.cost - self.best.cost, 0.0))


def rule_costs(
    rows: ThresholdCounts | AmountRows,
    threshold: float,
    best: ThresholdChoice,
    *,
    cost_fn: float,
    cost_fp: float,
    cost_tp: float = 0.0,
    cost_tn: float = 0.0,
    prevalence: float | None = None,
    cases: float = 1000.0,
) -> RuleCosts:
    """What do so many cases cost at this threshold, at the best one, and without a look at the score?

    Parameters
    ----------
    rows : ThresholdCounts or AmountRows
    threshold : float
        The present one.
    best : ThresholdChoice
        From `best_threshold`, under the same condition.
    cost_fn, cost_fp, cost_tp, cost_tn, prevalence
        As for `threshold_cost_interval`: without a prevalence, that of the rows, which is estimated.
    cases : float > 0

    Returns
    -------
    RuleCosts
        Each with the interval of `threshold_cost_interval`. Where the prevalence is known so is what a rule without a
        score costs, unless the rows of its mistakes have amounts of their own. *Undefined when* there is no positive or
        no negative row.

    Examples
    --------
    >>> from evalcore.costs.choice import best_threshold
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2])
    >>> found = rule_costs(counts, 0.9, best_threshold(counts, cost_fn=5, cost_fp=1), cost_fn=5, cost_fp=1)
    >>> found.current.cost, found.best.cost, found.always_positive.cost, found.regret
    (625.0, 250.0, 500.0, 375.0)
    """
    counts = counts_of(rows)
    options = {**vars(CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn)), "prevalence": prevalence}

    def one(at: float, mistake: str | None = None) -> RuleCost:
        """Return the cost of a threshold; a rule that looks at no score says which of the two mistakes it makes."""
        # Where no threshold is best there is a class without rows, and no threshold has a cost.
        cost = math.nan if math.isnan(at) else cases * threshold_cost(counts, at, **options)
        if math.isnan(at):
            return RuleCost(cost, threshold=at)
        if mistake is not None and prevalence is not None and mistake != _replaced(rows):
            return RuleCost(cost, threshold=at, reason=KNOWN)
        # A rule that ignores the score misses nothing by chance: only at -inf, not at the lowest score, is that known.
        found = threshold_cost_interval(rows, -math.inf if mistake == "fp" else at, **options)
        return RuleCost(
            cost, cases * found.low, cases * found.high, threshold=at, reason=found.reason, warnings=found.warnings
        )

    never, always = one(math.inf, "fn"), one(float(counts.threshold[-1]), "fp")
    return RuleCosts(one(threshold), one(best.threshold), never, always, cases)


def _replaced(rows: ThresholdCounts | AmountRows) -> str | None:
    """Return the mistake whose cost is an amount of each row."""
    return rows.replaces if isinstance(rows, AmountRows) else None


def held_rules(
    rows: ThresholdCounts | AmountRows,
    threshold: float,
    best: Sequence[float],
    conditions: Sequence[tuple[CostMatrix, float | None]],
    *,
    cases: float = 1000.0,
    reaches: Reaches | None = None,
) -> list[RuleCosts]:
    """What does `rule_costs` say under each of many conditions, quickly enough for all steps of a handle?

    Parameters
    ----------
    rows : ThresholdCounts or AmountRows
    threshold : float
        The present one.
    best : numbers
        The threshold that costs least under each condition.
    conditions : pairs of CostMatrix and prevalence
        A prevalence as for `rule_costs`: None is that of the rows, which is estimated.
    cases : float > 0
    reaches : Reaches, optional
        Of rows with amounts or cases: what was found of each threshold, which is filled in and serves the next time. At
        first empty. Without there is no interval of such rows.

    Returns
    -------
    list of RuleCosts
        With intervals where `RuleCosts.along` has them, and with `reaches` where rows have amounts or belong to cases,
        unless a right decision about a row with an amount costs something. Costs are nan without rows of one class.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2])
    >>> conditions = [(CostMatrix(5, 1), None), (CostMatrix(1, 1), None)]
    >>> [(one.current.cost, one.best.cost) for one in held_rules(counts, 0.9, [0.5, 0.9], conditions)]
    [(625.0, 250.0), (125.0, 125.0)]
    """
    n, lowest = len(conditions), float(counts_of(rows).threshold[-1])
    # One line for each rule. To call everything positive is to look at no score: only at -inf that is known.
    at = np.array([np.full(n, threshold), np.asarray(best, dtype=float), np.full(n, math.inf), np.full(n, -math.inf)])
    found = np.array(held_along(rows, at, conditions, cases=cases, reaches=reaches)).tolist()
    of_rules = (
        [RuleCost(*values, threshold=t) for *values, t in zip(*of_rule, thresholds, strict=True)]
        for *of_rule, thresholds in zip(*found, ([threshold] * n, best, [math.inf] * n, [lowest] * n), strict=True)
    )
    now, least, never, always = of_rules
    return [RuleCosts(*rules, cases) for rules in zip(now, least, never, always, strict=True)]


def held_along(
    rows: ThresholdCounts | AmountRows,
    thresholds: FloatArray,
    conditions: Sequence[tuple[CostMatrix, float | None]],
    *,
    cases: float = 1000.0,
    reaches: Reaches | None = None,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """What do many thresholds cost under each of many conditions, all at once?

    Parameters
    ----------
    rows : ThresholdCounts or AmountRows
    thresholds : float64 array, shape (k, n) or (k, 1)
        For each of the n conditions k thresholds, or the same k for all.
    conditions : n pairs of CostMatrix and prevalence
        A prevalence as for `rule_costs`: None is that of the rows, which is estimated.
    cases : float > 0
    reaches : Reaches, optional
        As for `held_rules`.

    Returns
    -------
    cost, low, high : float64 arrays, shape (k, n)
        Of so many cases, with the ends of `RuleCosts.along`. *Undefined when* there is no positive or no negative row;
        the ends as well, without `reaches`, where rows have amounts or belong to cases: nan.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [3, 1, 0], [0, 2, 2])
    >>> cost, _low, _high = held_along(counts, np.array([[0.9], [0.5]]), [(CostMatrix(5, 1), None)])
    >>> cost.tolist()
    [[625.0], [250.0]]
    """
    counts, costs = counts_of(rows), ManyCosts.of(matrix for matrix, _known in conditions)
    is_estimated = np.array([known is None for _matrix, known in conditions], dtype=bool)
    p = np.array([counts.prevalence if known is None else known for _matrix, known in conditions])
    cost = costs.per_case(*rates_at(counts, counts.index_of(thresholds)), p)
    low, high = condition_cost_ends(rows, thresholds, costs, p, is_estimated=is_estimated, reaches=reaches)
    return cases * cost, cases * low, cases * high
