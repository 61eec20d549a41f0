"""Why the page of tests shows other numbers than those of what is loaded, or of other rows, in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import streamlit as st

from ui.frame import questions
from ui.session import incoming, loaded, looked_at
from ui.session.choices import Choice
from ui.shared.text import _, plain
from ui.significance.folds import data as folds
from ui.significance.folds import loaded as folds_loaded
from ui.significance.one import controls as one


def of(question: str) -> str | None:
    """Say why this question is not answered of what was loaded; None where it could be, or nothing was."""
    if loaded.gone() is not None or not loaded.is_chosen():
        return None
    name = incoming.loaded_name()
    if question == "lies":
        return _("{name} plays no part here: the laboratory simulates its own data.", name=name)
    if questions.are_open():
        return _("{name} is not shown here: it has still to be said what its rows are.", name=name)
    if loaded.current().predictions.task == "regression":
        return _("{name} is not shown here: it predicts a number, and these tests count right and wrong.", name=name)
    return _OF[question](name)


def which_rows() -> str | None:
    """Say which rows are tested where other pages look at some of them alone; None where they look at the same."""
    one = looked_at.group()
    if one is not None:
        group = plain(looked_at.title(one))
        return _(
            "All rows are tested here, also those that are not of {group}, which other pages look at.", group=group
        )
    if loaded.has_half():
        return _("Tested is the half of the rows that is reported on; the threshold is chosen on the other one.")
    return None


def _of_one(name: str) -> str | None:
    if _chosen(one.TEST) != "t":
        return None
    return _("{name} is not shown here: it has one error rate, and this test needs several.", name=name)


def _of_two(name: str) -> str | None:
    if len(loaded.models()) > 1:
        return None
    return _("{name} is not shown here: it has one model, and this test compares two.", name=name)


def _of_folds(name: str) -> str | None:
    if not folds_loaded.are_there():
        return _("{name} is not shown here: this test needs two models and a column that numbers the folds.", name=name)
    if _chosen(folds.KIND) == "halves" and not folds_loaded.are_five_by_two():
        return _("{name} is not shown here: its folds are not five repetitions of two.", name=name)
    return None


def _of_many(name: str) -> str:
    return _("{name} is not shown here: it is one data set, and this test compares results on several.", name=name)


def _chosen(choice: Choice) -> str:
    return str(st.session_state.get(choice.key, choice.default))


_OF: Final[Mapping[str, Callable[[str], str | None]]] = {
    "one": _of_one,
    "two": _of_two,
    "folds": _of_folds,
    "many": _of_many,
}
