"""One learner, many training sets: its error, measured on fresh targets, beside the parts it is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from typing import Final, NamedTuple

import numpy as np

from evalcore.bias_variance.estimators import Refitted
from evalcore.bias_variance.kohavi_wolpert import KohaviWolpertDecomposition, decompose_kohavi_wolpert
from evalcore.bias_variance.learners import Learner, classify
from evalcore.bias_variance.problems import Problem
from evalcore.bias_variance.same_target import SameTargetError, same_target_error
from evalcore.bias_variance.sets import TrainingSets, draw_sets
from evalcore.bias_variance.spread import standard_error
from evalcore.bias_variance.squared import SquaredDecomposition, decompose_squared
from evalcore.bias_variance.zero_one import ZeroOneDecomposition, decompose_zero_one
from evalcore.errors import InputError, Message
from evalcore.intervals.percentiles import Progress
from evalcore.support.arrays import CountArray, FloatArray, frozen
from evalcore.support.checks import whole_number
from evalcore.support.results import Result

_PAIRS: Final = 5_000_000  # of a point trained on and one predicted, between two results of a sweep
STEP: Final = 25  # sets between two results; the draws do not depend on it
_ROUNDING: Final = 1e-12  # of the targets: errors as small are those of the computer
LARGEST_SHARE: Final = 0.1  # of the error that its standard error may be: beyond, few sets carry the mean


class Measured(NamedTuple):
    """The error counted on fresh targets, beside the sum of the parts."""

    error: float
    standard_error: float
    difference: float  # error - sum of the parts
    difference_error: float  # its standard error: only the fresh noise is left in it


@dataclass(frozen=True, eq=False, kw_only=True)
class Simulation(Result):
    """What a learner trained on each of many sets predicts.

    Parameters
    ----------
    sets : TrainingSets
    learner : Learner
    predictions : (sets, points)
        At the points where learners are judged; numbers, or True and False.
    fitted : (sets, n)
        At the points trained on.
    """

    sets: TrainingSets
    learner: Learner
    predictions: CountArray
    fitted: CountArray

    @property
    def n_sets(self) -> int:
        """How many sets there are so far."""
        return self.sets.n_sets

    @property
    def set_errors(self) -> FloatArray:
        """Expected error of each set's learner, averaged over the points, (sets,); their mean is the error."""
        if self._is_regression:
            return np.asarray(np.square(self.predictions - self.sets.at_truth).mean(axis=1) + self.sets.at_noise.mean())
        right = self.predictions == self.sets.at_truth
        return np.asarray(np.where(right, self.sets.at_noise, 1 - self.sets.at_noise).mean(axis=1))

    @property
    def median_error(self) -> float:
        """Median over the sets of `set_errors`: what a typical set has, which rare ones do not move."""
        return float(np.median(self.set_errors))

    @property
    def measured(self) -> Measured:
        """The error on fresh targets, with Monte Carlo standard errors that are nan for one set."""
        by_set, expected = _losses(self.predictions, self.sets.fresh), self.set_errors
        apart = by_set - expected
        return Measured(
            float(by_set.mean()), float(standard_error(by_set)), float(apart.mean()), float(standard_error(apart))
        )

    @property
    def training_error(self) -> float:
        """Mean error on the targets trained on."""
        return float(_losses(self.fitted, self.sets.y).mean())

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What has to be said of the mean error; often nothing."""
        errors = self.set_errors
        if errors.mean() <= np.square(_ROUNDING * np.abs(self.sets.y).max()):
            return ()
        share = float(standard_error(errors)) / float(errors.mean())
        if not share > LARGEST_SHARE:
            return ()
        said = {"share": share, "median": self.median_error, "shown": f"{Decimal(f'{self.median_error:.2g}'):,f}"}
        return (
            Message(
                "Few training sets carry the mean error: its standard error is {share:.0%} of it. The median over the "
                "sets is {shown}. Draw more sets, or read the median.",
                said,
            ),
        )

    @property
    def _is_regression(self) -> bool:
        return self.sets.problem.task == "regression"

    def squared(self) -> SquaredDecomposition:
        """Return the parts of the squared error; see `decompose_squared`. Refused for classes."""
        self._asked("regression")
        return decompose_squared(self.predictions, self.sets.at_truth, noise_variance=self.sets.at_noise)

    def same_target(self) -> SameTargetError:
        """Return the training error and what it lacks; see `same_target_error`. Refused for classes."""
        self._asked("regression")
        variance = float(self.sets.problem.noise(self.sets.x).mean())
        return same_target_error(self.fitted, self.sets.y, self.sets.truth, noise_variance=variance)

    def zero_one(self) -> ZeroOneDecomposition:
        """Return Domingos' parts of the 0-1 loss; see `decompose_zero_one`. Refused for numbers."""
        self._asked("classification")
        sets = self.sets
        return decompose_zero_one(self.predictions, sets.at_truth, noise=sets.at_noise, classes=[False, True])

    def kohavi_wolpert(self) -> KohaviWolpertDecomposition:
        """Return Kohavi and Wolpert's parts of the 0-1 loss; see `decompose_kohavi_wolpert`. Refused for numbers."""
        self._asked("classification")
        return decompose_kohavi_wolpert(
            self.predictions, self.sets.at_truth, noise=self.sets.at_noise, classes=[False, True]
        )

    def _asked(self, task: str) -> None:
        """Refuse the loss of the other task."""
        if self.sets.problem.task != task:
            raise InputError(
                "The problem must be one of {task} for this decomposition; got one of {other}. Choose the other loss.",
                task=task,
                other=self.sets.problem.task,
            )

    def judged_at(self, points: slice) -> Simulation:
        """Return the same learners, judged at some of the points only."""
        return replace(self, sets=self.sets.judged_at(points), predictions=self.predictions[:, points])

    def first(self, n_sets: int) -> Simulation:
        """Return what the learner makes of the first sets, as if no others had been drawn."""
        sets = self.sets.some(0, n_sets)
        return replace(self, sets=sets, predictions=self.predictions[:n_sets], fitted=self.fitted[:n_sets])

    def more(self, n_sets: int, rng: np.random.Generator) -> Simulation:
        """Return the simulation with further sets; with the generator that drew the first, as if drawn in one go.

        Parameters
        ----------
        n_sets : int >= 1
        rng : numpy.random.Generator
        """
        drawn = draw_sets(self.sets.problem, n=self.sets.n, n_sets=n_sets, rng=rng, at=self.sets.at)
        return self.joined(train(self.learner, drawn))

    def joined(self, more: Simulation, sets: TrainingSets | None = None) -> Simulation:
        """Return what the learner makes of these sets and then of those, which are of the same problem and points.

        `sets` are all of them, where they are there already.
        """
        predictions = frozen(np.concatenate([self.predictions, more.predictions]))
        is_same = self.fitted is self.predictions and more.fitted is more.predictions
        fitted = predictions if is_same else frozen(np.concatenate([self.fitted, more.fitted]))
        return replace(self, sets=sets or self.sets.joined(more.sets), predictions=predictions, fitted=fitted)


def _losses(predictions: CountArray, targets: CountArray) -> FloatArray:
    """Return the mean loss of each set: squared, or for labels 0-1."""
    if predictions.dtype == np.bool_:
        return np.asarray((predictions != targets).mean(axis=1))
    return np.asarray(np.square(predictions - targets).mean(axis=1))


def train(learner: Learner, sets: TrainingSets) -> Simulation:
    """Train a learner on every set, and predict at the points of judgement and at those trained on.

    Parameters
    ----------
    learner : Learner
    sets : TrainingSets

    Returns
    -------
    Simulation
    """
    predictions, fitted = _trained(learner, sets)
    return Simulation(sets=sets, learner=learner, predictions=frozen(predictions), fitted=frozen(fitted))


def train_steps(learner: Learner, sets: TrainingSets) -> Iterator[Simulation]:
    """Yield what `train` has found so far; a learner that is trained on all sets at once often has one step only.

    Parameters
    ----------
    learner, sets
        As in `train`.

    Yields
    ------
    Simulation
        Of the first sets, and more of them each time.
    """
    size = sets_a_step(learner, sets)
    found = train(learner, sets.some(0, size) if size < sets.n_sets else sets)
    yield found
    while found.n_sets < sets.n_sets:
        found = found.joined(train(learner, sets.some(found.n_sets, found.n_sets + size)))
        yield found


def sets_a_step(learner: Learner, sets: TrainingSets) -> int:
    """Return how many sets a learner is trained on between two results, of a second's work at most."""
    if isinstance(learner, Refitted):
        return learner.sets_a_step
    return sets.n_sets if sets.problem.is_fixed else max(1, _PAIRS // (sets.n * (sets.n + len(sets.at))))


def _trained(learner: Learner, sets: TrainingSets) -> tuple[CountArray, CountArray]:
    """Return what is predicted at the points of judgement, and at those trained on."""
    work = learner.predict if sets.problem.task == "regression" else partial(classify, learner)
    if not isinstance(learner, Refitted):
        return work(sets.x, sets.y, sets.at), work(sets.x, sets.y, sets.x)
    # Trained once for both.
    at, own = (np.broadcast_to(x, (sets.n_sets, *x.shape[-2:])) for x in (sets.at, sets.x))
    both = work(sets.x, sets.y, np.concatenate([at, own], axis=1))
    judged = len(sets.at)
    return both[:, :judged].copy(), both[:, judged:].copy()


def simulate(
    problem: Problem,
    learner: Learner,
    *,
    n: int,
    n_sets: int,
    rng: np.random.Generator,
    at: FloatArray | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """What is the error of a learner made of, over training sets of one size?

    Parameters
    ----------
    problem : Problem
        One of `PROBLEMS`, or a `CurveProblem` or `PlaneProblem` with other numbers.
    learner : Learner
        Such as those of `family`; for classes it is trained on 1 and 0, and says True above one half.
    n, n_sets, rng, at
        Points in each set, at least 2; number of sets; source of the draws; where learners are judged. See `draw_sets`.
    progress : callable, optional
        Called with the share that is done; raise an exception in it to stop.

    Returns
    -------
    Simulation

    Raises
    ------
    InputError
        If a number is too small, or the learner refuses the size of the sets.

    Examples
    --------
    >>> from evalcore.bias_variance import CurveProblem, Polynomial
    >>> found = simulate(CurveProblem("sine"), Polynomial(1), n=25, n_sets=500, rng=np.random.default_rng(0))
    >>> parts = found.squared().mean
    >>> round(parts.bias2, 2), round(parts.variance, 3), round(parts.noise, 2)
    (0.22, 0.007, 0.09)
    """
    found = None
    for found in simulation_steps(problem, learner, n=n, n_sets=n_sets, rng=rng, at=at):
        if progress is not None:
            progress(found.n_sets / n_sets)
    assert found is not None  # there is at least one set
    return found


def simulation_steps(
    problem: Problem,
    learner: Learner,
    *,
    n: int,
    n_sets: int,
    rng: np.random.Generator,
    at: FloatArray | None = None,
) -> Iterator[Simulation]:
    """Yield what `simulate` has found so far, every 25 sets or fewer and at the end; take no more of it to stop.

    Parameters
    ----------
    problem, learner, n, n_sets, rng, at
        As in `simulate`.

    Yields
    ------
    Simulation
        Of all sets so far.
    """
    total = whole_number(n_sets, "n_sets", least=1)
    size = min(STEP, learner.sets_a_step) if isinstance(learner, Refitted) else STEP
    found = train(learner, draw_sets(problem, n=n, n_sets=min(size, total), rng=rng, at=at))
    return _steps(found, total, size, rng)


def _steps(found: Simulation, total: int, size: int, rng: np.random.Generator) -> Iterator[Simulation]:
    """Yield the simulation with more and more sets, `size` at a time."""
    yield found
    while found.n_sets < total:
        found = found.more(min(size, total - found.n_sets), rng)
        yield found
