"""Where the rows of the tables of coverage are drawn from: two normal classes, whose scores are probabilities."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import special, stats

from evalcore.counts import ThresholdCounts, threshold_counts

CELLS = 4_000  # of the population's table of continuous scores


def shift(area: float) -> float:
    """Return by how much the scores of positives are larger, in standard deviations, for this area."""
    return math.sqrt(2) * float(stats.norm.ppf(area))


@dataclass(frozen=True)
class Population:
    """Where rows are drawn from: before they are turned into probabilities, positives are normal around `shift`."""

    prevalence: float
    shift: float
    levels: int | None

    @cached_property
    def cuts(self) -> np.ndarray:
        """The borders of the levels, which hold as many rows each; or of fine cells."""
        grid = np.union1d(np.linspace(-8, 8 + self.shift, CELLS), self.shift / 2)
        if self.levels is None:
            return grid
        mixed = self.prevalence * stats.norm.cdf(grid - self.shift) + (1 - self.prevalence) * stats.norm.cdf(grid)
        return np.interp(np.arange(1, self.levels) / self.levels, mixed, grid)

    @cached_property
    def threshold(self) -> float:
        """The one at which matrices are read: half way between both classes, or between the upper two levels."""
        return self._probability(self.shift / 2) if self.levels is None else self.table.threshold[1]

    @cached_property
    def table(self) -> ThresholdCounts:
        """All rows there are, as shares; of continuous scores each cell has that of its lower border."""
        cuts = np.array([-np.inf, *self.cuts, np.inf])
        of_class = [np.diff(stats.norm.cdf(cuts - by)) for by in (self.shift, 0.0)]
        of_pos, of_neg = self.prevalence * of_class[0], (1 - self.prevalence) * of_class[1]
        score = of_pos / (of_pos + of_neg) if self.levels is not None else self._probability(cuts.clip(-99, 99)[:-1])
        return ThresholdCounts.from_grouped(score, of_pos, of_neg)

    def draw(self, n: int, rng: np.random.Generator) -> ThresholdCounts:
        """Draw rows of both classes."""
        if self.levels is not None:
            table = self.table
            shares = np.concatenate([np.diff(table.tp), np.diff(table.fp)])
            rows = rng.multinomial(n, shares / shares.sum()).reshape(2, -1)
            return ThresholdCounts.from_grouped(table.threshold[1:], *rows)
        truth = rng.random(n) < self.prevalence
        return threshold_counts(truth, self._probability(rng.normal(size=n) + self.shift * truth))

    def _probability(self, x: np.ndarray | float) -> np.ndarray | float:
        return special.expit(special.logit(self.prevalence) + self.shift * (x - self.shift / 2))
