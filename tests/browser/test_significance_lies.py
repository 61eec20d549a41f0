"""The laboratory in the browser: started, stopped, and what was done until then is shown."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.figure import WAIT

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.mark.thorough
def test_the_laboratory_is_started_and_stopped(page: Page, address: str) -> None:
    page.goto(f"{address}/significance?question=lies&lies_n=600&lies_replicates=2000")
    answer, note = page.locator(".st-key-answer"), page.get_by_text("replicates that come with the page")
    expect(note).to_be_visible(timeout=WAIT)
    before = answer.inner_text()
    page.locator(".st-key-laboratory_popover button").first.click(timeout=WAIT)
    page.locator(".st-key-start_laboratory button").click(timeout=WAIT)
    progress = page.locator(".st-key-laboratory_progress")
    expect(progress).to_contain_text(re.compile(r"[1-9]\d* of 2,000 replicates"), timeout=WAIT)
    expect(answer).to_have_text(before)
    page.locator(".st-key-stop_laboratory button").click(timeout=WAIT)
    expect(page.get_by_text("Your run, stopped after")).to_be_visible(timeout=WAIT)
    expect(progress).to_have_count(0, timeout=WAIT)
    expect(answer).not_to_have_text(before, timeout=WAIT)
    expect(page.locator("[data-live=true] .live-grip[data-handle=alpha]")).to_be_visible(timeout=WAIT)
