"""Does DeLong's interval cover as often as it says, and how long does it take? Run: python -m tests.benchmarks.delong.

Prints the coverage of nominal 95% intervals in the binormal model (a third of the rows positive, equal spreads) with
its Monte Carlo standard error, plain and on the logit scale; samples without an interval count as not covering, and
their share is printed. Then how often DeLong's test rejects at level 0.05 when two models are equally good (binormal,
both of one true AUC, their scores within a class correlated by one half), with many rows and with few of one class,
and the time at a million rows.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable

import numpy as np
from scipy.special import ndtri

from evalcore.curves import auc_interval
from evalcore.significance import delong_test
from tests.benchmarks.machine import describe

ROWS = 1_000_000


def drawn(n: int, area: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return labels and scores whose true AUC is `area`."""
    truth = np.arange(n) < n // 3
    return truth, rng.normal(size=n) + truth * math.sqrt(2) * ndtri(area)


def coverage(n: int, area: float, repetitions: int, rng: np.random.Generator) -> str:
    """Return the shares of intervals that hold the true area, and of samples without an interval."""
    found = [auc_interval(*drawn(n, area, rng)) for _ in range(repetitions)]
    plain = np.mean([r.low <= area <= r.high for r in found])
    logit = np.mean([r.logit_low <= area <= r.logit_high for r in found])
    without = np.mean([r.reason is not None for r in found])
    error = math.sqrt(0.95 * 0.05 / repetitions)
    return f"plain {plain:.4f}  logit {logit:.4f}  (+- {error:.4f})  no interval {without:.4f}"


def rejections(n_pos: int, n_neg: int, area: float, repetitions: int, rng: np.random.Generator) -> str:
    """Return how often two equally good models, correlated by one half, are called different."""
    truth = np.arange(n_pos + n_neg) < n_pos
    pvalues = []
    for _ in range(repetitions):
        shared, *own = rng.normal(size=(3, n_pos + n_neg))
        pair = [(shared + mine) / math.sqrt(2) + truth * math.sqrt(2) * ndtri(area) for mine in own]
        pvalues.append(delong_test(truth, *pair).pvalue)
    found = float(np.mean(np.array(pvalues) < 0.05))
    return f"{found:.4f} (+- {math.sqrt(found * (1 - found) / repetitions):.4f})"


def seconds(call: Callable[[], object], rounds: int = 5) -> str:
    """Return median and fastest time."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return f"{sorted(times)[rounds // 2]:.3f} s (fastest {min(times):.3f})"


def main() -> None:
    """Print the figures."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    print(describe())
    rng = np.random.default_rng(0)
    print(f"coverage of nominal 95% intervals, {repetitions:,} samples each")
    for n in (15, 30, 60, 150, 600):
        for area in (0.6, 0.8, 0.95, 0.99):
            print(f"  n {n:4}, m+ {n // 3:3}, AUC {area:4}: {coverage(n, area, repetitions, rng)}")
    print("rejections of DeLong's test at level 0.05, equally good models")
    for n_pos, n_neg in ((2, 98), (3, 97), (5, 95), (9, 91), (10, 90), (30, 70), (200, 400)):
        found = "  ".join(f"AUC {area}: {rejections(n_pos, n_neg, area, repetitions, rng)}" for area in (0.7, 0.8, 0.9))
        print(f"  m+ {n_pos:3}, m- {n_neg:3}  {found}")
    truth, first = drawn(ROWS, 0.8, rng)
    second = first + rng.normal(size=ROWS)
    print(f"{ROWS:,} rows (at most 2 s each)")
    print(f"  auc_interval: {seconds(lambda: auc_interval(truth, first))}")
    print(f"  delong_test:  {seconds(lambda: delong_test(truth, first, second))}")


if __name__ == "__main__":
    main()
