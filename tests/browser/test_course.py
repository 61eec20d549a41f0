"""A path of one's own, made by keys on a phone and walked by a remote; and a scene in a frame of another page."""

from __future__ import annotations

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from tests.browser.acts import CRASH, SIDEBAR, expect_address, words
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest, expect_soon
from tests.browser.test_path import PROJECTOR, expect_scene
from tests.tiers import thorough
from ui.frame.course import COURSES
from ui.frame.course_steps import KNOWN
from ui.frame.steps import STEPS

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SHORT = list(COURSES["short"].steps)
# What sticks out of the window at its right.
_WIDER = """() => [...document.querySelectorAll('.st-key-own_path *')]
  .filter(e => e.getClientRects().length && e.getBoundingClientRect().right > innerWidth + 1
    && !e.closest('.st-key-own_path_list')).map(e => e.className)"""


def press(page: Page, key: str) -> None:
    """Turn to a button and press it by the keyboard."""
    expect_rest(page)
    page.locator(f".st-key-{key} button").focus()
    page.keyboard.press("Enter")
    expect_rest(page)


@pytest.mark.thorough
def test_a_path_is_made_by_keys_on_a_phone_and_walked(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address)
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect_rest(page)
    for door in ("door_line_teach", "door_own"):
        page.locator(f".st-key-{door} summary").first.focus()
        page.keyboard.press("Enter")
        expect_rest(page)
    page.locator(".st-key-own_path_from_short button").wait_for(timeout=WAIT)
    press(page, "own_path_from_short")
    items = page.locator(".st-key-own_path_list label p")
    expect(items.nth(1)).to_have_text(f"1. {STEPS[SHORT[0]].shows}", timeout=WAIT)
    # The second step is chosen by an arrow and moved up; the button stays where the keys are.
    page.locator(".st-key-own_path_list input:checked").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".st-key-own_path_up button")).to_be_enabled(timeout=WAIT)
    press(page, "own_path_up")
    expect(items.nth(1)).to_have_text(f"1. {STEPS[SHORT[1]].shows}", timeout=WAIT)
    field = page.locator("[class*=st-key-own_path_line_] input")
    # The field of the order before stays until the page is done.
    expect(field).to_have_count(1, timeout=WAIT)
    expect_rest(page)
    field.fill("What is *this* <b>?")
    field.press("Enter")
    expect(items.nth(1)).to_have_text("1. What is *this* <b>?", timeout=WAIT)
    assert page.evaluate(_WIDER) == []
    # The address brings it back.
    expect_rest(page)
    page.wait_for_function("location.search.includes('course=')", timeout=WAIT)
    page.reload()
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect(page.locator(".st-key-door_mine button")).to_contain_text("12", timeout=WAIT)
    press(page, "door_mine")
    expect_address(page, path=SHORT[1])
    expect(page.locator(".st-key-path_line p").first).to_have_text("Step 1 of 12. What is *this* <b>?", timeout=WAIT)
    expect_rest(page)
    press(page, "path_next")
    expect_address(page, path=SHORT[0])
    page.wait_for_function("location.search.includes('course=')", timeout=WAIT)
    expect(page.locator(CRASH)).to_have_count(0)


@pytest.mark.thorough
def test_a_view_is_kept_from_the_sidebar(page: Page, address: str) -> None:
    page.goto(f"{address}/costs?sample=melon-20&cost_fn=5&path=misses&course=short")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect_rest(page)
    # Nobody is asked to keep anything who has no path of their own.
    expect(page.locator(".st-key-keep_view")).to_have_count(0)
    page.locator(SIDEBAR).get_by_role("link", name="Home").click(timeout=WAIT)
    page.locator(".st-key-door_own summary").click(timeout=WAIT)
    page.locator(".st-key-own_path_from_short button").click(timeout=WAIT)
    expect(page.locator(".st-key-door_mine button")).to_contain_text("12", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Costs").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("Costs", timeout=WAIT)
    expect_rest(page)
    page.locator(".st-key-keep_view button:visible").first.click(timeout=WAIT)
    expect(page.locator('[data-testid="stToast"]')).to_contain_text("of your path", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Home").click(timeout=WAIT)
    expect(page.locator(".st-key-door_mine button")).to_contain_text("13", timeout=WAIT)


@pytest.mark.parametrize("language", ["en", thorough("zh")])
@pytest.mark.thorough
def test_a_scene_stands_in_a_frame_of_another_page(page: Page, address: str, language: str) -> None:
    asked = f"sample=lecture-20&t=0.5&path=lecture&embed=1&hidden=1&lang={language}"
    host = f"<h1>A slide</h1><iframe src='{address}/confusion_matrix?{asked}' width='1120' height='600'></iframe>"
    page.set_viewport_size(PROJECTOR)
    page.route(
        f"{address}/slide.html",
        lambda route: route.fulfill(body=f"<!doctype html>{host}", content_type="text/html"),
    )
    page.goto(f"{address}/slide.html")
    frame = page.frame_locator("iframe")
    frame.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    frame.locator(".js-plotly-plot .main-svg").first.wait_for(timeout=WAIT)
    expect(frame.locator(".st-key-path_line p")).to_have_text(words(STEPS["lecture"].shows, language), timeout=WAIT)
    for gone in (SIDEBAR, '[data-testid="stHeader"]', ".st-key-path_ways", '[role="tablist"]', "h2", ".st-key-t input"):
        expect(frame.locator(gone).locator("visible=true")).to_have_count(0)
    # The one button reveals what is hidden, and is gone with that; the handle is moved.
    buttons = frame.locator("button:visible")
    expect(buttons).to_have_count(1, timeout=WAIT)
    buttons.click(timeout=WAIT)
    expect(buttons).to_have_count(0, timeout=WAIT)
    grip = frame.locator('.live-grip[data-handle="threshold"]').first
    before = grip.get_attribute("aria-valuenow")
    frame.locator("[data-live=true]").first.wait_for(timeout=WAIT)
    grip.focus()
    page.keyboard.press("ArrowRight")
    expect(grip).not_to_have_attribute("aria-valuenow", str(before), timeout=WAIT)
    # A slide stays the one it is, whatever the remote says.
    page.keyboard.press("PageDown")
    page.keyboard.press("Escape")
    expect(frame.locator(".st-key-path_line p")).to_have_text(words(STEPS["lecture"].shows, language))
    inner = page.frames[1]
    assert inner.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight") <= 600
    assert inner.evaluate("document.documentElement.scrollWidth") <= 1120
    # A figure that is drawn anew after the handle was let go is gone for a moment.
    expect_soon(page, lambda: hold_slide(page, frame))
    assert "embed=1" in inner.evaluate("location.search")


def hold_slide(page: Page, frame: FrameLocator) -> None:
    """Hold that the figure follows its question closely, and is seen whole."""
    question = frame.locator(".st-key-path_line p").bounding_box()
    plot, slide = frame.locator(".js-plotly-plot").bounding_box(), page.locator("iframe").bounding_box()
    assert question is not None
    assert plot is not None
    assert slide is not None
    assert plot["y"] - question["y"] < 160
    assert plot["y"] + plot["height"] <= slide["y"] + 602


@pytest.mark.thorough
def test_in_a_small_frame_all_rows_of_the_staircase_are_seen(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 960, "height": 540})
    page.goto(f"{address}/curves?sample=lecture-20&t=0.5&tab=learn&path=rows&embed=1&lang=zh")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    page.locator(".js-plotly-plot .main-svg").first.wait_for(timeout=WAIT)
    expect_rest(page)
    rows = page.locator('.js-plotly-plot text:text-is("0.100")').locator("visible=true")
    expect(rows.first).to_be_visible(timeout=WAIT)
    box, figure = rows.first.bounding_box(), page.locator(".js-plotly-plot").bounding_box()
    assert box is not None
    assert figure is not None
    assert box["y"] + box["height"] <= figure["y"] + figure["height"] <= 540


@pytest.mark.thorough
def test_the_textbook_s_path_goes_on_inside_it(page: Page, address: str) -> None:
    page.set_viewport_size(PROJECTOR)
    page.goto(f"{address}/resampling?ev_view=spread&ev_method=kfold&path=kfold&course=book&present=1")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect_scene(page, "kfold")
    expect_rest(page)
    # Fold after fold, then what they come to and the answer.
    for _fold in range(KNOWN["kfold"].stages + 2):
        page.keyboard.press("PageDown")
        expect_rest(page)
        if "path=loo" in page.url:
            break
    expect_address(page, path="loo", course="book")
    expect_scene(page, "loo")


@pytest.mark.parametrize(
    "asked",
    [
        "resampling?ev_view=spread&ev_method=kfold&ev_repeats=10&ev_n=1000&path=repeats&course=book",
        thorough("bias_variance?bv_view=zero_one&bv01_learner=forest&bv01_sets=400&bv01_n=400&path=votes"),
    ],
)
def test_what_is_still_to_be_computed_is_said_and_not_revealed(page: Page, address: str, asked: str) -> None:
    page.set_viewport_size(PROJECTOR)
    # So many rows take so long that the page asks first: that is no answer to be guessed.
    page.goto(f"{address}/{asked}&present=1&hidden=1")
    begin = page.locator(".st-key-answer button")
    begin.wait_for(timeout=WAIT)
    expect_rest(page)
    page.keyboard.press("PageDown")
    expect_rest(page)
    expect(page.locator("body")).to_have_attribute("data-hidden", "true")
    expect(begin).to_be_visible()
