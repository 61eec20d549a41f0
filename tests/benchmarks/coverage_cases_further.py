"""Cases: costs, paired bootstrap, amounts. Run: python -m tests.benchmarks.coverage_cases_further [samples].

Prints the share of intervals at 95% that hold the truth, by case and, in brackets, as if rows were independent. The
cases are those of `coverage_cases`.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator
from itertools import product

import numpy as np
from scipy import stats

from evalcore import costs, metrics, regression
from evalcore.counts import Cells, threshold_counts
from evalcore.significance import paired_bootstrap
from tests.benchmarks import coverage_cases as by_case
from tests.benchmarks.coverage_cases import ALIKE, CORRELATION, KINDS, LAYOUTS, PREVALENCE, holds
from tests.benchmarks.machine import describe
from tests.benchmarks.populations import shift

SAMPLES, REPLICATES = 200, 500
COST_FN, COST_FP, ELSEWHERE = 5.0, 1.0, 0.5
AREAS = ((0.8, 0.8), (0.95, 0.8))
RESAMPLED = ("f1", "matthews", "precision", "accuracy")
MEASURES = ("mse", "mae", "r2", "median_absolute_error")
COMPARED = ("mse", "mae", "median_absolute_error")
SPREAD = 2.0  # of the truth that is predicted
LARGER = 1.2  # errors of the second model, as a multiple of those of the first
# What the rows of a case share of their errors: the level, the size, nothing.
ERRORS = ("level", "size", "nothing")

Ends = tuple[float, float]
Both = tuple[Ends, Ends]  # by case, and of rows


def share(held: list[tuple[bool | None, bool]]) -> tuple[float, float, float]:
    """Return the share of intervals by case that hold, of rows that do, and of samples that have one by case."""
    ours = [one for one, _ in held if one is not None]
    return float(np.mean(ours)) if ours else math.nan, float(np.mean([x for _, x in held])), len(ours) / len(held)


def coverage(samples: Iterator[dict[str, Both]], true: dict[str, float]) -> dict[str, tuple[float, float, float]]:
    """Return how often the intervals of samples hold what is true."""
    held: dict[str, list[tuple[bool | None, bool]]] = {name: [] for name in true}
    for found in samples:
        for name, (ours, theirs) in found.items():
            has_one = not math.isnan(ours[0])
            held[name].append((holds(*ours, true[name]) if has_one else None, holds(*theirs, true[name])))
    return {name: share(of) for name, of in held.items()}


def cells(area: float) -> Cells:
    """Return the shares of the four outcomes of a model in the population, at the threshold in the middle."""
    rate = float(stats.norm.cdf(shift(area) / 2))
    p = PREVALENCE
    return Cells(*(np.array([x]) for x in (p * rate, (1 - p) * (1 - rate), p * (1 - rate), (1 - p) * rate)))


def cost(area: float, prevalence: float) -> float:
    """Return what a row costs in the population."""
    wrong = float(stats.norm.sf(shift(area) / 2))
    return wrong * (prevalence * COST_FN + (1 - prevalence) * COST_FP)


def true_costs(areas: tuple[float, float]) -> dict[str, float]:
    """Return what is estimated of the costs of the first model, and of both."""
    here, there = ([cost(area, p) for area in areas] for p in (PREVALENCE, ELSEWHERE))
    found = {"cost": here[0], "cost at .5": there[0], "difference": here[0] - here[1], "at .5": there[0] - there[1]}
    for name in RESAMPLED:
        of = metrics.METRICS[name].function
        found[name] = float(of(cells(areas[0]))[0]) - float(of(cells(areas[1]))[0])
    return found


def cost_samples(
    kind: str, layout: str, areas: tuple[float, float], repetitions: int, rng: np.random.Generator
) -> Iterator[dict[str, Both]]:
    """Yield the intervals of costs, and of differences of metrics by a paired bootstrap."""
    money = {"cost_fn": COST_FN, "cost_fp": COST_FP}
    for truth, scores, case in by_case.samples(kind, layout, areas, repetitions, rng):
        found: dict[str, Both] = {}
        t = [shift(area) / 2 for area in areas]
        called = [score >= at for score, at in zip(scores, t, strict=True)]
        tables = [threshold_counts(truth, scores[0], case=of) for of in (case, None)]
        for names, prevalence in ((("cost", "difference"), None), (("cost at .5", "at .5"), ELSEWHERE)):
            one = [costs.threshold_cost_interval(of, t[0], prevalence=prevalence, **money) for of in tables]
            found[names[0]] = _both(one)
            options = {"prevalence": prevalence, **money}
            found[names[1]] = _both(
                [costs.model_cost_difference(truth, *called, case=of, **options) for of in (case, None)]
            )
        for name in RESAMPLED:
            options = {"n_replicates": REPLICATES, "rng": rng}
            of = metrics.METRICS[name].function
            found[name] = _both(
                [paired_bootstrap(of, truth, *called, case=of_row, **options) for of_row in (case, None)]
            )
        yield found


def _both(found: list[object]) -> Both:
    ours, theirs = ((one.low, one.high) for one in found)  # type: ignore[attr-defined] # results of several kinds
    return ours, theirs


def draw_errors(kind: str, sizes: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Draw the errors of two models and the case of each row; each has variance 1 before the second is enlarged."""
    case = np.repeat(np.arange(len(sizes)), sizes)
    both = rng.normal(size=len(sizes)), rng.normal(size=len(case))
    size = np.exp(rng.normal(-ALIKE, math.sqrt(ALIKE), len(sizes)))[case] if kind == "size" else 1.0
    alike = ALIKE if kind == "level" else 0.0
    made = []
    for _ in range(2):
        shared, own = (math.sqrt(CORRELATION) * x + math.sqrt(1 - CORRELATION) * rng.normal(size=len(x)) for x in both)
        made.append(size * (math.sqrt(alike) * shared[case] + math.sqrt(1 - alike) * own))
    return made[0], LARGER * made[1], case


def true_errors(kind: str) -> dict[str, float]:
    """Return what is estimated of the measures; errors of a size of its own have the tails of a mixture."""
    if kind == "size":
        sizes = np.exp(stats.norm(-ALIKE, math.sqrt(ALIKE)).ppf((np.arange(20_000) + 0.5) / 20_000))
        low, high = 0.0, 3.0
        while high - low > 1e-9:  # the median of a mixture of normal distributions
            middle = (low + high) / 2
            low, high = (middle, high) if np.mean(2 * stats.norm.cdf(middle / sizes) - 1) < 0.5 else (low, middle)
        first = {"mse": 1.0, "mae": float(np.mean(sizes)) * math.sqrt(2 / math.pi), "median_absolute_error": low}
    else:
        first = {"mse": 1.0, "mae": math.sqrt(2 / math.pi), "median_absolute_error": float(stats.norm.ppf(0.75))}
    apart = {name: value * (1 - (LARGER**2 if name == "mse" else LARGER)) for name, value in first.items()}
    return {**first, "r2": 1 - 1 / SPREAD**2, **{f"d {name}": value for name, value in apart.items()}}


def error_samples(kind: str, layout: str, repetitions: int, rng: np.random.Generator) -> Iterator[dict[str, Both]]:
    """Yield the intervals of measures of regression and of their differences."""
    for _ in range(repetitions):
        first, second, case = draw_errors(kind, LAYOUTS[layout](rng), rng)
        truth = rng.normal(size=len(case)) * SPREAD
        models = {"a": truth + first, "b": truth + second}
        options = {"n_replicates": REPLICATES, "rng": rng}
        of = [regression.bootstrap_errors(truth, models["a"], case=one, **options) for one in (case, None)]
        found = {name: _both([getattr(one, name) for one in of]) for name in MEASURES}
        for name in COMPARED:
            pairs = [
                regression.paired_differences(truth, models, metric=name, case=one, **options) for one in (case, None)
            ]
            found[f"d {name}"] = _both([one.pairs[0] for one in pairs])
        yield found


def print_table(names: list[str], rows: Iterator[tuple[str, dict[str, tuple[float, float, float]]]]) -> None:
    """Print a table; a star: some samples have no interval by case."""
    print(f"{'':28}" + " ".join(f"{name.replace('median_absolute_error', 'median'):>12}" for name in names))
    for where, held in rows:
        said = (f"{ours:.2f} ({of_rows:.2f}){'*' * (some < 1)}" for ours, of_rows, some in map(held.get, names))
        print(f"{where:28}" + " ".join(f"{one:>12}" for one in said), flush=True)


def print_costs(repetitions: int, rng: np.random.Generator) -> None:
    """Print how often intervals of costs, and of differences of metrics, hold the truth."""
    print("cost of a threshold and its difference between two models, at the prevalence of the rows and at .5; then")
    print("differences of metrics by the paired bootstrap: by case, in brackets as if rows were independent")
    rows = (
        (
            f"{layout:>11} {kind:>8} {areas[0]:4} {areas[1]}",
            coverage(cost_samples(kind, layout, areas, repetitions, rng), true_costs(areas)),
        )
        for layout, kind, areas in product(LAYOUTS, KINDS, AREAS)
    )
    print_table(list(true_costs(AREAS[0])), rows)


def print_errors(repetitions: int, layouts: Iterable[str] = LAYOUTS) -> None:
    """Print how often intervals of the measures of regression hold the truth; each line has a seed of its own."""
    print("measures of regression, and their differences between two models (d)")
    rows = (
        (f"{layout:>11} {kind:>8}", coverage(error_samples(kind, layout, repetitions, rng), true_errors(kind)))
        for layout, kind in product(layouts, ERRORS)
        for rng in [np.random.default_rng([3, list(LAYOUTS).index(layout), ERRORS.index(kind)])]
    )
    print_table(list(true_errors("level")), rows)


def main() -> None:
    """Print both tables."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    print(describe())
    print_costs(repetitions, np.random.default_rng(2))
    print_errors(repetitions)


if __name__ == "__main__":
    main()
