"""Parts of a table: training, validation and test rows, or folds, as a column of the file tells them apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pandas as pd

from evalcore.errors import InputError, Message
from evalcore.predictions.labels import Labels, find_key, label_key, label_text, read_labels
from evalcore.predictions.naming import names_models
from evalcore.predictions.roles import Roles, about
from evalcore.predictions.rows import Rows
from evalcore.predictions.vocabulary import PART_WORDS
from evalcore.support.text import listed, shown

_AFTER = re.compile("(?:set|data|dataset|sample|split|样本|数据|数据集)$")  # the training set, 测试样本
MOST_PARTS = 100


@dataclass(frozen=True)
class Part:
    """One part of a table: its label as it is written, and how many rows it has."""

    label: str
    n_rows: int


def is_part_word(key: str) -> bool:
    """Tell whether a cell is a usual name of a part, such as train, hold-out or 测试集.

    >>> is_part_word("Hold-out"), is_part_word("yes")
    (True, False)
    """
    letters = "".join(c for c in label_key(key) if c.isalpha())
    return letters in PART_WORDS or _AFTER.sub("", letters) in PART_WORDS


def table_parts(frame: pd.DataFrame, column: str) -> tuple[Part, ...]:
    """Which parts does a column tell apart, and how many rows has each?

    Parameters
    ----------
    frame : DataFrame
    column : str
        A column with the name of a part, or the number of a fold, in each row.

    Returns
    -------
    tuple of Part
        In order; rows with an empty cell belong to none.

    Examples
    --------
    >>> table_parts(pd.DataFrame({"split": ["train", "test", "train", None]}), "split")
    (Part(label='test', n_rows=1), Part(label='train', n_rows=2))
    """
    place = next(i for i, name in enumerate(frame.columns) if str(name) == column)
    labels = read_labels(frame.iloc[:, place], column, limit=MOST_PARTS)
    counts = np.bincount(labels.codes[labels.codes >= 0], minlength=len(labels.texts))
    return tuple(Part(text, int(n)) for text, n in zip(labels.texts, counts, strict=True))


def choose_part(roles: Roles, rows: Rows, part: object) -> str | None:
    """Leave out the rows of the other parts and return the part's label; without a part, say that all are pooled."""
    if roles.split is None:
        if part is not None:
            raise InputError("A part can be chosen only with the column that names it; got none. Choose that column.")
        return None
    labels = read_labels(roles.series(roles.split), roles.split, limit=MOST_PARTS)
    if part is None:
        if len(labels.texts) > 1:
            roles.notes.append(_all_together(roles, labels))
        return None
    place = find_key(part, labels.keys)
    if place is None:
        raise InputError(
            "The part must be one of those in column '{column}' ({parts}); got '{value}'. Choose one of them.",
            column=shown(roles.split),
            parts=listed(labels.texts),
            value=shown(label_text(part)),
        )
    rows.leave_out_others(
        labels.codes != place,
        roles.split,
        Message(
            "The row belongs to another part than '{part}' in column '{column}'.",
            {"part": shown(labels.texts[place]), **about(roles.split)},
        ),
    )
    return labels.texts[place]


def _all_together(roles: Roles, labels: Labels) -> Message:
    """Say what rows of all parts come to."""
    values = {"column": shown(roles.split), "parts": listed(labels.texts)}
    if roles.split == roles.repeat or names_models(str(roles.split), labels.texts):
        return Message(
            "Rows of all parts of column '{column}' ({parts}) are taken together, and nothing says which of them are "
            "of one case: a case counts several times, so that intervals are too narrow and p-values too small.",
            values,
        )
    return Message(
        "Rows of all parts of column '{column}' ({parts}) are taken together; a model looks better on rows it was "
        "trained on.",
        values,
    )
