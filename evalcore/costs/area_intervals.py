"""How sure may one be of the Brier score, and of the areas under the cost curves?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from evalcore.costs._drawing import counts_of
from evalcore.costs.amounts import AmountRows
from evalcore.costs.areas import brier_score, choice_areas, fixed_area
from evalcore.costs.fixed import threshold_cost_interval
from evalcore.counts import ThresholdCounts
from evalcore.counts.given import of_scores
from evalcore.counts.reasons import neither_way, no_probabilities, not_alone, one_class
from evalcore.curves.auc import auc_interval_from_counts, printed_area
from evalcore.curves.delong import ALL_TIED, printed_warnings
from evalcore.curves.roc import roc_curve
from evalcore.errors import Message
from evalcore.intervals import Estimate
from evalcore.intervals.auc_variance import few_apart, too_few
from evalcore.intervals.skewed import skewed_mean
from evalcore.metrics.readings import WEIGHTED
from evalcore.support.checks import check_level
from evalcore.support.results import Result

# docs/coverage.md: of so few rows, or with so few beside one score, some populations are covered less often than .90
FEW_ROWS, FEW_IN_ALL, FEW_OF_A_CLASS, FEW_OF_A_SCORE = 50, 15, 60, 10
FEW = Message("So few rows show little of how much squared errors vary; the interval of their mean may be too narrow.")
BY_AMOUNT = Message("These areas count rows by their amounts, and their intervals need rows that count once each.")
ALIKE = Message("All rows of a class have the same squared error, so they cannot tell how far it may be off.")


@dataclass(frozen=True)
class ChoiceAreaIntervals(Result):
    """Between which values do the areas of the ways to choose a threshold lie?

    Parameters
    ----------
    fixed, score_driven, rate_driven, rate_random : Estimate
        See `ChoiceAreas`. The area under the envelope has none: it takes the best threshold of these rows for each
        condition, and a bootstrap of a best choice does not settle.
    """

    fixed: Estimate
    score_driven: Estimate
    rate_driven: Estimate
    rate_random: Estimate


@of_scores
def brier_interval(
    counts: ThresholdCounts, *, prevalence: float | None = None, confidence_level: float = 0.95
) -> Estimate:
    """Between which values does the Brier score lie?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows, not of weights.
    prevalence : float in [0, 1], optional
        As for `brier_score`: without it rows are a random sample; with it both classes are drawn separately.
    confidence_level : float in (0, 1)

    Returns
    -------
    Estimate

    Notes
    -----
    The score is a mean of squared errors, one a row. Of a good model most are tiny and a few near 1, so that the mean
    of few rows is skewed. Hall's cubic of Student's statistic takes the skewness away; turned back, the ends are
    value - SE g(t) and value - SE g(-t) with g(x) = 3 (cbrt(1 + s (x - s / 6)) - 1) / s, s the skewness of the mean and
    t Student's quantile. SE is that of a mean; with a prevalence SE^2 = p^2 s_pos^2 / m+ + (1 - p)^2 s_neg^2 / m-. The
    degrees of freedom are Satterthwaite's: often one class brings most of the variance. Simulated (100 rows, 10%
    positive, AUC .8, .95, .98) it covers .99, .97, .98, and z SE on the logit scale .96, .92, .93; with half of
    the weight on either class (100 rows, 30%, AUC .98) .93 and .89. `warnings` say that it may be too narrow with
    fewer than 50 rows, or 15 of a class (60, if a prevalence is given), or 5 of a class (10, if one is given) beside
    its most common score. *Undefined when* a score is not in [0, 1], a class has fewer than two rows, rows are
    weighted, or squared errors do not vary.

    References
    ----------
    Hall (1992), On the removal of skewness by transformation, J. R. Stat. Soc. B 54, 221-228; Zhou and Dinh (2005), of
    two samples, Biostatistics 6, 187-200

    Examples
    --------
    >>> found = brier_interval(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [30, 10, 5], [5, 10, 40]))
    >>> f"{found.low:.3f} < {found.value:.3f} < {found.high:.3f}"
    '0.104 < 0.142 < 0.193'
    """
    check_level(confidence_level)
    value = brier_score(counts, prevalence=prevalence)
    reason = no_probabilities(counts) or one_class(counts)
    reason = reason or not_alone(counts, WEIGHTED) or too_few(counts.n_pos, counts.n_neg)
    if reason is not None:
        return Estimate(value, confidence_level=confidence_level, reason=reason)
    mean = _mean_of(_squared_errors(counts, prevalence), at_random=prevalence is None)
    if not mean.error or value in (0, 1):
        return Estimate(value, confidence_level=confidence_level, reason=ALIKE)
    low, high = _ends(value, mean, confidence_level)
    few = (FEW,) if _few(counts, at_random=prevalence is None) else ()
    return Estimate(value, low, high, confidence_level=confidence_level, warnings=few)


def fixed_area_interval(
    counts: ThresholdCounts | AmountRows, threshold: float, *, confidence_level: float = 0.95
) -> Estimate:
    """Between which values does the area of one threshold, whatever the condition, lie?

    Parameters
    ----------
    counts : ThresholdCounts or AmountRows
        Of rows, not of weights; of amounts the area is known, its interval is not.
    threshold : float
        Score from which on a row is predicted positive.
    confidence_level : float in (0, 1)

    Returns
    -------
    Estimate

    Notes
    -----
    The area is (FPR + FNR) / 2: the cost of the threshold where both classes are equally frequent and both mistakes
    cost 1 (`threshold_cost_interval`). *Undefined when* that is, and of amounts that differ.
    """
    check_level(confidence_level)
    table = counts_of(counts)
    if _is_by_amount(counts):
        value, reason = fixed_area(table, threshold), one_class(table) or BY_AMOUNT
        return Estimate(value, confidence_level=confidence_level, reason=reason)
    return threshold_cost_interval(
        table, threshold, cost_fn=1, cost_fp=1, prevalence=0.5, confidence_level=confidence_level
    )


def choice_area_intervals(
    counts: ThresholdCounts | AmountRows, threshold: float, *, confidence_level: float = 0.95
) -> ChoiceAreaIntervals:
    """Between which values do the areas of the ways to choose a threshold lie?

    Parameters
    ----------
    counts : ThresholdCounts or AmountRows
        Of rows, not of weights; of amounts the areas are known, their intervals are not.
    threshold : float
        The fixed one.
    confidence_level : float in (0, 1)

    Returns
    -------
    ChoiceAreaIntervals

    Notes
    -----
    The areas are normalised, so neither depends on the prevalence. Fixed: `fixed_area_interval`. Score-driven:
    `brier_interval` with half of the weight on either class. Rate-driven and at random are 7/12 - AUC / 2 and 3/4 -
    AUC / 2, with the printed interval of AUC (`printed_area`). *Undefined when* their sources are, and of amounts that
    differ.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [30, 10, 5], [5, 10, 40])
    >>> found = choice_area_intervals(counts, 0.5)
    >>> f"{found.fixed.low:.3f} < {found.fixed.value:.3f} < {found.fixed.high:.3f}"
    '0.133 < 0.192 < 0.282'
    """
    level = confidence_level
    check_level(level)
    table = counts_of(counts)
    if _is_by_amount(counts):
        return _of_amounts(table, threshold, level)
    auc, ends = roc_curve(table).auc, printed_area(table, confidence_level=level)
    why = one_class(table) or neither_way(table, WEIGHTED) or (ALL_TIED if len(table) == 2 else None)

    # Of rows the other warnings are of DeLong's method alone, on which the printed ends do not rest.
    by_case = auc_interval_from_counts(table, confidence_level=level).warnings if table.of_cases else None
    by_row = printed_warnings(table, auc) if why is None else ()
    warnings = by_row if by_case is None else by_case

    def of_auc(most: float) -> Estimate:
        """Return an area that is this less half of AUC."""
        low, high = most - float(ends.high) / 2, most - float(ends.low) / 2
        return Estimate(most - auc / 2, low, high, confidence_level=level, reason=why, warnings=warnings)

    return ChoiceAreaIntervals(
        fixed_area_interval(counts, threshold, confidence_level=level),
        brier_interval(table, prevalence=0.5, confidence_level=level),
        of_auc(7 / 12),
        of_auc(3 / 4),
    )


def _is_by_amount(counts: ThresholdCounts | AmountRows) -> bool:
    """Tell whether amounts that differ are what rows count by, and they alone."""
    return isinstance(counts, AmountRows) and counts.counts.weighted and not counts.weighted


def _of_amounts(table: ThresholdCounts, threshold: float, level: float) -> ChoiceAreaIntervals:
    """Return the areas by amount, which have no interval."""
    each, why = choice_areas(table, threshold), one_class(table) or BY_AMOUNT

    def of(value: float, reason: Message = why) -> Estimate:
        return Estimate(value, confidence_level=level, reason=reason)

    return ChoiceAreaIntervals(
        of(each.fixed), of(each.score_driven, each.reason or why), of(each.rate_driven), of(each.rate_random)
    )


class _Class(NamedTuple):
    """The share a class has in the score, its rows, and the first three moments of their squared errors."""

    share: float
    n: float
    mean: float
    variance: float
    third: float


class _Mean(NamedTuple):
    """Standard error of a mean, its skewness, and how many degrees of freedom the error has."""

    error: float
    skewness: float
    df: float


def _squared_errors(counts: ThresholdCounts, prevalence: float | None) -> list[_Class]:
    """Return both classes, with the shares they have in the rows or where the model is put to work."""
    n_pos, n_neg, score = counts.n_pos, counts.n_neg, counts.threshold[1:]
    p, found = n_pos / (n_pos + n_neg) if prevalence is None else prevalence, []
    for share, cumulative, distance in ((p, counts.tp, 1 - score), (1 - p, counts.fp, score)):
        rows, squared, n = np.diff(cumulative), distance**2, float(cumulative[-1])
        mean = math.fsum(rows * squared) / n
        apart = squared - mean
        moments = (math.fsum(rows * apart**power) / n for power in (2, 3))
        found.append(_Class(share, n, mean, *moments))
    return found


def _mean_of(classes: list[_Class], *, at_random: bool) -> _Mean:
    """Return how the mean varies: over rows drawn at random from both classes together, or from each on its own."""
    within = [of.share**2 * of.variance / (of.n - 1) for of in classes]
    if at_random:
        n, mean = sum(of.n for of in classes), sum(of.share * of.mean for of in classes)
        gaps = [of.mean - mean for of in classes]
        error = sum(of.share * (of.variance + gap**2) for of, gap in zip(classes, gaps, strict=True)) / (n - 1)
        parts = (of.share * (of.third + 3 * of.variance * d + d**3) for of, d in zip(classes, gaps, strict=True))
        third = sum(parts) / n**2
    else:
        error, third = sum(within), sum(of.share**3 * of.third / of.n**2 for of in classes)
    if not error > 0:
        return _Mean(0.0, 0.0, math.inf)
    spread = sum(part**2 / (of.n - 1) for part, of in zip(within, classes, strict=True))
    return _Mean(math.sqrt(error), third / error**1.5, sum(within) ** 2 / spread if spread else math.inf)


def _ends(value: float, mean: _Mean, level: float) -> tuple[float, float]:
    """Return the interval whose ends are turned back from where the mean is not skewed (Hall), within [0, 1]."""
    low, high = skewed_mean(value, mean.error, mean.skewness, mean.df, confidence_level=level)
    return max(float(low), 0.0), min(float(high), 1.0)


def _few(counts: ThresholdCounts, *, at_random: bool) -> bool:
    """Tell whether the rows show too little of how their squared errors vary."""
    least = min(counts.n_pos, counts.n_neg)
    if at_random:
        return counts.n_pos + counts.n_neg < FEW_ROWS or least < FEW_IN_ALL or few_apart(counts)
    return least < FEW_OF_A_CLASS or few_apart(counts, least=FEW_OF_A_SCORE)
