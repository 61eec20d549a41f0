"""The page of tests, one model against a bar: what is dragged moves the whole figure, and what it means follows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from evalcore.significance import binomial_test
from evalcore.views.significance.one_model import scaled
from tests.browser.acts import expect_address
from tests.browser.figure import PLOT, WAIT
from tests.browser.planes import expect_rest, grip, holding, pill

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
ANSWER = ".st-key-answer"
# The ink line of the observed count, and the grip below it, from the left of the page.
_PLACES = """() => {
  const plot = [...document.querySelectorAll('.js-plotly-plot')].find(e => e.getClientRects().length);
  const middle = e => { const b = e.getBoundingClientRect(); return b.x + b.width / 2; };
  const upright = e => { const b = e.getBoundingClientRect(); return b.width < 1 && b.height > 50; };
  const line = [...plot.querySelectorAll('g.subplot.x4y4 path.js-line')].find(upright);
  return [middle(line), middle(plot.querySelector('.live-grip[data-handle=errors]'))]; }"""


def rows_of(page: Page) -> int:
    found = re.search(r"m = ([\d,]+)", pill(page, "rows").text_content() or "")
    assert found
    return int(found[1].replace(",", ""))


def expect_test(page: Page, errors: int, n: int, rate: float) -> None:
    """Wait until figure and handles show the binomial test of these numbers."""
    test = binomial_test(errors, n, rate)
    plot = page.locator(PLOT).first
    expect(plot).to_contain_text(f"{errors:,} of {n:,} wrong: error rate {test.effect:.3f}", timeout=WAIT)
    expect(plot).to_contain_text(f"rejected: from {test.critical_errors + 1:,} on (size {test.size:.3g})", timeout=WAIT)
    expect(pill(page, "errors")).to_have_text(f"{errors:,} errors", timeout=WAIT)
    line, held = page.evaluate(_PLACES)
    assert abs(line - held) < 1.5


def test_rows_errors_and_bar_are_dragged(page: Page, address: str) -> None:
    page.goto(f"{address}/significance")
    grip(page, "errors").wait_for(timeout=WAIT)
    expect_rest(page)
    expect_test(page, 6, 10, 0.3)
    with holding(page, "rows") as move:
        for pixels in (60, 60):
            move(pixels)
            expect_test(page, scaled(6, 10, rows_of(page)), rows_of(page), 0.3)
    n = rows_of(page)
    expect_address(page, one_rows=f"{n:.1f}", one_errors=f"{scaled(6, 10, n):.1f}")
    said = "chance alone would hardly do that (p < 0.0001 <\u00a0α\u00a0=\u00a00.05)."
    expect(page.locator(ANSWER)).to_contain_text(said, timeout=WAIT)
    expect_rest(page)
    grip(page, "errors").focus()
    page.keyboard.press("ArrowLeft")
    expect_test(page, scaled(6, 10, n) - 1, n, 0.3)
    expect_address(page, one_errors=f"{scaled(6, 10, n) - 1:.1f}")
    expect_rest(page)
    with holding(page, "rate") as move:
        move(40)
        rate = float((pill(page, "rate").text_content() or "").partition("= ")[2])
        expect_test(page, scaled(6, 10, n) - 1, n, rate)
    expect_address(page, one_bar=repr(rate))
