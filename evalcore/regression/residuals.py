"""What do the residuals look like: too high or too low, how wide, larger for larger predictions?"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalcore.errors import Message
from evalcore.regression.rows import Rows, rows, weighted_quantiles
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
ONE_SIZE = Message(
    "Predictions, or the sizes of their errors, are the same in every row: whether errors grow with the prediction "
    "cannot be seen."
)
NO_SPREAD = Message("All residuals are equal, so their distribution has no skewness.")


@dataclass(frozen=True, eq=False, kw_only=True)
class ResidualSummary(Result):
    """Residuals, truth minus prediction: positive where the prediction is too low.

    Parameters
    ----------
    residual : (n,) float64
        Of each row, in units of the truth.
    mean, standard_deviation : float
        mean^2 + standard_deviation^2 is the mean squared error (divisor: sum of the weights).
    quantiles : (5,) float64
        Residuals up to which .05, .25, .5, .75 and .95 of the weight lie.
    too_low, exact, too_high : float in [0, 1]
        Shares of rows whose prediction is below, equal to and above the truth; their sum is 1.
    largest : int
        Row of the largest absolute residual, from 0; the first of several.
    skewness : float
        Third central moment over the cube of the standard deviation; nan where undefined.
    size_correlation : float in [-1, 1]
        Spearman's correlation of |residual| and prediction: above 0 where errors grow with the prediction. Rows count
        once each, weighing or not. nan where undefined.
    skewness_reason, size_reason : Message or None
        Why the number above is undefined.
    """

    residual: FloatArray
    mean: float
    standard_deviation: float
    quantiles: FloatArray
    too_low: float
    exact: float
    too_high: float
    largest: int
    skewness: float
    size_correlation: float
    skewness_reason: Message | None
    size_reason: Message | None

    @property
    def largest_row(self) -> int:
        """Row of the largest absolute residual as it is counted in a table, from 1."""
        return self.largest + 1


def residual_summary(
    y_true: ArrayLike, y_pred: ArrayLike, *, sample_weight: ArrayLike | None = None
) -> ResidualSummary:
    """What do the residuals look like?

    Parameters
    ----------
    y_true, y_pred : (n,) numbers in one unit
    sample_weight : (n,) >= 0, optional
        As in `mse`.

    Returns
    -------
    ResidualSummary
        *Undefined when*: skewness, all residuals are equal; size_correlation, all predictions or all sizes are.

    Examples
    --------
    >>> found = residual_summary([3, 5, 2.5, 7, 4], [2.5, 5, 4, 8, 4.5])
    >>> found.mean, round(found.mean**2 + found.standard_deviation**2, 12)
    (-0.5, 0.75)
    """
    found = rows(y_true, y_pred, sample_weight)
    residual = -found.error
    seen = residual[found.weight > 0]
    mean = found.mean(residual)
    spread = 0.0 if seen.min() == seen.max() else math.sqrt(found.mean(np.square(residual - mean)))
    correlation = _rank_correlation(np.abs(residual), found.predicted)
    return ResidualSummary(
        residual=frozen(residual + 0.0),  # no minus zero
        mean=mean,
        standard_deviation=spread,
        quantiles=frozen(weighted_quantiles(residual, found.weight, SHARES)),
        too_low=found.mean((residual > 0).astype(np.float64)),
        exact=found.mean((residual == 0).astype(np.float64)),
        too_high=found.mean((residual < 0).astype(np.float64)),
        largest=int(np.argmax(np.where(found.weight > 0, np.abs(residual), -1))),
        skewness=_skewness(found, residual - mean, spread),
        size_correlation=correlation,
        skewness_reason=NO_SPREAD if spread == 0 else None,
        size_reason=ONE_SIZE if math.isnan(correlation) else None,
    )


def _skewness(found: Rows, centred: FloatArray, spread: float) -> float:
    """Return the third standardised moment."""
    return math.nan if spread == 0 else found.mean((centred / spread) ** 3)


def _rank_correlation(a: FloatArray, b: FloatArray) -> float:
    """Return Spearman's correlation, with average ranks for ties."""
    first, second = _centred_ranks(a), _centred_ranks(b)
    size = math.sqrt(float(first @ first) * float(second @ second))
    return math.nan if size == 0 else float(first @ second) / size


def _centred_ranks(values: FloatArray) -> FloatArray:
    _distinct, inverse, count = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(count) - (count - 1) / 2)[inverse] - (len(values) + 1) / 2
