"""The tabs below the figure: which there are, which is open, and what the frame itself puts in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import streamlit as st
from streamlit.elements.lib.mutable_tab_container import TabContainer

from ui.exercises import cards
from ui.exercises.kinds import Exercise
from ui.frame import elsewhere
from ui.session import address, screen
from ui.shared import terms
from ui.shared.text import N_, _, language, lesson, paragraph

Body = Callable[[], None]
NAMES = {
    "groups": N_("Groups"),
    "readings": N_("Readings"),
    "rows": N_("Single rows"),
    "sure": N_("How sure?"),
    "compare": N_("Compare"),
    "formulas": N_("Formulas"),
    "learn": N_("Learn"),
    "exercises": N_("Exercises"),
}
_WITH_INTERVALS = {"groups", "readings", "sure", "compare"}


@dataclass(frozen=True)
class Tab:
    """Something that stands in one of the tabs, below what stands there before it; `title` is a small heading."""

    key: str
    body: Body
    title: str | None = None


def show(topic: str, exercises: Sequence[Exercise], of_page: Sequence[Tab], *, of_loaded: bool = False) -> None:
    """Show the tabs a page needs in their order; only the open one is made. A presenter sees those opened before.

    Where numbers are `of_loaded` rows, what is wrong with their intervals is said above these.
    """
    tabs = [Tab("learn", partial(show_lesson, topic)), *of_page]
    if exercises:
        address.write_choice(cards.chooser(topic, exercises))
        tabs.append(Tab("exercises", partial(cards.show, topic, exercises)))
    keys = [key for key in NAMES if any(tab.key == key for tab in tabs)]
    if not keys or (screen.is_on(screen.PRESENT) and screen.opened() is None):
        return
    for key, place in zip(keys, _row(topic, keys), strict=True):
        if is_open(place.open):
            with place:
                if of_loaded and key in _WITH_INTERVALS:
                    elsewhere.warn_of_cases()
                _show_all([tab for tab in tabs if tab.key == key])


def show_lesson(topic: str) -> None:
    """Show the lesson of a topic, and below it the terms that are seen on its page, each with the way to it."""
    with st.container(key="lesson_text"):
        st.markdown(lesson(topic))
        if of_page := terms.of_page(topic):
            paragraph("**Terms of this page:** {links}", links=" · ".join(map(terms.link, of_page)))


def is_open(state: bool | None) -> bool:
    """Whether a tab in this state is open: what it holds is then made."""
    return bool(state)


def _row(topic: str, keys: Sequence[str]) -> Sequence[TabContainer]:
    # Labels are the state of the tabs, so each language has its own.
    widget, labels = f"tabs_{topic}_{language()}", {_(NAMES[key]): key for key in keys}
    opened = screen.opened()
    chosen = opened if opened is not None and opened in keys else keys[0]
    # In every run, not once: a value set once is gone when the tabs are next drawn on another page.
    st.session_state[widget] = _(NAMES[chosen])
    return st.tabs(list(labels), key=widget, on_change=_changed, args=(widget, labels))


def _changed(widget: str, labels: dict[str, str]) -> None:
    key = labels.get(st.session_state.get(widget, ""))
    if key is not None:
        st.session_state[screen.TAB.key] = key


def _show_all(tabs: Sequence[Tab]) -> None:
    for tab in tabs:
        if tab.title is not None:
            st.header(tab.title, anchor=False)
        with elsewhere.said():
            tab.body()
