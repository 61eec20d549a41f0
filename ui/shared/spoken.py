"""What Streamlit says to who hears the page, in the words and the language of the app; it has no setting for them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import streamlit as st

from ui.shared.text import LANGUAGES, N_, _, language

# Streamlit's names of what has no text of its own.
NAMES: Final[Mapping[str, str]] = {
    "Skip to main content": N_("Skip to main content"),
    "Sidebar": N_("Sidebar"),
    "App pages": N_("Pages"),
    "Navigate to home page": N_("To Home"),
    "Expand sidebar": N_("Open the sidebar"),
    "Collapse sidebar": N_("Close the sidebar"),
    "Open": N_("Open the list"),
    "Close": N_("Close"),
    "Clear value": N_("Clear"),
    "Clear all": N_("Clear all"),
    "Increment": N_("One step up"),
    "Decrement": N_("One step down"),
    "Scroll tabs left": N_("Further tabs at the left"),
    "Scroll tabs right": N_("Further tabs at the right"),
    "Notifications": N_("Notes"),
    "Main menu": N_("Menu"),
    "Help": N_("Help"),
    "file upload": N_("Choose a file"),
    "Show password": N_("Show what is typed"),
    "Hide password": N_("Hide what is typed"),
}
# How names begin that end in that of a field, a table or a file.
BEGINS: Final[Mapping[str, str]] = {
    "Help for ": N_("Help for {name}"),
    "Remove ": N_("Remove {name}"),
    "Show/hide columns: ": N_("Choose columns: {name}"),
    "Download as CSV: ": N_("Download as CSV: {name}"),
    "Search: ": N_("Search: {name}"),
    "Fullscreen: ": N_("As large as the screen: {name}"),
}
_SPOKEN: Final = st.components.v2.component("spoken", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"))


def keep() -> None:
    """Have the whole page be heard in its language; English is what Streamlit says itself."""
    is_english = language() == "en"
    _SPOKEN(
        key="spoken",
        data={
            "language": language(),
            "languages": {name: code for code, name in LANGUAGES.items()},
            "names": {} if is_english else {theirs: _(ours) for theirs, ours in NAMES.items()},
            "begins": {} if is_english else {theirs: _(ours) for theirs, ours in BEGINS.items()},
            "glossary": _("Glossary"),
        },
    )
