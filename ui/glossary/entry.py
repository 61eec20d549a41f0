"""One term of the glossary: its names, what it is in both languages, its formula, and where it is seen."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from ui.session import samples, ways
from ui.shared import chapter
from ui.shared.terms import Term
from ui.shared.text import LANGUAGES, N_, _, language, paragraph, plain, remark

_TITLES = {key: page.title for key, page in chapter.PAGES.items()} | {"data": N_("Load predictions")}


def show(term: Term | None) -> None:
    """Show a term; where none is chosen, how to come to one."""
    if term is None:
        paragraph("Choose a term, or search for one: also by another of its names.")
        return
    others = [code for code in LANGUAGES if code != language()]
    symbol = f" ${term.symbol}$" if term.symbol else ""
    st.header(f"{plain(term.name)}{symbol}", anchor=False)
    st.markdown(" · ".join(f"**{plain(name)}**" for name in _otherwise(term.name, map(term.name_in, others))))
    if term.further:
        remark("Also: {names}", names=" · ".join(map(plain, term.further)))
    st.markdown(plain(term.meaning))
    if term.formula:
        st.latex(term.formula)
    for meaning in _otherwise(term.meaning, map(term.meaning_in, others)):
        st.caption(plain(meaning))
    if term.outside:
        remark("The chapter does without this term.")
    _way(term)


def _otherwise(own: str, said: Iterable[str]) -> list[str]:
    """Return what other languages say, each once: where one has nothing of its own it says it in English."""
    return [one for one in dict.fromkeys(said) if one != own]


def _way(term: Term) -> None:
    """Show the way to a good example, once its page is there."""
    if term.page not in _TITLES:
        return
    asked = dict(term.asked or {})
    ways.button(
        _("See it: {page}", page=_(_TITLES[term.page])), term.page, asked, key="term_see", icon=":material/visibility:"
    )
    if "sample" in asked:
        sample = samples.SAMPLES[asked["sample"]]
        remark("Opens the sample “{name}” in place of what is loaded.", name=_(sample.title))
