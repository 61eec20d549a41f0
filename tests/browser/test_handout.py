"""The handout of a path: made on Home, opened from disk without a network, and printed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.acts import downloaded
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from tests.tiers import thorough
from ui.frame.course import COURSES
from ui.shared.text import catalogue

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SHORT = COURSES["short"]
# Twelve pages of a processor that others use, too.
MADE = 300_000
# What of a sheet reaches beyond it, how many figures each has, and what of what is to be guessed is seen.
_SHEETS = """() => [...document.querySelectorAll('section.question')].map(sheet => ({
  over: sheet.scrollHeight - sheet.clientHeight,
  wide: Math.max(...[...sheet.querySelectorAll('.js-plotly-plot')].map(one => one.getBoundingClientRect().right))
    - sheet.getBoundingClientRect().right,
  figures: sheet.querySelectorAll('.figure').length,
  drawn: sheet.querySelectorAll('.js-plotly-plot .main-svg').length > 0,
  room: sheet.querySelector('.room').getBoundingClientRect().height,
  seen: [...sheet.querySelectorAll('.guessed .trace:not([data-stays]), .guessed tspan[style*="--guessed"]')]
    .filter(one => one.checkVisibility({ visibilityProperty: true })).length,
}))"""


def made(page: Page, address: str, language: str, to: Path) -> Path:
    """Have the handout of the short path made on Home, and save it."""
    said = catalogue(language)
    page.goto(f"{address}/?lang={language}")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect_rest(page)
    page.locator(".st-key-handout button").first.click(timeout=WAIT)
    page.locator(".st-key-handout_of input").click(timeout=WAIT)
    page.get_by_role("option", name=said.get(SHORT.title, SHORT.title)).click(timeout=WAIT)
    page.locator(".st-key-handout_make button").click(timeout=WAIT)
    save = page.get_by_role("button", name=said.get("Save the handout", "Save the handout"))
    expect(save).to_be_visible(timeout=MADE)
    return downloaded(save, to)


@pytest.mark.parametrize("language", [thorough("en"), thorough("zh")])
def test_each_step_is_a_printed_page_with_its_figure(
    page: Page, address: str, new_context: Callable[[], BrowserContext], tmp_path: Path, language: str
) -> None:
    path = made(page, address, language, tmp_path)
    assert path.stat().st_size < 6_000_000
    alone = new_context()
    alone.set_offline(True)
    paper = alone.new_page()
    paper.goto(path.as_uri())
    paper.locator("body[data-drawn]").wait_for(state="attached", timeout=MADE)
    paper.emulate_media(media="print")
    sheets = paper.evaluate(_SHEETS)
    assert [sheet["figures"] for sheet in sheets] == [1] * len(SHORT.steps)
    assert all(sheet["drawn"] for sheet in sheets)
    for sheet in sheets:
        assert sheet["over"] <= 0
        assert sheet["wide"] <= 1
        assert sheet["room"] > 100
        assert sheet["seen"] == 0
    printed = paper.pdf(prefer_css_page_size=True)
    # Two answers share a page.
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == len(SHORT.steps) + len(SHORT.steps) // 2
