"""What was chosen of a table, taken over to another one with the same columns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from evalcore.errors import InputError, Message
from evalcore.predictions.columns import Columns
from evalcore.predictions.guess import with_truth, with_truth_holding
from evalcore.predictions.guess_cases import of_case
from evalcore.predictions.parts import table_parts
from evalcore.predictions.vocabulary import SINGLE
from evalcore.support.results import Result
from evalcore.support.text import listed, shown


@dataclass(frozen=True)
class Carried(Result):
    """The roles of another table's columns, what of them is answered, and what could not be kept.

    `answered` names the questions that need not be asked again: "positive", "part" and "cases".
    """

    columns: Columns
    answered: frozenset[str]
    lost: tuple[Message, ...]


def carried(frame: pd.DataFrame, before: Columns, guess: Columns) -> Carried:
    """Which roles chosen of a table can its successor keep?

    Parameters
    ----------
    frame : DataFrame
        The other table.
    before : Columns
        What was chosen of the one before it.
    guess : Columns
        What is guessed of this one, for what cannot be kept.

    Returns
    -------
    Carried
        Without the truth and any model of `before` the guess stays.

    Examples
    --------
    >>> from evalcore.predictions import guess_columns
    >>> old = pd.DataFrame({"y": ["a", "b"], "m": [0.2, 0.7], "w": [1, 2]})
    >>> new = pd.DataFrame({"y": ["b", "a", "b"], "m": [0.3, 0.1, 0.9]})
    >>> found = carried(new, replace(guess_columns(old), positive="a"), guess_columns(new))
    >>> found.columns.positive, [str(one) for one in found.lost]
    ('a', ["Not kept, since the table lacks them: columns 'w'."])
    """
    names = [str(name) for name in frame.columns]
    models = [column for column in (*before.scores, *before.labels) if column in names]
    if before.truth not in names or not models:
        said = Message("Nothing of the columns chosen before is kept: the table has no such truth, or no such model.")
        return Carried(guess, frozenset(), (said,))
    new = with_truth(frame, guess, before.truth)
    if before.truth_holds is not None and before.truth_holds != new.truth_holds:
        new = with_truth_holding(frame, new, before.truth_holds)
    single = {role: getattr(before, role) for role in SINGLE if role not in ("case", "split")}
    kept: dict[str, Any] = {role: column if column in names else None for role, column in single.items()}
    for role in ("scores", "labels"):
        kept[role] = tuple(column for column in getattr(before, role) if column in names)
    for role in ("reversed", "of_predicted"):
        kept[role] = tuple(column for column in getattr(before, role) if column in kept["scores"])
    groups = tuple(group for group in before.groups if group in names)
    new = replace(new, **kept, groups=groups, notes=())
    wanted = [*before.scores, *before.labels, *before.groups, *(getattr(before, role) for role in SINGLE)]
    missing = [column for column in wanted if column is not None and column not in names]
    lost = [Message("Not kept, since the table lacks them: columns {columns}.", {"columns": listed(missing)})]
    lost = lost if missing else []
    new, answered = _answers(frame, before, new, lost)
    return Carried(new, answered, tuple(lost))


def _answers(frame: pd.DataFrame, before: Columns, new: Columns, lost: list[Message]) -> tuple[Columns, frozenset[str]]:
    """Keep the positive class, the part and what is taken of a case; return what is answered by that."""
    names, answered = [str(name) for name in frame.columns], set()
    if before.positive is None or before.positive in new.classes:
        new = replace(new, positive=before.positive)
        answered.add("positive")
    else:
        lost.append(
            Message("Not kept, since the table lacks it: positive class '{value}'.", {"value": shown(before.positive)})
        )
    if before.split in names and before.split is not None:
        try:
            new = replace(new, split=before.split, parts=table_parts(frame, before.split))
        except InputError:
            new = replace(new, split=None, parts=(), part=None)
        if before.part is None or before.part in [part.label for part in new.parts]:
            new = replace(new, part=before.part)
            answered.add("part")
        else:
            lost.append(Message("Not kept, since the table lacks it: part '{value}'.", {"value": shown(before.part)}))
    else:
        new = replace(new, split=None, parts=(), part=None)
    new = of_case(frame, new, before.case if before.case in names else None)
    if before.case is not None and new.cases is not None:
        if before.taken in new.cases.offered:
            new = replace(new, taken=before.taken, case_is_guess=False)
            answered.add("cases")
        else:
            lost.append(
                Message(
                    "Not kept, since the table lacks it: repetition '{value}'.",
                    {"value": shown(before.taken.rpartition(":")[2])},
                )
            )
    return new, frozenset(answered)
