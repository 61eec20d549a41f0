"""What a visitor says of the columns: in the mapping, as an answer, by a click on what was understood."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from evalcore.errors import InputError
from evalcore.predictions import (
    Columns,
    of_case,
    of_model,
    pairs_in_use,
    table_parts,
    with_positive,
    with_truth,
    with_truth_holding,
)
from evalcore.predictions.cases import ALL
from evalcore.predictions.truth import Meaning
from evalcore.predictions.vocabulary import MEANINGS
from ui.session import incoming, loaded
from ui.session.incoming import WIDGETS, Table, asking, in_use, use, wish

# What the truth can hold.
MEANS: Final = ("classes", "amounts")


def remap(widget: str) -> None:
    """Load the same table with the columns chosen in the mapping; a class or part chosen there is an answer."""
    read, now = incoming.table(), incoming.columns()
    if read is None or now is None:
        return
    role, chosen = WIDGETS[widget], st.session_state[widget]
    if not _belongs(role, chosen, read, now):
        return
    asks = incoming.asks()
    if role == "truth":
        new = with_truth(read.frame, now, chosen)
        new = of_case(read.frame, new, new.case)
        asks = asking(asks, loaded.TRUTH, is_open=False)
        asks = asking(asks, loaded.POSITIVE, is_open=new.positive_is_guess and not read.generated)
    elif role == "truth_holds":
        if chosen is None:
            return
        new = with_truth_holding(read.frame, now, chosen)
        asks = asking(asks, loaded.TRUTH, is_open=False)
        asks = asking(asks, loaded.POSITIVE, is_open=new.positive_is_guess and not read.generated)
    elif role in ("case", "model"):
        new = of_case(read.frame, now, chosen) if role == "case" else of_model(read.frame, now, chosen)
        asks = asking(asks, loaded.CASES, is_open=False)
    elif role == "split":
        try:
            parts = table_parts(read.frame, chosen) if chosen is not None else ()
        except InputError as error:
            incoming.refuse(error, read.name, is_table=True)
            return
        new = replace(now, split=chosen, parts=parts, part=None)
        asks = asking(asks, loaded.PART, is_open=len(parts) > 1)
    else:
        change: dict[str, Any] = {role: tuple(chosen) if isinstance(chosen, list) else chosen}
        if role == "scores":  # what was guessed of them holds no longer
            change["notes"] = ()
        if role == "taken":
            asks = asking(asks, loaded.CASES, is_open=False)
        new = replace(now, **change)
        if role == "positive":
            new = with_positive(now, chosen)
        elif role == "labels" and chosen:  # only classes can be predicted as labels
            new = replace(new, truth_holds="classes")
        new = _of_its_scores(new)
        is_open = role == loaded.POSITIVE and chosen is None and now.positive_is_guess
        asks = asking(asks, role, is_open=is_open)
    wish(partial(use, read, new, asks))


def _of_its_scores(columns: Columns) -> Columns:
    """Return the roles without a reversal of what is no score any longer."""
    kept = {role: tuple(name for name in getattr(columns, role) if name in columns.scores) for role in MEANINGS[1:]}
    return replace(columns, reversed=kept["reversed"], of_predicted=kept["of_predicted"] if columns.labels else ())


def _belongs(role: str, chosen: Any, read: Table, now: Columns) -> bool:
    """Tell whether a choice is one of this table: a field may still hold what was chosen for another."""
    known = {
        loaded.POSITIVE: now.classes,
        loaded.PART: tuple(part.label for part in now.parts),
        "truth_holds": MEANS,
        "taken": () if now.cases is None else now.cases.offered,
    }
    offered = known.get(role, tuple(read.names))
    return chosen is None or set(chosen if isinstance(chosen, list) else [chosen]) <= set(offered)


def choose_part(part: str | None) -> None:
    """Take the part of the rows that is to be looked at; None takes all together."""
    _answer(loaded.PART, part=part)


def choose_cases(taken: str | None) -> None:
    """Take what the several rows of a case are; None where each row is a case of its own."""
    used = in_use()
    if used is None:
        return
    change: dict[str, Any] = {"case": None, "cases": None, "taken": ALL} if taken is None else {"taken": taken}
    _answer(loaded.CASES, case_is_guess=False, **change)


def take_cases_again() -> None:
    """Take the column of cases that was found at first, after each row was taken for a case of its own."""
    used = in_use()
    if used is not None:
        found = of_case(used[0].frame, used[1], used[0].guess.case)
        wish(partial(use, used[0], found, loaded.open_questions() - {loaded.CASES}))


def choose_positive(label: str) -> None:
    """Take the class that is looked for."""
    used = in_use()
    if used is not None:
        wish(partial(use, used[0], with_positive(used[1], label), loaded.open_questions() - {loaded.POSITIVE}))


def follow_positive(label: str) -> bool:
    """Take the scores of another class where the table has them; tell whether it has.

    Of a pair the column of that class is taken, and a confidence of the predicted class is turned to it.
    """
    used = in_use()
    if used is None or label not in used[1].classes or label == used[1].positive:
        return False
    if not (pairs_in_use(used[1]) or used[1].of_predicted):
        return False
    choose_positive(label)
    return True


def choose_meaning(holds: Meaning) -> None:
    """Take the truth for classes, or for amounts; which class is looked for may then have to be asked."""
    used = in_use()
    if used is None:
        return
    new = with_truth_holding(used[0].frame, used[1], holds)
    asks = loaded.open_questions() - {loaded.TRUTH}
    asks = asking(asks, loaded.POSITIVE, is_open=new.positive_is_guess and not used[0].generated)
    wish(partial(use, used[0], new, asks))


def change(**roles: Any) -> None:
    """Take other roles for what is in use, with one click in the sentence on what was understood."""
    used = in_use()
    if used is not None:
        wish(partial(use, used[0], _of_its_scores(replace(used[1], **roles)), loaded.open_questions()))


def _answer(question: str, **change: Any) -> None:
    used = in_use()
    if used is not None:
        wish(partial(use, used[0], replace(used[1], **change), loaded.open_questions() - {question}))
