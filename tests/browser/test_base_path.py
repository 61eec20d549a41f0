"""The app below a path of its server: every link of every page, lessons and exercises included, leads there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.acts import CRASH
from tests.browser.conftest import WIDE
from tests.browser.driver import running_app
from tests.browser.figure import WAIT
from ui.shared.chapter import PAGES

BASE = "/lab/one"
DONE = "[data-test-script-state=notRunning]"
LINKS = "elements => elements.map(element => element.href)"
NAMES = {*PAGES, "", "data", "glossary", "answer"}


@pytest.fixture(scope="module")
def below() -> Iterator[str]:
    with running_app(base=BASE) as address:
        yield address


@pytest.fixture
def browser_page(browser: Browser) -> Iterator[Page]:
    """A new session; that Streamlit's client asks for its settings at the root first is known here."""
    with browser.new_context(viewport=WIDE) as context:
        yield context.new_page()


def links(page: Page) -> set[str]:
    """Return the links of what is shown that stay on this server."""
    page.locator(DONE).wait_for(timeout=WAIT)
    found = page.locator("[data-testid=stApp] a[href]").evaluate_all(LINKS)
    return {link for link in found if urlsplit(link).hostname == "localhost"}


def of_page(page: Page, below: str, name: str, lang: str) -> set[str]:
    """Return the links of a page, of its lesson and of its exercises."""
    found = set()
    for tab in ("readings", "learn", "exercises"):
        page.goto(f"{below}/{name}?lang={lang}&sample=lecture-20&tab={tab}")
        page.locator("h1").first.wait_for(timeout=2 * WAIT)
        page.locator(".st-key-answer, .st-key-door_learn, table, .js-plotly-plot").first.wait_for(timeout=2 * WAIT)
        found |= links(page)
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_all_links_lead_below_the_path(browser_page: Page, below: str, lang: str) -> None:
    found = set().union(*(of_page(browser_page, below, name, lang) for name in PAGES))
    assert len(found) > 60
    for link in sorted(found):
        path = urlsplit(link).path
        assert path.startswith(f"{BASE}/") or path == BASE, link
        assert path.removeprefix(BASE).strip("/") in NAMES, link


@pytest.mark.thorough
def test_a_link_of_each_page_is_followed(browser_page: Page, below: str) -> None:
    page = browser_page
    for name in PAGES:
        page.goto(f"{below}/{name}?sample=lecture-20&tab=learn")
        within = page.locator("[data-testid=stMarkdown] a[href*='?']").filter(visible=True).first
        within.wait_for(timeout=2 * WAIT)
        asked = within.get_attribute("href") or ""
        page.goto(f"http://{urlsplit(below).netloc}{asked}" if asked.startswith("/") else asked)
        page.locator("h1").first.wait_for(timeout=2 * WAIT)
        expect(page.locator(CRASH)).to_have_count(0)
        expect(page.get_by_text("Page not found")).to_have_count(0)
        expect(page).to_have_url(re.compile(re.escape(below)))


@pytest.mark.thorough
def test_home_leads_to_the_glossary_below_the_path(browser_page: Page, below: str) -> None:
    page = browser_page
    page.goto(below)
    page.locator("h1").first.wait_for(timeout=2 * WAIT)
    for link in links(page):
        assert urlsplit(link).path.startswith(BASE), link
