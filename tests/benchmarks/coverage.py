"""Do the intervals on the pages hold what they say? Run: python -m tests.benchmarks.coverage [repetitions] [rows ...].

Rows are drawn at random from the binormal model, so that the class counts vary, too; scores are the probabilities that
belong to them, continuous or of four levels. The truth is read off the population's own table by the same formulas.
Each entry is the share of nominal 95% intervals that hold the truth: `.95` of those shown without a note, `(.95)` of
those with one, each where there are at least a twentieth of the samples; a number without an interval is left out, as
it is on the pages. Where less than .90 hold, both in all and without a note, the population is looked at again: 1,000
samples with a seed of their own, 120 of what is drawn again, 40 of 10,000 rows. `*` marks an entry that is of these
samples alone, `!` one that covers less than .90 in these, too.
Half as many samples of 10,000 rows. What is drawn again, and costs by the amounts of the rows, are made of a fifth of
the samples, of a tenth from 1,000 rows, by 500 draws instead of the pages' 2,000: their ends vary a little more.

Then populations that differ from two like normals (`coverage_populations`), amounts of a row (`coverage_amounts`), the
paired bootstrap of metrics with few rows of a class (`coverage_bootstrap`), differences between parts and groups
(`coverage_decisions`), labels and scores of three classes,
measures of regression, and two models on the same rows (`coverage_pairs`): how often two equally good ones are called
different at level 0.05, by the p-value shown and by DeLong's, and how often the intervals of differences of AUC and of
costs hold the truth; scores as probabilities, ranking and all pairs of models (`coverage_probabilities`, half of the
time). All of it takes about an hour of one idle core at 300 repetitions, which is what is taken
when none are given; 100 rows alone take five minutes.
"""

from __future__ import annotations

import itertools
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from evalcore import costs, curves
from evalcore.calibration import calibration
from evalcore.counts import ThresholdCounts
from tests.benchmarks.coverage_amounts import print_amounts
from tests.benchmarks.coverage_bootstrap import print_bootstrap
from tests.benchmarks.coverage_class_areas import print_class_areas
from tests.benchmarks.coverage_classes import print_classes
from tests.benchmarks.coverage_decisions import print_differences
from tests.benchmarks.coverage_pairs import print_comparisons, print_cost_differences, print_kinds
from tests.benchmarks.coverage_populations import print_populations
from tests.benchmarks.coverage_probabilities import print_pairs, print_probabilities
from tests.benchmarks.coverage_regression import print_regression
from tests.benchmarks.covering import (
    AGAIN,
    AGAIN_MOST,
    AGAIN_RESAMPLED,
    Found,
    Held,
    held_by,
    minutes_since,
    print_row,
    print_titles,
)
from tests.benchmarks.machine import describe
from tests.benchmarks.populations import Population, shift
from tests.benchmarks.quantities import COST_FN, HALF, PLACE, amounts, intervals, truths

REPETITIONS = 300
ROWS = (30, 100, 300, 1_000, 10_000)
PREVALENCES = (0.01, 0.02, 0.1, 0.3)
AREAS = (0.6, 0.8, 0.95, 0.98)
MANY, MOST = 1_000, 10_000  # rows
REPLICATES = 500
RESAMPLED = (
    *("AP resampled", "break-even", "EER", "pAUC", "ROC band", "P-R band", "envelope", "best t", "bins"),
    *("amounts", "row by row"),
)
Maker = Callable[[ThresholdCounts, float, np.random.Generator], Iterator[Found]]


def resampled(counts: ThresholdCounts, t: float, rng: np.random.Generator) -> Iterator[Found]:
    """Yield the intervals of areas and crossings of a sample that are made by drawing its rows again."""
    found = curves.bootstrap_curves(counts, n_replicates=REPLICATES, rng=rng)
    few = bool(found.warnings)
    yield "AP resampled", found.average_precision.low, found.average_precision.high, few
    yield "break-even", found.break_even_point.low, found.break_even_point.high, few
    yield "EER", found.equal_error_rate.low, found.equal_error_rate.high, few
    yield "pAUC", found.partial_auc.low, found.partial_auc.high, few


def drawn_bands(counts: ThresholdCounts, t: float, rng: np.random.Generator) -> Iterator[Found]:
    """Yield the bands of a sample at one place, the interval of its best threshold, and those of its bins."""
    options = {"n_replicates": REPLICATES, "rng": rng}
    roc = curves.roc_band(counts, grid=[PLACE], **options)
    yield "ROC band", float(roc.low[0]), float(roc.high[0]), bool(roc.warnings)
    pr = curves.precision_recall_band(counts, grid=[1 - PLACE], **options)
    yield "P-R band", float(pr.low[0]), float(pr.high[0]), bool(pr.warnings)
    band = costs.envelope_band(counts, [HALF], **options)
    yield "envelope", float(band.low[0]), float(band.high[0]), bool(band.warnings)
    best = costs.bootstrap_best_threshold(counts, cost_fn=COST_FN, cost_fp=1, **options)
    # At its lowest score a sample calls all rows positive, as the population does at a lower one.
    low = -math.inf if best.low <= counts.threshold[-1] else best.low
    yield "best t", low, best.high, True
    bins = calibration(counts)
    yield from (("bins", *ends, False) for ends in zip(bins.low - bins.score, bins.high - bins.score, strict=True))


def by_amounts(counts: ThresholdCounts, t: float, rng: np.random.Generator) -> Iterator[Found]:
    """Yield the intervals of costs where a miss costs the amount of its row."""
    groups = np.diff(counts.tp), np.diff(counts.fp)
    score = np.concatenate([np.repeat(counts.threshold[1:], of) for of in groups])
    truth = np.arange(len(score)) < counts.n_pos
    amount = amounts(rng.normal(size=len(score)))
    rows = costs.amount_rows(truth, score, amount)
    if rows.reason is None:
        fixed = costs.threshold_cost_interval(rows, t, cost_fn=rows.mean, cost_fp=1, rng=rng)
        yield "amounts", fixed.low, fixed.high, bool(fixed.warnings)
    each = costs.amount_decision(truth, score, amount, cost_other=1, rng=rng)
    yield "row by row", each.low, each.high, bool(each.warnings)


MAKERS: tuple[Maker, ...] = (resampled, drawn_bands, by_amounts)
MADE_BY = dict(zip(RESAMPLED, [*[resampled] * 4, *[drawn_bands] * 5, *[by_amounts] * 2], strict=True))


def coverage(
    population: Population,
    n: int,
    repetitions: int,
    rng: np.random.Generator,
    *,
    resampling: int | None = None,
    makers: Sequence[Maker] = MAKERS,
) -> Held:
    """Return of each quantity which intervals hold the truth: those without a note, and those with one.

    Every so many samples, as `resampling` says, are drawn again by all `makers`.
    """

    def samples() -> Iterator[Iterator[Found]]:
        """Yield the intervals of each sample."""
        for place in range(repetitions):
            counts, t = population.draw(n, rng), population.threshold
            again = resampling is not None and place % resampling == 0
            drawn = (maker(counts, t, rng) for maker in makers) if again else ()
            yield itertools.chain(intervals(counts, t), *drawn)

    return held_by(samples(), truths(population))


def _samples(n: int, repetitions: int) -> tuple[int, int]:
    """Return how many samples there are of so many rows, and which of them are drawn again: every so many."""
    return repetitions // 2 if n >= MOST else repetitions, 10 if n >= MANY else 5


def looked_again(population: Population, n: int, found: list[str]) -> Held:
    """Return what intervals hold in more samples, which have a seed of their own, of what is asked for."""
    cheap, dear = ([name for name in found if (name in RESAMPLED) is of] for of in (False, True))
    held: Held = {}
    for names, samples in ((cheap, AGAIN), (dear, AGAIN_MOST if n >= MOST else AGAIN_RESAMPLED)):
        if names:
            makers = [maker for maker in MAKERS if any(MADE_BY.get(name) is maker for name in names)]
            rng, every = np.random.default_rng([1, n]), 1 if makers else None
            every_one = coverage(population, n, samples, rng, resampling=every, makers=makers)
            held.update({name: every_one[name] for name in names})
    return held


def print_two_classes(rows: tuple[int, ...], repetitions: int, rng: np.random.Generator) -> None:
    """Print the table of two classes."""
    for n in rows:
        names: list[str] = []
        for p, area, levels in itertools.product(PREVALENCES, AREAS, (None, 4)):
            population = Population(p, shift(area), levels)
            samples, every = _samples(n, repetitions)
            held = coverage(population, n, samples, rng, resampling=every)
            if not names:
                names = list(truths(population))
                shown = (name.replace("balanced_", "bal. ").replace("majority_", "maj. ") for name in names)
                print_titles(f"{'n':>6} {'p':>4} {'AUC':>4} {'':>6} ", shown)
            kind, again = "" if levels is None else f"{levels} lev.", samples // every
            print_row(
                f"{n:6} {p:4} {area:4} {kind:>6} ",
                held,
                names,
                lambda name, again=again, samples=samples: again if name in RESAMPLED else samples,
                lambda found, population=population, n=n: looked_again(population, n, found),
            )


def main() -> None:
    """Print the tables."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else REPETITIONS
    rows = tuple(map(int, sys.argv[2:])) or ROWS
    rng, begun = np.random.default_rng(0), time.process_time()
    print(describe())
    print(f"coverage of nominal 95% intervals, {repetitions:,} samples each")
    print_two_classes(rows, repetitions, rng)
    print_populations(rows, repetitions, rng)
    print_amounts(tuple(n for n in rows if n < MOST), repetitions // 2, rng)
    print_bootstrap(repetitions, rng)
    print_classes(rows, repetitions // 2, rng)
    print_class_areas(rows, repetitions // 2, rng)
    print_regression(tuple(n for n in rows if n < MOST), repetitions // 2, rng)
    print_cost_differences(rows, repetitions, rng)
    print_differences(tuple(n for n in rows if n < MOST), repetitions, rng)
    print_probabilities(tuple(n for n in rows if n < MOST), repetitions, rng)
    print_pairs(tuple(n for n in rows if n < MOST), repetitions, rng)
    print_comparisons(repetitions, rng)
    print_kinds(repetitions, rng)
    print(minutes_since(begun))


if __name__ == "__main__":
    main()
