"""P(+)cost turned around: which cost or prevalence belongs to a condition."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from evalcore.costs.matrix import CostMatrix
from evalcore.support.arrays import FloatArray
from evalcore.support.results import Result

NEAR = 1e-3  # a P(+)cost this close to the one wanted looks the same
DIGITS = 6
ROUND = 2  # significant digits of what is dragged to
TYPED = 1e-5  # what is reached has six digits
EXACT = 12  # digits behind which there is only rounding
Limits = tuple[float, float]


def cost_fn_at(x: float, *, prevalence: float, cost_fp: float) -> float:
    """Which cost of a missed positive gives this P(+)cost?

    Parameters
    ----------
    x : float in [0, 1)
        P(+)cost.
    prevalence : float in (0, 1]
    cost_fp : float >= 0
        Cost of a false alarm.

    Returns
    -------
    float >= 0

    Notes
    -----
    (2.24) solved for cost_fn. *Undefined when* x is 1 or the prevalence 0: nan.

    Examples
    --------
    >>> round(cost_fn_at(10 / 13, prevalence=0.4, cost_fp=1), 12)
    5.0
    """
    if x >= 1 or prevalence <= 0:
        return np.nan
    return x * (1 - prevalence) * cost_fp / (prevalence * (1 - x))


def prevalence_at(x: float, *, cost_fn: float, cost_fp: float) -> float:
    """Which prevalence gives this P(+)cost?

    Parameters
    ----------
    x : float in [0, 1]
        P(+)cost.
    cost_fn, cost_fp : float >= 0

    Returns
    -------
    float in [0, 1]

    Notes
    -----
    (2.24) solved for the prevalence. *Undefined when* nothing is at stake: nan.

    Examples
    --------
    >>> round(prevalence_at(10 / 13, cost_fn=5, cost_fp=1), 12)
    0.4
    """
    at_stake = (1 - x) * cost_fn + x * cost_fp
    return x * cost_fp / at_stake if at_stake > 0 else np.nan


@dataclass(frozen=True)
class Reached(Result):
    """What has to change for a condition, as far as its fields can follow?

    Parameters
    ----------
    changes : dict of float
        What changes, "cost_fn", "cost_fp" or "prevalence", and the value it takes, in the unit of its field.
    condition : float in [0, 1]
        P(+)cost after the change.
    wanted : float in [0, 1]
        P(+)cost that was asked for.
    matrix : CostMatrix
        The costs after the change.
    """

    changes: dict[str, float]
    condition: float
    wanted: float
    matrix: CostMatrix

    @property
    def is_there(self) -> bool:
        """Whether the fields could follow, but for what nobody sees."""
        return abs(self.wanted - self.condition) < NEAR

    def is_typed(self, value: float) -> bool:
        """Whether a miss now costs so many times as much as a false alarm as was typed.

        Where a miss or a false alarm costs nothing it is no number of times; of these 0 alone is what was typed.

        >>> fields = {"cost_fn": (0, 100), "cost_fp": (0, 100), "prevalence": (1e-6, 1 - 1e-6)}
        >>> dear = CostMatrix(1000, 1).probability_cost(0.4)
        >>> reach(dear, CostMatrix(5, 1), 0.4, limits=fields).is_typed(1000)
        False
        """
        there = self.matrix.times
        return value == 0 if math.isnan(there) else math.isclose(value, there, rel_tol=TYPED)


def reach(
    x: float,
    matrix: CostMatrix,
    prevalence: float,
    *,
    limits: Mapping[str, Limits],
    units: Mapping[str, float] | None = None,
    by_prevalence: bool = False,
) -> Reached:
    """Which prevalence, or which costs, come nearest to a P(+)cost?

    Parameters
    ----------
    x : float in [0, 1]
        P(+)cost to reach.
    matrix : CostMatrix
    prevalence : float in (0, 1)
    limits : mapping of (low, high)
        What the fields "cost_fn", "cost_fp" and "prevalence" take.
    units : mapping of float > 0, optional
        What 1 in the field of a cost stands for; 1 when left out.
    by_prevalence : bool
        Whether the prevalence is to change; it cannot where one mistake costs no more than the right decision.

    Returns
    -------
    Reached

    Notes
    -----
    Of the costs, that of a missed positive row changes; that of a false alarm does only where nothing else helps: it
    becomes 0 for P(+)cost 1, and 1 where it was 0. What a mistake costs more than the right decision is rounded to six
    digits, not the cost, which could end below that of the right decision.

    Examples
    --------
    >>> fields = {"cost_fn": (0, 1e9), "cost_fp": (0, 1e9), "prevalence": (1e-6, 1 - 1e-6)}
    >>> reach(0.5, CostMatrix(5, 1), 0.4, limits=fields).changes
    {'cost_fn': 1.5}
    >>> round(reach(0.5, CostMatrix(5, 1), 0.4, limits=fields, by_prevalence=True).changes["prevalence"], 4)
    0.1667
    """
    of_fn, of_fp = matrix.excess_fn, matrix.excess_fp
    if by_prevalence and of_fn > 0 and of_fp > 0:
        # Of a round prevalence the one found is told apart by rounding alone.
        p = within(round(prevalence_at(x, cost_fn=of_fn, cost_fp=of_fp), EXACT), limits["prevalence"])
        return Reached({"prevalence": p}, matrix.probability_cost(p), x, matrix)
    changes, costs = {}, dict(vars(matrix))
    for name, excess in _excesses(x, matrix, prevalence).items():
        unit = 1.0 if units is None else units.get(name, 1.0)
        right = matrix.cost_tp if name == "cost_fn" else matrix.cost_tn
        changes[name] = within(right / unit + float(f"{excess / unit:.{DIGITS}g}"), limits[name])
        costs[name] = changes[name] * unit
    after = CostMatrix(**costs)
    return Reached(changes, after.probability_cost(prevalence), x, after)


def round_conditions(
    places: Iterable[float],
    matrix: CostMatrix,
    prevalence: float,
    *,
    limits: Mapping[str, Limits],
    units: Mapping[str, float] | None = None,
    by_prevalence: bool = False,
) -> FloatArray:
    """Which P(+)costs near these belong to a round cost, or a round prevalence?

    Parameters
    ----------
    places : iterable of float in [0, 1]
        P(+)cost, ascending.
    matrix, prevalence, limits, units, by_prevalence
        As `reach` takes them.

    Returns
    -------
    array of float
        Ascending, each once: so many as there are round values. The ends stay, and what the fields cannot take.

    Notes
    -----
    Two significant digits. What is round is how many times a false alarm a miss costs, each beyond the right decision;
    where the field of a cost has a unit of its own, the cost in that unit; of a prevalence above one half the other
    class's share.

    Examples
    --------
    >>> fields = {"cost_fn": (0, 1e9), "cost_fp": (0, 1e9), "prevalence": (1e-6, 1 - 1e-6)}
    >>> places = round_conditions([0.7, 0.71], CostMatrix(5, 1), 0.4, limits=fields)
    >>> [reach(x, CostMatrix(5, 1), 0.4, limits=fields).changes for x in places.tolist()]
    [{'cost_fn': 3.5}, {'cost_fn': 3.7}]
    """

    def landed(x: float) -> float:
        reached = reach(x, matrix, prevalence, limits=limits, units=units, by_prevalence=by_prevalence)
        return _round_condition(x, reached, prevalence, units)

    found = (landed(x) for x in places)
    return np.unique(np.fromiter(found, dtype=float))


def _round_condition(x: float, reached: Reached, prevalence: float, units: Mapping[str, float] | None) -> float:
    """Return the P(+)cost near this one, which was reached, at which what changes is round."""
    if x in (0, 1) or not reached.is_there:
        return x
    if "prevalence" in reached.changes:
        p = reached.changes["prevalence"]
        small = _short(min(p, 1 - p))
        return reached.matrix.probability_cost(small if p <= 0.5 else round(1 - small, EXACT))
    of_fn, of_fp = reached.matrix.excess_fn, reached.matrix.excess_fp
    unit = units.get("cost_fn", 1.0) if units else of_fp
    if not unit:  # a false alarm costs no more than the right decision, and no miss so many times that
        return x
    return CostMatrix(_short(of_fn / unit) * unit, of_fp).probability_cost(prevalence)


def _short(value: float) -> float:
    return float(f"{value:.{ROUND}g}")


def _excesses(x: float, matrix: CostMatrix, prevalence: float) -> dict[str, float]:
    """Return by how much a mistake has to cost more than the right decision, for the mistakes whose cost changes."""
    if x == 1:
        # Only a false alarm that costs no more than leaving the row alone makes nothing but positives matter.
        return {"cost_fp": 0.0} if matrix.excess_fn else {"cost_fp": 0.0, "cost_fn": 1.0}
    of_fp = matrix.excess_fp or 1.0
    of_fn = cost_fn_at(x, prevalence=prevalence, cost_fp=of_fp)
    return {"cost_fn": of_fn} if matrix.excess_fp else {"cost_fp": of_fp, "cost_fn": of_fn}


def within(value: float, limits: Limits) -> float:
    """Return the number in [low, high] nearest to a value.

    Examples
    --------
    >>> within(0.0, (1e-6, 1.0))
    1e-06
    """
    low, high = limits
    return min(max(value, low), high)
