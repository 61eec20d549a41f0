"""How much more does one model lose than another on the same rows, and how sure is that?"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.calibration.loss_parts import SURE_AND_WRONG, row_losses
from evalcore.counts.reasons import NOT_PROBABILITIES
from evalcore.errors import Message
from evalcore.intervals import Estimate
from evalcore.intervals.row_mean import FEW_ROWS, row_mean
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.cases import Cases, numbered
from evalcore.support.checks import check_level, finite_numbers, same_length, truths, weights
from evalcore.support.results import Result

# With 15 to 25 rows of a class intervals hold .88 (docs/coverage.md).
FEW_OF_A_CLASS = 25
ALIKE = Message("Both models lose the same on every row, so these rows cannot tell how far apart they are.")


@dataclass(frozen=True, eq=False)
class LossDifferences(Result):
    """How much more does the first of two models lose, by both measures?

    Parameters
    ----------
    brier, log_loss : Estimate
        Of the first model less that of the second: below 0 the first is the better one.
    """

    brier: Estimate
    log_loss: Estimate

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each measure."""
        rows = [(of.value, of.low, of.high) for of in (self.brier, self.log_loss)]
        return pd.DataFrame(rows, columns=["value", "low", "high"], index=["brier", "log_loss"])


def loss_differences(
    y_true: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
    confidence_level: float = 0.95,
) -> LossDifferences:
    """How much more does one model lose than another on the same rows?

    Parameters
    ----------
    y_true : (n,) True/False or 1/0
    first, second : (n,) numbers in [0, 1]
        Scores of both models, read as probabilities.
    sample_weight : (n,) numbers >= 0, optional
        Weights have a difference and no interval.
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case and may depend on each other.
    confidence_level : float in (0, 1)
        Of each interval on its own.

    Returns
    -------
    LossDifferences

    Notes
    -----
    The mean over the rows of what the first model loses there less what the second does: (score - truth)^2, or -ln of
    the probability of what happened. Its interval is Hall's for a skewed mean with Student's quantile, as that of a
    loss itself (`losses`), and narrower, since what a row is, it is for both models; by case it rests on sums over
    cases. *Undefined when* a score is outside [0, 1]; the interval also where both lose the same on every row. The
    difference of log losses has no value where each model gave probability 0 to what happened in some row that the
    other did not; where only one did it is infinite.

    References
    ----------
    Diebold and Mariano (1995), https://doi.org/10.1080/07350015.1995.10524599, of independent rows; Hall (1992), On the
    removal of skewness by transformation, J. R. Stat. Soc. B 54, 221-228

    Examples
    --------
    >>> y = [1] * 40 + [0] * 60
    >>> found = loss_differences(y, [0.7] * 40 + [0.2] * 60, [0.6] * 50 + [0.3] * 50)
    >>> f"{found.brier.low:.3f} < {found.brier.value:.3f} < {found.brier.high:.3f}"
    '-0.105 < -0.085 < -0.072'
    """
    check_level(confidence_level)
    truth = truths(y_true)
    one, other = finite_numbers(first, "first"), finite_numbers(second, "second")
    for score, name in ((one, "first"), (other, "second")):
        same_length(score, len(truth), name)
    weight = None if sample_weight is None else weights(sample_weight, len(truth))
    cases = None if case is None else numbered(case, len(truth))
    if any(score.min() < 0 or score.max() > 1 for score in (one, other)):
        none = Estimate(math.nan, confidence_level=confidence_level, reason=NOT_PROBABILITIES)
        return LossDifferences(none, none)

    n_pos = int(np.count_nonzero(truth))
    rare = min(n_pos, len(truth) - n_pos) < FEW_OF_A_CLASS

    def mean(measure: str) -> Estimate:
        """Return the mean by one measure."""
        more = _more(truth, one, other, measure)
        few = rare or int(np.count_nonzero(more)) < FEW_ROWS
        return row_mean(more, weight, cases, confidence_level, is_few=few, alike=ALIKE, infinite=SURE_AND_WRONG)

    return LossDifferences(mean("brier"), mean("log_loss"))


def _more(truth: BoolArray, first: FloatArray, second: FloatArray, measure: str) -> FloatArray:
    """Return what the first model loses more in each row; nothing where both lose infinitely."""
    one, other = (np.where(truth, *row_losses(score)[measure]) for score in (first, second))
    with np.errstate(invalid="ignore"):
        return np.where(one == other, 0.0, one - other)
