"""Rows to learn from: a real data set, or a file of one's own; it lives in the session only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final
from uuid import uuid4

import pandas as pd
import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.resampling import REAL, Rows, real_rows, rows_from_table
from evalcore.views.resampling.table import checked, guessed_class, usable
from ui.session import memory, own_table
from ui.session.choices import Choice, register
from ui.session.own_table import OwnTable
from ui.shared import marks
from ui.shared.marks import Mark
from ui.shared.numbers import count
from ui.shared.text import N_, _, plain

NAMES: Final = {
    "breast cancer": N_("Breast cancer"),
    "wine": N_("Wine"),
    "iris": N_("Iris"),
    "digits": N_("Handwritten digits"),
}
EXAMPLE: Final = register(Choice("ev_data", default="wine", options=REAL, stays=True))
FILE: Final = OwnTable("ev_table")
_USED: Final = "ev_table_used"


@dataclass(frozen=True, eq=False)
class Brought:
    """A file in use: what it is called, and what tells it from another."""

    frame: pd.DataFrame
    name: str
    key: str
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, eq=False)
class Chosen:
    """Rows in use, with what tells them from others and what they are called."""

    rows: Rows
    key: tuple[str, ...]
    name: str


def ask() -> Chosen | Message:
    """Ask for rows; a message says why nothing can be learned of them."""
    FILE.take(_use)
    used: Brought | None = st.session_state.get(_USED)
    refused = FILE.refused()
    box = st.popover(FILE.label(_label(used)), icon=":material/table:", key="ev_table_box", on_change="rerun")
    with box:
        if refused is not None:
            st.error(refused, icon=":material/error:")
        _ways_in()
        found = FILE.gone() or _found(used)
    if refused is not None and not box.open:  # said once: in the box as long as that is seen
        st.error(f"{refused} {_('The table before it stays in use.')}", icon=":material/error:")
    return found


def _own_name() -> str | None:
    used: Brought | None = st.session_state.get(_USED)
    return None if used is None else used.name


FILE.holds(_own_name)


def _found(used: Brought | None) -> Chosen | Message:
    try:
        return _real() if used is None else _own(used)
    except InputError as error:
        return error.message


def _label(used: Brought | None) -> str:
    return _(NAMES[_example()]) if used is None else plain(used.name)


def mark() -> Mark | None:
    """Return what marks a table that comes with the page."""
    return marks.example() if st.session_state.get(_USED) is None else None


def _example() -> str:
    return str(st.session_state.get(EXAMPLE.key, EXAMPLE.default))


def _ways_in() -> None:
    with st.container(horizontal=True, gap="xsmall"):
        for key, title in NAMES.items():
            st.button(_(title), key=f"ev_data_{key.replace(' ', '_')}", on_click=_take_example, args=(key,))
    FILE.field(
        _("A row for each case, a column for each feature and one for the class. It stays in this session's memory.")
    )


def _take_example(key: str) -> None:
    st.session_state[EXAMPLE.key] = key
    st.session_state.pop(_USED, None)
    FILE.turn_away()


def _use(file: own_table.Brought) -> None:
    """Use a file that was read, if a class can be learned from it."""
    usable(file.frame)
    st.session_state[_USED] = Brought(file.frame, file.name, uuid4().hex, file.notes)


def _real() -> Chosen:
    name = _example()
    rows = memory.memo("real rows", name, make=lambda: real_rows(name), most=4)
    st.caption(
        _(
            "{rows} rows, {features} features, {classes} classes; comes with scikit-learn.",
            rows=count(rows.n),
            features=count(len(rows.features)),
            classes=count(len(rows.classes)),
        )
    )
    return Chosen(rows, (name,), _(NAMES[name]))


def _own(used: Brought) -> Chosen:
    names = [str(name) for name in used.frame.columns]
    truth = st.selectbox(
        _("Class"),
        names,
        index=names.index(guessed_class(used.frame)),
        key=f"ev_class_{used.key}",
        persist_state="session",
        help=_("The column that is learned from the others."),
    )
    group = st.selectbox(
        _("Groups"),
        [name for name in names if name != truth],
        index=None,
        placeholder=_("none"),
        key=f"ev_groups_{used.key}_{truth}",
        persist_state="session",
        help=_("Rows with the same value here, such as those of one person, are never torn apart."),
    )
    rows = memory.memo(
        "own rows",
        used.key,
        truth,
        group,
        make=lambda: checked(rows_from_table(used.frame, truth=truth, group=group)),
        most=4,
    )
    return Chosen(replace(rows, notes=(*used.notes, *rows.notes)), (used.key, truth, group or ""), plain(used.name))
