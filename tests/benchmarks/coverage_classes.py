"""Labels of three classes: what intervals of readings and costs hold."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial

import numpy as np

from evalcore import costs, metrics
from evalcore.counts import ConfusionMatrix
from tests.benchmarks.covering import AGAIN, Found, print_looks, print_titles

SHARES = ((0.6, 0.3, 0.1), (0.9, 0.07, 0.03))
RIGHT = (0.6, 0.9)  # of the rows of a class; the others are named either of the other two
COST = np.array([[0.0, 1.0, 2.0], [4.0, 0.0, 1.0], [10.0, 5.0, 0.0]])
KNOWN = (0.4, 0.4, 0.2)
READ = ("accuracy", "balanced_accuracy", "majority_baseline", "matthews", "kappa")
CLASSES = ("first", "second", "third")
MACRO = ("precision", "recall", "f1", "mean_f1")
NAMES = (
    *READ,
    *(f"macro {name}" for name in MACRO),
    *(f"{name} {of}" for of in ("P", "R", "F1") for name in CLASSES),
    "cost",
    "known shares",
    "difference",
    *(f"cost {name}" for name in CLASSES),
)


def named(right: float) -> np.ndarray:
    """Return how often the rows of each class (rows) are named each class (columns)."""
    return np.full((3, 3), (1 - right) / 2) + np.eye(3) * (right - (1 - right) / 2)


def values(cm: ConfusionMatrix) -> Iterator[tuple[str, metrics.Reading]]:
    """Yield the readings of a matrix, of all classes together and of each."""
    for reading in metrics.readings(cm, names=READ):
        yield reading.name, reading
    averages = metrics.macro_readings(cm)
    yield from ((f"macro {name}", getattr(averages, name)) for name in MACRO)
    for name, of in zip(CLASSES, metrics.class_readings(cm), strict=True):
        yield from ((f"{name} P", of.precision), (f"{name} R", of.recall), (f"{name} F1", of.f1))


def truths(shares: tuple[float, ...], right: float) -> dict[str, float]:
    """Return what the population has; the second way to decide is right in nine of ten rows of each class."""
    table, other = (np.array(shares)[:, None] * named(of) for of in (right, 0.9))
    cm = ConfusionMatrix(table, CLASSES)
    return {
        **{name: float(reading.value) for name, reading in values(cm)},
        "cost": costs.label_cost(cm, COST).cost,
        "known shares": costs.label_cost(cm, COST, prevalence=KNOWN).cost,
        "difference": float(((table - other) * COST).sum()),
        **{f"cost {name}": float(of) for name, of in zip(CLASSES, costs.class_costs(cm, COST).cost, strict=True)},
    }


def samples(
    n: int, shares: tuple[float, ...], right: float, repetitions: int, rng: np.random.Generator
) -> Iterator[list[Found]]:
    """Yield the intervals of samples of rows, each decided in two ways that do not depend on each other."""
    for _ in range(repetitions):
        truth = rng.choice(3, n, p=shares)
        first, second = (_decided(truth, named(of), rng) for of in (right, 0.9))
        cm = ConfusionMatrix(np.bincount(truth * 3 + first, minlength=9).reshape(3, 3), CLASSES)
        found: list[Found] = [
            (name, of.low, of.high, of.reason is not None or bool(of.warnings)) for name, of in values(cm)
        ]
        for name, known in (("cost", None), ("known shares", KNOWN)):
            cost = costs.label_cost_interval(cm, COST, prevalence=known, rng=rng)
            found.append((name, cost.low, cost.high, bool(cost.warnings)))
        for name, one in zip(CLASSES, costs.class_cost_intervals(cm, COST), strict=True):
            found.append((f"cost {name}", one.low, one.high, bool(one.warnings)))
        apart = costs.decision_difference(truth, first, second, COST, rng=rng)
        yield [*found, ("difference", apart.low, apart.high, bool(apart.warnings))]


def _decided(truth: np.ndarray, chances: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return a class for each row, drawn with the chances of its true one."""
    return (rng.random(len(truth))[:, None] > chances[truth].cumsum(axis=1)[:, :2]).sum(axis=1)


def print_classes(rows: tuple[int, ...], repetitions: int, rng: np.random.Generator) -> None:
    """Print how often the intervals of labels of three classes hold the truth."""
    print("labels of three classes; P precision, R recall of each against the rest")
    titles = f"{'n':>6} {'shares':>14} {'right':>5} "
    print_titles(titles, (name.replace("balanced_", "bal. ").replace("majority_", "maj. ") for name in NAMES))
    for n, shares, right in itertools.product(rows, SHARES, RIGHT):
        where, drawn_from = f"{n:6} {' '.join(map(str, shares)):>14} {right:5} ", partial(samples, n, shares, right)
        looks = {"first": (repetitions, rng), "second": (AGAIN, np.random.default_rng([2, n]))}
        print_looks(where, drawn_from, truths(shares, right), names=NAMES, **looks)
