"""What the server does once, before it answers anybody, so that its first visitor is one like all others."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module

import streamlit as st
from streamlit.cli_util import open_browser
from streamlit.runtime.pages_manager import PagesManager
from streamlit.web.server.server_util import get_display_address, get_url

from ui.session import allowed, doors, left_page
from ui.shared import chapter
from ui.shared.text import LANGUAGES, catalogue


@asynccontextmanager
async def started(_app: st.App) -> AsyncIterator[None]:
    """Make ready what all visits need, and show the app to whoever started it on a machine with a screen."""
    doors.shut()
    left_page.leave_unheard()
    allowed.tell_operator()
    # What `st.navigation` says, too, once app.py has run. Until then Streamlit takes the folder `pages` for its own
    # older kind of app, and has a window of its own, in English, for an address that no file there is named after.
    PagesManager.uses_pages_directory = False
    # Home alone needs all of these; who comes first would wait for them.
    for page in chapter.PAGES:
        import_module(f"ui.{page}.sections")
        import_module(f"ui.{page}.exercises")
    for language in LANGUAGES:
        catalogue(language)
    # What is there by now stays. A collection of all there is, now and then, holds an answer up by a tenth of a second.
    gc.collect()
    gc.freeze()
    # Streamlit does so only where a script brings no server along.
    if not st.get_option("server.headless"):
        open_browser(get_url(get_display_address(st.get_option("server.address") or "localhost")))
    yield
