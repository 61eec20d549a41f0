"""Learners of one family trained on the same sets, with what they predict along the whole curve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evalcore.bias_variance import Learner, Problem, Simulation, Sweep, TrainingSets, draw_sets
from evalcore.bias_variance.simulation import sets_a_step
from evalcore.support.arrays import FloatArray, frozen

# Steps of x between 0 and 1 along which curves are drawn; the faint ones have every third.
STEPS: Final = 120
EVERY: Final = 3


def grid() -> FloatArray:
    """Return the x along which curves are drawn, (121,)."""
    return np.linspace(0, 1, STEPS + 1)


@dataclass(frozen=True, eq=False, kw_only=True)
class CurveSweep:
    """A sweep, and the predictions of each of its learners along the curve.

    Parameters
    ----------
    sweep : Sweep
    lines : tuple of (sets, 121) float32
        One a learner: what each set's learner predicts along `grid`, to be drawn.
    """

    sweep: Sweep
    lines: tuple[NDArray[np.float32], ...]

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return self.sweep.progress

    @property
    def sets(self) -> TrainingSets:
        """The training sets."""
        return self.sweep.simulations[0].sets

    def first(self, n_sets: int) -> CurveSweep:
        """Return the same with the first sets only, as if no others had been drawn."""
        if n_sets == self.sets.n_sets:
            return self
        return CurveSweep(sweep=self.sweep.first(n_sets), lines=tuple(one[:n_sets] for one in self.lines))


class CurveLaboratory:
    """Training sets of one problem, drawn as they are asked for, and learners trained on each of them once.

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
        self._problem, self._learners, self._n = problem, tuple(learners), n
        self._rng = np.random.default_rng(seed)
        self._found: CurveSweep | None = None

    @property
    def found(self) -> CurveSweep | None:
        """What is found with all sets drawn so far; None before the first."""
        return self._found

    def missing(self, n_sets: int) -> int:
        """How many sets have to be drawn and learned from so that there are so many."""
        return max(0, n_sets - (0 if self._found is None else self._found.sets.n_sets))

    def upto(self, n_sets: int) -> CurveSweep:
        """Return what is found with so many sets; only those that are new are drawn and learned from."""
        *_parts, found = self.steps(n_sets)
        return found

    def steps(self, n_sets: int) -> Iterator[CurveSweep]:
        """Yield what `upto` has found so far, learner by learner, and every few sets of a slow one.

        Take no more of it to stop; what is stopped leaves the laboratory as it was.
        """
        if self._found is not None and not self.missing(n_sets):
            yield self._found.first(n_sets)
            return
        before, rng = self._found, deepcopy(self._rng)
        known = 0 if before is None else before.sets.n_sets
        at = None if before is None else before.sets.at
        new = draw_sets(self._problem, n=self._n, n_sets=n_sets - known, rng=rng, at=at)
        sets = new if before is None else before.sets.joined(new)
        found = CurveSweep(sweep=Sweep(simulations=(), n_learners=len(self._learners)), lines=())
        for k, learner in enumerate(self._learners):
            for trained, line in _training(learner, new):
                if trained.n_sets < new.n_sets:
                    yield replace(found, sweep=replace(found.sweep, share=trained.n_sets / new.n_sets))
                    continue
                whole = trained if before is None else _joined(before.sweep.simulations[k], trained, sets)
                along = line if before is None else frozen(np.concatenate([before.lines[k], line]))
                simulations = (*found.sweep.simulations, whole)
                found = CurveSweep(sweep=replace(found.sweep, simulations=simulations), lines=(*found.lines, along))
                if len(simulations) == len(self._learners):
                    self._found, self._rng = found, rng
                yield found


def _joined(before: Simulation, more: Simulation, sets: TrainingSets) -> Simulation:
    judged = frozen(np.concatenate([before.predictions, more.predictions]))
    is_same = before.fitted is before.predictions
    fitted = judged if is_same else frozen(np.concatenate([before.fitted, more.fitted]))
    return replace(before, sets=sets, predictions=judged, fitted=fitted)


def _training(learner: Learner, sets: TrainingSets) -> Iterator[tuple[Simulation, NDArray[np.float32]]]:
    """Yield what `_trained` has found so far: of all sets at once, or of a few more each time."""
    size = sets_a_step(learner, sets)
    found, line = _trained(learner, sets.some(0, size) if size < sets.n_sets else sets)
    yield found, line
    while found.n_sets < sets.n_sets:
        more, line_of_more = _trained(learner, sets.some(found.n_sets, found.n_sets + size))
        found = _joined(found, more, sets.some(0, found.n_sets + size))
        line = frozen(np.concatenate([line, line_of_more]))
        yield found, line


def _trained(learner: Learner, sets: TrainingSets) -> tuple[Simulation, NDArray[np.float32]]:
    """Train a learner once on every set; predict where it is judged, where it was trained, and along the curve."""
    # With a fixed design learners are judged where they were trained.
    wanted = [grid()[:, None], sets.x] if sets.problem.is_fixed else [grid()[:, None], sets.at, sets.x]
    if not sets.problem.is_fixed:
        wanted = [np.broadcast_to(points, (sets.n_sets, *points.shape[-2:])) for points in wanted]
    every = learner.predict(sets.x, sets.y, np.concatenate(wanted, axis=-2))
    line, judged, *rest = np.split(every, np.cumsum([one.shape[-2] for one in wanted])[:-1], axis=1)
    judged = frozen(judged.copy())
    fitted = frozen(rest[0].copy()) if rest else judged
    found = Simulation(sets=sets, learner=learner, predictions=judged, fitted=fitted)
    return found, frozen(line.astype(np.float32))


def with_more(n_sets: int, more: int, most: int) -> int:
    """Return how many sets there are with some more, of which there are `most` at most.

    >>> with_more(200, 1, 1000), with_more(950, 100, 1000)
    (201, 1000)
    """
    return min(n_sets + more, most)
