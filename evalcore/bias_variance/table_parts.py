"""Parts of the error of one learner on rows held out, with noise counted into bias."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from scipy import stats

from evalcore.bias_variance.learners import Learner
from evalcore.bias_variance.spread import average, standard_error
from evalcore.bias_variance.squared import decompose_squared
from evalcore.bias_variance.zero_one import decompose_zero_one
from evalcore.errors import Message
from evalcore.intervals import Estimate
from evalcore.intervals.proportions import wilson
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result

NOISE_IS_IN_BIAS: Final = Message(
    "Each row was seen once, so that noise cannot be told from bias: where the target is off by chance, every learner "
    "errs, however good its mean prediction is."
)
_ROUNDING: Final = 1e-9


@dataclass(frozen=True)
class Part(Estimate):
    """A mean over the rows held out, which are taken as drawn at random.

    Parameters
    ----------
    value, low, high, confidence_level
        See `Estimate`.
    standard_error : float >= 0
    """

    standard_error: float = field(kw_only=True)


@dataclass(frozen=True, eq=False, kw_only=True)
class TableParts(Result):
    """What the error of one learner on the rows held out is made of.

    Parameters
    ----------
    learner : Learner
    bias_and_noise, variance, error : (points,) float64
        Of each row held out; the two parts add up to the error, exactly. Of the squared error: squared distance of the
        mean prediction from the target, and variance of the predictions. Of the 0-1 loss by Domingos: 1 where the main
        prediction is not the label, and what variance adds there, which is negative where it is not.
    variance_unbiased, variance_biased : (points,) float64
        Of the 0-1 loss: what variance adds where the main prediction is right, and what it takes off where it is wrong;
        their difference is `variance`. Of the squared error the variance, and 0.
    is_squared : bool
        Whether the loss is the squared one.
    sets_error : float
        Standard error of the mean error that the draw of the sets leaves, the rows held out taken as given.
    reason : Message or None
        Why the parts are undefined: there is one set only.
    """

    learner: Learner
    bias_and_noise: FloatArray
    variance: FloatArray
    error: FloatArray
    variance_unbiased: FloatArray
    variance_biased: FloatArray
    is_squared: bool
    sets_error: float
    reason: Message | None

    def mean(self, name: str) -> Part:
        """Return the mean of a part over the rows held out.

        Its interval is that of Student; of shares of rows, bias and noise or error of the 0-1 loss, Wilson's. Rows err
        by parts where sets differ, which makes the error's interval a little too wide.
        """
        values: FloatArray = getattr(self, name)
        mean, error = float(average(values)), float(standard_error(values))
        if self.is_squared or name not in {"bias_and_noise", "error"} or math.isnan(mean):
            reach = float(stats.t.ppf(0.975, len(values) - 1)) * error
            least = -math.inf if name == "variance" and not self.is_squared else 0.0
            return Part(mean, max(mean - reach, least), mean + reach, standard_error=error)
        rows = len(values)
        few, many = math.floor(mean * rows + _ROUNDING), math.ceil(mean * rows - _ROUNDING)
        return Part(mean, float(wilson(few, rows).low), float(wilson(many, rows).high), standard_error=error)


def table_parts(learner: Learner, predictions: FloatArray, truth: FloatArray, n_classes: int) -> TableParts:
    """Return the parts of the error of one learner; without classes that of the squared error."""
    if n_classes == 0:
        squared = decompose_squared(predictions, truth)
        return TableParts(
            learner=learner,
            bias_and_noise=squared.bias2,
            variance=squared.variance,
            error=squared.error,
            variance_unbiased=squared.variance,
            variance_biased=frozen(0 * squared.variance),
            is_squared=True,
            sets_error=squared.mean.error_error,
            reason=squared.reason,
        )
    found = decompose_zero_one(predictions, truth, classes=np.arange(float(n_classes)))
    taken_off = -np.where(found.is_biased, found.variance_term, 0 * found.variance_term)
    return TableParts(
        learner=learner,
        bias_and_noise=found.bias,
        variance=frozen(found.variance_term),
        error=found.loss,
        variance_unbiased=found.variance_unbiased,
        variance_biased=frozen(taken_off),
        is_squared=False,
        sets_error=found.mean.loss_error,
        reason=found.reason,
    )
