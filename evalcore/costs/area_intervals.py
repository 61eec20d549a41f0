"""How sure may one be of the Brier score, and of the areas under the cost curves?"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from evalcore.costs.areas import brier_score
from evalcore.costs.fixed import threshold_cost_interval
from evalcore.counts import ThresholdCounts
from evalcore.counts.reasons import no_probabilities, one_class
from evalcore.curves.delong import ALL_TIED
from evalcore.curves.roc import roc_curve
from evalcore.errors import Message
from evalcore.intervals.auc_variance import check_level, few_apart, too_few
from evalcore.intervals.mann_whitney import newcombe
from evalcore.metrics.readings import WEIGHTED
from evalcore.support.arrays import FloatArray

# tests/benchmarks/coverage.py: 2 positives among 100 cover .82, 10 .89; 30 with half of the weight at four scores .57
FEW_ROWS, FEW_IN_ALL, FEW_OF_A_CLASS = 50, 15, 60
FEW = Message("So few rows show little of how much squared errors vary; the interval of their mean may be too narrow.")
ALIKE = Message("All rows of a class have the same squared error, so they cannot tell how far it may be off.")


@dataclass(frozen=True)
class AreaInterval:
    """Between which values does an area lie?

    Parameters
    ----------
    value, low, high : float
        nan where undefined; then `reason` says why.
    reason : Message or None
        Why there is no value or no interval.
    note : Message or None
        Why the interval may be too narrow.
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    reason: Message | None = None
    note: Message | None = None


@dataclass(frozen=True)
class ChoiceAreaIntervals:
    """Between which values do the areas of the ways to choose a threshold lie?

    Parameters
    ----------
    fixed, score_driven, rate_driven, rate_random : AreaInterval
        See `ChoiceAreas`. The area under the envelope has none: it takes the best threshold of these rows for each
        condition, and a bootstrap of a best choice does not settle.
    """

    fixed: AreaInterval
    score_driven: AreaInterval
    rate_driven: AreaInterval
    rate_random: AreaInterval


def brier_interval(
    counts: ThresholdCounts, *, prevalence: float | None = None, confidence_level: float = 0.95
) -> AreaInterval:
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
    AreaInterval

    Notes
    -----
    The score is a mean of squared errors, one a row: value -+ z SE on the logit scale, turned back, with the standard
    error of a mean; with a prevalence SE^2 = p^2 s_pos^2 / m+ + (1 - p)^2 s_neg^2 / m-. With fewer than 50 rows, or 15
    of a class (60 of a class, if a prevalence is given), or fewer than 5 of a class beside its most common score,
    `note` says that it may be too narrow. *Undefined when* a score is not in [0, 1], a class has fewer than two rows,
    rows are weighted, or squared errors do not vary.

    Examples
    --------
    >>> found = brier_interval(ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [30, 10, 5], [5, 10, 40]))
    >>> f"{found.low:.3f} < {found.value:.3f} < {found.high:.3f}"
    '0.104 < 0.142 < 0.189'
    """
    check_level(confidence_level)
    value = brier_score(counts, prevalence=prevalence)
    reason = no_probabilities(counts) or one_class(counts)
    reason = reason or (WEIGHTED if counts.weighted else too_few(counts.n_pos, counts.n_neg))
    if reason is not None:
        return AreaInterval(value, reason=reason)
    n_pos, n_neg, score = counts.n_pos, counts.n_neg, counts.threshold[1:]
    of_pos, of_neg = (_moments(np.diff(rows), by) for rows, by in ((counts.tp, 1 - score), (counts.fp, score)))
    if prevalence is None:
        n = n_pos + n_neg
        squares = (of_pos[1] + of_neg[1]) / n
        error = math.sqrt(max(squares - value**2, 0.0) / (n - 1))
    else:
        shares = ((prevalence, n_pos, of_pos), (1 - prevalence, n_neg, of_neg))
        error = math.sqrt(sum(p**2 * max(sq / m - (total / m) ** 2, 0.0) / (m - 1) for p, m, (total, sq) in shares))
    if not error or value in (0, 1):
        return AreaInterval(value, reason=ALIKE)
    least = min(n_pos, n_neg)
    few = n_pos + n_neg < FEW_ROWS or least < FEW_IN_ALL if prevalence is None else least < FEW_OF_A_CLASS
    few = few or few_apart(counts)
    half = float(special.ndtri((1 + confidence_level) / 2)) * error / (value * (1 - value))
    low, high = (float(special.expit(special.logit(value) + step)) for step in (-half, half))
    return AreaInterval(value, low, high, note=FEW if few else None)


def fixed_area_interval(counts: ThresholdCounts, threshold: float, *, confidence_level: float = 0.95) -> AreaInterval:
    """Between which values does the area of one threshold, whatever the condition, lie?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows, not of weights.
    threshold : float
        Score from which on a row is predicted positive.
    confidence_level : float in (0, 1)

    Returns
    -------
    AreaInterval

    Notes
    -----
    The area is (FPR + FNR) / 2: the cost of the threshold where both classes are equally frequent and both mistakes
    cost 1 (`threshold_cost_interval`). *Undefined when* that is.
    """
    fixed = threshold_cost_interval(
        counts, threshold, cost_fn=1, cost_fp=1, prevalence=0.5, confidence_level=confidence_level
    )
    return AreaInterval(fixed.cost, fixed.low, fixed.high, fixed.reason, fixed.note)


def choice_area_intervals(
    counts: ThresholdCounts, threshold: float, *, confidence_level: float = 0.95
) -> ChoiceAreaIntervals:
    """Between which values do the areas of the ways to choose a threshold lie?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows, not of weights.
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
    AUC / 2, with Newcombe's interval of AUC. *Undefined when* their sources are.

    Examples
    --------
    >>> counts = ThresholdCounts.from_grouped([0.9, 0.5, 0.2], [30, 10, 5], [5, 10, 40])
    >>> found = choice_area_intervals(counts, 0.5)
    >>> f"{found.fixed.low:.3f} < {found.fixed.value:.3f} < {found.fixed.high:.3f}"
    '0.133 < 0.192 < 0.282'
    """
    level = confidence_level
    auc, why = roc_curve(counts).auc, one_class(counts) or (WEIGHTED if counts.weighted else None)
    why = why or (ALL_TIED if len(counts) == 2 else None)
    ends = None if why is not None else newcombe(auc, counts.n_pos, counts.n_neg, confidence_level=level)

    def of_auc(most: float) -> AreaInterval:
        """Return an area that is this less half of AUC."""
        if ends is None:
            return AreaInterval(most - auc / 2, reason=why)
        return AreaInterval(most - auc / 2, most - float(ends.high) / 2, most - float(ends.low) / 2)

    return ChoiceAreaIntervals(
        fixed_area_interval(counts, threshold, confidence_level=level),
        brier_interval(counts, prevalence=0.5, confidence_level=level),
        of_auc(7 / 12),
        of_auc(3 / 4),
    )


def _moments(rows: FloatArray, error: FloatArray) -> tuple[float, float]:
    """Return the sum of the squared errors of one class, and the sum of their squares."""
    squared = error * error
    return float(rows @ squared), float(rows @ (squared * squared))
