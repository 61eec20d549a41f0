"""The map of the chapter: what each page answers, in the lecture's order, each one click from a good example."""

from __future__ import annotations

import streamlit as st

from ui.session import ways
from ui.shared import chapter, tiles
from ui.shared.chapter import ChapterPage
from ui.shared.text import _, paragraph, remark


def show() -> None:
    """Show the pages of the chapter as cards."""
    st.header(_("The chapter, page by page"), anchor=False)
    with tiles.row("chapter"):
        for page in chapter.PAGES.values():
            _card(page)


def _card(page: ChapterPage) -> None:
    with tiles.tile(f"page_{page.key}"):
        ways.button(_(page.title), page.key, page.example, key=f"to_{page.key}", type="tertiary", icon=page.icon)
        remark("Section {sections}", sections=page.sections.replace("-", "–"))
        paragraph(page.question)
