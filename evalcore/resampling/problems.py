"""Generated rows whose true error can be told: what an estimate should have said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtri

from evalcore.errors import InputError
from evalcore.resampling.learners import Learner, predicted, trained
from evalcore.resampling.rows import Rows
from evalcore.support.arrays import BoolArray, FloatArray, IntArray, frozen
from evalcore.support.checks import whole_number
from evalcore.support.text import shown

FRESH: Final = 2_000  # new rows on which a learner's true error is taken
_CLASSES: Final = ("negative", "positive")


@dataclass(frozen=True)
class TwoNormals:
    """Two classes whose first feature has another mean; the other features tell nothing.

    Parameters
    ----------
    separation : float >= 0
        Distance of the two means, in standard deviations; with 0 no learner can do better than the class shares.
    features : int >= 1
    positive_share : float from 0.05 to 0.95
        Share of the positive class, rounded to whole rows, at least one of each class.
    group_size : int >= 1
        Rows of a group, such as one person's: they scatter around the group's own centre and share its class.
    within : float >= 0
        Standard deviation inside a group; 0 makes copies.
    """

    separation: float = 1.6
    features: int = 5
    positive_share: float = 0.5
    group_size: int = 1
    within: float = 0.3

    def __post_init__(self) -> None:
        whole_number(self.features, "features", least=1)
        whole_number(self.group_size, "group_size", least=1)
        for name, value, low, high in (
            ("separation", self.separation, 0, 100),
            ("positive_share", self.positive_share, 0.05, 0.95),
            ("within", self.within, 0, 100),
        ):
            if not low <= value <= high:
                raise InputError(
                    "{name} must lie between {low} and {high}; got {value}. Choose a number in that range.",
                    name=name,
                    low=low,
                    high=high,
                    value=shown(value),
                )

    def draw(self, n: int, rng: np.random.Generator) -> Rows:
        """Draw rows in random order; with groups, as many whole groups as fit into n.

        Parameters
        ----------
        n : int >= 2
            At least two groups.
        rng : numpy.random.Generator

        Returns
        -------
        Rows

        Raises
        ------
        InputError
            If n is too small.
        """
        n_groups = self.groups(whole_number(n, "n", least=2 * self.group_size))
        positive = np.arange(n_groups) < min(max(round(self.positive_share * n_groups), 1), n_groups - 1)
        rng.shuffle(positive)
        centres = rng.standard_normal((n_groups, self.features))
        centres[:, 0] += self.separation * positive
        if self.group_size == 1:
            return self._rows(centres, positive)
        groups = np.repeat(np.arange(n_groups), self.group_size)
        x = centres[groups] + self.within * rng.standard_normal((len(groups), self.features))
        order = rng.permutation(len(groups))
        return self._rows(x[order], positive[groups[order]], groups[order])

    def groups(self, n: int) -> int:
        """Return how many whole groups fit into n rows."""
        return n // self.group_size

    def _rows(self, x: FloatArray, positive: BoolArray, groups: IntArray | None = None) -> Rows:
        return Rows(
            x=frozen(x),
            y=frozen(positive.astype(np.int64)),
            classes=_CLASSES,
            groups=None if groups is None else frozen(groups),
        )

    def positive_probability(self, x: FloatArray) -> FloatArray:
        """Return the probability of the positive class at each row of a new group, (n,)."""
        variance = 1 + self.within**2 * (self.group_size > 1)
        evidence = self.separation * (x[:, 0] - self.separation / 2) / variance
        return np.asarray(expit(evidence + logit(self.positive_share)))

    def judge(self, rng: np.random.Generator, n_fresh: int = FRESH) -> Callable[[Learner, int], float]:
        """Draw new rows, and return what tells the true error of a trained learner.

        Parameters
        ----------
        rng : numpy.random.Generator
        n_fresh : int >= 2
            New rows, or groups of one row.

        Returns
        -------
        callable
            (trained learner, rows it was trained on) -> its expected error, 0 to 1.

        Notes
        -----
        At each new x the probability of the other class is taken, not a drawn one, and the first feature of each class
        stands at even steps of its distribution: 2,000 rows then say as much as many more.
        """
        scale = np.sqrt(1 + self.within**2 * (self.group_size > 1))
        x = scale * rng.standard_normal((whole_number(n_fresh, "n_fresh", least=2), self.features))
        n_pos = min(max(round(self.positive_share * len(x)), 1), len(x) - 1)
        for some, mean in ((slice(n_pos), self.separation), (slice(n_pos, None), 0.0)):
            count = len(x[some])
            x[some, 0] = mean + scale * ndtri((np.arange(count) + 0.5) / count)
        probability = self.positive_probability(x)

        def true_error(ready: Learner, n_trained: int) -> float:
            """Return how often the learner is wrong on new rows: its share of the other class at each of them."""
            said: NDArray[Any] = predicted(ready, x, n_trained)
            return float(np.where(said == 1, 1 - probability, probability).mean())

        return true_error


def trained_on(learner: Learner, rows: Rows) -> tuple[Learner, int]:
    """Return the learner trained on all rows, and how many these are: what a judge takes."""
    return trained(learner, rows.x, rows.y), rows.n
