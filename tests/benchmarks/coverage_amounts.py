"""Costs by the amounts of rows. Run: python -m tests.benchmarks.coverage_amounts [samples] [rows ...].

Positive rows have log-normal amounts, of which a share is missed: any alike, or the larger the likelier. Prints the
share of intervals at 95% that hold the truth, in brackets those with a note: of the cost of a fixed threshold, and of
what one of two models costs more than the other, where both are alike or only one misses what the other finds.
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
# Of two models: how likely a positive row is missed by the first alone and by the second alone, and how large the share
# of positives is; a negative row is called positive by the first alone or by the second alone this often.
MODELS = {"alike": (0.1, 0.1), "better": (0.2, 0.05), "always better": (0.25, 0.0)}
PREVALENCE, ALARMS, OF_ALARM = 0.1, (0.06, 0.03), 0.5


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


def true_difference(models: str, sigma: float, likelier: float) -> float:
    """Return what the first model costs more on average over all rows."""
    place = np.linspace(-10, 16, 200_001)
    density = stats.norm.pdf(place)
    first, second = (_missed_alone(place, chance, likelier) for chance in MODELS[models])
    of_positive = float((_amount(place, sigma) * (first - second)) @ density / density.sum())
    return PREVALENCE * of_positive + (1 - PREVALENCE) * OF_ALARM * (ALARMS[0] - ALARMS[1])


def _missed_alone(normal: np.ndarray, chance: float, likelier: float) -> np.ndarray:
    """Return how likely rows are missed by one of two models alone."""
    return np.asarray(np.clip(chance * np.exp(0.3 * likelier * normal), 0, 0.45))


def pairs(n: int, case: tuple[str, float, float], repetitions: int, rng: np.random.Generator) -> Iterator[list[Found]]:
    """Yield the interval of what the first of two models costs more, with the prevalence estimated and given."""
    models, sigma, likelier = case
    for _ in range(repetitions):
        truth, normal, chance = rng.random(n) < PREVALENCE, rng.normal(size=n), rng.random(n)
        only_first, only_second = (_missed_alone(normal, of, likelier) for of in MODELS[models])
        alone = np.where(truth, only_first, ALARMS[0]), np.where(truth, only_second, ALARMS[1])
        by_first, by_second = chance < alone[0], (alone[0] <= chance) & (chance < alone[0] + alone[1])
        rows = costs.amount_rows(truth, np.zeros(n), _amount(normal, sigma))
        called = truth != by_first, truth != by_second
        found = {
            name: costs.amount_cost_difference(rows, *called, cost_fn=rows.mean, cost_fp=OF_ALARM, prevalence=p)
            for name, p in (("estimated", None), ("given", PREVALENCE))
        }
        yield [(name, one.low, one.high, bool(one.warnings)) for name, one in found.items()]


def print_pairs(rows: tuple[int, ...], repetitions: int, rng: np.random.Generator) -> None:
    """Print the table of two models."""
    print("\nwhat one of two models costs more, by amounts")
    names = ("estimated", "given")
    print_titles(f"{'n':>6} {'sigma':>5} {'likelier':>8} {'models':>13} ", names)
    for n, sigma, likelier, models in itertools.product(rows, SIGMAS, LIKELIER, MODELS):
        looks = {"first": (repetitions, rng), "second": (AGAIN, np.random.default_rng([9, n]))}
        true = dict.fromkeys(names, true_difference(models, sigma, likelier))
        drawn_from, title = partial(pairs, n, (models, sigma, likelier)), f"{n:6} {sigma:5} {likelier:8} {models:>13} "
        print_looks(title, drawn_from, true, names=names, **looks)


def main() -> None:
    """Print both tables."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    print(describe())
    rows = tuple(map(int, sys.argv[2:])) or ROWS
    print_amounts(rows, repetitions, np.random.default_rng(0))
    print_pairs(rows, repetitions, np.random.default_rng(1))


if __name__ == "__main__":
    main()
