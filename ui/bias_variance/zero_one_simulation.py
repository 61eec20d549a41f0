"""Sweeps of classifiers, kept for the session; what takes long goes on beside the page."""

from __future__ import annotations

from typing import Final, Literal, cast

import streamlit as st

from evalcore.bias_variance import PlaneProblem, Sweep
from evalcore.views.bias_variance.classifiers import CLASSIFIERS
from evalcore.views.bias_variance.kept import unpacked
from evalcore.views.bias_variance.laboratories import ZeroOneLaboratory
from evalcore.views.bias_variance.zero_one import ZeroOneView, zero_one_view
from ui.bias_variance.sweeping import Sweeps, Wanted
from ui.bias_variance.zero_one_setting import BEGIN, Setting
from ui.session import memory
from ui.session.samples import FOLDER

# What many classifiers say of every cell is large; views of it are smaller.
_MOST: Final = 6
# What is expected to take longer goes on beside the page, and can be stopped.
_SECONDS: Final = 1.0
FILE: Final = FOLDER.joinpath("zero_one_trees.bin")
SWEEPS: Final[Sweeps[Sweep]] = Sweeps("zero_one")


def laboratory(asked: Setting) -> ZeroOneLaboratory:
    """Return where sets of this setting are drawn and learned from, with all that was done there before."""
    return memory.memo("zero-one laboratory", *asked.drawn, make=lambda: _laboratory(asked), most=_MOST)


def _laboratory(asked: Setting) -> ZeroOneLaboratory:
    found = _at_the_beginning()[0] if _is_begun(asked) else None
    return ZeroOneLaboratory(asked.problem, asked.family, n=asked.n, seed=asked.seed, found=found)


def _is_begun(asked: Setting) -> bool:
    """Whether the page begins with sets of this setting, be they more or fewer."""
    shape, flips, learner, n, _n_sets, seed = BEGIN
    return asked.drawn == (shape, flips, learner, n, seed)


@st.cache_resource(max_entries=1, show_spinner=False)
def _at_the_beginning() -> tuple[Sweep, ZeroOneView]:
    """Return what comes with the app, once for all visitors: nothing has to be trained for it."""
    shape, flips, learner, n, n_sets, seed = BEGIN
    family, problem = CLASSIFIERS[learner], PlaneProblem(cast("Literal['moons', 'boundary']", shape), flips)
    found = unpacked(FILE.read_bytes(), problem, family, n=n, n_sets=n_sets, seed=seed)
    return found, zero_one_view(found, family)


def sweep(asked: Setting) -> Sweep | None:
    """Return what the family makes of the sets; see `Sweeps.found`."""
    place = laboratory(asked)
    wanted = Wanted(asked.drawn, asked.n_sets, place.n_learners)
    return SWEEPS.found(place, wanted, is_long=_is_long(asked, place))


def view(asked: Setting) -> ZeroOneView | None:
    """Return what the figure shows of the family; None while nothing of it is found."""
    found = sweep(asked)
    return None if found is None else _viewed(asked, found)


def known(asked: Setting) -> ZeroOneView | None:
    """Return the same where it is there or soon made, and begin nothing that takes long."""
    place = laboratory(asked)
    return None if _is_long(asked, place) else _viewed(asked, place.upto(asked.n_sets))


def _is_long(asked: Setting, place: ZeroOneLaboratory) -> bool:
    return asked.family.seconds(asked.n, place.missing(asked.n_sets), False) > _SECONDS


def _viewed(asked: Setting, found: Sweep) -> ZeroOneView:
    n_sets = found.simulations[0].n_sets
    if _is_begun(asked) and n_sets == BEGIN[4]:
        return _at_the_beginning()[1]
    return memory.memo(
        "zero-one view",
        *(*asked.drawn, n_sets, len(found.simulations)),
        make=lambda: zero_one_view(found, asked.family),
    )
