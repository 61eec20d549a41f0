"""Learners that are trained on all sets at once, with the numbers of a loop of refits."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from evalcore.bias_variance.checks import one_from_zero
from evalcore.bias_variance.least_squares import fitted, legendre, waves
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
