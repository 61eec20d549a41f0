"""Estimators over many data sets: those that come with the app at once, others by a process beside the page."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from evalcore.errors import Message
from evalcore.resampling import Comparison, compare_steps, fits_of, training_seconds
from evalcore.views.resampling.kept import comparison
from evalcore.views.resampling.rounds import RoundsView, rounds_view
from evalcore.views.resampling.spread import SpreadView, methods_of, spread_view
from ui.resampling import runs
from ui.resampling.runs import Place
from ui.resampling.spread.setting import Setting
from ui.session import memory
from ui.session.samples import FOLDER

FILE: Final = FOLDER.joinpath("estimates.csv")
PLACE: Final[Place[Comparison]] = Place("evaluation_spread")


def spread(asked: Setting) -> SpreadView | Message | None:
    """Return what the estimators say, or why nothing; None while no data set is done.

    Raises
    ------
    InputError
        If a method cannot split so few rows.
    """
    plan = asked.plan
    methods = memory.memo("evaluation methods", plan, make=lambda: methods_of(plan))
    rows = plan.problem.draw(plan.n, np.random.default_rng(0))  # as those of every data set
    found: Comparison | Message | None = comparison(runs.shipped(FILE.name), plan, asked.n_sets)
    if found is None:
        found = PLACE.find(
            asked.key,
            partial(
                compare_steps,
                plan.problem,
                plan.learner,
                methods,
                n=plan.n,
                n_sets=asked.n_sets,
                rng=np.random.default_rng(plan.seed),
            ),
            seconds=training_seconds(plan.learner, plan.n, asked.n_sets, fits_of(methods, rows)),
        )
    if found is None or isinstance(found, Message):
        return found
    return memory.memo(
        "evaluation spread", *asked.key, len(found.errors), make=lambda: spread_view(found, plan), most=6
    )


def rounds(asked: Setting) -> RoundsView:
    """Return the rounds of the method on the data set that is looked at.

    Raises
    ------
    InputError
        If the method cannot split so few rows, or the learner refuses them.
    """
    return memory.memo(
        "evaluation rounds",
        asked.plan,
        asked.shown,
        asked.at,
        make=lambda: rounds_view(asked.plan, asked.shown, at=asked.at),
    )
