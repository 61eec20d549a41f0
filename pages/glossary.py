"""Glossary: the words of the chapter in both languages, what each is, and the page on which it is seen."""

from __future__ import annotations

import streamlit as st

from ui.frame import header
from ui.glossary import chosen, entry, index
from ui.session import address
from ui.shared.text import _

header.begin()
header.header(_("Glossary"), _("The words of the chapter, the textbook's first. A click shows what one is and where."))
term = chosen.term()
with st.container(key="glossary"):
    names, place = st.columns([7, 5], gap="medium")
    with names, st.container(key="glossary_names"):
        index.show()
    with place, st.container(key="glossary_entry", border=True):
        entry.show(term)
address.write_choice(chosen.TERM)
header.hide_loaded()
