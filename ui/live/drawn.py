"""The figure that stands in the browser, so that a handle let go neither draws it anew nor sends another.

A handle has already moved everything in the browser when it is let go. The page then shows the figure as it was last
drawn, which the browser takes for the one it has, and everything else for the new threshold.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import streamlit as st

from ui.session import lost

_LAST = "figure_drawn"
_ANEW = "figure_anew"
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class _Drawn:
    """A figure with what it was made of; `moved` where the browser has moved its handle since."""

    of: tuple[Hashable, ...]
    t: float | None
    figure: Any
    revision: int
    moved: bool = False


def anew() -> None:
    """Have the figure show the present threshold in the run that follows."""
    st.session_state[_ANEW] = True


def moved() -> None:
    """Remember that a handle was let go: what the browser shows is no longer what was sent."""
    last: _Drawn | None = st.session_state.get(_LAST)
    if last is not None:
        st.session_state[_LAST] = replace(last, moved=True)


def heard(revision: int | None) -> None:
    """Have the figure drawn anew where a handle was let go in one before the last: that one does not know of it."""
    last: _Drawn | None = st.session_state.get(_LAST)
    if revision is not None and last is not None and last.revision != revision:
        anew()


def figure(of: tuple[Hashable, ...], t: float | None, make: Callable[[int], T]) -> T:
    """Return the figure as last drawn, or made anew where it is of something else or has to show another threshold.

    `make` is told a number that no figure had before: without one of its own, a figure equal to the last one sent would
    not bring a handle back. It begins anew with each session, since the browser may show a figure of the one before.
    """
    last: _Drawn | None = st.session_state.get(_LAST)
    asked = st.session_state.get(_ANEW, False)
    stands = last is not None and last.of == of and (not asked or (last.t == t and not last.moved))
    if last is None or not stands:
        revision = lost.number() if last is None else last.revision + 1
        last = st.session_state[_LAST] = _Drawn(of, t, make(revision), revision)
    # Only now: a run that is broken off while the figure is made must not lose the wish.
    st.session_state.pop(_ANEW, None)
    made: T = last.figure
    return made


def last(kind: tuple[Hashable, ...]) -> Any:
    """Return the figure that was drawn last, where what it is of begins with this; else None."""
    found: _Drawn | None = st.session_state.get(_LAST)
    return None if found is None or found.of[: len(kind)] != kind else found.figure
