"""Which view is open, and what the fields and handles of all views share."""

from __future__ import annotations

from typing import Final

import streamlit as st

from ui.frame.steps import Lessons
from ui.live import drawn
from ui.session import fields, screen
from ui.session.choices import Choice, register
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
LESSONS: Final = Lessons(VIEW, VIEWS)


def view() -> str:
    """Ask which view is open."""
    meaning = _("What a learner chooses from, or what makes it choose.")
    return fields.one_of(VIEW, VIEWS, _("View"), meaning, width=width(138))


def width(pixels: int) -> int:
    """Return how wide a field of the row is, at most so many pixels."""
    return min(pixels, PRESENTED) if screen.is_on(screen.PRESENT) else pixels


def put(key: str, value: float | str) -> None:
    """Put a value into the session as if it had been chosen, and have the figure show it; called from a button."""
    st.session_state[key] = value
    drawn.anew()
