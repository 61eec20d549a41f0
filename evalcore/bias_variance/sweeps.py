"""Learners from rigid to flexible on the same training sets: where each part of the error rises and falls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import numpy as np
import pandas as pd

from evalcore.bias_variance.estimators import Forest, LinearSVM, RadialSVM, Tree
from evalcore.bias_variance.learners import Learner, NearestNeighbours, Polynomial, RandomFeatures, Ridge
from evalcore.bias_variance.sets import TrainingSets
from evalcore.bias_variance.simulation import Simulation, train_steps
from evalcore.errors import InputError
from evalcore.intervals.percentiles import Progress
from evalcore.support.checks import option, whole_number
from evalcore.support.results import Result

# For numbers, and for two classes.
FAMILIES: Final = ("polynomial", "ridge", "neighbours", "tree", "forest", "random features")
CLASSIFIERS: Final = ("neighbours", "tree", "forest", "linear svm", "radial svm")
_KNOWN: Final = tuple(dict.fromkeys(FAMILIES + CLASSIFIERS))
_SHARES: Final = (0.1, 0.2, 0.4, 0.6, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0)  # features for each point


@dataclass(frozen=True, eq=False, kw_only=True)
class Sweep(Result):
    """What learners of rising flexibility make of the same training sets.

    Parameters
    ----------
    simulations : tuple of Simulation
        One a learner, in the order of the learners; as many as are done.
    n_learners : int
        How many there are to be.
    share : float
        How much of the next learner is done, 0 to 1.
    """

    simulations: tuple[Simulation, ...]
    n_learners: int
    share: float = 0.0

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return (len(self.simulations) + self.share) / self.n_learners

    @property
    def sets(self) -> TrainingSets:
        """The training sets, once a learner is done."""
        return self.simulations[0].sets

    @property
    def n_done(self) -> int:
        """How many learners are done."""
        return len(self.simulations)

    @property
    def best(self) -> int:
        """Place of the learner with the least error so far; of equal ones the most rigid."""
        return int(np.argmin([found.set_errors.mean() for found in self.simulations]))

    def first(self, n_sets: int) -> Sweep:
        """Return the same with the first sets only, as if no others had been drawn."""
        if n_sets == self.sets.n_sets:
            return self
        return replace(self, simulations=tuple(one.first(n_sets) for one in self.simulations))

    def after(self, before: Sweep, known: Sweep | None = None) -> Sweep:
        """Return what the learners make of the sets of another sweep and then of these, as many as are done.

        `known` is that of the learners that were done before, if any was.
        """
        joined = () if known is None else known.simulations
        for more in self.simulations[len(joined) :]:
            first = before.simulations[len(joined)]
            joined += (first.joined(more, joined[0].sets if joined else None),)
        return replace(self, simulations=joined)

    def to_frame(self) -> pd.DataFrame:
        """Return a row a learner: its parts and their sum, measured, median and training error, standard errors.

        Returns
        -------
        DataFrame
            bias, variance and noise are parts that add up to error: of squared error bias squared, variance and noise,
            of 0-1 loss B, c2 V and c1 N by Domingos.
        """
        return pd.DataFrame([_row(found) for found in self.simulations])


def _row(found: Simulation) -> dict[str, object]:
    """Return one row of the table."""
    if found.sets.problem.task == "regression":
        squared = found.squared().mean
        parts = squared.bias2, squared.variance, squared.noise, squared.error, squared.error_error
    else:
        mean = found.zero_one().mean
        parts = mean.bias, mean.variance_term, mean.noise_term, mean.loss, mean.loss_error
    names = ("bias", "variance", "noise", "error", "error_standard_error")
    measured = found.measured
    return {
        "learner": repr(found.learner),
        **dict(zip(names, parts, strict=True)),
        "measured_error": measured.error,
        "measured_standard_error": measured.standard_error,
        "median_error": found.median_error,
        "training_error": found.training_error,
    }


def family(name: str, *, n: int) -> tuple[Learner, ...]:
    """Which learners of one kind are there, from rigid to flexible?

    Parameters
    ----------
    name : one of `FAMILIES` for numbers, or of `CLASSIFIERS` for two classes
    n : int >= 2
        Points in each training set.

    Returns
    -------
    tuple of Learner
        Degrees 0 to 12; penalties 100 to 1e-6; n neighbours down to one; depths 1 to 10 of one tree, or of the trees of
        a forest; costs 0.001 to 100; gammas 0.01 to 100; a tenth of n to 10 n random features, more densely where the
        peak of double descent is. With a fixed design judge them between its points: at those trained on there is no
        peak.

    Raises
    ------
    InputError
        If there is no such family, or n is too small.

    Examples
    --------
    >>> family("neighbours", n=5)[:2]
    (NearestNeighbours(k=5), NearestNeighbours(k=4))
    """
    option(name, "family", _KNOWN)
    return _MADE[name](whole_number(n, "n", least=2))


def _neighbours(n: int) -> tuple[Learner, ...]:
    few = np.unique(np.geomspace(1, n, 25).round().astype(int))
    return tuple(NearestNeighbours(int(k)) for k in few[::-1])


def _random_features(n: int) -> tuple[Learner, ...]:
    counts = sorted({max(1, round(share * n)) for share in _SHARES} | {n - 1})
    return tuple(RandomFeatures(count, frequency=n / 2) for count in counts)


_MADE: Final[Mapping[str, Callable[[int], tuple[Learner, ...]]]] = MappingProxyType(
    {
        "polynomial": lambda _n: tuple(Polynomial(degree) for degree in range(13)),
        "ridge": lambda _n: tuple(Ridge(10.0 ** (power / 2)) for power in range(4, -13, -1)),
        "neighbours": _neighbours,
        "tree": lambda _n: tuple(Tree(depth) for depth in range(1, 11)),
        "forest": lambda _n: tuple(Forest(depth) for depth in range(1, 11)),
        "linear svm": lambda _n: tuple(LinearSVM(10.0 ** (power / 2)) for power in range(-6, 5)),
        "radial svm": lambda _n: tuple(RadialSVM(10.0 ** (power / 2)) for power in range(-4, 5)),
        "random features": _random_features,
    }
)


def sweep(sets: TrainingSets, learners: Sequence[Learner], *, progress: Progress | None = None) -> Sweep:
    """Where does each part of the error rise and fall as learners grow more flexible?

    Parameters
    ----------
    sets : TrainingSets
        The same for all learners, so that they differ by nothing else.
    learners : sequence of Learner
        From rigid to flexible, such as those of `family`.
    progress : callable, optional
        Called with the share that is done; raise an exception in it to stop.

    Returns
    -------
    Sweep

    Raises
    ------
    InputError
        If there is no learner, or one refuses the size of the sets.

    Examples
    --------
    >>> from evalcore.bias_variance import CurveProblem, draw_sets
    >>> sets = draw_sets(CurveProblem("sine"), n=25, n_sets=300, rng=np.random.default_rng(0))
    >>> sweep(sets, family("polynomial", n=25)).best
    3
    """
    found = None
    for found in sweep_steps(sets, learners):
        if progress is not None:
            progress(found.progress)
    assert found is not None  # there is at least one learner
    return found


def sweep_steps(sets: TrainingSets, learners: Sequence[Learner]) -> Iterator[Sweep]:
    """Yield what `sweep` has found so far, learner by learner, and a few sets of a slow one; take no more to stop.

    Parameters
    ----------
    sets, learners
        As in `sweep`.

    Yields
    ------
    Sweep
        Of all learners so far, with the share that is done of the next one.
    """
    if not learners:
        raise InputError("learners must name at least one learner; got none. Choose a family.")
    return _steps(Sweep(simulations=(), n_learners=len(learners)), sets, learners)


def _steps(found: Sweep, sets: TrainingSets, learners: Sequence[Learner]) -> Iterator[Sweep]:
    """Yield the sweep with more and more learners."""
    for learner in learners:
        for one in train_steps(learner, sets):
            if one.n_sets == sets.n_sets:
                found = replace(found, simulations=(*found.simulations, one), share=0.0)
                yield found
            else:
                yield replace(found, share=one.n_sets / sets.n_sets)
