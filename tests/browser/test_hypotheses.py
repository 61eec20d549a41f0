"""Model learning in the browser: melons strike out hypotheses while the handle is held, and the map follows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import expect_address
from tests.browser.figure import PLOT, WAIT
from tests.browser.planes import expect_rest, grip, holding, pill

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_melons_strike_out_hypotheses_while_the_handle_is_held(page: Page, address: str) -> None:
    page.goto(f"{address}/hypotheses")
    grip(page, "seen").wait_for(timeout=WAIT)
    expect_rest(page)
    plot, answer = page.locator(PLOT).first, page.locator(".st-key-answer")
    expect(plot).to_contain_text("65 of 65 hypotheses remain")
    with holding(page, "seen") as move:
        move(70)
        expect(pill(page, "seen")).to_have_text("1 seen", timeout=WAIT)
        expect(plot).to_contain_text("8 of 65 hypotheses remain", timeout=WAIT)
        expect(plot).to_contain_text("(∗, curled, muffled)", timeout=WAIT)
        expect(answer).to_contain_text("No example seen yet")
        # What the caption says is of the step before: it is not seen until the server says it anew.
        expect(page.locator(".st-key-hides_ends p")).to_be_hidden()
    expect(answer).to_contain_text("8 of 65", timeout=WAIT)
    # A good melon alone excludes nothing that allows more than it.
    ends = "Most general: (∗, ∗, ∗). Most specific: (green, curled, muffled)."
    expect(page.locator(".st-key-hides_ends p")).to_have_text(ends, timeout=WAIT)
    expect_address(page, ml_seen="1")
    page.locator(".st-key-answer_button button").click()
    expect(answer).to_contain_text("4 of 65", timeout=WAIT)
    expect(pill(page, "seen")).to_have_text("2 seen", timeout=WAIT)
    expect_answers_hide(page, f"{address}/hypotheses?ml_seen=2&hidden=1")


def expect_answers_hide(page: Page, asked_first: str) -> None:
    """What is to be guessed is neither seen nor read out; the rest of the figure is. Key h: test_frame."""
    plot, ends = page.locator(PLOT).first, page.locator(".st-key-guessed_ends p")
    expect(plot.get_by_text("4 of 65 hypotheses remain")).to_be_visible(timeout=WAIT)
    expect(ends).to_be_visible()
    # The script that hides marks what of a drawing stays: the attribute alone would hide the whole of it.
    page.goto(asked_first)
    page.locator(f"{PLOT}[data-guess] [data-stays]").first.wait_for(state="attached", timeout=WAIT)
    expect_rest(page)
    expect(plot.get_by_text("4 of 65 hypotheses remain")).to_be_hidden()
    expect(ends).to_be_hidden()
    # A drawing is heard by its name and its handle alone.
    expect(plot.get_by_text("green, stiff, crisp").first).to_be_visible()
    seen = " ".join(plot.locator("text:visible").all_text_contents())
    # No hypothesis either; what the marks of both ends mean may be known.
    assert not [secret for secret in ("of 65", "(", "−57") if secret in seen + plot.aria_snapshot()]


def expect_click_labels(page: Page) -> None:
    """A click on pale, curled and muffled, the last cell of the first row, makes it the fifth example."""
    cells = page.locator(f"{PLOT} .heatmaplayer image").bounding_box()
    assert cells is not None
    page.mouse.click(cells["x"] + 0.85 * cells["width"], cells["y"] + 0.05 * cells["height"])
    expect_address(page, ml_examples="aaa1-baa1-acc0-bbb0-caa1")
    expect(pill(page, "seen")).to_have_text("5 seen", timeout=WAIT)


@pytest.mark.thorough
def test_every_step_of_every_view_is_played_in_the_drawing_and_a_click_labels_a_cell(page: Page, address: str) -> None:
    for view, handles in (("bias", ["seen"]), ("occam", ["wiggle", "truth"]), ("lunch", ["tilt"])):
        page.goto(f"{address}/hypotheses?ml_view={view}")
        for name in handles:
            grip(page, name).wait_for(timeout=WAIT)
            expect(grip(page, name)).to_have_attribute("data-plays", "true", timeout=WAIT)
        if view == "bias":
            expect_rest(page)
            expect_click_labels(page)
