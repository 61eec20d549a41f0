"""Double descent in the browser: fits and numbers follow the handle before it is let go."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import expect_address
from tests.browser.figure import PLOT, WAIT
from tests.browser.planes import expect_rest, grip, holding, pill

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

# The outlines of all fits, and what the numbers above the errors say.
_FITS = """() => [...document.querySelectorAll('.js-plotly-plot')].find(e => e.getClientRects().length)
  .querySelectorAll('g.subplot.x2y2 path.js-line')"""
FITS = f"() => [...({_FITS})()].map(e => e.getAttribute('d').length + e.getAttribute('d').slice(0, 80)).join()"


@pytest.mark.thorough
def test_fits_and_numbers_follow_the_handle(page: Page, address: str) -> None:
    page.goto(f"{address}/bias_variance?bv_view=descent")
    grip(page, "features").wait_for(timeout=WAIT)
    expect_rest(page)
    plot, answer = page.locator(PLOT).first, page.locator(".st-key-answer")
    expect(plot).to_contain_text("0.152")
    expect(answer).to_contain_text("Before the peak")
    before = page.evaluate(FITS)
    with holding(page, "features") as move:
        move(65)
        expect(pill(page, "features")).not_to_have_text("p/n = 0.48", timeout=WAIT)
        expect(plot).not_to_contain_text("0.152", timeout=WAIT)
        assert page.evaluate(FITS) != before
    expect(answer).to_contain_text("peak", timeout=WAIT)
    ratio = (pill(page, "features").text_content() or "").partition("= ")[2]
    expect_address(page, bv_dd_ratio=ratio)
