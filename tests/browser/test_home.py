"""Home as a visitor meets it: a threshold to drag, cards to click or to open by the keyboard, and the ways on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, WebSocket, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from evalcore.counts import threshold_counts
from evalcore.figures.confusion_matrix.figure import places
from evalcore.figures.layout import Look
from tests.browser.acts import CRASH, SIDEBAR, address_bar, asked, expect_address, speak, upload, words
from tests.browser.conftest import WIDE
from tests.browser.driver import GRIP, grip_centre
from tests.browser.figure import PLOT, WAIT, counts, expect_counts, threshold
from tests.browser.planes import expect_rest, expect_soon
from tests.browser.test_appearance import expect_readable
from tests.tiers import thorough
from ui.home.doors import PAGES
from ui.session.samples import SAMPLES, load

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

CARD = ".st-key-tile_{}"
# Texts and pictures that are wider than their box, or than the window.
# On a phone the rows of cards are drawn aside; a card as such is whole.
_CUT_OFF = """() => [...document.querySelectorAll('[data-testid="stMain"] :is(button, p, h1, h2, img, pre)')]
  .filter(e => e.clientWidth && (e.scrollWidth > e.clientWidth + 1
    || (e.getBoundingClientRect().right > document.documentElement.clientWidth
      && !(innerWidth <= 640 && e.closest('[class*="st-key-tiles_"]')))))
  .map(e => e.textContent)"""
PHONE: ViewportSize = {"width": 390, "height": 844}
WIDTHS = (390, 800, 1280, 1440, 1920)
_DRAWN_FOR_THE_WINDOW = """() => {
  const plot = [...document.querySelectorAll('.js-plotly-plot')].find(e => e.getClientRects().length);
  return plot && Math.abs(plot.querySelector('.main-svg').getAttribute('width') - plot.clientWidth) <= 1; }"""


def open_home(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(f".st-key-home_chart {PLOT} .main-svg").first.wait_for(timeout=WAIT)
    expect_rest(page)


def test_the_threshold_can_be_taken_hold_of_at_once_and_the_server_hears_nothing(page: Page, address: str) -> None:
    lecture = load(SAMPLES["lecture-20"])
    table = threshold_counts(lecture.y_true, lecture.scores["score"])
    # Whatever is open: the figure is the lecture's.
    open_home(page, f"{address}/?sample=melon-20&t=0.6")
    expect(page.locator(".st-key-home_open")).to_contain_text("Twenty melons", timeout=WAIT)
    assert counts(page) == {"TP": 6, "FN": 4, "FP": 4, "TN": 6}
    x, y = grip_centre(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 120, y, steps=5)
    page.mouse.up()
    cm = expect_counts(page, table)
    assert threshold(page) > 0.5
    assert counts(page) == {"TP": cm.tp, "FN": cm.fn, "FP": cm.fp, "TN": cm.tn} != {"TP": 6, "FN": 4, "FP": 4, "TN": 6}
    expect_rest(page)
    assert asked(page) == {"sample": "melon-20", "t": "0.6"}


def test_a_card_is_clicked_anywhere(page: Page, address: str) -> None:
    open_home(page, address)
    card = page.locator(CARD.format("ties"))
    box = card.bounding_box()
    assert box is not None
    # Its lower right corner, away from the title that is the button.
    card.click(position={"x": box["width"] - 6, "y": box["height"] - 6}, timeout=WAIT)
    expect(page.locator("h1")).to_have_text("ROC and P-R curves", timeout=WAIT)
    expect(page.locator(SIDEBAR)).to_contain_text("Tied scores", timeout=WAIT)
    expect_address(page, sample="ties")


@pytest.mark.parametrize(("later", "height"), [thorough(0, 700), thorough(30, 1000)])
def test_a_click_is_not_lost_where_the_window_becomes_another_at_the_same_time(
    page: Page, address: str, later: int, height: int
) -> None:
    # The browser's word of the new size is a request of its own, and would break off what the click has asked for.
    open_home(page, address)
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect_rest(page)
    page.evaluate(
        """([later, height]) => {
        document.querySelector('.st-key-sample_ties button').click();
        setTimeout(() => { Object.defineProperty(window, 'innerHeight', { value: height, configurable: true });
          window.dispatchEvent(new Event('resize')); }, later); }""",
        [later, height],
    )
    page.locator("body[data-measured]").wait_for(state="detached", timeout=WAIT)
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect_rest(page)
    expect_address(page, sample="ties")
    expect(page.locator("h1")).to_have_text(words(PAGES[SAMPLES["ties"].page], "en"), timeout=WAIT)


@pytest.mark.parametrize("key", [thorough("Enter"), thorough("Space")])
def test_a_card_is_opened_by_the_keyboard(page: Page, address: str, key: str) -> None:
    open_home(page, address)
    page.locator(CARD.format("four-samples")).get_by_role("button", name="Four samples", exact=True).focus()
    page.keyboard.press("Tab")
    # The next card has the focus, and its whole border shows it.
    card = page.locator(CARD.format("melon-20"))
    expect(card.get_by_role("button", name="Twenty melons", exact=True)).to_be_focused()
    expect(card).to_have_css("outline-style", "solid")
    page.keyboard.press(key)
    expect(page.locator("h1")).to_have_text("Confusion matrix", timeout=WAIT)
    expect_address(page, sample="melon-20")


def expect_whole(page: Page, width: int) -> None:
    assert page.evaluate(_CUT_OFF) == [], f"{width} px"


@pytest.mark.parametrize("language", [thorough("en"), "zh"])
def test_nothing_is_cut_off_and_the_figure_can_be_read(page: Page, address: str, language: str) -> None:
    """Opened on a phone, the page is then looked at in ever wider windows."""
    page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    open_home(page, f"{address}/?lang={language}")
    begin = page.locator(".st-key-home_load button")
    expect(begin).to_contain_text(words("Open my predictions", language), timeout=WAIT)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        drawing = page.locator(f"{PLOT} .main-svg").first
        expect(drawing).to_have_attribute("height", str(places(Look(narrow=width < 900)).height), timeout=WAIT)
        # The drawing takes its width from the window only after Streamlit has noticed.
        page.wait_for_function(_DRAWN_FOR_THE_WINDOW, timeout=WAIT)
        expect_rest(page)
        expect_readable(page)
        # Cards and pictures take their place a moment after the figure.
        expect_soon(page, partial(expect_whole, page, width))


_BOXES = """() => {
  const main = document.querySelector('[data-testid="stMain"]'), plot = document.querySelector('.st-key-home_chart');
  const lines = [...plot.querySelectorAll('.x3y3 path.js-line')].map(e => e.getBoundingClientRect());
  const grip = [...plot.querySelectorAll('.live-grip')].find(e => e.getClientRects().length).getBoundingClientRect();
  return { screens: main.scrollHeight / innerHeight, grip: grip.x + grip.width / 2,
    rule: lines.map(e => e.width < 4 ? e.x + e.width / 2 : Infinity), bottom: Math.max(...lines.map(e => e.bottom)),
    below: Math.min(...lines.map(e => e.top)) - grip.bottom }; }"""


def expect_at_most_three_screens(page: Page) -> None:
    assert page.evaluate(_BOXES)["screens"] <= 3


def expect_curves_below_their_handle(page: Page) -> None:
    expect_at_most_three_screens(page)
    seen = page.evaluate(_BOXES)
    # What the handle moves lies on its own axis, right below it and on the same screen.
    assert 0 < seen["below"] < 80
    assert seen["bottom"] < PHONE["height"]
    assert min(abs(x - seen["grip"]) for x in seen["rule"]) < 1


@pytest.mark.parametrize("language", ["en", thorough("zh")])
def test_on_a_phone_it_is_three_screens_with_the_curves_below_their_handle(
    new_context: Callable[[], BrowserContext], address: str, language: str
) -> None:
    page = new_context().new_page()
    page.set_viewport_size(PHONE)
    # Also where the way on with what is loaded takes a line.
    open_home(page, f"{address}/?lang={language}&sample=breast-cancer")
    expect(page.locator(".st-key-home_go_on button")).to_be_visible(timeout=WAIT)
    expect_soon(page, partial(expect_at_most_three_screens, page))
    open_home(page, f"{address}/?lang={language}")
    expect_soon(page, partial(expect_curves_below_their_handle, page))
    # Each way to begin is a line that opens: nothing of it is lost.
    for door, way_on in (("file", "door_file"), ("teach", "door_path"), ("learn", "door_learn")):
        expect(page.locator(f".st-key-{way_on} button")).to_be_hidden(timeout=WAIT)
        page.locator(f".st-key-door_line_{door} summary").first.click(timeout=WAIT)
        expect(page.locator(f".st-key-{way_on} button")).to_be_visible(timeout=WAIT)
    expect_soon(page, partial(expect_whole, page, PHONE["width"]))


_BESIDE = """() => {
  const box = e => e.getBoundingClientRect(), home = document.querySelector('.st-key-home_opening');
  const [left, right] = home.querySelectorAll('[data-testid=stColumn]');
  const name = home.querySelector('.st-key-home_name'), last = left.querySelector('.stVerticalBlock').lastElementChild;
  return { above: box(name).top - box(right).top, below: box(right).bottom - box(last).bottom, high: box(right).height,
    letters: parseFloat(getComputedStyle(home.querySelector('h1')).fontSize) }; }"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), thorough(1440, 900), thorough(1920, 1080)])
@pytest.mark.parametrize("language", ["en", thorough("zh")])
def test_the_question_stands_as_high_as_the_figure_beside_it(
    page: Page, address: str, language: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    open_home(page, f"{address}/?lang={language}")

    def hold() -> None:
        seen = page.evaluate(_BESIDE)
        # No hole below the buttons: what is left over is the same above and below.
        assert abs(seen["above"] - seen["below"]) <= 24, seen
        assert seen["above"] + seen["below"] <= 0.5 * seen["high"], seen
        assert seen["letters"] >= 34, seen

    expect_soon(page, hold)


@pytest.mark.thorough
def test_the_app_is_called_by_its_name(page: Page, address: str) -> None:
    mark = page.locator('[data-testid="stSidebarHeader"] > :first-child')
    for language in ("en", "zh"):
        open_home(page, f"{address}/?lang={language}")
        name = words("Evaluation workbench", language)
        expect(page.locator(".st-key-home_name")).to_have_text(name, timeout=WAIT)
        said = mark.evaluate("e => getComputedStyle(e, '::after').content")
        assert said == f'"{name}"'
        # Whole, in a sidebar that is no wider.
        assert mark.evaluate("e => e.scrollWidth <= e.parentElement.clientWidth")
    page.locator('[data-testid="stSidebarHeader"]').hover(timeout=WAIT)
    page.locator('[data-testid="stSidebarCollapseButton"] button').click(timeout=WAIT)
    expect(page.locator('[data-testid="stHeaderLogo"]')).to_be_visible(timeout=WAIT)
    # The tab remembers it.
    page.locator('[data-testid="stExpandSidebarButton"]').click(timeout=WAIT)


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_page_is_called_as_the_menu_calls_it(page: Page, address: str, language: str) -> None:
    open_home(page, f"{address}/?lang={language}")
    links = page.locator('[data-testid="stSidebarNavLink"]')
    whole = words("Evaluation workbench", language)
    # An icon stands before the name of each; Home asks its question.
    for name in [said.split("\n")[-1].strip() for said in links.all_inner_texts()[1:]]:
        links.filter(has_text=re.compile(rf"{re.escape(name)}$")).first.click(timeout=WAIT)
        expect(page.locator("h1")).to_have_text(name, timeout=WAIT)
        expect(page).to_have_title(f"{name} · {whole}", timeout=WAIT)
        expect_rest(page)


def test_the_ways_on(page: Page, address: str, tmp_path: Path) -> None:
    open_home(page, address)
    expect(page.get_by_role("link", name="Presenter mode")).to_have_attribute(
        "href", "confusion_matrix?sample=lecture-20&present=1"
    )
    page.locator(".st-key-door_learn button").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("Confusion matrix", timeout=WAIT)
    expect_address(page, tab="exercises")

    open_home(page, address)
    page.locator(".st-key-home_load button").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("Load predictions", timeout=WAIT)
    assert "/data" in address_bar(page)
    file = tmp_path / "mine.csv"
    file.write_text("label,score\np,0.9\nn,0.4\np,0.3\nn,0.2\n", encoding="utf-8")
    upload(page, file)
    expect(page.locator(SIDEBAR)).to_contain_text("mine.csv", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Home").click(timeout=WAIT)
    expect(page.locator(".st-key-home_open")).to_contain_text("mine.csv", timeout=WAIT)
    page.locator(".st-key-home_go_on button").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("Confusion matrix", timeout=WAIT)
    expect(page.locator(CRASH)).to_have_count(0)


def _count(told: Counter[str], socket: WebSocket) -> None:
    """Count the figures that a page is sent; one that is as it was is not sent again."""

    def received(said: str | bytes) -> None:
        message = ForwardMsg()
        message.ParseFromString(said if isinstance(said, bytes) else said.encode())
        told["figures"] += message.delta.new_element.WhichOneof("type") == "plotly_chart"

    socket.on("framereceived", received)


@pytest.mark.thorough
def test_who_comes_again_is_drawn_for_once(new_context: Callable[[], BrowserContext], address: str) -> None:
    context = new_context()
    figures = []
    for _ in range(2):
        page, told = context.new_page(), Counter[str]()
        page.on("websocket", partial(_count, told))
        page.goto(f"{address}/confusion_matrix")
        page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
        expect_rest(page)
        figures.append(told["figures"])
        page.close()
    # On the first visit the figure is sent again when the window's size is known; on the second it is known before.
    assert figures == [2, 1]


TOUR = ".st-key-home_tour"
_SAID = f"{TOUR} [role=status]"


def expect_asked(page: Page, text: str, *, language: str = "en") -> None:
    """Wait until the tour asks a prompt."""
    expect(page.locator(_SAID)).to_contain_text(words(text, language), timeout=WAIT)


def leave_handle_at(page: Page, wanted: float) -> None:
    """Drag the handle of the lecture's threshold near a place on its axis."""
    x, y = grip_centre(page)
    track = page.locator(f"{PLOT} .live-track").first.bounding_box()
    grip = page.locator(GRIP).first
    low, high, now = (float(grip.get_attribute(f"aria-value{name}") or "nan") for name in ("min", "max", "now"))
    assert track is not None
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + (wanted - now) / (high - low) * track["width"], y, steps=4)
    page.mouse.up()


def button_of_tour(page: Page, text: str, language: str = "en") -> Locator:
    return page.locator(TOUR).get_by_role("button", name=words(text, language), exact=True)


@pytest.mark.parametrize(("language", "width"), [("en", WIDE["width"]), thorough("zh", 390)])
def test_a_first_visit_is_led_through_three_prompts_and_a_later_one_is_not(
    new_context: Callable[[], BrowserContext], address: str, language: str, width: int
) -> None:
    page = new_context().new_page()
    page.set_viewport_size({"width": width, "height": WIDE["height"]})
    open_home(page, f"{address}/?lang={language}")
    figure = page.locator(".st-key-home_chart")
    expect_asked(page, "Drag the line to the left: what happens to recall?", language=language)
    expect_rest(page)
    before = figure.bounding_box()
    # To the left, but past no positive: it says so and leads on, and nothing moves.
    leave_handle_at(page, 0.45)
    still = words("No positive has been passed yet: recall is still {recall}. Drag further to the left.", language)
    expect(page.locator(_SAID)).to_contain_text(still.format(recall="0.600"), timeout=WAIT)
    expect(button_of_tour(page, "Next", language)).to_be_hidden()
    leave_handle_at(page, 0.33)
    expect(page.locator(_SAID)).to_contain_text("0.900", timeout=WAIT)
    button_of_tour(page, "Next", language).click()
    expect_asked(page, "Now find a threshold without a false alarm. What does it cost?", language=language)
    # By the keyboard, which has gone on with the handle.
    page.keyboard.press("End")
    expect(page.locator(_SAID)).to_contain_text("10", timeout=WAIT)
    button_of_tour(page, "Next", language).click()
    expect_asked(page, "Does precision rise with every step to the right? Find where it falls.", language=language)
    leave_handle_at(page, 0.65)
    expect(page.locator(_SAID)).to_contain_text("0.667", timeout=WAIT)
    assert figure.bounding_box() == before
    button_of_tour(page, "Done", language).click()
    expect(page.locator(_SAID)).to_have_text("")
    # What comes next is offered in its place.
    for way in ("the matrix at this t", "a file of your own", "the whole chapter", "an exercise"):
        expect(button_of_tour(page, way, language)).to_be_visible()
    assert "t" not in asked(page)

    button_of_tour(page, "an exercise", language).click()
    expect_address(page, tab="exercises", lang=None if language == "en" else language)
    page.goto(f"{address}/?lang={language}")
    button_of_tour(page, "Take the tour", language).click(timeout=WAIT)
    expect_asked(page, "Drag the line to the left: what happens to recall?", language=language)
    expect(button_of_tour(page, "an exercise", language)).to_be_hidden()
    page.keyboard.press("Escape")
    expect(button_of_tour(page, "Take the tour", language)).to_be_visible()
    expect(page.locator(_SAID)).to_have_text("")


def test_a_prompt_is_answered_where_the_handle_stands_already(
    new_context: Callable[[], BrowserContext], address: str
) -> None:
    page = new_context().new_page()
    page.set_viewport_size(WIDE)
    open_home(page, f"{address}/?lang=en")
    expect_asked(page, "Drag the line to the left: what happens to recall?")
    expect_rest(page)
    for place in (0.33, 0.8):
        leave_handle_at(page, place)
        expect(button_of_tour(page, "Next")).to_be_visible(timeout=WAIT)
    button_of_tour(page, "Next").click()
    expect(page.locator(_SAID)).to_contain_text("no alarm is false", timeout=WAIT)
    button_of_tour(page, "Next").click()
    last = "Does precision rise with every step to the right? Find where it falls."
    expect_asked(page, last)
    # In another language it goes on, and the remark still leaves it the line.
    speak(page, "zh")
    expect_asked(page, last, language="zh")
    expect_rest(page)
    expect(page.locator(".st-key-home_line [data-testid=stCaptionContainer]")).to_be_hidden()


@pytest.mark.thorough
def test_who_leaves_home_meanwhile_finds_the_tour_where_it_was(
    new_context: Callable[[], BrowserContext], address: str
) -> None:
    context = new_context()
    page = context.new_page()
    page.set_viewport_size(WIDE)
    open_home(page, address)
    expect_asked(page, "Drag the line to the left: what happens to recall?")
    leave_handle_at(page, 0.33)
    button_of_tour(page, "Next").click(timeout=WAIT)
    second = "Now find a threshold without a false alarm. What does it cost?"
    expect_asked(page, second)
    page.locator(SIDEBAR).get_by_role("link", name="Glossary").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("Glossary", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Home").click(timeout=WAIT)
    expect_asked(page, second)
    page.reload()
    expect_asked(page, second)
    # Once it was left for good it does not come again by itself.
    button_of_tour(page, "Skip").click(timeout=WAIT)
    page.reload()
    expect(button_of_tour(page, "Take the tour")).to_be_visible(timeout=WAIT)
    expect(page.locator(_SAID)).to_have_text("")
