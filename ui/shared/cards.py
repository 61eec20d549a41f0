"""A number with its name above it and what is to be said of it below."""

from __future__ import annotations

import streamlit as st

from ui.shared import terms


def card(title: str, value: str, *below: str, meaning: str | None = None) -> None:
    """Show one number large, and each sentence below it on a line of its own; its meaning stands behind a sign.

    That of a term of the chapter is known, and leads to the glossary.
    """
    st.metric(title, value, help=terms.meaning(title, meaning))
    for sentence in below:
        st.caption(sentence)
