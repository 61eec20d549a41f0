"""Rows to learn from: a real data set, or a table of one's own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

import pandas as pd

from evalcore.errors import Message
from evalcore.resampling import REAL, Rows, real_rows, rows_from_table
from evalcore.views.resampling.table import checked, guessed_class, usable
from ui.session import memory, page_table
from ui.session.choices import Choice, register
from ui.session.page_table import Example, InUse, PageTable
from ui.shared.numbers import count
from ui.shared.text import N_, _, remark

NAMES: Final = {
    "breast cancer": N_("Breast cancer"),
    "wine": N_("Wine"),
    "iris": N_("Iris"),
    "digits": N_("Handwritten digits"),
}
EXAMPLE: Final = register(Choice("ev_data", default="wine", options=REAL, stays=True, called=N_("Table")))
# The rows of an example, or a file whose columns are still to be chosen.
Given: TypeAlias = Rows | pd.DataFrame


def _usable(frame: pd.DataFrame) -> Given:
    """Return a table if a class can be learned from it."""
    usable(frame)
    return frame


TABLE: Final = PageTable[Given](
    "ev_table",
    choice=EXAMPLE,
    examples={key: Example(title, partial(real_rows, key), icon=None) for key, title in NAMES.items()},
    made=_usable,
    buttons="ev_data_",
    meaning=N_(
        "A row for each case, a column for each feature and one for the class. It stays in this session's memory."
    ),
)


@dataclass(frozen=True, eq=False)
class Chosen:
    """Rows in use, with what tells them from others and what they are called."""

    rows: Rows
    key: tuple[str, ...]
    name: str


def ask() -> Chosen | Message:
    """Ask for rows; a message says why nothing can be learned of them."""
    return TABLE.ask(_chosen)


def _chosen(used: InUse[Given]) -> Chosen:
    """Ask which column is the class, and which tells groups, where that is open."""
    if isinstance(used.of, Rows):
        _say_shape(used.of)
        return Chosen(used.of, (str(used.example),), TABLE.title())
    frame, names = used.of, [str(name) for name in used.of.columns]
    meaning = _("The column that is learned from the others.")
    truth = str(
        page_table.column(_("Class"), names, meaning, key=f"ev_class_{used.key}", first=guessed_class(frame)),
    )
    group = page_table.column(
        _("Groups"),
        [name for name in names if name != truth],
        _("Rows with the same value here, such as those of one person, are never torn apart."),
        key=f"ev_groups_{used.key}_{truth}",
        none=_("none"),
    )
    rows = memory.memo(
        "own rows",
        *(used.key, truth, group),
        make=lambda: checked(rows_from_table(frame, truth=truth, group=group)),
        most=4,
    )
    return Chosen(replace(rows, notes=(*used.notes, *rows.notes)), (used.key, truth, group or ""), TABLE.title())


def _say_shape(rows: Rows) -> None:
    remark(
        "{rows} rows, {features} features, {classes} classes; comes with scikit-learn.",
        rows=count(rows.n),
        features=count(len(rows.features)),
        classes=count(len(rows.classes)),
    )
