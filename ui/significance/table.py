"""The table of results a question needs: an example, typed, pasted or uploaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final
from uuid import uuid4

import pandas as pd
import streamlit as st

from evalcore.errors import InputError
from evalcore.significance.result_table import MOST_COLUMNS, MOST_ROWS, ResultTable, with_columns
from ui.frame import gone
from ui.session import lost
from ui.session.own_table import say_stays
from ui.session.page_table import InUse, PageTable, shape
from ui.shared.numbers import count
from ui.shared.text import _, remark, say, show_said

ROW_NAMES: Final = ""
PASTED: Final = "data,A,B\niris,0.04,0.06\nwine,0.02,0.03"  # what such rows look like


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells to type in: the key of their widget, the table it began with, and the one it holds now.

    `of` is the table in use they belong to.
    """

    key: str
    shown: pd.DataFrame
    edited: pd.DataFrame
    of: InUse[ResultTable]

    @property
    def names(self) -> str:
        """The key of the field with the names of the columns."""
        return f"{self.key}_names"


@dataclass(frozen=True, eq=False, kw_only=True)
class Wanted(PageTable[ResultTable]):
    """What a row of the table is called and what it means, in English, how large it is, and what `typed` makes of it.

    `made` makes of a table as it was read the one that is meant; nobody types such a table.
    """

    row: str
    help: str
    typed: Callable[[pd.DataFrame], ResultTable]
    most_rows: int = MOST_ROWS
    most_columns: int = MOST_COLUMNS
    megabytes: int = 2

    @property
    def place(self) -> str:
        """What the browser calls it when it remembers that it was there."""
        return f"{self.key}_own"


def ask(wanted: Wanted) -> ResultTable:
    """Ask for a table and return the one in use; what a new one lacks is said where it was given and on the page."""
    used = wanted.take()
    label = shape(len(used.of.rows), len(used.of.columns))
    about, key = _(wanted.help), f"{wanted.key}_popover"
    box = st.popover(label, icon=":material/table:", help=about, key=key, on_change="rerun")
    with box:
        said = st.empty()
        not_typed = _take(wanted, _edited(wanted, used))
        _other_ways(wanted)
        refused = not_typed or wanted.refused()
        if refused is not None:
            said.error(refused, icon=":material/error:")
    if refused is not None and not box.open:  # said once: in the box as long as that is seen
        say_stays(refused)
    if lost.of(wanted.place) is not None:
        _stop(wanted)
    used = wanted.used()
    show_said(*used.notes, *used.of.notes)
    return used.of


def _stop(wanted: Wanted) -> None:
    why = say(lost.why())
    gone.stop(
        _("The table you typed, pasted or loaded is gone: {why}. Bring it again, or choose an example.", why=why),
        [(_(one.title), partial(wanted.choose, key), f"gone_{key}") for key, one in wanted.examples.items()],
    )


def _kept(wanted: Wanted) -> Cells | None:
    cells: Cells | None = st.session_state.get(f"{wanted.key}_editor")
    return cells


def _keep(wanted: Wanted, cells: Cells) -> Cells:
    st.session_state[f"{wanted.key}_editor"] = cells
    return cells


def _show(wanted: Wanted, frame: pd.DataFrame, used: InUse[ResultTable]) -> Cells:
    """Have new cells show a table: what was changed in the old ones does not belong to it."""
    return _keep(wanted, Cells(f"{wanted.key}_editor_{uuid4().hex}", frame, frame, used))


def _cells(wanted: Wanted, used: InUse[ResultTable]) -> Cells:
    """Return the cells of the table in use."""
    cells = _kept(wanted)
    if cells is None or cells.of is not used:
        return _show(wanted, used.of.to_frame(), used)
    # What was not on the page in the last run has forgotten what was typed; the session has not.
    return cells if cells.key in st.session_state else _show(wanted, cells.edited, used)


def _edited(wanted: Wanted, used: InUse[ResultTable]) -> Cells:
    """Show the cells to type in, and return them as they are now."""
    cells = _cells(wanted, used)
    columns: dict[str, Any] = {ROW_NAMES: st.column_config.TextColumn(_(wanted.row), width="medium")}
    columns |= {name: st.column_config.NumberColumn(required=False) for name in cells.shown.columns[1:]}
    edited = st.data_editor(
        cells.shown,
        key=cells.key,
        num_rows="dynamic",
        hide_index=True,
        column_config=columns,
        height=180,
        alt=_("The table in use"),
    )
    st.text_input(
        _("Names of the columns, separated by commas"),
        value=", ".join(map(str, cells.shown.columns[1:])),
        key=cells.names,
        on_change=_rename,
        args=(wanted, cells.names),
        help=_("One name more adds a column, one less takes the last away; at most {most}.", most=wanted.most_columns),
    )
    return _keep(wanted, replace(cells, edited=edited))


def _rename(wanted: Wanted, names: str) -> None:
    """Give the columns the names that were typed into the field with this key.

    A field may report after its table was replaced, in a run that is broken off before the next one is drawn: its
    names belong to a table that is gone.
    """
    typed: str | None = st.session_state.get(names)
    cells = _kept(wanted)
    if typed is not None and cells is not None and names == cells.names:
        _show(wanted, with_columns(cells.edited, typed.replace("，", ",").split(",")), cells.of)


def _take(wanted: Wanted, cells: Cells) -> str | None:
    """Use the table as it was typed, or return why it cannot be."""
    try:
        typed = wanted.typed(cells.edited)
    except InputError as error:
        return say(error.message)
    if typed.key != cells.of.of.key:
        own = InUse(typed, "", cells.of.key)
        wanted.put(own)
        _keep(wanted, replace(cells, of=own))
        wanted.turn_away()
    return None


def _other_ways(wanted: Wanted) -> None:
    """Offer the examples, a box to paste into and a file."""
    wanted.offer()
    wanted.box(PASTED, height=68, longest=None, kind="primary")
    wanted.field()
    remark(
        "At most {rows} rows and {columns} columns of numbers. It stays in this session's memory.",
        rows=count(wanted.most_rows),
        columns=count(wanted.most_columns),
    )
