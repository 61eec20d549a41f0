"""How large is a share of rows, and how sure is that: of rows alone, or by case?"""

from __future__ import annotations

import math

import numpy as np

from evalcore.errors import Message
from evalcore.intervals.cases import ALIKE, corrected, equal_cases, few_cases, one_case, share_ends
from evalcore.intervals.estimate import Estimate
from evalcore.intervals.proportions import wilson
from evalcore.support.arrays import BoolArray
from evalcore.support.cases import Cases

WEIGHTED = Message("The rows are weighted, and an interval of a share needs rows that count once each.")


def share_of(
    hit: BoolArray, among: BoolArray | None = None, *, cases: Cases | None = None, confidence_level: float = 0.95
) -> Estimate:
    """Which share of some rows has a property, and how sure is that?

    Parameters
    ----------
    hit : (n,) bool
    among : (n,) bool, optional
        The rows of which the share is taken; all when left out.
    cases : Cases, optional
        Of the n rows: rows of one case may depend on each other.
    confidence_level : float in (0, 1)

    Returns
    -------
    Estimate

    Notes
    -----
    Wilson's interval; by case that of as many rows as would vary so, with Student's quantile (`share_ends`). *Undefined
    when* there is no such row; the interval by case also with a single case, or where all cases are alike.

    Examples
    --------
    >>> print(share_of(np.array([True] * 7 + [False] * 4)))
    0.6364 [0.3538, 0.8483]
    """
    rows = np.ones(len(hit), dtype=bool) if among is None else among
    n, k = int(np.count_nonzero(rows)), int(np.count_nonzero(hit & rows))
    value = k / n if n else math.nan
    if cases is None or not n:
        low, high = wilson(k, n, confidence_level=confidence_level)
        return Estimate(value, float(low), float(high), confidence_level=confidence_level)
    sums, sizes = cases.sums(np.where(rows, hit - value, 0.0) / n), cases.sums(rows)
    reason = one_case(sizes)
    if reason is None:
        variance = corrected(int(np.count_nonzero(sizes))) * float(sums @ sums)
        low, high = share_ends(value, variance, equal_cases(sizes), confidence_level)
        if not math.isnan(low):
            found = few_cases(sizes)
            return Estimate(value, low, high, confidence_level=confidence_level, warnings=found)
    return Estimate(value, confidence_level=confidence_level, reason=reason or ALIKE)
