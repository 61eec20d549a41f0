"""The path of lessons before an audience: by the keys of a remote control alone, each step a scene that fits."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import CRASH, expect_address
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest, expect_soon
from tests.tiers import thorough
from ui.frame.course import COURSES
from ui.frame.course_steps import KNOWN
from ui.frame.steps import STEPS

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

# Pixels of the figure where a sentence of its own takes room from it, three lines long in English.
TOLD_AT_LENGTH = {"narrowing": 400, "widening": 400}
PROJECTOR = {"width": 1280, "height": 720}
# What the question measures, what stands on the screen, and whether anything has to be scrolled for.
_SCENE = """() => {
  const line = document.querySelector('.st-key-path_line p'), main = document.querySelector('[data-testid=stMain]');
  const charts = [...document.querySelectorAll('.js-plotly-plot')].map(one => one.getBoundingClientRect());
  const seen = charts.filter(({ width }) => width > 0);
  const panels = [...document.querySelectorAll('.js-plotly-plot .nsewdrag')].map(one => one.getBoundingClientRect());
  return {
    letters: parseFloat(getComputedStyle(line).fontSize) * line.getBoundingClientRect().width / line.offsetWidth,
    isSeen: line.checkVisibility({ visibilityProperty: true }),
    panel: Math.max(0, ...panels.map(({ height }) => height)),
    high: Math.max(0, ...seen.map(({ height }) => height)), bottom: Math.max(...seen.map(({ bottom }) => bottom)),
    scrolled: main.scrollHeight - main.clientHeight,
  };
}"""
# Where one is: the question, whether its answer is hidden, how far the scene is built up, and where handles stand.
_STATE = """() => [document.querySelector('.st-key-path_line p')?.textContent, document.body.dataset.hidden,
  document.body.dataset.stage, ...[...document.querySelectorAll('.live-grip')].map(grip => grip.ariaValueNow)]"""


def expect_scene(page: Page, key: str) -> None:
    """Hold that the step is there, its question large, its figure too, and that nothing needs scrolling."""
    expect_address(page, path=key)
    expect_rest(page)
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_attached(timeout=WAIT)
    # Each handle at the player's pace: where Plotly has to draw its steps nothing else shows it.
    expect(page.locator(".live-grip:not([data-plays=true])")).to_have_count(0, timeout=WAIT)
    page.wait_for_function(f"({_SCENE})().scrolled <= 0", timeout=WAIT)
    expect_soon(page, lambda: hold_scene(page, key))


def hold_scene(page: Page, key: str) -> None:
    seen = page.evaluate(_SCENE)
    assert seen["isSeen"], key
    assert seen["letters"] >= 24, key
    assert seen["high"] >= 430, key
    assert round(seen["panel"]) >= TOLD_AT_LENGTH.get(key, 430), key
    assert seen["bottom"] <= PROJECTOR["height"], key


def begin(page: Page, address: str, language: str, key: str, course: str | None = None) -> None:
    step = KNOWN[key]
    asked = "&".join(f"{name}={value}" for name, value in step.asked.items())
    hidden = ("&hidden=1" if step.hides else "") + ("" if course is None else f"&course={course}")
    page.set_viewport_size(PROJECTOR)
    page.goto(f"{address}/{step.page}?{asked}{hidden}&path={key}&present=1&lang={language}")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect_scene(page, key)


def go_on(page: Page) -> None:
    """Press the one key until the step is done: each time something is revealed or moves, or the next step comes."""
    question = page.evaluate(_STATE)[0]
    for _press in range(40):
        expect_rest(page)
        expect(page.locator(".live-grip[data-rests]")).to_have_count(0, timeout=WAIT)
        before = page.evaluate(_STATE)
        page.keyboard.press("PageDown")
        page.wait_for_function(f"before => String(({_STATE})()) !== String(before)", arg=before, timeout=WAIT)
        if page.evaluate(_STATE)[0] != question:
            return
    raise AssertionError(f"{question} does not end")


def walk(page: Page, address: str, language: str, keys: list[str], course: str | None = None) -> None:
    begin(page, address, language, keys[0], course)
    for now in keys[1:]:
        go_on(page)
        expect_scene(page, now)
        expect(page.locator(CRASH)).to_have_count(0)


@pytest.mark.parametrize("language", ["en", thorough("zh")])
def test_the_first_steps_by_the_keys_of_a_remote_control(page: Page, address: str, language: str) -> None:
    walk(page, address, language, list(STEPS)[:3])


@pytest.mark.parametrize("language", [thorough("en"), thorough("zh")])
def test_the_whole_path_by_the_keys_of_a_remote_control(page: Page, address: str, language: str) -> None:
    walk(page, address, language, list(STEPS))


@pytest.mark.thorough
def test_the_textbook_s_steps_by_the_keys_of_a_remote_control(page: Page, address: str) -> None:
    keys = list(COURSES["book"].steps)
    first = keys.index("splits")
    walk(page, address, "zh", keys[first : keys.index("draws") + 1], course="book")


@pytest.mark.thorough
def test_strip_and_curves_stand_above_one_another_and_metrics_come_one_by_one(page: Page, address: str) -> None:
    begin(page, address, "zh", "lecture")
    page.keyboard.press("PageDown")
    expect(page.locator("body")).to_have_attribute("data-hidden", "false", timeout=WAIT)
    for key, stage in (("PageDown", "1"), ("PageDown", "2"), ("PageDown", "3"), ("PageDown", "4"), ("PageUp", "3")):
        expect_rest(page)
        page.keyboard.press(key)
        expect(page.locator("body")).to_have_attribute("data-stage", stage, timeout=WAIT)
    expect_address(page, path="lecture", stage="3")
    expect_rest(page)
    expect(page.locator(".js-plotly-plot")).to_have_count(1)
    pixels = page.evaluate("""() => {
      const { _fullLayout: { xaxis, xaxis3 } } = document.querySelector('.js-plotly-plot');
      return [xaxis, xaxis3].map(axis => axis._offset + axis.l2p(0.5));
    }""")
    assert pixels[0] == pytest.approx(pixels[1], abs=0.01)


def test_where_there_is_no_threshold_the_arrows_are_those_of_a_remote_control(page: Page, address: str) -> None:
    begin(page, address, "zh", "melons")
    grip = page.locator('.live-grip[data-handle="seen"]')
    # The first reveals.
    page.locator("body").press("ArrowRight")
    expect(page.locator("body")).to_have_attribute("data-hidden", "false", timeout=WAIT)
    expect(grip).to_have_attribute("aria-valuenow", "0")
    for key, now in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1")):
        expect_rest(page)
        page.locator("body").press(key)
        expect(grip).to_have_attribute("aria-valuenow", now, timeout=WAIT)
        # The server hears of it a little later; a key that is pressed as it begins to draw may be lost.
        expect_address(page, ml_seen=now)


def test_within_a_step_the_remote_takes_row_after_row_and_r_begins_it_anew(page: Page, address: str) -> None:
    begin(page, address, "en", "rows")
    grip = page.locator('.live-grip[data-handle="steps"]')
    for now in ("1", "2"):
        page.keyboard.press("PageDown")
        expect(grip).to_have_attribute("aria-valuenow", now, timeout=WAIT)
    page.keyboard.press("PageUp")
    expect(grip).to_have_attribute("aria-valuenow", "1", timeout=WAIT)
    expect_address(page, path="rows", curves_step="1")
    expect_rest(page)
    page.keyboard.press("r")
    expect_address(page, path="rows", curves_step=None)
    expect(grip).to_have_attribute("aria-valuenow", "0", timeout=WAIT)
    expect_rest(page)
    # Nothing is left to go back to within the step.
    page.keyboard.press("PageUp")
    expect_address(page, path="classes")


@pytest.mark.thorough
def test_the_u_curve_is_large_begins_with_the_simplest_learner_and_is_walked(page: Page, address: str) -> None:
    begin(page, address, "zh", "flexibility")
    high = page.evaluate("() => document.querySelector('.draglayer .x2y2 .nsewdrag').getBoundingClientRect().height")
    assert high >= 430
    grip = page.locator('.live-grip[data-handle="complexity"]')
    expect(grip).to_have_attribute("aria-valuenow", "0", timeout=WAIT)
    page.keyboard.press("PageDown")
    expect(page.locator("body")).to_have_attribute("data-hidden", "false", timeout=WAIT)
    for now in ("1", "2"):
        expect_rest(page)
        page.keyboard.press("PageDown")
        expect(grip).to_have_attribute("aria-valuenow", now, timeout=WAIT)
    expect(page.locator(".live-pill").first).to_have_text("d = 2", timeout=WAIT)
    # What is moved is kept: who leaves the page and comes back finds it.
    expect_address(page, path="flexibility", bv_polynomial="2")
    expect_rest(page)
    page.keyboard.press("PageUp")
    expect(grip).to_have_attribute("aria-valuenow", "1", timeout=WAIT)
    expect_address(page, path="flexibility", bv_polynomial="1")
    expect_rest(page)
    page.keyboard.press("r")
    expect(grip).to_have_attribute("aria-valuenow", "0", timeout=WAIT)
    expect(page.locator("body")).to_have_attribute("data-hidden", "true", timeout=WAIT)


@pytest.mark.thorough
def test_a_handle_with_many_stops_goes_in_strides_and_back_to_where_it_began(page: Page, address: str) -> None:
    begin(page, address, "en", "peak")
    grip = page.locator('.live-grip[data-handle="features"]')
    began = grip.get_attribute("aria-valuenow")
    page.keyboard.press("PageDown")
    expect(page.locator("body")).to_have_attribute("data-hidden", "false", timeout=WAIT)
    expect_rest(page)
    page.keyboard.press("PageDown")
    expect(grip).to_have_attribute("aria-valuenow", "1", timeout=WAIT)  # p = n
    expect_rest(page)
    page.keyboard.press("PageUp")
    expect(grip).to_have_attribute("aria-valuenow", str(began), timeout=WAIT)
    expect_rest(page)
    page.keyboard.press("PageUp")
    expect(page.locator("body")).to_have_attribute("data-hidden", "true", timeout=WAIT)
