"""Fields for choices that have a place in the address: one of a few words, or a whole number."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from ui.session.choices import Choice
from ui.shared import controls
from ui.shared.text import _


def one_of(choice: Choice, names: Mapping[str, str], label: str, meaning: str, *, width: int) -> str:
    """Ask for one of a few things in the row of the controls; its name is that of what is chosen."""
    controls.seed(choice.key, choice.default)
    chosen = st.selectbox(
        label,
        list(names),
        format_func=lambda key: _(names[key]),
        key=choice.key,
        persist_state="session",
        label_visibility="collapsed",
        width=width,
        help=meaning,
    )
    return str(chosen)


def whole(choice: Choice, label: str, meaning: str, *, step: int = 1) -> int:
    """Ask for a whole number."""
    # An address holds a float.
    st.session_state[choice.key] = kept(choice)
    return int(
        st.number_input(
            label,
            min_value=int(choice.low),
            max_value=int(choice.high),
            step=step,
            key=choice.key,
            persist_state="session",
            help=meaning,
        )
    )


def kept(choice: Choice) -> int:
    """Return the whole number that is chosen."""
    assert isinstance(choice.default, (int, float))
    return int(st.session_state.get(choice.key, choice.default))
