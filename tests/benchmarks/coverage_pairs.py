"""Two models on the same rows: how often equally good ones are called different, and what intervals hold."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from scipy import stats

from evalcore import costs, curves
from evalcore.significance import DelongResult, delong_test
from tests.benchmarks.covering import AGAIN, Found, print_looks, print_titles
from tests.benchmarks.populations import KINDS, population, shift

UNEQUAL = ((0.8, 0.7), (0.9, 0.6), (0.98, 0.9))
COST_FN = 10.0
# Shares of positives and of negatives called positive by two models: a strict one and a lenient one.
STRICT, LENIENT = (0.3, 0.02), (0.95, 0.5)
CORRELATION = 0.5


class Compared(NamedTuple):
    """Of samples scored by two models: how often they are called different, as shown and by DeLong; and the interval.

    `covers` is how often the interval of the difference holds the true one, `by_delong` how often DeLong's would.
    """

    rejects: float
    delong_rejects: float
    covers: float
    delong_covers: float


def two_scores(truth: np.ndarray, areas: tuple[float, float], rng: np.random.Generator) -> list[np.ndarray]:
    """Return scores of two models of these areas, which are correlated in each class."""
    shared, *own = rng.normal(size=(3, len(truth)))
    return [
        math.sqrt(CORRELATION) * shared + math.sqrt(1 - CORRELATION) * mine + truth * shift(area)
        for mine, area in zip(own, areas, strict=True)
    ]


def compared(
    n_pos: int, n_neg: int, areas: tuple[float, float], repetitions: int, rng: np.random.Generator
) -> Compared:
    """Compare two models of these areas; without an interval none covers."""
    truth = np.arange(n_pos + n_neg) < n_pos
    return _tests((delong_test(truth, *two_scores(truth, areas, rng)) for _ in range(repetitions)), truth, *areas)


def compared_of_kind(
    kind: str, sizes: tuple[int, int], times: float, repetitions: int, rng: np.random.Generator
) -> Compared:
    """Compare two models of a population, of which the second moves positives so many times as far."""
    truth, first = np.arange(sum(sizes)) < sizes[0], population(kind, sizes[0] / sum(sizes))
    both = first, first.weaker(times)

    def tests() -> Iterator[DelongResult]:
        """Yield a test a sample; the noise of both models is correlated."""
        for _ in range(repetitions):
            shared, *own = rng.normal(size=(3, len(truth)))
            noise = (math.sqrt(CORRELATION) * shared + math.sqrt(1 - CORRELATION) * mine for mine in own)
            yield delong_test(truth, *(of.scores(truth, each, rng) for of, each in zip(both, noise, strict=True)))

    return _tests(tests(), truth, *(curves.roc_curve(of.table).auc for of in both))


def _tests(tests: Iterable[DelongResult], truth: np.ndarray, area_a: float, area_b: float) -> Compared:
    """Return how often tests reject, and how often their intervals hold the true difference."""
    true, found = area_a - area_b, []
    for test in tests:
        near = abs(test.difference - true) <= 1.959964 * test.standard_error
        held = test.low <= true <= test.high, near and not math.isnan(test.low)
        found.append((test.pvalue < 0.05, test.delong_pvalue < 0.05, *held))
    return Compared(*np.mean(found, axis=0).tolist())


def print_kinds(repetitions: int, rng: np.random.Generator) -> None:
    """Print the same of populations that are not two like normals."""
    print("two models: rejections of equally good ones, then coverage with the second at .6; by DeLong's in brackets")
    for n_pos, n_neg in ((5, 95), (10, 90), (10, 490), (30, 70), (100, 100)):
        for kind in KINDS:
            equal, unequal = (compared_of_kind(kind, (n_pos, n_neg), times, repetitions, rng) for times in (1.0, 0.6))
            print(
                f"  m+ {n_pos:3}, m- {n_neg:3}  {kind:18}  {equal.rejects:.3f} ({equal.delong_rejects:.3f})  "
                f"{equal.covers:.3f} ({equal.delong_covers:.3f})  {unequal.covers:.3f} ({unequal.delong_covers:.3f})",
                flush=True,
            )


def print_comparisons(repetitions: int, rng: np.random.Generator) -> None:
    """Print how often two models are called different, and how often the interval of the difference holds the truth."""
    print("two models: rejections at level 0.05 of equally good ones, then coverage; by DeLong's method in brackets")
    for n_pos, n_neg in ((2, 98), (3, 97), (5, 95), (9, 91), (10, 90), (30, 70), (5, 995)):
        found = [compared(n_pos, n_neg, (area, area), repetitions, rng) for area in (0.7, 0.8, 0.9)]
        print(
            f"  m+ {n_pos:3}, m- {n_neg:3}  " + "  ".join(f"{of.rejects:.3f} ({of.delong_rejects:.3f})" for of in found)
        )
        found += [compared(n_pos, n_neg, areas, repetitions, rng) for areas in UNEQUAL]
        print(f"  {'':14}  " + "  ".join(f"{of.covers:.3f} ({of.delong_covers:.3f})" for of in found), flush=True)


def cost_differences(
    n: int, prevalence: float, areas: tuple[float, float], repetitions: int, rng: np.random.Generator
) -> Iterator[list[Found]]:
    """Yield the intervals of what one model costs more than another, each at the threshold half way."""
    for _ in range(repetitions):
        truth = rng.random(n) < prevalence
        if not 0 < truth.sum() < n:
            continue
        scores = two_scores(truth, areas, rng)
        called = [score > shift(area) / 2 for score, area in zip(scores, areas, strict=True)]
        found = []
        for name, p in (("difference", None), ("at p .5", 0.5)):
            one = costs.model_cost_difference(truth, *called, cost_fn=COST_FN, cost_fp=1, prevalence=p)
            found.append((name, one.low, one.high, bool(one.warnings)))
        yield found


def true_cost_differences(prevalence: float, areas: tuple[float, float]) -> dict[str, float]:
    """Return what the first model costs more in the population: both its rates are those of the half way."""
    rates = [float(stats.norm.cdf(-shift(area) / 2)) for area in areas]
    return {
        name: (p * COST_FN + 1 - p) * (rates[0] - rates[1])
        for name, p in (("difference", prevalence), ("at p .5", 0.5))
    }


def print_cost_differences(rows: tuple[int, ...], repetitions: int, rng: np.random.Generator) -> None:
    """Print how often the interval of a difference of two costs holds the truth."""
    names = ("difference", "at p .5")
    print("costs of two models at fixed thresholds on the same rows: coverage of the interval of the difference")
    print_titles(f"{'n':>6} {'p':>4} {'AUCs':>9} ", names)
    for n, p, areas in itertools.product(rows, (0.02, 0.1, 0.3), ((0.8, 0.8), *UNEQUAL)):
        where, drawn_from = f"{n:6} {p:4} {areas[0]:4} {areas[1]:4} ", partial(cost_differences, n, p, areas)
        looks = {"first": (repetitions, rng), "second": (AGAIN, np.random.default_rng([4, n]))}
        print_looks(where, drawn_from, true_cost_differences(p, areas), names=names, **looks)
    print("a strict and a lenient model, which differ in many rows of both classes")
    for n, p in itertools.product(rows, (0.1, 0.3, 0.5)):
        true = COST_FN * p * (LENIENT[0] - STRICT[0]) - (1 - p) * (LENIENT[1] - STRICT[1])
        looks = {"first": (repetitions, rng), "second": (AGAIN, np.random.default_rng([5, n]))}
        drawn_from = partial(strict_against_lenient, n, p)
        print_looks(f"{n:6} {p:4} {'':9} ", drawn_from, {"difference": true}, names=names[:1], **looks)


def strict_against_lenient(
    n: int, prevalence: float, repetitions: int, rng: np.random.Generator
) -> Iterator[list[Found]]:
    """Yield the intervals of what the strict model costs more than the lenient one."""
    for _ in range(repetitions):
        truth, u = rng.random(n) < prevalence, rng.random(n)
        if not 0 < truth.sum() < n:
            continue
        called = [u < np.where(truth, *rates) for rates in (STRICT, LENIENT)]
        one = costs.model_cost_difference(truth, *called, cost_fn=COST_FN, cost_fp=1)
        yield [("difference", one.low, one.high, bool(one.warnings))]
