"""One learner on sets of more and more points: its simulator, in which each size is drawn and learned from once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from threading import Lock
from typing import Final

import numpy as np

from evalcore.bias_variance import Learner, NearestNeighbours, Problem, TrainingSets, draw_sets
from evalcore.support import process
from evalcore.views.bias_variance.curves import CurveSweep, curve_steps
from evalcore.views.bias_variance.families import Family

# Points in a set, about evenly on a logarithmic axis.
SIZES: Final = (5, 7, 10, 14, 20, 25, 30, 40, 50, 70, 100, 140, 200)


def sizes_for(learner: Learner, n: int) -> tuple[int, ...]:
    """Return sizes of sets from which a learner can be trained, the present one among them.

    >>> sizes_for(NearestNeighbours(60), 90)
    (70, 90, 100, 140, 200)
    """
    least = learner.k if isinstance(learner, NearestNeighbours) else 2
    return tuple(sorted({size for size in SIZES if size >= least} | {n}))


def learning_seconds(family: Family, sizes: Sequence[int], n_sets: int, is_fixed: bool) -> float:
    """Return about how long one learner of a family takes on so many sets of each size."""
    return sum(family.seconds(n, n_sets, is_fixed) / len(family.make(n)) for n in sizes)


@dataclass(frozen=True, eq=False, kw_only=True)
class LearningSweep:
    """What a learner makes of sets of each size.

    Parameters
    ----------
    curves : tuple of CurveSweep
        One a size, each of this one learner; as many as are done.
    n_sizes : int
        How many there are to be.
    share : float
        How much of the next size is done, 0 to 1.
    """

    curves: tuple[CurveSweep, ...]
    n_sizes: int
    share: float = 0.0

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return (len(self.curves) + self.share) / self.n_sizes

    @property
    def n_done(self) -> int:
        """How many sizes are done."""
        return len(self.curves)

    @property
    def n_sets(self) -> int:
        """How many sets of each size there are, once a size is done."""
        return self.curves[0].sets.n_sets

    def first(self, n_sets: int) -> LearningSweep:
        """Return the same with the first sets only, as if no others had been drawn."""
        return replace(self, curves=tuple(one.first(n_sets) for one in self.curves))

    def after(self, before: LearningSweep) -> LearningSweep:
        """Return the same of the sets of another sweep and then of these, as many sizes as are done."""
        pairs = zip(self.curves, before.curves, strict=False)
        return replace(self, curves=tuple(one.after(other) for one, other in pairs))


def learning_steps(every: Sequence[TrainingSets], learner: Learner) -> Iterator[LearningSweep]:
    """Yield what a learner makes of sets of each size, size by size, and every few sets of a slow one.

    Parameters
    ----------
    every : sequence of TrainingSets
        As many sets of each size.
    learner : Learner
    """
    found = LearningSweep(curves=(), n_sizes=len(every))
    for sets in every:
        for one in curve_steps(sets, [learner]):
            if one.n_done:
                found = replace(found, curves=(*found.curves, one), share=0.0)
            yield found if one.n_done else replace(found, share=one.progress)


_Steps = Callable[[Sequence[TrainingSets], Learner], Iterator[LearningSweep]]


class LearningSimulator:
    """Sets of several sizes; those of each size are those that a `CurveSimulator` draws of this seed.

    Parameters
    ----------
    problem : Problem
        Of one feature, from 0 to 1.
    learner : Learner
    sizes : sequence of int >= 2
    seed : int
    """

    def __init__(self, problem: Problem, learner: Learner, *, sizes: Sequence[int], seed: int) -> None:
        self._problem, self._learner, self._sizes = problem, learner, tuple(sizes)
        self._rngs = [np.random.default_rng(seed) for _size in sizes]
        self._found: LearningSweep | None = None
        self._lock = Lock()  # several visitors may have one simulator

    @property
    def found(self) -> LearningSweep | None:
        """What is found with all sets drawn so far; None before the first."""
        return self._found

    @property
    def sizes(self) -> tuple[int, ...]:
        """Points in the sets of each size."""
        return self._sizes

    def missing(self, n_sets: int) -> int:
        """How many sets of each size have to be drawn and learned from so that there are so many."""
        return max(0, n_sets - (0 if self._found is None else self._found.n_sets))

    def rows(self, n_sets: int) -> int:
        """How many rows the learner is trained on, over all sets, until there are so many of each size."""
        return self.missing(n_sets) * sum(self._sizes)

    def upto(self, n_sets: int) -> LearningSweep:
        """Return what is found with so many sets; only those that are new are drawn and learned from."""
        *_parts, found = self.steps(n_sets)
        return found

    def steps(self, n_sets: int) -> Iterator[LearningSweep]:
        """Yield what `upto` has found so far; what is stopped leaves the simulator as it was."""
        return self._steps(n_sets, learning_steps)

    def steps_in_process(self, n_sets: int) -> Iterator[LearningSweep]:
        """Yield the same, bit for bit, with the learner trained in a process of its own."""
        return self._steps(n_sets, lambda every, learner: process.in_process(learning_steps, every, learner))

    def _steps(self, n_sets: int, trained: _Steps) -> Iterator[LearningSweep]:
        with self._lock:
            missing, before, rngs = self.missing(n_sets), self._found, deepcopy(self._rngs)
        if before is not None and not missing:
            yield before.first(n_sets)
            return
        judged = [None] * len(rngs) if before is None else [one.sets.at for one in before.curves]
        new = [
            draw_sets(self._problem, n=size, n_sets=missing, rng=rng, at=at)
            for size, rng, at in zip(self._sizes, rngs, judged, strict=True)
        ]
        for of_new in trained(new, self._learner):
            found = of_new if before is None else of_new.after(before)
            if found.n_done == len(self._sizes):
                self._keep(found, rngs)
            yield found

    def _keep(self, found: LearningSweep, rngs: list[np.random.Generator]) -> None:
        with self._lock:
            if self.missing(found.n_sets):  # else somebody was faster
                self._found, self._rngs = found, rngs
