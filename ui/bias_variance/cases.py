"""Problems that exercises ask about, and what learners make of them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, cast

import numpy as np

from evalcore.bias_variance import CurveProblem, Learner, Simulation, simulate
from evalcore.bias_variance.problems import Design, Shape
from evalcore.errors import Message
from ui.shared.numbers import count

SETS: Final = 200
SHAPES: Final = {"sine": Message("a sine"), "step": Message("a step"), "cubic": Message("a cubic")}


class Case(NamedTuple):
    """A problem: its truth, points in a set, and noise."""

    shape: str = "sine"
    n: int = 25
    sigma: float = 0.3


def problem(case: Case, design: str = "fixed") -> CurveProblem:
    """Return the problem of a case."""
    return CurveProblem(cast("Shape", case.shape), case.sigma, cast("Design", design))


def simulated(case: Case, learner: Learner, design: str = "fixed") -> Simulation:
    """Return what a learner makes of the training sets of a case."""
    return simulate(problem(case, design), learner, n=case.n, n_sets=SETS, rng=np.random.default_rng(0))


def said(case: Case) -> dict[str, Any]:
    """Return what a prompt says of a case."""
    return {"truth": SHAPES[case.shape], "n": count(case.n), "sigma": f"{case.sigma:g}"}
