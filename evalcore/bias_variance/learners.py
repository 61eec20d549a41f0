"""Learners that are trained on all sets at once, with the numbers of a loop of refits."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Protocol

import numpy as np

from evalcore.bias_variance.checks import one_from_zero
from evalcore.bias_variance.neighbours import by_nearness, mean_of_nearest
from evalcore.errors import InputError
from evalcore.support.arrays import BoolArray, FloatArray
from evalcore.support.checks import whole_number


class Learner(Protocol):
    """What a simulation asks of a learner."""

    def predict(self, x: FloatArray, y: FloatArray, at: FloatArray) -> FloatArray:
        """Train on each set, and predict.

        Parameters
        ----------
        x : (n, features) or (sets, n, features) float64
            Of all sets, or of each.
        y : (sets, n) float64
        at : (points, features) or (sets, points, features) float64

        Returns
        -------
        (sets, points) float64
        """


@dataclass(frozen=True)
class Polynomial:
    """Least squares on all products of powers up to a degree.

    Parameters
    ----------
    degree : int >= 0

    Notes
    -----
    The basis is that of Legendre, scaled to the range of each set's x: powers of x lose all digits at degree 12. With
    more coefficients than points the solution is the one of least norm in this basis; the mean is not counted in.
    """

    degree: int = 3

    def __post_init__(self) -> None:
        whole_number(self.degree, "degree", least=0)

    def predict(self, x: FloatArray, y: FloatArray, at: FloatArray) -> FloatArray:
        """Train on each set, and predict; see `Learner`."""
        return fitted(*legendre(x, at, self.degree), y, 0.0)


@dataclass(frozen=True)
class Ridge:
    """A polynomial whose coefficients are kept small.

    Parameters
    ----------
    penalty : float >= 0
        lambda: minimises sum (y - f)^2 + lambda sum w^2 over Legendre coefficients, the constant left out.
    degree : int >= 0
    bounds : (low, high), optional
        Range of x over which the basis is scaled, by default that of the curves; None: the range of each set's x.
        Beyond its range the basis grows fast, so that a penalty does little for a set with a gap at an end.
    """

    penalty: float = 1e-3
    degree: int = 12
    bounds: tuple[float, float] | None = (0.0, 1.0)

    def __post_init__(self) -> None:
        one_from_zero(self.penalty, "penalty")
        whole_number(self.degree, "degree", least=0)
        if self.bounds is not None and not -math.inf < self.bounds[0] < self.bounds[1] < math.inf:
            raise InputError(
                "bounds must be two numbers, the lower one first; got {bounds}. Pass None for the range of each set.",
                bounds=str(self.bounds),
            )

    def predict(self, x: FloatArray, y: FloatArray, at: FloatArray) -> FloatArray:
        """Train on each set, and predict; see `Learner`."""
        return fitted(*legendre(x, at, self.degree, self.bounds), y, self.penalty)


@dataclass(frozen=True)
class RandomFeatures:
    """Least squares on cosines of random frequency and phase, the model of double descent.

    Parameters
    ----------
    count : int >= 0
        Number of features; more of them begin with those of fewer.
    penalty : float >= 0
        As in `Ridge`. A floor of 1e-6 leaves the peak, where there are about as many features as points, but keeps it
        finite; with 0 and more features than points the solution of least norm interpolates.
    frequency : float >= 0
        Standard deviation of the frequencies, in circles a unit of x. The peak is near n only if about n cosines can be
        told apart at n points: n / 2 over a range of 1.
    seed : int
        Of the features, which are the same for all sets.

    References
    ----------
    Rahimi and Recht (2007), Random features for large-scale kernel machines, NIPS 20; Belkin, Hsu, Ma and Mandal
    (2019), https://doi.org/10.1073/pnas.1903070116
    """

    count: int = 20
    penalty: float = 1e-6
    frequency: float = 10.0
    seed: int = 0

    def __post_init__(self) -> None:
        whole_number(self.count, "count", least=0)
        whole_number(self.seed, "seed", least=0)
        one_from_zero(self.penalty, "penalty")
        one_from_zero(self.frequency, "frequency")

    def predict(self, x: FloatArray, y: FloatArray, at: FloatArray) -> FloatArray:
        """Train on each set, and predict; see `Learner`."""
        basis, at_basis = (waves(points, self.count, self.frequency, self.seed) for points in (x, at))
        return fitted(basis, at_basis, y, self.penalty)


@dataclass(frozen=True)
class NearestNeighbours:
    """The mean of the k nearest points, by Euclidean distance; of equally near ones those that stand first.

    Parameters
    ----------
    k : int >= 1
    """

    k: int = 5

    def __post_init__(self) -> None:
        whole_number(self.k, "k", least=1)

    def predict(self, x: FloatArray, y: FloatArray, at: FloatArray) -> FloatArray:
        """Train on each set, and predict; see `Learner`. Refuses a k larger than n."""
        n = x.shape[-2]
        self.refuse_larger_than(n)
        if x.ndim == 2 and at.ndim == 2:
            chosen = np.zeros((len(at), n))
            np.put_along_axis(chosen, by_nearness(x, at)[..., : self.k], 1.0, axis=1)
            return np.asarray(y @ chosen.T / self.k)
        each, wanted = (np.broadcast_to(points, (len(y), *points.shape[-2:])) for points in (x, at))
        return mean_of_nearest(each, y, wanted, self.k)

    def refuse_larger_than(self, n: int) -> None:
        """Refuse a k larger than the number of points."""
        if self.k > n:
            raise InputError(
                "k must be at most {n}, the points of a training set; got {k}. Choose fewer neighbours or more points.",
                n=n,
                k=self.k,
            )


def classify(learner: Learner, x: FloatArray, labels: BoolArray, at: FloatArray) -> BoolArray:
    """Which points does each set's learner call True?

    Parameters
    ----------
    learner : Learner
        Trained on 1 for True and 0 for False.
    x, at
        As in `Learner.predict`.
    labels : (sets, n) bool

    Returns
    -------
    (sets, points) bool
        True where the prediction is above one half; a vote that is split evenly is False.
    """
    return np.asarray(learner.predict(x, labels.astype(np.float64), at) > 0.5)


def smoother(learner: Learner, x: FloatArray, at: FloatArray) -> FloatArray:
    """Which matrix H makes the predictions H y?

    Parameters
    ----------
    learner : Learner
        All learners here are linear in y; ridge and polynomials, too, while x stays.
    x : (n, features) float64
    at : (points, features) float64

    Returns
    -------
    (points, n) float64
        With `at` the points trained on, its trace is the degrees of freedom, see `expected_optimism`.
    """
    return np.asarray(learner.predict(x, np.eye(len(x)), at).T)


def fitted(basis: FloatArray, at_basis: FloatArray, y: FloatArray, penalty: float) -> FloatArray:
    """Return the predictions of the penalised least squares fit of each set.

    Parameters
    ----------
    basis : (n, p) or (sets, n, p) float64
        Without the constant, which is fitted in any case and not penalised.
    at_basis : (points, p) or (sets, points, p) float64
        The same functions where predictions are wanted.
    y : (sets, n) float64
    penalty : float >= 0

    Returns
    -------
    (sets, points) float64

    Notes
    -----
    By the singular value decomposition of the centred basis, which keeps the digits that normal equations square away.
    Without penalty, directions whose singular value is below rounding are left out: the solution of least norm.
    """
    middle = y.mean(axis=-1, keepdims=True)
    if basis.shape[-1] == 0:
        return np.repeat(middle, at_basis.shape[-2], axis=1)
    centre = basis.mean(axis=-2, keepdims=True)
    left, values, right = np.linalg.svd(basis - centre, full_matrices=False)
    shrunk = _inverted(values, penalty, max(basis.shape[-2:]))
    if basis.ndim == 2 and at_basis.ndim == 2:
        hat = (at_basis - centre) @ (right.T * shrunk) @ left.T
        return np.asarray(middle + (y - middle) @ hat.T)
    along = (np.swapaxes(left, -1, -2) @ (y - middle)[..., None])[..., 0] * shrunk
    weights = np.swapaxes(right, -1, -2) @ along[..., None]
    return np.asarray(middle + ((at_basis - centre) @ weights)[..., 0])


def _inverted(values: FloatArray, penalty: float, size: int) -> FloatArray:
    """Return s / (s^2 + penalty) of singular values s in descending order, 0 for those that are rounding."""
    known = values > np.finfo(np.float64).eps * size * values[..., :1]
    return np.divide(values, np.square(values) + penalty, out=np.zeros_like(values), where=known)


def legendre(
    x: FloatArray, at: FloatArray, degree: int, bounds: tuple[float, float] | None = None
) -> tuple[FloatArray, FloatArray]:
    """Return the products of Legendre polynomials up to a total degree, but for the constant, at x and where asked.

    Parameters
    ----------
    x : (n, features) or (sets, n, features) float64
    at : (points, features) or (sets, points, features) float64
        Beyond the range the polynomials go on.
    degree : int >= 0
    bounds : (low, high), optional
        What is scaled to [-1, 1]; by default the range of each set.

    Returns
    -------
    (..., n, p) and (..., points, p) float64
    """
    low, high = (x.min(axis=-2, keepdims=True), x.max(axis=-2, keepdims=True)) if bounds is None else bounds
    width = np.where(high > low, np.subtract(high, low), 1.0)
    scaled, at_scaled = (2 * (points - low) / width - 1 for points in (x, at))
    return _products(scaled, degree), _products(at_scaled, degree)


def _products(x: FloatArray, degree: int) -> FloatArray:
    """Return the products of Legendre polynomials of degree 1 to `degree` in all."""
    powers = np.polynomial.legendre.legvander(x, degree)  # (..., n, features, degree + 1)
    features = range(x.shape[-1])
    # A product is a choice of features, each as often as its power says: of 30 features and degree 1 there are 30.
    chosen = [Counter(named) for d in range(1, degree + 1) for named in combinations_with_replacement(features, d)]
    columns = [np.prod([powers[..., feature, power] for feature, power in d.items()], axis=0) for d in chosen]
    return np.stack(columns, axis=-1) if columns else np.empty((*x.shape[:-1], 0))


def waves(x: FloatArray, count: int, frequency: float, seed: int) -> FloatArray:
    """Return cosines of random frequency and phase, the same for every x and seed.

    Parameters
    ----------
    x : (..., n, features) float64
    count : int >= 0
    frequency : float
        Standard deviation of the frequencies, in circles a unit of x.
    seed : int

    Returns
    -------
    (..., n, count) float64
    """
    draws = np.random.default_rng(seed)
    drawn = [(draws.standard_normal(x.shape[-1]), draws.random()) for _ in range(count)]
    if not drawn:
        return np.empty((*x.shape[:-1], 0))
    turns, phase = np.stack([one for one, _ in drawn], axis=-1), np.array([one for _, one in drawn])
    return np.asarray(np.cos(2 * np.pi * (x @ (frequency * turns) + phase)))
