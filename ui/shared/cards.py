"""A number with its name above it and what is to be said of it below."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ui.shared import takedown, terms


def card(title: str, value: str, *below: str, meaning: str | None = None) -> None:
    """Show one number large, and each sentence below it on a line of its own; its meaning stands behind a sign.

    That of a term of the chapter is known, and leads to the glossary.
    """
    if (taken := takedown.now()) is not None:
        taken.cards.append((title, value, " · ".join(below)))
        return
    st.metric(title, value, help=terms.meaning(title, meaning))
    for sentence in below:
        st.caption(sentence)


def row(*shown: Sequence[str]) -> None:
    """Show cards side by side: of each its title, its value, and what is to be said of it."""
    for column, (title, value, *below) in zip(st.columns(len(shown)), shown, strict=True):
        with column:
            card(title, value, *below)
