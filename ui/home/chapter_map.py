"""The map of the chapter: what each page answers, in the lecture's order, each one click from a good example."""

from __future__ import annotations

import streamlit as st

from ui.session import ways
from ui.shared import chapter
from ui.shared.chapter import ChapterPage
from ui.shared.text import _, paragraph, remark

# As many cards in a row as have room; the button is the title, and what it is clicked by covers the whole card.
_STYLE = """<style>
.st-key-chapter_map {
  display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr));
}
.st-key-chapter_map > * { display: flex; flex-direction: column; height: auto; align-self: stretch; }
[class*="st-key-map_"] { position: relative; flex: 1; }
[class*="st-key-map_"]:hover { border-color: currentColor; }
[class*="st-key-map_"]:has(:focus-visible) { outline: 2px solid currentColor; outline-offset: 2px; }
[class*="st-key-map_"] :is([class*="st-key-to_"], .stButton, .stTooltipIcon, button) { position: static; }
[class*="st-key-map_"] button { min-height: 0; padding: 0; text-align: start; outline: none !important;
  box-shadow: none !important; }
[class*="st-key-map_"] button:is(*, :hover, :focus, :active) { color: inherit; }
[class*="st-key-map_"] button p { font-weight: 600; }
[class*="st-key-map_"] button::after { content: ""; position: absolute; inset: 0; cursor: pointer; }
</style>"""


def show() -> None:
    """Show the pages of the chapter as cards."""
    st.html(_STYLE)
    st.header(_("The chapter, page by page"), anchor=False)
    with st.container(key="chapter_map"):
        for page in chapter.PAGES.values():
            _card(page)


def _card(page: ChapterPage) -> None:
    with st.container(border=True, key=f"map_{page.key}", gap="xsmall", height="stretch"):
        ways.button(_(page.title), page.key, page.example, key=f"to_{page.key}", type="tertiary", icon=page.icon)
        remark("Section {sections}", sections=page.sections.replace("-", "–"))
        paragraph(page.question)
