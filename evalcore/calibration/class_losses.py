"""Brier score and log loss of any number of classes, with their intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalcore.calibration.loss_parts import FEW_OF_A_CLASS, SURE_AND_WRONG
from evalcore.curves.many_classes import checked
from evalcore.errors import Message
from evalcore.intervals import Estimate
from evalcore.intervals.row_mean import row_mean
from evalcore.support.cases import Cases, numbered
from evalcore.support.chances import wrong_chances
from evalcore.support.checks import check_level, weights
from evalcore.support.results import Result

NO_CHANCES = Message(
    "The scores of a row are below 0 or do not sum to 1, so they cannot be read as probabilities of the classes."
)


@dataclass(frozen=True)
class ClassLosses(Result):
    """How much do scores of many classes, read as probabilities, lose?

    Parameters
    ----------
    brier : Estimate
        From 0 to 2: over the classes, the sum of the squared distances from what happened.
    log_loss : Estimate
        Natural logarithm; infinite where a row was given probability 0 of what happened.
    """

    brier: Estimate
    log_loss: Estimate

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each measure."""
        rows = [(of.value, of.low, of.high) for of in (self.brier, self.log_loss)]
        return pd.DataFrame(rows, columns=["value", "low", "high"], index=["brier", "log_loss"])


def class_losses(
    y_true: ArrayLike,
    scores: ArrayLike,
    classes: Sequence[str],
    *,
    sample_weight: ArrayLike | None = None,
    case: ArrayLike | Cases | None = None,
    confidence_level: float = 0.95,
) -> ClassLosses:
    """How much do scores of many classes, read as probabilities, lose?

    Parameters
    ----------
    y_true : (n,) whole numbers
        Places in `classes`, from 0.
    scores : (n, k) numbers
        One column a class, in the order of `classes`; each row is to sum to 1, but for rounding.
    classes : k different names
    sample_weight : (n,) numbers >= 0, optional
        Weights have values and no intervals.
    case : (n,) labels of any kind, optional
        Rows with equal labels belong to one case and may depend on each other.
    confidence_level : float in (0, 1)

    Returns
    -------
    ClassLosses

    Notes
    -----
    Both are means over the rows: of the sum over the classes of (probability - truth)^2, and of -ln of the probability
    of what happened. For two classes this Brier score is twice that of one column. Intervals are Hall's for a skewed
    mean with Student's quantile; by case they rest on sums over cases. *Undefined when* a row is not one of
    probabilities; the interval of the log loss also where it is infinite.

    References
    ----------
    Brier (1950), https://doi.org/10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2; Hall (1992), On the removal of
    skewness by transformation, J. R. Stat. Soc. B 54, 221-228

    Examples
    --------
    >>> found = class_losses([0, 1, 2, 1], [[0.8, 0.1, 0.1], [0.2, 0.6, 0.2], [0.1, 0.3, 0.6], [0.5, 0.4, 0.1]], "abc")
    >>> f"{found.brier.value:.3f} {found.log_loss.value:.3f}"
    '0.295 0.540'
    """
    check_level(confidence_level)
    codes, chances = checked(y_true, scores, classes)
    n, k = chances.shape
    weight = None if sample_weight is None else weights(sample_weight, n)
    cases = None if case is None else numbered(case, n)
    if weight is not None:
        # A row that weighs nothing says nothing, whatever was given to it.
        codes, chances, weight = codes[weight > 0], chances[weight > 0], weight[weight > 0]
        n = len(codes)
    if wrong_chances(chances).any():
        none = Estimate(math.nan, confidence_level=confidence_level, reason=NO_CHANCES)
        return ClassLosses(none, none)
    happened = chances[np.arange(n), codes]
    squares = np.einsum("ij,ij->i", chances, chances) - 2 * happened + 1
    with np.errstate(divide="ignore"):
        lost = -np.log(happened)
    few = bool(np.bincount(codes, minlength=k).min() < FEW_OF_A_CLASS)
    brier, log_loss = (
        row_mean(each, weight, cases, confidence_level, is_few=few, infinite=SURE_AND_WRONG) for each in (squares, lost)
    )
    return ClassLosses(brier, log_loss)
