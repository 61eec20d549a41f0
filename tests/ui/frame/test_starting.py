"""The server's start, before anybody has come."""

import asyncio
import gc
import importlib

import pytest
import streamlit as st
from streamlit.runtime.pages_manager import PagesManager
from streamlit.web.server.app_discovery import discover_asgi_app

from tests.sources import ROOT
from ui.frame import starting
from ui.shared import chapter

SHUT: list[bool] = []


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(starting, "open_browser", found.append)
    monkeypatch.setattr(PagesManager, "uses_pages_directory", None)
    monkeypatch.setattr(starting.doors, "shut", lambda: SHUT.append(True))
    SHUT.clear()
    return found


def start(monkeypatch: pytest.MonkeyPatch, **options: object) -> None:
    named = {name.replace("_", ".", 1): value for name, value in options.items()}
    monkeypatch.setattr(starting.st, "get_option", lambda name: named.get(name, st.config.get_option(name)))

    async def once() -> None:
        async with starting.started(st.App(ROOT / "app.py")):
            pass

    asyncio.run(once())


def test_the_folder_of_the_pages_is_no_menu_of_streamlits(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert PagesManager(str(ROOT / "app.py")).uses_pages_directory
    PagesManager.uses_pages_directory = None
    start(monkeypatch, server_headless=True)
    assert PagesManager(str(ROOT / "app.py")).uses_pages_directory is False


@pytest.mark.parametrize(
    ("address", "shown"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "localhost"), (None, "localhost")]
)
def test_the_browser_is_opened_where_there_is_a_screen(
    opened: list[str], monkeypatch: pytest.MonkeyPatch, address: str | None, shown: str
) -> None:
    start(monkeypatch, server_headless=True, server_address=address)
    assert not opened
    start(monkeypatch, server_headless=False, server_address=address)
    (url,) = opened
    assert url.startswith(f"http://{shown}:")


def test_doors_are_shut_before_anybody_comes(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    start(monkeypatch, server_headless=True)
    assert SHUT == [True]


def test_the_first_visitor_imports_no_page(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []
    monkeypatch.setattr(starting, "import_module", found.append)
    start(monkeypatch, server_headless=True)
    assert {f"ui.{page}.sections" for page in chapter.PAGES} <= set(found)


def test_what_is_there_before_anybody_comes_is_not_collected_again(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        start(monkeypatch, server_headless=True)
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_app_is_a_server_where_it_is_imported(opened: list[str]) -> None:
    """`streamlit run app.py` finds by the source that there is one, and uvicorn imports it."""
    assert discover_asgi_app(ROOT / "app.py").import_string == "app:app"
    assert isinstance(importlib.import_module("app").app, st.App)
