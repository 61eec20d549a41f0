"""Streamlit's own login in Chromium: to a provider and back, and who comes back may load, only look, or neither."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.acts import CRASH
from tests.browser.conftest import WIDE
from tests.browser.figure import WAIT

pytest.importorskip("authlib", reason="requirements-login.txt has it")
from tests.test_login import ONLY_LOOK, REFUSED, Provider, app

__all__ = ["app"]
pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize(
    ("email", "said", "fields"),
    [("ada@example.org", None, 1), ("eve@example.org", ONLY_LOOK, 0), ("eve@elsewhere.org", REFUSED, 0)],
)
def test_who_comes_back(app: tuple[str, Provider], browser: Browser, email: str, said: str | None, fields: int) -> None:
    address, provider = app
    provider.email = email
    with browser.new_context(viewport=WIDE) as context:
        page = context.new_page()
        page.goto(f"{address}/data?lang=en")
        expect(page.get_by_text(REFUSED)).to_be_visible(timeout=2 * WAIT)
        with page.expect_request(f"{provider.address}/authorization*", timeout=WAIT):
            page.get_by_role("button", name="Log in").click(timeout=WAIT)
        page.wait_for_url(f"{address}/**", timeout=2 * WAIT)
        expect(page.get_by_role("button", name="Log in")).to_have_count(0, timeout=2 * WAIT)
        # It comes back to Home.
        page.goto(f"{address}/data?lang=en")
        if said is not None:
            expect(page.get_by_text(said).first).to_be_visible(timeout=2 * WAIT)
        expect(page.locator("input[type=file]")).to_have_count(fields, timeout=2 * WAIT)
        expect(page.locator(CRASH)).to_have_count(0)
