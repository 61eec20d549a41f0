"""The two learners of the laboratory, each on one feature, trained on every split at once."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final, Literal

import numpy as np
from scipy import optimize, stats

from evalcore.support.arrays import BoolArray, FloatArray

SEPARATION: Final = 2.0  # of the means of both classes, in standard deviations
Learner = Literal["lda", "1-nn"]
Predict = Callable[[FloatArray, BoolArray, BoolArray], BoolArray]


def discriminant(x: FloatArray, y_true: BoolArray, tested: BoolArray) -> BoolArray:
    """Which rows does linear discriminant analysis on one feature call positive?

    Parameters
    ----------
    x : (n,) float64
        The feature.
    y_true : (n,) bool
        Rows count once each.
    tested : (splits, n) bool
        True where a row is tested; on all other rows of the split the learner is trained, among them both classes.

    Returns
    -------
    (splits, n) bool
        The prediction for every row, also for those trained on.

    Notes
    -----
    Positive where (m1 - m0) / v (x - (m0 + m1) / 2) + log(n1 / n0) > 0, with v the variance within the classes (n in
    the denominator). The tests compare it with scikit-learn's `LinearDiscriminantAnalysis`, fitted split by split.
    """
    trained = np.where(tested, 0.0, 1.0)
    columns = np.stack([y_true, ~y_true, x * y_true, x * ~y_true, x * x], axis=1)
    n1, n0, sum1, sum0, squares = (trained @ columns).T
    m1, m0 = sum1 / n1, sum0 / n0
    variance = (squares - n1 * m1**2 - n0 * m0**2) / (n1 + n0)
    slope = (m1 - m0) / variance
    shift = np.log(n1 / n0) - slope * (m0 + m1) / 2
    positive: BoolArray = slope[:, None] * x + shift[:, None] > 0
    return positive


def nearest(x: FloatArray, y_true: BoolArray, tested: BoolArray) -> BoolArray:
    """Which rows does the nearest neighbour on one feature call positive?

    Parameters
    ----------
    x, y_true, tested
        As in `discriminant`; the values of `x` are distinct.

    Returns
    -------
    (splits, n) bool
        The prediction for every row; a row trained on is its own neighbour.

    Notes
    -----
    On a line the nearest row trained on is the last one below or the first one above, so one sort serves all splits.
    The tests compare it with scikit-learn's `KNeighborsClassifier`.
    """
    order = np.argsort(x)
    ends = np.concatenate([[-np.inf], x[order], [np.inf]])
    place = np.arange(1, len(x) + 1)
    trained = ~tested[:, order]
    below = np.maximum.accumulate(np.where(trained, place, 0), axis=1)
    above = np.minimum.accumulate(np.where(trained, place, len(x) + 1)[:, ::-1], axis=1)[:, ::-1]
    neighbour = np.where(ends[place] - ends[below] <= ends[above] - ends[place], below, above) - 1
    positive = np.empty_like(tested)
    positive[:, order] = y_true[order][neighbour]
    return positive


PREDICT: Final = MappingProxyType[Learner, Predict]({"lda": discriminant, "1-nn": nearest})


def error_rate(learner: Learner, separation: float) -> float:
    """How often is a learner wrong that was trained on very many rows?

    Parameters
    ----------
    learner : "lda" or "1-nn"
    separation : float >= 0
        Of the means of two equally frequent normal classes with standard deviation 1.

    Returns
    -------
    float in [0, 0.5]

    Notes
    -----
    Linear discriminant analysis: Phi(-separation / 2). The nearest neighbour: the integral of p q / (p + q) over both
    densities, as row and neighbour are drawn from the same mixture; by the trapezoidal rule.

    References
    ----------
    Cover and Hart (1967), https://doi.org/10.1109/TIT.1967.1053964

    Examples
    --------
    >>> round(error_rate("lda", 2.0), 4), round(error_rate("1-nn", 2.0), 4)
    (0.1587, 0.2248)
    """
    if learner == "lda":
        return float(stats.norm.sf(separation / 2))
    x = np.linspace(-separation / 2 - 9, separation / 2 + 9, 4_001)
    p, q = stats.norm.pdf(x, -separation / 2), stats.norm.pdf(x, separation / 2)
    return float(np.trapezoid(p * q / np.maximum(p + q, np.finfo(float).tiny), x))


def better_by(learner: Learner, difference: float) -> float:
    """How far apart are the classes for a learner that errs less often by this difference than at `SEPARATION`?

    Parameters
    ----------
    learner : "lda" or "1-nn"
    difference : float in [0, error_rate(learner, SEPARATION))
        Of the error rates after training on very many rows.

    Returns
    -------
    float

    Examples
    --------
    >>> round(better_by("lda", 0.05), 3)
    2.467
    """
    wanted = error_rate(learner, SEPARATION) - difference
    return float(optimize.brentq(lambda apart: error_rate(learner, apart) - wanted, SEPARATION, 4 * SEPARATION))
