"""How sure is what a fixed threshold costs?"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs._by_case import CaseSums, cost_ends
from evalcore.costs._condition import NOTHING_AT_STAKE, Condition, rates_at
from evalcore.costs._drawing import class_sizes, counts_of, with_amounts
from evalcore.costs._parts import Part, ends, ends_of_mixture, part_of_amounts, part_of_counts
from evalcore.costs.amounts import AmountRows, concerned
from evalcore.costs.estimates import CostInterval
from evalcore.costs.matrix import CostMatrix
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.counts.reasons import not_alone, one_class
from evalcore.errors import Message, present
from evalcore.intervals import wilson
from evalcore.intervals.cases import ALIKE, few_cases, one_case
from evalcore.metrics.readings import MANY, SINGLE_ROW, WEIGHTED
from evalcore.support.arrays import CountArray, FloatArray
from evalcore.support.checks import check_level

FEW_ROWS = 5
FEW_OF_A_CLASS = Message(
    "A class has fewer than five rows, so the interval of a cost with a prevalence of its own covers less often than "
    "its level says where that class is mostly decided right or mostly wrong."
)
ONE_AMOUNT = Message(
    "A single row has an amount, which does not tell what others of its class cost; the interval takes it for theirs."
)
ALL_ALIKE = Message("This threshold decides every case alike, so what it costs does not depend on the rows.")


def threshold_cost_interval(
    counts: ThresholdCounts | AmountRows,
    threshold: float,
    *,
    cost_fn: float,
    cost_fp: float,
    cost_tp: float = 0.0,
    cost_tn: float = 0.0,
    prevalence: float | None = None,
    confidence_level: float = 0.95,
    rng: np.random.Generator | None = None,
) -> CostInterval:
    """Between which values does the cost of a fixed threshold lie?

    Parameters
    ----------
    counts : ThresholdCounts or AmountRows
        Counts of rows, not of weights; or rows with amounts, whose `mean` is one of the costs.
    threshold : float
        Fixed before these rows were seen; for one chosen on them see `bootstrap_best_threshold`.
    cost_fn, cost_fp, cost_tp, cost_tn
        As for `best_threshold`.
    prevalence : float in [0, 1], optional
        Share of positive cases where the classifier is put to work, taken to be known. When left out, that of the rows,
        which is estimated from them: they are a random sample, and another one would have another share.
    confidence_level : float in (0, 1)
    rng : numpy.random.Generator, optional
        For amounts only; nothing is drawn without. `default_rng(0)` when left out, so that the same question has the
        same answer.

    Returns
    -------
    CostInterval

    Notes
    -----
    The cost is c + a FNR + b FPR with a = p (cost_fn - cost_tp) and b = (1 - p) (cost_fp - cost_tn). FNR and FPR are
    independent, and each has Wilson's interval, (l1, u1) and (l2, u2); from these the limits of the sum are recovered:
    low = cost - sqrt(a^2 (FNR - l1)^2 + b^2 (FPR - l2)^2), high = cost + sqrt(a^2 (u1 - FNR)^2 + b^2 (u2 - FPR)^2).
    Unlike percentiles of resamples this does not take mistakes for impossible that no row happened to show.

    A prevalence that is estimated has Wilson's interval, too, (l3, u3). It adds to either sum of squares d^2 (p - l3)^2
    or d^2 (u3 - p)^2, where d is what a positive row costs more than a negative one (the other way round where that is
    below 0), and the squares of what it and a rate deviate together, (cost_fn - cost_tp)^2 (u1 - FNR)^2 (u3 - p)^2, as
    in the variance of a product. The limits stay between the lower and the upper limits of what a row of each class
    costs. So the cost of calling nothing positive is cost_fn times Wilson's interval of p.

    With amounts, percentiles of 10,000 bootstrap samples take the place of Wilson's interval in the class concerned: so
    many rows are drawn from those decided wrong and their amounts added up; where these are more than 1,000, the sum is
    taken from the normal distribution with the mean and variance of such sums. For the upper end one more row is
    counted among the wrong ones, of the mean amount where each counts by itself (the sum of squares over the sum): so
    the interval holds of skewed amounts, too (log-normal, sigma 1). Where few rows are wrong it is still too narrow;
    `warnings` say so of fewer than ten. They also do where amounts are so skewed (sigma 2) that e to 1.5 times the
    variance of their logarithms exceeds twice the root of the rows that are wrong; there each end is the farther one of
    these and of Hall's for a skewed mean (`skewed_mean`). Where a prevalence is given they also say so of fewer than
    five rows of a class, and where all but one of ten or more rows of a class are decided alike.

    Where rows belong to cases the interval is by case: the cost is brought to [0, 1] between the least and the most
    that a row can cost, and has Wilson's interval with as many rows as would vary as much, as in `readings_by_case`.
    With u_i the sum over the rows of case i of what each costs above the mean, over n (with a prevalence, above the
    mean of its class, times the share and over the rows of that class), the variance is I / (I - 1) sum u_i^2. With
    amounts there is none by case.

    *Undefined when* (the interval) a class has no row, rows are weighted, there is one case or all are alike, no
    mistake costs anything, or the threshold is infinite and the prevalence given, so that all is known (with amounts
    only their size is not).

    References
    ----------
    Zou and Donner (2008), https://doi.org/10.1002/sim.3095;
    Goodman (1960), https://doi.org/10.1080/01621459.1960.10483369;
    Newcombe (1998), https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I;
    Efron (1979), https://doi.org/10.1214/aos/1176344552;
    Hall (1992), On the removal of skewness by transformation, J. R. Stat. Soc. B 54, 221-228

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40])
    >>> found = threshold_cost_interval(counts, 3, cost_fn=5, cost_fp=1)
    >>> f"{found.low:.2f} < {found.cost:.2f} < {found.high:.2f}"
    '0.44 < 0.66 < 0.93'
    """
    check_level(confidence_level)
    table = counts_of(counts)
    condition = Condition.of(table, CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn), prevalence)
    cost = float(condition.per_case(table, table.index_of(threshold)))
    rows = counts.rows if isinstance(counts, ThresholdCounts) else None
    reason = one_class(table) or (not_alone(counts, WEIGHTED) if rows is None else None)
    if reason is not None:
        return CostInterval(cost, confidence_level=confidence_level, reason=reason)
    if rows is not None:
        first = rows.cases.one_row_each(rows.truth, rows.score)
        if first is None:
            found = cost_ends(rows, threshold, condition.costs, prevalence, confidence_level)
            return _of_cases(cost, *found, known=_known(condition, threshold), level=confidence_level)
        counts = table = threshold_counts(rows.truth[first], rows.score[first])
    rng = np.random.default_rng(0) if rng is None else rng
    parts = [_part(kind, counts, threshold, condition, level=confidence_level, rng=rng) for kind in ("fn", "fp")]
    if prevalence is None and condition.x >= 0:
        of_class = _per_class(table, threshold, condition.costs)
        low, high = ends_of_mixture(cost, parts, of_class, (table.n_pos, table.n_neg), confidence_level)
    else:
        low, high = ends(cost, parts)
    low, high = float(low), float(high)
    if not low < high:
        reason = ALL_ALIKE if condition.x >= 0 else NOTHING_AT_STAKE
        return CostInterval(cost, confidence_level=confidence_level, reason=reason)
    warning = parts[0].warning or parts[1].warning or _of_single_amount(counts)
    if warning is None and prevalence is not None:
        warning = _of_few_rows(table, threshold)
    return CostInterval(cost, low, high, confidence_level=confidence_level, warnings=present(warning))


def threshold_cost_ends(
    counts: ThresholdCounts,
    thresholds: ArrayLike,
    *,
    cost_fn: float,
    cost_fp: float,
    cost_tp: float = 0.0,
    cost_tn: float = 0.0,
    prevalence: float | None = None,
    confidence_level: float = 0.95,
) -> tuple[FloatArray, FloatArray]:
    """Between which values does the cost of each of many thresholds lie, as a figure draws them?

    Parameters
    ----------
    counts : ThresholdCounts
    thresholds : array, shape (k,)
    cost_fn, cost_fp, cost_tp, cost_tn, prevalence, confidence_level
        As for `threshold_cost_interval`.

    Returns
    -------
    low, high : float64 arrays, shape (k,)
        What a case costs on average, in the unit of the costs: the ends of `threshold_cost_interval`. *Undefined when*
        that is, and where rows belong to cases: nan.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40])
    >>> [ends.round(2).tolist() for ends in threshold_cost_ends(counts, [4, 3], cost_fn=5, cost_fp=1)]
    [[0.9, 0.44], [1.58, 0.93]]
    """
    check_level(confidence_level)
    at = np.asarray(thresholds, dtype=float)
    nowhere = np.full(at.size, math.nan)
    if one_class(counts) is not None or not_alone(counts, WEIGHTED) is not None:
        return nowhere, nowhere
    condition = Condition.of(counts, CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn), prevalence)
    is_estimated = prevalence is None and condition.x >= 0
    costs, p = condition.costs, condition.prevalence
    return ends_of(counts, at, costs, p, is_estimated=is_estimated, level=confidence_level)


def ends_of(
    counts: ThresholdCounts,
    at: FloatArray,
    costs: Any,
    p: Any,
    *,
    is_estimated: bool,
    level: float,
    of_amounts: tuple[int, Part] | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Return the ends of many thresholds under one condition, or of one threshold under many.

    Of positives or negatives with amounts, the first or the second class, the reach is that `of_amounts`.
    """
    index = counts.index_of(at)
    cells, rates = counts.cells(index), rates_at(counts, index)
    cost = costs.per_case(*rates, p)
    place, part = of_amounts or (None, Part(0.0, 0.0))
    of_class = (
        (cells.fn, counts.n_pos, p * costs.excess_fn),
        (cells.fp, counts.n_neg, (1 - p) * costs.excess_fp),
    )
    parts = [part if k == place else _reach(*one, at, level) for k, one in enumerate(of_class)]
    if is_estimated:
        each = costs.per_case(*rates, 1.0), costs.per_case(*rates, 0.0)
        low, high = ends_of_mixture(cost, parts, each, (counts.n_pos, counts.n_neg), level)
    else:
        low, high = ends(cost, parts)
    known = low < high
    return np.where(known, low, math.nan), np.where(known, high, math.nan)


def _reach(wrong: CountArray, n: float, excess: Any, thresholds: FloatArray, level: float) -> Part:
    """Return how far the cost of a class reaches, threshold by threshold; where no score is looked at it is known."""
    low, high = wilson(wrong, n, confidence_level=level)
    share, is_known = wrong / n, np.isinf(thresholds)
    below, above = excess * (share - low), excess * (high - share)
    return Part(np.where(is_known, 0.0, below), np.where(is_known, 0.0, above))


def _known(condition: Condition, threshold: float) -> Message:
    """Say why the cases tell nothing of a cost."""
    if not condition.x >= 0:
        return NOTHING_AT_STAKE
    return ALL_ALIKE if math.isinf(threshold) else ALIKE


def _of_cases(cost: float, low: float, high: float, sums: CaseSums, *, known: Message, level: float) -> CostInterval:
    """Return the interval by case, or why there is none."""
    reason = one_case(*sums.sizes) or (known if not low < high else None)
    if reason is not None:
        return CostInterval(cost, confidence_level=level, reason=reason)
    return CostInterval(cost, low, high, confidence_level=level, warnings=few_cases(*sums.sizes))


def _of_single_amount(counts: ThresholdCounts | AmountRows) -> Message | None:
    """Say that one amount tells nothing about others."""
    if not isinstance(counts, AmountRows):
        return None
    n_pos, n_neg = class_sizes(counts)
    return ONE_AMOUNT if (n_pos if counts.replaces == "fn" else n_neg) == 1 else None


def _of_few_rows(table: ThresholdCounts, threshold: float) -> Message | None:
    """Say that the rows of a class are so few, or agree so nearly, that Wilson's interval covers less than it says."""
    if min(table.n_pos, table.n_neg) < FEW_ROWS:
        return FEW_OF_A_CLASS
    cells = table.cells(table.index_of(threshold))
    right_and_wrong = ((cells.tp, cells.fn), (cells.tn, cells.fp))
    return SINGLE_ROW if any(1 in pair and sum(pair) >= MANY for pair in right_and_wrong) else None


def _per_class(table: ThresholdCounts, threshold: float, costs: CostMatrix) -> tuple[float, float]:
    """Return what a positive row costs on average, and a negative one."""
    fpr, fnr = rates_at(table, table.index_of(threshold))
    return float(costs.per_case(fpr, fnr, 1.0)), float(costs.per_case(fpr, fnr, 0.0))


def _part(
    kind: str,
    rows: ThresholdCounts | AmountRows,
    threshold: float,
    condition: Condition,
    *,
    level: float,
    rng: np.random.Generator,
) -> Part:
    """Return how far the cost of one class reaches: positive rows may be missed, negative ones false alarms."""
    p, costs, own = condition.prevalence, condition.costs, with_amounts(rows)
    share, excess, right = (
        (p, costs.excess_fn, costs.cost_tp) if kind == "fn" else (1 - p, costs.excess_fp, costs.cost_tn)
    )
    if own is None or own.replaces != kind:
        if math.isinf(threshold):
            return Part(0.0, 0.0)
        counts = counts_of(rows)
        cells = counts.cells(counts.index_of(threshold))
        wrong, n = (cells.fn, counts.n_pos) if kind == "fn" else (cells.fp, counts.n_neg)
        return part_of_counts(float(wrong), float(n), share * excess, level)
    used = concerned(own.y_true, kind)
    called = own.y_score[used] >= threshold
    return part_of_amounts(
        own.weight[used],
        ~called if kind == "fn" else called,
        excess=share * excess,
        right=share * right,
        level=level,
        rng=rng,
        known=math.isinf(threshold),
    )
