"""How sure may one be of average precision, if rows of one case depend on each other?"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.counts.given import of_scores
from evalcore.curves.average_precision import (
    EVERY_FIRST,
    AveragePrecisionInterval,
    boyd_interval,
    few_positives,
)
from evalcore.intervals.cases import (
    ALIKE,
    NO_VARIANCE,
    corrected,
    degrees_of_freedom,
    equal_cases,
    few_cases,
    one_case,
    wider,
)
from evalcore.intervals.mann_whitney import on_logit_scale
from evalcore.intervals.proportions import score_ends
from evalcore.support.arrays import BoolArray, FloatArray, IndexArray
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level, finite_numbers, same_length, truths


@of_scores
def average_precision_interval(counts: ThresholdCounts, *, confidence_level: float = 0.95) -> AveragePrecisionInterval:
    """Between which values does average precision lie?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows, not of weights.
    confidence_level : float in (0, 1)

    Returns
    -------
    AveragePrecisionInterval
        By case where the counts know of cases (`average_precision_by_case`), else Boyd's (`boyd_interval`).

    Examples
    --------
    >>> found = average_precision_interval(threshold_counts([1, 0, 1, 0], [4, 3, 2, 1], case=["u", "v", "w", "x"]))
    >>> f"{found.low:.2f} < {found.average_precision:.2f} < {found.high:.2f}"
    '0.11 < 0.83 < 1.00'
    """
    rows = counts.rows
    if rows is None:
        return boyd_interval(counts, confidence_level=confidence_level)
    return average_precision_by_case(rows.truth, rows.score, rows.cases, confidence_level=confidence_level)


def average_precision_by_case(
    y_true: ArrayLike, y_score: ArrayLike, case: ArrayLike | Cases, *, confidence_level: float = 0.95
) -> AveragePrecisionInterval:
    """Between which values does average precision lie, if rows of one case are not independent?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        True where a row is of the positive class. Rows count once each; there are no weights.
    y_score : (n,) finite numbers
        The larger, the more the row looks positive.
    case : (n,) labels of any kind
        Rows with equal labels belong to one case, such as a patient or a user.
    confidence_level : float in (0, 1)

    Returns
    -------
    AveragePrecisionInterval

    Raises
    ------
    InputError
        Where columns differ in length, or a row has no label of a case.

    Notes
    -----
    Average precision is a sum over the positives of the precision at their score, and how it grows with one more row
    is known: with m+ positives, T_g and Q_g positives and rows down to score g, p_g positives with it, a positive row
    of score h adds (T_h / Q_h - AP + sum over g <= h of p_g (Q_g - T_g) / Q_g^2) / m+, and a negative one takes away
    the sum over g <= h of p_g T_g / Q_g^2, over m+. With the sums u_i by case Var(AP) = I / (I - 1) sum u_i^2, and the
    interval is logit(AP) -+ t SE / (AP (1 - AP)), turned back. t is Student's quantile for as many cases of equal size
    as are as good (`equal_cases`), of the class that has fewer, less one. Copies of all rows within their cases change
    nothing; where every case has one row, or copies of one, it is Boyd's. At AP = 1 it is Wilson's, with as many rows
    as there are cases of equal size with positive ones. Of simulated samples of 40 cases of 25 rows, 100 of 5, 15 of 10
    and cases of unequal size .91 to 1.00 are held, by Boyd's of rows .39 to .98 (docs/coverage.md,
    tests/benchmarks/coverage_cases.py). *Undefined when* a class has no row, fewer than two cases have rows of a class,
    or all cases are alike and it is not 1.

    References
    ----------
    Jaeckel (1972), The infinitesimal jackknife, Bell Laboratories; Obuchowski (1997), https://doi.org/10.2307/2533958

    Examples
    --------
    >>> found = average_precision_by_case([1, 0, 1, 0, 1, 0], [6, 3, 5, 4, 2, 1], ["u", "u", "v", "v", "w", "w"])
    >>> f"{found.low:.2f} < {found.average_precision:.2f} < {found.high:.2f}"
    '0.17 < 0.87 < 1.00'
    """
    check_level(confidence_level)
    truth, score = truths(y_true), finite_numbers(y_score, "y_score")
    same_length(score, len(truth), "y_score")
    cases = numbered(case, len(truth))
    rows = cases.one_row_each(truth, score)
    if rows is not None:
        truth, score = truth[rows], score[rows]
    counts = threshold_counts(truth, score)
    if rows is not None or truth.all() or not truth.any():
        return boyd_interval(counts, confidence_level=confidence_level)
    value, slopes = _slopes(counts, truth, score)
    of_classes = [cases.of(of).sizes for of in (truth, ~truth)]
    influence = cases.sums(slopes)
    variance = corrected(cases.count) * float(influence @ influence)
    reason = one_case(*of_classes)
    if reason is None and variance < NO_VARIANCE and value < 1:
        reason = ALIKE
    if reason is not None:
        return AveragePrecisionInterval(value, confidence_level=confidence_level, reason=reason)
    warnings = (*few_positives(counts.n_pos), *few_cases(*of_classes))
    factor = wider(confidence_level, degrees_of_freedom(min(map(equal_cases, of_classes))))
    if value >= 1:
        low, _ = score_ends(value, equal_cases(of_classes[0]), float(special.ndtri((1 + confidence_level) / 2)))
        return AveragePrecisionInterval(
            value, float(low), 1.0, confidence_level=confidence_level, warnings=(EVERY_FIRST, *warnings)
        )
    ends = on_logit_scale(value, factor * math.sqrt(variance), confidence_level=confidence_level)
    low, high = (float(end) for end in ends)
    return AveragePrecisionInterval(value, low, high, confidence_level=confidence_level, warnings=warnings)


def _places(counts: ThresholdCounts, score: FloatArray) -> IndexArray:
    """Return the place of each row's score among the distinct ones, descending: one sort beats as many searches."""
    order = np.argsort(-score, kind="stable")
    place = np.empty(len(score), dtype=np.intp)
    place[order] = np.repeat(np.arange(len(counts) - 1), np.diff(counts.tp + counts.fp))
    return place


def _slopes(counts: ThresholdCounts, truth: BoolArray, score: FloatArray) -> tuple[float, FloatArray]:
    """Return average precision, and how it grows with each row."""
    found, predicted = (part[1:].astype(np.float64) for part in (counts.tp, counts.tp + counts.fp))
    at_score, n_pos = np.diff(counts.tp), float(counts.n_pos)
    precision = found / predicted
    value = float(at_score @ precision) / n_pos

    def further_down(terms: FloatArray) -> FloatArray:
        """Return the sum of these from each score down."""
        return np.asarray(np.cumsum(terms[::-1])[::-1])

    lost = further_down(at_score * found / predicted**2)
    won = further_down(at_score / predicted) - lost
    place = _places(counts, score)
    return value, np.where(truth, (precision - value + won)[place], -lost[place]) / n_pos
