"""What every teaching page has in its last tabs: what its numbers mean, common misconceptions, and exercises."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ui.exercises import cards
from ui.exercises.kinds import Exercise
from ui.shared.text import lesson


def show_lesson(topic: str) -> None:
    """Show the lesson of a topic."""
    with st.container(key="lesson_text"):
        st.markdown(lesson(topic))


def show_exercises(topic: str, exercises: Sequence[Exercise]) -> None:
    """Show the exercises of a topic."""
    cards.show(topic, exercises)
