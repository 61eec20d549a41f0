"""Exercises of bias and variance; those of single parts, of labels and of double descent stand beside them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from itertools import pairwise
from typing import Final

import numpy as np

from evalcore.bias_variance import Polynomial, draw_sets, sweep
from evalcore.errors import Message
from ui.bias_variance.cases import SETS, Case, problem, said
from ui.bias_variance.further_exercises import ask_bagging, ask_peak
from ui.bias_variance.part_exercises import ask_gap, ask_most_bias, ask_shrinking, ask_without_noise
from ui.bias_variance.sketch import Sketch
from ui.exercises.kinds import Exercise, Judgement, Solution
from ui.shared.numbers import number
from ui.shared.text import N_

# Of the curve that is drawn; the first is given.
DEGREES: Final = (0, 1, 3, 5, 9, 12)
# An error so little above the least is as good as it.
CLOSE: Final = 1.05
# None is what the page shows at first.
CURVES: Final = (
    Case("sine", 15, 0.5),
    Case("cubic", 20, 0.5),
    Case("sine", 15),
    Case("sine", 50, 0.5),
    Case("step", 15, 0.5),
)


@lru_cache(maxsize=16)
def errors(shape: str, n: int, sigma: float) -> tuple[float, ...]:
    """Return the error of polynomials of each of the degrees."""
    case = Case(shape, n, sigma)
    sets = draw_sets(problem(case), n=n, n_sets=SETS, rng=np.random.default_rng(0))
    found = sweep(sets, [Polynomial(degree) for degree in DEGREES])
    return tuple(one.squared().mean.error for one in found.simulations)


def check_curve(case: Case, answer: Mapping[str, float]) -> Judgement:
    """Whether a drawn curve falls to about the right degree and rises from there."""
    found = errors(*case)
    drawn = [found[0], *answer.values()]
    lowest, best = int(np.argmin(drawn)), int(np.argmin(found))
    falls = all(after <= before for before, after in pairwise(drawn[: lowest + 1]))
    rises = all(after >= before for before, after in pairwise(drawn[lowest:]))
    is_u = falls and rises and drawn[0] > drawn[lowest] < drawn[-1]
    comment = Message(
        "Your least error is at degree {yours}, the one measured at degree {best}.",
        {"yours": DEGREES[lowest], "best": DEGREES[best]},
    )
    return Judgement(bool(is_u and found[lowest] <= CLOSE * found[best]), comment)


def curve(case: Case) -> Solution:
    """How does the error depend on the degree?"""
    found = errors(*case)
    best = int(np.argmin(found))
    return Solution(
        {str(degree): round(error, 3) for degree, error in zip(DEGREES[1:], found[1:], strict=True)},
        Message(
            "Up to degree {best} the error falls, from {first} to {least}: bias goes. From there it rises to {last}: "
            "what bias is left hardly falls any more, and every further coefficient adds σ²/n to the variance. It "
            "falls steeply and rises slowly; below σ² = {noise} it never comes.",
            {
                "best": DEGREES[best],
                "first": number(found[0]),
                "least": number(found[best]),
                "last": number(found[-1]),
                "noise": number(case.sigma**2),
            },
        ),
    )


def ask_curve(case: Case = CURVES[0]) -> Sketch:
    """Ask for the curve of the error; again, of another problem."""
    return Sketch(
        key="u_curve",
        title=N_("Draw the curve before you sweep"),
        prompt=Message(
            "Polynomials are fitted to {n} points of {truth} with noise of standard deviation "
            "σ = {sigma}, for {sets} training sets. At degree 0 the mean error on fresh targets at the same "
            "points is {first}. Guess it at the other degrees: what counts is where it falls, and where it rises.",
            {**said(case), "sets": SETS, "first": number(errors(*case)[0])},
        ),
        fields={str(degree): f"d = {degree}" for degree in DEGREES[1:]},
        at=DEGREES,
        start=errors(*case)[0],
        measured=partial(errors, *case),
        x=N_("degree d"),
        y=N_("error"),
        check=partial(check_curve, case),
        solve=partial(curve, case),
        again=lambda rng: ask_curve(CURVES[int(rng.integers(len(CURVES)))]),
    )


EXERCISES: Final[tuple[Exercise, ...]] = (
    ask_curve(),
    ask_shrinking(),
    ask_most_bias(),
    ask_without_noise(),
    ask_bagging(),
    ask_gap(),
    ask_peak(),
)
