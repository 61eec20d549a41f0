"""Ways from one page to another that is to open on a certain view: a sample, its threshold, a question, a tab."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from ui.session import address, screen
from ui.shared import navigation

_GOING = "way_taken"


def button(label: str, page: str, asked: Mapping[str, str], *, key: str, **looks: Any) -> None:
    """Show a button that opens a page as a link to it with `asked` would, within the session.

    A sample it names takes the place of what is loaded.
    """
    st.button(label, key=key, on_click=take, args=(page, asked), **looks)


def take(page: str, asked: Mapping[str, str]) -> None:
    """Take over what a page is asked for, which begins with what its link names, and be on the way there."""
    screen.anew()
    address.follow(asked)
    st.session_state[_GOING] = page


def go_on() -> None:
    """Open the page to which a way has been taken: asked by every page before it shows anything.

    By then the button of that way may be gone, or the run that followed its click was broken off.
    """
    page = st.session_state.pop(_GOING, None)
    if page is not None:
        navigation.go_to(page)
