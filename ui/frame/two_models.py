"""The way from a page of models to the test that tells two of them apart."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from ui.frame.tabs import Tab
from ui.session import loaded, looked_at, screen
from ui.shared import navigation, takedown
from ui.shared.text import _, paragraph

# What the page of tests asks, and what is answered here.
ANSWERED = {"question": "two", "two_data": "loaded"}
FOLD_BY_FOLD = {"question": "folds", "folds_kind": "folds", "folds_data": "loaded"}


def tab() -> list[Tab]:
    """Return the part that leads there, where there are two models to compare: there all rows are, not a group's."""
    is_offered = len(loaded.models()) > 1 and looked_at.group() is None
    return [Tab("compare", _lead, title=_("Chance, or a difference?"))] if is_offered else []


def _lead() -> None:
    if takedown.now() is not None:
        return  # in a file it would lead nowhere
    paragraph("All models predicted the same rows, so a test can tell a difference of two from chance.")
    with st.container(horizontal=True, gap="small"):
        _button(_("Test two models"), "to_two_models", ":material/balance:", ANSWERED)
        if loaded.are_in_folds():
            _button(_("Test them fold by fold"), "to_folds", ":material/view_week:", FOLD_BY_FOLD)


def _button(label: str, key: str, icon: str, answered: Mapping[str, str]) -> None:
    st.button(label, key=key, icon=icon, on_click=_answer, args=(answered,))


def _answer(answered: Mapping[str, str]) -> None:
    navigation.go_to("significance")
    # The numbers of the test come first.
    st.session_state[screen.TAB.key] = "readings"
    for key, value in answered.items():
        st.session_state[key] = value
