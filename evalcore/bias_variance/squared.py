"""Squared loss: the error of a learner is bias squared plus variance plus noise, (2.37) to (2.42) of the book."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.bias_variance.checks import a_point, from_zero, number_table
from evalcore.bias_variance.spread import average, one_set, standard_error
from evalcore.errors import Message
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class SquaredMean(Result):
    """The parts averaged over all points, with what the draw of the sets leaves open.

    Parameters
    ----------
    bias2, variance, noise, error : float
        As in `SquaredDecomposition`: bias2 + variance + noise = error, exactly.
    bias2_corrected, variance_corrected : float
        The same without what the finite number of sets moves from variance to bias2; their sum is that of the former.
    bias2_error, variance_error, error_error : float
        Monte Carlo standard errors of bias2, variance and error.
    """

    bias2: float
    variance: float
    noise: float
    error: float
    bias2_corrected: float
    variance_corrected: float
    bias2_error: float
    variance_error: float
    error_error: float


@dataclass(frozen=True, eq=False, kw_only=True)
class SquaredDecomposition(Result):
    """How much of the squared error is bias, how much variance, how much noise, at each point?

    Parameters
    ----------
    bias2 : (points,) float64
        (mean prediction - truth) squared; in expectation too large by the variance divided by the number of sets.
    variance : (points,) float64
        Mean squared distance of the predictions from their mean (divisor: number of sets).
    noise : (points,) float64
        Variance of the target around the truth.
    error : (points,) float64
        bias2 + variance + noise: expected squared error against a fresh target.
    main : (points,) float64
        Mean prediction.
    bias2_corrected, variance_corrected : (points,) float64
        bias2 - s^2 / T, an estimate without bias that may fall below 0, and s^2, the variance with divisor T - 1.
    bias2_error, variance_error : (points,) float64
        Monte Carlo standard errors at each point.
    mean : SquaredMean
        The same averaged over the points.
    n_sets : int
    """

    bias2: FloatArray
    variance: FloatArray
    noise: FloatArray
    error: FloatArray
    main: FloatArray
    bias2_corrected: FloatArray
    variance_corrected: FloatArray
    bias2_error: FloatArray
    variance_error: FloatArray
    mean: SquaredMean
    n_sets: int

    @property
    def reason(self) -> Message | None:
        """Why bias2 and variance are undefined, or None."""
        return one_set(self.n_sets)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a point: its parts, their sum, the mean prediction, the corrected parts, standard errors."""
        return pd.DataFrame(
            {
                "main": self.main,
                "bias2": self.bias2,
                "variance": self.variance,
                "noise": self.noise,
                "error": self.error,
                "bias2_corrected": self.bias2_corrected,
                "variance_corrected": self.variance_corrected,
                "bias2_error": self.bias2_error,
                "variance_error": self.variance_error,
            }
        )


def decompose_squared(
    predictions: ArrayLike, truth: ArrayLike, *, noise_variance: ArrayLike = 0.0
) -> SquaredDecomposition:
    """How much of the squared error is bias, how much variance, how much noise?

    Parameters
    ----------
    predictions : (sets, points)
        A row for each training set: what the learner trained on it predicts at each point.
    truth : (points,)
        Expected target at each point. Where only drawn targets are known, their noise counts as bias.
    noise_variance : float or (points,), >= 0, optional
        Variance of the target around the truth, in squared units of the target.

    Returns
    -------
    SquaredDecomposition
        Undefined when there is one set only: parts of bias and variance are nan, the error is not.

    Raises
    ------
    InputError
        If the shapes do not agree, a number is not finite or beyond 1e70, or a variance is negative.

    Notes
    -----
    The mean of T predictions varies by s^2 / T around the learner's expected prediction, so that bias2 is too large by
    that and variance too small by it; both pairs of estimates have one sum, the mean squared distance to the truth.
    The points must not be among those trained on with the same targets, see `same_target_error`.

    Standard errors treat the points as given and the sets as independent. With d the distances of the mean predictions
    from the truth and S the covariance of predictions between points, the corrected bias2 of p points is a U-statistic
    of variance (4 d'S d / T + 2 tr(S^2) / T^2) / p^2; its second term remains where there is no bias. Variance and
    error have the spread over sets of each set's share in them, divided by the root of T. As d is taken from the same
    sets, the standard error of bias2 is up to 1.8 times too large where there is hardly any bias, and about right where
    there is. Intervals of 1.96 standard errors around variance and error cover .92 to .95 from 50 sets, but .83 to .90
    with 10: by 1,500 repetitions of polynomials and neighbours on 25 points.

    References
    ----------
    Geman, Bienenstock and Doursat (1992), https://doi.org/10.1162/neco.1992.4.1.1

    Examples
    --------
    >>> found = decompose_squared([[1.0], [3.0]], [0.0], noise_variance=0.5)
    >>> found.mean.bias2, found.mean.variance, found.mean.noise, found.mean.error
    (4.0, 1.0, 0.5, 5.5)
    """
    fits = number_table(predictions)
    n_sets, n_points = fits.shape
    known = a_point(truth, n_points, "truth")
    noise = from_zero(a_point(noise_variance, n_points, "noise_variance"), "noise_variance")
    main = average(fits)
    around = fits - main
    # With one set both are nan: a variance of 0 would say that fits do not vary.
    seen, correction = (1.0, n_sets / (n_sets - 1)) if n_sets > 1 else (math.nan, math.nan)
    variance, bias2 = seen * np.square(around).mean(axis=0), seen * np.square(main - known)
    spread = correction * variance
    return SquaredDecomposition(
        bias2=frozen(bias2),
        variance=frozen(variance),
        noise=frozen(noise.copy()),
        error=frozen(np.square(fits - known).mean(axis=0) + noise),
        main=frozen(main),
        bias2_corrected=frozen(bias2 + variance - spread),
        variance_corrected=frozen(spread),
        bias2_error=frozen(np.sqrt(4 * bias2 * spread / n_sets + 2 * np.square(spread / n_sets))),
        variance_error=frozen(standard_error(np.square(around))),
        mean=_averaged(fits, known, noise),
        n_sets=n_sets,
    )


def _averaged(fits: FloatArray, truth: FloatArray, noise: FloatArray) -> SquaredMean:
    """Return the parts averaged over the points."""
    n_sets, n_points = fits.shape
    main = average(fits)
    bias, around = main - truth, fits - main
    from_mean, from_truth = np.square(around).mean(axis=1), np.square(fits - truth).mean(axis=1)
    seen, divisor = (1.0, n_sets - 1) if n_sets > 1 else (math.nan, math.nan)
    # The squared products of sets have the same sum as those of points: the smaller table serves.
    products = around.T @ around if n_points < n_sets else around @ around.T
    linear = np.square(around @ bias).sum() / divisor
    quadratic = np.square(products).sum() / divisor**2
    bias2, variance = seen * float(np.square(bias).mean()), seen * float(from_mean.mean())
    spread = variance * n_sets / divisor
    return SquaredMean(
        bias2=bias2,
        variance=variance,
        noise=float(noise.mean()),
        error=float(from_truth.mean() + noise.mean()),
        bias2_corrected=bias2 + variance - spread,
        variance_corrected=spread,
        bias2_error=math.sqrt(4 * linear / n_sets + 2 * quadratic / n_sets**2) / n_points,
        variance_error=float(standard_error(from_mean)),
        error_error=float(standard_error(from_truth)),
    )
