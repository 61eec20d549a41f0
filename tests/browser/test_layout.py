"""One grid: on every page a figure begins and ends where the text does, nothing is small, nothing needs a way sideways.

What stands over what in a figure is looked at by test_labels.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import SIDEBAR
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest, expect_soon
from tests.tiers import thorough

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SIZES = ((1920, 1080), (1440, 900), (1280, 720), (800, 900), (390, 844))
# Pixels by which an edge may be off, and of the smallest text.
OFF, SMALLEST = 2, 12
# Every text of the page and its size, the smallest first.
_LETTERS = """() => {
  const seen = e => e.getClientRects().length && getComputedStyle(e).visibility !== 'hidden' && e.textContent.trim();
  const main = document.querySelector('[data-testid=stMain]');
  const small = [], walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const e = node.parentElement;
    const apart = e.closest('style, script, .katex, .hoverlayer, [data-testid=stIconMaterial]');
    if (!node.textContent.trim() || apart || !seen(e)) continue;
    small.push([parseFloat(getComputedStyle(e).fontSize), node.textContent.trim().slice(0, 30)]);
  }
  return small.sort((a, b) => a[0] - b[0]);
}"""
# A script cannot ask what a clip leaves of a line: texts, fields and tracks say where a figure begins.
_SEEN = """() => {
  const main = document.querySelector('[data-testid=stMain]');
  const block = document.querySelector('[data-testid=stMainBlockContainer]'), pads = getComputedStyle(block);
  const box = block.getBoundingClientRect();
  const text = [box.left + parseFloat(pads.paddingLeft), box.right - parseFloat(pads.paddingRight)];
  const plot = [...document.querySelectorAll('.st-key-figure .js-plotly-plot')].find(e => e.getClientRects().length);
  const svg = plot?.querySelector('.main-svg');
  if (!svg || Math.abs(svg.getAttribute('width') - plot.clientWidth) > 1) return null;
  const marks = [...plot.querySelectorAll('.main-svg text, .main-svg .js-fill, .live-track')].filter(
    e => e.getClientRects().length && getComputedStyle(e).visibility !== 'hidden');
  return { text, sideways: main.scrollWidth - main.clientWidth, smallest: (LETTERS)()[0],
    first: Math.min(...marks.map(e => e.getBoundingClientRect().left)),
    figure: [plot.getBoundingClientRect().left, plot.getBoundingClientRect().right] };
}""".replace("LETTERS", _LETTERS)
# What is wrong with the row of controls: a choice without its name or cut in its box, Present alone on a line.
_ROW = """() => {
  const row = document.querySelector('.st-key-controls'), draw = document.createElement('canvas').getContext('2d');
  const cut = [...row.querySelectorAll('[data-testid=stSelectbox] input')].filter(e => {
    const style = getComputedStyle(e);
    draw.font = style.font;
    const pads = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    return draw.measureText(e.value).width > e.clientWidth - pads;
  }).map(e => `${e.value} is cut`);
  const nameless = [...row.querySelectorAll(':is([data-testid=stSelectbox], [data-testid=stButtonGroup])')]
    .filter(e => !e.querySelector('label p')?.getClientRects().length).map(() => 'a choice has no name');
  const top = row.querySelector('.st-key-present_button').getBoundingClientRect().top;
  const beside = [...row.children].filter(e => e.getClientRects().length && e.getBoundingClientRect().top < top + 20
    && e.getBoundingClientRect().bottom > top + 20);
  return [...cut, ...nameless, ...(beside.length > 1 ? [] : ['Present stands alone'])];
}"""
# From this width on the row of controls has room for its choices.
ROOMY = 1280
# Pages without a figure of their rows.
PLAIN = (
    "data?sample=lecture-20",
    *map(thorough, ("", "glossary?term=recall", "data", "glossary", "answer", "answer?class=2345678")),
)
PAGES = (
    "confusion_matrix?sample=breast-cancer",
    "confusion_matrix?sample=lecture-20",
    "confusion_matrix?sample=digits",
    "confusion_matrix?sample=digits&view=one",
    "confusion_matrix?sample=breast-cancer&groups_by=fold",
    # A threshold chosen on one half of the rows and reported on the other.
    "confusion_matrix?sample=two-models&chosen_on=half~0",
    "curves?sample=two-models&chosen_on=half~0",
    "costs?sample=two-models&chosen_on=half~0",
    "curves?sample=breast-cancer",
    "curves?sample=digits",
    "curves?sample=two-models&curves_show=det",
    "costs?sample=breast-cancer",
    "costs?sample=lecture-20&cost_planes=1",
    "calibration?sample=breast-cancer",
    "calibration?sample=breast-cancer&pb_view=decision",
    "calibration?sample=two-models&pb_view=ranking",
    "calibration?sample=miscalibrated&chosen_on=half~0&pb_view=recalibration",
    "significance?sample=breast-cancer&question=two",
    "significance?question=one",
    "significance?question=folds",
    "significance?question=many",
    "significance?question=lies",
    "bias_variance?bv_view=squared",
    "bias_variance?bv_show=curve",
    "bias_variance?bv_show=all",
    "bias_variance?bv_view=zero_one",
    "bias_variance?bv_view=descent",
    "bias_variance?bv_view=table",
    "resampling?ev_view=spread",
    "resampling?ev_view=bootstrap",
    "resampling?ev_view=tuning",
    "resampling?ev_view=leaks",
    "hypotheses?ml_view=space",
    "hypotheses?ml_view=bias",
    "hypotheses?ml_view=lunch",
    "hypotheses?ml_view=occam",
    "regression?re_view=errors",
    "regression?re_view=line",
    "regression?re_view=use",
)


def expect_on_the_grid(page: Page) -> None:
    """Wait until the figure stands on the grid of the page, and whatever is written can be read."""

    def hold() -> None:
        seen = page.evaluate(_SEEN)
        where = f"{page.url} {page.viewport_size}: {seen}"
        assert seen is not None, where
        assert seen["sideways"] <= 0, where
        assert seen["smallest"][0] >= SMALLEST, where
        left, right = seen["text"]
        assert left - OFF <= seen["first"] <= left + OFF, where
        assert seen["figure"][0] >= 0, where
        assert seen["figure"][1] <= right + 12 + OFF, where

    expect_soon(page, hold)


@pytest.mark.parametrize("language", ["en", thorough("zh")])
@pytest.mark.parametrize("path", ["costs?sample=lecture-20", *map(thorough, PAGES)])
def test_a_figure_stands_on_the_grid_of_its_page(page: Page, address: str, path: str, language: str) -> None:
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    page.goto(f"{address}/{path}&lang={language}")
    page.locator(".st-key-figure .main-svg").first.wait_for(timeout=WAIT)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect_rest(page)
        expect_on_the_grid(page)
        assert width < ROOMY or page.evaluate(_ROW) == [], (path, page.viewport_size)


@pytest.mark.parametrize("language", ["en", thorough("zh")])
@pytest.mark.parametrize("path", PLAIN)
def test_nothing_is_small_on_pages_without_a_figure_either(page: Page, address: str, path: str, language: str) -> None:
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    page.goto(f"{address}/{path}{'&' if '?' in path else '?'}lang={language}")
    page.locator("h1").first.wait_for(timeout=2 * WAIT)
    for width, height in (SIZES[0], SIZES[2], SIZES[-1]):
        page.set_viewport_size({"width": width, "height": height})
        expect_rest(page)

        def hold() -> None:
            found = page.evaluate(_LETTERS)
            # What has no size is said in other words beside it.
            small = [text for text in found if 0 < text[0] < SMALLEST]
            assert found, path
            assert small == [], (path, page.viewport_size)

        expect_soon(page, hold)


_WORDLESS = """() => [...document.querySelectorAll(
    '.st-key-head_files button, .st-key-controls :is([data-testid=stPopover], [data-testid=stButton]) button')]
  .filter(button => button.checkVisibility() && (() => {
    const words = button.querySelector('p').getBoundingClientRect(), box = button.getBoundingClientRect();
    return words.width < 12 || words.left < box.left || words.right > box.right || box.right > innerWidth;
  })()).map(button => button.textContent)"""


@pytest.mark.parametrize("language", ["en", thorough("zh")])
@pytest.mark.parametrize("path", ["costs?sample=lecture-20", *map(thorough, PAGES)])
def test_on_a_phone_a_button_shows_its_words(page: Page, address: str, path: str, language: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/{path}&lang={language}")
    page.locator(".st-key-present_button button").wait_for(timeout=WAIT)
    page.locator(".st-key-files button").wait_for(timeout=WAIT)
    expect_rest(page)
    assert page.evaluate(_WORDLESS) == []


@pytest.mark.thorough
def test_on_a_phone_the_sidebar_is_folded_at_every_visit(page: Page, address: str) -> None:
    sidebar = page.locator(SIDEBAR)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/confusion_matrix?sample=lecture-20")
    expect_rest(page)
    page.locator('[data-testid="stExpandSidebarButton"]').click(timeout=WAIT)
    expect(sidebar).to_have_attribute("data-collapsed", "false", timeout=WAIT)
    # What was chosen in it is seen, which it would cover.
    for chosen in ('[data-testid="stSidebarNav"] a[href*="/costs"]', ".st-key-swap button"):
        sidebar.locator(chosen).click(timeout=WAIT)
        expect(sidebar).to_have_attribute("data-collapsed", "true", timeout=WAIT)
        expect_rest(page)
        page.locator('[data-testid="stExpandSidebarButton"]').click(timeout=WAIT)
        expect(sidebar).to_have_attribute("data-collapsed", "false", timeout=WAIT)
    page.reload()
    expect_rest(page)
    expect(sidebar).to_have_attribute("data-collapsed", "true", timeout=WAIT)
    page.set_viewport_size({"width": 1400, "height": 844})
    expect(sidebar).to_have_attribute("data-collapsed", "false", timeout=WAIT)
    page.locator('[data-testid="stSidebarHeader"]').hover(timeout=WAIT)
    page.locator('[data-testid="stSidebarCollapseButton"] button').click(timeout=WAIT)
    expect(sidebar).to_have_attribute("data-collapsed", "true", timeout=WAIT)
    page.reload()
    expect_rest(page)
    # Who folds it in a wide window finds it so.
    expect(sidebar).to_have_attribute("data-collapsed", "true", timeout=WAIT)


@pytest.mark.parametrize(("width", "height"), [(390, 844), thorough(1280, 720)])
def test_what_an_answer_lacks_is_said_where_it_is_seen(page: Page, address: str, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{address}/confusion_matrix?sample=lecture-20&tab=exercises")
    submit = page.get_by_role("button", name="Submit and see the answer")
    submit.wait_for(timeout=WAIT)
    expect_rest(page)
    submit.click()
    missing = page.get_by_text("Answer first, or skip.")
    expect(missing).to_be_visible(timeout=WAIT)
    bar = page.locator(".live-bar")

    def hold() -> None:
        said, below = missing.bounding_box(), bar.bounding_box()
        assert said is not None
        assert said["y"] + said["height"] <= (height if below is None else below["y"])

    expect_soon(page, hold)


# Where handle and axis of the first panel end, and whether a number of the sentence stands in two lines.
_FIRST_FOLD = """() => {
  const plot = [...document.querySelectorAll('.st-key-figure .js-plotly-plot')].find(e => e.getClientRects().length);
  const grip = plot.querySelector('.live-grip[data-handle=threshold]').getBoundingClientRect();
  const ticks = [...plot.querySelectorAll('.xtick text')].map(e => e.getBoundingClientRect().bottom);
  const answer = document.querySelector('.st-key-answer');
  const broken = [...answer.querySelectorAll('a')].filter(e => e.getClientRects().length > 1);
  return { grip: grip.bottom, axis: Math.min(...ticks), high: innerHeight, broken: broken.map(e => e.textContent),
    sideways: answer.scrollWidth - answer.clientWidth };
}"""


@pytest.mark.parametrize("language", ["en", thorough("zh")])
@pytest.mark.parametrize(
    "path",
    [
        "costs?sample=breast-cancer",
        *map(
            thorough, ("costs?sample=lecture-20", "confusion_matrix?sample=breast-cancer", "curves?sample=two-models")
        ),
    ],
)
def test_on_a_phone_the_first_screen_has_the_handle_and_what_it_moves_on(
    page: Page, address: str, path: str, language: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/{path}&lang={language}")
    page.locator(".st-key-figure .live-grip[data-handle=threshold]").first.wait_for(timeout=WAIT)
    expect_rest(page)

    def hold() -> None:
        seen = page.evaluate(_FIRST_FOLD)
        assert seen["grip"] < seen["axis"] <= seen["high"], seen
        assert seen["broken"] == [], seen
        assert seen["sideways"] <= 0, seen

    expect_soon(page, hold)


def test_on_a_phone_how_sure_one_is_is_one_line_and_nothing_is_brought_below_the_bar(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    page.goto(f"{address}/confusion_matrix?sample=lecture-20&tab=exercises")
    page.get_by_role("button", name="Submit and see the answer").wait_for(timeout=WAIT)
    expect_rest(page)
    sure = page.locator('[class*="_sure "] [role=radio]')
    tops = {box["y"] for box in (one.bounding_box() for one in sure.all()) if box is not None}
    assert len(tops) == 1
    cut = "all => all.filter(e => e.querySelector('p').scrollWidth > e.clientWidth).map(e => e.textContent)"
    assert sure.evaluate_all(cut) == []
    bar = page.locator(".live-bar")
    for choice in (*page.locator(".st-key-card_confusion_matrix_raise_threshold [role=radio]").all(), sure.last):
        choice.evaluate("e => e.scrollIntoView({ block: 'end' })")
        expect(bar).to_be_visible(timeout=WAIT)
        seen, below = choice.bounding_box(), bar.bounding_box()
        assert seen is not None
        assert below is not None
        assert seen["y"] + seen["height"] <= below["y"]


# Names of the fields of the costs in which a word is broken: they have more lines than words.
_BROKEN = """() => [...document.querySelectorAll('.st-key-costs_fields label p')].filter(p => {
  const range = document.createRange();
  range.selectNodeContents(p);
  return new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > p.textContent.trim().split(/ /).length;
}).map(p => p.textContent)"""


@pytest.mark.parametrize("language", ["en", thorough("zh")])
@pytest.mark.parametrize("width", [1280, thorough(1366)])
def test_beside_the_choice_of_amounts_the_fields_of_the_costs_keep_their_words_whole(
    page: Page, address: str, width: int, language: str
) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(f"{address}/costs?sample=card-fraud&lang={language}")
    page.locator(".st-key-amounts").wait_for(timeout=WAIT)
    page.locator(".st-key-present_button button").wait_for(timeout=WAIT)
    expect_rest(page)
    assert page.evaluate(_BROKEN) == []
    fields = [one.bounding_box() for one in page.locator(".st-key-costs_fields [data-testid=stNumberInput]").all()]
    assert len(fields) == 3
    assert len({box["y"] for box in fields if box is not None}) == 1
    assert all(box is not None and box["height"] < 48 for box in fields)
    # All that is asked and the buttons take two rows, not three.
    present = page.locator(".st-key-present_button").bounding_box()
    assert present is not None
    assert fields[0] is not None
    assert present["y"] < fields[0]["y"] + 80


@pytest.mark.parametrize("language", ["en", thorough("zh")])
def test_beside_the_menu_the_page_of_costs_has_its_buttons_in_words(page: Page, address: str, language: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{address}/costs?sample=breast-cancer&lang={language}")
    page.locator(".st-key-present_button button").wait_for(timeout=WAIT)
    expect_rest(page)
    seen = page.evaluate(
        """() => ({
          words: ['options', 'present_button'].map(key => {
            const p = document.querySelector(`.st-key-${key} p`).getBoundingClientRect();
            const b = document.querySelector(`.st-key-${key} button`).getBoundingClientRect();
            return p.width > 20 && p.left >= b.left && p.right <= b.right && b.right <= innerWidth; }),
          cut: [...document.querySelectorAll('.st-key-costs_fields input')].filter(
            e => e.scrollWidth > e.clientWidth).map(e => e.value) })"""
    )
    assert seen["words"] == [True, True], seen
    assert seen["cut"] == [], seen


# How wide the lesson beside the title is, what the head cuts off, and over what the mark of the figure stands.
_HEAD = """() => {
  const head = document.querySelector('.st-key-head').getBoundingClientRect();
  const said = [...document.querySelectorAll('.st-key-head_title p, .st-key-head_files button')].filter(
    e => e.checkVisibility()).map(e => [e.textContent, e.getBoundingClientRect()]);
  const plot = [...document.querySelectorAll('.st-key-figure .js-plotly-plot')].find(e => e.getClientRects().length);
  const mark = [...plot.querySelectorAll('.annotation')].find(e => e.textContent.startsWith('Sample: '));
  const a = mark.querySelector('.bg').getBoundingClientRect();
  const texts = [...plot.querySelectorAll('.main-svg text')].filter(e => !mark.contains(e) && e.textContent.trim());
  return { lesson: document.querySelector('.st-key-head_lesson').getBoundingClientRect().width,
    cut: said.filter(([, b]) => b.bottom > head.bottom + 1 || b.right > innerWidth).map(([text]) => text),
    under: texts.map(e => [e.textContent, e.getBoundingClientRect()]).filter(([, b]) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1).map(([text]) => text) };
}"""


_LONG_TITLES = ("digits&view=one", "breast-cancer&groups_by=fold&group=1", "digits", "two-models&chosen_on=half~0")
_FIRST = {(_LONG_TITLES[0], 1280), (_LONG_TITLES[1], 390)}


@pytest.mark.parametrize(
    ("path", "width"),
    [
        one if one in _FIRST else thorough(*one)
        for one in ((path, width) for path in _LONG_TITLES for width in (1280, 390, 1100, 1920))
    ],
)
def test_beside_a_title_of_which_much_is_said_the_lesson_is_read_and_no_number_is_under_the_mark(
    page: Page, address: str, path: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{address}/confusion_matrix?sample={path}&lang=en")
    page.locator(".st-key-figure .main-svg").first.wait_for(timeout=WAIT)
    expect_rest(page)

    def hold() -> None:
        seen = page.evaluate(_HEAD)
        assert seen["lesson"] >= 200, seen
        assert seen["cut"] == [], seen
        assert seen["under"] == [], seen

    expect_soon(page, hold)
