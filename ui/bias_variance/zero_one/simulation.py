"""Sweeps of classifiers, kept for the session; what takes long goes on beside the page."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import streamlit as st

from evalcore.bias_variance import Sweep
from evalcore.views.bias_variance.classifiers import FOUR
from evalcore.views.bias_variance.kept import unpacked
from evalcore.views.bias_variance.simulators import ZeroOneSimulator
from evalcore.views.bias_variance.zero_one import ZeroOneView, zero_one_view
from ui.bias_variance import sweeping
from ui.bias_variance.sweeping import Sweeps, Wanted
from ui.bias_variance.zero_one.setting import BEGIN, Setting
from ui.session import memory
from ui.session.samples import FOLDER

# What many classifiers say of every cell is large; views of it are smaller.
_MOST: Final = 6
# What was trained beforehand, by family.
FILES: Final = {"tree": FOLDER.joinpath("zero_one_trees.bin"), FOUR.name: FOLDER.joinpath("zero_one_four.bin")}
SWEEPS: Final[Sweeps[Sweep]] = Sweeps("zero_one")


def simulator(asked: Setting) -> ZeroOneSimulator:
    """Return where sets of this setting are drawn and learned from, with all that was done there before."""
    return memory.memo(
        "zero-one simulator",
        *asked.drawn,
        make=lambda: sweeping.of_all("zero-one", *asked.drawn, make=lambda: _simulator(asked)),
        most=_MOST,
    )


def _simulator(asked: Setting) -> ZeroOneSimulator:
    found = _at_the_beginning(asked.learner)[0] if _is_begun(asked) else None
    return ZeroOneSimulator(asked.problem, asked.family, n=asked.n, seed=asked.seed, found=found)


def _is_begun(asked: Setting) -> bool:
    """Whether the page begins with sets of this setting, be they more or fewer, and learners come with the app."""
    return asked.learner in FILES and asked.drawn == _begun(asked.learner).drawn


def _begun(learner: str) -> Setting:
    return replace(Setting(*BEGIN, complexity=1), learner=learner)


@st.cache_resource(max_entries=len(FILES), show_spinner=False)
def _at_the_beginning(learner: str) -> tuple[Sweep, ZeroOneView]:
    """Return what comes with the app, once for all visitors: nothing has to be trained for it."""
    begun = _begun(learner)
    data = FILES[learner].read_bytes()
    found = unpacked(data, begun.problem, begun.family, n=begun.n, n_sets=begun.n_sets, seed=begun.seed)
    return found, zero_one_view(found, begun.family)


def sweep(asked: Setting) -> Sweep | None:
    """Return what the family makes of the sets; see `Sweeps.found`."""
    place = simulator(asked)
    wanted = Wanted(asked.drawn, asked.n_sets, place.n_learners)
    return SWEEPS.found(place, wanted, seconds=_seconds(asked, place))


def view(asked: Setting) -> ZeroOneView | None:
    """Return what the figure shows of the family; None while nothing of it is found."""
    found = sweep(asked)
    return None if found is None else _viewed(asked, found)


def known(asked: Setting) -> ZeroOneView | None:
    """Return the same where it is there or soon made, and begin nothing that takes long."""
    place = simulator(asked)
    return None if _seconds(asked, place) > sweeping.QUICK else _viewed(asked, place.upto(asked.n_sets))


def four(asked: Setting) -> ZeroOneView | None:
    """Return the same of the four learners of the comparison, of fewer sets where all would take long."""
    asked = replace(asked, learner=FOUR.name)
    place = simulator(asked)
    found = place.found if _seconds(asked, place) > sweeping.QUICK else place.upto(asked.n_sets)
    return None if found is None else _viewed(asked, found)


def _seconds(asked: Setting, place: ZeroOneSimulator) -> float:
    return asked.family.seconds(asked.n, place.missing(asked.n_sets), False)


def _viewed(asked: Setting, found: Sweep) -> ZeroOneView:
    n_sets = found.simulations[0].n_sets
    if _is_begun(asked) and n_sets == _begun(asked.learner).n_sets:
        return _at_the_beginning(asked.learner)[1]
    return memory.memo(
        "zero-one view",
        *(*asked.drawn, n_sets, len(found.simulations)),
        make=lambda: zero_one_view(found, asked.family),
    )
