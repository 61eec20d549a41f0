"""What mistakes cost: the cost matrix, the cost of a classifier, and the conditions it may have to work under."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from evalcore.costs._checks import finite, mistake_costs
from evalcore.errors import InputError
from evalcore.metrics.margins import HasCells, T, cells, ratio
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.checks import share, shares

CELLS = ("cost_fn", "cost_fp", "cost_tp", "cost_tn")


@dataclass(frozen=True)
class CostMatrix:
    """What does each of the four outcomes cost?

    Parameters
    ----------
    cost_fn, cost_fp : float
        A missed positive row and a false alarm.
    cost_tp, cost_tn : float
        The two right decisions, mostly 0; below 0 for a benefit. Neither may exceed the cost of the mistake with
        a row of the same class, else the names of the two predictions are swapped.

    Notes
    -----
    Other names of `cost_fn`: cost_01 in the book (class 0 positive, rows = truth), C[1, 0] with scikit-learn's order
    of classes, c(0, 1) of Elkan (predicted, actual).

    Examples
    --------
    >>> round(CostMatrix(cost_fn=5, cost_fp=1).probability_cost(0.4), 4)
    0.7692
    """

    cost_fn: float
    cost_fp: float
    cost_tp: float = 0.0
    cost_tn: float = 0.0

    def __post_init__(self) -> None:
        for name in CELLS:
            finite(getattr(self, name), name)
        if self.cost_fn < self.cost_tp:
            raise InputError(
                "A missed positive row must not cost less than a found one; got {cost_fn} and {cost_tp}. "
                "Swap the two costs or the positive class.",
                cost_fn=self.cost_fn,
                cost_tp=self.cost_tp,
            )
        if self.cost_fp < self.cost_tn:
            raise InputError(
                "A false alarm must not cost less than a negative row left alone; got {cost_fp} and {cost_tn}. "
                "Swap the two costs or the positive class.",
                cost_fp=self.cost_fp,
                cost_tn=self.cost_tn,
            )

    @property
    def excess_fn(self) -> float:
        """By how much a missed positive row costs more than a found one."""
        return finite(self.cost_fn - self.cost_tp, "cost_fn")

    @property
    def excess_fp(self) -> float:
        """By how much a false alarm costs more than a negative row left alone."""
        return finite(self.cost_fp - self.cost_tn, "cost_fp")

    @property
    def times(self) -> float:
        """How many times as much does a miss cost as a false alarm, both beyond the right decision?

        *Undefined when* one of them costs no more than that: nan.

        >>> CostMatrix(5, 1).times, CostMatrix(5, 2, cost_tp=-1).times, CostMatrix(5, 0).times
        (5.0, 3.0, nan)
        """
        if self.excess_fn <= 0 or self.excess_fp <= 0:
            return float("nan")
        return float(self.excess_fn / self.excess_fp)

    def probability_cost(self, prevalence: float) -> float:
        """Return the share of positive rows in what is at stake; see `probability_cost`."""
        return float(probability_cost(prevalence, self.excess_fn, self.excess_fp))

    def per_case(self, fpr: ArrayLike, fnr: ArrayLike, prevalence: float) -> Any:
        """Return what a case costs on average: a number or an array; see `expected_cost`."""
        return _per_case(self, fpr, fnr, prevalence)


@dataclass(frozen=True, eq=False)
class ManyCosts:
    """What does each of the four outcomes cost, by many matrices at once: as while costs are changed?

    Parameters
    ----------
    cost_fn, cost_fp, cost_tp, cost_tn : (k,) float64
        As of a `CostMatrix`, one of each kind a matrix.

    Examples
    --------
    >>> many = ManyCosts.of([CostMatrix(5, 1), CostMatrix(3, 2, cost_tp=-1)])
    >>> many.excess_fn.tolist(), many.per_case(0.5, 0.5, 0.4).tolist()
    ([5.0, 4.0], [1.3, 1.0])
    >>> many.where(np.array([False, True])).cost_fn.tolist()
    [3.0]
    """

    cost_fn: FloatArray
    cost_fp: FloatArray
    cost_tp: FloatArray
    cost_tn: FloatArray

    def at(self, place: int) -> CostMatrix:
        """Return one of the matrices."""
        return CostMatrix(*(float(getattr(self, name)[place]) for name in CELLS))

    @classmethod
    def of(cls, matrices: Iterable[CostMatrix]) -> ManyCosts:
        """Return the costs of these matrices."""
        every = list(matrices)
        return cls(*(np.array([getattr(one, name) for one in every], dtype=np.float64) for name in CELLS))

    @property
    def excess_fn(self) -> FloatArray:
        """By how much a missed positive row costs more than a found one, with each matrix."""
        return self.cost_fn - self.cost_tp

    @property
    def excess_fp(self) -> FloatArray:
        """By how much a false alarm costs more than a negative row left alone, with each matrix."""
        return self.cost_fp - self.cost_tn

    def per_case(self, fpr: ArrayLike, fnr: ArrayLike, prevalence: ArrayLike) -> Any:
        """Return what a case costs on average with each matrix."""
        return _per_case(self, fpr, fnr, prevalence)

    def where(self, chosen: BoolArray) -> ManyCosts:
        """Return the costs of the matrices that are chosen."""
        return ManyCosts(*(getattr(self, name)[chosen] for name in CELLS))


def _per_case(of: CostMatrix | ManyCosts, fpr: ArrayLike, fnr: ArrayLike, prevalence: ArrayLike) -> Any:
    false_alarm, missed = np.asarray(fpr, dtype=np.float64), np.asarray(fnr, dtype=np.float64)
    p: Any = prevalence
    return (
        p * (missed * of.cost_fn + (1 - missed) * of.cost_tp)
        + (1 - p) * (false_alarm * of.cost_fp + (1 - false_alarm) * of.cost_tn)
    )[()]


def expected_cost(
    fpr: ArrayLike,
    fnr: ArrayLike,
    *,
    prevalence: float,
    cost_fn: float,
    cost_fp: float,
    cost_tp: float = 0.0,
    cost_tn: float = 0.0,
) -> Any:
    """What does a case cost on average, at this prevalence?

    Parameters
    ----------
    fpr, fnr : numbers in [0, 1], any shapes that broadcast
    prevalence : float in [0, 1]
        Share of positive cases where the classifier is put to work, which need not be that of the sample.
    cost_fn, cost_fp, cost_tp, cost_tn : float
        See `CostMatrix`.

    Returns
    -------
    float or array
        In the unit of the costs, for one case; times 1,000 it is the money for 1,000 cases.

    Notes
    -----
    p FNR cost_fn + (1 - p) FPR cost_fp + p TPR cost_tp + (1 - p) TNR cost_tn. *Undefined when* a rate is: nan.

    Examples
    --------
    >>> float(expected_cost(0.5, 0.0, prevalence=0.4, cost_fn=5, cost_fp=1))
    0.3
    """
    return CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn).per_case(fpr, fnr, share(prevalence, "prevalence"))


def cost_sensitive_error(cm: HasCells[T], *, cost_fn: float, cost_fp: float, prevalence: float | None = None) -> T:
    """What does a row cost on average when the two mistakes do not cost the same?

    Parameters
    ----------
    cm : binary ConfusionMatrix, or anything with `tp fp fn tn`
    cost_fn, cost_fp : float >= 0
        A missed positive row and a false alarm; right decisions cost nothing.
    prevalence : float in [0, 1], optional
        Share of positive cases where the classifier is put to work; that of the rows when left out.

    Returns
    -------
    float or array >= 0

    Notes
    -----
    E(f; D; cost) = (FN cost_fn + FP cost_fp) / m, equation (2.23): disagreements are counted, so it is 0 for perfect
    predictions. With a prevalence p it is p FNR cost_fn + (1 - p) FPR cost_fp. *Undefined when* there is no row;
    with a prevalence, when there is no positive or no negative row.

    Examples
    --------
    >>> from evalcore.counts import ConfusionMatrix
    >>> cost_sensitive_error(ConfusionMatrix.binary(tp=8, fp=6, fn=0, tn=6), cost_fn=5, cost_fp=1)
    0.3
    """
    of_fn, of_fp = mistake_costs(cost_fn, "cost_fn"), mistake_costs(cost_fp, "cost_fp")
    counted: Any = cells(cm)
    tp, fp, fn, tn = counted
    if prevalence is None:
        return ratio(fn * of_fn + fp * of_fp, tp + fp + fn + tn)  # type: ignore[no-any-return]  # float or array
    p = share(prevalence, "prevalence")
    value: T = p * ratio(fn, tp + fn) * float(of_fn) + (1 - p) * ratio(fp, fp + tn) * float(of_fp)
    return value


def probability_cost(prevalence: ArrayLike, cost_fn: ArrayLike, cost_fp: ArrayLike) -> Any:
    """Which share of what is at stake lies in the positive cases?

    Parameters
    ----------
    prevalence : numbers in [0, 1]
        Share of positive cases where the classifier is put to work.
    cost_fn, cost_fp : numbers >= 0
        A missed positive row and a false alarm; with four costs, by how much they exceed the right decision.

    Returns
    -------
    float or array in [0, 1]
        The place on the horizontal axis of the cost plane, P(+)cost: 0 where only negative rows matter, 1 where only
        positive ones do.

    Notes
    -----
    P(+)cost = p cost_fn / (p cost_fn + (1 - p) cost_fp), equation (2.24): the share of positive rows after each was
    copied `cost_fn` times and each negative one `cost_fp` times. It is the prevalence only if both costs are equal.
    *Undefined when* nothing is at stake (0/0), as with two costs of 0: nan.

    References
    ----------
    Drummond and Holte (2006), https://doi.org/10.1007/s10994-006-8199-5

    Examples
    --------
    >>> probability_cost(0.2, 4, 1)
    0.5
    """
    p = shares(prevalence, "prevalence")
    of_fn, of_fp = mistake_costs(cost_fn, "cost_fn"), mistake_costs(cost_fp, "cost_fp")
    # a power of two takes huge and tiny costs into range without rounding them
    exponent = np.frexp(np.maximum(of_fn, of_fp))[1]
    positive, negative = p * np.ldexp(of_fn, -exponent), (1 - p) * np.ldexp(of_fp, -exponent)
    return ratio(positive, positive + negative)


def normalized_cost(fpr: ArrayLike, fnr: ArrayLike, x: ArrayLike) -> Any:
    """What does a classifier cost under a condition, as a share of what it would cost to get everything wrong?

    Parameters
    ----------
    fpr, fnr : numbers in [0, 1], any shapes that broadcast
    x : numbers in [0, 1]
        P(+)cost; see `probability_cost`.

    Returns
    -------
    float or array in [0, 1]

    Notes
    -----
    x FNR + (1 - x) FPR, equation (2.25): the line from (0, FPR) to (1, FNR). It is no money: what it is a share of,
    p cost_fn + (1 - p) cost_fp, depends on the condition too. *Undefined when* a rate is: nan.

    Examples
    --------
    >>> normalized_cost(0.25, 0.5, 0.5)
    0.375
    """
    place = shares(x, "x")
    value = place * shares_or_nan(fnr, "fnr") + (1 - place) * shares_or_nan(fpr, "fpr")
    return value if value.ndim else float(value)


def shares_or_nan(values: ArrayLike, name: str) -> FloatArray:
    """Return rates, of which some may be undefined."""
    array = np.asarray(values, dtype=np.float64)
    shares(np.where(np.isnan(array), 0.0, array), name)
    return array


def theoretical_threshold(
    *,
    cost_fn: float,
    cost_fp: float,
    cost_tp: float = 0.0,
    cost_tn: float = 0.0,
    prevalence: float | None = None,
    calibrated_at: float | None = None,
) -> float:
    """From which probability on is it cheaper to call a case positive?

    Parameters
    ----------
    cost_fn, cost_fp, cost_tp, cost_tn : float
        See `CostMatrix`.
    prevalence, calibrated_at : float in [0, 1], optional
        Share of positive cases where the classifier is put to work, and where its scores are calibrated, if they
        differ: both or neither.

    Returns
    -------
    float in [0, 1]
        For scores that are calibrated probabilities, and for no others: they are not after classes were reweighted
        or resampled. Compare with `best_threshold`, which asks the rows.

    Notes
    -----
    t* = (cost_fp - cost_tn) / (cost_fp - cost_tn + cost_fn - cost_tp). If the share of positives moves from b to p,
    the odds of t* are multiplied by (b / (1 - b)) / (p / (1 - p)). *Undefined when* the costs leave no choice
    (0/0): nan.

    References
    ----------
    Elkan (2001), The foundations of cost-sensitive learning, IJCAI, equations (2) and (6).

    Examples
    --------
    >>> theoretical_threshold(cost_fn=4, cost_fp=1)
    0.2
    """
    costs = CostMatrix(cost_fn, cost_fp, cost_tp, cost_tn)
    if (prevalence is None) != (calibrated_at is None):
        raise InputError("prevalence and calibrated_at must be given together; got one of them. Name both or neither.")
    odds_moved = 0.5
    if prevalence is not None and calibrated_at is not None:
        p, b = share(prevalence, "prevalence"), share(calibrated_at, "calibrated_at")
        odds_moved = probability_cost(b, 1 - p, p)
    return float(probability_cost(odds_moved, costs.excess_fp, costs.excess_fn)) if odds_moved >= 0 else np.nan
