"""Scores of three classes: what intervals of averages of areas hold."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial

import numpy as np

from evalcore import curves
from tests.benchmarks.covering import AGAIN, Found, print_looks, print_titles

SHARES = ((0.6, 0.3, 0.1), (0.9, 0.07, 0.03))
APART = (1.0, 3.0)  # by how much the score of a row's own class is larger, in standard deviations
SHARED = 0.3  # of the variance of a score, which a row has in common
CLASSES = ("first", "second", "third")
NAMES = ("macro AUC", "weighted AUC", "M")
TRUTH_ROWS = 200_000


def drawn(n: int, shares: tuple[float, ...], apart: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return the classes of rows and their scores, turned into probabilities."""
    truth = rng.choice(3, n, p=shares)
    own, common = rng.normal(size=(n, 3)), rng.normal(size=(n, 1))
    raised = np.sqrt(1 - SHARED) * own + np.sqrt(SHARED) * common * np.array([1.0, 0.0, -1.0])
    weight = np.exp(raised + apart * np.eye(3)[truth])
    return truth, weight / weight.sum(axis=1, keepdims=True)


def found_in(truth: np.ndarray, score: np.ndarray) -> list[Found]:
    """Return the intervals of a sample."""
    found = curves.class_area_intervals(truth, score, CLASSES)
    each = (found.macro, found.weighted, found.measure)
    return [(name, of.low, of.high, bool(of.warnings)) for name, of in zip(NAMES, each, strict=True)]


def truths(shares: tuple[float, ...], apart: float) -> dict[str, float]:
    """Return what the population has, nearly: the areas of very many rows."""
    found = curves.class_area_intervals(*drawn(TRUTH_ROWS, shares, apart, np.random.default_rng(9)), CLASSES)
    return dict(zip(NAMES, (found.macro.area, found.weighted.area, found.measure.value), strict=True))


def samples(
    n: int, shares: tuple[float, ...], apart: float, repetitions: int, rng: np.random.Generator
) -> Iterator[list[Found]]:
    """Yield the intervals of samples of rows."""
    for _ in range(repetitions):
        yield found_in(*drawn(n, shares, apart, rng))


def print_class_areas(rows: tuple[int, ...], repetitions: int, rng: np.random.Generator) -> None:
    """Print how often the intervals of averages of areas hold the truth."""
    print("scores of three classes: averages of areas")
    print_titles(f"{'n':>6} {'shares':>14} {'apart':>5} ", NAMES)
    for n, shares, apart in itertools.product(rows, SHARES, APART):
        where, drawn_from = f"{n:6} {' '.join(map(str, shares)):>14} {apart:5} ", partial(samples, n, shares, apart)
        looks = {"first": (repetitions, rng), "second": (AGAIN, np.random.default_rng([6, n]))}
        print_looks(where, drawn_from, truths(shares, apart), names=NAMES, **looks)
