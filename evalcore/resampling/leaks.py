"""Leaks: what is learned outside the folds, measured against the same done inside them and against the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from evalcore.resampling.estimates import estimate_steps
from evalcore.resampling.learners import Learner
from evalcore.resampling.learners import learner as named
from evalcore.resampling.methods import HoldOut, KFold, Method
from evalcore.resampling.nesting import nested
from evalcore.resampling.preparation import Prepared, prepared_outside
from evalcore.resampling.problems import TwoNormals, trained_on
from evalcore.resampling.rows import Rows
from evalcore.resampling.settings import grid, tunable
from evalcore.support.arrays import FloatArray, frozen
from evalcore.support.checks import option, whole_number
from evalcore.support.results import Result
from evalcore.support.runs import Effort

LEAST: Final = 30  # rows: six groups of five for five folds
FOLDS: Final = 5
# Of a data set: seconds, seconds a row, and how often a learner is trained; measured on a core of 2026.
_EFFORT: Final = MappingProxyType(
    {
        "selection": (0.018, 1.5e-5, 11),
        "scaling": (0.021, 3e-5, 11),
        "groups": (0.017, 3.5e-5, 11),
        "copies": (0.018, 6e-5, 11),
        "tuning": (0.08, 4.5e-4, 111),
    }
)


class _Found(NamedTuple):
    """One data set: the error that the leak lets one read, the error without it, and the true one."""

    leaking: float
    clean: float
    true: float


@dataclass(frozen=True, eq=False, kw_only=True)
class LeakHunt(Result):
    """One leak over many data sets, as far as they are drawn.

    Parameters
    ----------
    leak : str
        One of `LEAKS`.
    leaking, clean : (sets done,) float64
        Estimated error with the leak and without it, of the same rows.
    true : (sets done,) float64
        Expected error, on new rows, of the learner trained on all rows.
    n_sets : int
        How many there are to be.
    """

    leak: str
    leaking: FloatArray
    clean: FloatArray
    true: FloatArray
    n_sets: int

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return len(self.true) / self.n_sets

    @property
    def flattery(self) -> float:
        """How much lower than the true error the leaking estimate is, on average."""
        return float((self.true - self.leaking).mean())

    def to_frame(self) -> pd.DataFrame:
        """Return a row a data set: the leaking estimate, the clean one, the true error."""
        return pd.DataFrame({"leaking": self.leaking, "clean": self.clean, "true": self.true})


@dataclass(frozen=True, eq=False, kw_only=True)
class LeakHunts(Result):
    """Several leaks, one after the other, as far as they are done; `n_leaks` is how many there are to be."""

    found: tuple[LeakHunt, ...]
    n_leaks: int

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return sum(one.progress for one in self.found) / self.n_leaks


def groups_of(leak: str, n: int) -> int:
    """Return how many groups of rows, such as persons, a data set of n rows has where this leak is hunted."""
    option(leak, "leak", LEAKS)
    return _LEAKS[leak][0].groups(n)


def leak_steps(leak: str, *, n: int = 60, n_sets: int, rng: np.random.Generator) -> Iterator[LeakHunt]:
    """Yield how much a leak flatters, data set by data set; take no more of it to stop.

    Parameters
    ----------
    leak : one of `LEAKS`
        "selection": the ten features that tell the classes apart best are chosen from 500 useless ones, by all rows.
        "scaling": mean and standard deviation are taken from all rows; it hardly matters, and is a leak all the same.
        "groups": rows of one person are trained on and judged on. "copies": every row is there twice.
        "tuning": the depth of a tree is chosen by the very estimate that is reported.
    n : int >= 30
        Rows of each data set.
    n_sets : int >= 1
    rng : numpy.random.Generator

    Yields
    ------
    LeakHunt
        Of all data sets so far; estimates by stratified 5-fold cross validation, the clean one of "tuning" by 30% of
        the rows that were held out before.

    Raises
    ------
    InputError
        If there is no such leak, or a number is too small.

    References
    ----------
    C. Ambroise, G. J. McLachlan, Selection bias in gene extraction on the basis of microarray gene-expression data,
    Proceedings of the National Academy of Sciences 99 (2002) 6562-6566, https://doi.org/10.1073/pnas.102102699
    """
    option(leak, "leak", LEAKS)
    n, n_sets = whole_number(n, "n", least=LEAST), whole_number(n_sets, "n_sets", least=1)
    return _steps(leak, n, n_sets, rng)


def leak_effort(leaks: Sequence[str], *, n: int, n_sets: int) -> Effort:
    """What do `leak_steps` of several leaks take, with all learners that are trained for them?

    >>> leak_effort(["groups", "tuning"], n=60, n_sets=100)
    Effort(seconds=12.61, rows=732000)
    """
    seconds = sum((once + each_row * n) * n_sets for once, each_row, _fits in map(_EFFORT.__getitem__, leaks))
    return Effort(round(seconds, 2), sum(_EFFORT[leak][2] for leak in leaks) * n * n_sets)


def leaks_steps(leaks: Sequence[str], *, n: int, n_sets: int, seed: int) -> Iterator[LeakHunts]:
    """Yield what `leak_steps` finds of several leaks, one after the other; take no more of it to stop.

    Parameters
    ----------
    leaks : sequence of str
    n, n_sets
        As in `leak_steps`.
    seed : int
        Of the generator of each leak, which is found as it would be alone.

    Yields
    ------
    LeakHunts
        Of all data sets so far.
    """
    done: tuple[LeakHunt, ...] = ()
    for leak in leaks:
        for found in leak_steps(leak, n=n, n_sets=n_sets, rng=np.random.default_rng(seed)):
            yield LeakHunts(found=(*done, found), n_leaks=len(leaks))
        done = (*done, found)


def _steps(leak: str, n: int, n_sets: int, rng: np.random.Generator) -> Iterator[LeakHunt]:
    problem, measure = _LEAKS[leak]
    true_error = problem.judge(rng)
    found = np.empty((3, n_sets))
    for at, own in enumerate(rng.spawn(n_sets)):
        found[:, at] = measure(problem.draw(n, own), true_error, own)
        leaking, clean, true = (frozen(one[: at + 1].view()) for one in found)
        yield LeakHunt(leak=leak, leaking=leaking, clean=clean, true=true, n_sets=n_sets)


Judge = Callable[[Learner, int], float]


def _error(learner: Learner, rows: Rows, method: Method, rng: np.random.Generator) -> float:
    *_, found = estimate_steps(learner, rows, method=method, rng=rng)
    return found.error


def _prepared(preparation: str, learner: Learner, rows: Rows, true_error: Judge, rng: np.random.Generator) -> _Found:
    """Prepare the features by all rows, then in each fold by those trained on."""
    seed = int(rng.integers(2**32))  # the same folds for both
    whole, honest = prepared_outside(rows, preparation), Prepared(learner, preparation)
    leaking = _error(learner, whole, KFold(FOLDS), np.random.default_rng(seed))
    clean = _error(honest, rows, KFold(FOLDS), np.random.default_rng(seed))
    return _Found(leaking, clean, true_error(*trained_on(honest, rows)))


def _selection(rows: Rows, true_error: Judge, rng: np.random.Generator) -> _Found:
    return _prepared("selection", named("naive bayes"), rows, true_error, rng)


def _scaling(rows: Rows, true_error: Judge, rng: np.random.Generator) -> _Found:
    return _prepared("scaling", named("3-nn"), rows, true_error, rng)


def _together(rows: Rows, true_error: Judge, rng: np.random.Generator) -> _Found:
    """Deal rows one by one, then whole groups."""
    nearest = named("1-nn")
    leaking = _error(nearest, rows, KFold(FOLDS), rng)
    clean = _error(nearest, rows, KFold(FOLDS, grouped=True), rng)
    return _Found(leaking, clean, true_error(*trained_on(nearest, rows)))


def _tuning(rows: Rows, true_error: Judge, rng: np.random.Generator) -> _Found:
    """Report the winner's own score, then that on rows held out before."""
    tree = tunable("tree")
    both = nested(tree.make, grid(tree.low, tree.high, tree.step), rows, outer=HoldOut(), rng=rng)
    return _Found(both.naive_error, both.error, true_error(both.final, rows.n))


_LEAKS: Final = MappingProxyType[str, tuple[TwoNormals, Callable[[Rows, Judge, np.random.Generator], _Found]]](
    {
        "selection": (TwoNormals(separation=0, features=500), _selection),
        "scaling": (TwoNormals(separation=1.5, features=3), _scaling),
        "groups": (TwoNormals(separation=0, features=5, group_size=5), _together),
        "copies": (TwoNormals(separation=1.5, features=3, group_size=2, within=0), _together),
        "tuning": (TwoNormals(separation=0, features=20), _tuning),
    }
)
LEAKS: Final = tuple(_LEAKS)
