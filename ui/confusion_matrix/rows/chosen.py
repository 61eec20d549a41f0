"""Which rows are asked for: a cell of the matrix, or several; what they hold; which page and which row is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evalcore.decisions import CELLS
from evalcore.predictions import BinaryView
from ui.session import looked_at, rows_asked, screen
from ui.session.choices import Choice, register
from ui.shared.text import N_

# What can be asked for, the most wrong first; a cell is called as in the figure.
NAMES: Final = {
    "mistakes": N_("Mistakes: FP and FN"),
    "fp": N_("FP: false alarms"),
    "fn": N_("FN: missed"),
    "tp": N_("TP: found"),
    "tn": N_("TN: rightly passed over"),
    "all": N_("All four cells"),
    "bar": N_("The bar of the strip at t"),
}
_CELLS: Final = {"mistakes": ("fp", "fn"), "all": CELLS, "bar": CELLS}
# What has a place in one cell only, to be compared with another.
COMPARED: Final = ("mistakes", *CELLS)
ROWS: Final = register(Choice(rows_asked.ROWS, default="mistakes", options=tuple(NAMES)))
AGAINST: Final = register(Choice("rows_against", default="", options=("", *CELLS)))
# What the address repeats; what is searched for may be of a visitor's own file.
CHOICES: Final = (ROWS, AGAINST)
SEARCH, GROUP, PAGE = "rows_search", "rows_group", "rows_page"
ANY_GROUP: Final = ""
# The group of empty cells, which no name from a file can be.
EMPTY_GROUP: Final = "\0"
_OPENED = "rows_opened"
_OPEN, _OF_PAGE, _OF_SEARCH = "rows_open", "rows_of_page", "rows_of_search"


@dataclass(frozen=True)
class Asked:
    """What rows are asked for: `which` of `NAMES`, what they hold, and the group they are of."""

    which: str
    search: str
    group: str

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells they are in."""
        return _CELLS.get(self.which, (self.which,))


def asked() -> Asked:
    """Return what is asked for."""
    now = st.session_state
    which = str(now.get(ROWS.key) or ROWS.default)
    return Asked(which, str(now.get(SEARCH) or "").strip(), str(now.get(GROUP) or ANY_GROUP))


def ask_group(rows: BinaryView, name: str | None) -> None:
    """Have all rows of a group shown; None is that of empty cells."""
    begin(rows)
    st.session_state[GROUP] = EMPTY_GROUP if name is None else name
    rows_asked.ask("all")


def follow_link() -> None:
    """Open the tab of the rows where a link names a cell and no tab."""
    if st.session_state.get(screen.TAB.key) is None and st.session_state.get(ROWS.key, ROWS.default) != ROWS.default:
        rows_asked.ask(st.session_state[ROWS.key])


def begin(rows: BinaryView) -> None:
    """Forget what was looked for in other rows than these."""
    if st.session_state.get(_OF_SEARCH) != rows.digest:
        st.session_state[_OF_SEARCH] = rows.digest
        st.session_state[SEARCH], st.session_state[GROUP] = "", ANY_GROUP


def begin_page(of: Sequence[object]) -> str:
    """Turn to the first page where other rows are asked for than those that were paged through; return a key of these.

    A table of its own key has no row taken.
    """
    before, times = st.session_state.get(_OF_PAGE, (None, 0))
    if before != tuple(of):
        times += 1
        st.session_state[_OF_PAGE] = (tuple(of), times)
        st.session_state[PAGE] = 1
    return f"rows_table_{times}"


def open_row(place: int | None) -> None:
    """Open a row at a place among those in use, or close the one that is open."""
    st.session_state[_OPEN] = None if place is None else (looked_at.predictions().digest, place)
    if place is not None:
        st.session_state[_OPENED] = times_opened() + 1


def times_opened() -> int:
    """Return how often a row was opened."""
    times: int = st.session_state.get(_OPENED, 0)
    return times


def opened(rows: BinaryView) -> int | None:
    """Return the place of the row that is open, None where none of these is."""
    digest, place = st.session_state.get(_OPEN) or (None, -1)
    return place if digest == rows.digest and 0 <= place < rows.n else None
