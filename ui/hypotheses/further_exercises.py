"""Exercises about what tells learners apart: a prior, and nothing that the training set says."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from evalcore.errors import Message
from evalcore.hypotheses import mixed_prior, nearest, no_free_lunch, occam_curves, opposite_of_nearest
from evalcore.views.hypotheses.occam import POINTS
from ui.exercises.kinds import Choice, Number, Solution
from ui.shared.numbers import number
from ui.shared.text import N_


class Tilt(NamedTuple):
    """A prior that is partly smooth, and the cells: how many, and which is seen."""

    smooth: str = "0.3"
    cells: int = 3
    seen: int = 0


TILTS: Final = (Tilt(), Tilt("0.6"), Tilt("0.3", 3, 1), Tilt("1"), Tilt("0.6", 4, 0))


def errors_of(tilt: Tilt) -> tuple[Fraction, Fraction]:
    """Return the expected errors of the nearest cell and of its opposite."""
    found = no_free_lunch(
        tilt.cells,
        [tilt.seen],
        {"nearest": nearest, "opposite": opposite_of_nearest},
        prior=mixed_prior(tilt.cells, smooth=tilt.smooth),
    )
    return found.learners["nearest"].expected, found.learners["opposite"].expected


def tilting(tilt: Tilt) -> Solution:
    """By how much does the nearest cell win?"""
    close, opposite = errors_of(tilt)
    return Solution(
        round(float(opposite - close), 3),
        Message(
            "Expected errors are {near} and {opposite}. Under the even prior both are {even}. A neighbour of the cell "
            "seen has its label with probability 3/4 under the smooth prior, one two steps away with 5/8: the lead "
            "grows with the share of that prior, and is none where its share is 0.",
            {
                "near": number(float(close)),
                "opposite": number(float(opposite)),
                "even": number(float((close + opposite) / 2)),
            },
        ),
    )


def ask_tilt(tilt: Tilt = TILTS[0]) -> Number:
    """Ask for the lead under a tilted prior; again, under another one."""
    return Number(
        key="tilt",
        title=N_("Tilt the prior"),
        prompt=Message(
            "{cells} inputs in a row, equally frequent; the label of input {seen} is seen. A says for the others what "
            "it has seen, B the opposite. With the even prior both err alike. Now the prior is {smooth} smooth (each "
            "input has the label of its left neighbour with probability 3/4), the rest even. By how much is the "
            "expected error of A lower?",
            {"cells": tilt.cells, "seen": tilt.seen + 1, "smooth": tilt.smooth},
        ),
        label=N_("difference of the errors"),
        tolerance=0.03,
        solve=partial(tilting, tilt),
        again=lambda rng: ask_tilt(TILTS[int(rng.integers(len(TILTS)))]),
    )


CURVES: Final = {
    "a": N_("A: it is smoother"),
    "b": N_("B: it follows the points just as well and has more to say"),
    "open": N_("One cannot tell"),
}
WIGGLES: Final = (0.8, 0.3, 1.2)


def comparing(wiggle: float) -> Solution:
    """Which of two curves through the same points generalises?"""
    x, y = zip(*POINTS, strict=True)
    found = occam_curves(x, y, wiggle=wiggle)
    return Solution(
        "open",
        Message(
            "On the points both are right. If A is the truth, B errs {apart} on new points; if B is, A errs just as "
            "much. That smooth truths are more common is knowledge about the problem, not in the six points.",
            {"apart": number(found.errors_on(0.0)[1])},
        ),
    )


def ask_curves(wiggle: float = WIGGLES[0]) -> Choice:
    """Ask which curve generalises; again, with another distance between them."""
    return Choice(
        key="curves",
        title=N_("Same training error"),
        prompt=Message(
            "Six points without noise. Curve A is the smoothest through all of them, curve B swings {wiggle} away from "
            "it between any two. Nothing else is known. Which generalises better?",
            {"wiggle": wiggle},
        ),
        options=CURVES,
        solve=partial(comparing, wiggle),
        again=lambda rng: ask_curves(WIGGLES[int(rng.integers(len(WIGGLES)))]),
    )
