"""What every measure of regression takes: truth and prediction of each row, and what the row weighs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray
from evalcore.support.checks import finite_numbers, same_length, weights

LARGEST = 1e140  # sums of squares of larger numbers overflow


@dataclass(frozen=True, eq=False)
class Rows:
    """Truth, prediction and weight of each row, checked; every row weighs 1 where no weights were given."""

    truth: FloatArray
    predicted: FloatArray
    weight: FloatArray
    is_weighted: bool

    @property
    def error(self) -> FloatArray:
        """Prediction minus truth."""
        return self.predicted - self.truth

    def mean(self, values: FloatArray) -> float:
        """Return the weighted mean of one value a row."""
        return float(self.weight @ values / self.weight.sum())


def rows(y_true: ArrayLike, y_pred: ArrayLike, sample_weight: ArrayLike | None) -> Rows:
    """Return the rows, or the sentence that says what is wrong with them."""
    truth = numbers(y_true, "y_true")
    predicted = numbers(y_pred, "y_pred")
    same_length(predicted, len(truth), "y_pred")
    weight = np.ones(len(truth)) if sample_weight is None else weights(sample_weight, len(truth))
    # Means do not change, and no sum of squared weights overflows.
    return Rows(truth, predicted, weight / weight.max(), sample_weight is not None)


def numbers(values: ArrayLike, name: str) -> FloatArray:
    """Return numbers whose squares can be added."""
    array = finite_numbers(values, name)
    if max(array.max(), -array.min()) > LARGEST:
        row = int(np.argmax(np.abs(array) > LARGEST))
        raise InputError(
            "{name} must hold numbers between -1e140 and 1e140, so that their squares can be added; got {value} "
            "(data row {row}). Choose a larger unit.",
            name=name,
            value=float(array[row]),
            row=row + 1,
        )
    return array


def weighted_median(values: FloatArray, weight: FloatArray) -> float:
    """Return the value with half the weight on either side; where a whole gap has, its middle."""
    return float(weighted_quantiles(values, weight, [0.5])[0])


def weighted_quantiles(values: FloatArray, weight: FloatArray, shares: ArrayLike) -> FloatArray:
    """Return for each share the value up to which that share of the weight lies; where a whole gap has, its middle."""
    return Sorted.of(values, weight).quantiles(shares)


@dataclass(frozen=True, eq=False)
class Sorted:
    """Values in rising order, and the weight up to each; sorted once for any number of quantiles."""

    values: FloatArray
    below: FloatArray

    @classmethod
    def of(cls, values: FloatArray, weight: FloatArray) -> Sorted:
        """Return the values that weigh something, sorted."""
        order = np.argsort(values, kind="stable")
        order = order[weight[order] > 0]
        return cls(values[order], np.cumsum(weight[order]))

    def quantiles(self, shares: ArrayLike) -> FloatArray:
        """Return the value up to which each share of the weight lies; where a whole gap has, its middle."""
        wanted = np.asarray(shares) * self.below[-1]
        # Weights that are no whole numbers add up to half but for rounding.
        near = 1e-12 * self.below[-1]
        last = len(self.values) - 1
        first = self.values[np.minimum(np.searchsorted(self.below, wanted - near, side="left"), last)]
        second = self.values[np.minimum(np.searchsorted(self.below, wanted + near, side="right"), last)]
        # As numpy takes the middle of two: their half sum, or the value itself where both are one.
        return np.asarray(np.where(first == second, first, (first + second) / 2))

    def share_up_to(self, value: float) -> float:
        """Return the share of the weight at or below a value, which is one of these or larger."""
        return float(self.below[np.searchsorted(self.values, value, side="right") - 1] / self.below[-1])
