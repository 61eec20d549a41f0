"""The mean of what each row loses, and how sure it is."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from evalcore.calibration.loss_parts import ALIKE, FEW, FEW_ROWS, SURE_AND_WRONG, mean_by_case
from evalcore.errors import Message
from evalcore.intervals import Estimate
from evalcore.intervals.shares import WEIGHTED
from evalcore.intervals.skewed import skewed_mean
from evalcore.support.arrays import FloatArray
from evalcore.support.cases import Cases


def row_mean(
    each: FloatArray,
    weight: FloatArray | None,
    cases: Cases | None,
    level: float,
    *,
    is_few: bool = False,
    alike: Message = ALIKE,
) -> Estimate:
    """Return the mean over the rows with Hall's interval for a skewed mean, by case by the sums over cases.

    Weights have no interval; of fewer than `FEW_ROWS` rows, or where they are few for another reason, it says so;
    where all lose the same it says what is `alike`.
    """
    with np.errstate(invalid="ignore"):
        value = float(np.average(each, weights=weight))
    found = Estimate(value, confidence_level=level)
    if not math.isfinite(value):
        return replace(found, reason=SURE_AND_WRONG)
    if weight is not None:
        return replace(found, reason=WEIGHTED)
    if not np.ptp(each) > 0:
        return replace(found, reason=alike)
    if cases is not None:
        return mean_by_case(found, each, cases)
    n, apart = len(each), each - value
    square = apart * apart  # a third power by itself takes ten times as long
    second, third = float(np.mean(square)), float(np.mean(square * apart))
    error = math.sqrt(second / (n - 1))
    low, high = skewed_mean(value, error, third / second**1.5 / math.sqrt(n), n - 1, confidence_level=level)
    return replace(found, low=float(low), high=float(high), warnings=(FEW,) if is_few or n < FEW_ROWS else ())
