"""Fields that ask for a choice in the row of the controls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import streamlit as st

from ui.session.choices import Choice
from ui.shared import controls
from ui.shared.text import _

Key = TypeVar("Key", bound=str)


def one_of(
    choice: Choice,
    names: Mapping[Key, str],
    label: str,
    meaning: str,
    *,
    width: int,
    changed: Callable[[], None] | None = None,
) -> Key:
    """Ask for one of a few things in the row of the controls; its name is that of what is chosen.

    Where what was chosen is none of them any more, as a fourth of three, the default is, or else the first.
    """
    if st.session_state.get(choice.key) not in names:
        st.session_state[choice.key] = choice.default if choice.default in names else next(iter(names))
    controls.seed(choice.key, choice.default)
    return st.selectbox(
        label,
        list(names),
        format_func=lambda key: _(names[key]),
        key=choice.key,
        persist_state="session",
        label_visibility="collapsed",
        width=width,
        help=meaning,
        on_change=changed,
    )


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


def share(choice: Choice, label: str, meaning: str, *, step: float = 0.05) -> float:
    """Ask for a number that need not be whole."""
    controls.seed(choice.key, choice.default)
    return float(
        st.number_input(
            label,
            min_value=float(choice.low),
            max_value=float(choice.high),
            step=step,
            format="%.3g",
            key=choice.key,
            persist_state="session",
            help=meaning,
        )
    )


def flag(choice: Choice, label: str, meaning: str) -> bool:
    """Ask whether something holds."""
    controls.seed(choice.key, choice.default)
    return st.toggle(label, key=choice.key, persist_state="session", help=meaning)


def kept(choice: Choice) -> int:
    """Return the whole number that is chosen."""
    return int(real(choice))


def real(choice: Choice) -> float:
    """Return the number that is chosen."""
    assert isinstance(choice.default, (int, float))
    return float(st.session_state.get(choice.key, choice.default))


def is_set(choice: Choice) -> bool:
    """Return whether a flag is set."""
    return bool(st.session_state.get(choice.key, choice.default))
