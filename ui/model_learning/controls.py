"""Which view is open, and how the page asks for one of a few things."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import streamlit as st

from ui.live import drawn
from ui.session import screen
from ui.session.choices import Choice, register
from ui.shared import controls
from ui.shared.text import N_, _

VIEWS: Final = {
    "space": N_("Version space"),
    "bias": N_("Inductive bias"),
    "occam": N_("Occam's razor"),
    "lunch": N_("No free lunch"),
}
# On a projector everything is enlarged, and the row has room for four of these.
PRESENTED: Final = 146
VIEW: Final = register(Choice("ml_view", default="space", options=tuple(VIEWS), stays=True))


def view() -> str:
    """Ask which view is open."""
    return one_of(VIEW, VIEWS, _("View"), _("What a learner chooses from, or what makes it choose."), width=150)


def one_of(
    choice: Choice,
    names: Mapping[str, str],
    label: str,
    meaning: str,
    *,
    width: int,
    changed: Callable[[], None] | None = None,
) -> str:
    """Ask for one of a few things in the row of the controls; its name is that of what is chosen."""
    if st.session_state.get(choice.key) not in names:
        st.session_state[choice.key] = choice.default if choice.default in names else next(iter(names))
    controls.seed(choice.key, choice.default)
    chosen = st.selectbox(
        label,
        list(names),
        format_func=lambda key: _(names[key]),
        key=choice.key,
        persist_state="session",
        label_visibility="collapsed",
        width=min(width, PRESENTED) if screen.is_on(screen.PRESENT) else width,
        help=meaning,
        on_change=changed,
    )
    return str(chosen)


def kept(choice: Choice) -> float:
    """Return the number that is chosen."""
    assert isinstance(choice.default, (int, float))
    return float(st.session_state.get(choice.key, choice.default))


def take(choice: Choice, text: str) -> None:
    """Take over the step at which a handle was let go."""
    st.session_state[choice.key] = float(text)


def put(key: str, value: float | str) -> None:
    """Put a value into the session as if it had been chosen, and have the figure show it; called from a button."""
    st.session_state[key] = value
    drawn.anew()
