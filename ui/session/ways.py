"""Ways from one page to another that is to open on a certain view: a sample, its threshold, a question, a tab."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from ui.session import address, screen
from ui.shared import navigation


def button(label: str, page: str, asked: Mapping[str, str], *, key: str, **looks: Any) -> None:
    """Show a button that opens a page as a link to it with `asked` would, within the session.

    A sample it names takes the place of what is loaded.
    """
    st.button(label, key=key, on_click=take, args=(page, asked), **looks)


def take(page: str, asked: Mapping[str, str], *, anew: bool = False) -> None:
    """Take over what a page is asked for, which begins with what its link names, and be on the way there.

    Where it begins `anew` nothing of what was chosen before stays, also where no other rows are loaded.
    """
    navigation.go_to(page)
    screen.anew()
    address.follow(asked, anew=anew)
