"""The paired bootstrap of metrics, few rows of a class. Run: python -m tests.benchmarks.coverage_bootstrap [samples].

Two models on the same rows, equally good or the first better at positives. Prints the share of intervals at 95% of the
difference of a metric that hold the truth, in brackets those with a note.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from functools import partial

import numpy as np

from evalcore import metrics
from evalcore.counts import Cells
from evalcore.significance import paired_bootstrap
from tests.benchmarks.covering import AGAIN_RESAMPLED, Found, print_looks, print_titles
from tests.benchmarks.machine import describe

SAMPLES, REPLICATES = 300, 500
ROWS = ((50, 0.3), (100, 0.1), (100, 0.3), (1_000, 0.01), (1_000, 0.02), (1_000, 0.03), (1_000, 0.1))
METRICS = ("balanced_accuracy", "f1", "matthews", "recall", "precision", "accuracy")
# Shares of both wrong, only the first right, only the second right, both right: of positives, and of negatives wrong
# the other way round.
POSITIVES = {"equal": (0.2, 0.1, 0.1, 0.6), "better": (0.2, 0.2, 0.05, 0.55)}
NEGATIVES = (0.05, 0.04, 0.06, 0.85)


def joint(prevalence: float, kind: str) -> np.ndarray:
    """Return the shares of rows of (truth, a, b) in the order of the binary number they make."""
    of_pos, of_neg = np.array(POSITIVES[kind])[[0, 2, 1, 3]], np.array(NEGATIVES)[::-1]
    return np.concatenate([(1 - prevalence) * of_neg, prevalence * of_pos])


def true_difference(name: str, shares: np.ndarray) -> float:
    """Return the difference of a metric in the population."""
    n000, n001, n010, n011, n100, n101, n110, n111 = shares
    a = Cells(tp=n110 + n111, fp=n010 + n011, fn=n100 + n101, tn=n000 + n001)
    b = Cells(tp=n101 + n111, fp=n001 + n011, fn=n100 + n110, tn=n000 + n010)
    function = metrics.METRICS[name].function
    return float(function(a) - function(b))


def samples(n: int, shares: np.ndarray, repetitions: int, rng: np.random.Generator) -> Iterator[list[Found]]:
    """Yield the intervals of samples of n rows."""
    for _ in range(repetitions):
        code = rng.choice(8, n, p=shares)
        y, a, b = ((code >> bit & 1).astype(bool) for bit in (2, 1, 0))
        if y.any() and not y.all():
            yield [_found(name, y, a, b, rng) for name in METRICS]


def _found(name: str, y: np.ndarray, a: np.ndarray, b: np.ndarray, rng: np.random.Generator) -> Found:
    """Return the interval of a sample, and whether a note stands beside it that rows are few."""
    test = paired_bootstrap(metrics.METRICS[name].function, y, a, b, n_replicates=REPLICATES, rng=rng)
    return name, test.low, test.high, any("too few for percentiles" in str(word) for word in test.warnings)


def print_bootstrap(repetitions: int, rng: np.random.Generator) -> None:
    """Print the table."""
    print("paired bootstrap of the difference of a metric")
    print_titles(f"{'n':>6} {'p':>4} {'':>6} ", (name.replace("balanced_", "bal. ") for name in METRICS))
    for (n, p), kind in itertools.product(ROWS, POSITIVES):
        shares = joint(p, kind)
        true = {name: true_difference(name, shares) for name in METRICS}
        looks = {"first": (repetitions, rng), "second": (2 * AGAIN_RESAMPLED, np.random.default_rng([9, n]))}
        print_looks(f"{n:6} {p:4} {kind:>6} ", partial(samples, n, shares), true, names=METRICS, **looks)


def main() -> None:
    """Print the table."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else SAMPLES
    print(describe())
    print_bootstrap(repetitions, np.random.default_rng(0))


if __name__ == "__main__":
    main()
