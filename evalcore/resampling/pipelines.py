"""A pipeline of three steps, each before or after the rows are dealt: what every combination of them says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from evalcore.resampling.estimates import estimate_steps
from evalcore.resampling.leaks import LEAST, LeakHunt
from evalcore.resampling.learners import Learner, learner
from evalcore.resampling.methods import KFold
from evalcore.resampling.preparation import Prepared, prepared_outside
from evalcore.resampling.problems import TwoNormals, trained_on
from evalcore.resampling.rows import Rows
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import whole_number
from evalcore.support.results import Result
from evalcore.support.runs import Effort

FOLDS: Final = 5
PROBLEM: Final = TwoNormals(separation=1.5, features=200, group_size=3)


@dataclass(frozen=True)
class Pipeline:
    """Which steps look at more than the rows trained on.

    Parameters
    ----------
    scaling, selection : bool
        Whether all rows have a say in the scale of the features, and in which ten of 200 are kept.
    groups : bool
        Whether the rows of a person are dealt one by one, so that some are trained on and others judged.
    """

    scaling: bool = False
    selection: bool = False
    groups: bool = False

    @property
    def name(self) -> str:
        """What tells it from others: a 1 for each step that looks too far."""
        return "pipeline " + "".join(str(int(step)) for step in (self.scaling, self.selection, self.groups))


PIPELINES: Final = tuple(Pipeline(*steps) for steps in product((False, True), repeat=3))


@dataclass(frozen=True, eq=False, kw_only=True)
class PipelineHunt(Result):
    """What every combination of the steps says of the same data sets, as far as they are drawn.

    Parameters
    ----------
    estimates : (sets done, 8) float64
        In the order of `PIPELINES`; the first leaks nowhere.
    true : (sets done,) float64
        Expected error, on rows of new persons, of the pipeline trained on all rows.
    n_sets : int
        How many there are to be.
    """

    estimates: FloatArray
    true: FloatArray
    n_sets: int

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return len(self.true) / self.n_sets

    def of(self, pipeline: Pipeline) -> LeakHunt:
        """Return what one combination says, beside the one that leaks nowhere and the truth."""
        leaking = self.estimates[:, PIPELINES.index(pipeline)]
        clean = self.estimates[:, 0]
        return LeakHunt(leak=pipeline.name, leaking=leaking, clean=clean, true=self.true, n_sets=self.n_sets)


def pipeline_steps(*, n: int = 60, n_sets: int, rng: np.random.Generator) -> Iterator[PipelineHunt]:
    """Yield what all combinations of the steps say, data set by data set; take no more of it to stop.

    Parameters
    ----------
    n : int >= 30
        Rows of each data set, three of a person.
    n_sets : int >= 1
    rng : numpy.random.Generator

    Yields
    ------
    PipelineHunt
        Of all data sets so far: 3 nearest neighbours, judged by stratified 5-fold cross validation with the same deal
        for all combinations that deal alike.

    Raises
    ------
    InputError
        If a number is too small.
    """
    return _steps(whole_number(n, "n", least=LEAST), whole_number(n_sets, "n_sets", least=1), rng)


def pipeline_effort(*, n: int, n_sets: int) -> Effort:
    """What do `pipeline_steps` take?

    >>> pipeline_effort(n=60, n_sets=100)
    Effort(seconds=13.0, rows=246000)
    """
    return Effort(round((0.115 + 2.5e-4 * n) * n_sets, 2), (len(PIPELINES) * FOLDS + 1) * n * n_sets)


def _steps(n: int, n_sets: int, rng: np.random.Generator) -> Iterator[PipelineHunt]:
    true_error = PROBLEM.judge(rng)
    estimates, true = np.empty((n_sets, len(PIPELINES))), np.empty(n_sets)
    for at, own in enumerate(rng.spawn(n_sets)):
        rows, seed = PROBLEM.draw(n, own), int(own.integers(2**32))
        estimates[at] = [_estimate(pipeline, rows, seed) for pipeline in PIPELINES]
        true[at] = true_error(*trained_on(_inside(PIPELINES[0]), rows))
        yield PipelineHunt(
            estimates=frozen(estimates[: at + 1].view()), true=frozen(true[: at + 1].view()), n_sets=n_sets
        )


def _estimate(pipeline: Pipeline, rows: Rows, seed: int) -> float:
    for name in ("scaling", "selection"):
        if getattr(pipeline, name):
            rows = prepared_outside(rows, name)
    method = KFold(FOLDS, grouped=not pipeline.groups)
    *_, found = estimate_steps(_inside(pipeline), rows, method=method, rng=np.random.default_rng(seed))
    return found.error


def _inside(pipeline: Pipeline) -> Learner:
    """Return the learner with the steps that are left for each fold, scaling first."""
    made: Learner = learner("3-nn")
    for name in ("selection", "scaling"):
        if not getattr(pipeline, name):
            made = Prepared(made, name)
    return made
