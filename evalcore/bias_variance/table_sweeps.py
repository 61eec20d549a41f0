"""Bootstrap sets of a table: which part of the error is variance, and which is bias and noise together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
import pandas as pd

from evalcore.bias_variance.learners import Learner, NearestNeighbours
from evalcore.bias_variance.neighbours import by_nearness
from evalcore.bias_variance.spread import average
from evalcore.bias_variance.table_parts import TableParts, table_parts
from evalcore.bias_variance.tables import LearnTable
from evalcore.errors import InputError
from evalcore.support.arrays import BoolArray, CountArray, FloatArray, frozen
from evalcore.support.checks import whole_number
from evalcore.support.results import Result

HELD_OUT: Final = 0.3  # share of the rows that learners are judged on
STEP: Final = 5  # sets between two results; the draws do not depend on it


@dataclass(frozen=True, eq=False, kw_only=True)
class BootstrapSets(Result):
    """Rows to train on, drawn again and again from one part of a table, and the other part to judge on.

    Parameters
    ----------
    table : LearnTable
    held_out : (rows,) bool
        Which rows learners are judged on; no set holds one of them.
    drawn : (sets, n) int64
        Rows of each set, drawn with replacement from the others, as many as there are.
    x : (rows, features) float64
        The features with mean 0 and standard deviation 1 over the rows that are not held out.
    """

    table: LearnTable
    held_out: BoolArray
    drawn: CountArray
    x: FloatArray

    @property
    def n_sets(self) -> int:
        """How many sets there are."""
        return len(self.drawn)

    @property
    def n(self) -> int:
        """Rows in each set."""
        return int(self.drawn.shape[1])

    @property
    def truth(self) -> FloatArray:
        """Targets of the rows held out."""
        return self.table.y[self.held_out]

    @cached_property
    def nearest(self) -> CountArray:
        """Rows that are not held out, from the nearest to each row that is, (points, n)."""
        others = np.flatnonzero(~self.held_out)
        # A few points at a time, since their distances along all features are in memory together.
        points = np.array_split(self.x[self.held_out], max(1, int(self.held_out.sum()) // 16))
        order = np.concatenate([by_nearness(self.x[others], some) for some in points])
        return np.asarray(others[order])


@dataclass(frozen=True, eq=False, kw_only=True)
class TableSweep(Result):
    """What learners of rising flexibility make of the same bootstrap sets.

    Parameters
    ----------
    sets : BootstrapSets
    parts : tuple of TableParts
        One a learner, in the order of the learners; as many as are done.
    n_learners : int
        How many there are to be.
    share : float
        How much of the next learner is done, 0 to 1.
    """

    sets: BootstrapSets
    parts: tuple[TableParts, ...]
    n_learners: int
    share: float = 0.0

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1."""
        return (len(self.parts) + self.share) / self.n_learners

    @property
    def n_done(self) -> int:
        """How many learners are done."""
        return len(self.parts)

    @property
    def best(self) -> int:
        """Place of the learner with the least error so far; of equal ones the most rigid."""
        return int(np.argmin([one.error.mean() for one in self.parts]))

    def to_frame(self) -> pd.DataFrame:
        """Return a row a learner: the mean of each part over the rows held out, with its 95% interval."""
        return pd.DataFrame([_row(one) for one in self.parts])


def _row(one: TableParts) -> dict[str, object]:
    row: dict[str, object] = {"learner": repr(one.learner)}
    for name in ("bias_and_noise", "variance", "error", "variance_unbiased", "variance_biased"):
        part = one.mean(name)
        row |= {name: part.value, f"{name}_low": part.low, f"{name}_high": part.high}
    return row | {"sets_standard_error": one.sets_error}


def bootstrap_sets(table: LearnTable, *, n_sets: int, rng: np.random.Generator) -> BootstrapSets:
    """Draw training sets from a part of a table, and keep the other part to judge on.

    Parameters
    ----------
    table : LearnTable
    n_sets : int >= 1
    rng : numpy.random.Generator
        First the rows held out are drawn, 30% of them, of classes 30% of each; then set by set, so that with the same
        seed the first of many are those of few.

    Returns
    -------
    BootstrapSets

    Raises
    ------
    InputError
        If n_sets is too small.

    Notes
    -----
    The sets stand for other tables of as many rows from where these came from. They share rows, on average 63% of the
    rows stand in a set, and what all have in common, the draw of this one table, counts as bias. In simulations of 100
    and 400 rows with five features the variance came out within a tenth of the true one for trees of depth 6, five
    neighbours and least squares, within a third for trees of depth 2, but at six tenths of it for one neighbour.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 6.
    """
    n_sets = whole_number(n_sets, "n_sets", least=1)
    held_out = _held_out(table, rng)
    others = np.flatnonzero(~held_out)
    drawn = np.stack([rng.choice(others, len(others)) for _ in range(n_sets)])
    return BootstrapSets(
        table=table, held_out=frozen(held_out), drawn=frozen(drawn), x=frozen(_standardised(table.x, others))
    )


def _held_out(table: LearnTable, rng: np.random.Generator) -> BoolArray:
    """Return which rows are held out: of each class its share, but never all of it."""
    groups = table.y if table.classes else np.zeros(table.n)
    held_out = np.zeros(table.n, dtype=np.bool_)
    for group in np.unique(groups):
        rows = rng.permutation(np.flatnonzero(groups == group))
        held_out[rows[: round(HELD_OUT * len(rows))]] = True
    return held_out


def _standardised(x: FloatArray, rows: CountArray) -> FloatArray:
    """Return features with mean 0 and standard deviation 1 over some rows; 0 where they are constant there."""
    around = x - average(x[rows])
    deviation = around[rows].std(axis=0)
    return np.asarray(np.divide(around, deviation, out=np.zeros_like(x), where=deviation > 0))


def table_sweep_steps(sets: BootstrapSets, learners: Sequence[Learner]) -> Iterator[TableSweep]:
    """Of which parts is the error on rows held out, as learners grow more flexible? Take no more of it to stop.

    Parameters
    ----------
    sets : BootstrapSets
    learners : sequence of Learner
        From rigid to flexible, such as those of `table_family`. Of two classes each is trained on 1 and 0 and says the
        second one above one half; of more, on 1 and 0 for each class, and says the one with the largest prediction.

    Yields
    ------
    TableSweep
        Every few sets of each learner, and when it is done.

    Raises
    ------
    InputError
        If there is no learner, or one refuses the size of the sets.

    Notes
    -----
    The targets of the rows held out stand for the truth, see `decompose_squared` and `decompose_zero_one`: what they
    are off by chance counts as bias.

    Examples
    --------
    >>> from evalcore.bias_variance import NearestNeighbours, learn_table
    >>> rng = np.random.default_rng(0)
    >>> frame = pd.DataFrame({"x": rng.random(200)}).assign(y=lambda table: table.x + rng.normal(0, 0.3, 200))
    >>> sets = bootstrap_sets(learn_table(frame, target="y"), n_sets=50, rng=rng)
    >>> *_, found = table_sweep_steps(sets, [NearestNeighbours(30), NearestNeighbours(1)])
    >>> [f"{one.mean('bias_and_noise').value:.2f} + {one.mean('variance').value:.2f}" for one in found.parts]
    ['0.09 + 0.00', '0.13 + 0.04']
    """
    if not learners:
        raise InputError("learners must name at least one learner; got none. Choose a family.")
    return _steps(TableSweep(sets=sets, parts=(), n_learners=len(learners)), learners)


def _steps(found: TableSweep, learners: Sequence[Learner]) -> Iterator[TableSweep]:
    """Yield the sweep with more and more sets and learners."""
    for learner in learners:
        predicted: list[FloatArray] = []
        for first in range(0, found.sets.n_sets, STEP):
            predicted.append(_predicted(learner, found.sets, slice(first, first + STEP)))
            done = first + STEP
            if done < found.sets.n_sets:
                yield replace(found, share=done / found.sets.n_sets)
        found = replace(found, parts=(*found.parts, _of(learner, predicted, found.sets)))
        yield found


def _of(learner: Learner, predicted: Sequence[FloatArray], sets: BootstrapSets) -> TableParts:
    return table_parts(learner, np.concatenate(predicted), sets.truth, len(sets.table.classes))


def _predicted(learner: Learner, sets: BootstrapSets, some: slice) -> FloatArray:
    """Return what is predicted of the rows held out by the learners of some sets; of classes their places."""
    y, n_classes = sets.table.y, len(sets.table.classes)
    if n_classes == 0:
        return _numbers(learner, sets, some, y)
    if n_classes == 2:
        return (_numbers(learner, sets, some, y) > 0.5).astype(np.float64)
    by_class = [_numbers(learner, sets, some, (y == place).astype(np.float64)) for place in range(n_classes)]
    return np.asarray(np.argmax(by_class, axis=0), dtype=np.float64)


def _numbers(learner: Learner, sets: BootstrapSets, some: slice, y: FloatArray) -> FloatArray:
    """Return what the learners of some sets predict, trained on a number for each row of the table."""
    rows = sets.drawn[some]
    if not isinstance(learner, NearestNeighbours):
        return learner.predict(sets.x[rows], y[rows], sets.x[sets.held_out])
    # Rows are as near in every set: they are put in order once, and in each set some count twice and some not at all.
    learner.refuse_larger_than(sets.n)
    return np.stack([_nearest_mean(learner.k, sets.nearest, np.bincount(one, minlength=len(y)), y) for one in rows])


def _nearest_mean(k: int, nearest: CountArray, counts: CountArray, y: FloatArray) -> FloatArray:
    """Return the mean of y over the k nearest rows, of which each counts as often as it was drawn, (points,)."""
    drawn = counts[nearest]
    before = drawn.cumsum(axis=-1) - drawn
    return np.asarray((np.clip(k - before, 0, drawn) * y[nearest]).sum(axis=-1) / k)
