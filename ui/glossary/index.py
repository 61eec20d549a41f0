"""The search of the glossary, in both languages at once, and the terms it finds, each to be chosen by a click."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ui.glossary import chosen
from ui.shared import terms
from ui.shared.numbers import count
from ui.shared.terms import TERMS, Term
from ui.shared.text import LANGUAGES, _, language, paragraph, plain

# The term that is shown stays in sight beside its list, and on a narrow page above it.


def show() -> None:
    """Show the field to search with, and what it finds: in groups as long as nothing is searched for."""
    st.text_input(
        _("Search in English or Chinese"),
        key=chosen.SEARCH,
        type="search",
        icon=":material/search:",
        placeholder=_("recall, 灵敏度, TPR …"),
        live=True,
        on_change=chosen.forget,
        persist_state="session",
    )
    if chosen.searched():
        _found(chosen.found())
        return
    for part, title in terms.PARTS.items():
        _names(_(title), f"terms_{part}", [term for term in TERMS.values() if term.part == part])


def _found(terms_found: Sequence[Term]) -> None:
    if not terms_found:
        paragraph("No term of the chapter is called so. Try a shorter word, or one of the other language.")
        return
    title = _("{n} of {all} terms", n=count(len(terms_found)), all=count(len(TERMS)))
    if chosen.is_mistyped():
        title = _("No term is called so. Spelled alike:")
    _names(title, "terms_found", terms_found)


def _names(title: str, key: str, listed: Sequence[Term]) -> None:
    """Show terms as names to be clicked; the one that is shown is marked."""
    keys, now = [term.key for term in listed], chosen.term()
    # In every run, not once: a term may be chosen in another group.
    st.session_state[key] = now.key if now is not None and now.key in keys else None
    st.pills(title, keys, key=key, format_func=_both, on_change=_picked, args=(key,))


def _both(key: str) -> str:
    """Return the names of a term in all languages, that of the session first."""
    mine = language()
    spoken = [mine, *(code for code in LANGUAGES if code != mine)]
    # A language without a name of its own gives the English one, which is said once.
    return " · ".join(dict.fromkeys(plain(TERMS[key].name_in(code)) for code in spoken))


def _picked(key: str) -> None:
    picked = st.session_state.get(key)
    # The one that is shown, clicked again, stays.
    if picked is not None:
        chosen.choose(picked)
