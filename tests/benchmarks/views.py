"""How long do the views of the figures take, once counted? Run: python -m tests.benchmarks.views [rows ...].

Prints median and fastest of runs that take turns, each on a table that has not yet computed its rates, and the ratio to
counting the rows.
"""

import statistics
import sys
import time
from collections.abc import Callable

import numpy as np

from evalcore.costs import cost_curve
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.intervals import Estimate
from evalcore.views.costs import conditions, cost_lines
from evalcore.views.curves import class_line, model_curves
from evalcore.views.threshold import threshold_view
from tests.benchmarks.machine import describe

COUNTING = "threshold_counts"
VIEWS: dict[str, Callable[[ThresholdCounts], object]] = {
    "model_curves": lambda table: model_curves("a", table, auc=Estimate(0.5), average_precision=Estimate(0.5)),
    "model_curves at a prevalence of .1": lambda table: model_curves(
        "a", table, auc=Estimate(0.5), average_precision=Estimate(0.5), prevalence=0.1
    ),
    "class_line": lambda table: class_line("a", table),
    "threshold_view": threshold_view,
    "cost_lines": lambda table: cost_lines("a", table),
    "cost_curve and conditions": lambda table: conditions(cost_curve(table)),
}


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def compare(n: int, *, prevalence: float, weighted: bool = False, rounds: int = 5) -> None:
    rng = np.random.default_rng(0)
    truth = rng.random(n) < prevalence
    score = 1 / (1 + np.exp(-rng.normal(size=n) - 1.2 * truth))
    weight = rng.random(n) if weighted else None
    table = threshold_counts(truth, score, sample_weight=weight)
    times: dict[str, list[float]] = {name: [] for name in (COUNTING, *VIEWS)}
    for _ in range(rounds):
        times[COUNTING].append(seconds(lambda: threshold_counts(truth, score, sample_weight=weight)))
        for name, view in VIEWS.items():
            fresh = ThresholdCounts(table.threshold, table.tp, table.fp)
            times[name].append(seconds(lambda view=view, fresh=fresh: view(fresh)))
    kind = "weighted " if weighted else ""
    print(f"{n:,} {kind}rows, {prevalence:g} of them positive: median (fastest) of {rounds}")
    for name, values in times.items():
        median, fastest = statistics.median(values), min(values)
        ratio = median / statistics.median(times[COUNTING])
        print(f"  {name:36} {median * 1000:7.0f} ({fastest * 1000:.0f}) ms {ratio:6.1f} x counting")


if __name__ == "__main__":
    print(describe())
    for rows in map(int, sys.argv[1:] or ["1000000"]):
        compare(rows, prevalence=0.3)
        compare(rows, prevalence=0.003)
        compare(rows, prevalence=0.3, weighted=True)
