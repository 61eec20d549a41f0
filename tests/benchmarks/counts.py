"""How long do the counts and both curves of distinct scores take? Run: python -m tests.benchmarks.counts [rows ...].

Prints median and fastest of runs that take turns, so that a machine that slows down slows all, and ratios to
scikit-learn's four calls and to `numpy.sort` of as many uint64 keys.
"""

import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
import sklearn
from sklearn import metrics as sk

from evalcore.counts import threshold_counts
from evalcore.curves import precision_recall_curve, roc_curve
from tests.benchmarks.machine import describe

SORT = "numpy.sort of as many uint64 keys"
WHOLE = "threshold_counts + ROC + P-R + AUC + AP"


def ours(truth: np.ndarray, score: np.ndarray) -> tuple[float, float]:
    counts = threshold_counts(truth, score)
    roc, pr = roc_curve(counts), precision_recall_curve(counts)
    return roc.auc, pr.average_precision


def theirs(truth: np.ndarray, score: np.ndarray) -> tuple[float, float]:
    sk.roc_curve(truth, score)
    sk.precision_recall_curve(truth, score)
    return float(sk.roc_auc_score(truth, score)), float(sk.average_precision_score(truth, score))


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def compare(n: int, rounds: int = 15) -> None:
    rng = np.random.default_rng(0)
    score = rng.permutation(np.linspace(0, 1, n, endpoint=False))
    truth = rng.random(n) < score
    keys = rng.integers(0, 2**63, n, dtype=np.uint64)
    calls = {
        SORT: lambda: np.sort(keys),
        "threshold_counts": lambda: threshold_counts(truth, score),
        WHOLE: lambda: ours(truth, score),
    }
    times = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            times[name].append(seconds(call))
    start = time.perf_counter()
    areas = theirs(truth, score)
    slow = time.perf_counter() - start
    difference = np.abs(np.subtract(ours(truth, score), areas)).max()
    gain = slow / statistics.median(times[WHOLE])
    print(f"{n:,} distinct scores: median (fastest) of {rounds}")
    sort = times[SORT]
    for name, values in times.items():
        median, fastest = statistics.median(values), min(values)
        ratios = f"{median / statistics.median(sort):6.2f} ({fastest / min(sort):.2f}) x sort"
        print(f"  {name:45} {median:8.4f} ({fastest:.4f}) s {ratios}")
    print(f"  {'scikit-learn, four calls, once':45} {slow:8.4f} s, {gain:.0f} x the line above")
    print(f"  AUC and AP differ from scikit-learn's by at most {difference:.1e}")


if __name__ == "__main__":
    print(f"{describe()}, scikit-learn {sklearn.__version__}")
    for rows in map(int, sys.argv[1:] or ["1000000", "10000000"]):
        compare(rows)
