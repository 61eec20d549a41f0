"""A number with its name above it and what is to be said of it below."""

from __future__ import annotations

import streamlit as st


def card(title: str, value: str, *below: str) -> None:
    """Show one number large, and each sentence below it on a line of its own."""
    st.metric(title, value)
    for sentence in below:
        st.caption(sentence)
