"""Estimators over many data sets: those that come with the app at once, others by a process beside the page."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from evalcore.errors import Message
from evalcore.resampling import Comparison, Method, compare_steps, fits_of, training_effort
from evalcore.support.runs import Effort, Made
from evalcore.views.resampling.kept import comparison
from evalcore.views.resampling.plan import Plan
from evalcore.views.resampling.rounds import RoundsView, Shown, rounds_effort, rounds_steps, rounds_view
from evalcore.views.resampling.spread import SpreadView, methods_of, spread_view
from ui.resampling import runs
from ui.resampling.runs import PATIENCE, Place
from ui.resampling.spread.setting import Setting
from ui.session import memory
from ui.session.samples import FOLDER

FILE: Final = FOLDER.joinpath("estimates.csv")
PLACE: Final[Place[Comparison]] = Place("evaluation_spread", simulated=True)
# What the rounds of many repeats hold is large.
ROUNDS: Final[Place[Made[RoundsView]]] = Place("evaluation_rounds", simulated=True, most=2)


def may_begin(asked: Setting) -> bool:
    """Whether all that the view shows is there, soon made, or agreed to; else it is offered.

    Raises
    ------
    InputError
        If a method cannot split so few rows.
    """
    if _shipped(asked) is not None:
        return True
    if PLACE.job.has_agreed(asked.key):  # to all of it, which the rounds are a small part of
        ROUNDS.job.agree(of_rounds(asked))
    return PLACE.may_begin(asked.key, _effort(asked))


def spread(asked: Setting) -> SpreadView | Message | None:
    """Return what the estimators say, or why nothing; None while no data set is done.

    Raises
    ------
    InputError
        If a method cannot split so few rows.
    """
    plan = asked.plan
    found: Comparison | Message | None = _shipped(asked)
    if found is None:
        rng = np.random.default_rng(plan.seed)
        steps = partial(
            compare_steps, plan.problem, plan.learner, _methods(asked), n=plan.n, n_sets=asked.n_sets, rng=rng
        )
        found = PLACE.find(asked.key, steps, effort=_effort(asked))
    if found is None or isinstance(found, Message):
        return found
    return memory.memo(
        "evaluation spread", *asked.key, len(found.errors), make=lambda: spread_view(found, plan), most=6
    )


def _shipped(asked: Setting) -> Comparison | None:
    return comparison(runs.shipped(FILE.name), asked.plan, asked.n_sets)


def _methods(asked: Setting) -> tuple[Method, ...]:
    return memory.memo("evaluation methods", asked.plan, make=lambda: tuple(methods_of(asked.plan)))


def _effort(asked: Setting) -> Effort:
    plan = asked.plan
    rows = plan.problem.draw(plan.n, np.random.default_rng(0))  # as those of every data set
    return training_effort(plan.learner, plan.n, asked.n_sets, fits_of(_methods(asked), rows))


def rounds(asked: Setting) -> RoundsView | Message | None:
    """Return the rounds of the method on the data set that is looked at, or why none; None while they are made.

    Raises
    ------
    InputError
        If the method cannot split so few rows, or the learner refuses them.
    """
    key = of_rounds(asked)
    effort = memory.memo("effort of rounds", *key, make=lambda: rounds_effort(*key[:2], at=asked.at))
    if effort.seconds > PATIENCE:
        found = ROUNDS.find(key, partial(rounds_steps, *key[:2], at=asked.at), effort=effort)
        return found.whole if isinstance(found, Made) else found
    return memory.memo("evaluation rounds", *key, make=lambda: rounds_view(*key[:2], at=asked.at), most=6)


def of_rounds(asked: Setting) -> tuple[Plan, Shown, int]:
    """Return what tells the rounds from others."""
    return asked.plan, asked.shown, asked.at
