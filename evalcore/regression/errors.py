"""How far are predicted numbers from the true ones? (2.2) and (2.3) of the book, and what else is read off a column."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalcore.errors import InputError, Message
from evalcore.regression.rows import Rows, rows, weighted_median
from evalcore.support.arrays import FloatArray
from evalcore.support.results import Result
from evalcore.support.text import shown

ONE_TRUTH = Message(
    "R² compares with the mean of the truth, and the truth is the same in every row here: no spread to explain."
)


@dataclass(frozen=True, eq=False, kw_only=True)
class RegressionErrors(Result):
    """Every measure of one column of predictions.

    Parameters
    ----------
    mse : float >= 0, in squared units of the truth
    rmse, mae, median_absolute_error : float >= 0, in units of the truth
    r2 : float <= 1
        nan where undefined, then `reason` says why.
    n : int
        Rows.
    effective_rows : float
        (sum of weights)^2 / sum of squared weights: equally weighted rows that would say as much.
    reason : Message or None
    """

    mse: float
    rmse: float
    mae: float
    r2: float
    median_absolute_error: float
    n: int
    effective_rows: float
    reason: Message | None


def mse(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    """How large is the squared error on average?

    Parameters
    ----------
    y_true, y_pred : (n,) numbers in one unit
    sample_weight : (n,) >= 0, optional
        Density of the place where the model is used, relative to that of the rows: row i stands for weight w_i.

    Returns
    -------
    float >= 0
        In squared units of the truth; never undefined.

    Notes
    -----
    (2.2): sum (f(x_i) - y_i)^2 / m. With weights (2.3), the integral of (f(x) - y)^2 p(x) dx, estimated by
    sum w_i (f(x_i) - y_i)^2 / sum w_i: only the proportions of the weights matter.

    References
    ----------
    Zhou (2016), Machine Learning, 2.3, (2.2) and (2.3)

    Examples
    --------
    >>> mse([3, 5, 2.5, 7, 4], [2.5, 5, 4, 8, 4.5])
    0.75
    """
    return _mse(rows(y_true, y_pred, sample_weight))


def rmse(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    """How large is the error, in units of the truth, when large ones count more?

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mse`.

    Returns
    -------
    float >= 0
        Square root of `mse`; at least `mae`, and equal to it only where all errors have one size. Never undefined.
    """
    return math.sqrt(_mse(rows(y_true, y_pred, sample_weight)))


def mae(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    """How large is the error on average, in units of the truth?

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mse`.

    Returns
    -------
    float >= 0
        Weighted mean of the absolute errors. Never undefined.

    Examples
    --------
    >>> mae([3, 5, 2.5, 7, 4], [2.5, 5, 4, 8, 4.5])
    0.7
    """
    return _mae(rows(y_true, y_pred, sample_weight))


def median_absolute_error(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    """Which error do half the rows stay below?

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mse`.

    Returns
    -------
    float >= 0
        In units of the truth. Where exactly half the weight lies up to one error and half from the next on, the middle
        of the two. Never undefined, and deaf to the size of the largest errors.
    """
    return _median(rows(y_true, y_pred, sample_weight))


def r2(y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None) -> float:
    """Which share of the truth's spread do the predictions explain?

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mse`.

    Returns
    -------
    float <= 1
        1 without error, 0 where the predictions are no better than the mean of these true values, negative where they
        are worse.

    Notes
    -----
    1 - sum w (y - f)^2 / sum w (y - mean)^2, mean the weighted mean of the truth. *Undefined when* the truth is the
    same in every row that weighs something, one row included: nan, also where the predictions are right.

    Examples
    --------
    >>> round(r2([3, 5, 2.5, 7, 4], [2.5, 5, 4, 8, 4.5]), 4)
    0.707
    """
    return _r2(rows(y_true, y_pred, sample_weight))


def huber(y_true: ArrayLike, y_pred: ArrayLike, *, delta: float = 1.0, sample_weight: ArrayLike | None = None) -> float:
    """How large is Huber's loss on average, which is squared for small errors and grows evenly for large ones?

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mse`.
    delta : float > 0, in units of the truth
        Error from which on the loss grows evenly.

    Returns
    -------
    float >= 0
        Mean of e^2 / 2 up to delta and delta (|e| - delta / 2) beyond. Never undefined.

    References
    ----------
    Huber (1964), https://doi.org/10.1214/aoms/1177703732

    Examples
    --------
    >>> huber([0, 0], [1, 3], delta=1)
    1.5
    """
    if not (math.isfinite(delta) and delta > 0):
        raise InputError("delta must be a finite number above 0; got {value}. Choose 1.", value=shown(delta))
    found = rows(y_true, y_pred, sample_weight)
    distance = np.abs(found.error)
    inside = np.minimum(distance, delta)
    return found.mean(inside * (distance - inside / 2))


def regression_errors(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> RegressionErrors:
    """How good are these predictions, by every measure?

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mse`.

    Returns
    -------
    RegressionErrors
    """
    found = rows(y_true, y_pred, sample_weight)
    squared, share = _mse(found), _r2(found)
    return RegressionErrors(
        mse=squared,
        rmse=math.sqrt(squared),
        mae=_mae(found),
        r2=share,
        median_absolute_error=_median(found),
        n=len(found.truth),
        effective_rows=effective_rows(found.weight),
        reason=ONE_TRUTH if math.isnan(share) else None,
    )


def tilted_weights(x: ArrayLike, tilt: float) -> FloatArray:
    """What do rows weigh where the model is used more at one end of x than at the other?

    Parameters
    ----------
    x : (n,) numbers
        A feature of each row.
    tilt : float in [-1, 1]
        -1: the density falls evenly to 0 at the largest x; 0: as in the rows; 1: it rises evenly from 0.

    Returns
    -------
    (n,) float64, from 0 to 2
        1 + tilt (2 u - 1), u the place of x between smallest (0) and largest (1). 1 where all x are one number.

    Examples
    --------
    >>> tilted_weights([0, 5, 10], 1).tolist()
    [0.0, 1.0, 2.0]
    """
    place = numbers_of_x(x)
    if not -1 <= tilt <= 1:
        raise InputError("tilt must be a number from -1 to 1; got {value}. Choose 0 for none.", value=shown(tilt))
    return 1 + tilt * place


def numbers_of_x(x: ArrayLike) -> FloatArray:
    """Return the places of x from -1 (smallest) to 1 (largest), all 0 where there is one number only."""
    values = rows(x, x, None).truth
    low, high = values.min(), values.max()
    return np.zeros(len(values)) if low == high else 2 * (values - low) / (high - low) - 1


def effective_rows(weight: FloatArray) -> float:
    """Return how many equally weighted rows would say as much (Kish)."""
    return float(weight.sum() ** 2 / np.square(weight).sum())


def has_one_truth(found: Rows) -> bool:
    """Whether the truth is the same in every row that weighs something."""
    seen = found.truth[found.weight > 0]
    return bool(seen.min() == seen.max())


def _mse(found: Rows) -> float:
    return found.mean(np.square(found.error))


def _mae(found: Rows) -> float:
    return found.mean(np.abs(found.error))


def _median(found: Rows) -> float:
    return weighted_median(np.abs(found.error), found.weight)


def _r2(found: Rows) -> float:
    if has_one_truth(found):
        return math.nan
    centred = found.truth - found.mean(found.truth)
    scale = np.abs(centred).max()  # or squares of tiny numbers would all be 0
    return 1 - found.mean(np.square(found.error / scale)) / found.mean(np.square(centred / scale))
