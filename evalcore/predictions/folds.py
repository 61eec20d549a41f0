"""To which fold, to which repetition of the folds, and to which groups each row belongs."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evalcore.errors import InputError, Message
from evalcore.predictions.columns import Columns
from evalcore.predictions.labels import label_key, read_labels
from evalcore.predictions.naming import names_models
from evalcore.predictions.parts import MOST_PARTS, is_part_word
from evalcore.predictions.roles import Roles
from evalcore.predictions.rows import Rows
from evalcore.predictions.vocabulary import SPLIT_NAMES
from evalcore.support.arrays import IndexArray
from evalcore.support.results import Result
from evalcore.support.text import shown


@dataclass(frozen=True, eq=False)
class Membership(Result):
    """Which fold, which repetition, or which group is each row in?

    Attributes
    ----------
    column : str
        The column of the table that says so.
    labels : tuple of str
        As they are written, in order.
    codes : (n,) intp
        Places in `labels`; -1 where the cell is empty. Read-only.
    """

    column: str
    labels: tuple[str, ...]
    codes: IndexArray

    def __post_init__(self) -> None:
        self.codes.flags.writeable = False

    @cached_property
    def present(self) -> int:
        """How many of the labels have a row."""
        return int(np.count_nonzero(np.bincount(self.codes[self.codes >= 0])))

    @cached_property
    def digest(self) -> str:
        """Changes with every label and with every row's: what is made by group is kept by it."""
        found = hashlib.blake2b(repr((self.column, self.labels)).encode("utf-8", "backslashreplace"), digest_size=16)
        found.update(self.codes.astype(np.int8).data)  # at most 100 labels
        return found.hexdigest()


def membership(roles: Roles, column: str | None, rows: Rows) -> Membership | None:
    """Read which fold or repetition the rows in use are in; a row without one stays in use."""
    if column is None:
        return None
    try:
        labels = read_labels(roles.series(column), column, limit=MOST_PARTS)
    except InputError:  # the models can be looked at without it
        roles.notes.append(
            Message(
                "Column '{column}' has more than {most} different values, so it tells no folds or repetitions apart.",
                {"column": shown(column), "most": MOST_PARTS},
            )
        )
        return None
    roles.notes.extend(labels.notes)
    return Membership(column, labels.texts, rows.take(labels.codes))


def of_groups(roles: Roles, rows: Rows) -> dict[str, Membership]:
    """Read which group the rows in use are in, for each column that groups them; one of too many values does not."""
    found = {}
    for column in roles.groups:
        try:
            labels = read_labels(roles.series(column), column, limit=MOST_PARTS)
        except InputError:  # a few rows of a long table did not show them all
            roles.notes.append(
                Message(
                    "Column '{column}' has more than {most} different values, so it makes no groups.",
                    {"column": shown(column), "most": MOST_PARTS},
                )
            )
            continue
        found[column] = Membership(column, labels.texts, rows.take(labels.codes))
    return found


def fold_column(columns: Columns) -> str | None:
    """Which column numbers folds: the one found or chosen, else that of the parts unless they are training and test.

    Examples
    --------
    >>> from evalcore.predictions.parts import Part
    >>> fold_column(Columns(split="cut", parts=(Part("1", 5), Part("2", 5)))), fold_column(Columns(fold="k"))
    ('cut', 'k')
    """
    if columns.fold is not None or columns.split is None or columns.split == columns.repeat:
        return columns.fold
    bare = "".join(c for c in label_key(columns.split) if c.isalnum())
    labels = [part.label for part in columns.parts]
    is_role = bare in SPLIT_NAMES or names_models(columns.split, labels) or any(map(is_part_word, labels))
    return None if is_role else columns.split
