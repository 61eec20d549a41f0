"""Formulas can be read whole: none is wider than its column, on a laptop or a phone, in either language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import speak, words
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from tests.tiers import thorough
from ui.shared.text import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

FORMULA = ".katex-display:visible"
_CUT_OFF = """() => [...document.querySelectorAll('.katex-display')]
  .filter(e => e.getClientRects().length && e.scrollWidth > e.clientWidth)
  .map(e => `${e.scrollWidth} > ${e.clientWidth}: ${e.querySelector('annotation')?.textContent}`)"""


def expect_whole(page: Page, width: int, language: str, equations: list[int]) -> None:
    """Look at the formulas of the page that is open in a window so wide."""
    page.set_viewport_size({"width": width, "height": 900})
    expect(page.get_by_role("tab", selected=True)).to_have_text(words("Formulas", language), timeout=WAIT)
    expect(page.locator(FORMULA).first).to_be_visible(timeout=WAIT)
    # The page learns its width once it is there, and is then drawn for it.
    page.wait_for_function(f"() => ({_CUT_OFF})().length === 0", timeout=WAIT, polling=100)
    expect_rest(page)
    assert page.evaluate(_CUT_OFF) == []
    written = "".join(page.locator(f"{FORMULA} annotation").all_text_contents())
    assert [n for n in equations if f"(2.{n})" not in written] == [], f"{language}, {width} px"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "equations"),
    [
        # Of many rows, so of long numbers.
        thorough("confusion_matrix?sample=rare-class", [8, 9, 10]),
        # Ten classes, whose means are long sums.
        ("confusion_matrix?sample=digits", [12, 13, 14, 15, 16, 17]),
        # Few enough rows for every trapezoid to be written out.
        thorough("curves?sample=lecture-20", [20, 21]),
        thorough("costs?sample=rare-class&cost_fn=250&cost_fp=10", [23, 24, 25]),
        thorough("resampling?ev_view=bootstrap", [1]),
        # Where predictions are negative, each stands in brackets.
        thorough("bias_variance?bv_polynomial=1&bv_x0=0.75", [37, 38, 39, 40, 41, 42]),
        thorough("bias_variance?bv_view=descent&bv_dd_ratio=1", [42]),
        thorough("regression?re_data=five_values", [2]),
        thorough("regression?re_view=use&re_data=two_regions", [3]),
    ],
)
def test_no_formula_is_wider_than_its_column(page: Page, address: str, path: str, equations: list[int]) -> None:
    """One page opened serves both languages and both widths; a phone has no switch of the language in sight."""
    first, *others = LANGUAGES
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{address}/{path}&lang={first}&tab=formulas")
    expect_whole(page, 1280, first, equations)
    expect_whole(page, 390, first, equations)
    for language in others:
        page.set_viewport_size({"width": 1280, "height": 900})
        speak(page, language)
        expect_whole(page, 1280, language, equations)
        expect_whole(page, 390, language, equations)
