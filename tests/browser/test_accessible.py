"""Nothing on a page shuts anybody out: axe-core finds no violation, each stop of the keys has a name and room."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.acts import SIDEBAR, expect_address, type_threshold, words
from tests.browser.driver import GRIP, open_page
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from tests.tiers import thorough
from ui.frame.tabs import NAMES
from ui.shared.chapter import PAGES
from ui.shared.text import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

Theme = Literal["light", "dark"]
# What is in Streamlit's own markup and out of reach: the rule, where, and why.
KNOWN = (
    # The menu's sections are <div>s with a list each around the pages, in a list of their own.
    ("list", '[data-testid="stSidebarNavItems"]'),
    ("listitem", '[data-testid="stSidebarNavItems"] li'),
    # A drop zone that no key reaches; its button is beside it.
    ("presentation-role-conflict", '[data-testid="stFileUploaderDropzone"]'),
)
# Streamlit fetches what shows HTML when it is first needed, so the page's own style may come after its text.
_STYLED = """() => [...document.querySelectorAll('style')].some(s => s.textContent.includes('stMainBlockContainer'))"""
# Runs the rules (all where none are named) once nothing fades in or out any more, and returns what they find.
_LOOK = """async ([rules, known]) => {
  const finite = a => Number.isFinite(a.effect?.getComputedTiming().endTime);
  await Promise.all(document.getAnimations().filter(finite).map(a => a.finished.catch(() => {})));
  const found = await axe.run(document, { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) });
  const isKnown = (id, [where]) => known.some(([rule, selector]) =>
    rule === id && typeof where === 'string' && document.querySelector(where)?.matches(selector));
  return found.violations.flatMap(v =>
    v.nodes.filter(n => !isKnown(v.id, n.target)).map(n => `${v.id}: ${n.html.slice(0, 200)} ${n.failureSummary}`));
}"""
# What axe-core does not look at: signs, buttons and labels below 24 px although others are far, and the canvas of a
# table. What hits a label hits its field, and a link in a text is as high as its line.
_STOPS = """() => {
  const box = e => e.getBoundingClientRect();
  const isSmall = e => box(e).width > 2 && (Math.round(box(e).width) < 24 || Math.round(box(e).height) < 24);
  const fields = [...document.querySelectorAll('input[type=checkbox], input[type=radio]')];
  const labels = fields.flatMap(e => e.closest('label') ?? []);
  const kinds = 'button, [role=button], [role=tab], [role=slider], .modebar-btn, summary, [data-hold]';
  const buttons = [...document.querySelectorAll(kinds), ...labels];
  const small = buttons.filter(e => e.checkVisibility() && isSmall(e)).map(e => `small: ${e.outerHTML.slice(0, 200)}`);
  const canvases = [...document.querySelectorAll('canvas[tabindex="0"]')];
  const nameless = canvases.filter(e => !e.ariaLabel || e.role !== 'group');
  return [...small, ...nameless.map(e => `nameless: ${e.outerHTML.slice(0, 200)}`)];
}"""


def expect_no_violation(page: Page, rules: list[str] | None = None) -> None:
    """Look at the page as it stands."""
    expect_rest(page)
    page.wait_for_function(_STYLED, timeout=WAIT, polling=100)
    # What a run has not come to yet is faded.
    expect(page.locator("[data-stale=true]")).to_have_count(0, timeout=WAIT)
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    found: list[Any] = page.evaluate(_LOOK, [rules, KNOWN]) + page.evaluate(_STOPS)
    assert not found, "\n".join(found)


def expect_no_violation_in_either_theme(page: Page) -> None:
    """Look at the page in light and dark; but for contrast they are the same page."""
    page.emulate_media(color_scheme="light")
    expect_no_violation(page)
    ground = "getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
    before = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"before => {ground} !== before", arg=before, timeout=WAIT)
    expect_no_violation(page, ["color-contrast"])


def expect_accessible(page: Page, address: str, path: str, language: str) -> None:
    """Open a page and look at it in both themes."""
    page.goto(f"{address}/{path}&lang={language}")
    # Else the run that knows the width of the page would fade it once more.
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect(page.locator("h1")).to_be_visible(timeout=WAIT)
    expect_no_violation_in_either_theme(page)
    # What is dragged is drawn by the player, also in a figure that has come through Streamlit.
    expect(page.locator(".live-grip:not([data-plays=true])")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "keys"),
    [("en", ("data", "curves", "significance")), *(thorough(one, ("data", "glossary", *PAGES)) for one in LANGUAGES)],
)
def test_pages_by_the_menu(page: Page, address: str, language: str, keys: tuple[str, ...]) -> None:
    """One page opened leads to others; all of them, and links to more of what they show, wait for the thorough tier."""
    expect_accessible(page, address, "?sample=lecture-20", language)
    for key in keys:
        page.emulate_media(color_scheme="light")
        before = page.locator("h1").inner_text(timeout=WAIT)
        page.locator(f'{SIDEBAR} a[href$="/{key}"]').click(timeout=WAIT)
        expect(page.locator("h1")).not_to_have_text(before, timeout=WAIT)
        expect_no_violation_in_either_theme(page)
        expect(page.locator(".live-grip:not([data-plays=true])")).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path",
    [
        "?sample=lecture-20",
        "data?sample=lecture-20",
        "glossary?term=recall",
        "confusion_matrix?sample=melon-20&present=1",
        # All ten classes.
        "confusion_matrix?sample=digits",
        "curves?sample=two-models",
        "costs?sample=lecture-20&cost_planes=1",
        "significance?question=two",
        "significance?question=many",
        "resampling?ev_method=kfold",
        "bias_variance?bv_polynomial=1",
        "bias_variance?bv_view=zero_one",
        "hypotheses?ml_seen=3",
        "hypotheses?ml_view=lunch",
        "regression?re_data=five_values",
    ],
)
def test_pages(page: Page, address: str, path: str, language: str) -> None:
    expect_accessible(page, address, path, language)


@pytest.mark.parametrize(
    ("language", "path"),
    [
        thorough("zh", "significance?question=one"),
        thorough("en", "significance?question=folds"),
        ("zh", "costs?sample=lecture-20&cost_planes=1&present=1&hidden=1"),
    ],
)
def test_other_questions_and_what_is_presented(page: Page, address: str, path: str, language: str) -> None:
    expect_accessible(page, address, path, language)


@pytest.mark.parametrize(
    ("path", "size", "language"),
    [
        ("confusion_matrix?sample=two-models", (1280, 720), "en"),
        thorough("bias_variance?bv_view=squared", (390, 844), "zh"),
    ],
)
def test_figures_are_read_as_tables_by_keys(
    page: Page, address: str, path: str, size: tuple[int, int], language: str
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/{path}&lang={language}")
    box = page.locator(".st-key-figure_tables summary")
    box.wait_for(timeout=WAIT)
    expect(box).to_have_text(re.compile(words("What is drawn, as a table", language)))
    expect(page.locator(".figure-table")).to_have_count(0)
    expect_rest(page)
    box.focus()
    page.keyboard.press("Enter")
    table = page.locator(".figure-table").first
    table.wait_for(timeout=WAIT)
    page.keyboard.press("Tab")
    expect(table).to_be_focused(timeout=WAIT)
    expect(table.get_by_role("rowheader").filter(has_text=words("{place} (now)", language)[7:])).to_have_count(1)
    expect_no_violation_in_either_theme(page)


@pytest.mark.thorough
def test_each_tab_of_one_page(page: Page, address: str) -> None:
    page.goto(f"{address}/costs?sample=two-models&cost_planes=1&lang=zh")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    there = {key: name for key, name in NAMES.items() if key not in ("groups", "rows")}
    for k, (key, name) in enumerate(there.items()):
        page.emulate_media(color_scheme=("light", "dark")[k % 2])
        page.get_by_role("tab", name=words(name, "zh"), exact=True).click(timeout=WAIT)
        expect_address(page, tab=None if key == "readings" else key)
        expect_no_violation(page)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "missing", "themes"),
    [
        ("confusion_matrix?sample=two-models&lang=en", {"groups", "sure"}, ("light", "dark")),
        ("confusion_matrix?sample=breast-cancer&groups_by=fold&lang=zh", {"sure"}, ("dark", "light")),
        ("curves?sample=digits&lang=zh", {"groups", "rows", "sure"}, ("dark", "light")),
        ("costs?sample=lecture-20&cost_planes=1&lang=zh", {"groups", "rows", "compare"}, ("light", "dark")),
    ],
)
def test_each_tab_by_link(page: Page, address: str, path: str, missing: set[str], themes: tuple[Theme, Theme]) -> None:
    """The themes take turns: a tab that is light on one page is dark on another."""
    tabs = page.get_by_role("tab")
    there = {key: words(name, path[-2:]) for key, name in NAMES.items() if key not in missing}
    for k, (key, name) in enumerate(there.items()):
        page.emulate_media(color_scheme=themes[k % 2])
        page.goto(f"{address}/{path}&tab={key}")
        page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
        expect(tabs).to_have_text(list(there.values()), timeout=WAIT)
        expect(tabs.and_(page.locator("[aria-selected=true]"))).to_have_text(name, timeout=WAIT)
        expect_no_violation(page)


@pytest.mark.parametrize(
    "path",
    ["confusion_matrix?sample=two-models", *(thorough(f"{key}?sample=two-models") for key in ("", "data", *PAGES))],
)
@pytest.mark.parametrize("times", [4, thorough(2)])
def test_enlarged_and_without_motion(page: Page, address: str, path: str, times: int) -> None:
    """1280 x 1024 at 200 and 400%: nothing is read sideways, and nothing moves for who does not want it."""
    width, height = 1280 // times, 1024 // times
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{address}/{path}&lang=en")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    expect_rest(page)
    main = page.locator('[data-testid="stMain"]')
    assert main.evaluate("e => e.scrollWidth") <= width
    assert not page.evaluate("document.getAnimations().filter(a => a.effect.getComputedTiming().duration > 1).length")
    expect_no_violation(page, ["target-size", "heading-order"])


# Buttons, places and pictures by the name that is heard, where it has a word of English and none of Chinese.
_IN_ENGLISH = r"""() => [...document.querySelectorAll('button, a, nav, section, input, [role], img')].flatMap(e => {
  const name = e.getAttribute('aria-label') ?? e.getAttribute('alt') ?? '';
  return !e.ariaHidden && /[a-z]{3,}/.test(name) && !/\p{Script=Han}/u.test(name) ? [name] : [];
})"""


@pytest.mark.thorough
def test_streamlits_own_words_are_heard_in_the_language_of_the_page(page: Page, address: str) -> None:
    """They are in Chinese also where they are drawn anew, and in English again where the language changes."""
    page.goto(f"{address}/costs?sample=lecture-20&lang=zh")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    fields = page.locator('[data-testid="stNumberInputStepUp"]')
    expect(fields.first).to_have_attribute("aria-label", words("One step up", "zh"), timeout=WAIT)
    expect_rest(page)
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    page.wait_for_function(f"({_IN_ENGLISH})().length === 0", timeout=WAIT)
    # A number is right where Chromium takes it for one between two steps.
    assert page.locator('[data-testid="stNumberInputField"]:not([aria-invalid="false"])').count() == 0
    page.locator(f'{SIDEBAR} a[href$="/confusion_matrix"]').click()
    page.locator("[data-live=true] .live-grip").first.wait_for(timeout=WAIT)
    page.wait_for_function(f"({_IN_ENGLISH})().length === 0", timeout=WAIT)
    cells = page.locator("canvas td[role=gridcell]").filter(has_text="glossary?term=")
    expect(cells.first).to_have_attribute("aria-label", words("Glossary", "zh"), timeout=WAIT)
    page.get_by_role("radio", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en", timeout=WAIT)
    expect(page.locator('[data-testid="stNumberInputStepUp"]').first).to_have_attribute(
        "aria-label", "Increment", timeout=WAIT
    )
    expect(page.get_by_role("radio", name="中文")).to_have_attribute("lang", "zh")


def test_the_sentence_is_heard_once_where_it_was_changed(page: Page, address: str) -> None:
    """Typed in a field it is said by itself; a handle says it, so nothing else does."""
    open_page(page, f"{address}/confusion_matrix?sample=lecture-20&lang=en")
    heard, grip = page.get_by_test_id("heard"), page.locator(GRIP)
    expect(heard).to_have_text("")
    # Nor is the drawing read out text by text.
    expect(page.locator(".stPlotlyChart .main-svg:not([aria-hidden=true])")).to_have_count(0, timeout=WAIT)
    type_threshold(page, 0.3)
    expect(heard).to_have_text(re.compile(r"^(Sample)?\s*At t\s=\s0\.3: finds"), timeout=WAIT)
    before = heard.text_content() or ""
    grip.focus()
    page.keyboard.press("End")
    expect(page.locator(".st-key-answer")).not_to_contain_text("0.3:", timeout=WAIT)
    expect_rest(page)
    page.wait_for_timeout(1_000)
    assert heard.text_content() == before
