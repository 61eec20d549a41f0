"""Which rows are asked for: a cell of the matrix, or several; what they hold; which page and which row is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from evalcore.decisions import CELLS, pages_of
from evalcore.predictions import BinaryView, Predictions
from ui.session import loaded, looked_at, rows_asked, screen
from ui.session.choices import Choice, register
from ui.shared import controls
from ui.shared.numbers import count
from ui.shared.text import N_, _

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
AGAINST: Final = register(
    Choice("rows_against", default="", options=("", *CELLS), called=N_("Cell of the other model"))
)
# Another model that decides the rows otherwise, and at which threshold; without one it is that of the page.
OTHER: Final = register(Choice(rows_asked.OTHER, default="", is_name=True, in_links_of_own_rows=False))
OTHER_T: Final = register(
    Choice(rows_asked.OTHER_T, in_links_of_own_rows=False, called=N_("Threshold of the other model"))
)
# What the address repeats; what is searched for may be of a visitor's own file.
CHOICES: Final = (ROWS, AGAINST, OTHER, OTHER_T)
SEARCH, GROUP, PAGE = "rows_search", "rows_group", "rows_page"
ANY_GROUP: Final = ""
# The group of empty cells, which no name from a file can be.
EMPTY_GROUP: Final = "\0"
_OPENED = "rows_opened"
_OPEN, _OF_PAGE, _OF_SEARCH = "rows_open", "rows_of_page", "rows_of_search"


@dataclass(frozen=True)
class Asked:
    """What rows are asked for: `which` of `NAMES`, what they hold, the group they are of, and who decides otherwise.

    `other_t` is the threshold of that other model, None where it is that of the page.
    """

    which: str
    search: str
    group: str
    other: str = ""
    other_t: float | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells they are in."""
        return _CELLS.get(self.which, (self.which,))


def asked() -> Asked:
    """Return what is asked for."""
    now = st.session_state
    which = str(now.get(ROWS.key) or ROWS.default)
    other, other_t = str(now.get(OTHER.key) or ""), now.get(OTHER_T.key)
    if other not in others():
        other, other_t = "", None
    return Asked(which, str(now.get(SEARCH) or "").strip(), str(now.get(GROUP) or ANY_GROUP), other, other_t)


def others() -> list[str]:
    """Return the models besides the one that is looked at."""
    return [name for name in loaded.models() if name != loaded.model()]


def other_at_page() -> None:
    """Have the other model decide at the threshold of the page: it was chosen by hand."""
    st.session_state[OTHER_T.key] = None


def ask_group(rows: BinaryView, name: str | None) -> None:
    """Have all rows of a group shown; None is that of empty cells."""
    begin(rows)
    st.session_state[GROUP] = EMPTY_GROUP if name is None else name
    rows_asked.ask("all")


def follow_link() -> None:
    """Open the tab of the rows where a link names a cell and no tab."""
    if st.session_state.get(screen.TAB.key) is None and st.session_state.get(ROWS.key, ROWS.default) != ROWS.default:
        now = st.session_state
        rows_asked.ask(now[ROWS.key], str(now.get(OTHER.key) or ""), now.get(OTHER_T.key))


def begin(rows: BinaryView | Predictions) -> None:
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


def page(n: int, size: int) -> tuple[int, int]:
    """Return which page is open, and how many there are."""
    pages = pages_of(n, size)
    controls.seed(PAGE, 1)
    st.session_state[PAGE] = now = min(int(st.session_state[PAGE]), pages)
    return now, pages


def ask_page(pages: int) -> None:
    """Ask for a page, where there are several."""
    if pages > 1:
        label = _("Page (of {pages})", pages=count(pages))
        st.number_input(label, 1, pages, key=PAGE, persist_state="session", width=130)


def open_row(place: int | None) -> None:
    """Open a row at a place among those in use, or close the one that is open."""
    st.session_state[_OPEN] = None if place is None else (looked_at.predictions().digest, place)
    if place is not None:
        st.session_state[_OPENED] = times_opened() + 1


def times_opened() -> int:
    """Return how often a row was opened."""
    times: int = st.session_state.get(_OPENED, 0)
    return times


def opened(rows: BinaryView | Predictions) -> int | None:
    """Return the place of the row that is open, None where none of these is."""
    digest, place = st.session_state.get(_OPEN) or (None, -1)
    return place if digest == rows.digest and 0 <= place < rows.n else None
