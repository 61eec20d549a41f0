"""The table that is learned from: an example or a file, its target, and the columns it is learned from.

A file that cannot be used is refused with its sentence, and the table before it stays in use. It lives in the session
only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final
from uuid import uuid4

import pandas as pd
import streamlit as st

from evalcore.bias_variance import LearnTable, example_table, first_table, guessed_task, learn_table
from evalcore.bias_variance.problems import Task
from evalcore.errors import InputError, Message
from ui.session import memory, own_table
from ui.session.choices import Choice, register
from ui.session.own_table import OwnTable
from ui.shared import marks
from ui.shared.marks import Mark
from ui.shared.numbers import count
from ui.shared.text import N_, _, plain

EXAMPLES: Final = {
    "diabetes": N_("Diabetes"),
    "breast_cancer": N_("Breast cancer"),
    "wine": N_("Wine"),
}
ABOUT: Final = {
    "diabetes": N_("442 patients: how far their diabetes progressed within a year"),
    "breast_cancer": N_("569 tumours: malignant or benign"),
    "wine": N_("178 wines: which of three growers made them"),
}
TASKS: Final[dict[Task, str]] = {
    "regression": N_("numbers: squared error"),
    "classification": N_("classes: 0-1 loss"),
}
EXAMPLE: Final = register(Choice("bv_table", default="diabetes", options=tuple(EXAMPLES), stays=True))
FILE: Final = OwnTable("bv_table")
_USED: Final = "bv_table_used"
# Few are looked at again: a table may be large.
_MOST: Final = 4


@dataclass(frozen=True, eq=False)
class Brought:
    """A table in use: what it is called, what tells it from another, its first target, and which example it is."""

    frame: pd.DataFrame
    name: str
    key: str
    target: str
    example: str | None = None
    notes: tuple[Message, ...] = ()


def ask() -> LearnTable | Message:
    """Ask for a table and what is to be learned of it; a message says why that cannot be."""
    _begin()
    FILE.take(_use)
    box = st.popover(FILE.label(_label()), icon=":material/table:", key="bv_table_box", on_change="rerun")
    with box:
        refused = FILE.refused()
        if refused is not None:
            st.error(refused, icon=":material/error:")
        _ways_in()
        found = FILE.gone() or _chosen(_used())
    if not box.open:  # said once: in the box as long as that is seen
        FILE.show_refused()
    return found


def _own_name() -> str | None:
    used: Brought | None = st.session_state.get(_USED)
    return None if used is None or used.example else used.name


FILE.holds(_own_name)


def _used() -> Brought:
    used: Brought = st.session_state[_USED]
    return used


def mark() -> Mark | None:
    """Return what marks a table that comes with the page."""
    return None if _used().example is None else marks.example()


def _label() -> str:
    used = _used()
    rows, columns = used.frame.shape
    return _("Table: {rows} × {columns}", rows=count(rows), columns=count(columns))


def _begin() -> None:
    """Have a table in use: the example that is asked for, else the first, until a file is brought."""
    state = st.session_state
    asked = state.get(EXAMPLE.key, None if _USED in state else EXAMPLE.default)
    used: Brought | None = state.get(_USED)
    if asked in EXAMPLES and (used is None or used.example != asked):
        frame = example_table(asked)
        state[_USED] = Brought(frame, asked, uuid4().hex, str(frame.columns[-1]), example=asked)
        state[EXAMPLE.key] = asked


def _ways_in() -> None:
    """Offer the examples and a place for a file."""
    used = _used()
    st.caption(_(ABOUT[used.example]) if used.example else plain(used.name))
    with st.container(horizontal=True, gap="xsmall"):
        for key, title in EXAMPLES.items():
            st.button(
                _(title),
                key=f"bv_example_{key}",
                on_click=_take_example,
                args=(key,),
                icon=":material/school:",
            )
    FILE.field(
        _("A row for each case, a column for each feature and one for the target. It stays in this session's memory.")
    )


def _take_example(key: str) -> None:
    st.session_state[EXAMPLE.key] = key
    FILE.turn_away()


def _use(file: own_table.Brought) -> None:
    """Use a file that was read, with the first target it can have."""
    target = first_table(file.frame).target
    st.session_state[_USED] = Brought(file.frame, file.name, uuid4().hex, target, notes=file.notes)
    st.session_state.pop(EXAMPLE.key, None)


def _chosen(used: Brought) -> LearnTable | Message:
    """Ask for target, task and columns; return what can be learned, or why nothing can."""
    names = [str(name) for name in used.frame.columns]
    target = st.selectbox(
        _("Target"),
        names,
        index=names.index(used.target),
        key=f"bv_target_{used.key}",
        persist_state="session",
        help=_("The column that is learned from the others."),
    )
    task = _task(used, str(target))
    columns = st.multiselect(
        _("Learned from"),
        [name for name in names if name != target],
        key=f"bv_columns_{used.key}_{target}",
        persist_state="session",
        placeholder=_("all others that can be used"),
        help=_("Numbers are standardised; of text each category becomes a feature of 1 and 0."),
    )
    try:
        table = memory.memo(
            "learn table",
            *(used.key, target, tuple(columns), task),
            make=lambda: learn_table(used.frame, target=str(target), columns=columns or None, task=task),
            most=_MOST,
        )
    except InputError as error:
        return error.message
    return replace(table, notes=(*used.notes, *table.notes))


def _task(used: Brought, target: str) -> Task:
    """Ask whether the target is numbers or classes."""
    tasks = list(TASKS)
    guess = memory.memo("guessed task", used.key, target, make=lambda: guessed_task(used.frame[target]))
    return st.radio(
        _("Taken as"),
        tasks,
        index=tasks.index(guess),
        format_func=lambda task: _(TASKS[task]),
        key=f"bv_task_{used.key}_{target}",
        persist_state="session",
        horizontal=True,
    )
