"""Where the rows of the tables of coverage are drawn from: two classes of normal parts, with scores from 0 to 1."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy import special, stats

from evalcore.counts import ThresholdCounts, threshold_counts

CELLS = 4_000  # of the population's table of continuous scores


class Part(NamedTuple):
    """Some rows of a class: how many, and where the normal scores are that they have."""

    share: float
    mean: float
    spread: float = 1.0


@dataclass(frozen=True)
class Class:
    """Rows of one class, a mixture of parts whose shares add up to 1."""

    parts: tuple[Part, ...]

    def below(self, x: np.ndarray) -> np.ndarray:
        """Return the share of rows with a lower score."""
        shares = (part.share * stats.norm.cdf((x - part.mean) / part.spread) for part in self.parts)
        return np.asarray(sum(shares))

    def draw(self, noise: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Return scores of rows with this normal noise."""
        share, mean, spread = (np.array(column) for column in zip(*self.parts, strict=True))
        of = rng.choice(len(share), len(noise), p=share) if len(share) > 1 else np.zeros(len(noise), dtype=int)
        return np.asarray(mean[of] + spread[of] * noise)

    def moved(self, times: float) -> Class:
        """Return the same with means so many times as far from 0."""
        return Class(tuple(part._replace(mean=times * part.mean) for part in self.parts))

    def area(self, others: Class) -> float:
        """Return the share of pairs with a row of another class in which this class has the larger score."""
        pairs = [(one, other) for one in self.parts for other in others.parts]
        apart = [(one.mean - other.mean) / math.hypot(one.spread, other.spread) for one, other in pairs]
        shares = [one.share * other.share for one, other in pairs]
        return float(shares @ stats.norm.cdf(apart))


NEGATIVES = Class((Part(1.0, 0.0),))


def shift(area: float) -> float:
    """Return by how much the scores of positives are larger, in standard deviations, for this area."""
    return math.sqrt(2) * float(stats.norm.ppf(area))


@dataclass(frozen=True)
class Population:
    """Where rows are drawn from: before they are turned into scores from 0 to 1, positives lie around `shift`.

    `levels` of equal size make ratings of continuous scores; a share of `zeros` have one score, the lowest.
    """

    prevalence: float
    shift: float
    levels: int | None
    positives: Class | None = None
    zeros: float = 0.0

    @property
    def like_normals(self) -> bool:
        """Whether both classes are normal and spread alike, so that scores can be the probabilities they belong to."""
        return self.positives is None

    @property
    def of_class(self) -> tuple[Class, Class]:
        """Positives and negatives."""
        return self.positives or Class((Part(1.0, self.shift),)), NEGATIVES

    @cached_property
    def cuts(self) -> np.ndarray:
        """The borders of the levels, which hold as many rows each; or of fine cells, above the zeros."""
        grid = np.union1d(np.linspace(-12, 12 + self.shift, CELLS), self.shift / 2)
        of_pos, of_neg = (of.below(grid) for of in self.of_class)
        mixed = self.prevalence * of_pos + (1 - self.prevalence) * of_neg
        if self.levels is not None:
            return np.interp(np.arange(1, self.levels) / self.levels, mixed, grid)
        return grid[mixed >= self.zeros]

    @cached_property
    def threshold(self) -> float:
        """The one at which matrices are read: half way between both classes, or between the upper two levels."""
        if self.levels is not None:
            return float(self.table.threshold[1])
        return float(self._score(max(self.shift / 2, float(self.cuts[0]))))

    @cached_property
    def table(self) -> ThresholdCounts:
        """All rows there are, as shares; of continuous scores each cell has that of its lower border."""
        cuts = np.array([-np.inf, *self.cuts, np.inf])
        of_pos, of_neg = (np.diff(of.below(cuts)) for of in self.of_class)
        of_pos, of_neg = self.prevalence * of_pos, (1 - self.prevalence) * of_neg
        if self.levels is None:
            score = self._score(cuts.clip(-99, 99)[:-1])
        elif self.like_normals:
            score = of_pos / (of_pos + of_neg)
        else:
            score = np.arange(self.levels) / (self.levels - 1)
        return ThresholdCounts.from_grouped(score, of_pos, of_neg)

    def draw(self, n: int, rng: np.random.Generator) -> ThresholdCounts:
        """Draw rows of both classes."""
        if self.levels is not None:
            table = self.table
            shares = np.concatenate([np.diff(table.tp), np.diff(table.fp)])
            rows = rng.multinomial(n, shares / shares.sum()).reshape(2, -1)
            return ThresholdCounts.from_grouped(table.threshold[1:], *rows)
        truth = rng.random(n) < self.prevalence
        return threshold_counts(truth, self.scores(truth, rng.normal(size=n), rng))

    def scores(self, truth: np.ndarray, noise: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Return the scores of rows of these classes with this normal noise; of ratings their numbers."""
        x = np.empty(len(truth))
        for of, rows in zip(self.of_class, (truth, ~truth), strict=True):
            x[rows] = of.draw(noise[rows], rng)
        if self.levels is not None:
            return np.searchsorted(self.cuts, x).astype(float)
        return np.asarray(self._score(np.where(x < self.cuts[0], -99, x)))

    def weaker(self, times: float) -> Population:
        """Return the population of a model that moves positives less far away from negatives."""
        positives = None if self.positives is None else self.positives.moved(times)
        return replace(self, shift=times * self.shift, positives=positives)

    def _score(self, x: np.ndarray | float) -> np.ndarray | float:
        """Return the probability that goes with a place if both classes are normal and spread alike."""
        return special.expit(special.logit(self.prevalence) + self.shift * (x - self.shift / 2))


def _of(*parts: Part, levels: int | None = None, zeros: float = 0.0) -> dict[str, object]:
    """Return what makes a population of positives of these parts, whose scores grow by the largest of their means."""
    return {"shift": max(part.mean for part in parts), "levels": levels, "positives": Class(parts), "zeros": zeros}


# The ways in which populations differ from two normal classes that spread alike.
KINDS: dict[str, dict[str, object]] = {
    "AUC .8": {"shift": shift(0.8), "levels": None},
    "AUC .99": {"shift": shift(0.99), "levels": None},
    "3 times the spread": _of(Part(1.0, 2.0, 3.0)),
    "4 in 5 obvious": _of(Part(0.8, 4.0), Part(0.2, 0.0)),
    "1 in 10 reversed": _of(Part(0.9, 3.0), Part(0.1, -3.0)),
    "1 in 20 reversed": _of(Part(0.95, 3.0), Part(0.05, -3.0)),
    "ratings 1 to 5": _of(Part(1.0, 1.5, 1.5), levels=5),
    "8 in 10 are 0": _of(Part(0.6, 2.0), Part(0.4, 0.0), zeros=0.8),
}


def population(kind: str, prevalence: float) -> Population:
    """Return a population of a kind with this share of positives."""
    return Population(prevalence, **KINDS[kind])  # type: ignore[arg-type]
