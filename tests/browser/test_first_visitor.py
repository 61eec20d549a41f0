"""The first visitor of a server that was just started sees what all others do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import FIRST
from tests.browser.driver import running_app
from tests.tiers import thorough
from ui.shared.chapter import PAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

FORMER = {one.former: one.title for one in PAGES.values() if one.former}
OFTEN = ("confusion_matrx",)


@pytest.mark.parametrize(
    ("path", "title"),
    [one if one[0] in OFTEN else thorough(*one) for one in {**FORMER, "confusion_matrx": "No such page"}.items()],
)
def test_who_comes_first_by_any_address_has_the_apps_own_words(
    path: str, title: str, new_context: Callable[[], BrowserContext]
) -> None:
    page = new_context().new_page()
    with running_app() as address:
        page.goto(f"{address}/{path}")
        expect(page.get_by_role("heading", name=title, level=1)).to_be_visible(timeout=FIRST)
        expect(page.locator("[data-test-script-state=notRunning]")).to_be_visible(timeout=FIRST)
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.goto("about:blank")
