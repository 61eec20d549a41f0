"""How sure is what labels of any number of classes cost, and what another way to decide the same rows saves?"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs.estimates import CostDifference, CostInterval
from evalcore.costs.many_classes import class_shares, cost_table, label_cost
from evalcore.counts import ConfusionMatrix, confusion_matrix
from evalcore.counts.reasons import not_alone
from evalcore.errors import Message
from evalcore.intervals import wilson
from evalcore.intervals.percentiles import WEIGHTED, percentiles
from evalcore.support.arrays import CountArray, FloatArray
from evalcore.support.cases import Cases
from evalcore.support.checks import check_level

DRAWS = 10_000
ONE_COST = Message(
    "All resamples cost the same, which is no proof of certainty: the rows of a class all cost the same here."
)
ALIKE = Message("Both ways decide every row alike.")
ONE_DIFFERENCE = Message(
    "All resamples differ by the same, which is no proof of certainty: all rows differ by the same here."
)
FEW_ROWS = 10
NOTICED = 1.1  # an upper end so much farther from the cost is worth a warning
TOO_NARROW = Message(
    "Some class has fewer than ten rows, or mistakes that cost more than any of its rows show; resamples take what was "
    "not seen for impossible, so the interval may be too narrow."
)


FEW_APART = Message(
    "Fewer than ten rows are decided differently, or of some class; resamples take what was not seen for impossible, "
    "so the interval of the difference may be too narrow."
)


def label_cost_interval(
    cm: ConfusionMatrix,
    cost: ArrayLike,
    *,
    prevalence: ArrayLike | None = None,
    confidence_level: float = 0.95,
    rng: np.random.Generator | None = None,
) -> CostInterval:
    """Between which values does the cost of predicted labels lie?

    Parameters
    ----------
    cm : ConfusionMatrix of k classes
        Of rows, not of weights.
    cost, prevalence
        As for `label_cost`. Shares that are given are taken to be known; those of the rows are estimated from them.
    confidence_level : float in (0, 1)
    rng : numpy.random.Generator, optional
        `default_rng(0)` when left out, so that the same question has the same answer.

    Returns
    -------
    CostInterval

    Notes
    -----
    Percentiles of 10,000 bootstrap samples. Without a prevalence the rows are a random sample: as many are drawn with
    replacement, so the whole table is multinomial. With one each true class is drawn on its own, as many rows as it
    has, so its row of the table is. A cost that no row shows is never drawn. `warnings` say so if such
    mistakes, each the dearest of its class and as frequent as Wilson's interval for none of its rows allows, would move
    the upper end by more than a tenth of its distance from the cost; and if a class has fewer than ten rows, unless
    whatever is decided costs the same.

    *Undefined when* `label_cost` is; the interval also when a class that counts has fewer than two rows, rows are
    weighted, or all resamples cost the same.

    References
    ----------
    Efron (1979), https://doi.org/10.1214/aos/1176344552

    Examples
    --------
    >>> found = label_cost_interval(ConfusionMatrix([[50, 3, 2], [10, 20, 5], [1, 4, 5]]), 1 - np.eye(3))
    >>> f"{found.low:.2f} < {found.cost:.2f} < {found.high:.2f}"
    '0.17 < 0.25 < 0.34'
    """
    check_level(confidence_level)
    table, point = cost_table(cost), label_cost(cm, cost, prevalence=prevalence)
    size = cm.table.sum(axis=1)
    reason = point.reason
    if reason is None:
        share = size / size.sum() if prevalence is None else class_shares(prevalence, len(table))
        reason = _weighted(cm) or _single(cm, share)
    if reason is None:
        draws = _cost_draws(table, cm.table, None if prevalence is None else share, rng)
        reason = ONE_COST if (draws == draws[0]).all() else None
    if reason is not None:
        return CostInterval(point.cost, confidence_level=confidence_level, reason=reason)
    low, high = (float(end) for end in percentiles(draws, confidence_level))
    few = ((size < FEW_ROWS) & (share > 0) & (np.ptp(table, axis=1) > 0)).any()
    unseen = _unseen(cm.table, table, share, confidence_level)
    narrow = few or math.hypot(high - point.cost, *unseen) > NOTICED * (high - point.cost)
    warnings = (TOO_NARROW,) if narrow else ()
    return CostInterval(point.cost, low, high, confidence_level=confidence_level, warnings=warnings)


def decision_difference(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    cost: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
    confidence_level: float = 0.95,
    rng: np.random.Generator | None = None,
) -> CostDifference:
    """How much more does one way to decide cost than another, on the same rows?

    Parameters
    ----------
    y_true, first, second : (n,) whole numbers from 0 to k - 1
        The true class and the two decisions, as places in the order of the cost table.
    cost : (k, k) numbers
        Rows are the truth, columns the decision; below 0 for a benefit.
    sample_weight : (n,) numbers >= 0, optional
        How often each row counts. There is no interval with weights.
    case : (n,) labels of any kind, optional
        Rows of one case are not independent: then there is no interval.
    confidence_level, rng
        As for `label_cost_interval`.

    Returns
    -------
    CostDifference

    Notes
    -----
    The mean over rows of cost[y, first] - cost[y, second]. A resample draws rows of any class at random, each with both
    its decisions, so what both get wrong alike does not widen the interval: it is narrower than two separate intervals
    suggest. With fewer than ten rows of a class, or decided differently, `warnings` say that it may be too narrow.
    *Undefined when* (the interval) a class has one row only, rows are
    weighted, or all resamples differ by the same.

    Examples
    --------
    >>> y_true, cost = [0, 0, 0, 1, 1, 1], [[0, 1], [5, 0]]
    >>> found = decision_difference(y_true, [0, 0, 0, 0, 0, 1], [0, 1, 0, 1, 0, 1], cost)
    >>> found.n_apart, f"{found.low:.2f} < {found.difference:.2f} < {found.high:.2f}"
    (2, '-0.50 < 0.67 < 2.50')
    """
    check_level(confidence_level)
    table = cost_table(cost)
    k = len(table)
    by_first, by_second = (
        confusion_matrix(y_true, decision, classes=range(k), sample_weight=sample_weight, case=case)
        for decision in (first, second)
    )
    truth, one, other = (np.asarray(codes, dtype=np.intp) for codes in (y_true, first, second))
    changed = one != other
    difference = float(((by_first.table - by_second.table) * table).sum() / by_first.table.sum())
    n_apart = int(np.count_nonzero(changed))
    size = by_first.table.sum(axis=1)
    reason = _weighted(by_first) or _single(by_first, size / size.sum()) or (None if n_apart else ALIKE)
    if reason is None:
        truth, one, other = truth[changed], one[changed], other[changed]
        apart = table[truth, one] - table[truth, other]
        of_each = np.append(np.ones(n_apart, dtype=np.int64), len(changed) - n_apart)
        draws = _draws([_grouped(np.append(apart, 0.0), of_each)], np.ones(1), rng)
        reason = ONE_DIFFERENCE if (draws == draws[0]).all() else None
    if reason is not None:
        return CostDifference(
            difference, n_apart=n_apart, n=len(changed), confidence_level=confidence_level, reason=reason
        )
    low, high = percentiles(draws, confidence_level)
    return CostDifference(
        difference,
        float(low),
        float(high),
        n_apart=n_apart,
        n=len(changed),
        confidence_level=confidence_level,
        warnings=(FEW_APART,) if min(n_apart, size[size > 0].min()) < FEW_ROWS else (),
    )


def _weighted(cm: ConfusionMatrix) -> Message | None:
    """Say that rows of any weight cannot be drawn."""
    return not_alone(cm, WEIGHTED)


def _single(cm: ConfusionMatrix, share: FloatArray) -> Message | None:
    """Say that one row of a class tells nothing about how much its rows vary."""
    single = int(np.count_nonzero((cm.table.sum(axis=1) == 1) & (share > 0)))
    if not single:
        return None
    return Message("An interval needs at least two rows of each class; classes with a single row: {n}.", {"n": single})


def _unseen(counted: CountArray, table: FloatArray, share: FloatArray, level: float) -> list[float]:
    """Return what a mistake dearer than any that was made could add to the cost, for each class that has one."""
    found = []
    for costs, n, p in zip(table, counted, share, strict=True):
        if p > 0 and costs.max() > costs[n > 0].max():
            could = float(wilson(0, n.sum(), confidence_level=level).high)
            found.append(float(p * could * (costs.max() - costs @ n / n.sum())))
    return found


def _cost_draws(
    table: FloatArray, counted: CountArray, share: FloatArray | None, rng: np.random.Generator | None
) -> FloatArray:
    """Return what resamples cost: of all rows at random, or of each class where the shares are given."""
    if share is None:
        return _draws([_grouped(table.ravel(), counted.ravel())], np.ones(1), rng)
    return _draws([_grouped(costs, of_class) for costs, of_class in zip(table, counted, strict=True)], share, rng)


def _grouped(costs: FloatArray, counted: CountArray) -> tuple[FloatArray, CountArray]:
    """Return the different costs of the rows of one class, and how many rows have each."""
    met = counted > 0
    values, place = np.unique(costs[met], return_inverse=True)
    n = np.zeros(len(values), dtype=np.int64)
    np.add.at(n, place, counted[met])
    return values, n


def _draws(
    groups: list[tuple[FloatArray, CountArray]], share: FloatArray, rng: np.random.Generator | None
) -> FloatArray:
    """Return what a row costs on average in each resample: how many of n rows have each cost is multinomial."""
    generator = np.random.default_rng(0) if rng is None else rng
    total = np.zeros(DRAWS)
    for (values, counted), p in zip(groups, share, strict=True):
        if p > 0:
            n = int(counted.sum())
            total += generator.multinomial(n, counted / n, size=DRAWS) @ values * (p / n)
    return total
