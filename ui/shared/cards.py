"""A number with its name above it and what is to be said of it below."""

from __future__ import annotations

import streamlit as st


def card(title: str, value: str, *below: str, meaning: str | None = None) -> None:
    """Show one number large, and each sentence below it on a line of its own; its meaning stands behind a sign."""
    st.metric(title, value, help=meaning)
    for sentence in below:
        st.caption(sentence)
