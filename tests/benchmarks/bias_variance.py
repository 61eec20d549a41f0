"""How much faster than a loop of refits are all training sets at once? Run: python -m tests.benchmarks.bias_variance.

Prints for 1,000 sets of 25 points the time of each learner and its ratio to two loops: scikit-learn's estimator
refitted set by set, and for polynomials numpy's `Legendre.fit`, the fastest refit at hand. Then all numbers of
neighbours of a page, each with the largest training sets it offers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.linear_model import Ridge as RidgeOracle
from sklearn.neighbors import KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

from evalcore.bias_variance import CurveProblem, PlaneProblem
from evalcore.bias_variance.learners import Learner, NearestNeighbours, Polynomial, Ridge
from evalcore.views.bias_variance.classifiers import CLASSIFIERS
from evalcore.views.bias_variance.families import FAMILIES
from evalcore.views.bias_variance.simulators import CurveSimulator
from evalcore.views.bias_variance.zero_one import zero_one_sweep
from tests.benchmarks.machine import describe

SETS, N = 1_000, 25
AT = np.linspace(0, 1, N)[:, None]


def best_of(work: Callable[[], object], times: int) -> float:
    """Return the shortest time of several, in seconds."""
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def compare(design: str, x: np.ndarray, y: np.ndarray, learner: Learner, oracle: Any) -> None:
    """Print a line."""
    each = np.broadcast_to(x, (SETS, N, 1))
    fast = best_of(lambda: learner.predict(x, y, AT), 7)
    slow = best_of(lambda: [oracle.fit(a, b).predict(AT) for a, b in zip(each, y, strict=True)], 1)
    line = f"{design:6} {learner!r:54} {fast * 1e3:8.2f} ms, scikit-learn {slow / fast:7.0f}x"
    if isinstance(learner, Polynomial):
        fit, degree, at = np.polynomial.Legendre.fit, learner.degree, AT[:, 0]
        slow = best_of(lambda: [fit(a[:, 0], b, degree)(at) for a, b in zip(each, y, strict=True)], 2)
        line += f", numpy {slow / fast:5.0f}x"
    print(line)


def sweep_of_neighbours() -> None:
    """Print how long all numbers of neighbours take where every set has its own points: on a line, and in the plane."""
    start = time.perf_counter()
    simulator = CurveSimulator(CurveProblem("sine", design="random"), FAMILIES["neighbours"].make(200), n=200, seed=0)
    simulator.upto(SETS)
    print(f"random, a line: 22 numbers of neighbours of {SETS} sets of 200 points {time.perf_counter() - start:6.1f} s")
    start = time.perf_counter()
    *_, _last = zero_one_sweep(PlaneProblem("boundary"), CLASSIFIERS["neighbours"], n=100, n_sets=100, seed=0)
    print(f"plane: all numbers of neighbours of 100 sets of 100 points {time.perf_counter() - start:6.1f} s")


def main() -> None:
    """Print the ratios."""
    print(describe())
    rng = np.random.default_rng(0)
    learners = (
        (Polynomial(3), make_pipeline(PolynomialFeatures(3), LinearRegression())),
        (Polynomial(9), make_pipeline(PolynomialFeatures(9), LinearRegression())),
        (Ridge(1e-3), make_pipeline(PolynomialFeatures(12), RidgeOracle(1e-3))),
        (NearestNeighbours(5), KNeighborsRegressor(5)),
    )
    for design, x in (("fixed", AT), ("random", rng.random((SETS, N, 1)))):
        y = np.sin(2 * np.pi * x[..., 0]) + 0.3 * rng.standard_normal((SETS, N))
        for learner, oracle in learners:
            compare(design, x, y, learner, oracle)
    sweep_of_neighbours()


if __name__ == "__main__":
    main()
