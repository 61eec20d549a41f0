"""Rows that belong to cases. Run: python -m tests.benchmarks.coverage_cases [samples].

Prints the share of intervals at 95% that hold the truth, by case and, in brackets, as if rows were independent; then
how often two equally good models are called different at level .05, by case and as if rows were independent.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import NamedTuple

import numpy as np
from scipy import stats

from evalcore import curves, metrics
from evalcore.counts import Cells, ThresholdCounts, confusion_matrix, threshold_counts
from evalcore.significance import delong_test, disagreement, mcnemar, mcnemar_by_case
from tests.benchmarks.machine import describe
from tests.benchmarks.populations import shift

SAMPLES, PREVALENCE, ALIKE, CORRELATION = 200, 0.3, 0.4, 0.5
LEVEL = 0.05


def log_normal(count: int, middle: float, rng: np.random.Generator) -> np.ndarray:
    """Return sizes of which the largest has some ten times as many rows as the middle one."""
    return np.maximum(1, np.round(np.exp(rng.normal(math.log(middle), 1, count)))).astype(int)


LAYOUTS: dict[str, Callable[[np.random.Generator], np.ndarray]] = {
    "40 x 25": lambda _: np.full(40, 25),
    "100 x 5": lambda _: np.full(100, 5),
    "15 x 10": lambda _: np.full(15, 10),
    "40 unequal": partial(log_normal, 40, 10),
    "15 unequal": partial(log_normal, 15, 7),
}
# What the rows of a case share: the level of its scores, its class and that level, how well it is told apart, nothing.
KINDS = ("level", "class", "skill", "nothing")
METRICS = ("accuracy", "precision", "recall", "npv", "f_beta", "youden_j", "matthews", "kappa")
Held = dict[str, list[tuple[bool, bool]]]


class Sample(NamedTuple):
    """Rows of both classes, scored by two models, and the case of each."""

    truth: np.ndarray
    scores: list[np.ndarray]
    case: np.ndarray


def draw(kind: str, sizes: np.ndarray, areas: tuple[float, float], rng: np.random.Generator) -> Sample:
    """Draw cases of these sizes; what they share is `ALIKE` of the variance of the scores, correlated over models."""
    case = np.repeat(np.arange(len(sizes)), sizes)
    of_case = rng.beta(2 * PREVALENCE, 2 * (1 - PREVALENCE), len(sizes))
    truth = (rng.random(len(sizes)) < PREVALENCE)[case] if kind == "class" else rng.random(len(case)) < of_case[case]
    both = rng.normal(size=len(sizes)), rng.normal(size=len(case))
    scores = []
    for area in areas:
        shared, own = (math.sqrt(CORRELATION) * x + math.sqrt(1 - CORRELATION) * rng.normal(size=len(x)) for x in both)
        way = np.where(truth, 1, -1) if kind == "skill" else 1.0
        alike = 0.0 if kind == "nothing" else ALIKE
        scores.append(truth * shift(area) + way * math.sqrt(alike) * shared[case] + math.sqrt(1 - alike) * own)
    return Sample(truth, scores, case)


def samples(
    kind: str, layout: str, areas: tuple[float, float], repetitions: int, rng: np.random.Generator
) -> Iterator[Sample]:
    """Yield samples; those with rows of one class alone are drawn again."""
    while repetitions:
        sample = draw(kind, LAYOUTS[layout](rng), areas, rng)
        if 1 < sample.truth.sum() < len(sample.truth) - 1:
            repetitions -= 1
            yield sample


@cache
def truths(area: float) -> dict[str, float]:
    """Return what is estimated: whatever cases share, a row drawn at random is one of the same population."""
    rate = float(stats.norm.cdf(shift(area) / 2))
    p = PREVALENCE
    cells = Cells(*(np.array([x]) for x in (p * rate, (1 - p) * (1 - rate), p * (1 - rate), (1 - p) * rate)))
    found = {name: float(metrics.evaluate(name, cells)[0]) for name in METRICS}
    steps = np.linspace(8 + shift(area), -8, 4_001)
    of_pos, of_neg = (stats.norm.sf(steps - by) for by in (shift(area), 0.0))
    counts = ThresholdCounts.from_grouped(steps[1:], p * np.diff(of_pos), (1 - p) * np.diff(of_neg))
    return found | {"AUC": area, "AP": curves.precision_recall_curve(counts).average_precision}


def holds(low: float, high: float, true: float) -> bool:
    """Tell whether an interval holds the truth; one that says that there is none does not."""
    return bool(low - 1e-9 <= true <= high + 1e-9)


def intervals(
    kind: str, layout: str, area: float, repetitions: int, rng: np.random.Generator
) -> dict[str, tuple[float, float, float]]:
    """Return the shares of intervals that hold the truth, by case and of rows; and how many there are by case."""
    true, held = truths(area), Held()
    for truth, (score, _), case in samples(kind, layout, (area, area), repetitions, rng):
        found = {}
        one, other = (curves.auc_interval(truth, score, case=of) for of in (case, None))
        found["AUC"] = (one.robust_low, one.robust_high), (other.robust_low, other.robust_high)
        by_case = curves.average_precision_by_case(truth, score, case)
        of_rows = curves.average_precision_interval(threshold_counts(truth, score))
        found["AP"] = (by_case.low, by_case.high), (of_rows.low, of_rows.high)
        called = score >= shift(area) / 2
        matrix = confusion_matrix(truth, called)
        both = metrics.readings_by_case(truth, called, case, names=METRICS), metrics.readings(matrix, names=METRICS)
        for one_reading, other_reading in zip(*both, strict=True):
            name = one_reading.name
            found[name] = (one_reading.low, one_reading.high), (other_reading.low, other_reading.high)
        for name, (ours, theirs) in found.items():
            is_held = holds(*theirs, true[name])
            held.setdefault(name, []).append((holds(*ours, true[name]) if not math.isnan(ours[0]) else None, is_held))
    return {name: _shares(of) for name, of in held.items()}


def _shares(held: list[tuple[bool | None, bool]]) -> tuple[float, float, float]:
    """Return the share of intervals by case that hold, of rows that do, and of samples that have one by case."""
    ours = [one for one, _ in held if one is not None]
    return float(np.mean(ours)), float(np.mean([other for _, other in held])), len(ours) / len(held)


class Size(NamedTuple):
    """How often two models are called different: AUC by case and by DeLong's test, errors by case and by McNemar's.

    `covers` and `delong_covers` are how often the intervals of the difference of areas hold the true one, and
    `errors_cover` that of the difference of error rates by case.
    """

    area: float
    delong: float
    errors: float
    mcnemar: float
    covers: float
    delong_covers: float
    errors_cover: float


def tests(kind: str, layout: str, areas: tuple[float, float], repetitions: int, rng: np.random.Generator) -> Size:
    """Return how often tests reject, and what the intervals of differences hold."""
    found = []
    true = areas[0] - areas[1]
    rates = [float(stats.norm.sf(shift(area) / 2)) for area in areas]
    for truth, (a, b), case in samples(kind, layout, areas, repetitions, rng):
        one, other = (delong_test(truth, a, b, case=of) for of in (case, None))
        right = [(score >= shift(area) / 2) == truth for score, area in zip((a, b), areas, strict=True)]
        errors = mcnemar_by_case(*right, case)
        of_rows = disagreement(np.ones(len(truth)), *(np.asarray(of, dtype=float) for of in right))
        rejected = (one.reject(LEVEL), other.delong_pvalue < LEVEL, errors.reject(LEVEL))
        by_rows = mcnemar(of_rows.e01, of_rows.e10).reject(LEVEL)
        covered = (holds(of.low, of.high, true) for of in (one, other))
        found.append((*rejected, by_rows, *covered, holds(errors.low, errors.high, rates[0] - rates[1])))
    return Size(*np.mean(found, axis=0).tolist())


def print_intervals(repetitions: int, rng: np.random.Generator) -> None:
    """Print the table of intervals."""
    names = ("AUC", "AP", *METRICS)
    print("intervals by case, in brackets as if rows were independent; a star: some samples have none by case")
    print(f"{'cases':>10} {'share':>8} {'AUC':>4} " + " ".join(f"{name[:12]:>12}" for name in names))
    for layout in LAYOUTS:
        for kind in KINDS:
            for area in (0.8, 0.95):
                held = intervals(kind, layout, area, repetitions, rng)
                said = (f"{ours:.2f} ({rows:.2f}){'*' * (some < 1)}" for ours, rows, some in map(held.get, names))
                print(f"{layout:>10} {kind:>8} {area:4} " + " ".join(f"{one:>12}" for one in said), flush=True)


def print_tests(repetitions: int, rng: np.random.Generator) -> None:
    """Print the table of tests."""
    print("two equally good models (AUC .8) called different at level .05: by case, in brackets as if rows were")
    print("independent; then coverage of the difference of areas, and of error rates by case; the same of .95 and .8")
    for layout in LAYOUTS:
        for kind in KINDS:
            equal, unequal = (tests(kind, layout, areas, repetitions, rng) for areas in ((0.8, 0.8), (0.95, 0.8)))
            print(
                f"{layout:>10} {kind:>8}  AUC {equal.area:.3f} ({equal.delong:.3f})  errors {equal.errors:.3f} "
                f"({equal.mcnemar:.3f})  "
                + "  ".join(
                    f"{of.covers:.3f} ({of.delong_covers:.3f}) {of.errors_cover:.3f}" for of in (equal, unequal)
                ),
                flush=True,
            )


def main() -> None:
    """Print both tables."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    print(describe())
    print_intervals(repetitions, np.random.default_rng(0))
    print_tests(repetitions, np.random.default_rng(1))


if __name__ == "__main__":
    main()
