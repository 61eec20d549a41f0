"""What every teaching page has in its last tabs: what its numbers mean, common misconceptions, and exercises."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ui.exercises import cards
from ui.exercises.kinds import Exercise
from ui.shared import terms
from ui.shared.text import _, lesson


def show_lesson(topic: str) -> None:
    """Show the lesson of a topic, and below it the terms that are seen on its page, each with the way to it."""
    with st.container(key="lesson_text"):
        st.markdown(lesson(topic))
        if of_page := terms.of_page(topic):
            st.markdown(_("**Terms of this page:** {links}", links=" · ".join(map(terms.link, of_page))))


def show_exercises(topic: str, exercises: Sequence[Exercise]) -> None:
    """Show the exercises of a topic."""
    cards.show(topic, exercises)
