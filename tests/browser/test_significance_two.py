"""The page of tests, two models: the level decides while it is dragged, and pages of two models lead here."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import expect_address
from tests.browser.figure import PLOT, WAIT
from tests.browser.planes import expect_rest, grip, holding, pill

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
ANSWER = ".st-key-answer"
# A winner is named only where the test rejects.
_NO_WINNER = "No difference beyond chance shown: {}"


def test_of_12_against_4_the_level_decides_while_it_is_dragged(page: Page, address: str) -> None:
    page.goto(f"{address}/significance?question=two&two_e01=12&two_e10=4&two_method=exact")
    grip(page, "alpha").wait_for(timeout=WAIT)
    expect_rest(page)
    plot, answer = page.locator(PLOT).first, page.locator(ANSWER)
    expect(answer).to_contain_text("No difference beyond chance shown: error rate A − B = 0.044", timeout=WAIT)
    expect(answer).to_contain_text("chance alone could do that (p = 0.0768 ≥\u00a0α\u00a0=\u00a00.05).")
    expect(plot).to_contain_text("p = 0.0768: cannot reject at level 0.05")
    with holding(page, "alpha") as move:
        move(80)
        level = float((pill(page, "alpha").text_content() or "").partition("= ")[2])
        assert level > 0.0768
        expect(plot).to_contain_text(f"p = 0.0768: rejected at level {level:g}", timeout=WAIT)
        sentence = f"chance alone would hardly do that (p = 0.0768 <\u00a0α\u00a0=\u00a0{level:g})."
        # It moves with the handle, and is the same when the server says it.
        expect(page.locator(f"{ANSWER} .live-sentence")).to_contain_text(sentence, timeout=WAIT)
    expect(answer).to_contain_text(sentence, timeout=WAIT)
    expect_address(page, alpha=repr(level))
    expect_rest(page)
    with holding(page, "e01") as move:
        move(-30)
        count = int((pill(page, "e01").text_content() or "").partition("= ")[2])
        expect(plot).to_contain_text(re.compile(rf"A wrong on {count + 15}, B on 19"), timeout=WAIT)
    expect_address(page, two_e01=f"{count:.1f}")


@pytest.mark.thorough
def test_two_models_lead_from_the_matrix_to_their_test(page: Page, address: str) -> None:
    page.goto(f"{address}/confusion_matrix?sample=two-models&tab=compare")
    page.locator(".st-key-to_two_models button").click(timeout=WAIT)
    expect(page.locator(ANSWER)).to_contain_text(_NO_WINNER.format("error rate model_a − model_b"), timeout=WAIT)
    # 27 rows against 33: SciPy's binomial test, half of what is as likely taken off.
    expect(page.locator(ANSWER)).to_contain_text("(p = 0.443 ≥\u00a0α\u00a0=\u00a00.05)", timeout=WAIT)
    expect_address(page, question="two", two_data="loaded", sample="two-models", tab=None)
    expect(page.get_by_role("tab", name="Readings")).to_have_attribute("aria-selected", "true", timeout=WAIT)
    page.get_by_role("tab", name="Compare").click()
    expect(page.locator('[data-testid="stDataFrame"]').nth(1)).to_be_visible(timeout=WAIT)


@pytest.mark.thorough
def test_folds_lead_from_the_curves_to_their_test(page: Page, address: str) -> None:
    page.goto(f"{address}/curves?sample=breast-cancer&tab=compare")
    page.locator(".st-key-to_folds button").click(timeout=WAIT)
    expect(page.locator(ANSWER)).to_contain_text(_NO_WINNER.format("logistic_regression − "), timeout=WAIT)
    expect_address(page, question="folds", folds_data="loaded", sample="breast-cancer", tab=None)
    expect(page.get_by_role("tab", name="Readings")).to_have_attribute("aria-selected", "true", timeout=WAIT)
