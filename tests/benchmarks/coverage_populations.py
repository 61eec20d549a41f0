"""Two classes that are not two like normals. Run: python -m tests.benchmarks.coverage_populations [samples] [rows ...].

Prints the share of intervals at 95% that hold the truth for what depends on how scores are spread and needs no
resampling, in each population of `tests.benchmarks.populations`. In brackets those with a note
beside them; AUC is what is printed, Newcombe, logit and plain are its parts, always in brackets.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator

import numpy as np

from tests.benchmarks.covering import AGAIN, Found, held_by, print_looks, print_titles
from tests.benchmarks.machine import describe
from tests.benchmarks.populations import KINDS, Population, population
from tests.benchmarks.quantities import AREAS, intervals, truths

SAMPLES, ROWS, PREVALENCES = 300, (30, 100, 300, 1_000, 10_000), (0.02, 0.1, 0.3)
NAMES = (*AREAS, "AP", "cost", "cost at p .5", "net benefit", "fixed area", "Brier", "score-driven")


def samples(of: Population, n: int, repetitions: int, rng: np.random.Generator) -> Iterator[Iterator[Found]]:
    """Yield the intervals of samples; the parts of that of AUC count as noted, since they are not what is printed."""
    for _ in range(repetitions):
        found = intervals(of.draw(n, rng), of.threshold, matrix=False)
        yield ((name, low, high, noted or name in AREAS[1:]) for name, low, high, noted in found)


def held(kind: str, prevalence: float, n: int, repetitions: int, rng: np.random.Generator) -> dict[str, float]:
    """Return the share of intervals of each quantity that hold the truth, with a note or without."""
    of = population(kind, prevalence)
    found = held_by(samples(of, n, repetitions, rng), truths(of))
    return {name: float(np.mean([*plain, *noted])) for name, (plain, noted) in found.items()}


def print_populations(rows: tuple[int, ...], repetitions: int, rng: np.random.Generator) -> None:
    """Print the table."""
    print("two classes that are not two like normals")
    print_titles(f"{'n':>6} {'p':>4} {'':>18} ", NAMES)
    for n, p, kind in itertools.product(rows, PREVALENCES, KINDS):
        of = population(kind, p)
        looks = {"first": (repetitions, rng), "second": (AGAIN, np.random.default_rng([7, n]))}
        print_looks(
            f"{n:6} {p:4} {kind:>18} ",
            lambda count, rng, of=of, n=n: samples(of, n, count, rng),
            truths(of),
            names=NAMES,
            **looks,
        )


def main() -> None:
    """Print the table."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    print(describe())
    print_populations(tuple(map(int, sys.argv[2:])) or ROWS, repetitions, np.random.default_rng(0))


if __name__ == "__main__":
    main()
