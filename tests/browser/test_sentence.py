"""The sentence above the figure moves with the held handle, and is the server's own once it is let go."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import CRASH, ERROR
from tests.browser.figure import WAIT, holding_grip
from tests.browser.planes import expect_rest
from tests.tiers import thorough

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize(
    ("view", "lang"),
    [("confusion_matrix", "en"), thorough("confusion_matrix", "zh"), thorough("costs", "en"), thorough("costs", "zh")],
)
def test_the_sentence_follows_and_stays(page: Page, address: str, view: str, lang: str) -> None:
    page.goto(f"{address}/{view}?sample=two-models&lang={lang}", timeout=4 * WAIT)
    said = page.locator(".st-key-answer p").first
    expect(said).to_contain_text("t = ", timeout=4 * WAIT)
    before = said.text_content()
    with holding_grip(page) as move:
        at = [f"t = {move(-30):g}" for _ in range(3)]
        held = page.locator(".st-key-answer .live-sentence")
        expect(held).to_contain_text(at[-1], timeout=WAIT)
        assert held.text_content() != before
        # What the server wrote is out of sight, and only that: two sentences would contradict each other.
        expect(said).to_be_hidden()
        expect(page.locator(".st-key-answer button p").first if view == "costs" else held).to_be_visible()
        moved = held.text_content() or ""
    expect_rest(page)
    expect(page.locator(".live-sentence")).to_have_count(0, timeout=WAIT)
    expect(said).to_be_visible()
    assert (said.text_content() or "").startswith(moved)
    expect(page.locator(f"{ERROR}, {CRASH}")).to_have_count(0)
