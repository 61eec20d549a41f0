"""What the page of the confusion matrix asks for: all classes or one of them, and what the shares in cells are of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import streamlit as st

from evalcore.figures.parts.cells import ShareOf
from evalcore.predictions import BinaryView
from ui.confusion_matrix.groups import rules, setting
from ui.confusion_matrix.models import beside
from ui.confusion_matrix.models import setting as of_models
from ui.confusion_matrix.rows import chosen as rows_chosen
from ui.confusion_matrix.rows import of_classes
from ui.session import fields, loaded
from ui.session.choices import Choice, register
from ui.shared import controls
from ui.shared.text import N_, _

View: TypeAlias = Literal["all", "one", "sure"]
VIEWS: Final[dict[View, str]] = {
    "all": N_("All classes"),
    "one": N_("One class against the rest"),
    "sure": N_("Only high scores"),
}
_VIEW: Final = register(Choice("view", default="all", options=tuple(VIEWS)))
_SHARES: Final = register(Choice("shares", default="row", options=tuple(controls.SHARES)))
# In which order the classes stand; by themselves similar ones are neighbours where there are many.
_ORDER: Final = register(Choice("classes_order", default="auto", options=("auto", "similar", "file")))
# Whether all of many classes have a row of their own.
_ALL: Final = register(Choice("classes_all", default=False, is_flag=True))
# Above so many classes similar ones stand together, and above so many the rest is one row.
MOST_IN_ORDER, MOST_SHOWN = 12, 25
# How many times as much recall weighs as precision in F-beta.
BETA: Final = register(Choice("beta", default=2.0, low=0.1, high=10.0, of_reader=True))
# What the address repeats.
CHOICES: Final = (
    _VIEW,
    _SHARES,
    BETA,
    *setting.CHOICES,
    *rules.CHOICES,
    *rows_chosen.CHOICES,
    *of_classes.CHOICES,
    *of_models.CHOICES,
    *beside.CHOICES,
)
_LAST = "positive_on_the_matrix"


def leading(rows: BinaryView) -> View:
    """Return what the page is about: of two classes always the positive one.

    A class chosen in the sidebar meanwhile is to be seen against the rest.
    """
    seen = (loaded.current().predictions.digest, rows.positive)
    last = st.session_state.get(_LAST, seen)
    st.session_state[_LAST] = seen
    if _are_many() and last[0] == seen[0] and last[1] != seen[1]:
        st.session_state[_VIEW.key] = "one"
    if not _are_many():
        return "one"
    return _offered(st.session_state.get(_VIEW.key, _VIEW.default))


def _offered(view: View) -> View:
    """Return a view that the model has: one of labels has no scores."""
    return "all" if view == "sure" and "sure" not in _views() else view


def _views() -> dict[View, str]:
    """Return the views of the model that is looked at."""
    has_scores = loaded.labels_of(loaded.model()) is None
    return {name: title for name, title in VIEWS.items() if has_scores or name != "sure"}


def row(now: View) -> ShareOf:
    """Ask for both, the first where there are more than two classes; return what the shares are of."""
    view(now)
    return controls.shares(key=_SHARES.key)


@dataclass(frozen=True)
class Shown:
    """How the classes of the matrix stand: similar ones together or not, and how many rows there may be."""

    similar: bool
    most: int | None


def shown(k: int) -> Shown:
    """Ask in which order k classes stand, and of many whether all have a row of their own."""
    similar, file = N_("Similar classes together"), N_("Order of the file")
    usual, further = ((file, ("similar", similar)), (similar, ("file", file)))[k > MOST_IN_ORDER]
    order = fields.one_of(
        _ORDER,
        {"auto": usual, further[0]: further[1]},
        _("Order of the classes"),
        _("Similar are classes that are taken for each other; they are then neighbours."),
        width=220,
    )
    everything = k <= MOST_SHOWN or fields.flag(
        _ALL, _("All {n}", n=k), _("Each class has a row of its own; else those with few mistakes are one row.")
    )
    is_similar = order == "similar" or (order == "auto" and k > MOST_IN_ORDER)
    return Shown(is_similar, None if everything else MOST_SHOWN)


def view(now: View) -> None:
    """Ask for all classes, one, or only high scores, where there are more than two; `now` is what is shown.

    The sidebar and the rest of the page are about something else in the other view, so all of it runs again.
    """
    if _are_many():
        st.session_state[_VIEW.key] = _offered(st.session_state.get(_VIEW.key, _VIEW.default))
        if fields.pick(_VIEW, _views(), _("Classes")) != now:
            st.rerun()


def take(positive: str) -> None:
    """Make a class the positive one and show it against the rest."""
    st.session_state["positive"] = positive
    st.session_state[_VIEW.key] = "one"


def _are_many() -> bool:
    return loaded.current().predictions.task == "multiclass"
