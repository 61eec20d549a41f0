"""Choices that have a place in the address: whoever asks for one registers its key, its default and what it takes.

A link may name a choice of a page that nobody has opened yet: it waits until its key is registered.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite
from typing import Final

import streamlit as st

_WAITING = "choices_of_the_link"
_OF_EARLIER_ROWS = "choices_of_earlier_rows"


@dataclass(frozen=True)
class Choice:
    """One key of session and address.

    A number lies between `low` and `high`, a word is one of `options`, a flag is set or not and stands as 1 or 0 in the
    address. `default` is None where it depends on the rows.
    With `stays` a choice holds for the next sample too; without `in_links_of_own_rows` the address says nothing of it
    as long as a visitor's rows are loaded.
    """

    key: str
    default: float | str | None = None
    low: float = -inf
    high: float = inf
    options: tuple[str, ...] = ()
    stays: bool = False
    in_links_of_own_rows: bool = True
    is_flag: bool = False

    def read(self, text: str) -> float | str | bool | None:
        """Return what an address says, None where it does not fit."""
        if self.is_flag:
            return {"0": False, "1": True}.get(text)
        if self.options:
            return text if text in self.options else None
        try:
            value = float(text)
        except ValueError:
            return None
        return value if isfinite(value) and self.low <= value <= self.high else None


# Keys and limits only: what was chosen lies in the session.
REGISTERED: Final[dict[str, Choice]] = {}


def register(choice: Choice) -> Choice:
    """Give a choice its place in session and address; called once, by the module that asks for it."""
    REGISTERED[choice.key] = choice
    return choice


def wait(asked: dict[str, str]) -> None:
    """Keep what a link says until the keys it speaks of are known."""
    st.session_state[_WAITING] = asked


def take() -> None:
    """Take over what a link says of every key that is known by now."""
    waiting: dict[str, str] = st.session_state.get(_WAITING, {})
    for key in waiting.keys() & REGISTERED.keys():
        choice, value = REGISTERED[key], REGISTERED[key].read(waiting.pop(key))
        if value is not None and (choice.stays or _OF_EARLIER_ROWS not in st.session_state):
            st.session_state[key] = value


def forget(*, all_of_them: bool) -> None:
    """Forget the choices that meant the earlier rows: those that stay, too, where other cases are loaded now."""
    st.session_state[_OF_EARLIER_ROWS] = True
    if all_of_them:
        st.session_state.pop(_WAITING, None)
    for choice in REGISTERED.values():
        if all_of_them or not choice.stays:
            st.session_state.pop(choice.key, None)
