"""Formulas can be read whole: none is wider than its column, on a laptop or a phone, in either language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from ui.shared.text import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

FORMULA = ".katex-display:visible"
_CUT_OFF = """() => [...document.querySelectorAll('.katex-display')]
  .filter(e => e.getClientRects().length && e.scrollWidth > e.clientWidth)
  .map(e => `${e.scrollWidth} > ${e.clientWidth}: ${e.querySelector('annotation')?.textContent}`)"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path",
    [
        # Of many rows, so of long numbers.
        "confusion_matrix?sample=rare-class",
        # Few enough rows for every trapezoid to be written out.
        "curves?sample=lecture-20",
        "costs?sample=rare-class&cost_fn=250&cost_fp=10",
    ],
)
def test_no_formula_is_wider_than_its_column(page: Page, address: str, path: str, language: str) -> None:
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{address}/{path}&lang={language}&tab=formulas")
        expect(page.locator(FORMULA).first).to_be_visible(timeout=WAIT)
        # The page learns its width once it is there, and is then drawn for it.
        page.wait_for_function(f"() => ({_CUT_OFF})().length === 0", timeout=WAIT)
        expect_rest(page)
        assert page.evaluate(_CUT_OFF) == []
