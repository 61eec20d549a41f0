"""How far are predicted numbers off, as a share of the true ones?"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from evalcore.errors import Message
from evalcore.intervals import Estimate
from evalcore.intervals.row_mean import row_mean
from evalcore.regression.rows import Rows, rows
from evalcore.support.arrays import FloatArray
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level

TRUTH_OF_ZERO = Message("An error is no share of a truth that is 0, and some row has one.")
TOO_NEAR_ZERO = Message("A truth is so near 0 that the error, as a share of it, is beyond all numbers.")
ALIKE = Message("All rows are off by the same share, so they cannot tell how far it may be off.")


def mape(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    """How large is the error on average, as a share of the truth?

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mse`.

    Returns
    -------
    float >= 0
        0.1 is 10%. A row whose truth is near 0 outweighs all others, and predictions that are too low cost less than
        those too high: it says little where truths differ much in size.

    Notes
    -----
    Weighted mean of |f(x_i) - y_i| / |y_i|. *Undefined when* the truth of a row that weighs something is 0: nan;
    infinite where one is so near 0 that no number is the share.

    References
    ----------
    Hyndman and Koehler (2006), https://doi.org/10.1016/j.ijforecast.2006.03.001

    Examples
    --------
    >>> round(mape([4, 5, 10], [5, 5, 8]), 3)
    0.15
    """
    found = rows(y_true, y_pred, sample_weight)
    each = _shares(found)
    return math.nan if each is None else found.mean(each)


def mape_interval(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
    confidence_level: float = 0.95,
) -> Estimate:
    """How sure may one be of the mean absolute error as a share of the truth?

    Parameters
    ----------
    y_true, y_pred : (n,) numbers in one unit
    sample_weight : (n,) numbers >= 0, optional
        Weights have a value and no interval.
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case and may depend on each other.
    confidence_level : float in (0, 1)

    Returns
    -------
    Estimate

    Notes
    -----
    Hall's interval for a skewed mean with Student's quantile; by case it rests on sums over cases. *Undefined when*
    `mape` is; the interval also where all rows are off by the same share, and where the mean or its spread is infinite.
    """
    check_level(confidence_level)
    found = rows(y_true, y_pred, sample_weight)
    each = _shares(found)
    if each is None:
        return Estimate(math.nan, confidence_level=confidence_level, reason=TRUTH_OF_ZERO)
    weight = found.weight if found.is_weighted else None
    cases = None if case is None else numbered(case, len(each))
    return row_mean(each, weight, cases, confidence_level, alike=ALIKE, infinite=TOO_NEAR_ZERO)


def _shares(found: Rows) -> FloatArray | None:
    """Return what share of its truth each row is off by; None where one that weighs something has no truth but 0."""
    counted = found.weight > 0
    if (found.truth[counted] == 0).any():
        return None
    off = np.zeros(len(found.truth))
    with np.errstate(over="ignore"):
        return np.divide(np.abs(found.error), np.abs(found.truth), out=off, where=counted)
