"""What a teaching page has below its numbers: what they mean, common misconceptions, and exercises."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ui.exercises import cards
from ui.exercises.kinds import Exercise
from ui.shared.text import _, lesson


def show(topic: str, exercises: Sequence[Exercise]) -> None:
    """Show the lesson and the exercises of a topic, both folded away."""
    with st.expander(_("What it means, and common misconceptions"), icon=":material/menu_book:"):
        st.markdown(lesson(topic))
    cards.show(topic, exercises)
