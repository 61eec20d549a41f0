"""Training sets drawn as they are asked for, and learners trained on each of them once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from threading import Lock
from typing import Generic, TypeVar

import numpy as np

from evalcore.bias_variance import Learner, PlaneProblem, Problem, Sweep, TrainingSets, draw_sets, sweep_steps
from evalcore.support import process
from evalcore.support.arrays import FloatArray
from evalcore.views.bias_variance.curves import CurveSweep, curve_steps
from evalcore.views.bias_variance.double_descent import descent_learners, judged_at
from evalcore.views.bias_variance.families import Family
from evalcore.views.bias_variance.zero_one import judged_points

T = TypeVar("T", Sweep, CurveSweep)
_Steps = Callable[[TrainingSets, Sequence[Learner]], Iterator[T]]


class Simulator(Generic[T]):
    """Sets of one problem and size; with more of them those there are stay, with what was learned from them.

    Parameters
    ----------
    problem : Problem
    learners : sequence of Learner
        From rigid to flexible.
    n : int >= 2
        Points in each set.
    rng : numpy.random.Generator
        The draws come set by set.
    train : callable
        What trains the learners on sets, step by step.
    at : (points, features), optional
        Where learners are judged, as in `draw_sets`.
    found : Sweep or CurveSweep, optional
        What is known of the first sets, which `rng` has drawn.
    """

    def __init__(
        self,
        problem: Problem,
        learners: Sequence[Learner],
        *,
        n: int,
        rng: np.random.Generator,
        train: _Steps[T],
        at: FloatArray | None = None,
        found: T | None = None,
    ) -> None:
        self._problem, self._learners, self._n = problem, tuple(learners), n
        self._rng, self._at = rng, at
        self._found: T | None = found
        self._lock = Lock()  # several visitors may have one simulator
        self._train: _Steps[T] = train

    @property
    def found(self) -> T | None:
        """What is found with all sets drawn so far; None before the first."""
        return self._found

    @property
    def n_learners(self) -> int:
        """How many learners there are."""
        return len(self._learners)

    def missing(self, n_sets: int) -> int:
        """How many sets have to be drawn and learned from so that there are so many."""
        return max(0, n_sets - (0 if self._found is None else self._found.sets.n_sets))

    def rows(self, n_sets: int) -> int:
        """How many rows learners are trained on, over all of them, until there are so many sets."""
        return self.missing(n_sets) * self._n * self.n_learners

    def upto(self, n_sets: int) -> T:
        """Return what is found with so many sets; only those that are new are drawn and learned from."""
        *_parts, found = self.steps(n_sets)
        return found

    def steps(self, n_sets: int) -> Iterator[T]:
        """Yield what `upto` has found so far, learner by learner, and every few sets of a slow one.

        Take no more of it to stop; what is stopped leaves the simulator as it was.
        """
        return self._steps(n_sets, self._train)

    def steps_in_process(self, n_sets: int) -> Iterator[T]:
        """Yield the same, bit for bit, with the learners trained in a process of their own."""
        return self._steps(n_sets, lambda sets, learners: process.in_process(self._train, sets, learners))

    def _steps(self, n_sets: int, trained: _Steps[T]) -> Iterator[T]:
        with self._lock:
            missing, before, rng = self.missing(n_sets), self._found, deepcopy(self._rng)
        if before is not None and not missing:
            yield before.first(n_sets)
            return
        at = self._at if before is None else before.sets.at
        new = draw_sets(self._problem, n=self._n, n_sets=missing, rng=rng, at=at)
        found: T | None = None
        for of_new in trained(new, self._learners):
            found = of_new if before is None else of_new.after(before, found)
            if found.n_done == self.n_learners:
                self._keep(found, rng)
            yield found

    def _keep(self, found: T, rng: np.random.Generator) -> None:
        with self._lock:
            if self.missing(found.sets.n_sets):  # else somebody was faster
                self._found, self._rng = found, rng


class CurveSimulator(Simulator[CurveSweep]):
    """Learners of numbers along a curve.

    Parameters
    ----------
    problem : Problem
        Of one feature, from 0 to 1.
    learners : sequence of Learner
        From rigid to flexible.
    n : int >= 2
    seed : int
    """

    def __init__(self, problem: Problem, learners: Sequence[Learner], *, n: int, seed: int) -> None:
        super().__init__(problem, learners, n=n, rng=np.random.default_rng(seed), train=curve_steps)


class ZeroOneSimulator(Simulator[Sweep]):
    """Classifiers in the plane.

    Parameters
    ----------
    problem : PlaneProblem
    family : Family
    n : int >= 2
        Points in each set.
    seed : int
    found : Sweep, optional
        What is known of the first sets of this seed, as from `unpacked`.
    """

    def __init__(self, problem: PlaneProblem, family: Family, *, n: int, seed: int, found: Sweep | None = None) -> None:
        rng = np.random.default_rng(seed)
        at = judged_points(problem, n, rng)
        if found is not None:
            # The generator then stands where the next set begins.
            draw_sets(problem, n=n, n_sets=found.sets.n_sets, rng=rng, at=at)
        super().__init__(problem, family.make(n), n=n, rng=rng, train=sweep_steps, at=at, found=found)


class DescentSimulator(Simulator[Sweep]):
    """Random features, from far fewer of them than points to far more; see `double_descent_steps`."""

    def __init__(self, problem: Problem, *, n: int, seed: int, penalty: float, features_seed: int) -> None:
        super().__init__(
            problem,
            descent_learners(n, penalty=penalty, seed=features_seed),
            n=n,
            rng=np.random.default_rng(seed),
            train=sweep_steps,
            at=judged_at(n),
        )
