"""What runs are expected to take beside what they take: `python -m tests.benchmarks.efforts`.

An estimate decides in which line a run waits, and whether it asks before it begins. It should be a little high, at most
twice: other cores are slower. Seconds are those of a processor, so that other work beside it does not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

import numpy as np

from evalcore.bias_variance import CurveProblem
from evalcore.resampling.leaks import LEAKS, leak_effort, leak_steps
from evalcore.resampling.pipelines import pipeline_effort, pipeline_steps
from evalcore.significance.laboratory import laboratory_effort, laboratory_steps
from evalcore.views.bias_variance.classifiers import CLASSIFIERS, FOUR
from evalcore.views.bias_variance.families import FAMILIES
from evalcore.views.bias_variance.simulators import CurveSimulator, ZeroOneSimulator
from ui.bias_variance.zero_one.setting import BEGIN, Setting

SETS = 4


def line(what: str, n: int, expected: float, act: Callable[[], object]) -> None:
    """Run it and print both."""
    begun = time.process_time()
    act()
    taken = time.process_time() - begun
    print(f"{what:28} {n:6,} rows  expected {expected:8.3f} s  taken {taken:8.3f} s  {expected / taken:5.1f} x")


def through(steps: Iterable[object]) -> None:
    """Take all steps."""
    for _step in steps:
        pass


def main() -> None:
    """Print a line for each learner and size."""
    for name, family in FAMILIES.items():
        for n in (25, 200):
            place = CurveSimulator(CurveProblem(), family.make(n), n=n, seed=0)
            line(name, n, family.seconds(n, SETS, True), lambda place=place: place.upto(SETS))
    problem = Setting(*BEGIN, complexity=1).problem
    for name, family in {**CLASSIFIERS, FOUR.name: FOUR}.items():
        for n in (25, 100, 400):
            other = ZeroOneSimulator(problem, family, n=n, seed=0)
            line(f"0-1 loss, {name}", n, family.seconds(n, SETS, False), lambda place=other: place.upto(SETS))
    for n in (50, 200, 1000):
        for learner in ("lda", "1-nn"):
            run = laboratory_steps(learner, n=n, n_replicates=100, rng=np.random.default_rng(1))
            expected = laboratory_effort(learner, n=n, n_replicates=100).seconds
            line(f"laboratory, {learner}", n, expected, lambda run=run: through(run))
    for n in (60, 400):
        hunt = pipeline_steps(n=n, n_sets=SETS, rng=np.random.default_rng(1))
        line("pipelines", n, pipeline_effort(n=n, n_sets=SETS).seconds, lambda hunt=hunt: through(hunt))
        for leak in LEAKS:
            found = leak_steps(leak, n=n, n_sets=SETS, rng=np.random.default_rng(1))
            line(leak, n, leak_effort([leak], n=n, n_sets=SETS).seconds, lambda found=found: through(found))


if __name__ == "__main__":
    main()
