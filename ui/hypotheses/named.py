"""Which nodes of the lattice have names, and what is said of those that have no room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from evalcore.figures.hypotheses.nodes import ALL, ENDS, NONE, REMAINING, ROW
from evalcore.hypotheses import Space
from ui.session import fields
from ui.session.choices import Choice, register
from ui.shared.numbers import count
from ui.shared.text import N_, _, listed

# By how many stars its hypotheses have; more attributes than six have no lattice that is drawn.
_ROWS: Final = {
    f"{ROW}0": N_("row of ∅"),
    f"{ROW}1": N_("row without ∗"),
    f"{ROW}2": N_("row with 1 ∗"),
    f"{ROW}3": N_("row with 2 ∗"),
    f"{ROW}4": N_("row with 3 ∗"),
    f"{ROW}5": N_("row with 4 ∗"),
    f"{ROW}6": N_("row with 5 ∗"),
    f"{ROW}7": N_("row with 6 ∗"),
}
_NAMED: Final = {
    ENDS: N_("the ends"),
    NONE: N_("no names"),
    REMAINING: N_("what remains"),
    ALL: N_("all hypotheses"),
}
SHOWN: Final = register(Choice("ml_names", default=ENDS, options=(*_NAMED, *_ROWS), stays=True))


def ask(space: Space) -> str:
    """Ask which nodes have names: the ends, none, what remains, all, or those of a row from the top down."""
    levels = sorted({one.level for one in space.hypotheses}, reverse=True)
    rows = {key: _ROWS[key] for key in (f"{ROW}{level}" for level in levels) if key in _ROWS}
    meaning = _("Which hypotheses of the lattice have their names beside them; the others say theirs when pointed at.")
    with st.popover(_("Names"), key="ml_names_box"):
        return fields.one_of(SHOWN, {**_NAMED, **rows}, _("Names"), meaning)


def say_crowded(rows: Sequence[int]) -> None:
    """Say which rows have no room for the names that were asked for."""
    if rows:
        sizes = listed([count(size) for size in dict.fromkeys(rows)])
        st.caption(
            _(
                "No room for the names in the rows of {sizes} hypotheses: choose one row, or point at a mark.",
                sizes=sizes,
            )
        )
