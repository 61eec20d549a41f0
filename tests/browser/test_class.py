"""A class answers on its phones: by the code of the teacher's page, each once, counted while it is watched."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browser.acts import CRASH
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from tests.tiers import thorough

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

PROJECTOR: ViewportSize = {"width": 1280, "height": 720}
PHONE: ViewportSize = {"width": 390, "height": 844}
SHOWN, COUNTED = ".st-key-class_shown", ".st-key-class_counted"
# By how many pixels the count of answers stands into what is below the row of the title.
_OVER = f"""() => Math.max(...[...document.querySelectorAll('.st-key-path_line p, .st-key-figure')]
  .filter(e => !e.closest('.st-key-path_ways') && e.getClientRects().length)
  .map(e => document.querySelector('{COUNTED}').getBoundingClientRect().bottom - e.getBoundingClientRect().top))"""


def wide(page: Page) -> int:
    """Return by how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.parametrize("language", ["en", thorough("zh")])
def test_two_phones_answer_and_the_teacher_reveals(
    page: Page, address: str, new_context: Callable[[], BrowserContext], language: str
) -> None:
    page.set_viewport_size(PROJECTOR)
    page.goto(f"{address}/curves?sample=ties&path=ties&present=1&lang={language}")
    expect(page.locator(".st-key-path_class button").first).to_be_visible(timeout=WAIT)
    expect(page.locator("body[data-presenting]")).to_be_attached(timeout=WAIT)
    page.keyboard.press("v")
    code = page.locator(".st-key-class_code [data-testid=stText]")
    expect(code).to_contain_text("/answer?class=", timeout=WAIT)
    phones = []
    for place in (0, 2):
        phone = new_context().new_page()
        phone.set_viewport_size(PHONE)
        phone.goto(code.inner_text())
        button = phone.locator(f".st-key-answer_ties_{place} button")
        expect(button).to_be_visible(timeout=WAIT)
        assert wide(phone) <= 0
        button.click()
        expect(phone.locator(f".st-key-answer_ties_{place} button[kind=primary]")).to_be_visible(timeout=WAIT)
        phones.append(phone)
    panel = page.locator(SHOWN)
    expect(panel).to_contain_text("2 of 2" if language == "en" else "2部", timeout=WAIT)
    expect(panel.locator("[data-testid=stProgress]")).to_have_count(0)
    # Loaded again the page goes on with its class and the votes so far.
    page.reload()
    expect(panel).to_contain_text("2 of 2" if language == "en" else "2部", timeout=WAIT)
    # As the button does, for who stands beside the screen.
    page.keyboard.press("PageDown")
    expect(panel.locator("[data-testid=stProgress]")).to_have_count(3, timeout=WAIT)
    for phone in phones:
        expect(phone.locator("[data-testid=stProgress]")).to_have_count(3, timeout=WAIT)
        expect(phone.locator(CRASH)).to_have_count(0)
    # What asked the class says how many have answered, also where the page is loaded again; the phones follow to the
    # next step.
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0, timeout=WAIT)
    # The panel goes as the key is pressed; that the count stands says that the server has heard of it.
    expect(page.locator(COUNTED)).to_be_visible(timeout=WAIT)
    page.reload()
    expect(page.locator(COUNTED)).to_be_visible(timeout=WAIT)
    expect(page.locator("body[data-presenting]")).to_be_attached(timeout=WAIT)
    page.keyboard.press("PageDown")
    for phone in phones:
        expect(phone.locator(".st-key-answer_models_0 button")).to_be_visible(timeout=WAIT)
    expect(page.locator(COUNTED)).to_contain_text("0/2", timeout=WAIT)
    # It covers nothing of the figure: it stands in the row of the title, and no word of that below it.
    expect_rest(page)
    assert page.evaluate(_OVER) <= 0
    said, ways = (
        page.locator(f".st-key-{place}").bounding_box()
        for place in ("head_title [data-testid=stCaptionContainer]", "path_ways")
    )
    assert said is not None
    assert ways is not None
    assert said["x"] + said["width"] <= ways["x"]
