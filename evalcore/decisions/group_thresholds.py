"""A threshold for each group under one rule: what each rule costs, and what it breaks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from evalcore.costs import CostMatrix
from evalcore.counts import Cells, ConfusionMatrix, ThresholdCounts
from evalcore.counts.ties import preferred
from evalcore.decisions.group_counts import GroupCounts
from evalcore.decisions.parity import Parity, parity_of_cells
from evalcore.errors import InputError, Message
from evalcore.metrics import METRICS, evaluate
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import option, share
from evalcore.support.results import Result

RULES: Final = ("one", "recall", "fpr", "queue_rate", "cost")
ROUNDING: Final = 1e-12  # of costs and sums of weights: what is less is none


@dataclass(frozen=True, eq=False)
class GroupThresholds(Result):
    """What does a rule do that gives each group its threshold?

    Parameters
    ----------
    rule : "one", "recall", "fpr", "queue_rate" or "cost"
        One threshold for all, or what is equal in all groups; lowest cost in each.
    target : float
        What the rule makes equal: as much recall at least, as much of the others at most; nan of "one" and "cost".
    names : tuple of (str or None)
        The groups.
    threshold : (groups,) float64
        +inf: nothing in the group is predicted positive.
    cells : Cells of (groups,) arrays
    confusion : ConfusionMatrix
        All groups together.
    cost : float
        What a row costs on average, in the unit of the costs; nan without costs.
    cost_of_group : (groups,) float64
        The same of each group.
    parity : Parity
        What the rule breaks: how far apart the groups are by everything else.
    warnings : tuple of Message
        Groups to which the rule says nothing.
    """

    rule: str
    target: float
    names: tuple[str | None, ...]
    threshold: FloatArray
    cells: Cells
    confusion: ConfusionMatrix
    cost: float
    cost_of_group: FloatArray
    parity: Parity
    warnings: tuple[Message, ...] = ()


def group_thresholds(
    groups: GroupCounts,
    rule: str,
    *,
    threshold: float,
    target: float | None = None,
    costs: CostMatrix | None = None,
) -> GroupThresholds:
    """Which threshold does each group have under one rule, and what does the rule cost and break?

    Parameters
    ----------
    groups : GroupCounts
        Of rows or of weights.
    rule : "one", "recall", "fpr", "queue_rate" or "cost"
    threshold : float
        The present one: that of the rule "one", and of groups to which another rule says nothing.
    target : float in [0, 1], optional
        What is to be equal; what all rows have at the present threshold when left out.
    costs : CostMatrix, optional
        What mistakes cost; needed by the rule "cost".

    Returns
    -------
    GroupThresholds

    Raises
    ------
    InputError
        Where the rule is none of these, or has no costs.

    Notes
    -----
    Exact, over all thresholds of each group. Few rows hit a target exactly: "recall" takes the highest threshold whose
    recall is at least the target; "fpr" and "queue_rate" the lowest one whose rate is at most it; "cost" the one whose
    rows cost least in all, ties as in `best_threshold`. Chosen on these rows, thresholds of small groups look better
    than they are. To give groups thresholds of their own is to treat rows by their group; where that is not allowed the
    rules still show what one threshold leaves unequal. *Undefined when* a group has no row of the class that a rule
    needs: it keeps the present threshold, and `warnings` say so.

    References
    ----------
    Hardt, Price and Srebro (2016), https://papers.nips.cc/paper/6374

    Examples
    --------
    >>> from evalcore.decisions.group_counts import group_counts
    >>> y, score = [1, 1, 0, 0, 1, 1, 0, 0], [0.9, 0.8, 0.3, 0.6, 0.7, 0.2, 0.1, 0.4]
    >>> found = group_thresholds(group_counts(y, score, list("aaaabbbb")), "recall", threshold=0.5, target=1.0)
    >>> found.threshold.tolist(), found.parity.equal_opportunity_difference
    ([0.8, 0.2], 0.0)
    """
    option(rule, "rule", RULES)
    if rule == "cost" and costs is None:
        raise InputError("The rule of lowest cost needs costs; got none. Give cost(FN) and cost(FP).")
    wanted = float("nan")
    if rule not in ("one", "cost"):
        wanted = float(evaluate(rule, groups.whole.at(threshold))) if target is None else share(target, "target")
    find = _finder(rule, wanted, costs)
    found = [threshold if find is None else find(counts) for counts in groups.counts]
    used = np.array([threshold if one is None else one for one in found], dtype=np.float64)
    cells = groups.cells_of_each(used)
    total, each = _costs(cells, costs)
    return GroupThresholds(
        rule,
        wanted,
        groups.names,
        frozen(used),
        cells,
        ConfusionMatrix.binary(*(np.sum(cell).item() for cell in cells)),
        total,
        frozen(each),
        parity_of_cells(cells, groups.names),
        _without(rule, sum(one is None for one in found)),
    )


def _finder(rule: str, target: float, costs: CostMatrix | None) -> Callable[[ThresholdCounts], float | None] | None:
    """Return what finds the threshold of a group; None where it is the present one."""
    if rule == "one":
        return None
    if rule == "cost" and costs is not None:
        return lambda counts: _cheapest(counts, costs)
    return lambda counts: _nearest_to(counts, rule, target)


def _nearest_to(counts: ThresholdCounts, name: str, target: float) -> float | None:
    """Return the highest threshold with so much recall, or the lowest one with no more of a rate; None: undefined."""
    slack = ROUNDING if counts.weighted else 0.0
    if np.isnan(target) or np.isnan(evaluate(name, counts.cells(0))):
        return None

    def value(row: int) -> float:
        return float(evaluate(name, counts.cells(row)))

    rows = range(len(counts))
    if name == "recall":
        row = bisect_left(rows, True, key=lambda i: value(i) >= target - slack)
    else:
        row = bisect_left(rows, True, key=lambda i: value(i) > target + slack) - 1
    return float(counts.threshold[row])


def _cheapest(counts: ThresholdCounts, costs: CostMatrix) -> float:
    """Return the threshold whose rows cost least in all."""
    total = _total(Cells(counts.tp, counts.fp, counts.fn, counts.tn), costs)
    least = total.min()
    return float(counts.threshold[preferred(counts, np.flatnonzero(total <= least + abs(least) * ROUNDING))])


def _total(cells: Cells, costs: CostMatrix) -> Any:
    """Return what the rows of cells cost together."""
    return cells.tp * costs.cost_tp + cells.fp * costs.cost_fp + cells.fn * costs.cost_fn + cells.tn * costs.cost_tn


def _costs(cells: Cells, costs: CostMatrix | None) -> tuple[float, FloatArray]:
    """Return what a row costs on average, of all groups and of each."""
    n = np.asarray(sum(cells), dtype=np.float64)
    if costs is None:
        return float("nan"), np.full(len(n), np.nan)
    of_group = np.asarray(_total(cells, costs), dtype=np.float64)
    return float(of_group.sum() / n.sum()), of_group / n


def _without(rule: str, count: int) -> tuple[Message, ...]:
    """Say how many groups a rule says nothing to."""
    if not count:
        return ()
    return (
        Message(
            "Groups in which {metric} is undefined keep the present threshold: {count}.",
            {"metric": METRICS[rule].title, "count": count},
        ),
    )
