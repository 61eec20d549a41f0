"""How long do visitors wait who start long runs at once? `python -m tests.benchmarks.waiting [visitors]`.

Each starts the leak hunt of tuned trees over 30 data sets, first with a seed of their own, then all with the same seed.
Prints after how many seconds the first, the median and the last run has ended.
"""

from __future__ import annotations

import sys
import time
from functools import partial

import numpy as np

from evalcore.resampling import LeakHunt, leak_effort, leak_steps
from evalcore.support import process
from evalcore.support.runs import LONG, Run
from tests.benchmarks.machine import describe

SETS = 30


def begin(seed: int) -> Run[LeakHunt]:
    """Begin a run as the page does, in the line of the long ones."""
    steps = partial(leak_steps, "tuning", n=60, n_sets=SETS, rng=np.random.default_rng(seed))
    seconds = max(leak_effort(["tuning"], n=60, n_sets=SETS).seconds, LONG + 1)
    return Run(process.in_process(steps), seconds=seconds, limit=600.0, shared=("waiting", seed))


def waits(seeds: list[int]) -> list[float]:
    """Return after how many seconds each of several runs has ended that are begun at once."""
    start, found = time.perf_counter(), {}
    begun = [begin(seed) for seed in seeds]
    while len(found) < len(begun):
        for place, run in enumerate(begun):
            if place not in found and run.wait(0.01):
                found[place] = time.perf_counter() - start
    return sorted(found.values())


def main(visitors: int = 20) -> None:
    """Print the waits."""
    print(describe())
    for name, seeds in (("each with a seed", list(range(1, visitors + 1))), ("all with one seed", [0] * visitors)):
        found = waits(seeds)
        print(f"{name}: first {found[0]:.0f} s, median {found[len(found) // 2]:.0f} s, last {found[-1]:.0f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
