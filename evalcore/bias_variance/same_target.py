"""The training error is too low: it is measured against the very targets the learner has seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalcore.bias_variance.checks import number_table, one_from_zero, whole_rows
from evalcore.bias_variance.spread import standard_error
from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import finite_numbers
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class SameTargetError(Result):
    """What the training error lacks.

    Parameters
    ----------
    training_error : float
        Mean squared distance of the predictions from the targets trained on.
    fresh_error : float
        Expected squared distance from fresh targets at the same points: mean squared distance from the truth plus the
        variance of the noise.
    covariance : float
        Mean product of noise and distance from the truth: Cov(f, y_D), averaged.
    noise_drawn : float
        Mean square of the noise that was drawn; in expectation its variance.
    training_error_error, fresh_error_error, covariance_error : float
        Monte Carlo standard errors, nan with one set.
    """

    training_error: float
    fresh_error: float
    covariance: float
    noise_drawn: float
    training_error_error: float
    fresh_error_error: float
    covariance_error: float

    @property
    def optimism(self) -> float:
        """What the training error is too low by, in expectation: 2 Cov(f, y_D)."""
        return 2 * self.covariance


def same_target_error(
    fitted: ArrayLike, targets: ArrayLike, truth: ArrayLike, *, noise_variance: float = 0.0
) -> SameTargetError:
    """How much lower is the error against the targets trained on than against fresh ones at the same points?

    Parameters
    ----------
    fitted : (sets, n)
        What the learner trained on each set predicts at the points of that set.
    targets : (sets, n)
        The targets trained on.
    truth : (n,) or (sets, n)
        Expected target at each point; a table where each set has points of its own.
    noise_variance : float >= 0, optional

    Returns
    -------
    SameTargetError

    Raises
    ------
    InputError
        If the shapes do not agree, a number is not finite, or the variance is negative.

    Notes
    -----
    E(y_D - f)^2 = bias^2 + variance + noise - 2 Cov(f, y_D): the step of (2.38) and (2.40) that drops the product with
    the noise holds for a point the learner was not trained on. For a linear smoother f = H y the covariance averaged
    over the points is noise variance x trace(H) / n, see `expected_optimism`. With the noise that was drawn the
    identity is exact: training error = fresh error - noise variance + noise drawn - 2 covariance.

    References
    ----------
    Efron (2004), https://doi.org/10.1198/016214504000000692

    Examples
    --------
    >>> found = same_target_error([[1.0, 3.0]], [[2.0, 4.0]], [1.0, 2.0], noise_variance=2.5)
    >>> found.training_error, found.fresh_error, found.covariance, found.noise_drawn
    (1.0, 3.0, 1.0, 2.5)
    """
    fits, seen = number_table(fitted, "fitted"), number_table(targets, "targets")
    known = whole_rows(truth, "truth")
    if seen.shape != fits.shape or known.shape not in {fits.shape, fits.shape[1:]}:
        raise InputError(
            "fitted, targets and truth must have a value for each point of each set; got the shapes {fitted}, "
            "{targets} and {truth}. Pass the points trained on.",
            fitted=str(fits.shape),
            targets=str(seen.shape),
            truth=str(known.shape),
        )
    known = finite_numbers(known.ravel(), "truth").reshape(known.shape)
    variance = one_from_zero(noise_variance, "noise_variance")
    noise, distance = seen - known, fits - known
    training, fresh, product = (part.mean(axis=1) for part in (np.square(seen - fits), distance**2, noise * distance))
    return SameTargetError(
        training_error=float(training.mean()),
        fresh_error=float(fresh.mean()) + variance,
        covariance=float(product.mean()),
        noise_drawn=float(np.square(noise).mean()),
        training_error_error=float(standard_error(training)),
        fresh_error_error=float(standard_error(fresh)),
        covariance_error=float(standard_error(product)),
    )


def expected_optimism(smoother: FloatArray, noise_variance: float) -> float:
    """How much lower than the error on fresh targets is the training error of a linear smoother, in expectation?

    Parameters
    ----------
    smoother : (n, n) float64
        H, with predictions H y at the points trained on.
    noise_variance : float >= 0

    Returns
    -------
    float
        2 x noise variance x degrees of freedom / n, with trace(H) degrees of freedom.

    Raises
    ------
    InputError
        If the table is not square, a number is not finite, or the variance is negative.

    References
    ----------
    Hastie, Tibshirani and Friedman (2009), The Elements of Statistical Learning, section 7.4.

    Examples
    --------
    >>> round(expected_optimism(np.eye(25), 0.09), 4)
    0.18
    """
    table = number_table(smoother, "smoother")
    if len(table) != table.shape[1]:
        raise InputError(
            "smoother must have as many columns as rows; got an array of shape {shape}. Predict at the points trained "
            "on.",
            shape=str(table.shape),
        )
    return 2 * one_from_zero(noise_variance, "noise_variance") * float(np.trace(table)) / len(table)
