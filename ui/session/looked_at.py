"""Which of the loaded rows the pages of a threshold look at: all of them, or one group, with the rest to compare it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st

from evalcore.counts import SourcedPredictions
from evalcore.errors import InputError
from evalcore.predictions import BinaryView, Predictions, only
from ui.session import address, choices, columns, grouping, loaded, memory
from ui.session.choices import Choice, register
from ui.session.grouping import NONE, Cut

# An empty cell has no name of its own.
EMPTY: Final = "(empty)"
ONLY = register(Choice("group", default=NONE, is_name=True, in_links_of_own_rows=False))
CHOICES: Final = (*grouping.CHOICES, ONLY)
# The rows of the page are others now: all of it runs again.
_CHANGED = "looked_at_changed"


@dataclass(frozen=True, eq=False)
class Group:
    """One group and all other rows; `name` is None where the cell is empty.

    `shares_cases` tells that a case has rows on both sides, so that these depend on each other.
    """

    cut: Cut
    name: str | None
    own: Predictions
    rest: Predictions
    shares_cases: bool


def group() -> Group | None:
    """Return the group that is looked at; None while it is all rows. A link that asks for another one is told."""
    asked, is_of_link = st.session_state.get(ONLY.key) or NONE, choices.is_of_link(ONLY.key)
    predictions = loaded.current().predictions
    if not asked or isinstance(predictions, SourcedPredictions) or predictions.task == "regression":
        return None
    cut = grouping.chosen(columns.names())
    if cut is None:
        st.session_state[ONLY.key] = NONE
        return None
    try:
        found = memory.memo(
            "group", predictions.digest, cut, asked, make=lambda: _made(predictions, cut, asked), most=1
        )
    except InputError:  # the page of the matrix says why these groups are none
        found = None
    if found is None:
        st.session_state[ONLY.key] = NONE
        if is_of_link:
            choices.refuse(choices.not_one_of(ONLY.key, names(), asked))
            address.say_refused()
    return found


def names() -> tuple[str, ...]:
    """Return the groups to choose from, as a link says them; none where nothing makes groups."""
    predictions = loaded.current().predictions
    cut = None if isinstance(predictions, SourcedPredictions) else grouping.chosen(columns.names())
    if cut is None:
        return ()
    try:
        return memory.memo("group names", predictions.digest, cut, make=lambda: _names(cut))
    except InputError:
        return ()


def predictions() -> Predictions:
    """Return the predictions that are looked at."""
    one = group()
    return loaded.current().predictions if one is None else one.own


def of(rows: BinaryView) -> Predictions:
    """Return the predictions that rows are taken from: those looked at, or all others."""
    one = group()
    return predictions() if one is None or rows.digest != one.rest.digest else one.rest


def binary(name: str | None = None) -> BinaryView:
    """Return the rows looked at as positives against all others; of the chosen model unless one is named."""
    return loaded.binary(name, of=predictions())


def rest(rows: BinaryView) -> BinaryView | None:
    """Return all other rows of the same model and class; None where all rows are looked at."""
    one = group()
    name = rows.model
    return None if one is None or rows.digest != one.own.digest else loaded.binary(name, rows.positive, of=one.rest)


def title(one: Group) -> str:
    """Return what is looked at, as it stands in the file."""
    return f"{one.cut.title} = {_said(one.name)}"


def title_of(rows: BinaryView) -> str:
    """Return of which group rows are; an empty text of others."""
    one = group()
    return "" if one is None or rows.digest != one.own.digest else title(one)


def choose(name: str) -> None:
    """Look at one group, or at all rows; called from a field or a button."""
    st.session_state[ONLY.key] = name
    changed()


def leave() -> None:
    """Look at all rows again; called from a button, or where the groups are others now."""
    if st.session_state.get(ONLY.key):
        choose(NONE)


def changed() -> None:
    """Remember that other rows are looked at than the page was made for."""
    st.session_state[_CHANGED] = True


def take_change() -> bool:
    """Tell once whether other rows are looked at than before."""
    return bool(st.session_state.pop(_CHANGED, False))


def _names(cut: Cut) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(_said, cut.groups().names)))


def _said(name: str | None) -> str:
    return EMPTY if name is None else name


def _made(of_all: Predictions, cut: Cut, asked: str) -> Group | None:
    """Return the group of a name with all other rows; None where there is none, or no other row."""
    groups = cut.groups()
    known = [None if asked == EMPTY and EMPTY not in groups.names else asked]
    places = [place for place, name in enumerate(groups.names) if name in known]
    if not places or len(groups) < 2:
        return None
    mine = groups.code == places[0]
    cases = None if of_all.cases is None else of_all.cases.several
    shared = cases is not None and bool(np.intersect1d(cases.code[mine], cases.code[~mine]).size)
    return Group(cut, known[0], only(of_all, mine), only(of_all, ~mine), shared)
