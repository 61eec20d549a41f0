"""The glossary and the path of lessons in the browser: search while typing, help that leads there, keys that go on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import CRASH, expect_address
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

ENTRY = ".st-key-glossary_entry"
# Texts that end outside of their box or of the window.
_CUT_OFF = """() => [...document.querySelectorAll('[data-testid="stMain"] :is(button, p, h1, h2)')]
  .filter(e => e.clientWidth && (e.scrollWidth > e.clientWidth + 1
    || e.getBoundingClientRect().right > document.documentElement.clientWidth))
  .map(e => e.textContent)"""


def test_what_is_typed_is_found_at_once_and_its_example_opens(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{address}/glossary?lang=zh")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect_rest(page)
    page.wait_for_function(f"!({_CUT_OFF})().length", timeout=WAIT)
    title, button = (page.locator(one).bounding_box() for one in ("h1", '[data-testid="stExpandSidebarButton"]'))
    assert title is not None
    assert button is not None
    # On a phone the button has a row of its own.
    assert title["y"] >= button["y"] + button["height"]
    # Without Enter.
    page.locator(".st-key-glossary_search input").press_sequentially("sensitivity")
    expect(page.locator(f"{ENTRY} h2")).to_contain_text("查全率", timeout=WAIT)
    expect(page.locator(".st-key-terms_found button").first).to_contain_text("recall", timeout=WAIT)
    expect_rest(page)
    page.locator(".st-key-term_see button").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("混淆矩阵", timeout=WAIT)
    expect_address(page, sample="melon-20", t="0.6", lang="zh")


@pytest.mark.thorough
def test_the_help_of_a_number_leads_to_its_term_beside_the_page(page: Page, address: str) -> None:
    page.goto(f"{address}/costs?sample=melon-20")
    field = page.locator(".st-key-prevalence")
    field.locator('[data-testid="stTooltipHoverTarget"]').hover(timeout=WAIT)
    link = page.locator('[data-testid="stTooltipContent"]').get_by_role("link")
    expect(link).to_have_attribute("href", "glossary?term=prevalence", timeout=WAIT)
    with page.context.expect_page(timeout=WAIT) as opened:
        link.click(timeout=WAIT)
    beside = opened.value
    expect(beside.locator(f"{ENTRY} h2")).to_contain_text("prevalence", timeout=WAIT)
    expect_rest(beside)
    beside.close()
    expect(page.locator("h1")).to_have_text("Costs")


@pytest.mark.thorough
def test_a_presenter_goes_along_the_path_by_the_keys_of_a_remote_control(page: Page, address: str) -> None:
    page.goto(f"{address}/curves?sample=two-models&path=models&present=1&hidden=1")
    expect(page.locator(".st-key-path_next")).to_be_visible(timeout=WAIT)
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect_rest(page)
    # First what is hidden, then the next step; and back.
    page.keyboard.press("PageDown")
    expect_address(page, sample="two-models", path="models", hidden=None)
    expect_rest(page)
    page.keyboard.press("PageDown")
    expect_address(page, sample="melon-20", t="0.6", path="misses", present="1", hidden="1")
    expect(page.locator(".st-key-path_line")).to_contain_text("five false alarms", timeout=WAIT)
    expect(page.locator(".st-key-path_line p").first).to_be_visible(timeout=WAIT)
    expect_rest(page)
    page.keyboard.press("PageUp")
    expect_address(page, sample="two-models", path="models", hidden="1", present="1")
    expect(page.locator(CRASH)).to_have_count(0)
