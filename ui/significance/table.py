"""The way in for a table of results, on every question that needs one: an example, typed, pasted or uploaded.

A table that cannot be used is refused with its sentence, and the one before it stays in use. It lives in the session
only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, BinaryIO, Final
from uuid import uuid4

import pandas as pd
import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.reading import Limits, start_reading
from evalcore.significance.result_table import MOST_COLUMNS, MOST_ROWS, ResultTable, result_table, with_columns
from ui.frame import gone
from ui.session import arrived, lost
from ui.shared.numbers import count
from ui.shared.text import _, plain, say

MEGABYTES: Final = 2
SECONDS: Final = 20.0
ROW_NAMES: Final = ""
PASTED: Final = "data,A,B\niris,0.04,0.06\nwine,0.02,0.03"  # what such rows look like


@dataclass(frozen=True)
class Example:
    """A table that comes with the app: its title, translated, and what makes it."""

    title: str
    make: Callable[[], pd.DataFrame]


def _as_it_is(frame: pd.DataFrame) -> pd.DataFrame:
    return frame


@dataclass(frozen=True)
class Wanted:
    """Which table a question needs: its key in the session, what a row is called, and how large it may be.

    `as_read` makes of a table as it was read the one that is meant.
    `examples` are offered in their order, and the first one is in use until another table is. `chosen` is the key of
    the session that holds the key of the example in use.
    """

    key: str
    row: str
    help: str
    examples: Mapping[str, Example]
    chosen: str
    least_rows: int = 1
    least_columns: int = 2
    most_rows: int = MOST_ROWS
    most_columns: int = MOST_COLUMNS
    as_read: Callable[[pd.DataFrame], pd.DataFrame] = _as_it_is

    def name(self, part: str) -> str:
        """Return the key of the session for a part of this table."""
        return f"table_{self.key}_{part}"


def ask(wanted: Wanted) -> ResultTable:
    """Ask for a table and return the one in use; what a new one lacks is said where it was given and on the page."""
    _begin(wanted)
    lost.holds(wanted.name("own"), partial(_own_name, wanted.name("used"), wanted.chosen))
    _take_asked(wanted)
    _take_upload(wanted)
    _take_pasted(wanted)
    used: ResultTable = st.session_state[wanted.name("used")]
    label = _("Table: {rows} × {columns}", rows=count(len(used.rows)), columns=count(len(used.columns)))
    box = st.popover(label, icon=":material/table:", help=wanted.help, key=wanted.name("popover"), on_change="rerun")
    with box:
        said = st.empty()
        not_typed = _take(wanted, _editor(wanted))
        _other_ways(wanted)
        refused = not_typed or _refused(wanted)
        if refused is not None:
            said.error(refused, icon=":material/error:")
    if refused is not None and not box.open:  # said once: in the box as long as that is seen
        stays = _("The table before it stays in use.")
        st.error(f"{refused} {stays}", icon=":material/error:")
    if lost.of(wanted.name("own")) is not None:
        gone.stop(
            _(
                "The table you typed, pasted or loaded is gone: {why}. Bring it again, or choose an example.",
                why=say(lost.why()),
            ),
            [
                (one.title, partial(_ask_for_example, wanted, key), f"gone_{key}")
                for key, one in wanted.examples.items()
            ],
        )
    used = st.session_state[wanted.name("used")]
    for note in used.notes:
        st.caption(say(note))
    return used


def _own_name(used: str, chosen: str) -> str | None:
    """Say that a table is in use that is no example; by these keys of the session."""
    return "" if used in st.session_state and chosen not in st.session_state else None


def is_example(wanted: Wanted) -> bool:
    """Whether the table in use comes with the page."""
    return st.session_state.get(wanted.chosen) in wanted.examples


def give(wanted: Wanted, frame: pd.DataFrame) -> None:
    """Have a question use a table that another one made; called from a button."""
    st.session_state[wanted.name("asked")] = frame


def _begin(wanted: Wanted) -> None:
    """Have a table in use: the example that is asked for, else the first."""
    if wanted.name("used") not in st.session_state:
        asked = str(st.session_state.get(wanted.chosen))
        _take_example(wanted, asked if asked in wanted.examples else next(iter(wanted.examples)))


def _ask_for_example(wanted: Wanted, key: str) -> None:
    st.session_state[wanted.name("asked")] = key


def _take_asked(wanted: Wanted) -> None:
    """Take the example or the table that a button has asked for: in the run, since a callback may be broken off."""
    asked: str | pd.DataFrame | None = st.session_state.get(wanted.name("asked"))
    if isinstance(asked, str):
        _take_example(wanted, asked)
    elif asked is not None:
        _replace(wanted, _checked(wanted, asked))
        st.session_state.pop(wanted.chosen, None)
    else:
        return
    lost.forget(wanted.name("own"))
    st.session_state.pop(wanted.name("asked"), None)


def _take_example(wanted: Wanted, key: str) -> None:
    st.session_state[wanted.chosen] = key
    _replace(wanted, _checked(wanted, wanted.examples[key].make()))


def _replace(wanted: Wanted, table: ResultTable) -> None:
    """Take another table into use, and have the editor show it."""
    _show(wanted, table.to_frame())
    st.session_state.pop(wanted.name("refused"), None)
    # Last: a table in use has an editor, wherever this is broken off.
    st.session_state[wanted.name("used")] = table


def _show(wanted: Wanted, frame: pd.DataFrame) -> None:
    """Have a new editor show a table: what was changed in the old one does not belong to it.

    Broken off after the first step, the next run has the new editor show the table that was there.
    """
    st.session_state[wanted.name("editor")] = f"{wanted.name('editor')}_{uuid4().hex}"
    st.session_state[wanted.name("edited")] = frame
    st.session_state[wanted.name("shown")] = frame


def _checked(wanted: Wanted, frame: pd.DataFrame) -> ResultTable:
    return result_table(
        frame,
        least_rows=wanted.least_rows,
        least_columns=wanted.least_columns,
        most_rows=wanted.most_rows,
        most_columns=wanted.most_columns,
    )


def _editor(wanted: Wanted) -> pd.DataFrame:
    """Show the cells to type in, and return them as they are now."""
    state = st.session_state
    if state[wanted.name("editor")] not in state:
        # It was not on the page in the last run, so it has forgotten what was typed; the session has not.
        _show(wanted, state[wanted.name("edited")])
    shown: pd.DataFrame = state[wanted.name("shown")]
    columns: dict[str, Any] = {ROW_NAMES: st.column_config.TextColumn(wanted.row, width="medium")}
    columns |= {name: st.column_config.NumberColumn(required=False) for name in shown.columns[1:]}
    edited = st.data_editor(
        shown,
        key=state[wanted.name("editor")],
        num_rows="dynamic",
        hide_index=True,
        column_config=columns,
        height=180,
        alt=_("The table in use"),
    )
    state[wanted.name("edited")] = edited
    names = _names_key(wanted)
    st.text_input(
        _("Names of the columns, separated by commas"),
        value=", ".join(map(str, shown.columns[1:])),
        key=names,
        on_change=_rename,
        args=(wanted, names),
        help=_("One name more adds a column, one less takes the last away; at most {most}.", most=wanted.most_columns),
    )
    return edited


def _names_key(wanted: Wanted) -> str:
    """Return the key of the field with the names of the columns of the table that is shown."""
    return f"{st.session_state.get(wanted.name('editor'))}_names"


def _rename(wanted: Wanted, names: str) -> None:
    """Give the columns the names that were typed into the field with this key.

    A field may report after its table was replaced, in a run that is broken off before the next one is drawn: its
    names belong to a table that is gone.
    """
    state = st.session_state
    typed, edited = state.get(names), state.get(wanted.name("edited"))
    if typed is None or edited is None or names != _names_key(wanted):
        return
    _show(wanted, with_columns(edited, typed.replace("，", ",").split(",")))


def _take(wanted: Wanted, edited: pd.DataFrame) -> str | None:
    """Use the table as it was typed, or return why it cannot be."""
    try:
        typed = _checked(wanted, edited)
    except InputError as error:
        return say(error.message)
    used: ResultTable = st.session_state[wanted.name("used")]
    if typed.key != used.key:
        st.session_state[wanted.name("used")] = typed
        for key in (wanted.chosen, wanted.name("refused")):
            st.session_state.pop(key, None)
        lost.forget(wanted.name("own"))
    return None


def _other_ways(wanted: Wanted) -> None:
    """Offer the examples, a box to paste into and a file."""
    with st.container(horizontal=True, gap="xsmall"):
        for key, example in wanted.examples.items():
            st.button(
                example.title,
                key=wanted.name(f"example_{key}"),
                on_click=_ask_for_example,
                args=(wanted, key),
                icon=":material/school:",
            )
    st.text_area(
        _("Rows copied from a spreadsheet or a file, with a header"),
        key=wanted.name("pasted"),
        height=68,
        placeholder=PASTED,
    )
    st.button(_("Use these rows"), key=wanted.name("paste"), on_click=_paste, args=(wanted,), type="primary")
    arrived.field(wanted.name("upload"), megabytes=MEGABYTES)
    st.caption(
        _(
            "At most {rows} rows and {columns} columns of numbers. It stays in this session's memory.",
            rows=count(wanted.most_rows),
            columns=count(wanted.most_columns),
        )
    )


def _paste(wanted: Wanted) -> None:
    st.session_state[wanted.name("paste_asked")] = True


def _take_pasted(wanted: Wanted) -> None:
    """Read the text of the paste box, if that was asked for: in the run, since a callback may be broken off."""
    state = st.session_state
    if state.get(wanted.name("paste_asked")):
        _read(wanted, state.get(wanted.name("pasted"), "").encode(), _("pasted text"))
        state.pop(wanted.name("paste_asked"), None)


def _take_upload(wanted: Wanted) -> None:
    """Read an uploaded file that has not been read yet."""
    state = st.session_state
    file = arrived.file(wanted.name("upload"))
    if file is not None and file.file_id != state.get(wanted.name("taken")):
        _read(wanted, file, file.name)
        state[wanted.name("taken")] = file.file_id


def _read(wanted: Wanted, source: bytes | BinaryIO, name: str) -> None:
    """Read a table in a process of its own and take it into use, or keep why it cannot be."""
    try:
        with st.spinner(_("Reading …")):
            content = start_reading(source, name=name, limits=replace(Limits.apart(), seconds=SECONDS)).result()
        read = _checked(wanted, wanted.as_read(content.frame))
    except InputError as error:
        st.session_state[wanted.name("refused")] = (error.message, name)
        return
    _replace(wanted, replace(read, notes=(*content.notes, *read.notes)))
    st.session_state.pop(wanted.chosen, None)
    lost.forget(wanted.name("own"))


def _refused(wanted: Wanted) -> str | None:
    """Return why the last table that was pasted or uploaded is not in use."""
    last: tuple[Message, str] | None = st.session_state.get(wanted.name("refused"))
    return None if last is None else f"{plain(last[1])}: {say(last[0])}"
