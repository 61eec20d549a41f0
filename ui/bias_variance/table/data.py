"""The table that is learned from: an example or a file, its target, and the columns it is learned from."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

import pandas as pd
import streamlit as st

from evalcore.bias_variance import LearnTable, example_table, first_table, guessed_task, learn_table
from evalcore.bias_variance.problems import Task
from evalcore.errors import Message
from ui.session import memory, page_table
from ui.session.choices import Choice, register
from ui.session.page_table import Example, InUse, PageTable
from ui.shared.text import N_, _

TASKS: Final[dict[Task, str]] = {
    "regression": N_("numbers: squared error"),
    "classification": N_("classes: 0-1 loss"),
}
# Few are looked at again: a table may be large.
_MOST: Final = 4


class Given(NamedTuple):
    """A table, and its first target."""

    frame: pd.DataFrame
    target: str


def _given(frame: pd.DataFrame) -> Given:
    return Given(frame, first_table(frame).target)


def _example(key: str) -> Given:
    frame = example_table(key)
    return Given(frame, str(frame.columns[-1]))


EXAMPLES: Final = {
    "diabetes": Example(
        N_("Diabetes"),
        partial(_example, "diabetes"),
        N_("442 patients: how far their diabetes progressed within a year"),
    ),
    "breast_cancer": Example(
        N_("Breast cancer"), partial(_example, "breast_cancer"), N_("569 tumours: malignant or benign")
    ),
    "wine": Example(N_("Wine"), partial(_example, "wine"), N_("178 wines: which of three growers made them")),
}
EXAMPLE: Final = register(
    Choice("bv_table", default="diabetes", options=tuple(EXAMPLES), stays=True, called=N_("Table"))
)
TABLE: Final = PageTable[Given](
    "bv_table",
    choice=EXAMPLE,
    examples=EXAMPLES,
    made=_given,
    buttons="bv_example_",
    meaning=N_(
        "A row for each case, a column for each feature and one for the target. It stays in this session's memory."
    ),
    size=lambda given: given.frame.shape,
)


def ask() -> LearnTable | Message:
    """Ask for a table and what is to be learned of it; a message says why that cannot be."""
    return TABLE.ask(_chosen)


def _chosen(used: InUse[Given]) -> LearnTable:
    """Ask for target, task and columns; return what can be learned."""
    frame, names = used.of.frame, [str(name) for name in used.of.frame.columns]
    meaning = _("The column that is learned from the others.")
    key = f"bv_target_{used.key}"
    target = str(page_table.column(_("Target"), names, meaning, key=key, first=used.of.target))
    task = _task(used, target)
    columns = page_table.columns(
        _("Learned from"),
        [name for name in names if name != target],
        _("Numbers are standardised; of text each category becomes a feature of 1 and 0."),
        key=f"bv_columns_{used.key}_{target}",
        none=_("all others that can be used"),
    )
    table = memory.memo(
        "learn table",
        *(used.key, target, columns, task),
        make=lambda: learn_table(frame, target=target, columns=columns or None, task=task),
        most=_MOST,
    )
    return replace(table, notes=(*used.notes, *table.notes))


def _task(used: InUse[Given], target: str) -> Task:
    """Ask whether the target is numbers or classes."""
    tasks = list(TASKS)
    guess = memory.memo("guessed task", used.key, target, make=lambda: guessed_task(used.of.frame[target]))
    return st.radio(
        _("Taken as"),
        tasks,
        index=tasks.index(guess),
        format_func=lambda task: _(TASKS[task]),
        key=f"bv_task_{used.key}_{target}",
        persist_state="session",
        horizontal=True,
    )
