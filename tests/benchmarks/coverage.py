"""Do the intervals on the pages hold what they say? Run: python -m tests.benchmarks.coverage [repetitions] [rows ...].

Rows are drawn at random from the binormal model, so that the class counts vary, too; scores are continuous, or cut into
four levels. The truth is read off the population's own table by the same formulas. Each entry is the share of nominal
95 % intervals that hold the truth, `.95` of those shown without a note and `(.95)` of those with one, each where there
are at least a twentieth of the samples; `!` marks less than .90 without a note. Samples with one class only are drawn
again, as no page shows an interval then: with 30 rows and a prevalence of .01 that is three of four, so what depends on
the prevalence (precision, F1, AP) is then about other samples than those drawn at random, and covers less. Resampled
intervals are made of a quarter of the samples, up to 1,000 rows.

Then how often two equally good models are called different at level 0.05, by the p-value shown and by DeLong's.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import stats

from evalcore import costs, curves, metrics
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.significance import delong_test
from tests.benchmarks.machine import describe

ROWS = (30, 100, 300, 1_000, 10_000)
PREVALENCES = (0.01, 0.02, 0.1, 0.3)
AREAS = (0.6, 0.8, 0.95, 0.98)
COST_FN = 10.0
MOST_RESAMPLED = 1_000
CELLS = 4_000  # of the population's table of continuous scores

Found = tuple[str, float, float, bool]  # what, lower and upper end, and whether a note stands beside it


@dataclass(frozen=True)
class Population:
    """Where rows are drawn from: positives are normal around `shift`, negatives around 0."""

    prevalence: float
    shift: float
    levels: int | None

    @property
    def cuts(self) -> np.ndarray:
        """The borders of the levels, which hold as many rows each; or of fine cells."""
        grid = np.linspace(-8, 8 + self.shift, CELLS)
        if self.levels is None:
            return grid
        mixed = self.prevalence * stats.norm.cdf(grid - self.shift) + (1 - self.prevalence) * stats.norm.cdf(grid)
        return np.interp(np.arange(1, self.levels) / self.levels, mixed, grid)

    @property
    def threshold(self) -> float:
        """The one at which matrices are read: half way between both classes, or between the upper two levels."""
        return self.shift / 2 if self.levels is None else float(self.levels - 1)

    @property
    def table(self) -> ThresholdCounts:
        """All rows there are, as shares."""
        cuts = np.array([-np.inf, *self.cuts, np.inf])
        of_pos, of_neg = (np.diff(stats.norm.cdf(cuts - by)) for by in (self.shift, 0.0))
        score = np.arange(len(of_pos)) if self.levels is not None else cuts[1:].clip(-99, 99)
        return ThresholdCounts.from_grouped(score, self.prevalence * of_pos, (1 - self.prevalence) * of_neg)

    def draw(self, n: int, rng: np.random.Generator) -> ThresholdCounts:
        """Draw rows of both classes."""
        while True:
            truth = rng.random(n) < self.prevalence
            if 0 < np.count_nonzero(truth) < n:
                break
        score = rng.normal(size=n) + self.shift * truth
        return threshold_counts(
            truth, score if self.levels is None else np.searchsorted(self.cuts, score).astype(float)
        )


def truths(population: Population) -> dict[str, float]:
    """Return what the population has."""
    table, t = population.table, population.threshold
    roc, pr = curves.roc_curve(table), curves.precision_recall_curve(table)
    if population.levels is None:  # between two cells the border is nearest to the threshold
        t = float(table.threshold[np.abs(table.threshold - t).argmin()])
    cm = table.at(t)
    shares = {name: float(metrics.evaluate(name, cm, beta=1.0)) for name in metrics.METRICS}
    return {
        **{f"AUC {by}": roc.auc for by in ("Newcombe", "logit", "plain")},
        "AP": pr.average_precision,
        **shares,
        "F2": metrics.f_beta(cm, 2.0),
        "cost": float(costs.threshold_cost(table, t, cost_fn=COST_FN, cost_fp=1)),
        "AP resampled": pr.average_precision,
        "break-even": pr.break_even_point,
        "EER": curves.det_curve(table).equal_error_rate,
        "pAUC": curves.partial_auc(roc, 0.1),
    }


READ = ("precision", "recall", "accuracy", "f_beta", "youden_j", "matthews", "kappa")


def intervals(counts: ThresholdCounts, t: float) -> Iterator[Found]:
    """Yield the intervals of a sample that need no more than its matrix or its sums."""
    auc, average = curves.auc_interval_from_counts(counts), curves.average_precision_interval(counts)
    yield "AUC Newcombe", auc.newcombe_low, auc.newcombe_high, False
    yield "AUC logit", auc.logit_low, auc.logit_high, bool(auc.warnings)
    yield "AUC plain", auc.low, auc.high, bool(auc.warnings)
    yield "AP", average.low, average.high, bool(average.notes)
    cm = counts.at(t)
    for reading in metrics.readings(cm, names=READ):
        yield reading.name, reading.low, reading.high, reading.reason is not None
    (twice,) = metrics.readings(cm, names=("f_beta",), beta=2.0)
    yield "F2", twice.low, twice.high, twice.reason is not None
    cost = costs.threshold_cost_interval(counts, t, cost_fn=COST_FN, cost_fp=1)
    yield "cost", cost.low, cost.high, cost.note is not None


def resampled(counts: ThresholdCounts, rng: np.random.Generator) -> Iterator[Found]:
    """Yield the intervals of a sample that are made by drawing its rows again."""
    found = curves.bootstrap_curves(counts, n_replicates=2_000, rng=rng)
    few = bool(found.notes)
    yield "AP resampled", found.average_precision.low, found.average_precision.high, few
    yield "break-even", found.break_even_point.low, found.break_even_point.high, few
    yield "EER", found.equal_error_rate.low, found.equal_error_rate.high, few
    yield "pAUC", found.partial_auc.low, found.partial_auc.high, few


def coverage(
    population: Population, n: int, repetitions: int, rng: np.random.Generator, *, resampling: bool = True
) -> dict[str, tuple[list[bool], list[bool]]]:
    """Return of each quantity which intervals hold the truth: those without a note, and those with one."""
    true, held = truths(population), defaultdict(lambda: ([], []))
    for place in range(repetitions):
        counts = population.draw(n, rng)
        drawn = resampled(counts, rng) if resampling and n <= MOST_RESAMPLED and place % 4 == 0 else ()
        for name, low, high, noted in itertools.chain(intervals(counts, population.threshold), drawn):
            if not math.isnan(low):
                held[name][noted].append(low - 1e-9 <= true[name] <= high + 1e-9)
    return held


def rejections(n_pos: int, n_neg: int, area: float, repetitions: int, rng: np.random.Generator) -> tuple[float, float]:
    """Return how often two equally good models, correlated by one half, are called different: as shown, by DeLong."""
    truth = np.arange(n_pos + n_neg) < n_pos
    pvalues = []
    for _ in range(repetitions):
        shared, *own = rng.normal(size=(3, n_pos + n_neg))
        pair = [(shared + mine) / math.sqrt(2) + truth * math.sqrt(2) * stats.norm.ppf(area) for mine in own]
        test = delong_test(truth, *pair)
        pvalues.append((test.pvalue, test.delong_pvalue))
    shown, by_delong = (np.array(pvalues) < 0.05).mean(axis=0)
    return float(shown), float(by_delong)


def _entry(of: tuple[list[bool], list[bool]], repetitions: int) -> str:
    plain, noted = of
    said = []
    if len(plain) * 20 >= repetitions:
        share = float(np.mean(plain))
        said.append(f"{share:.2f}".lstrip("0") + ("!" if share < 0.90 else ""))
    if len(noted) * 20 >= repetitions:
        said.append(f"({float(np.mean(noted)):.2f})".replace("(0", "("))
    return " ".join(said) or "-"


def main() -> None:
    """Print both tables."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    rows = tuple(map(int, sys.argv[2:])) or ROWS
    rng = np.random.default_rng(0)
    print(describe())
    print(f"coverage of nominal 95 % intervals, {repetitions:,} samples each")
    names: list[str] = []
    for n, p, area, levels in itertools.product(rows, PREVALENCES, AREAS, (None, 4)):
        population = Population(p, math.sqrt(2) * float(stats.norm.ppf(area)), levels)
        held = coverage(population, n, repetitions, rng)
        if not names:
            names = list(held)
            print(f"{'n':>6} {'p':>4} {'AUC':>4} {'':>6} " + " ".join(f"{name:>13}" for name in names))
        kind = "" if levels is None else f"{levels} lev."
        entries = " ".join(f"{_entry(held[name], repetitions if name in held else 1):>13}" for name in names)
        print(f"{n:6} {p:4} {area:4} {kind:>6} {entries}", flush=True)
    print("rejections at level 0.05, equally good models: the p-value shown, DeLong's in brackets")
    for n_pos, n_neg in ((2, 98), (3, 97), (5, 95), (9, 91), (10, 90), (30, 70), (5, 995)):
        found = [rejections(n_pos, n_neg, area, repetitions, rng) for area in (0.7, 0.8, 0.9)]
        print(f"  m+ {n_pos:3}, m- {n_neg:3}  " + "  ".join(f"{shown:.3f} ({delong:.3f})" for shown, delong in found))


if __name__ == "__main__":
    main()
