"""Numbers instead of classes: what intervals of the measures of regression, and of their differences, hold."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import partial

import numpy as np
from scipy import stats

from evalcore import regression
from tests.benchmarks.covering import AGAIN_RESAMPLED, Found, print_looks, print_titles

METRICS = ("mse", "rmse", "mae", "r2", "median_absolute_error")
LARGER = 1.2  # errors of the second model, as a multiple of those of the first
NAMES = (*METRICS, *(f"diff. {name}" for name in METRICS))
REPLICATES = 1_000
SPREAD = 2.0  # of the truth


def errors_like(tails: int | None) -> stats.rv_continuous:
    """Return how errors are distributed: normally, or like Student's t with so many degrees of freedom."""
    return stats.norm() if tails is None else stats.t(tails)


def truths(tails: int | None) -> dict[str, float]:
    """Return what the population has."""
    of = errors_like(tails)
    mse = float(of.var())
    first = dict(
        zip(
            METRICS,
            (mse, math.sqrt(mse), float(2 * of.expect(lambda x: x, lb=0)), 1 - mse / SPREAD**2, float(of.ppf(0.75))),
            strict=True,
        )
    )
    grown = {"mse": LARGER**2, "r2": math.nan}
    apart = {name: value - value * grown.get(name, LARGER) for name, value in first.items()}
    apart["r2"] = (LARGER**2 - 1) * mse / SPREAD**2
    return {**first, **{f"diff. {name}": value for name, value in apart.items()}}


def samples(n: int, tails: int | None, repetitions: int, rng: np.random.Generator) -> Iterator[list[Found]]:
    """Yield the intervals of samples; the errors of the two models have half of their variance in common."""
    for _ in range(repetitions):
        truth = rng.normal(size=n) * SPREAD
        one, other = _pair(n, tails, rng)
        models = {"a": truth + one, "b": truth + LARGER * other}
        options = {"n_replicates": REPLICATES, "rng": rng}
        measured = regression.bootstrap_errors(truth, models["a"], **options)
        few = bool(measured.warnings)
        found: list[Found] = [
            (name, getattr(measured, name).low, getattr(measured, name).high, few) for name in METRICS
        ]
        for name in METRICS:
            compared = regression.paired_differences(truth, models, metric=name, **options)
            (pair,) = compared.pairs
            found.append((f"diff. {name}", pair.low, pair.high, bool(compared.warnings)))
        yield found


def _pair(n: int, tails: int | None, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return errors of two models on the same rows: hard rows are hard for both."""
    first, second = rng.multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]], size=n).T
    if tails is None:
        return first, second
    size = np.sqrt(tails / rng.chisquare(tails, size=n))
    return first * size, second * size


def print_regression(rows: tuple[int, ...], repetitions: int, rng: np.random.Generator) -> None:
    """Print how often the intervals of the measures of regression hold the truth."""
    print(f"measures of regression, {REPLICATES:,} draws; t5: errors with the tails of Student's t with 5 degrees")
    print_titles(f"{'n':>6} {'errors':>7} ", (name.replace("median_absolute_error", "median") for name in NAMES))
    for n, tails in itertools.product(rows, (None, 5)):
        where = f"{n:6} {'normal' if tails is None else f't{tails}':>7} "
        looks = {"first": (repetitions, rng), "second": (2 * AGAIN_RESAMPLED, np.random.default_rng([3, n]))}
        print_looks(where, partial(samples, n, tails), truths(tails), names=NAMES, **looks)
