"""Differences between parts and groups, and one rate where the other is held.

Run: python -m tests.benchmarks.coverage_decisions [samples] [rows ...]. Prints the share of intervals at 95% that hold
the truth, in brackets those with a note: of the difference of a part from another one of as many rows, of a group from
the rest, which is four times as large; how often the joint intervals of all groups hold together; how often 0 is left
out where a threshold was chosen on one part of a population and reported on another; and the sensitivity at a fixed
specificity, with pROC's bootstrap beside it.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Iterator, Sequence

import numpy as np
from scipy import stats

from evalcore import metrics
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.decisions import Wish, by_group, carried, sensitivity_at
from tests.benchmarks.covering import Found, print_looks, print_titles
from tests.benchmarks.machine import describe
from tests.benchmarks.populations import Population, shift

SAMPLES, ROWS = 250, (30, 100, 300, 1_000)
READ = ("accuracy", "precision", "recall", "fpr", "queue_rate", "f_beta", "youden_j", "balanced_accuracy")
TIMES = 4  # as many rows as the group has the rest
# Prevalence and AUC of a part or group, and of what it is compared with.
PAIRS = (((0.3, 0.8), (0.3, 0.8)), ((0.1, 0.8), (0.3, 0.8)), ((0.3, 0.95), (0.1, 0.8)))
HELD, AREAS = (0.8, 0.9, 0.95), (0.8, 0.95)
CLASSES = ((20, 20), (30, 100), (20, 500), (100, 100), (300, 300), (500, 50))
REPLICATES = 300
AGAIN = 1_000
Two = tuple[tuple[float, float], tuple[float, float]]


def both(pair: Two) -> list[Population]:
    """Return the two populations."""
    return [Population(prevalence, shift(area), None) for prevalence, area in pair]


def true_differences(pair: Two) -> dict[str, float]:
    """Return how far both are apart at the threshold of the first."""
    one, other = both(pair)
    a, b = (metrics.threshold_metrics(of.table, READ, index=of.table.index_of([one.threshold])) for of in (one, other))
    return {name: float(a[name][0] - b[name][0]) for name in READ}


def rows_of(counts: ThresholdCounts) -> tuple[np.ndarray, np.ndarray]:
    """Return truth and score of counted rows."""
    groups = [np.diff(of).astype(int) for of in (counts.tp, counts.fp)]
    score = np.concatenate([np.repeat(counts.threshold[1:], of) for of in groups])
    return np.arange(len(score)) < groups[0].sum(), score


def of_parts(pair: Two, n: int, repetitions: int, rng: np.random.Generator) -> Iterator[list[Found]]:
    """Yield the differences of the first part from the second, of as many rows."""
    one, other = both(pair)
    for _ in range(repetitions):
        found = carried(other.draw(n, rng), one.draw(n, rng), one.threshold, names=READ)
        yield [(of.name, of.low, of.high, bool(of.warnings)) for of in found.differences]


def of_groups(pair: Two, n: int, repetitions: int, rng: np.random.Generator) -> Iterator[list[Found]]:
    """Yield the differences of a group from the rest, which is of another population."""
    one, other = both(pair)
    for _ in range(repetitions):
        parts = [rows_of(one.draw(n, rng)), rows_of(other.draw(TIMES * n, rng))]
        truth, score = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        group = np.where(np.arange(len(truth)) < n, "a", "b")
        found = next(row for row in by_group(truth, score, group, one.threshold, names=READ) if row.group == "a")
        yield [(of.name, of.low, of.high, bool(of.warnings)) for of in found.differences]


def together(k: int, n: int, repetitions: int, rng: np.random.Generator) -> tuple[float, float]:
    """Return how often the intervals of all of k groups that are alike hold 0: each made alone, and made together."""
    population, held = Population(0.3, shift(0.8), None), []
    labels = np.array([f"group {i}" for i in range(k)])
    for _ in range(repetitions):
        truth, score = rows_of(population.draw(k * n, rng))
        found = by_group(truth, score, labels[rng.permutation(k * n) % k], population.threshold, names=["recall"])
        of = [row.differences[0] for row in found]
        held.append((all(one.low <= 0 <= one.high for one in of), all(one.low_all <= 0 <= one.high_all for one in of)))
    alone, all_of_them = np.mean(held, axis=0).tolist()
    return alone, all_of_them


def chosen(wish: Wish, name: str, n: int, repetitions: int, rng: np.random.Generator) -> tuple[float, float]:
    """Return the mean difference of a number where it is reported from where it was chosen, and how often 0 is held."""
    population, found = Population(0.3, shift(0.8), None), []
    for _ in range(repetitions):
        one = carried(population.draw(n, rng), population.draw(n, rng), wish, names=[name])
        apart = [of for of in one.differences if of.name == name]
        found += [(of.value, of.low <= 0 <= of.high) for of in apart if not math.isnan(of.low)]
    mean, held = np.mean(found, axis=0).tolist()
    return mean, held


def at_specificity(
    sizes: tuple[int, int], area: float, held: float, repetitions: int, rng: np.random.Generator
) -> tuple[float, float, float, float]:
    """Return how often the interval of the sensitivity holds the truth, pROC's does, a note stands, and how much wider
    ours is.
    """
    true = float(stats.norm.sf(stats.norm.isf(1 - held) - shift(area)))
    truth, found = np.arange(sum(sizes)) < sizes[0], []
    for _ in range(repetitions):
        score = rng.normal(size=len(truth)) + shift(area) * truth
        one = sensitivity_at(threshold_counts(truth, score), held, n_replicates=REPLICATES, rng=rng)
        width = one.bootstrap_high - one.bootstrap_low
        wider = (one.high - one.low) / width if width > 0 else math.nan
        theirs = one.bootstrap_low <= true <= one.bootstrap_high
        found.append((one.low <= true <= one.high, theirs, bool(one.warnings), wider))
    columns = np.array(found, dtype=np.float64)
    return (*columns[:, :3].mean(axis=0).tolist(), float(np.nanmedian(columns[:, 3])))


def print_differences(rows: Sequence[int], repetitions: int, rng: np.random.Generator) -> None:
    """Print the tables of parts and of groups."""
    for title, samples in (("a part from another", of_parts), ("a group from the rest", of_groups)):
        print(f"the difference of {title}: prevalence and AUC of both")
        print_titles(f"{'n':>6} {'one':>10} {'other':>10} ", READ)
        for n, pair in itertools.product(rows, PAIRS):
            (p, a), (q, b) = pair
            print_looks(
                f"{n:6} {p:>5} {a:>4} {q:>5} {b:>4} ",
                lambda times, of, n=n, pair=pair, samples=samples: samples(pair, n, times, of),
                true_differences(pair),
                names=READ,
                first=(repetitions, rng),
                second=(AGAIN, np.random.default_rng([12, n])),
            )


def main() -> None:
    """Print all tables."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    rows, rng = tuple(map(int, sys.argv[2:])) or ROWS, np.random.default_rng(0)
    print(describe())
    print_differences(rows, repetitions, rng)
    print("groups that are alike, 100 rows each: all intervals of recall hold, each made alone and made together")
    for k in (3, 5, 10, 20):
        print("{:4} groups {:.3f} {:.3f}".format(k, *together(k, 100, repetitions, rng)), flush=True)
    print("chosen on one part, reported on another of the same population: mean difference, and how often 0 is held")
    held = Wish("precision", at_least={"recall": 0.9})
    for n, (wish, name) in itertools.product(rows, ((Wish("f1"), "f_beta"), (held, "recall"), (held, "precision"))):
        mean, share = chosen(wish, name, n, repetitions, rng)
        print(f"{n:6} {wish.write():>22} {name:>10} {mean:7.3f} {share:.3f}", flush=True)
    print("sensitivity at a fixed specificity: ours, pROC's, how often a note stands, how much wider ours is")
    for sizes, area, specificity in itertools.product(CLASSES, AREAS, HELD):
        ours, theirs, noted, wider = at_specificity(sizes, area, specificity, repetitions, rng)
        where = f"{sizes[0]:4} + {sizes[1]:<4} AUC {area} at {specificity}"
        print(f"{where} {ours:.3f} {theirs:.3f} {noted:.2f} {wider:.2f}", flush=True)


if __name__ == "__main__":
    main()
