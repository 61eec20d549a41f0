"""How sure is what a fixed threshold costs?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore._arrays import FloatArray
from evalcore._delong import check_level
from evalcore.costs._condition import Condition
from evalcore.costs._drawing import counts_of, nothing_to_draw, sums_of_draws, with_amounts
from evalcore.costs.amounts import AmountRows, concerned
from evalcore.costs.matrix import CostMatrix
from evalcore.counts import ThresholdCounts
from evalcore.curves._resampling import percentiles
from evalcore.errors import Message

DRAWS = 10_000
NO_SPREAD = Message(
    "All resamples cost the same at this threshold, which is no proof of certainty: no row goes another way than the "
    "rest of its class, or the only rows that do cost nothing."
)


@dataclass(frozen=True)
class ThresholdCostInterval:
    """What does a fixed threshold cost, and how sure is that?

    Parameters
    ----------
    cost : float
        What a case costs on average, in the unit of the costs; nan without rows of one class.
    low, high : float
        nan where there is no interval, then `reason` says why.
    confidence_level : float
        As asked for.
    reason : Message or None
        Why something is nan.
    """

    cost: float
    low: float
    high: float
    confidence_level: float
    reason: Message | None = None


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
) -> ThresholdCostInterval:
    """Between which values does the cost of a fixed threshold lie?

    Parameters
    ----------
    counts : ThresholdCounts or AmountRows
        Counts of rows, not of weights; or rows with amounts, whose `mean` is one of the costs.
    threshold : float
        Fixed before these rows were seen; for one chosen on them see `bootstrap_best_threshold`.
    cost_fn, cost_fp, cost_tp, cost_tn, prevalence
        As for `best_threshold`. The prevalence, given or that of the rows, is taken to be known.
    confidence_level : float in (0, 1)
    rng : numpy.random.Generator, optional
        `default_rng(0)` when left out, so that the same question has the same answer.

    Returns
    -------
    ThresholdCostInterval

    Notes
    -----
    Percentiles of 10,000 stratified bootstrap samples. At a fixed threshold a sample is its FN and its FP: two
    independent binomial numbers, n_pos draws at FNR and n_neg at FPR. With amounts, so many rows are drawn from those
    decided wrong and their amounts added up; where these are more than 1,000, the sum is taken from the normal
    distribution with the mean and variance of such sums. *Undefined when* (the interval) a class has fewer
    than two rows, rows are weighted, or all resamples cost the same.

    References
    ----------
    Efron (1979), https://doi.org/10.1214/aos/1176344552

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([4, 3, 2, 1], [30, 20, 10, 5], [5, 15, 20, 40])
    >>> found = threshold_cost_interval(counts, 3, cost_fn=5, cost_fp=1)
    >>> f"{found.low:.2f} < {found.cost:.2f} < {found.high:.2f}"
    '0.43 < 0.66 < 0.90'
    """
    check_level(confidence_level)
    table = counts_of(counts)
    condition = Condition.of(table, CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn), prevalence)
    index = table.index_of(threshold)
    cost = float(condition.per_case(table, index))
    reason = nothing_to_draw(counts)
    if reason is None:
        draws = _draws(counts, int(index), condition, np.random.default_rng(0) if rng is None else rng)
        reason = NO_SPREAD if (draws == draws[0]).all() else None
    if reason is not None:
        return ThresholdCostInterval(cost, np.nan, np.nan, confidence_level, reason)
    low, high = percentiles(draws, confidence_level)
    return ThresholdCostInterval(cost, float(low), float(high), confidence_level)


def _draws(
    rows: ThresholdCounts | AmountRows, index: int, condition: Condition, rng: np.random.Generator
) -> FloatArray:
    """Return what a case costs in each sample."""
    counts, own = counts_of(rows), with_amounts(rows)
    cells = counts.cells(index)
    p, matrix = condition.prevalence, condition.costs
    classes = (("fn", cells.fn, counts.n_pos, matrix.cost_tp), ("fp", cells.fp, counts.n_neg, matrix.cost_tn))
    (fnr, of_pos), (fpr, of_neg) = (
        (rng.binomial(int(n), wrong.item() / n, size=DRAWS) / n, np.ones(1))
        if own is None or own.replaces != kind
        else _amount_draws(own, float(counts.threshold[index]), rng, found_too=right != 0)
        for kind, wrong, n, right in classes
    )
    # only what is above the cost of being right varies: exactly 0 where a mistake costs nothing
    return np.asarray(
        p * matrix.cost_tp * of_pos
        + (1 - p) * matrix.cost_tn * of_neg
        + (p * matrix.excess_fn * fnr + (1 - p) * matrix.excess_fp * fpr)
    )


def _amount_draws(
    rows: AmountRows, threshold: float, rng: np.random.Generator, *, found_too: bool
) -> tuple[FloatArray, FloatArray]:
    """Return the weight of the rows decided wrong in each sample, and that of the class, as shares of the rows."""
    used = concerned(rows.y_true, rows.replaces)
    called = rows.y_score[used] >= threshold
    weight, is_wrong = rows.weight[used], ~called if rows.replaces == "fn" else called
    n = len(weight)
    times = rng.binomial(n, np.count_nonzero(is_wrong) / n, size=DRAWS)
    wrong = sums_of_draws(weight[is_wrong], times, rng) / n
    if not found_too:
        return wrong, np.ones(1)
    return wrong, wrong + sums_of_draws(weight[~is_wrong], n - times, rng) / n
