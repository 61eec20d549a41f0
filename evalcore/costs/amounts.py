"""Costs that differ from row to row, such as the amount of each invoice.

`amount_costs` adds up any costs of the rows. Where a single amount takes the place of one cost, `amount_rows` turns the
rows into counts that everything else in this package reads like any others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalcore.costs._checks import amounts, finite, share
from evalcore.costs._condition import ROUNDING
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.counts.reasons import NO_NEGATIVE, NO_POSITIVE
from evalcore.errors import InputError, Message
from evalcore.support.arrays import (
    BoolArray,
    CountArray,
    FloatArray,
    finite_numbers,
    frozen,
    same_length,
    truths,
    weights,
)
from evalcore.support.blocks import running_sum

Replaces = Literal["fn", "fp"]
NO_AMOUNT = Message("All amounts of the class concerned are 0, so its mistakes cost nothing.")


@dataclass(frozen=True, eq=False)
class AmountCosts:
    """What does every threshold cost when each row has its own costs?

    Parameters
    ----------
    threshold : (k,) float64
        +inf first, then every distinct score, descending, as in `threshold_counts`.
    cost : (k,) float64
        A row on average; nan where undefined.
    total : (k,) float64
        All rows of the table together, at their own prevalence.
    best : float
        The threshold that costs least; the highest of several. nan where there is none.
    best_cost : float
    tied : (t,) float64
        All thresholds that cost as little, descending.
    prevalence : float
    reason : Message or None
        Why something is nan.
    """

    threshold: FloatArray
    cost: FloatArray
    total: FloatArray
    best: float
    best_cost: float
    tied: FloatArray
    prevalence: float
    reason: Message | None = None

    def at(self, threshold: ArrayLike) -> FloatArray:
        """Return what a row costs on average at some thresholds."""
        reached = np.searchsorted(self.threshold[::-1], np.asarray(threshold, dtype=np.float64), side="left")
        return np.asarray(self.cost[len(self.threshold) - 1 - reached])


@dataclass(frozen=True, eq=False)
class AmountRows:
    """What does every threshold decide when a row of one class counts as much as its amount?

    Parameters
    ----------
    y_true : (n,) bool
    y_score : (n,) float64
    weight : (n,) float64
        How much a row counts: its amount as a multiple of `mean` in the class concerned, 1 in the other; times its
        sample weight, if there are any.
    mean : float
        Mean amount of the class concerned, weighted by the sample weights: the `cost_fn` (or `cost_fp`) to use with
        `counts`. nan without rows of that class.
    replaces : "fn" or "fp"
        Which cost the amount takes the place of, and so which class is concerned: the positive or the negative one.
    counts : ThresholdCounts
        Of the rows so weighted; both classes add up to what they add up to without amounts. A row of amount 0 vanishes
        with its threshold, since it does not matter how it is decided. Where all amounts of the class are the same, or
        `reason` is set, the counts of the rows without amounts: usable in either case.
    weighted : bool
        Whether sample weights were given.
    reason : Message or None
        Why the amounts say nothing: the class has no row (`mean` is nan), or all its amounts are 0 (`mean` is 0).
    """

    y_true: BoolArray
    y_score: FloatArray
    weight: FloatArray
    mean: float
    replaces: Replaces
    counts: ThresholdCounts
    weighted: bool
    reason: Message | None = None

    def __post_init__(self) -> None:
        for array in (self.y_true, self.y_score, self.weight):
            frozen(array)


def amount_rows(
    y_true: ArrayLike,
    y_score: ArrayLike,
    amount: ArrayLike,
    *,
    replaces: Replaces = "fn",
    sample_weight: ArrayLike | None = None,
) -> AmountRows:
    """What does every threshold decide when a row of one class counts as much as its amount?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
    y_score : (n,) finite numbers
    amount : (n,) numbers from 0 to 1e100
        What a mistake with the row costs; those of the other class are not used.
    replaces : "fn" or "fp"
        The amount is the cost of a missed positive row, or that of a false alarm.
    sample_weight : (n,) numbers >= 0, optional
        How often each row counts.

    Returns
    -------
    AmountRows
        Use `counts` with `mean` as the cost the amount replaces.

    Notes
    -----
    Missed positive rows cost sum a_i = mean(a) x sum a_i / mean(a) together: a constant cost times a weighted count. So
    FNR becomes the share of the amount that is missed, and cost plane, envelope and best threshold hold as they are; a
    `cost_tp` would be in proportion to the amount, too. *Undefined when* the class has no row, or no amount above 0.

    References
    ----------
    Elkan (2001), The foundations of cost-sensitive learning, IJCAI, section 1.

    Examples
    --------
    >>> rows = amount_rows([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], [50, 20, 900, 20])
    >>> rows.mean, rows.counts.fn * rows.mean
    (475.0, array([950., 900., 900.,   0.,   0.]))
    """
    truth, score = truths(y_true), finite_numbers(y_score, "y_score")
    same_length(score, len(truth), "y_score")
    each = amounts(amount, len(truth))
    of_class = concerned(truth, replaces)
    weight = np.ones(len(truth)) if sample_weight is None else weights(sample_weight, len(truth))
    plain = threshold_counts(truth, score, sample_weight=sample_weight)
    values, times = each[of_class & (weight > 0)], weight[of_class & (weight > 0)]
    mean, reason = np.nan, NO_POSITIVE if replaces == "fn" else NO_NEGATIVE
    if len(values):
        same = values[0] == values.min() == values.max()
        mean = float(values[0] if same else (values * times).sum() / times.sum())
        reason = NO_AMOUNT
    views = truth.view(), score.view()  # read-only without a hold on the arrays of the caller
    weighted = sample_weight is not None
    if not mean > 0 or same:
        return AmountRows(*views, weight.view(), mean, replaces, plain, weighted, None if mean > 0 else reason)
    weight = weight.copy()
    weight[of_class] *= each[of_class] / mean
    counts = threshold_counts(truth, score, sample_weight=weight)
    tp, fp = _with_total(counts.tp, plain.n_pos), _with_total(counts.fp, plain.n_neg)
    return AmountRows(*views, weight, mean, replaces, ThresholdCounts(counts.threshold, tp, fp), weighted)


def concerned(y_true: BoolArray, replaces: str) -> BoolArray:
    """Return which rows' amounts are used."""
    if replaces not in {"fn", "fp"}:
        raise InputError(
            "replaces must be 'fn' or 'fp'; got '{value}'. Name the mistake whose cost the amount is.", value=replaces
        )
    return y_true if replaces == "fn" else ~y_true


def _with_total(cumulative: CountArray, total: float) -> CountArray:
    """Return sums that rise to exactly `total`: rounding must not move the prevalence."""
    last = cumulative[-1]
    if last in {0, total}:
        return cumulative
    return np.where(cumulative == last, float(total), np.minimum(cumulative * (total / last), total))


def amount_costs(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    cost_fn: ArrayLike,
    cost_fp: ArrayLike,
    cost_tp: ArrayLike = 0.0,
    cost_tn: ArrayLike = 0.0,
    prevalence: float | None = None,
) -> AmountCosts:
    """What does every threshold cost when each row has its own costs?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        Rows count once each; there are no weights.
    y_score : (n,) finite numbers
    cost_fn, cost_fp, cost_tp, cost_tn : number, or (n,) finite numbers
        What a row costs if it is missed, a false alarm, found, or left alone; below 0 for a benefit. Of the four, a
        row uses the two of its own class. A fixed fee for each case looked at is a `cost_tp` and a `cost_fp`.
    prevalence : float in [0, 1], optional
        Share of positive cases where the classifier is put to work; that of the rows when left out.

    Returns
    -------
    AmountCosts

    Notes
    -----
    p (mean cost of the positive rows) + (1 - p) (mean cost of the negative rows) with the decisions of each threshold:
    one sort and running sums. The amounts of both classes are taken to be those met at work; costs that agree to 12
    digits of what is at stake are tied. *Undefined when* a prevalence is given and one class has no row.

    References
    ----------
    Elkan (2001), The foundations of cost-sensitive learning, IJCAI, section 1.

    Examples
    --------
    >>> found = amount_costs([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1], cost_fn=[50, 0, 900, 0], cost_fp=20)
    >>> found.total.tolist(), found.best
    ([950.0, 900.0, 920.0, 20.0, 40.0], 0.4)
    """
    truth, score = truths(y_true), finite_numbers(y_score, "y_score")
    same_length(score, len(truth), "y_score")
    n, n_pos = len(truth), int(np.count_nonzero(truth))
    of_fn, of_fp, of_tp, of_tn = (
        _each_row(values, n, name)
        for values, name in ((cost_fn, "cost_fn"), (cost_fp, "cost_fp"), (cost_tp, "cost_tp"), (cost_tn, "cost_tn"))
    )
    order = np.argsort(-score, kind="stable")
    ordered = score[order] + 0.0  # -0.0 becomes 0.0
    last_of_tie = np.append(np.flatnonzero(ordered[1:] != ordered[:-1]), n - 1)
    threshold = frozen(np.concatenate([[np.inf], ordered[last_of_tie]]))
    left_alone = np.where(truth, of_fn, of_tn)[order]
    change = np.where(truth, of_tp, of_fp)[order] - left_alone
    total = _running(left_alone, change, last_of_tie)
    if prevalence is None:
        return _result(threshold, total / n, total, n_pos / n, float(np.abs(change).sum()) / n)
    p = share(prevalence, "prevalence")
    if n_pos in {0, n}:
        reason = NO_POSITIVE if n_pos == 0 else NO_NEGATIVE
        unknown = frozen(np.full(len(threshold), np.nan))
        return AmountCosts(threshold, unknown, frozen(total), np.nan, np.nan, frozen(np.empty(0)), p, reason)
    weight = np.where(truth, p / n_pos, (1 - p) / (n - n_pos))[order]
    cost = _running(left_alone * weight, change * weight, last_of_tie)
    return _result(threshold, cost, total, p, float((np.abs(change) * weight).sum()))


def _each_row(values: ArrayLike, n: int, name: str) -> FloatArray:
    """Return one cost a row."""
    if np.ndim(values) == 0:
        return np.broadcast_to(finite(float(np.asarray(values)), name), n)
    array = finite_numbers(values, name)
    same_length(array, n, name)
    return array


def _running(left_alone: FloatArray, change: FloatArray, last_of_tie: NDArray[np.intp]) -> FloatArray:
    """Return the sum of all costs when nothing is called positive, then as one score after the other is."""
    before = math.fsum(left_alone)
    return np.concatenate([[before], before + running_sum(change)[last_of_tie]])


def _result(threshold: FloatArray, cost: FloatArray, total: FloatArray, p: float, at_stake: float) -> AmountCosts:
    least = float(cost.min())
    tied = threshold[cost <= least + ROUNDING * at_stake]
    return AmountCosts(threshold, frozen(cost), frozen(total), float(tied[0]), least, frozen(tied), p)
