"""Two models on the same rows that cost by their amounts: how much less does one cost, and how sure is that?"""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from evalcore.costs._drawing import with_amounts
from evalcore.costs._parts import Part, ends, heavy, is_skewed
from evalcore.costs.amounts import AmountRows, concerned
from evalcore.costs.estimates import CostDifference
from evalcore.costs.matrix import CostMatrix
from evalcore.costs.paired import ALIKE, FEW_APART, apart_difference, few_apart, part_of_apart, together
from evalcore.counts.reasons import not_alone, one_class
from evalcore.errors import Message, present
from evalcore.intervals.skewed import skewed_mean
from evalcore.metrics.readings import WEIGHTED
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import check_level, same_length, share, truths


def amount_cost_difference(
    rows: AmountRows,
    first: ArrayLike,
    second: ArrayLike,
    *,
    cost_fn: float,
    cost_fp: float,
    cost_tp: float = 0.0,
    cost_tn: float = 0.0,
    prevalence: float | None = None,
    confidence_level: float = 0.95,
) -> CostDifference:
    """How much more does one model cost than another, on the same rows with amounts, at thresholds fixed beforehand?

    Parameters
    ----------
    rows : AmountRows
        Of either model: its score is not used. Its `mean` is one of the costs.
    first, second : (n,) True/False or 1/0
        Which rows each model calls positive.
    cost_fn, cost_fp, cost_tp, cost_tn, prevalence
        As for `model_cost_difference`.
    confidence_level : float in (0, 1)

    Returns
    -------
    CostDifference

    Notes
    -----
    As `model_cost_difference`, but in the class concerned a row decided differently counts as its amount: Wald's
    interval of the mean of n such numbers, most of them 0, with a row of either kind added, of the mean amount in which
    each counts by itself (the sum of squares over the sum). Where amounts differ each end is the farther one of this
    and of Hall's for a skewed mean (`skewed_mean`). Simulated (log-normal amounts, sigma .5 to 2, 100 to 3,000 rows of
    which 4 to 30% are positive; ten rows with an amount or more decided differently): .91 to 1.00 of 95%, without
    Hall's .81 to 1.00. With one to six such rows of 1,500 it is several times as wide as percentiles of resamples,
    which take what was not seen for impossible: .98 to 1.00 where amounts have nothing to do with what is decided
    (percentiles .41 to .95), .70 to 1.00 where large ones are likelier decided differently (.41 to .95). Where each
    model's threshold is the best one of the same rows, what these thresholds cost elsewhere was held in .97 to 1.00,
    but in .86 where few of 1,000 rows told two equally good models apart. Fewer than ten such rows, and amounts so
    unequal that `threshold_cost_interval` says so: `warnings`.
    *Undefined when* a class has no row; (the interval) no row is decided differently, rows are weighted or belong to
    cases.

    References
    ----------
    Bonett and Price (2012), as for `model_cost_difference`; Hall (1992), as for `threshold_cost_interval`

    Examples
    --------
    >>> from evalcore.costs import amount_rows
    >>> truth = [1] * 40 + [0] * 60
    >>> rows = amount_rows(truth, [0] * 100, list(range(1, 101)))
    >>> a, b = [1] * 20 + [0] * 80, [1] * 38 + [0] * 57 + [1] * 5
    >>> found = amount_cost_difference(rows, a, b, cost_fn=rows.mean, cost_fp=1)
    >>> f"{found.low:.2f} < {found.difference:.2f} < {found.high:.2f}, {found.n_apart}"
    '2.81 < 5.26 < 7.96, 23'
    """
    check_level(confidence_level)
    costs, truth, table = CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn), rows.y_true, rows.counts
    called = [truths(decision) for decision in (first, second)]
    for name, decision in zip(("first", "second"), called, strict=True):
        same_length(decision, len(truth), name)
    n_apart = int(np.count_nonzero(called[0] != called[1]))
    found = partial(CostDifference, n_apart=n_apart, n=len(truth), confidence_level=confidence_level)
    reason = one_class(table)
    if reason is not None:
        return found(math.nan, reason=reason)
    # What the first costs more where only the second calls a row positive; where only the first does, as much less.
    excess, n = (costs.excess_fn, -costs.excess_fp), (float(table.n_pos), float(table.n_neg))
    apart = rows.weight * (called[1].astype(np.float64) - called[0])
    each = [apart[of_class & (apart != 0)] for of_class in (truth, ~truth)]
    groups = [np.array([values[values > 0].sum(), -values[values < 0].sum()]) for values in each]
    difference = apart_difference(groups, excess, n, prevalence)
    reason = not_alone(rows, WEIGHTED) or (None if any(map(len, each)) else ALIKE)
    if reason is not None:
        return found(difference, reason=reason)
    # Rows drawn at random are of either class by chance, too, so that the shares are of all rows.
    known = prevalence is not None
    p = share(prevalence, "prevalence") if prevalence is not None else 1.0
    money = [of * q for of, q in zip(excess, (p, 1 - p) if known else (1.0, 1.0), strict=True)]
    of_rows = n if known else (sum(n), sum(n))
    own = None if with_amounts(rows) is None else int(rows.replaces == "fp")
    of_own = rows.weight[concerned(truth, rows.replaces)]
    parts = [
        _part_of_amounts(each[k], of_rows[k], money[k], heavy(of_own), confidence_level)
        if k == own
        else part_of_apart(groups[k], of_rows[k], money[k], confidence_level)
        for k in (0, 1)
    ]
    of_both = 0.0 if known else together(groups, excess, of_rows[0], confidence_level)
    low, high = ends(difference, parts, of_both)
    warning = few_apart(n_apart) if n_apart < FEW_APART else None
    if own is not None and money[own]:
        warning = _of_amounts(of_own, len(each[own])) or warning
    return found(difference, low, high, warnings=present(warning))


def _part_of_amounts(each: FloatArray, n: float, money: float, one_more: float, level: float) -> Part:
    """Return how far the cost of these numbers, and of others of n that are 0, reaches: each is worth `money`."""
    value, middle = float(each.sum()) / n, float(each.sum()) / (n + 2)
    variance = (float(each @ each) + 2 * one_more**2) / (n + 2) - middle**2
    half = float(special.ndtri((1 + level) / 2)) * math.sqrt(max(variance, 0.0) / (n + 2))
    low, high = _skewed_ends(each, n, level)
    low, high = min(low, middle - half), max(high, middle + half)
    below, above = max(value - low, 0.0), max(high - value, 0.0)
    return Part(money * below, money * above) if money >= 0 else Part(-money * above, -money * below)


def _skewed_ends(each: FloatArray, n: float, level: float) -> tuple[float, float]:
    """Return Hall's ends of the mean of n numbers, of which all but these are 0."""
    mean, square, cube = (float((each**k).sum()) / n for k in (1, 2, 3))
    variance = square - mean**2
    if n < 2 or not variance > 0:
        return mean, mean
    skewness = (cube - 3 * mean * square + 2 * mean**3) / variance**1.5
    low, high = skewed_mean(mean, math.sqrt(variance / (n - 1)), skewness / math.sqrt(n), n - 1, confidence_level=level)
    return float(low), float(high)


def _of_amounts(weight: FloatArray, n_apart: int) -> Message | None:
    """Say that so few rows, or amounts so unequal, show little of how the models differ."""
    if n_apart < FEW_APART:
        return Message(
            "Rows with an amount that the two models decide differently: {n}. So few say little about the amounts of "
            "others. The interval is wide, as it counts one more such row either way; where large amounts are likelier "
            "decided differently it may still be too narrow.",
            {"n": n_apart},
        )
    if not is_skewed(weight, n_apart):
        return None
    return Message(
        "The amounts are so unequal that a few large ones make up most of a sum: with {n} rows that the two models "
        "decide differently the interval may be too narrow.",
        {"n": n_apart},
    )
