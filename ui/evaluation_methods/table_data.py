"""Rows to learn from: a real data set, or a file of one's own; it lives in the session only."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final
from uuid import uuid4

import pandas as pd
import streamlit as st

from evalcore.errors import InputError, Message
from evalcore.reading import Limits, start_reading
from evalcore.resampling import REAL, Rows, real_rows, rows_from_table
from evalcore.views.resampling.table import checked, guessed_class, usable
from ui.session import memory
from ui.session.choices import Choice, register
from ui.shared.numbers import count
from ui.shared.text import N_, _, plain, say

NAMES: Final = {
    "breast cancer": N_("Breast cancer"),
    "wine": N_("Wine"),
    "iris": N_("Iris"),
    "digits": N_("Handwritten digits"),
}
EXAMPLE: Final = register(Choice("ev_data", default="wine", options=REAL, stays=True))
MEGABYTES: Final = 20
SECONDS: Final = 20.0
_USED, _REFUSED, _TAKEN, _UPLOAD = "ev_table_used", "ev_table_refused", "ev_table_taken", "ev_table_upload"


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
    _take_upload()
    used: Brought | None = st.session_state.get(_USED)
    refused = _refused()
    box = st.popover(_label(used), icon=":material/table:", key="ev_table_box", on_change="rerun")
    with box:
        if refused is not None:
            st.error(refused, icon=":material/error:")
        _ways_in()
        found = _found(used)
    if refused is not None and not box.open:  # said once: in the box as long as that is seen
        st.error(f"{refused} {_('The table before it stays in use.')}", icon=":material/error:")
    return found


def _refused() -> str | None:
    """Return why the last file is not in use."""
    last: tuple[Message, str] | None = st.session_state.get(_REFUSED)
    return None if last is None else f"{plain(last[1])}: {say(last[0])}"


def _found(used: Brought | None) -> Chosen | Message:
    try:
        return _real() if used is None else _own(used)
    except InputError as error:
        return error.message


def _label(used: Brought | None) -> str:
    return _(NAMES[_example()]) if used is None else plain(used.name)


def _example() -> str:
    return str(st.session_state.get(EXAMPLE.key, EXAMPLE.default))


def _ways_in() -> None:
    with st.container(horizontal=True, gap="xsmall"):
        for key, title in NAMES.items():
            st.button(_(title), key=f"ev_data_{key.replace(' ', '_')}", on_click=_take_example, args=(key,))
    st.file_uploader(
        _("CSV, TSV, Parquet or Excel, also as .gz or .zip"),
        key=_UPLOAD,
        max_upload_size=MEGABYTES,
        help=_(
            "A row for each case, a column for each feature and one for the class. It stays in this session's memory."
        ),
    )


def _take_example(key: str) -> None:
    st.session_state[EXAMPLE.key] = key
    for gone in (_USED, _REFUSED):
        st.session_state.pop(gone, None)


def _take_upload() -> None:
    """Read an uploaded file that has not been read yet: in the run, since a callback may be broken off."""
    state = st.session_state
    file = state.get(_UPLOAD)
    if file is None or file.file_id == state.get(_TAKEN):
        return
    try:
        with st.spinner(_("Reading …")):
            limits = replace(Limits.apart(), seconds=SECONDS)
            content = start_reading(file, name=file.name, limits=limits).result()
        usable(content.frame)
    except InputError as error:
        state[_REFUSED] = (error.message, file.name)
    else:
        state[_USED] = Brought(content.frame, file.name, uuid4().hex, content.notes)
        state.pop(_REFUSED, None)
    state[_TAKEN] = file.file_id


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
