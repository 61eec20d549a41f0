"""Training sets drawn and learned from once, kept for the session; what takes long goes on beside the page."""

from __future__ import annotations

from typing import Final

from evalcore.views.bias_variance.curves import CurveSweep
from evalcore.views.bias_variance.simulators import CurveSimulator
from evalcore.views.bias_variance.squared import SquaredView, squared_view
from ui.bias_variance import sweeping
from ui.bias_variance.squared.setting import LEARNERS, Setting
from ui.bias_variance.sweeping import Sweeps, Wanted
from ui.session import memory

# Predictions of many sets are large; views of them are small. All families stand beside each other once compared.
_MOST: Final = len(LEARNERS) + 1
SWEEPS: Final[Sweeps[CurveSweep]] = Sweeps("bias_variance")


def simulator(asked: Setting) -> CurveSimulator:
    """Return where sets of this setting are drawn and learned from, with all that was done there before."""
    return memory.memo(
        "bias-variance simulator",
        *asked.drawn,
        make=lambda: sweeping.of_all(
            "squared",
            *asked.drawn,
            make=lambda: CurveSimulator(asked.problem, asked.family.make(asked.n), n=asked.n, seed=asked.seed),
        ),
        most=_MOST,
    )


def sweep(asked: Setting) -> CurveSweep | None:
    """Return what the family makes of the sets; see `Sweeps.found`."""
    place = simulator(asked)
    wanted = Wanted(asked.drawn, asked.n_sets, place.n_learners)
    return SWEEPS.found(place, wanted, seconds=_seconds(asked, place))


def view(asked: Setting) -> SquaredView | None:
    """Return what the figure shows of the family; None while nothing of it is found."""
    found = sweep(asked)
    return None if found is None else _viewed(asked, found)


def known(asked: Setting) -> SquaredView | None:
    """Return the same where it is there or soon made, and begin nothing that takes long."""
    place = simulator(asked)
    return None if _seconds(asked, place) > sweeping.QUICK else _viewed(asked, place.upto(asked.n_sets))


def _seconds(asked: Setting, place: CurveSimulator) -> float:
    return asked.family.seconds(asked.n, place.missing(asked.n_sets), asked.problem.is_fixed)


def _viewed(asked: Setting, found: CurveSweep) -> SquaredView:
    return memory.memo(
        "bias-variance view",
        *(*asked.drawn, found.sets.n_sets, len(found.lines)),
        make=lambda: squared_view(found, asked.family),
    )
