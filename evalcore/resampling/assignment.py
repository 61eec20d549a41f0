"""Who is trained on and who is judged, round by round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalcore.support.arrays import BoolArray, IntArray, frozen
from evalcore.support.results import Result

JUDGED: Final = -1  # in the table of an assignment
OUT: Final = 0


@dataclass(frozen=True, eq=False, kw_only=True)
class Assignment(Result):
    """What each round does with each row.

    Parameters
    ----------
    times_trained : (rounds, n) int64
        How often the row is trained on; more than once in a bootstrap sample.
    judged : (rounds, n) bool
        Whether it is judged on.
    """

    times_trained: IntArray
    judged: BoolArray

    @property
    def table(self) -> IntArray:
        """A number a cell, (rounds, n): -1 judged on, 0 out of the round, from 1 how often trained on.

        A row that is trained on and judged on, as for the training error, counts as trained on.
        """
        return frozen(np.where(self.judged & (self.times_trained == 0), JUDGED, self.times_trained))

    @property
    def n_rounds(self) -> int:
        """How many rounds there are."""
        return len(self.judged)

    @property
    def n(self) -> int:
        """How many rows there are."""
        return int(self.judged.shape[1])

    @property
    def train_sizes(self) -> IntArray:
        """Rows trained on in each round, repeated ones counted again, (rounds,)."""
        return np.asarray(self.times_trained.sum(axis=1))

    @property
    def distinct_sizes(self) -> IntArray:
        """Different rows trained on in each round, (rounds,)."""
        return np.asarray(np.count_nonzero(self.times_trained, axis=1))

    @property
    def judged_sizes(self) -> IntArray:
        """Rows judged on in each round, (rounds,)."""
        return np.asarray(np.count_nonzero(self.judged, axis=1))

    @property
    def times_judged(self) -> IntArray:
        """In how many rounds each row is judged on, (n,)."""
        return np.asarray(np.count_nonzero(self.judged, axis=0))

    def trained_rows(self, at: int) -> IntArray:
        """Return the places of the rows that a round trains on, repeated ones several times."""
        return np.repeat(np.arange(self.n), self.times_trained[at])

    def first(self, n_rounds: int) -> Assignment:
        """Return the first rounds only."""
        return Assignment(times_trained=self.times_trained[:n_rounds], judged=self.judged[:n_rounds])

    def to_frame(self) -> pd.DataFrame:
        """Return a row a round: rows trained on, different ones among them, rows judged on and rows out."""
        used = (self.times_trained > 0) | self.judged
        return pd.DataFrame(
            {
                "round": np.arange(1, self.n_rounds + 1),
                "trained": self.train_sizes,
                "distinct": self.distinct_sizes,
                "judged": self.judged_sizes,
                "out": self.n - np.count_nonzero(used, axis=1),
            }
        )


def assigned(splits: Iterable[tuple[NDArray[Any], NDArray[Any]]], n: int) -> Assignment:
    """Return the assignment of splits: for each round the rows trained on and those judged on, as places."""
    trained, judged = [], []
    for train, test in splits:
        trained.append(np.bincount(train, minlength=n))
        judged.append(np.bincount(test, minlength=n) > 0)
    return Assignment(times_trained=frozen(np.array(trained, dtype=np.int64)), judged=frozen(np.array(judged)))
