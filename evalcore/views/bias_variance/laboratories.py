"""Training sets of two classes, drawn as they are asked for, and classifiers trained on each of them once."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace

import numpy as np

from evalcore.bias_variance import PlaneProblem, Simulation, Sweep, draw_sets, sweep_steps
from evalcore.views.bias_variance.families import Family
from evalcore.views.bias_variance.zero_one import judged_points


class ZeroOneLaboratory:
    """Sets of one problem and size; with more of them those there are stay, with what was learned from them.

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
        self._problem, self._learners, self._n = problem, family.make(n), n
        self._rng = np.random.default_rng(seed)
        self._at = judged_points(problem, n, self._rng)
        self._found = found
        if found is not None:
            # The generator then stands where the next set begins.
            draw_sets(problem, n=n, n_sets=_sets(found), rng=self._rng, at=self._at)

    @property
    def found(self) -> Sweep | None:
        """What is found with all sets drawn so far; None before the first."""
        return self._found

    def missing(self, n_sets: int) -> int:
        """How many sets have to be drawn and learned from so that there are so many."""
        return max(0, n_sets - (0 if self._found is None else _sets(self._found)))

    def upto(self, n_sets: int) -> Sweep:
        """Return what is found with so many sets; only those that are new are drawn and learned from."""
        *_parts, found = self.steps(n_sets)
        return found

    def steps(self, n_sets: int) -> Iterator[Sweep]:
        """Yield what `upto` has found so far, learner by learner, and every few sets of a slow one.

        Take no more of it to stop; what is stopped leaves the laboratory as it was.
        """
        missing, before, rng = self.missing(n_sets), self._found, deepcopy(self._rng)
        if before is not None and not missing:
            yield before if _sets(before) == n_sets else before.first(n_sets)
            return
        new = draw_sets(self._problem, n=self._n, n_sets=missing, rng=rng, at=self._at)
        whole: tuple[Simulation, ...] = ()
        for of_new in sweep_steps(new, self._learners):
            for trained in of_new.simulations[len(whole) :]:
                whole += (trained if before is None else before.simulations[len(whole)].joined(trained),)
            found = replace(of_new, simulations=whole)
            if len(whole) == len(self._learners):
                self._found, self._rng = found, rng
            yield found


def _sets(found: Sweep) -> int:
    return found.simulations[0].n_sets
