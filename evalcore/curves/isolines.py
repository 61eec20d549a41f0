"""Lines of equal worth in the ROC and the precision-recall plane."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from evalcore.curves._checks import cost, proportion
from evalcore.errors import InputError
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.results import Result


@dataclass(frozen=True)
class RocLine(Result):
    """A straight line in the ROC plane: TPR = intercept + slope FPR.

    Parameters
    ----------
    slope : float >= 0
        inf for the vertical line FPR = 0.
    intercept : float
        TPR at FPR = 0.
    """

    slope: float
    intercept: float

    def ends(self) -> FloatArray:
        """Return the two points (FPR, TPR) where it enters and leaves the unit square; (0, 2) when it misses it."""
        if math.isinf(self.slope):
            return np.array([[0.0, 0.0], [0.0, 1.0]])
        left, right = 0.0, 1.0
        if self.slope > 0:
            left, right = max(0.0, -self.intercept / self.slope), min(1.0, (1 - self.intercept) / self.slope)
        if left > right or not (self.slope > 0 or 0 <= self.intercept <= 1):
            return np.empty((0, 2))
        return np.array([[x, min(1.0, max(0.0, self.intercept + self.slope * x))] for x in (left, right)])


@dataclass(frozen=True, eq=False)
class IsoF(Result):
    """Points (recall, precision) of one F value, from precision 1 to recall 1; both read-only float64 arrays."""

    recall: FloatArray
    precision: FloatArray


def iso_cost_slope(prevalence: float, cost_fn: float, cost_fp: float) -> float:
    """How much must TPR gain to pay for FPR?

    Parameters
    ----------
    prevalence : float in (0, 1)
    cost_fn, cost_fp : float > 0
        Cost of a missed positive and of a false alarm.

    Returns
    -------
    float > 0

    Notes
    -----
    (1 - pi) cost(FP) / (pi cost(FN)), the slope of all lines of equal cost. The ROC curve itself knows no costs: they
    enter here.

    References
    ----------
    Provost and Fawcett (2001), https://doi.org/10.1023/A:1007601015854

    Examples
    --------
    >>> iso_cost_slope(0.2, cost_fn=4, cost_fp=1)
    1.0
    """
    prevalence = proportion(prevalence, "The prevalence")
    return (
        (1 - prevalence)
        * cost(cost_fp, "The cost of a false positive")
        / (prevalence * cost(cost_fn, "The cost of a false negative"))
    )


def iso_cost(prevalence: float, expected_cost: float, *, cost_fn: float, cost_fp: float) -> RocLine:
    """Where do all points cost the same?

    Parameters
    ----------
    prevalence : float in (0, 1)
    expected_cost : float
        Mean cost of a row.
    cost_fn, cost_fp : float > 0
        Cost of a missed positive and of a false alarm.

    Returns
    -------
    RocLine

    Notes
    -----
    pi cost(FN) (1 - TPR) + (1 - pi) cost(FP) FPR = cost. Lines further up and to the left are cheaper.

    Examples
    --------
    >>> iso_cost(0.5, 0.25, cost_fn=1, cost_fp=1)
    RocLine(slope=1, intercept=0.5)
    """
    slope = iso_cost_slope(prevalence, cost_fn, cost_fp)
    return RocLine(slope, 1 - expected_cost / (prevalence * cost_fn))


def iso_accuracy(prevalence: float, accuracy: float) -> RocLine:
    """Where do all points have the same accuracy?

    Parameters
    ----------
    prevalence : float in (0, 1)
    accuracy : float in [0, 1]

    Returns
    -------
    RocLine

    Notes
    -----
    pi TPR + (1 - pi) (1 - FPR) = accuracy: the line of equal cost 1 - accuracy when both errors cost 1.

    Examples
    --------
    >>> iso_accuracy(0.5, 0.75)
    RocLine(slope=1, intercept=0.5)
    """
    return iso_cost(prevalence, 1 - accuracy, cost_fn=1, cost_fp=1)


def iso_precision(prevalence: float, precision: float) -> RocLine:
    """Where in the ROC plane do all points have the same precision?

    Parameters
    ----------
    prevalence : float in (0, 1)
    precision : float in [0, 1]
        1 is the axis FPR = 0.

    Returns
    -------
    RocLine
        Through (0, 0), where precision itself is undefined.

    Notes
    -----
    pi TPR / (pi TPR + (1 - pi) FPR) = P, so TPR = P (1 - pi) / ((1 - P) pi) FPR.

    Examples
    --------
    >>> iso_precision(0.5, 0.75)
    RocLine(slope=3, intercept=0)
    """
    prevalence = proportion(prevalence, "The prevalence")
    if not 0 <= precision <= 1:
        raise InputError(
            "The precision must be a number from 0 to 1; got {precision}. Choose a share, such as 0.9.",
            precision=precision,
        )
    slope = math.inf if precision == 1 else precision * (1 - prevalence) / ((1 - precision) * prevalence)
    return RocLine(slope, 0.0)


def iso_f_beta(f: float, beta: float = 1.0, *, points: int = 101) -> IsoF:
    """Which precision goes with which recall at one value of F?

    Parameters
    ----------
    f : float in (0, 1]
    beta : float > 0
        How many times as much recall weighs as precision.
    points : int >= 2
        About how many points to return, half of them evenly spaced along each axis.

    Returns
    -------
    IsoF

    Notes
    -----
    (1 + beta^2) / F = 1 / P + beta^2 / R, so P = F R / ((1 + beta^2) R - beta^2 F): an arc of a hyperbola from
    (R, 1) to (1, P).

    Examples
    --------
    >>> line = iso_f_beta(0.5, points=2)
    >>> line.recall.round(4).tolist(), line.precision.round(4).tolist()
    ([0.3333, 1.0], [1.0, 0.3333])
    """
    if not 0 < f <= 1:
        raise InputError("F must be a number above 0 and at most 1; got {f}. Choose a value such as 0.6.", f=f)
    if not 0 < beta < math.inf:
        raise InputError("beta must be a number above 0; got {beta}. Choose 1 to weigh both alike.", beta=beta)
    square = beta**2
    first_recall, last_precision = square * f / (1 + square - f), f / (1 + square * (1 - f))
    half = max(2, points // 2 + 1)
    along_precision = np.linspace(1, last_precision, half)
    recall = np.union1d(
        np.linspace(first_recall, 1, half), square * f * along_precision / ((1 + square) * along_precision - f)
    )
    recall = np.append(recall[np.append(True, np.diff(recall) > 1e-12)][:-1], 1.0)
    return IsoF(frozen(recall), frozen(np.minimum(1.0, f * recall / ((1 + square) * recall - square * f))))
