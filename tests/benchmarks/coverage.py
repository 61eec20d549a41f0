"""Do the intervals on the pages hold what they say? Run: python -m tests.benchmarks.coverage [repetitions] [rows ...].

Rows are drawn at random from the binormal model, so that the class counts vary, too; scores are the probabilities that
belong to them, continuous or of four levels. The truth is read off the population's own table by the same formulas.
Each entry is the share of nominal 95 % intervals that hold the truth: `.95` of those shown without a note, `(.95)` of
those with one, each where there are at least a twentieth of the samples; a number without an interval is left out, as
it is on the pages. `!` marks a quantity that covers less than .90, both in all and where no note stands beside it.
Half as many samples from 1,000 rows. Resampled intervals are made of a fifth of the samples, of a twentieth where
10,000 rows have scores of their own, by 500 draws instead of the pages' 2,000: their ends vary a little more.

Then how often two equally good models are called different at level 0.05, by the p-value shown and by DeLong's, and how
often the interval of the difference of two holds the truth. All of it takes about a quarter of an hour of one idle core
at 500 repetitions; 100 rows alone take a minute.
"""

from __future__ import annotations

import itertools
import math
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from scipy import special, stats

from evalcore import costs, curves, metrics
from evalcore.counts import ConfusionMatrix, ThresholdCounts, threshold_counts
from evalcore.significance import delong_test
from tests.benchmarks.machine import describe

ROWS = (30, 100, 300, 1_000, 10_000)
PREVALENCES = (0.01, 0.02, 0.1, 0.3)
AREAS = (0.6, 0.8, 0.95, 0.98)
COST_FN = 10.0
MANY, MOST = 1_000, 10_000  # rows
REPLICATES = 500
CELLS = 4_000  # of the population's table of continuous scores
READ = ("precision", "recall", "accuracy", "f_beta", "youden_j", "matthews", "kappa")
RESAMPLED = ("AP resampled", "break-even", "EER", "pAUC")
LEAST = 0.90
UNEQUAL = ((0.8, 0.7), (0.9, 0.6), (0.98, 0.9))

Found = tuple[str, float, float, bool]  # what, lower and upper end, and whether a note stands beside it


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


def truths(population: Population) -> dict[str, float]:
    """Return what the population has."""
    table, t = population.table, population.threshold
    roc, pr = curves.roc_curve(table), curves.precision_recall_curve(table)
    cm = table.at(t)
    shares = {name: float(metrics.evaluate(name, cm, beta=1.0)) for name in READ}
    areas = costs.choice_areas(table, t)
    return {
        **{f"AUC {by}": roc.auc for by in ("Newcombe", "logit", "plain")},
        "AP": pr.average_precision,
        **shares,
        "F2": metrics.f_beta(cm, 2.0),
        "cost": float(costs.threshold_cost(table, t, cost_fn=COST_FN, cost_fp=1)),
        "cost at p .5": float(costs.threshold_cost(table, t, cost_fn=COST_FN, cost_fp=1, prevalence=0.5)),
        "Brier": costs.brier_score(table),
        "score-driven": areas.score_driven,
        "AP resampled": pr.average_precision,
        "break-even": pr.break_even_point,
        "EER": curves.det_curve(table).equal_error_rate,
        "pAUC": curves.partial_auc(roc, 0.1),
    }


@lru_cache(maxsize=100_000)
def of_matrix(tp: int, fp: int, fn: int, tn: int) -> tuple[Found, ...]:
    """Return the intervals of one matrix; those of few rows are met again and again."""
    cm = ConfusionMatrix.binary(tp=tp, fp=fp, fn=fn, tn=tn)
    (twice,) = metrics.readings(cm, names=("f_beta",), beta=2.0)
    found = [(reading.name, reading) for reading in metrics.readings(cm, names=READ)]
    return tuple((name, of.low, of.high, of.reason is not None) for name, of in (*found, ("F2", twice)))


def intervals(counts: ThresholdCounts, t: float) -> Iterator[Found]:
    """Yield the intervals of a sample that need no more than its matrix or its sums."""
    auc, average = curves.auc_interval_from_counts(counts), curves.average_precision_interval(counts)
    yield "AUC Newcombe", auc.newcombe_low, auc.newcombe_high, False
    yield "AUC logit", auc.logit_low, auc.logit_high, bool(auc.warnings)
    yield "AUC plain", auc.low, auc.high, bool(auc.warnings)
    yield "AP", average.low, average.high, bool(average.notes)
    cm = counts.at(t)
    yield from of_matrix(int(cm.tp), int(cm.fp), int(cm.fn), int(cm.tn))
    for name, p in (("cost", None), ("cost at p .5", 0.5)):
        cost = costs.threshold_cost_interval(counts, t, cost_fn=COST_FN, cost_fp=1, prevalence=p)
        yield name, cost.low, cost.high, cost.note is not None
    for name, p in (("Brier", None), ("score-driven", 0.5)):
        brier = costs.brier_interval(counts, prevalence=p)
        yield name, brier.low, brier.high, brier.note is not None


def resampled(counts: ThresholdCounts, rng: np.random.Generator) -> Iterator[Found]:
    """Yield the intervals of a sample that are made by drawing its rows again."""
    found = curves.bootstrap_curves(counts, n_replicates=REPLICATES, rng=rng)
    few = bool(found.notes)
    yield "AP resampled", found.average_precision.low, found.average_precision.high, few
    yield "break-even", found.break_even_point.low, found.break_even_point.high, few
    yield "EER", found.equal_error_rate.low, found.equal_error_rate.high, few
    yield "pAUC", found.partial_auc.low, found.partial_auc.high, few


def coverage(
    population: Population, n: int, repetitions: int, rng: np.random.Generator, *, resampling: int | None = None
) -> dict[str, tuple[list[bool], list[bool]]]:
    """Return of each quantity which intervals hold the truth: those without a note, and those with one.

    Every so many samples, as `resampling` says, are drawn again.
    """
    true, held = truths(population), defaultdict(lambda: ([], []))
    for place in range(repetitions):
        counts = population.draw(n, rng)
        drawn = resampled(counts, rng) if resampling and place % resampling == 0 else ()
        for name, low, high, noted in itertools.chain(intervals(counts, population.threshold), drawn):
            if not math.isnan(low):
                held[name][noted].append(low - 1e-9 <= true[name] <= high + 1e-9)
    return held


class Compared(NamedTuple):
    """Of samples scored by two models: how often they are called different, as shown and by DeLong; and the interval.

    `covers` is how often the interval of the difference holds the true one, `by_delong` how often DeLong's would.
    """

    rejects: float
    delong_rejects: float
    covers: float
    delong_covers: float


def compared(
    n_pos: int,
    n_neg: int,
    areas: tuple[float, float],
    repetitions: int,
    rng: np.random.Generator,
    *,
    correlation: float = 0.5,
) -> Compared:
    """Compare two models of these areas, whose scores are correlated in each class; without an interval none covers."""
    truth, true, found = np.arange(n_pos + n_neg) < n_pos, areas[0] - areas[1], []
    for _ in range(repetitions):
        shared, *own = rng.normal(size=(3, n_pos + n_neg))
        test = delong_test(
            truth,
            *(
                math.sqrt(correlation) * shared + math.sqrt(1 - correlation) * mine + truth * shift(area)
                for mine, area in zip(own, areas, strict=True)
            ),
        )
        near = abs(test.difference - true) <= 1.959964 * test.standard_error
        held = test.low <= true <= test.high, near and not math.isnan(test.low)
        found.append((test.pvalue < 0.05, test.delong_pvalue < 0.05, *held))
    return Compared(*np.mean(found, axis=0).tolist())


def _entry(of: tuple[list[bool], list[bool]], repetitions: int) -> str:
    """Return the shares without and with a note; marked where the whole covers too little and no note says so."""
    plain, noted = ((float(np.mean(held)) if len(held) * 20 >= repetitions else math.nan) for held in of)
    low = plain < LEAST and np.mean([*of[0], *of[1]]) < LEAST
    said = [f"{share:.2f}" for share in (plain,) if not math.isnan(share)]
    said += [f"({share:.2f})" for share in (noted,) if not math.isnan(share)]
    return " ".join(said).replace("0.", ".") + ("!" if low else "") or "-"


def _samples(n: int, levels: int | None, repetitions: int) -> tuple[int, int]:
    """Return how many samples there are of so many rows, and which of them are drawn again: every so many."""
    return repetitions // 2 if n >= MANY else repetitions, 20 if n >= MOST and levels is None else 5


def _compared(repetitions: int, rng: np.random.Generator) -> None:
    """Print how often two models are called different, and how often the interval of the difference holds the truth."""
    print("two models: rejections at level 0.05 of equally good ones, then coverage; by DeLong's method in brackets")
    for n_pos, n_neg in ((2, 98), (3, 97), (5, 95), (9, 91), (10, 90), (30, 70), (5, 995)):
        found = [compared(n_pos, n_neg, (area, area), repetitions, rng) for area in (0.7, 0.8, 0.9)]
        print(
            f"  m+ {n_pos:3}, m- {n_neg:3}  " + "  ".join(f"{of.rejects:.3f} ({of.delong_rejects:.3f})" for of in found)
        )
        found += [compared(n_pos, n_neg, areas, repetitions, rng) for areas in UNEQUAL]
        print(f"  {'':14}  " + "  ".join(f"{of.covers:.3f} ({of.delong_covers:.3f})" for of in found), flush=True)


def main() -> None:
    """Print the tables."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rows = tuple(map(int, sys.argv[2:])) or ROWS
    rng, begun = np.random.default_rng(0), time.process_time()
    print(describe())
    print(f"coverage of nominal 95 % intervals, {repetitions:,} samples each")
    for n in rows:
        names: list[str] = []
        for p, area, levels in itertools.product(PREVALENCES, AREAS, (None, 4)):
            population = Population(p, shift(area), levels)
            samples, every = _samples(n, levels, repetitions)
            held = coverage(population, n, samples, rng, resampling=every)
            if not names:
                names = list(truths(population))
                print(f"{'n':>6} {'p':>4} {'AUC':>4} {'':>6} " + " ".join(f"{name:>12}" for name in names))
            kind = "" if levels is None else f"{levels} lev."
            of_draws = samples // every
            entries = [_entry(held[name], of_draws if name in RESAMPLED else samples) for name in names]
            print(f"{n:6} {p:4} {area:4} {kind:>6} " + " ".join(f"{entry:>12}" for entry in entries), flush=True)
    _compared(repetitions, rng)
    print(f"{(time.process_time() - begun) / 60:.1f} minutes of one core")


if __name__ == "__main__":
    main()
