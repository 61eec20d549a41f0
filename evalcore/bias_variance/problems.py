"""Problems whose truth is known: curves to be fitted, and two classes to be told apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, Protocol, get_args

import numpy as np
from scipy.special import expit

from evalcore.bias_variance.checks import one_from_zero
from evalcore.errors import InputError
from evalcore.support.arrays import BoolArray, CountArray, FloatArray
from evalcore.support.checks import option
from evalcore.support.text import shown

Task = Literal["regression", "classification"]
Shape = Literal["sine", "step", "cubic", "flat"]
Design = Literal["fixed", "random"]
POINTS: Final = 100  # where a curve is judged if the sets have points of their own
PLANE_POINTS: Final = 1_000  # the same for two features
_NODES: Final = 64  # along a moon, closer together than any spread allowed
_LEAST_SPREAD: Final = 0.05


class Problem(Protocol):
    """What a simulation asks of a problem; x has the shape (..., features)."""

    @property
    def task(self) -> Task:
        """Whether targets are numbers or True and False."""

    @property
    def n_features(self) -> int:
        """How many numbers an x has."""

    @property
    def is_fixed(self) -> bool:
        """Whether all training sets have the same x, so that only targets are drawn."""

    def inputs(self, n: int, rng: np.random.Generator) -> FloatArray:
        """Draw the x of one training set, (n, features)."""

    def points(self, n: int, rng: np.random.Generator) -> FloatArray:
        """Return the x at which learners are judged, (points, features)."""

    def truth(self, x: FloatArray) -> CountArray:
        """Return the expected target, or the best label, at each x, (...)."""

    def noise(self, x: FloatArray) -> FloatArray:
        """Return the variance of the target, or the probability that a label is not the best one, (...)."""

    def targets(self, truth: CountArray, noise: FloatArray, rng: np.random.Generator) -> CountArray:
        """Draw a target around each truth, (...)."""


def _sine(x: FloatArray) -> FloatArray:
    return np.asarray(np.sin(2 * np.pi * x))


def _step(x: FloatArray) -> FloatArray:
    return np.where(x < 0.5, -1.0, 1.0)


def _cubic(x: FloatArray) -> FloatArray:
    return np.asarray(12 * np.sqrt(3) * x * (x - 0.5) * (x - 1))  # from -1 to 1


def _flat(x: FloatArray) -> FloatArray:
    return np.zeros_like(x)


SHAPES: Final[Mapping[Shape, Callable[[FloatArray], FloatArray]]] = MappingProxyType(
    {"sine": _sine, "step": _step, "cubic": _cubic, "flat": _flat}
)


@dataclass(frozen=True)
class CurveProblem:
    """A curve over [0, 1], seen with normal noise.

    Parameters
    ----------
    shape : "sine", "step", "cubic" or "flat"
        sin(2 pi x); -1 below one half, then 1; a cubic through 0 at both ends and in the middle; 0. All lie in [-1, 1].
    sigma : float >= 0
        Standard deviation of the noise, in units of the target.
    design : "fixed" or "random"
        Every set has the same n points from 0 to 1 in equal steps, and learners are judged there; or each set draws its
        points evenly from [0, 1], and learners are judged at 100 points in equal steps.

    Raises
    ------
    InputError
        If shape or design is not among these, or sigma is negative or not finite.

    Notes
    -----
    With points drawn at random the variance of polynomials whose degree comes near n is not bounded: rare sets with a
    gap at an end carry it. Compare mean and median there.

    Examples
    --------
    >>> CurveProblem("sine").truth(np.array([[0.25], [0.75]])).tolist()
    [1.0, -1.0]
    """

    shape: Shape = "sine"
    sigma: float = 0.3
    design: Design = "fixed"

    def __post_init__(self) -> None:
        option(self.shape, "shape", SHAPES)
        option(self.design, "design", get_args(Design))
        one_from_zero(self.sigma, "sigma")

    @property
    def task(self) -> Task:
        """Targets are numbers."""
        return "regression"

    @property
    def n_features(self) -> int:
        """An x is one number."""
        return 1

    @property
    def is_fixed(self) -> bool:
        """Whether all training sets have the same x."""
        return self.design == "fixed"

    def inputs(self, n: int, rng: np.random.Generator) -> FloatArray:
        """Return the x of one training set, (n, 1), which a fixed design does not draw."""
        return np.linspace(0, 1, n)[:, None] if self.is_fixed else rng.random((n, 1))

    def points(self, n: int, rng: np.random.Generator) -> FloatArray:
        """Return the x at which learners are judged, (points, 1): those of the design if it is fixed."""
        return self.inputs(n, rng) if self.is_fixed else ((np.arange(POINTS) + 0.5) / POINTS)[:, None]

    def truth(self, x: FloatArray) -> FloatArray:
        """Return the curve at each x, (...)."""
        return SHAPES[self.shape](x[..., 0])

    def noise(self, x: FloatArray) -> FloatArray:
        """Return the variance of the target at each x, (...)."""
        return np.full(x.shape[:-1], self.sigma**2)

    def targets(self, truth: CountArray, noise: FloatArray, rng: np.random.Generator) -> FloatArray:
        """Draw a target around each truth, (...)."""
        return np.asarray(truth + np.sqrt(noise) * rng.standard_normal(noise.shape))


@dataclass(frozen=True)
class PlaneProblem:
    """Two classes in the plane, each label seen as its opposite now and then.

    Parameters
    ----------
    shape : "moons" or "boundary"
        Two half circles of radius 1 that reach into each other, with normal noise around them; or points drawn evenly
        from -1 to 1 in both directions, True above the wave x2 = sin(3 x1) / 2.
    flips : float from 0 to 0.5
        Probability that a label is turned into its opposite.
    spread : float >= 0.05
        Of the moons: standard deviation of both coordinates around the half circle.

    Raises
    ------
    InputError
        If the shape is not among these, or a number is out of its range.

    Notes
    -----
    Every training set draws its own x. The moons overlap, so that their labels are noisy without flips, too: the
    probability of True at x is that of its moon's density (64 nodes along each half circle), and the best label is the
    more probable one.
    """

    shape: Literal["moons", "boundary"] = "moons"
    flips: float = 0.1
    spread: float = 0.25

    def __post_init__(self) -> None:
        option(self.shape, "shape", ("moons", "boundary"))
        for name, value, low, high in (("flips", self.flips, 0.0, 0.5), ("spread", self.spread, _LEAST_SPREAD, 1.0)):
            if not low <= value <= high:
                raise InputError(
                    "{name} must lie between {low} and {high}; got {value}. Choose a number in that range.",
                    name=name,
                    low=low,
                    high=high,
                    value=shown(value),
                )

    @property
    def task(self) -> Task:
        """Targets are True and False."""
        return "classification"

    @property
    def n_features(self) -> int:
        """An x is a point of the plane."""
        return 2

    @property
    def is_fixed(self) -> bool:
        """Every training set draws its own x."""
        return False

    def inputs(self, n: int, rng: np.random.Generator) -> FloatArray:
        """Draw the x of one training set, (n, 2)."""
        if self.shape == "boundary":
            return 2 * rng.random((n, 2)) - 1
        x = _arc(np.pi * rng.random(n))
        lower = rng.random(n) < 0.5
        x[lower] = _turned(x[lower])
        return x + self.spread * rng.standard_normal((n, 2))

    def points(self, n: int, rng: np.random.Generator) -> FloatArray:
        """Draw the 1,000 x at which learners are judged, (1000, 2), as those trained on are drawn."""
        del n  # a fixed design has as many points as rows
        return self.inputs(PLANE_POINTS, rng)

    def truth(self, x: FloatArray) -> BoolArray:
        """Return the best label at each x, (...)."""
        return np.asarray(self._probability(x) > 0.5)

    def noise(self, x: FloatArray) -> FloatArray:
        """Return the probability that a label is not the best one, (...)."""
        p = self._probability(x)
        least = np.minimum(p, 1 - p)
        return np.asarray(least * (1 - self.flips) + (1 - least) * self.flips)

    def targets(self, truth: CountArray, noise: FloatArray, rng: np.random.Generator) -> BoolArray:
        """Draw a label around each truth, (...)."""
        return np.asarray(truth != (rng.random(noise.shape) < noise))

    def _probability(self, x: FloatArray) -> FloatArray:
        """Return the probability of True at each x, before labels are flipped."""
        if self.shape == "boundary":
            return np.where(x[..., 1] > np.sin(3 * x[..., 0]) / 2, 1.0, 0.0)
        return expit(self._log_density(_turned(x)) - self._log_density(x))

    def _log_density(self, x: FloatArray) -> FloatArray:
        """Return the log density of the upper moon, up to a constant."""
        nodes = _arc(np.pi * (np.arange(_NODES) + 0.5) / _NODES)
        # |x - c|^2 = |x|^2 + 1 - 2 x c; of the exponentials the largest is taken out, so that none vanishes far away.
        along = x @ nodes.T / self.spread**2
        largest = along.max(axis=-1)
        total = np.exp(along - largest[..., None]).sum(axis=-1)
        return np.asarray(np.log(total) + largest - np.square(x).sum(axis=-1) / (2 * self.spread**2))


def _arc(angle: FloatArray) -> FloatArray:
    """Return points of the upper half circle."""
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def _turned(x: FloatArray) -> FloatArray:
    """Return points turned by half a circle about the middle, which makes each moon the other one."""
    return np.asarray([1.0, 0.5] - x)


PROBLEMS: Final[Mapping[str, Problem]] = MappingProxyType(
    {shape: CurveProblem(shape) for shape in SHAPES}
    | {"moons": PlaneProblem("moons"), "boundary": PlaneProblem("boundary")}
)
