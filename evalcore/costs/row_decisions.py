"""Deciding row by row, each at its own costs, when the scores are probabilities."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs._checks import LARGEST_AMOUNT, amounts, mistake_costs
from evalcore.costs._condition import NOTHING_AT_STAKE
from evalcore.costs._parts import Part, ends, ends_of_mixture, part_of_amounts, part_of_counts
from evalcore.costs.amounts import Replaces, concerned
from evalcore.costs.estimates import CostInterval
from evalcore.costs.matrix import probability_cost
from evalcore.counts.reasons import NO_NEGATIVE, NO_POSITIVE, NOT_PROBABILITIES, OF_CASES
from evalcore.errors import InputError, present
from evalcore.metrics.readings import WEIGHTED
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level, finite_numbers, same_length, share, truths, weights


@dataclass(frozen=True)
class AmountDecision(CostInterval):
    """What does it cost to decide row by row, each at its own costs?

    Parameters
    ----------
    value, low, high, confidence_level, method, reason, warnings
        See `CostInterval`; nan without rows of one class, and where scores are no probabilities.
    n_positive : float
        Rows called positive (int), or the sum of their weights (float); nan where scores are no probabilities.
    """

    n_positive: float = field(kw_only=True)


def amount_decision(
    y_true: ArrayLike,
    y_score: ArrayLike,
    amount: ArrayLike,
    *,
    replaces: Replaces = "fn",
    cost_other: float,
    cost_right: float = 0.0,
    factor: float = 1.0,
    prevalence: float | None = None,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
    confidence_level: float = 0.95,
    rng: np.random.Generator | None = None,
) -> AmountDecision:
    """What does it cost to decide row by row, each at its own costs?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
    y_score : (n,) numbers in [0, 1]
        Calibrated probabilities of the positive class.
    amount : (n,) numbers from 0 to 1e100
        What a mistake with the row costs; known before the decision, so in rows of both classes.
    replaces : "fn" or "fp"
        The amount is the cost of a missed positive row, or that of a false alarm.
    cost_other : float
        What the other mistake costs, in every row.
    cost_right : float <= cost_other
        What the right decision costs in rows of the class of that mistake; below 0 for a benefit. A right decision
        about a row of the other class costs nothing.
    factor : float >= 0
        Every amount is multiplied by it.
    prevalence : float in [0, 1], optional
        Share of positive cases where the classifier is put to work; that of the rows, at which the scores are taken to
        be calibrated, when left out; then the interval counts in that it is estimated.
    sample_weight : (n,) numbers >= 0, optional
    confidence_level : float in (0, 1)
    rng : numpy.random.Generator, optional
        `default_rng(0)` when left out, so that the same question has the same answer.

    Returns
    -------
    AmountDecision

    Notes
    -----
    A row is called positive if and only if score >= cost_fp / (cost_fp + cost_fn) of that row, and left alone where
    neither mistake costs anything; another prevalence moves the odds as in `theoretical_threshold`. The interval is
    that of `threshold_cost_interval`: the rule is fixed, it was not chosen on these rows. Compare with the best
    threshold, which is one for all rows but needs no probabilities. What right decisions cost is decided about only by
    what the mistake costs more; the rest is paid in any case, for a share of the cases taken to be known. *Undefined
    when* scores reach beyond [0, 1] or a class has no row; (the interval) also when rows are weighted or no mistake
    costs anything.

    References
    ----------
    Elkan (2001), The foundations of cost-sensitive learning, IJCAI, section 2.

    Examples
    --------
    >>> found = amount_decision([1, 0, 1, 0], [0.9, 0.2, 0.1, 0.1], [50, 900, 900, 20], cost_other=20)
    >>> found.cost, found.n_positive
    (5.0, 3)
    """
    check_level(confidence_level)
    truth, score = truths(y_true), finite_numbers(y_score, "y_score")
    same_length(score, len(truth), "y_score")
    each = _at_stake(amounts(amount, len(truth)), factor)
    other = float(mistake_costs(cost_other - cost_right, "cost_other"))
    weight = np.ones(len(truth)) if sample_weight is None else weights(sample_weight, len(truth))
    n_pos, n_neg = float(weight[truth].sum()), float(weight[~truth].sum())
    here = n_pos / (n_pos + n_neg)
    p = here if prevalence is None else share(prevalence, "prevalence")
    paid = cost_right * ((1 - p) if replaces == "fn" else p)
    if ((score < 0) | (score > 1)).any():
        return AmountDecision(np.nan, n_positive=np.nan, confidence_level=confidence_level, reason=NOT_PROBABILITIES)
    of_fn, of_fp = (each, other) if concerned(truth, replaces) is truth else (other, each)
    called = _called(score, of_fn, of_fp, here, p)
    n_positive = int(np.count_nonzero(called)) if sample_weight is None else float(weight[called].sum())
    found = partial(AmountDecision, n_positive=n_positive, confidence_level=confidence_level)
    if not (n_pos and n_neg):
        return found(np.nan, reason=NO_NEGATIVE if n_pos else NO_POSITIVE)
    lost = np.where(truth, np.where(called, 0.0, of_fn), np.where(called, of_fp, 0.0))
    classes = ((p, truth, n_pos), (1 - p, ~truth, n_neg))
    cost = math.fsum(of_class * float(weight[rows] @ lost[rows]) / n for of_class, rows, n in classes)
    of_cases = case is not None and numbered(case, len(truth)).count < len(truth)
    if sample_weight is not None or of_cases:
        return found(cost + paid, reason=WEIGHTED if sample_weight is not None else OF_CASES)
    rng = np.random.default_rng(0) if rng is None else rng
    wrong = called != truth
    parts = [
        _part(
            of_class,
            np.broadcast_to(of_mistake, len(truth))[rows],
            wrong[rows],
            confidence_level,
            rng,
            varies=bool((np.ravel(of_mistake) != np.ravel(of_mistake)[0]).any()),
        )
        for of_class, rows, of_mistake in ((p, truth, of_fn), (1 - p, ~truth, of_fp))
    ]
    if prevalence is None:
        of_class = float(lost[truth].mean()), float(lost[~truth].mean())
        low, high = ends_of_mixture(cost, parts, of_class, (n_pos, n_neg), confidence_level)
    else:
        low, high = ends(cost, parts)
    if not low < high:
        return found(cost + paid, reason=NOTHING_AT_STAKE)
    return found(cost + paid, low + paid, high + paid, warnings=present(parts[0].warning or parts[1].warning))


def _at_stake(amount: FloatArray, factor: float) -> FloatArray:
    """Return the amounts times the factor."""
    if not 0 <= factor <= LARGEST_AMOUNT:
        raise InputError(
            "factor must be a number from 0 to 1e100; got {value}. Write 80% of the amount as 0.8.", value=factor
        )
    return amount * factor


def _called(
    score: FloatArray, of_fn: FloatArray | float, of_fp: FloatArray | float, here: float, p: float
) -> BoolArray:
    """Return which rows are called positive; nothing is where nothing is at stake."""
    if p != here:
        # a power of two takes tiny costs into range, so that none vanishes by what it is multiplied with
        exponent = np.frexp(np.maximum(of_fn, of_fp))[1]
        of_fn, of_fp = np.ldexp(of_fn, -exponent) * (p * (1 - here)), np.ldexp(of_fp, -exponent) * ((1 - p) * here)
    threshold = probability_cost(0.5, of_fp, of_fn)
    return np.asarray(score >= threshold)


def _part(
    share: float, cost: FloatArray, wrong: BoolArray, level: float, rng: np.random.Generator, *, varies: bool
) -> Part:
    """Return how far the cost of one class reaches: from counts where all its rows cost the same."""
    # A single row does not tell that others of its class have its amount.
    if not varies or (len(cost) > 1 and (cost == cost[0]).all()):
        return part_of_counts(float(np.count_nonzero(wrong)), float(len(wrong)), share * float(cost[0]), level)
    return part_of_amounts(cost, wrong, excess=share, level=level, rng=rng)
