"""Training sets of a problem, and fresh targets to judge learners by."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from evalcore.bias_variance.checks import whole_rows
from evalcore.bias_variance.problems import Problem
from evalcore.errors import InputError
from evalcore.support.arrays import CountArray, FloatArray, frozen
from evalcore.support.checks import finite_numbers, whole_number
from evalcore.support.results import Result


@dataclass(frozen=True, eq=False, kw_only=True)
class TrainingSets(Result):
    """Many training sets of one size, and for each a fresh target at every point.

    Parameters
    ----------
    problem : Problem
    x : (n, features) or (sets, n, features) float64
        Of all sets where the design is fixed, else of each.
    y : (sets, n)
        Targets to train on.
    truth : (n,) or (sets, n)
        Expected target, or best label, at each x.
    at : (points, features) float64
        Where learners are judged.
    at_truth : (points,)
        Expected target, or best label, there.
    at_noise : (points,) float64
        Variance of the target, or probability that a label is not the best one, there.
    fresh : (sets, points)
        Targets there that no learner has seen.
    """

    problem: Problem
    x: FloatArray
    y: CountArray
    truth: CountArray
    at: FloatArray
    at_truth: CountArray
    at_noise: FloatArray
    fresh: CountArray

    @property
    def n_sets(self) -> int:
        """How many sets there are."""
        return len(self.y)

    @property
    def n(self) -> int:
        """Points in each set."""
        return int(self.y.shape[1])

    def some(self, first: int, last: int) -> TrainingSets:
        """Return the sets from place `first` to before place `last`."""
        chosen, fixed = slice(first, last), self.problem.is_fixed
        return replace(
            self,
            x=self.x if fixed else self.x[chosen],
            y=self.y[chosen],
            truth=self.truth if fixed else self.truth[chosen],
            fresh=self.fresh[chosen],
        )

    def judged_at(self, points: slice) -> TrainingSets:
        """Return the same sets, judged at some of the points only."""
        return replace(
            self,
            at=self.at[points],
            at_truth=self.at_truth[points],
            at_noise=self.at_noise[points],
            fresh=self.fresh[:, points],
        )

    def joined(self, more: TrainingSets) -> TrainingSets:
        """Return these sets and then those, which are of the same problem, size and points."""
        fixed = self.problem.is_fixed
        return replace(
            self,
            x=self.x if fixed else _stacked(self.x, more.x),
            y=_stacked(self.y, more.y),
            truth=self.truth if fixed else _stacked(self.truth, more.truth),
            fresh=_stacked(self.fresh, more.fresh),
        )


def _stacked(first: CountArray, second: CountArray) -> CountArray:
    return frozen(np.concatenate([first, second]))


def draw_sets(
    problem: Problem, *, n: int, n_sets: int, rng: np.random.Generator, at: FloatArray | None = None
) -> TrainingSets:
    """Draw training sets.

    Parameters
    ----------
    problem : Problem
    n : int >= 2
        Points in each set.
    n_sets : int >= 1
    rng : numpy.random.Generator
        The draws come set by set, so that with the same seed the first of many are those of few.
    at : (points, features), optional
        Where learners are judged; by default where the problem says.

    Returns
    -------
    TrainingSets

    Raises
    ------
    InputError
        If n or n_sets is too small, or `at` has another number of features or a value that is not a finite number.
    """
    n, n_sets = whole_number(n, "n", least=2), whole_number(n_sets, "n_sets", least=1)
    points = _points(problem, n, rng, at)
    truth, noise = problem.truth(points), problem.noise(points)
    x, known, y, fresh = [], [], [], []
    for _ in range(n_sets):
        x.append(problem.inputs(n, rng))
        known.append(problem.truth(x[-1]))
        y.append(problem.targets(known[-1], problem.noise(x[-1]), rng))
        fresh.append(problem.targets(truth, noise, rng))
    return TrainingSets(
        problem=problem,
        x=frozen(x[0] if problem.is_fixed else np.stack(x)),
        y=frozen(np.stack(y)),
        truth=frozen(known[0] if problem.is_fixed else np.stack(known)),
        at=frozen(points),
        at_truth=frozen(truth),
        at_noise=frozen(noise),
        fresh=frozen(np.stack(fresh)),
    )


def _points(problem: Problem, n: int, rng: np.random.Generator, at: FloatArray | None) -> FloatArray:
    """Return where learners are judged."""
    if at is None:
        return problem.points(n, rng)
    points = whole_rows(at, "at")
    if points.ndim != 2 or points.shape[1] != problem.n_features or not len(points):
        raise InputError(
            "at must have a row a point and {expected} columns, one a feature; got an array of shape {shape}. Pass the "
            "points as such a table.",
            expected=problem.n_features,
            shape=str(points.shape),
        )
    return finite_numbers(points.ravel(), "at").reshape(points.shape).copy()
