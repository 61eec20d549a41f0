"""The sentence above the figure moves with the held handle, and is the server's own once it is let go."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import CRASH, ERROR, choose
from tests.browser.figure import WAIT, holding_grip
from tests.browser.planes import expect_rest, holding, pill
from tests.tiers import thorough

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


THRESHOLD = 'a[data-hold="#hold-threshold"]'
# From the next word to the server the tab does nothing for so long that the whole answer is there at once. Notes
# whether what waits for that answer, 5 s, has heard it, and how often a run was seen.
BUSY = """() => {
  const { setTimeout: set, clearTimeout: clear } = window, { send } = WebSocket.prototype;
  window.waiting = null;
  window.ran = 0;
  window.setTimeout = (call, ms, ...more) => {
    const id = set(call, ms, ...more);
    if (ms === 5000) window.waiting = id;
    return id;
  };
  window.clearTimeout = id => { if (id && id === window.waiting) window.waiting = 'heard'; clear(id); };
  WebSocket.prototype.send = function (...data) {
    WebSocket.prototype.send = send;
    send.apply(this, data);
    set(() => { const end = performance.now() + 2000; while (performance.now() < end); });
  };
  new MutationObserver(() => window.ran++).observe(document.querySelector('[data-testid="stApp"]'),
    { attributes: true, attributeFilter: ['data-test-script-state'] });
}"""


# What numbers of the sentence have that belongs to one of another kind.
OTHER_KIND = """.st-key-answer a:is([href]:is([data-hold], [role], [aria-label]),
  [data-hold]:is([title], [style], [data-signed]))"""


def expect_bars(page: Page, n: int) -> None:
    """Wait until so many numbers of the sentence have a bar below them, which is drawn where their links say."""
    page.wait_for_function(
        """n => {
          const links = [...document.querySelectorAll('.st-key-answer a[href^="#between-"]')]
            .filter(e => e.getClientRects().length);
          return links.length === n && links.every(e => {
            const said = e.getAttribute('href').split('-');
            const drawn = ['--low', '--at', '--high'].map(k => e.style.getPropertyValue(k));
            const [low, high, most, least = '0', level = '95'] =
              said.slice(4).join('-').split('_').map(end => end.replace('-', '−'));
            const at = getComputedStyle(e).backgroundPosition;
            return drawn.join() === said.slice(1, 4).join()
              && e.title === `${level}%: [${low}, ${high}] · ${least} – ${most}` && at.startsWith(`${drawn[1]}% `);
          });
        }""",
        arg=n,
        timeout=WAIT,
    )


@pytest.mark.parametrize(
    ("view", "lang"),
    [
        ("confusion_matrix", "en"),
        thorough("confusion_matrix", "zh"),
        thorough("curves", "en"),
        thorough("costs", "en"),
        thorough("costs", "zh"),
        thorough("calibration", "zh"),
    ],
)
def test_the_sentence_follows_and_stays(page: Page, address: str, view: str, lang: str) -> None:
    page.goto(f"{address}/{view}?sample=two-models&lang={lang}", timeout=4 * WAIT)
    said = page.locator(".st-key-answer p").first
    expect(said.locator(THRESHOLD)).to_have_count(1, timeout=4 * WAIT)
    before = said.text_content()
    # What costs save on new rows has its bar once the handle is let go.
    expect_bars(page, 1 if view == "calibration" else 2)
    with holding_grip(page) as move:
        at = [f"{move(-30):g}" for _ in range(3)]
        held = page.locator(".st-key-answer .live-sentence")
        expect(held.locator(THRESHOLD)).to_have_text(at[-1], timeout=WAIT)
        assert held.text_content() != before
        expect_bars(page, 1 if view in ("costs", "calibration") else 2)
        # What the server wrote is out of sight, and only that: two sentences would contradict each other.
        expect(said).to_be_hidden()
        expect(page.locator(".st-key-answer button p").first if view == "costs" else held).to_be_visible()
        moved = held.text_content() or ""
    expect_rest(page)
    expect(page.locator(".live-sentence")).to_have_count(0, timeout=WAIT)
    expect(said).to_be_visible()
    # How much less that is, is drawn once the handle is let go: it comes behind, and nothing is taken back.
    assert (said.text_content() or "").startswith(moved[:-1])
    assert view == "costs" or said.text_content() == moved
    expect(page.locator(f"{ERROR}, {CRASH}")).to_have_count(0)


@pytest.mark.parametrize(("asked", "bars"), [("question=two", 1), thorough("question=lies", 2)])
def test_the_sentence_of_a_test_follows_its_level(page: Page, address: str, asked: str, bars: int) -> None:
    page.goto(f"{address}/significance?{asked}", timeout=4 * WAIT)
    said = page.locator(".st-key-answer p").first
    number = 'a[data-hold="#hold-alpha"]'
    expect(said.locator(number)).to_have_count(1, timeout=4 * WAIT)
    expect_bars(page, bars)
    expect_rest(page)
    with holding(page, "alpha") as move:
        move(-30)
        held = page.locator(".st-key-answer .live-sentence")
        level = (pill(page, "alpha").text_content() or "").partition("= ")[2]
        expect(held.locator(number)).to_have_text(level, timeout=WAIT)
        expect_bars(page, bars)
        moved = held.text_content() or ""
    expect_rest(page)
    expect(page.locator(".live-sentence")).to_have_count(0, timeout=WAIT)
    expect(said).to_have_text(moved, timeout=WAIT)
    # In the sentence of another question a number stands for itself, though the page has it in the place of another.
    for question in ("One model against a bar", "How often does each test lie?", "One model against a bar"):
        choose(page, "question", question)
        expect_bars(page, 2 if "lie" in question else 1)
        expect(said.locator(f"{number}[role=slider]")).to_have_count(1, timeout=WAIT)
        expect(page.locator(OTHER_KIND)).to_have_count(0)
        expect_rest(page)
    expect(page.locator(f"{ERROR}, {CRASH}")).to_have_count(0)


def let_go_of_costs(page: Page) -> None:
    """Let go of the number: the bars were as long, and said the same, as those that the server sends."""
    widths, bars = "nodes => nodes.map(node => node.getBoundingClientRect().width)", page.locator(".subplot.x2y2")
    expect(page.locator("[data-rescaled]:not([data-waits])")).to_have_count(1, timeout=WAIT)
    amounts, lengths = (
        bars.locator(".textpoint text").all_text_contents(),
        bars.locator(".js-line").evaluate_all(widths),
    )
    page.mouse.up()
    expect_rest(page)
    expect(page.locator("[data-rescaled]")).to_have_count(0, timeout=WAIT)
    assert bars.locator(".textpoint text").all_text_contents() == amounts
    assert bars.locator(".js-line").evaluate_all(widths) == pytest.approx(lengths, abs=0.5)


def test_a_number_of_the_sentence_is_dragged_typed_on_and_moved_by_keys(page: Page, address: str) -> None:
    page.goto(f"{address}/costs?sample=two-models", timeout=4 * WAIT)
    expect(page.locator("[data-live]")).to_have_count(1, timeout=4 * WAIT)
    number = page.locator('.st-key-answer a[data-hold="#hold-condition"]').locator("visible=true")
    expect(number).to_have_text("5 times", timeout=4 * WAIT)
    # As a slider it says what it moves and where that stands.
    expect(number).to_have_attribute("role", "slider", timeout=WAIT)
    box = number.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 10, steps=5)
    held = page.locator(".st-key-answer .live-sentence")
    # With what the present threshold costs there, which the figure was not drawn for.
    expect(held).to_contain_text(re.compile(r"At t\s=\s0.5, .* cost .*; at the best t\s=\s\S+, \S+ here"), timeout=WAIT)
    moved = number.text_content()
    assert moved != "5 times"
    let_go_of_costs(page)
    expect(held).to_have_count(0, timeout=WAIT)
    expect(number).to_have_text(moved or "", timeout=WAIT)
    # The key goes on to where the sentence comes back.
    number.focus()
    page.keyboard.press("ArrowLeft")
    expect(number).not_to_have_text(moved or "", timeout=WAIT)
    expect_rest(page)
    expect(held).to_have_count(0, timeout=WAIT)
    number.focus()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(number).to_have_text("7 times", timeout=2 * WAIT)
    expect(page.locator(".st-key-cost_fn input")).to_have_value("7", timeout=WAIT)
    expect_rest(page)
    expect(held).to_have_count(0, timeout=WAIT)
    # A click asks for it, too: a phone has no keys before there is a field. The next digit replaces what stands.
    number.click(timeout=WAIT)
    expect(page.locator("input.live-typed")).to_have_value("7", timeout=WAIT)
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(number).to_have_text("9 times", timeout=2 * WAIT)
    threshold = page.locator('.st-key-answer a[data-hold="#hold-threshold"]').locator("visible=true")
    expect_rest(page)
    threshold.focus()
    page.keyboard.type("0,3")
    page.keyboard.press("Enter")
    expect(threshold).to_have_text("0.3", timeout=2 * WAIT)
    assert page.url.partition("#")[2] == ""
    # A tab so busy that it sees neither begin nor end of the run has heard the answer all the same: it does not wait.
    expect_rest(page)
    page.evaluate(BUSY)
    threshold.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("waiting !== null", timeout=WAIT)
    page.wait_for_function("waiting === 'heard'", timeout=WAIT)
    assert page.evaluate("ran") == 0
    expect(page.locator(f"{ERROR}, {CRASH}")).to_have_count(0)


@pytest.mark.parametrize(
    ("asked", "handle", "typed"),
    [
        ("confusion_matrix?sample=breast-cancer&groups_by=fold", "threshold", "0.3"),
        thorough("confusion_matrix?sample=digits&view=sure&model=logistic_regression", "least_score", "0.9"),
        thorough("significance?question=one", "alpha", "0.01"),
        thorough("significance?question=one", "rate", "0.25"),
        ("significance?question=two", "alpha", "0.012"),
        thorough("significance?question=folds", "alpha", "0.02"),
        thorough("significance?question=many", "alpha", "0.02"),
        thorough("significance?question=lies", "alpha", "0.02"),
    ],
)
def test_the_number_that_a_handle_sets_is_taken_hold_of(
    page: Page, address: str, asked: str, handle: str, typed: str
) -> None:
    page.goto(f"{address}/{asked}", timeout=4 * WAIT)
    expect(page.locator("[data-live]")).to_have_count(1, timeout=4 * WAIT)
    number = page.locator(f'.st-key-answer a[data-hold="#hold-{handle}"]').locator("visible=true")
    expect(number).to_have_attribute("role", "slider", timeout=4 * WAIT)
    before, box = number.text_content() or "", number.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 5, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] - 40, box["y"] + 10, steps=5)
    expect(page.locator(".st-key-answer .live-sentence")).to_be_visible(timeout=WAIT)
    moved = number.text_content() or ""
    assert moved != before
    page.mouse.up()
    expect_rest(page)
    expect(page.locator(".live-sentence")).to_have_count(0, timeout=WAIT)
    expect(number).to_have_text(moved, timeout=WAIT)
    number.focus()
    page.keyboard.type(typed)
    page.keyboard.press("Enter")
    expect(number).to_have_text(typed, timeout=2 * WAIT)
    expect(page.locator(f"{ERROR}, {CRASH}")).to_have_count(0)
