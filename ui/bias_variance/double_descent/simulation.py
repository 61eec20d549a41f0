"""Sweeps over random features, kept for the session; what takes long goes on beside the page."""

from __future__ import annotations

from typing import Final

from evalcore.bias_variance import Sweep
from evalcore.views.bias_variance.double_descent import DescentView, double_descent_seconds, double_descent_view
from evalcore.views.bias_variance.simulators import DescentSimulator
from ui.bias_variance import sweeping
from ui.bias_variance.double_descent.setting import Setting
from ui.bias_variance.sweeping import Sweeps, Wanted
from ui.session import memory

# Predictions of many sets are large.
_MOST: Final = 4
SWEEPS: Final[Sweeps[Sweep]] = Sweeps("double_descent")


def simulator(asked: Setting) -> DescentSimulator:
    """Return where sets of this setting are drawn and learned from, with all that was done there before."""
    return memory.memo(
        "double descent simulator",
        *asked.drawn,
        make=lambda: sweeping.of_all("descent", *asked.drawn, make=lambda: _simulator(asked)),
        most=_MOST,
    )


def _simulator(asked: Setting) -> DescentSimulator:
    return DescentSimulator(
        asked.problem, n=asked.n, seed=asked.seed, penalty=asked.penalty, features_seed=asked.features_seed
    )


def view(asked: Setting) -> DescentView | None:
    """Return what the figure shows; None while nothing of it is found. See `Sweeps.found`."""
    place = simulator(asked)
    seconds = double_descent_seconds(asked.n, place.missing(asked.n_sets), asked.problem.is_fixed)
    wanted = Wanted(asked.drawn, asked.n_sets, place.n_learners)
    found = SWEEPS.found(place, wanted, seconds=seconds)
    if found is None:
        return None
    return memory.memo(
        "double descent view",
        *(*asked.drawn, asked.ratio, found.sets.n_sets, found.n_done),
        make=lambda: double_descent_view(found, ratio=asked.ratio),
        most=_MOST,
    )
