"""A page can be used without a mouse: what it offers is reached in the order it is read, and seen when reached."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.acts import control
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from tests.tiers import thorough

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

GRIP = "[data-live=true] .live-grip"
# In the order of the sections: files, number field, criterion, presenter mode, handle, tabs.
ORDER = (
    ".st-key-head_files button",
    ".st-key-t input",
    ".st-key-controls [data-testid=stPopover] button",
    ".st-key-present_button button",
    ".live-grip",
    "[role=tab]",
)
_STOP = "order => order.findIndex(where => document.activeElement.matches(where))"
MOST_STOPS = 30


def expect_seen(page: Page) -> None:
    """Look at what has the focus, with a little of its surroundings, and at the same without the focus."""
    found = page.evaluate_handle("document.activeElement").as_element()
    assert found is not None
    box = found.bounding_box()
    assert box is not None
    around: FloatRect = {"x": box["x"] - 6, "y": box["y"] - 6, "width": box["width"] + 12, "height": box["height"] + 12}
    looks = [page.screenshot(clip=around, animations="disabled")]
    found.evaluate("e => e.blur()")
    looks.append(page.screenshot(clip=around, animations="disabled"))
    assert looks[0] != looks[1], found.inner_text()
    found.focus()


def open_matrix(page: Page, address: str) -> None:
    page.goto(f"{address}/confusion_matrix?sample=two-models")
    page.locator(GRIP).wait_for(timeout=WAIT)
    expect_rest(page)


def test_stops_come_in_the_order_of_reading_and_are_seen(page: Page, address: str) -> None:
    open_matrix(page, address)
    page.locator(".st-key-lesson_close button").focus()
    reached: list[int] = []
    while len(ORDER) - 1 not in reached:
        assert len(reached) < MOST_STOPS
        page.keyboard.press("Tab")
        reached.append(page.evaluate(_STOP, ORDER))
        if reached[-1] >= 0:
            expect_seen(page)
    known = [stop for stop in reached if stop >= 0]
    assert known == sorted(known)
    assert set(known) == set(range(len(ORDER)))


def test_field_handle_criterion_and_tabs_are_worked_by_keys(page: Page, address: str) -> None:
    open_matrix(page, address)
    grip = page.locator(GRIP)
    control(page, "t").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("0.3")
    page.keyboard.press("Enter")
    expect(grip).to_have_attribute("aria-valuetext", re.compile(r"0\.3\b"), timeout=WAIT)
    expect_rest(page)
    grip.focus()
    page.keyboard.press("End")
    expect(grip).not_to_have_attribute("aria-valuetext", re.compile(r"= 0\.3\b"), timeout=WAIT)
    expect_rest(page)
    # Counts and the page's sentence are heard where the keys are.
    heard = re.fullmatch(r"t = .*TP \d+, FN \d+, FP \d+, TN \d+\. (.+)", grip.get_attribute("aria-valuetext") or "")
    assert heard is not None
    expect(page.locator(".st-key-answer")).to_contain_text(heard[1], timeout=WAIT)
    criterion = page.locator(ORDER[2])
    criterion.focus()
    page.keyboard.press("Enter")
    expect(criterion).to_have_attribute("aria-expanded", "true", timeout=WAIT)
    # What stands in it is drawn when it opens; Streamlit's client opens it again where that comes after Escape.
    page.locator(".st-key-guessed_wish button").wait_for(timeout=WAIT)
    expect_rest(page)
    page.keyboard.press("Escape")
    expect(criterion).to_have_attribute("aria-expanded", "false", timeout=WAIT)
    tabs = page.get_by_role("tab")
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    expect(tabs.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(tabs.nth(1)).to_have_attribute("aria-selected", "true", timeout=WAIT)


@pytest.mark.parametrize(
    ("path", "opens", "closes"),
    [
        ("confusion_matrix?sample=two-models", None, "lesson_close"),
        thorough("curves?sample=two-models", None, "lesson_close"),
        thorough("confusion_matrix?sample=two-models&present=1", "code", "code_close"),
        ("confusion_matrix?sample=two-models&tab=rows", "rows_to_open", "close_row"),
    ],
)
def test_who_closes_something_goes_on_from_there(
    page: Page, address: str, path: str, opens: str | None, closes: str
) -> None:
    """The button that closes goes, too: the keyboard is on a stop that stays, and not nowhere."""
    page.goto(f"{address}/{path}")
    page.locator(GRIP).wait_for(timeout=WAIT)
    expect_rest(page)
    if opens == "rows_to_open":
        # A list that is open closes where the page scrolls, so it is brought into sight before.
        control(page, opens).scroll_into_view_if_needed()
        expect_rest(page)
        control(page, opens).focus()
        page.keyboard.press("ArrowDown")
        # The list takes a moment to open; what is pressed before that would choose nothing.
        expect(control(page, opens)).to_have_attribute("aria-activedescendant", re.compile("."), timeout=WAIT)
        page.keyboard.press("Enter")
    elif opens is not None:
        page.locator(f".st-key-{opens} button").first.focus()
        page.keyboard.press("Enter")
    button = page.locator(f".st-key-{closes} button")
    button.wait_for(timeout=WAIT)
    expect_rest(page)
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_count(0, timeout=WAIT)
    expect_rest(page)
    focused = page.locator("[data-testid=stMain] :focus")
    expect(focused).to_have_count(1, timeout=WAIT)
    expect(focused).to_be_visible()


def test_a_button_that_rests_once_it_is_used_hands_the_keyboard_on(page: Page, address: str) -> None:
    page.goto(f"{address}/bias_variance?bv_polynomial=1")
    page.locator(GRIP).first.wait_for(timeout=WAIT)
    expect_rest(page)
    button = page.locator(".st-key-answer button")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_be_disabled(timeout=WAIT)
    expect(page.locator("[data-testid=stMain] :focus")).to_have_count(1, timeout=WAIT)
