"""How long do bootstrap bands and intervals of curves take? Run: python -m tests.benchmarks.bands [rows] [replicates].

Prints median and fastest time with distinct scores and with scores of three decimals, and what resampling the rows
themselves would take.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from evalcore.counts import threshold_counts
from evalcore.curves import bootstrap_curves, precision_recall_band, roc_band, roc_curve
from tests.benchmarks.machine import describe


def seconds(call: Callable[[], object], rounds: int = 3) -> str:
    """Return median and fastest time."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return f"{sorted(times)[rounds // 2]:.2f} s (fastest {min(times):.2f})"


def by_rows(truth: np.ndarray, score: np.ndarray, rng: np.random.Generator) -> None:
    """Make one ROC curve of resampled rows."""
    drawn = [rng.choice(score[kind], np.count_nonzero(kind)) for kind in (truth, ~truth)]
    roc_curve(threshold_counts(np.arange(len(score)) < len(drawn[0]), np.concatenate(drawn)))


def main() -> None:
    """Print the figures."""
    rows, replicates = (int(given) for given in (sys.argv[1:] + ["1000000", "2000"][len(sys.argv) - 1 :])[:2])
    print(describe())
    rng = np.random.default_rng(0)
    truth = rng.random(rows) < 0.3
    score = rng.normal(size=rows) + 1.5 * truth
    for name, values in (("distinct scores", score), ("three decimals", score.round(3))):
        counts = threshold_counts(truth, values)
        print(f"{rows:,} rows, {len(counts) - 1:,} scores ({name}), {replicates:,} replicates (at most 5 s)")
        for make in (roc_band, precision_recall_band, bootstrap_curves):
            print(f"  {make.__name__:22} {seconds(partial(make, counts, n_replicates=replicates, rng=rng))}")
    start = time.perf_counter()
    for _ in range(5):
        by_rows(truth, score, rng)
    print(f"resampling rows: {(time.perf_counter() - start) / 5 * replicates:.0f} s, from 5 replicates")


if __name__ == "__main__":
    main()
