"""The sections of a page in a window: the first screen, tabs and drawer, presenter mode and its keys."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from evalcore import metrics
from evalcore.counts import threshold_counts
from tests.browser.acts import SIDEBAR, control, expect_address, expect_readings, speak, words
from tests.browser.driver import open_page
from tests.browser.figure import PILL, PLOT, WAIT, counts, drag, expect_counts, holding_grip
from tests.browser.planes import expect_places, expect_rest, expect_soon, plane
from tests.tiers import thorough
from ui.session.samples import SAMPLES, load
from ui.shared.text import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

# Long names, dots, ten classes, and a class so rare that its bars are least.
LEADING = ("breast-cancer", "lecture-20", "melon-20", "digits", "rare-class")
# Where title, controls and answer end and the figure begins, so that one of 500 px is seen whole.
FIRST_SCREEN = {"width": 1280, "height": 720}
FIGURE_TOP = 215
MELON = load(SAMPLES["melon-20"])
TABLE = threshold_counts(MELON.y_true, MELON.scores["score"])
ANSWER = ".st-key-answer p"
CELL = f"{PLOT} g.subplot.x2y2 text"
# Marks the drawing, to see whether another one has taken its place.
_MARK = "plot => { plot.marked = true; plot.redrawn = 0; plot.on('plotly_afterplot', () => plot.redrawn++); }"


@pytest.mark.parametrize(
    ("name", "sample"),
    [
        # The longest names, and many classes.
        ("costs", "breast-cancer"),
        *(thorough(name, "breast-cancer") for name in ("confusion_matrix", "curves")),
        thorough("confusion_matrix", "digits"),
        thorough("confusion_matrix", "melon-20"),
        *(thorough(name, sample) for name in ("curves", "costs") for sample in LEADING if sample != "breast-cancer"),
    ],
)
def test_the_first_screen_has_it_all(page: Page, address: str, name: str, sample: str) -> None:
    page.set_viewport_size(FIRST_SCREEN)
    if (name, sample) == ("confusion_matrix", "digits"):
        # All classes lead, without a threshold.
        page.goto(f"{address}/{name}?sample={sample}")
        page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    else:
        open_page(page, f"{address}/{name}?sample={sample}")
    for language in LANGUAGES:
        speak(page, language)
        expect(page.locator('[data-testid="stTab"]').last).to_have_text(words("Exercises", language), timeout=WAIT)
        expect_rest(page)
        expect_soon(page, lambda: hold_first_screen(page))


def hold_first_screen(page: Page) -> None:
    before = 0.0
    for section in ("head", "controls", "answer"):
        box = page.locator(f".st-key-{section}").bounding_box()
        assert box is not None
        assert before <= box["y"], f"{section} stands over what is above it"
        before = box["y"] + box["height"]
    figure = page.locator(PLOT).first.bounding_box()
    assert figure is not None
    assert before <= figure["y"] <= FIGURE_TOP
    assert figure["y"] + figure["height"] <= FIRST_SCREEN["height"]
    assert page.locator(SIDEBAR).bounding_box()["width"] == 248


def test_a_slider_let_go_leaves_the_drawing_and_a_typed_threshold_brings_it_back(page: Page, address: str) -> None:
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    expect_readings(page, TABLE.at(0.5))
    expect_rest(page)
    page.locator(PLOT).first.evaluate(_MARK)
    t = drag(page, 150)
    expect_readings(page, TABLE.at(t))
    expect(page.locator(".st-key-answer")).to_contain_text(f"At t = {t:.4g}", timeout=WAIT)
    page.get_by_role("tab", name="Formulas").click(timeout=WAIT)
    expect(page.locator(".katex").first).to_be_visible(timeout=WAIT)
    expect_rest(page)
    assert page.locator(PLOT).first.evaluate("plot => [plot.marked, plot.redrawn]") == [True, 0]
    expect_counts(page, TABLE, t)
    # The figure was drawn for this one; the slider stands elsewhere now.
    field = control(page, "t")
    field.fill("0.5")
    field.press("Enter")
    expect_counts(page, TABLE, 0.5)


@pytest.mark.thorough
def test_the_tab_is_called_at_once_what_it_is_called_then(page: Page, address: str) -> None:
    for asked in ("", "costs", "data?lang=zh", "curves?lang=zh"):
        sent = page.goto(f"{address}/{asked}", wait_until="commit")
        assert sent is not None
        name = re.findall("<title>(.*?)</title>", sent.text())[0]
        page.locator("h1").first.wait_for(timeout=2 * WAIT)
        expect(page.locator("[data-test-script-state=notRunning]")).to_have_count(1, timeout=WAIT)
        expect(page).to_have_title(name)
        assert "Streamlit" not in name


@pytest.mark.thorough
def test_tabs_are_in_the_address_in_every_language(page: Page, address: str) -> None:
    open_page(page, f"{address}/costs?sample=two-models&tab=sure&lang=zh")
    tabs = page.locator('[data-testid="stTab"]')
    for key, name in (("sure", "How sure?"), ("compare", "Compare"), ("readings", "Readings"), ("learn", "Learn")):
        if key != "sure":
            page.get_by_role("tab", name=words(name, "zh"), exact=True).click(timeout=WAIT)
        expect_address(page, tab=None if key == "readings" else key, lang="zh")
        expect(tabs.and_(page.locator("[aria-selected=true]"))).to_have_text(words(name, "zh"), timeout=WAIT)
        areas = page.get_by_role("heading", name=words("Areas under the cost curves", "zh"), exact=True)
        expect(areas).to_have_count(1 if key == "readings" else 0, timeout=WAIT)
    expect(page).to_have_title(f"{words('Costs', 'zh')} · {words('Evaluation workbench', 'zh')}")
    speak(page, "en")
    expect(tabs.and_(page.locator("[aria-selected=true]"))).to_have_text("Learn", timeout=WAIT)
    expect(page).to_have_title("Costs · Evaluation workbench")
    # Two other tabs, one after the other: none is lost.
    for name in ("Formulas", "Exercises"):
        page.get_by_role("tab", name=name, exact=True).click(timeout=WAIT)
        expect_address(page, tab=name.lower())
    page.reload()
    expect(tabs.and_(page.locator("[aria-selected=true]"))).to_have_text("Exercises", timeout=WAIT)


@pytest.mark.thorough
def test_the_drawer_stands_beside_the_figure_it_changes(page: Page, address: str) -> None:
    open_page(page, f"{address}/curves?sample=melon-20")
    t = drag(page, 150)
    expect_address(page, t=repr(t))
    page.locator(".st-key-options button").click(timeout=WAIT)
    page.locator(".st-key-drawer").get_by_text("Convex hull of ROC", exact=True).click(timeout=WAIT)
    expect_address(page, curves_hull="1", t=repr(t))
    expect(page.locator(f"{PLOT} .textpoint text", has_text="convex hull")).to_have_count(1, timeout=WAIT)
    expect_counts_of_strip(page, t)
    figure, drawer = page.locator(PLOT).first.bounding_box(), page.locator(".st-key-drawer").bounding_box()
    assert figure is not None
    assert drawer is not None
    assert figure["x"] + figure["width"] <= drawer["x"]
    # Closed, it still holds.
    page.locator(".st-key-options button").click(timeout=WAIT)
    expect(page.locator(".st-key-drawer")).to_have_count(0, timeout=WAIT)
    expect(page.locator(f"{PLOT} .textpoint text", has_text="convex hull")).to_have_count(1)


def expect_counts_of_strip(page: Page, t: float) -> None:
    """Wait until the slider and the matrix of the page of curves show a threshold."""
    expect(page.locator(PILL).first).to_contain_text(f" = {t:.6g}", timeout=WAIT)
    cm = TABLE.at(t)
    assert counts(page) == {"TP": cm.tp, "FN": cm.fn, "FP": cm.fp, "TN": cm.tn}


def test_presenter_mode_fills_the_screen_and_hover_drag_and_click_stay_true(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    open_page(page, f"{address}/curves?sample=melon-20")
    page.locator(".st-key-present_button button").click(timeout=WAIT)
    expect_address(page, present="1")
    expect(page.locator(SIDEBAR)).to_be_hidden(timeout=WAIT)
    expect_rest(page)
    figure = page.locator(f"{PLOT} .main-svg").first
    page.wait_for_function(
        "() => { const b = document.querySelector('.main-svg').getBoundingClientRect();"
        " return b.right > innerWidth - 40 && b.right <= innerWidth; }",
        timeout=WAIT,
    )
    size = figure.evaluate("svg => svg.getBoundingClientRect().width / svg.getAttribute('width')")
    assert size == pytest.approx(1.6, rel=1e-3)
    assert page.locator('[data-testid="stTab"]').count() == 0

    t = drag(page, 200)
    expect_address(page, t=repr(t))
    figure.scroll_into_view_if_needed()
    page.locator(f"{PLOT} .subplot.x3y3").scroll_into_view_if_needed(timeout=WAIT)
    cm = TABLE.at(0.6)
    roc = plane(page, 3)
    x, y = cm.fp / (cm.fp + cm.tn), cm.tp / (cm.tp + cm.fn)
    place = roc.place((x, y))
    page.mouse.move(*place, steps=3)
    expect(page.locator(".hoverlayer .hovertext")).to_contain_text("t = 0.6", timeout=WAIT)
    page.mouse.click(*place)
    expect_address(page, t="0.6")
    expect_places(page, lambda: [v for mark in plane(page, 3).marks("#1C2733") for v in mark][:2] or [x, y], [x, y])


def test_keys_of_presenter_mode(page: Page, address: str) -> None:
    open_page(page, f"{address}/confusion_matrix?sample=melon-20&present=1")
    expect(page.locator(SIDEBAR)).to_be_hidden(timeout=WAIT)
    expect_rest(page)
    page.locator(PLOT).first.evaluate(_MARK)
    page.keyboard.press("h")
    expect_address(page, hidden="1")
    expect(page.locator("body")).to_have_attribute("data-hidden", "true")
    expect(page.locator(ANSWER)).to_be_hidden()
    expect(page.locator(CELL).first).to_be_hidden()
    page.keyboard.press("h")
    expect_address(page, hidden=None)
    expect(page.locator(ANSWER)).to_be_visible()
    expect(page.locator(CELL).first).to_be_visible()
    # Hiding and revealing leave the drawing where it is.
    assert page.locator(PLOT).first.evaluate("plot => [plot.marked, plot.redrawn]") == [True, 0]

    page.keyboard.press("q")
    code = page.locator(".st-key-code_shown")
    expect(code.locator("img")).to_be_visible(timeout=WAIT)
    expect(code).to_contain_text("/confusion_matrix?sample=melon-20&present=1", timeout=WAIT)
    page.keyboard.press("Escape")
    expect(code).to_have_count(0, timeout=WAIT)
    expect_address(page, present="1")
    # In a field a letter is a letter.
    control(page, "t").focus()
    page.keyboard.press("h")
    page.keyboard.press("Escape")
    control(page, "t").blur()
    expect_rest(page)
    expect_address(page, present="1", hidden=None)
    page.keyboard.press("Escape")
    expect_address(page, present=None)
    expect(page.locator(SIDEBAR)).to_be_visible(timeout=WAIT)
    expect(page.locator('[data-testid="stTab"]').first).to_be_visible(timeout=WAIT)


@pytest.mark.thorough
def test_a_remote_control_goes_on_without_a_path_too(page: Page, address: str) -> None:
    page.set_viewport_size(FIRST_SCREEN)
    open_page(page, f"{address}/confusion_matrix?sample=melon-20&present=1")
    expect_rest(page)
    grip = page.locator(".st-key-figure .live-grip:visible").first
    for key, arrow in (("PageDown", 1), ("PageUp", -1)):
        before = float(grip.get_attribute("aria-valuenow") or "nan")
        page.keyboard.press(key)
        page.wait_for_function(
            "([grip, before, arrow]) => (grip.ariaValueNow - before) * arrow > 0",
            arg=[grip.element_handle(), before, arrow],
            timeout=WAIT,
        )
    # A page without a threshold has another handle.
    page.goto(f"{address}/bias_variance?bv_view=squared&present=1")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect_rest(page)
    grip = page.locator(".st-key-figure [data-live=true] .live-grip:visible").first
    before = float(grip.get_attribute("aria-valuenow", timeout=WAIT) or "nan")
    page.keyboard.press("PageDown")
    page.wait_for_function(
        "([grip, before]) => grip.ariaValueNow != before", arg=[grip.element_handle(), before], timeout=WAIT
    )


_MOVES = """place => { const e = document.querySelector(place); return e && getComputedStyle(e).transitionDuration; }"""


def test_what_changes_does_so_in_150_ms_and_nothing_while_a_handle_is_held(page: Page, address: str) -> None:
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    expect_rest(page)
    assert page.evaluate(_MOVES, ".st-key-answer") == "0.15s"
    with holding_grip(page) as move:
        move(40)
        assert page.evaluate(_MOVES, ".st-key-answer") == "0s"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(_MOVES, ".st-key-answer") == "0s"


def test_a_hidden_figure_is_hidden_by_link(page: Page, address: str) -> None:
    open_page(page, f"{address}/confusion_matrix?sample=melon-20&hidden=1")
    expect(page.locator(CELL).first).to_be_hidden(timeout=WAIT)
    expect_rest(page)
    # Nor is it read out: recall and precision at 0.5, and the four counts.
    values = [f"{value:.3f}" for value in (metrics.recall(TABLE.at(0.5)), metrics.precision(TABLE.at(0.5)))]
    heard = page.locator("body").aria_snapshot()
    assert "The values of this figure are hidden: guess first." in heard
    # The lesson of the sample tells a value, too. The names of the cells stay, and not what the handle says of them.
    expect(page.locator(PLOT).first.get_by_text("TP", exact=True).first).to_be_visible()
    counted = f"TP {TABLE.at(0.5).tp:g}"
    assert not [value for value in (*values, counted, "positives", "Try:") if value in heard]
    page.locator(".st-key-hide button").first.click(timeout=WAIT)
    expect_address(page, hidden=None)
    expect(page.locator("body")).to_have_attribute("data-hidden", "false", timeout=WAIT)
    expect(page.locator(".stPlotlyChart[aria-label*='recall']")).to_be_visible(timeout=WAIT)
    heard = page.locator("body").aria_snapshot()
    assert "hidden: guess first" not in heard
    assert all(value in heard for value in values)


def test_the_lesson_is_whole_where_the_page_is_narrow(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 800, "height": 800})
    open_page(page, f"{address}/confusion_matrix?sample=lecture-20")
    for width in (800, 390):
        page.set_viewport_size({"width": width, "height": 800})
        expect_rest(page)
        for where, is_whole in (
            (".st-key-head_lesson p", "e.scrollHeight <= e.clientHeight + 1 && e.clientWidth > innerWidth / 2"),
            (".st-key-head", "e.scrollHeight <= e.clientHeight + 1"),
        ):
            look = f"([e, width]) => innerWidth === width && {is_whole}"
            page.wait_for_function(look, arg=[page.locator(where).first.element_handle(), width], timeout=WAIT)


@pytest.mark.parametrize(
    ("path", "kept", "values"),
    [
        thorough("confusion_matrix?sample=digits", "178", ("0.983", "0.922")),
        thorough("significance?question=two", "150", ("p = 0.0113", "difference 0.075")),
        thorough("significance?question=many", "Rank on each data set", ("CD 1.657", "observed 7.600")),
    ],
)
def test_no_page_tells_what_is_to_be_guessed(
    page: Page, address: str, path: str, kept: str, values: tuple[str, ...]
) -> None:
    page.goto(f"{address}/{path}&hidden=1")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect_rest(page)
    main = page.locator('[data-testid="stMain"]')
    drawn = main.locator(".st-key-figure .main-svg").first
    expect(drawn).to_contain_text(values[0], timeout=WAIT)
    # A drawing is seen and not read out: what is not to be guessed stays on it.
    expect(main.locator(".st-key-figure .main-svg").get_by_text(kept).first).to_be_visible(timeout=WAIT)
    heard, read = main.aria_snapshot(), main.inner_text()
    assert not [value for value in values if value in heard + read]


def test_a_table_in_presenter_mode_is_as_wide_as_its_tab(page: Page, address: str) -> None:
    """A table takes its width from a measurement, which counts what is enlarged in."""
    page.set_viewport_size(FIRST_SCREEN)
    open_page(page, f"{address}/curves?sample=two-models&present=1&tab=compare")
    shown = page.locator('[data-testid="stDataFrame"]').first
    shown.scroll_into_view_if_needed(timeout=WAIT)
    shown.evaluate("""async table => { const width = element => element.getBoundingClientRect().width;
      const beside = table.closest('[data-testid=stTabPanel]');
      for (let k = 0; Math.abs(width(table) - width(beside)) > 4; k++) {
        if (k > 200) throw Error(`${width(table)} px in a tab of ${width(beside)} px`);
        await new Promise(requestAnimationFrame); } }""")


@pytest.mark.thorough
def test_presenter_mode_on_a_phone_keeps_its_controls_whole(page: Page, address: str) -> None:
    """The code of the address is read by phones."""
    page.set_viewport_size({"width": 390, "height": 800})
    open_page(page, f"{address}/curves?sample=melon-20&present=1&tab=learn")
    expect_rest(page)
    expect_soon(page, lambda: hold_controls_whole(page))


def hold_controls_whole(page: Page) -> None:
    field = page.locator(".st-key-t input")
    assert field.evaluate("input => input.scrollWidth <= input.clientWidth && input.clientWidth > 40")
    labels = page.locator('.st-key-controls [data-testid="stButtonGroup"] button')
    assert labels.count() == 2
    for label in labels.all():
        assert label.evaluate("one => one.scrollWidth <= one.clientWidth && one.getBoundingClientRect().right <= 390")


@pytest.mark.parametrize(
    ("former", "now", "asked"),
    [
        thorough("model_learning", "hypotheses", {"ml_view": "lunch"}),
        ("evaluation_methods", "resampling", {"ev_view": "bootstrap", "lang": "zh"}),
        thorough("regression_error", "regression", {"re_view": "use"}),
    ],
)
def test_a_link_to_a_former_address_leads_to_the_page_of_today(
    page: Page, address: str, former: str, now: str, asked: dict[str, str]
) -> None:
    page.goto(f"{address}/{former}?{urlencode(asked)}")
    expect(page).to_have_url(re.compile(f"/{now}[?]"), timeout=WAIT)
    expect_address(page, **asked)


def test_a_field_says_that_enter_applies_it_until_it_has(page: Page, address: str) -> None:
    open_page(page, f"{address}/costs?sample=melon-20&cost_fn=5&cost_fp=1")
    said = """() => [...document.querySelectorAll('[data-testid=InputInstructions]')]
      .map(one => getComputedStyle(one, '::after').content)"""
    field = page.locator(".st-key-cost_fn input").first
    field.fill("7")
    expect_soon(page, lambda: _same(page.evaluate(said), ['"Enter applies it"']))
    field.press("Enter")
    expect_address(page, cost_fn="7")
    expect_soon(page, lambda: _same([one for one in page.evaluate(said) if one != "none"], []))


def _same(found: object, wanted: object) -> None:
    assert found == wanted


def test_an_address_that_leads_nowhere_says_so_in_the_apps_own_words(page: Page, address: str) -> None:
    # A server that nobody watches has no page for that, either.
    for name in ("watch", "confusion_matrx"):
        page.goto(f"{address}/{name}?lang=zh")
        expect(page.get_by_role("heading", name=words("No such page", "zh"))).to_be_visible(timeout=WAIT)
        expect(page.get_by_role("dialog")).to_have_count(0)
    # A further run of the page stays there, and the way on is a click.
    page.locator(".st-key-lang").get_by_text("English").click(timeout=WAIT)
    expect(page.get_by_role("heading", name="No such page")).to_be_visible(timeout=WAIT)
    expect(page).to_have_title("No such page · Evaluation workbench")
    page.get_by_test_id("stMain").get_by_role("link", name="Home").click(timeout=WAIT)
    expect(page.get_by_text("Open my predictions").first).to_be_visible(timeout=WAIT)
    expect(page).to_have_title("Evaluation workbench", timeout=WAIT)
    # Home has no name in the address; one that is typed leads there.
    page.goto(f"{address}/home")
    expect(page.get_by_text("Open my predictions").first).to_be_visible(timeout=WAIT)
    expect(page.get_by_role("dialog")).to_have_count(0)
