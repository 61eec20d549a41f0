"""Exercises about labels, where variance may help, and about double descent."""

from __future__ import annotations

import math
from functools import lru_cache, partial
from typing import Final, NamedTuple

import numpy as np

from evalcore.bias_variance import CurveProblem, PlaneProblem, Tree, ZeroOneMean, decompose_zero_one, simulate
from evalcore.errors import Message
from evalcore.views.bias_variance.double_descent import double_descent_steps, double_descent_view
from ui.exercises.kinds import Choice, Solution
from ui.shared.numbers import count, number
from ui.shared.text import N_

POINTS, SETS = 100, 200


class Trees(NamedTuple):
    """Trees of a depth on a problem, and how they are called."""

    shape: str
    depth: int
    said: Message


TREES: Final = (
    Trees(
        "boundary",
        1,
        Message(
            "Two classes with a wavy boundary between them, one label in ten flipped. Stumps ask a single question."
        ),
    ),
    Trees("moons", 1, Message("Two moons, one label in ten flipped. Stumps ask a single question.")),
    Trees("moons", 2, Message("Two moons, one label in ten flipped. Trees of depth 2 ask two questions in a row.")),
)


class Bagged(NamedTuple):
    """Means over the points of trees on their own, and the loss of their main prediction."""

    alone: ZeroOneMean
    together: float


@lru_cache(maxsize=8)
def bagged(shape: str, depth: int) -> Bagged:
    """Return what trees of many sets do, each on its own and all by vote."""
    problem = PlaneProblem("moons" if shape == "moons" else "boundary")
    found = simulate(problem, Tree(depth), n=POINTS, n_sets=SETS, rng=np.random.default_rng(0))
    parts, sets = found.zero_one(), found.sets
    main = decompose_zero_one(parts.main[None, :], sets.at_truth, noise=sets.at_noise, classes=[False, True])
    return Bagged(parts.mean, main.mean.loss)


def bagging(trees: Trees) -> Solution:
    """Where does variance that is taken away lower the loss?"""
    alone, together = bagged(trees.shape, trees.depth)
    helps, hurts = alone.variance_unbiased > 0, alone.variance_biased > 0
    answer = {(True, True): "unbiased", (True, False): "everywhere"}.get((helps, hurts), "nowhere")
    return Solution(
        answer,
        Message(
            "The loss is c₁N + B + c₂V: variance {unbiased} at unbiased points adds to it, variance {biased} at biased "
            "points, where the main prediction is wrong, is taken away: there whoever differs from the vote is right. "
            "A vote of all has the loss {together} instead of {alone}; it is better at the former and worse at the "
            "latter. N + B + V would be {naive}, which is not the loss.",
            {
                "unbiased": number(alone.variance_unbiased),
                "biased": number(alone.variance_biased),
                "together": number(together),
                "alone": number(alone.loss),
                "naive": number(alone.naive_sum),
            },
        ),
    )


def ask_bagging(trees: Trees = TREES[0]) -> Choice:
    """Ask whether less variance is better everywhere; again, of other trees."""
    return Choice(
        key="bagging",
        title=N_("Does bagging help everywhere?"),
        prompt=Message(
            "{trees} Each is trained on {n} points. Bagging lets many of them vote, so that variance goes to 0 and "
            "each point gets its main prediction. Does that lower the 0-1 loss at every point?",
            {"trees": trees.said, "n": POINTS},
        ),
        options={
            "everywhere": N_("Yes: less variance is better everywhere."),
            "unbiased": N_("No: at some points it makes the loss larger."),
            "nowhere": N_("No: the loss stays as it is everywhere."),
        },
        solve=partial(bagging, trees),
        again=lambda rng: ask_bagging(TREES[int(rng.integers(len(TREES)))]),
    )


KNOWN: Final = 25
OTHERS: Final = (40, 35, 45)
PEAK_SETS: Final = 50


class Peak(NamedTuple):
    """Where the median test error is highest: features and error; and what it is at best on either side."""

    features: int
    median: float
    before: float
    after: float
    is_there: bool


@lru_cache(maxsize=8)
def peak_of(n: int) -> Peak:
    """Return where random features have their peak with so many points."""
    *_others, found = double_descent_steps(CurveProblem("sine"), n=n, n_sets=PEAK_SETS, seed=0)
    view = double_descent_view(found, ratio=1)
    peak = view.peak
    return Peak(peak.features, peak.median, view.best_before.median, view.best_after.median, view.has_peak)


def candidates(n: int) -> dict[str, int]:
    """Return numbers of features to choose from."""
    return {"same": KNOWN, "points": n, "double": 2 * n}


def where(n: int) -> Solution:
    """At how many features is the peak with so many points?"""
    peak = peak_of(n)
    apart = {name: abs(math.log(peak.features / features)) for name, features in candidates(n).items()}
    return Solution(
        min(apart, key=lambda name: apart[name]) if peak.is_there else "none",
        Message(
            "The median test error is highest at p = {p}, {median}, where there are about as many features as points: "
            "just enough to pass through all of them, and in one way only. Before it the least is {before}, beyond it "
            "{after}. The peak is at p ≈ n, so more data move it to the right: at a fixed p more data can even make "
            "the error larger.",
            {
                "p": count(peak.features),
                "median": _two_digits(peak.median),
                "before": _two_digits(peak.before),
                "after": _two_digits(peak.after),
            },
        ),
    )


def _two_digits(value: float) -> str:
    return f"{float(f'{value:.1e}'):,g}"


def ask_peak(n: int = OTHERS[0]) -> Choice:
    """Ask where the peak of double descent goes; again, with another number of points."""
    return Choice(
        key="peak",
        title=N_("Where does the peak go?"),
        prompt=Message(
            "Least squares on random features, fitted to {known} points of a sine: the test error is highest at about "
            "p = {features} features. Now each training set has {n} points. At about how many features is the test "
            "error highest?",
            {"known": KNOWN, "features": KNOWN, "n": n},
        ),
        options={
            **{name: str(features) for name, features in candidates(n).items()},
            "none": N_("There is no peak any more."),
        },
        solve=partial(where, n),
        again=lambda rng: ask_peak(OTHERS[int(rng.integers(len(OTHERS)))]),
    )
