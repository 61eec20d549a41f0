"""A table of examples: its columns are attributes, and the last one says of each row whether it is positive."""

from __future__ import annotations

import re
from typing import Final

import pandas as pd

from evalcore.errors import InputError
from evalcore.hypotheses.spaces import Attribute, Instance, Space
from evalcore.hypotheses.typed import check_attributes, check_examples
from evalcore.support.text import shown

YES: Final = frozenset("1 yes y true t positive pos p + good ● 是 对 正 正例 正类 好 好瓜".split())  # noqa: SIM905 - words
NO: Final = frozenset(
    "0 -1 no n false f negative neg - − bad ○ 否 不是 错 反 反例 反类 负 负例 负类 坏 坏瓜".split()  # noqa: SIM905 - words
)
# They stand between names and values where a space is written as text.
_SEPARATORS: Final = re.compile(r"[,，、;；:：\n]")


def table_of_examples(frame: pd.DataFrame) -> tuple[Space, tuple[tuple[Instance, bool], ...]]:
    """Which attributes and examples does a table hold?

    Parameters
    ----------
    frame : pandas.DataFrame
        A row an example; the last column holds yes or no, in one of the ways of `YES` and `NO`.

    Returns
    -------
    space : Space
        The columns but the last; an attribute has the values that occur, in the order in which they do.
    examples : tuple of (instance, positive)

    Examples
    --------
    >>> found, examples = table_of_examples(pd.DataFrame({"root": ["curled", "stiff"], "good": ["yes", "no"]}))
    >>> found.attributes[0].values, examples
    (('curled', 'stiff'), (((0,), True), ((1,), False)))
    """
    if frame.shape[1] < 2:
        raise InputError(
            "A table of examples must have a column for each attribute, and a last one with yes or no; got {count} in "
            "all. Add what is missing.",
            count=frame.shape[1],
        )
    check_examples(len(frame))
    check_attributes(frame.shape[1] - 1)
    *attributes, label = (_written(frame, place) for place in range(frame.shape[1]))
    space = Space(tuple(_attribute(str(name), cells) for name, cells in zip(frame.columns, attributes, strict=False)))
    values = (one.values for one in space.attributes)
    places = [[names.index(cell) for cell in cells] for names, cells in zip(values, attributes, strict=True)]
    labels = [_label(str(frame.columns[-1]), cell, row) for row, cell in enumerate(label, start=1)]
    return space, tuple(zip(zip(*places, strict=True), labels, strict=True))


def space_text(space: Space) -> str:
    """Return a space of named attributes as `typed_space` reads it.

    >>> space_text(Space((Attribute("root", ("curled", "stiff")), Attribute("sound", ("dull",)))))
    'root: curled, stiff; sound: dull'
    """
    return "; ".join(f"{one.name}: {', '.join(map(str, one.values))}" for one in space.attributes)


def _written(frame: pd.DataFrame, place: int) -> list[str]:
    """Return the cells of a column as text, a whole number without its point."""
    name, cells = str(frame.columns[place]), frame.iloc[:, place]
    written = ["" if pd.isna(cell) else str(cell).strip().removesuffix(".0") for cell in cells]
    if "" in written:
        raise InputError(
            "Column '{column}' must have a value in every row; data row {row} has none. Fill the cell, or remove the "
            "row.",
            column=shown(name),
            row=written.index("") + 1,
        )
    return written


def _attribute(name: str, cells: list[str]) -> Attribute:
    values = tuple(dict.fromkeys(cells))
    for text in (name, *values):
        if _SEPARATORS.search(text):
            raise InputError(
                "Names and values must be written without , ; and :; got '{value}' (column '{column}'). Write another "
                "word.",
                value=shown(text),
                column=shown(name),
            )
    return Attribute(name, values)


def _label(column: str, cell: str, row: int) -> bool:
    word = cell.casefold()
    if word not in YES | NO:
        raise InputError(
            "The last column, '{column}', must hold yes or no, or 1 or 0; got '{value}' in data row {row}. Correct the "
            "cell.",
            column=shown(column),
            value=shown(cell),
            row=row,
        )
    return word in YES
