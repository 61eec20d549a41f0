"""How sure may one be of the area under a ROC curve, of rows that are independent, or that belong to cases?"""

from __future__ import annotations

import math
from dataclasses import replace

from numpy.typing import ArrayLike
from scipy import special

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.counts.given import of_scores
from evalcore.curves.delong import (
    ALL_TIED,
    CLIPPED,
    PERFECT,
    REVERSED,
    AucInterval,
    ends_of_rows,
    interval_of_rows,
)
from evalcore.errors import Message
from evalcore.intervals.auc_variance import placements
from evalcore.intervals.case_areas import AreaByCase, area_by_case
from evalcore.intervals.cases import ALIKE, wider
from evalcore.intervals.mann_whitney import newcombe, on_logit_scale, robust_area
from evalcore.intervals.proportions import Interval
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level, finite_numbers, same_length, truths

BY_CASE = "obuchowski"


def auc_interval_from_counts(counts: ThresholdCounts, *, confidence_level: float = 0.95) -> AucInterval:
    """Between which values does the area under the ROC curve lie, if the rows are counted already?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows, not of weights.
    confidence_level : float in (0, 1)

    Returns
    -------
    AucInterval
        By case where the counts know of cases (see `auc_interval`), else of independent rows (`interval_of_rows`).

    Examples
    --------
    >>> found = auc_interval_from_counts(threshold_counts([1, 1, 0, 0], [4, 3, 2, 1], case=["u", "u", "v", "v"]))
    >>> found.method, found.reason.template[:33]
    ('obuchowski', 'How much cases differ needs at le')
    """
    rows = counts.rows
    if rows is None:
        return interval_of_rows(counts, confidence_level=confidence_level)
    return auc_interval(rows.truth, rows.score, case=rows.cases, confidence_level=confidence_level)


@of_scores
def printed_area(counts: ThresholdCounts, *, confidence_level: float = 0.95) -> Interval:
    """Between which values does the area under the ROC curve lie, for what is reckoned from it?

    Parameters
    ----------
    counts : ThresholdCounts
        Of rows, not of weights.
    confidence_level : float in (0, 1)

    Returns
    -------
    Interval
        `robust_low` and `robust_high` of `auc_interval_from_counts`. What that warns of is DeLong's method alone, on
        which these ends do not depend. *Undefined when* they are: nan.

    Examples
    --------
    >>> low, high = printed_area(ThresholdCounts.from_grouped([0.9, 0.1], [5, 0], [0, 5]))
    >>> f"{low:.4f} {high:.4f}"
    '0.6427 1.0000'
    """
    check_level(confidence_level)
    if not counts.of_cases:
        return ends_of_rows(counts, confidence_level=confidence_level)
    found = auc_interval_from_counts(counts, confidence_level=confidence_level)
    return Interval(found.robust_low, found.robust_high)


def auc_interval(
    y_true: ArrayLike, y_score: ArrayLike, *, case: ArrayLike | Cases | None = None, confidence_level: float = 0.95
) -> AucInterval:
    """Between which values does the area under the ROC curve lie?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
        True where a row is of the positive class. Rows count once each; there are no weights.
    y_score : (n,) finite numbers
        The larger, the more the row looks positive.
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case, such as a patient or a user, and are not independent. Left out, all
        rows are.
    confidence_level : float in (0, 1)
        Share of repetitions in which an interval made this way covers the true area.

    Returns
    -------
    AucInterval
        The interval to print, and its parts: Newcombe's, and DeLong's on the logit scale, beside the plain one.

    Raises
    ------
    InputError
        Where columns differ in length, or a row has no label of a case.

    Notes
    -----
    As `auc_interval_from_counts`, after one sort. With `case` the standard error is Obuchowski's (see `area_by_case`),
    and all else is the same with as many rows as would vary as much if they were independent: m+ / d and m- / d with
    the design effect d, the variance by case over that by row. Student's quantile stands in the place of the normal
    one: the error of the intervals by DeLong's method is t / z times as large, and both classes count (z / t)^2 times
    as many rows for Newcombe's. t has as many degrees of freedom as there are cases of equal size that are as good
    (`equal_cases`), of the class that has fewer, less one. So what is printed has the farther ends of Newcombe's and
    of that on the logit scale by case, and copies of all rows within their cases change nothing. Where every case has
    one row, or copies of one, it is the interval without `case`. Of an area of 0 or 1 each case counts as one row
    (`equal_cases` of each class). Of simulated samples of 40 cases of 25 rows, 100 of 5, 15 of 10 and cases of unequal
    size .94 to 1.00 are held, where .38 to .99 are without `case` (docs/coverage.md, tests/benchmarks/coverage_cases).
    Rule of thumb: from 20 cases of each class on it holds what it says; below, `warnings` say so.

    *Undefined when* also fewer than two cases have rows of a class, or all cases are alike and the area is neither 0
    nor 1: there is no interval, and `reason` says why.

    References
    ----------
    Obuchowski (1997), https://doi.org/10.2307/2533958; Newcombe (2006), https://doi.org/10.1002/sim.2324

    Examples
    --------
    >>> found = auc_interval([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.2, 0.1])
    >>> f"{found.auc:.4f} {found.standard_error:.4f} {found.low:.4f} {found.logit_low:.4f} {found.newcombe_low:.4f}"
    '0.8889 0.1571 0.5809 0.2614 0.4010'
    >>> f"{found.robust_low:.4f} {found.robust_high:.4f}"
    '0.2614 0.9945'
    """
    check_level(confidence_level)
    if case is None:
        return interval_of_rows(threshold_counts(y_true, y_score), confidence_level=confidence_level)
    truth, score = truths(y_true), finite_numbers(y_score, "y_score")
    same_length(score, len(truth), "y_score")
    cases = numbered(case, len(truth))
    rows = cases.one_row_each(truth, score)
    if rows is not None:
        return interval_of_rows(threshold_counts(truth[rows], score[rows]), confidence_level=confidence_level)
    if truth.all() or not truth.any():
        return interval_of_rows(threshold_counts(truth, score), confidence_level=confidence_level)
    return _by_case(truth, score, cases, confidence_level)


def _by_case(truth: BoolArray, score: FloatArray, cases: Cases, confidence_level: float) -> AucInterval:
    """Return the interval of rows of both classes that belong to cases."""
    found = area_by_case(truth, placements(truth, score), cases)
    interval = AucInterval(
        found.area,
        standard_error=math.sqrt(found.variance),
        confidence_level=confidence_level,
        method=BY_CASE,
        reason=_reason(found, score),
        warnings=found.warnings,
    )
    if interval.reason is None:
        return _with_all(interval, found)
    return _of_an_end(interval, found) if interval.reason in (PERFECT, REVERSED) else interval


def _reason(found: AreaByCase, score: FloatArray) -> Message | None:
    """Say why there is no interval by Obuchowski's method."""
    if found.reason is not None:
        return found.reason
    if score.min() == score.max():
        return ALL_TIED
    if found.area in (0, 1):
        return PERFECT if found.area == 1 else REVERSED
    return None if found.variance > 0 else ALIKE


def _of_an_end(interval: AucInterval, found: AreaByCase) -> AucInterval:
    """Return what Newcombe's method tells of an area of 0 or 1: each case is one row."""
    level, (n_pos, n_neg) = interval.confidence_level, found.as_rows
    score = newcombe(found.area, n_pos, n_neg, confidence_level=level)
    robust = robust_area(found.area, math.nan, n_pos, n_neg, confidence_level=level)
    return replace(
        interval,
        newcombe_low=float(score.low),
        newcombe_high=float(score.high),
        robust_low=float(robust.low),
        robust_high=float(robust.high),
    )


def _with_all(interval: AucInterval, found: AreaByCase) -> AucInterval:
    """Return the same with the ends of all methods, by case and with Student's quantile."""
    level, area = interval.confidence_level, found.area
    factor = wider(level, found.df)
    error, (n_pos, n_neg) = interval.standard_error * factor, (rows / factor**2 for rows in found.as_rows)
    half = float(special.ndtri((1 + level) / 2)) * error
    low, high = area - half, area + half
    logit = on_logit_scale(area, error, confidence_level=level)
    score = newcombe(area, n_pos, n_neg, confidence_level=level)
    robust = robust_area(area, error, n_pos, n_neg, confidence_level=level)
    cut = (CLIPPED,) if low < 0 or high > 1 else ()
    return replace(
        interval,
        low=max(low, 0.0),
        high=min(high, 1.0),
        logit_low=float(logit.low),
        logit_high=float(logit.high),
        newcombe_low=float(score.low),
        newcombe_high=float(score.high),
        robust_low=float(robust.low),
        robust_high=float(robust.high),
        warnings=(*cut, *interval.warnings),
    )
