"""What the page of the confusion matrix asks for: all classes or one of them, and what the shares in cells are of."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import streamlit as st

from evalcore.figures.parts.cells import ShareOf
from evalcore.predictions import BinaryView
from ui.confusion_matrix.groups import rules, setting
from ui.confusion_matrix.models import beside
from ui.confusion_matrix.models import setting as of_models
from ui.confusion_matrix.rows import chosen as rows_chosen
from ui.session import fields, loaded
from ui.session.choices import Choice, register
from ui.shared import controls
from ui.shared.text import N_, _

View: TypeAlias = Literal["all", "one"]
VIEWS: Final[dict[View, str]] = {"all": N_("All classes"), "one": N_("One class against the rest")}
_VIEW: Final = register(Choice("view", default="all", options=tuple(VIEWS)))
_SHARES: Final = register(Choice("shares", default="row", options=tuple(controls.SHARES)))
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
    *of_models.CHOICES,
    *beside.CHOICES,
)
_LAST = "positive_on_the_matrix"


def all_lead(rows: BinaryView) -> bool:
    """Whether the page is about all classes; a class chosen in the sidebar meanwhile is to be seen against the rest."""
    seen = (loaded.current().predictions.digest, rows.positive)
    last = st.session_state.get(_LAST, seen)
    st.session_state[_LAST] = seen
    if _are_many() and last[0] == seen[0] and last[1] != seen[1]:
        st.session_state[_VIEW.key] = "one"
    return _are_many() and st.session_state.get(_VIEW.key, _VIEW.default) == "all"


def row(*, everything: bool) -> ShareOf:
    """Ask for both, the first where there are more than two classes; return what the shares are of."""
    view(everything=everything)
    return controls.shares(key=_SHARES.key)


def view(*, everything: bool) -> None:
    """Ask for all classes or one, where there are more than two.

    The sidebar and the rest of the page are about something else in the other view, so all of it runs again.
    """
    if _are_many():
        chosen = fields.pick(_VIEW, VIEWS, _("Classes"), label_visibility="collapsed")
        if (chosen == "all") != everything:
            st.rerun()


def take(positive: str) -> None:
    """Make a class the positive one and show it against the rest."""
    st.session_state["positive"] = positive
    st.session_state[_VIEW.key] = "one"


def _are_many() -> bool:
    return loaded.current().predictions.task == "multiclass"
