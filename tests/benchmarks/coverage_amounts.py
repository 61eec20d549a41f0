"""Costs by the amounts of rows. Run: python -m tests.benchmarks.coverage_amounts [samples] [rows ...].

Positive rows have log-normal amounts, of which a share is missed: any alike, or the larger the likelier. Prints the
share of intervals at 95 % of the cost of a fixed threshold that hold the truth, in brackets those with a note.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from functools import partial

import numpy as np
from scipy import special, stats

from evalcore import costs
from tests.benchmarks.covering import Found, print_looks, print_titles
from tests.benchmarks.machine import describe

SAMPLES, ROWS = 150, (100, 300, 1_000)
SIGMAS = (1.0, 2.0)  # of the logarithm of an amount
LIKELIER = (0.0, 1.0)  # by how much the log odds of a miss grow with a standard deviation of the logarithm
MISSED, POSITIVE = 0.3, 0.5
AGAIN = 300


def _chance(normal: np.ndarray, likelier: float) -> np.ndarray:
    """Return how likely rows are missed."""
    return np.asarray(special.expit(special.logit(MISSED) + likelier * normal))


def _amount(normal: np.ndarray, sigma: float) -> np.ndarray:
    """Return amounts with a mean of 1."""
    return np.asarray(np.exp(sigma * normal - sigma**2 / 2))


def true_cost(sigma: float, likelier: float) -> float:
    """Return what missed rows cost on average over all rows."""
    place = np.linspace(-10, 16, 200_001)
    density = stats.norm.pdf(place)
    return POSITIVE * float((_amount(place, sigma) * _chance(place, likelier)) @ density / density.sum())


def samples(n: int, sigma: float, likelier: float, repetitions: int, rng: np.random.Generator) -> Iterator[list[Found]]:
    """Yield the interval of each sample of n rows; false alarms cost nothing."""
    for _ in range(repetitions):
        truth, normal = rng.random(n) < POSITIVE, rng.normal(size=n)
        score = np.where(truth, rng.random(n) >= _chance(normal, likelier), 0.0)
        rows = costs.amount_rows(truth, score, _amount(normal, sigma))
        found = costs.threshold_cost_interval(rows, 0.5, cost_fn=rows.mean, cost_fp=0, rng=rng)
        yield [("cost", found.low, found.high, bool(found.warnings))]


def print_amounts(rows: tuple[int, ...], repetitions: int, rng: np.random.Generator) -> None:
    """Print the table."""
    print("costs by amounts: log-normal, missed alike or the larger the likelier")
    print_titles(f"{'n':>6} {'sigma':>5} {'likelier':>8} ", ("cost",))
    for n, sigma, likelier in itertools.product(rows, SIGMAS, LIKELIER):
        looks = {"first": (repetitions, rng), "second": (AGAIN, np.random.default_rng([8, n]))}
        drawn_from, true = partial(samples, n, sigma, likelier), {"cost": true_cost(sigma, likelier)}
        print_looks(f"{n:6} {sigma:5} {likelier:8} ", drawn_from, true, names=("cost",), **looks)


def main() -> None:
    """Print the table."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    print(describe())
    print_amounts(tuple(map(int, sys.argv[2:])) or ROWS, repetitions, np.random.default_rng(0))


if __name__ == "__main__":
    main()
