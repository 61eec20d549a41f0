"""Scores as probabilities, ranking, and all pairs of models: how often do the intervals hold?

Run: python -m tests.benchmarks.coverage_probabilities [samples] [rows ...]. Scores of the populations of
`tests.benchmarks.populations`, right as they are or with log odds that are turned too bold, too timid or too high; and
populations whose scores no line makes right. The truth is read off the population's table. Of the smooth curve three
places, the scores below which .1, .5 and .9 of the rows lie; recalibration is fitted once, on other rows. Of two models
the scores are correlated; true differences come from the two normals they are drawn from.
"""

from __future__ import annotations

import itertools
import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import special, stats

from evalcore import calibration, costs, curves
from evalcore.counts import Cells, ThresholdCounts
from evalcore.decisions import packed_calls, pair_differences
from evalcore.metrics import evaluate
from tests.benchmarks.covering import AGAIN, Found, minutes_since, print_looks, print_titles
from tests.benchmarks.machine import describe
from tests.benchmarks.populations import Population, population, shift

SAMPLES, ROWS = 250, (100, 300, 1_000)
ACTING = 0.2  # the threshold probability
PLACES = (0.1, 0.5, 0.9)  # of the rows, where the smooth curve is read
NAMES = (
    *("in the large", "slope", *(f"curve {place}" for place in PLACES), "log loss", "brier"),
    *("brier change", "log change", "over all", "act always", "gain", "lift"),
)
# Log odds of the score: how much they are stretched, and by how much they are higher.
TURNED = {"right": (1.0, 0.0), "too bold": (1.8, 0.0), "too timid": (0.5, 0.0), "too high": (1.0, 1.0)}
CURVED = ("3 times the spread", "4 in 5 obvious", "1 in 10 reversed")
METRICS = ("accuracy", "precision", "recall", "specificity", "npv", "f_beta", "matthews", "kappa", "balanced_accuracy")


@dataclass(frozen=True)
class Turned:
    """A population with other scores: their log odds stretched, and higher."""

    population: Population
    stretch: float
    higher: float

    def turned(self, counts: ThresholdCounts) -> ThresholdCounts:
        """Return the same rows with these scores."""
        score = np.clip(counts.threshold[1:], 1e-12, 1 - 1e-12)
        score = special.expit(self.stretch * special.logit(score) + self.higher)
        return ThresholdCounts.from_grouped(score, np.diff(counts.tp), np.diff(counts.fp))

    @cached_property
    def table(self) -> ThresholdCounts:
        """All rows there are, as shares."""
        return self.turned(self.population.table)

    def draw(self, n: int, rng: np.random.Generator) -> ThresholdCounts:
        """Draw rows of both classes."""
        return self.turned(self.population.draw(n, rng))

    @cached_property
    def fitted_on(self) -> ThresholdCounts:
        """Other rows, on which a recalibration is fitted."""
        return self.draw(500, np.random.default_rng(7))

    @cached_property
    def places(self) -> np.ndarray:
        """Where the smooth curve is read: as many of all rows lie below."""
        below = 1 - np.cumsum(np.diff(self.table.tp) + np.diff(self.table.fp))
        index = [int(np.argmax(below <= place)) for place in PLACES]
        return np.asarray(self.table.threshold[1:][index])

    @cached_property
    def threshold(self) -> float:
        """From which the highest fifth of the rows is taken."""
        return float(np.asarray(curves.gains_at(self.table, rows=0.2).threshold))

    def truths(self) -> dict[str, float]:
        """Return what the population has."""
        table = self.table
        line, loss = calibration.calibration_line(table), calibration.losses(table)
        at = table.index_of(self.places)
        pos, neg = (np.diff(of)[at - 1] for of in (table.tp, table.fp))
        changed = calibration.recalibrated(self.fitted_on, table)
        band, taken = costs.decision_intervals(table, [ACTING]), curves.gains_at(table, self.threshold)
        values = (
            *(line.in_the_large.value, line.slope.value, *(pos / (pos + neg)).tolist()),
            *(loss.log_loss.value.value, loss.brier.value.value, changed.brier.value, changed.log_loss.value),
            *(band.over_all.value[0], band.treat_all.value[0], taken.gain.value, taken.lift.value),
        )
        return dict(zip(NAMES, map(float, values), strict=True))

    def intervals(self, counts: ThresholdCounts) -> Iterator[Found]:
        """Yield the intervals of a sample."""
        line, loss = calibration.calibration_line(counts), calibration.losses(counts)
        changed = calibration.recalibrated(self.fitted_on, counts)
        taken = curves.gains_at(counts, self.threshold)
        curve = calibration.smooth_calibration(counts, at=self.places)
        for place, low, high in zip(PLACES, curve.low, curve.high, strict=bool(len(curve.low))):
            yield f"curve {place}", float(low), float(high), bool(curve.warnings)
        band = costs.decision_intervals(counts, [ACTING])
        for name, of in (("over all", band.over_all), ("act always", band.treat_all)):
            yield name, float(of.low[0]), float(of.high[0]), bool(of.warnings)
        for name, one in (
            *(("in the large", line.in_the_large), ("slope", line.slope)),
            *(("log loss", loss.log_loss.value), ("brier", loss.brier.value)),
            *(("brier change", changed.brier), ("log change", changed.log_loss)),
            *(("gain", taken.gain), ("lift", taken.lift)),
        ):
            yield name, one.low, one.high, bool(one.warnings)

    def samples(self, n: int, repetitions: int, rng: np.random.Generator) -> Iterator[Iterator[Found]]:
        """Yield the intervals of so many samples."""
        for _ in range(repetitions):
            yield self.intervals(self.draw(n, rng))


def populations() -> Iterator[tuple[str, Turned]]:
    """Yield what is simulated, with its name."""
    for p, area in itertools.product((0.1, 0.3), (0.7, 0.9)):
        for name, (stretch, higher) in TURNED.items():
            yield f"{p:4} {area:4} {name:>18}", Turned(Population(p, shift(area), None), stretch, higher)
    for kind, p in itertools.product(CURVED, (0.1, 0.3)):
        yield f"{p:4} {'':4} {kind:>18}", Turned(population(kind, p), 1.0, 0.0)


@dataclass(frozen=True)
class Two:
    """Two models whose scores are normal and correlated in each class, each at a threshold."""

    prevalence: float
    shifts: tuple[float, float]
    correlation: float

    @property
    def thresholds(self) -> list[float]:
        """Half way between both classes."""
        return [of / 2 for of in self.shifts]

    @cached_property
    def joint(self) -> np.ndarray:
        """Shares of rows by truth and by who calls them positive: both, first, second, none."""
        normal = stats.multivariate_normal([0, 0], [[1, self.correlation], [self.correlation, 1]])
        found = []
        for positive, share in ((1, self.prevalence), (0, 1 - self.prevalence)):
            apart = [positive * of - t for of, t in zip(self.shifts, self.thresholds, strict=True)]
            both, (a, b) = float(normal.cdf(apart)), stats.norm.cdf(apart)
            found.append([share * of for of in (both, a - both, b - both, 1 - a - b + both)])
        return np.array(found)

    def truths(self) -> dict[str, float]:
        """Return the true differences."""
        (a, b, c, d), (e, f, g, h) = self.joint
        sides = Cells(a + b, e + f, c + d, g + h), Cells(a + c, e + g, b + d, f + h)
        return {name: float(evaluate(name, sides[0]) - evaluate(name, sides[1])) for name in METRICS}

    def samples(self, n: int, repetitions: int, rng: np.random.Generator) -> Iterator[list[Found]]:
        """Yield the intervals of so many samples."""
        for of in self._drawn(n, repetitions, rng):
            yield [(one.name, one.low, one.high, bool(one.warnings)) for one in of]

    def rejected(self, n: int, repetitions: int, rng: np.random.Generator) -> dict[str, float]:
        """Return how often each p-value is below .05."""
        found = [[one.pvalue < 0.05 for one in of] for of in self._drawn(n, repetitions, rng)]
        return dict(zip(METRICS, np.mean(found, axis=0).tolist(), strict=True))

    def _drawn(self, n: int, repetitions: int, rng: np.random.Generator) -> Iterator[Sequence]:
        """Yield the differences of so many samples."""
        for _ in range(repetitions):
            code = np.repeat(np.arange(8), rng.multinomial(n, self.joint.ravel() / self.joint.sum()))
            called = {"a": np.isin(code % 4, (0, 1)), "b": np.isin(code % 4, (0, 2))}
            yield pair_differences(packed_calls(code < 4, called), names=METRICS).differences


@dataclass(frozen=True)
class TwoProbabilities:
    """Two models whose log odds are normal in each class, the first calibrated, the second stretched."""

    prevalence: float
    shifts: tuple[float, float]
    correlation: float
    stretch: float

    def draw(self, n: int, rng: np.random.Generator) -> list[np.ndarray]:
        """Return the truth, and the scores of both."""
        truth = rng.random(n) < self.prevalence
        shared, *own = rng.normal(size=(3, n))
        found = [truth]
        for mine, of, stretch in zip(own, self.shifts, (1.0, self.stretch), strict=True):
            x = math.sqrt(self.correlation) * shared + math.sqrt(1 - self.correlation) * mine + truth * of
            found.append(special.expit(stretch * (of * x - of**2 / 2 + special.logit(self.prevalence))))
        return found

    @cached_property
    def true(self) -> dict[str, float]:
        """Return the differences of very many rows."""
        rng, rows = np.random.default_rng(5), 1_000_000
        found = [calibration.loss_differences(*self.draw(rows, rng)).to_frame()["value"] for _ in range(5)]
        return {name: float(np.mean([of[name] for of in found])) for name in LOSSES}

    def samples(self, n: int, repetitions: int, rng: np.random.Generator) -> Iterator[list[Found]]:
        """Yield the intervals of so many samples."""
        for _ in range(repetitions):
            found = calibration.loss_differences(*self.draw(n, rng))
            both = zip(LOSSES, (found.brier, found.log_loss), strict=True)
            yield [(name, of.low, of.high, bool(of.warnings)) for name, of in both]


LOSSES = ("brier", "log_loss")
LOSING = [
    TwoProbabilities(p, s, r, stretch)
    for p, s, r, stretch in itertools.product((0.02, 0.1, 0.3), ((1.2, 1.2), (2.3, 1.2)), (0.5, 0.9), (1.0, 2.0))
]
PAIRS = [Two(p, s, r) for p in (0.1, 0.3) for s in ((1.2, 1.2), (2.3, 1.2)) for r in (0.5, 0.9)]


def print_probabilities(rows: Sequence[int], repetitions: int, rng: np.random.Generator) -> None:
    """Print the table of scores as probabilities and of ranking."""
    print("scores as probabilities, and ranking: prevalence, AUC, how the scores are turned")
    print_titles(f"{'n':>6} {'p':>4} {'AUC':>4} {'':>18} ", NAMES)
    for n, (where, one) in itertools.product(rows, populations()):
        print_looks(
            f"{n:6} {where} ",
            lambda times, of, n=n, one=one: one.samples(n, times, of),
            one.truths(),
            names=NAMES,
            first=(repetitions, rng),
            second=(AGAIN, np.random.default_rng([21, n])),
        )


def print_pairs(rows: Sequence[int], repetitions: int, rng: np.random.Generator) -> None:
    """Print the table of two models by many metrics."""
    print("differences of two models by any metric: prevalence, shifts, correlation; below, p < .05 of equal ones")
    print_titles(f"{'n':>6} {'p':>4} {'shifts':>9} {'r':>4} ", METRICS)
    for n, one in itertools.product(rows, PAIRS):
        where = f"{n:6} {one.prevalence:4} {one.shifts[0]:4} {one.shifts[1]:4} {one.correlation:4} "
        print_looks(
            where,
            lambda times, of, n=n, one=one: one.samples(n, times, of),
            one.truths(),
            names=METRICS,
            first=(repetitions, rng),
            second=(AGAIN, np.random.default_rng([22, n])),
        )
        if one.shifts[0] == one.shifts[1]:
            said = one.rejected(n, repetitions, rng).values()
            print(" " * len(where) + " ".join(f"{share:12.3f}" for share in said), flush=True)


def print_losses(rows: Sequence[int], repetitions: int, rng: np.random.Generator) -> None:
    """Print the table of two models by what they lose."""
    print("differences of two models by loss: prevalence, shifts, correlation, how far the second is stretched")
    print_titles(f"{'n':>6} {'p':>4} {'shifts':>9} {'r':>4} {'':>4} ", LOSSES)
    for n, one in itertools.product(rows, LOSING):
        print_looks(
            f"{n:6} {one.prevalence:4} {one.shifts[0]:4} {one.shifts[1]:4} {one.correlation:4} {one.stretch:4} ",
            lambda times, of, n=n, one=one: one.samples(n, times, of),
            one.true,
            names=LOSSES,
            first=(repetitions, rng),
            second=(AGAIN, np.random.default_rng([23, n])),
        )


def main() -> None:
    """Print all tables."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    rows, rng = tuple(map(int, sys.argv[2:])) or ROWS, np.random.default_rng(0)
    begun = time.process_time()
    print(describe())
    print_probabilities(rows, repetitions, rng)
    print_pairs(rows, repetitions, rng)
    print_losses(rows, repetitions, rng)
    print(minutes_since(begun))


if __name__ == "__main__":
    main()
