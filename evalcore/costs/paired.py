"""Two models on the same rows, each at its own threshold: how much less does one cost, and how sure is that?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from evalcore.costs._by_case import CaseSums
from evalcore.costs._parts import Part, ends
from evalcore.costs.estimates import CostDifference
from evalcore.costs.matrix import CostMatrix
from evalcore.counts.reasons import NO_NEGATIVE, NO_POSITIVE
from evalcore.errors import Message
from evalcore.intervals.cases import ALIKE as OF_CASES_ALIKE
from evalcore.intervals.cases import degrees_of_freedom, few_cases, one_case, wider
from evalcore.support.arrays import BoolArray, CountArray, FloatArray
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level, same_length, share, truths

FEW_APART = 10
ALIKE = Message("Both models decide every row alike at these thresholds, so they cost the same here.")


def model_cost_difference(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    cost_fn: float,
    cost_fp: float,
    cost_tp: float = 0.0,
    cost_tn: float = 0.0,
    prevalence: float | None = None,
    confidence_level: float = 0.95,
    case: ArrayLike | Cases | None = None,
) -> CostDifference:
    """How much more does one model cost than another, on the same rows at thresholds fixed beforehand?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        Rows count once each.
    first, second : (n,) True/False or 1/0
        Which rows each model calls positive.
    cost_fn, cost_fp, cost_tp, cost_tn
        As for `best_threshold`.
    prevalence : float in [0, 1], optional
        Where the models are put to work, taken to be known: then both classes are drawn separately. That of the rows
        when left out, which are then a random sample.
    confidence_level : float in (0, 1)
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case and may depend on each other.

    Returns
    -------
    CostDifference

    Notes
    -----
    Only rows decided differently matter: a positive that only the first misses costs cost_fn - cost_tp more with it,
    one that only the second misses as much less; negatives likewise. Of n rows, all or those of a class if a prevalence
    is given, b are of one kind and c of the other; (b - c) / n has Bonett and Price's interval, Wald's with a row of
    either kind added, and the limits of the sum of both classes come from these (MOVER, with the covariance that two
    counts of the same n rows have: without it .82 where one model calls every row positive and the other none).
    Percentiles of resamples, which take what was not seen for impossible, held the truth in .25 at 2 positives among 98
    (AUC .8 and .7, a prevalence of .5 given). The interval is narrower than two separate intervals suggest, as mistakes
    both make cancel.
    By case, the same is done with as many rows as would vary as much as the cases do: n, b and c are divided by the
    design effect, the variance by case over that by row (as in `threshold_cost_interval`), and by (t / z)^2, with
    Student's quantile t of as many cases of equal size as these are as good as, less one.
    Fewer than ten rows or cases apart: `warnings`. *Undefined when* a class has no row; (the interval) when no row is
    decided differently; by case with a single case, or where all are alike.

    References
    ----------
    Bonett and Price (2012), Adjusted Wald confidence interval for a difference of binomial proportions based on paired
    data, Journal of Educational and Behavioral Statistics 37, 479-488; Zou and Donner (2008),
    https://doi.org/10.1002/sim.3095

    Examples
    --------
    >>> truth = [1] * 40 + [0] * 60
    >>> a, b = [1] * 30 + [0] * 70, [1] * 38 + [0] * 57 + [1] * 5
    >>> found = model_cost_difference(truth, a, b, cost_fn=5, cost_fp=1)
    >>> f"{found.low:.2f} < {found.difference:.2f} < {found.high:.2f}, {found.n_apart}"
    '0.04 < 0.35 < 0.64, 13'
    """
    check_level(confidence_level)
    costs, truth = CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn), truths(y_true)
    called = [truths(decision) for decision in (first, second)]
    for name, decision in zip(("first", "second"), called, strict=True):
        same_length(decision, len(truth), name)
    cases = None if case is None else numbered(case, len(truth))
    if cases is not None and (one_each := cases.one_row_each(truth, *called)) is not None:
        truth, called, cases = truth[one_each], [decision[one_each] for decision in called], None
    n_pos, n_apart = int(np.count_nonzero(truth)), int(np.count_nonzero(called[0] != called[1]))
    found = partial(CostDifference, n_apart=n_apart, n=len(truth), confidence_level=confidence_level)
    if not 0 < n_pos < len(truth):
        return found(math.nan, reason=NO_NEGATIVE if n_pos else NO_POSITIVE)
    groups = [_apart(called[0], called[1], rows) for rows in (truth, ~truth)]
    # What the first costs more where only the second calls a row positive; where only the first does, as much less.
    excess = costs.excess_fn, -costs.excess_fp
    n: Sequence[float] = (n_pos, len(truth) - n_pos)
    difference = apart_difference(groups, excess, n, prevalence)
    if not n_apart:
        return found(difference, reason=ALIKE)
    if cases is None:
        warnings = (few_apart(n_apart),) if n_apart < FEW_APART else ()
    else:
        more = np.where(truth, *excess) * (called[1].astype(float) - called[0])
        sums = CaseSums.of(more, truth, cases, prevalence)
        reason, times = one_case(*sums.sizes), _as_rows(sums, more, truth, prevalence, confidence_level)
        if reason is not None or not times > 0:
            return found(difference, reason=reason or OF_CASES_ALIKE)
        groups, n = [of / times for of in groups], tuple(of / times for of in n)
        apart = int(np.count_nonzero(cases.sums((called[0] != called[1]).astype(float))))
        warnings = (*((few_cases_apart(apart),) if apart < FEW_APART else ()), *few_cases(*sums.sizes))
    low, high = apart_ends(difference, groups, excess, n, prevalence=prevalence, level=confidence_level)
    return found(difference, low, high, warnings=warnings)


def apart_difference(
    groups: Sequence[CountArray], excess: tuple[float, float], n: Sequence[float], prevalence: float | None
) -> float:
    """Return what rows decided differently cost more with the first of two ways to decide.

    Of positives and negatives: the rows that only the second calls positive, and that only the first does; what each
    of the former costs more with the first; and how many rows there are.
    """
    p = n[0] / sum(n) if prevalence is None else share(prevalence, "prevalence")
    each = [part * money / rows for part, money, rows in zip((p, 1 - p), excess, n, strict=True)]
    return float(sum((more[0] - more[1]) * of_class for more, of_class in zip(groups, each, strict=True)))


def apart_ends(
    difference: float,
    groups: Sequence[CountArray | FloatArray],
    excess: tuple[float, float],
    n: Sequence[float],
    *,
    prevalence: float | None,
    level: float,
) -> tuple[float, float]:
    """Return between which values that difference lies."""
    if prevalence is not None:
        money = [m * q for m, q in zip(excess, (prevalence, 1 - prevalence), strict=True)]
        return ends(
            difference, [part_of_apart(more, of, m, level) for more, of, m in zip(groups, n, money, strict=True)]
        )
    # Rows drawn at random are of either class by chance, too, so that the shares are of all rows.
    rows = sum(n)
    parts = [part_of_apart(more, rows, m, level) for more, m in zip(groups, excess, strict=True)]
    return ends(difference, parts, together(groups, excess, rows, level))


def _as_rows(sums: CaseSums, each: FloatArray, truth: BoolArray, prevalence: float | None, level: float) -> float:
    """Return how many rows are as good as one that is independent: the design effect, widened by Student's quantile."""
    by_row = CaseSums.of(each, truth, Cases(np.arange(len(each)), len(each)), prevalence).variance
    if not by_row > 0:
        return math.nan
    return sums.variance / by_row * wider(level, degrees_of_freedom(sums.alike)) ** 2


def _apart(first: BoolArray, second: BoolArray, rows: BoolArray) -> CountArray:
    """Return how many of these rows only the second calls positive, and how many only the first."""
    only_second, only_first = (second & ~first & rows), (first & ~second & rows)
    return np.array([np.count_nonzero(only_second), np.count_nonzero(only_first)])


def part_of_apart(apart: CountArray | FloatArray, n: float, money: float, level: float) -> Part:
    """Return how far the cost of rows that only one of two models gets wrong reaches: of n rows, each worth `money`."""
    more, less = (float(rows) for rows in apart)
    share, of_more, of_less = (more - less) / n, (more + 1) / (n + 2), (less + 1) / (n + 2)
    middle = of_more - of_less
    half = float(special.ndtri((1 + level) / 2)) * math.sqrt((of_more + of_less - middle**2) / (n + 2))
    below, above = (max(reach, 0.0) for reach in (share - max(middle - half, -1.0), min(middle + half, 1.0) - share))
    return Part(money * below, money * above) if money >= 0 else Part(-money * above, -money * below)


def together(apart: Sequence[CountArray | FloatArray], money: tuple[float, float], n: float, level: float) -> float:
    """Return twice the covariance of two sums of the same n rows, on the scale of a squared reach.

    A row that counts in one does not in the other, so the counts are multinomial: the covariance of two differences d
    and d' of their shares is -d d' / n.
    """
    shift = [float(more - less) / n * of for (more, less), of in zip(apart, money, strict=True)]
    return -2 * float(special.ndtri((1 + level) / 2)) ** 2 * math.prod(shift) / n


def few_cases_apart(n_apart: int) -> Message:
    """Say that so few cases show little of how the models differ."""
    return Message(
        "Cases with rows that the two models decide differently: {n}. So few show little of how they differ, and the "
        "interval may be too narrow.",
        {"n": n_apart},
    )


def few_apart(n_apart: int) -> Message:
    """Say that so few rows show little of how the models differ."""
    return Message(
        "Rows that the two models decide differently: {n}. So few show little of how they differ, and the interval may "
        "be too narrow.",
        {"n": n_apart},
    )
