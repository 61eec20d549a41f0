"""Which term is shown, and which a search finds."""

from __future__ import annotations

from typing import Final

import streamlit as st

from ui.session.choices import Choice, register
from ui.shared import terms
from ui.shared.terms import Term

# Any of its names stands for a term.
TERM: Final = register(Choice("term", is_name=True, of_reader=True))
SEARCH: Final = "glossary_search"


def searched() -> str:
    """Return what is searched for."""
    return str(st.session_state.get(SEARCH) or "").strip()


def found() -> list[Term]:
    """Return the terms the search finds, the nearest first: all of them where nothing is searched for."""
    return terms.search(searched()) or terms.alike(searched())


def is_mistyped() -> bool:
    """Whether no term holds what is searched for, so that those spelled alike are found."""
    return not terms.search(searched())


def term() -> Term | None:
    """Return the term that is shown: the one chosen, else the nearest that the search has found."""
    asked = st.session_state.get(TERM.key)
    if asked is not None:
        one = terms.named(asked)
        if one is not None:
            st.session_state[TERM.key] = one.key
            return one
        # A link may name what no term is called: it is searched for.
        st.session_state[SEARCH] = asked
        forget()
    return next(iter(found()), None) if searched() else None


def choose(key: str) -> None:
    """Show a term."""
    st.session_state[TERM.key] = key


def forget() -> None:
    """Show what is searched for now instead of what was chosen before."""
    if searched():
        st.session_state.pop(TERM.key, None)
