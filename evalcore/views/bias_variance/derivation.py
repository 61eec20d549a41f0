"""The steps from (2.37) to (2.42) at one point, with what the sets of a simulation make of each."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from evalcore.bias_variance import (
    Learner,
    NearestNeighbours,
    Polynomial,
    RandomFeatures,
    Ridge,
    SameTargetError,
    Simulation,
    decompose_squared,
    expected_optimism,
    smoother,
)
from evalcore.errors import InputError, Message
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import option

Target = Literal["fresh", "same"]
TARGETS: tuple[Target, ...] = ("fresh", "same")
LINEAR = (Polynomial, Ridge, NearestNeighbours, RandomFeatures)
OWN_POINTS = Message(
    "Each set has points of its own, so at no point there is a target that every set was trained on. Choose the fixed "
    "design."
)
NOT_LINEAR = Message("Only for a learner whose predictions are linear in the targets this has a closed form.")


class Term(NamedTuple):
    """A mean over the sets, and its Monte Carlo standard error: nan where there is one set."""

    value: float
    standard_error: float


@dataclass(frozen=True, eq=False, kw_only=True)
class Derivation:
    """Which numbers stand in each step from the error at a point to its parts?

    Parameters
    ----------
    x0 : float
        The point; of the same targets the point trained on that is nearest to the one asked for.
    target : "fresh" or "same"
        Targets no learner has seen, or those each was trained on.
    predictions, targets : (sets,) float64
        f(x0; D) and y_D of each set.
    mean : float
        Mean prediction, (2.37).
    truth : float
        f*(x0), the y of the book.
    variance : Term
        (2.38), divisor: number of sets.
    noise : float
        (2.39), the variance of the target that the problem has.
    bias2, bias2_corrected : float
        (2.40), and the same without what a finite number of sets adds, nan with one set.
    error : Term
        Left side of (2.41): mean squared distance of predictions from targets.
    about_mean : Term
        Mean squared distance of the targets from the mean prediction.
    first_cross : Term
        Mean of 2 (f - mean)(mean - y_D), which is -2 Cov(f, y_D): error = variance + about_mean + first_cross, exactly.
    noise_drawn : Term
        Mean square of the noise that was drawn.
    second_cross : Term
        2 (mean - truth) times the mean of truth - y_D: about_mean = bias2 + noise_drawn + second_cross, exactly.
    expected_first_cross : float
        What the first product comes to with ever more sets: 0 for fresh targets, -2 noise H_ii of a linear smoother for
        the same ones, else nan.
    """

    x0: float
    target: Target
    predictions: FloatArray
    targets: FloatArray
    mean: float
    truth: float
    variance: Term
    noise: float
    bias2: float
    bias2_corrected: float
    error: Term
    about_mean: Term
    first_cross: Term
    noise_drawn: Term
    second_cross: Term
    expected_first_cross: float

    @property
    def shown(self) -> tuple[list[float], float]:
        """The predictions of the first three sets, as many as there are besides the last, and that of the last."""
        found: list[float] = self.predictions[:-1][:3].tolist()
        return found, float(self.predictions[-1])

    @property
    def with_product(self) -> float:
        """`total` and the first product, which for the same targets stays: (2.42) with - 2 Cov(f, y_D)."""
        return self.total + self.first_cross.value

    @property
    def total(self) -> float:
        """Right side of (2.42): bias2 + variance + noise."""
        return self.bias2 + self.variance.value + self.noise


def derivation(simulation: Simulation, x0: float, *, target: Target = "fresh") -> Derivation:
    """Which numbers stand in each step from the error at a point to its parts?

    Parameters
    ----------
    simulation : Simulation
        Of a curve.
    x0 : float
        The nearest point at which learners are judged, or, for the same targets, were trained, is taken.
    target : "fresh" or "same", optional

    Returns
    -------
    Derivation

    Raises
    ------
    InputError
        If the same targets are asked for and each set has points of its own.

    Notes
    -----
    With fresh targets (2.41) loses both products in expectation, since noise and prediction are independent. With the
    targets trained on the first is -2 Cov(f, y_D), not 0, however many sets there are.

    Examples
    --------
    >>> from evalcore.bias_variance import CurveProblem, Polynomial, simulate
    >>> found = simulate(CurveProblem("sine"), Polynomial(1), n=25, n_sets=500, rng=np.random.default_rng(0))
    >>> at = derivation(found, 0.25)
    >>> round(at.bias2, 2), round(at.noise, 2), round(at.total, 1)
    (0.34, 0.09, 0.4)
    """
    option(target, "target", TARGETS)
    sets = simulation.sets
    if target == "same" and not sets.problem.is_fixed:
        raise InputError.from_message(OWN_POINTS)
    points = sets.at if target == "fresh" else sets.x
    place = int(np.argmin(np.abs(points[:, 0] - x0)))
    fits, targets, truth = (
        (simulation.predictions, sets.fresh, sets.at_truth)
        if target == "fresh"
        else (simulation.fitted, sets.y, sets.truth)
    )
    return _derived(
        *(table[:, place] for table in (fits, targets)),
        truth=float(truth[place]),
        noise=float(sets.problem.noise(points)[place]),
        x0=float(points[place, 0]),
        target=target,
        weight=0.0 if target == "fresh" else _own_weight(simulation, place),
    )


def _own_weight(simulation: Simulation, place: int) -> float:
    """Return H_ii: how much of a target its own prediction takes over, nan of a learner that is not linear."""
    if not isinstance(simulation.learner, LINEAR):
        return math.nan
    x = simulation.sets.x
    return float(smoother(simulation.learner, x, x)[place, place])


def _derived(
    fits: FloatArray, targets: FloatArray, *, truth: float, noise: float, x0: float, target: Target, weight: float
) -> Derivation:
    parts = decompose_squared(fits[:, None], [truth], noise_variance=noise)
    mean = float(parts.main[0])
    around, to_target, drawn = fits - mean, mean - targets, truth - targets
    return Derivation(
        x0=x0,
        target=target,
        predictions=frozen(fits.copy()),
        targets=frozen(targets.copy()),
        mean=mean,
        truth=truth,
        variance=Term(float(parts.variance[0]), float(parts.variance_error[0])),
        noise=noise,
        bias2=float(parts.bias2[0]),
        bias2_corrected=float(parts.bias2_corrected[0]),
        error=_term(np.square(fits - targets)),
        about_mean=_term(np.square(to_target)),
        first_cross=_term(2 * around * to_target),
        noise_drawn=_term(np.square(drawn)),
        second_cross=_term(2 * (mean - truth) * drawn),
        expected_first_cross=-2 * noise * weight,
    )


def _term(values: FloatArray) -> Term:
    count = len(values)
    return Term(float(values.mean()), float(values.std(ddof=1)) / math.sqrt(count) if count > 1 else math.nan)


@dataclass(frozen=True, eq=False, kw_only=True)
class Optimism:
    """How much too low is the training error, measured and by the formula?

    Parameters
    ----------
    found : SameTargetError
        Measured over the sets, averaged over the points trained on.
    noise : float
        Mean variance of the target there.
    n : int
        Points of a set.
    degrees_of_freedom, expected : float
        Trace of H, and 2 noise times it / n; nan where `reason` says why.
    reason : Message or None
    """

    found: SameTargetError
    noise: float
    n: int
    degrees_of_freedom: float
    expected: float
    reason: Message | None

    @property
    def gap(self) -> float:
        """Error on fresh targets - error on those trained on, as measured."""
        return self.found.fresh_error - self.found.training_error

    def missed_by(self, guess: float) -> float:
        """How far a guess of the gap is off."""
        return abs(guess - self.gap)


def optimism(simulation: Simulation) -> Optimism:
    """How much too low is the training error, measured and by the formula?

    Parameters
    ----------
    simulation : Simulation
        Of a curve.

    Returns
    -------
    Optimism
    """
    sets, learner = simulation.sets, simulation.learner
    noise = float(sets.problem.noise(sets.x).mean())
    reason = None if isinstance(learner, LINEAR) and sets.problem.is_fixed else _no_closed_form(learner)
    freedom = math.nan if reason is not None else _freedom(learner, sets.x)
    return Optimism(
        found=simulation.same_target(),
        noise=noise,
        n=sets.n,
        degrees_of_freedom=freedom,
        expected=2 * noise * freedom / sets.n,
        reason=reason,
    )


def _no_closed_form(learner: Learner) -> Message:
    return OWN_POINTS if isinstance(learner, LINEAR) else NOT_LINEAR


def _freedom(learner: Learner, x: FloatArray) -> float:
    # With a noise variance of n / 2 the optimism is the trace.
    return expected_optimism(smoother(learner, x, x), len(x) / 2)
