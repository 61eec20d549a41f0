"""The way from a page of models to the test that tells two of them apart."""

from __future__ import annotations

import streamlit as st

from ui.frame.tabs import Tab
from ui.session import loaded
from ui.shared import navigation
from ui.shared.text import _

# What the page of tests asks, and what is answered here.
ANSWERED = {"question": "two", "two_data": "loaded"}


def tab() -> list[Tab]:
    """Return the part that leads there, where there are two models to compare."""
    return [Tab("compare", _lead, title=_("Chance, or a difference?"))] if len(loaded.models()) > 1 else []


def _lead() -> None:
    st.markdown(_("All models predicted the same rows, so a test can tell a difference of two from chance."))
    if st.button(_("Test two models"), key="to_two_models", icon=":material/balance:", on_click=_answer):
        navigation.go_to("significance")


def _answer() -> None:
    for key, value in ANSWERED.items():
        st.session_state[key] = value
