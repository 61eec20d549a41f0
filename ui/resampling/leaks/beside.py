"""The other leaks with the same rows: they are trained when that is asked for, since it takes up to minutes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import streamlit as st

from evalcore.errors import Message
from evalcore.resampling import LeakHunt, LeakHunts, leak_effort, leaks_steps
from ui.resampling.runs import Drawn, Place
from ui.session import limits
from ui.shared.numbers import count
from ui.shared.text import _, say

PLACE: Final[Place[LeakHunts]] = Place("evaluation_leaks_beside")
_WANTED: Final = "ev_leaks_wanted"


def trained(leak: str, drawn: Drawn) -> LeakHunt | None:
    """Return a leak that was trained together with others, if all its data sets are done."""
    for one in () if (hunts := _hunts(drawn)) is None else hunts.found:
        if one.leak == leak and one.progress == 1:
            return one
    return None


def _hunts(drawn: Drawn) -> LeakHunts | None:
    """Return what was asked for of these data sets, as far as it is done."""
    wanted: dict[Drawn, tuple[str, ...]] = st.session_state.get(_WANTED, {})
    if drawn not in wanted:
        return None
    n, n_sets, seed = drawn
    effort = leak_effort(wanted[drawn], n=n, n_sets=n_sets)
    PLACE.job.agree(drawn)  # by the click that has them trained, beside which stands how long that takes
    found = PLACE.find(drawn, partial(leaks_steps, wanted[drawn], n=n, n_sets=n_sets, seed=seed), effort=effort)
    return None if isinstance(found, Message) else found


def show(missing: Sequence[str], drawn: Drawn) -> None:
    """Offer to train the leaks that are missing beside the one that is looked at, or say how far that is."""
    if not missing:
        return
    if PLACE.job.run is not None:
        PLACE.watch()
        return
    said = _("At n = {n} the other {leaks} leaks are not trained yet.", n=count(drawn[0]), leaks=count(len(missing)))
    takes = limits.before_it(leak_effort(missing, n=drawn[0], n_sets=drawn[1]))
    with st.container(horizontal=True, vertical_alignment="center", key="ev_leaks_beside"):
        st.caption(said if takes is None else f"{said} {say(takes)}", width="content")
        st.button(_("Train them"), key="ev_train_leaks", on_click=_want, args=(tuple(missing), drawn))


def _want(missing: tuple[str, ...], drawn: Drawn) -> None:
    """Have the missing leaks trained, and once more those of a run that was stopped: what it found is forgotten."""
    wanted: dict[Drawn, tuple[str, ...]] = st.session_state.setdefault(_WANTED, {})
    wanted[drawn] = tuple(dict.fromkeys((*wanted.get(drawn, ()), *missing)))
    PLACE.go_on(drawn)
