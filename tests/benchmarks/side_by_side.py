"""How long do models, classes and probabilities take side by side? Run: python -m tests.benchmarks.side_by_side [rows].

Twelve models of as many rows, all scores distinct. Prints what the first screen of each view computes once, and what
all 66 pairs take; each with its ratio to counting the rows, which sorts them once. Processor time: other work on the
machine is not in it.
"""

import sys
import time
from collections.abc import Callable
from itertools import combinations
from typing import get_args

import numpy as np

from evalcore import calibration, costs, curves, metrics
from evalcore.calibration import Method
from evalcore.counts import confusion_matrix, threshold_counts
from evalcore.decisions import class_rows, packed_calls, pair_differences
from tests.benchmarks.machine import describe

MODELS, CLASSES = 12, 40
COUNTING = "threshold_counts"


def looks(n: int) -> dict[str, Callable[[], object]]:
    """Return what is measured, by name."""
    rng = np.random.default_rng(0)
    odds = rng.normal(-1, 1.2, n)
    truth = rng.random(n) < 1 / (1 + np.exp(-odds))
    scores = {f"m{k}": 1 / (1 + np.exp(-odds - rng.normal(0, 0.5 + k / 10, n))) for k in range(MODELS)}
    first, second = scores["m0"], scores["m1"]
    table = threshold_counts(truth, first)
    halves = [threshold_counts(truth[k::2], first[k::2]) for k in (0, 1)]
    calls = packed_calls(truth, {name: score >= 0.4 for name, score in scores.items()})
    made = calibration.recalibrate(halves[0])
    of_class = rng.integers(0, CLASSES, n)
    called = np.where(rng.random(n) < 0.7, of_class, rng.integers(0, CLASSES, n))
    sure = rng.random(n)
    answered = curves.abstention_curve(of_class == called, sure)
    matrix = confusion_matrix(of_class, called)
    pairs = list(combinations(scores.values(), 2))
    return {
        COUNTING: lambda: threshold_counts(truth, first),
        "calibration_line": lambda: calibration.calibration_line(table),
        "smooth_calibration": lambda: calibration.smooth_calibration(table),
        "losses": lambda: calibration.losses(table),
        "decision_intervals": lambda: costs.decision_intervals(table),
        "net_benefit_difference, 99 places": lambda: costs.net_benefit_difference(truth, first, second),
        "gains_curve": lambda: curves.gains_curve(table),
        **{
            f"recalibrated, {method}": lambda method=method: calibration.recalibrated(*halves, method)
            for method in get_args(Method)
        },
        "acted": lambda: calibration.acted(truth[1::2], first[1::2], made, 0.3),
        "loss_differences": lambda: calibration.loss_differences(truth, first, second),
        "all pairs: loss_differences": lambda: [calibration.loss_differences(truth, a, b) for a, b in pairs],
        "all pairs: net_benefit_difference": lambda: [
            costs.net_benefit_difference(truth, a, b, [0.3]) for a, b in pairs
        ],
        "all pairs: pair_differences of F1": lambda: pair_differences(calls, names=["f1"]),
        "abstention_curve": lambda: curves.abstention_curve(of_class == called, sure),
        "abstention_at": lambda: curves.abstention_at(answered, 0.6),
        "confusion_matrix of forty classes": lambda: confusion_matrix(of_class, called),
        "class_order and confusions": lambda: (metrics.class_order(matrix), metrics.confusions(matrix)),
        "class_rows": lambda: class_rows(of_class, called, CLASSES, confidence=sure),
    }


def main(n: int) -> None:
    print(f"{n:,} rows: processor time, fastest of three, and its ratio to counting the rows")
    counting = None
    for name, call in looks(n).items():
        taken = []
        for _ in range(1 if "all pairs" in name else 3):
            start = time.process_time()
            call()
            taken.append(time.process_time() - start)
        counting = counting or min(taken)
        print(f"  {name:36} {1000 * min(taken):8.0f} ms {min(taken) / counting:7.1f} x counting", flush=True)


if __name__ == "__main__":
    print(describe())
    for rows in map(int, sys.argv[1:] or ("1000000",)):
        main(rows)
