"""What a teaching page has below its numbers: what they mean, common misconceptions, and exercises."""

from __future__ import annotations

import streamlit as st

from ui.exercises import cards as exercises
from ui.shared.text import _, lesson


def show(name: str) -> None:
    """Show the lesson and the exercises of a page, both folded away."""
    with st.expander(_("What it means, and common misconceptions"), icon=":material/menu_book:"):
        st.markdown(lesson(name))
    exercises.show(name)
