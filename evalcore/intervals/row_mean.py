"""The mean of what each row loses, and how sure it is."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from evalcore.errors import Message
from evalcore.intervals.cases import ALIKE as CASES_ALIKE
from evalcore.intervals.cases import corrected, degrees_of_freedom, equal_cases, few_cases, one_case, student
from evalcore.intervals.estimate import Estimate
from evalcore.intervals.shares import WEIGHTED
from evalcore.intervals.skewed import skewed_mean
from evalcore.support.arrays import FloatArray
from evalcore.support.cases import Cases

FEW_ROWS = 50
# Spreads below this share of what they are the difference of are rounding.
ROUNDING = 1e-12
FEW = Message("So few rows show little of how much losses vary; the interval of their mean may be too narrow.")
ALIKE = Message("All rows have the same loss, so they cannot tell how far it may be off.")


def row_mean(
    each: FloatArray,
    weight: FloatArray | None,
    cases: Cases | None,
    level: float,
    *,
    is_few: bool = False,
    alike: Message = ALIKE,
    infinite: Message | None = None,
) -> Estimate:
    """Return the mean over the rows with Hall's interval for a skewed mean, by case by the sums over cases.

    Weights have no interval; of fewer than `FEW_ROWS` rows, or where they are few for another reason, it says so. Where
    all lose the same, but for rounding, it says what is `alike`; where the mean or its spread is no number, `infinite`.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        value = float(np.average(each, weights=weight))
    found = Estimate(value, confidence_level=level)
    if not math.isfinite(value):
        return replace(found, reason=infinite)
    if weight is not None:
        return replace(found, reason=WEIGHTED)
    if not np.ptp(each) > ROUNDING * np.abs(each).max():
        return replace(found, reason=alike)
    if cases is not None:
        return mean_by_case(found, each, cases)
    n, apart = len(each), each - value
    with np.errstate(over="ignore", invalid="ignore"):
        square = apart * apart  # a third power by itself takes ten times as long
        second, third = float(np.mean(square)), float(np.mean(square * apart))
    if not math.isfinite(third):
        return replace(found, reason=infinite)
    error = math.sqrt(second / (n - 1))
    low, high = skewed_mean(value, error, third / second**1.5 / math.sqrt(n), n - 1, confidence_level=level)
    return replace(found, low=float(low), high=float(high), warnings=(FEW,) if is_few or n < FEW_ROWS else ())


def mean_by_case(found: Estimate, value: FloatArray, cases: Cases) -> Estimate:
    """Return the mean of what each row has, with its interval by the variance of sums over cases."""
    sums = cases.sums(value - found.value) / len(value)
    variance, sizes = corrected(cases.count) * float(sums @ sums), cases.sizes
    reason = one_case(sizes) or (None if variance > 0 else CASES_ALIKE)
    if reason is not None:
        return replace(found, reason=reason)
    half = student(found.confidence_level, degrees_of_freedom(equal_cases(sizes))) * math.sqrt(variance)
    return replace(found, low=found.value - half, high=found.value + half, warnings=few_cases(sizes))
