"""The threshold typed, chosen by a wish, and moved without a mouse; and the first visit on a new server."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pandas as pd
import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocket, expect

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.figures.confusion_matrix.figure import places
from evalcore.figures.layout import MARK_ROOM, Look
from tests.browser.acts import SIDEBAR, choose, control, expect_address, expect_readings, type_threshold, upload
from tests.browser.conftest import Watch
from tests.browser.driver import GRIP, open_page, running_app
from tests.browser.figure import PILL, PLOT, WAIT, counts, drag, expect_counts, holding_grip, threshold
from tests.browser.planes import expect_rest
from tests.tiers import thorough
from ui.live.bridge import HIGH
from ui.session.loaded import LABELS
from ui.session.samples import SAMPLES, load

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def melons() -> ThresholdCounts:
    sample = load(SAMPLES["melon-20"])
    return threshold_counts(sample.y_true, sample.scores["score"])


def test_a_typed_threshold_is_shown_exactly_also_between_drags(page: Page, address: str) -> None:
    table = melons()
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    type_threshold(page, 0.605)
    expect_counts(page, table, 0.605)
    assert counts(page) == {"TP": 6, "FN": 2, "FP": 3, "TN": 9}
    expect_readings(page, table.at(0.605))
    expect_address(page, sample="melon-20", t="0.605")

    for pixels, typed in ((150, 0.313), (-200, 0.8765)):
        released = drag(page, pixels)
        expect_readings(page, table.at(released))
        expect_address(page, t=repr(released))
        expect(control(page, "t")).to_have_value(f"{released:.10g}", timeout=WAIT)
        type_threshold(page, typed)
        expect_counts(page, table, typed)
        expect_readings(page, table.at(typed))
        expect_address(page, t=repr(typed))
    # The threshold at which a page starts needs no word in the address.
    type_threshold(page, 0.5)
    expect_counts(page, table, 0.5)
    expect_address(page, t=None)


@pytest.mark.parametrize("name", ["confusion_matrix", thorough("curves"), thorough("costs")])
def test_what_is_said_of_the_figure_follows_a_handle_let_go_without_another_figure(
    page: Page, address: str, name: str
) -> None:
    open_page(page, f"{address}/{name}?sample=melon-20")
    plot = page.locator(".stPlotlyChart .js-plotly-plot").first
    plot.evaluate("chart => { chart.before = true; }")
    released = drag(page, 150)
    said, before = page.locator(".stPlotlyChart[role=figure]").first, "t =" if name == "costs" else "threshold"
    expect(said).to_have_attribute("aria-label", re.compile(rf"{before} {released:.10g}\b"), timeout=WAIT)
    assert plot.evaluate("chart => chart.before") is True


def wish(page: Page, *, best: str = "", held: str = "") -> Locator:
    """Open what the threshold is chosen with, set it, and return its button."""
    page.get_by_role("button", name="Choose the threshold").click(timeout=WAIT)
    for key, option in (("wish_best", best), ("wish_held", held)):
        if option:
            choose(page, key, option)
    expect_rest(page)
    return page.locator(".st-key-take_wish button")


@pytest.mark.thorough
def test_a_wish_takes_its_best_threshold(page: Page, address: str) -> None:
    table = melons()
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    wishes = (
        ("F1", "f1", 0.6, "0.737"),
        ("accuracy", "accuracy", 0.88, "0.667"),
        ("Youden's J", "youden_j", 0.6, "0.737"),
    )
    for best, name, t, f1 in wishes:
        take = wish(page, best=best, held="(nothing else)" if name == "f1" else "")
        expect(take).to_contain_text(f"Take t = {t}: {best} ", timeout=WAIT)
        take.click(timeout=WAIT)
        # It leaves the figure to be seen.
        expect(take).to_be_hidden(timeout=WAIT)
        expect_counts(page, table, t)
        expect_readings(page, table.at(t))
        expect(page.locator('[data-testid="stMetricValue"]').nth(2)).to_have_text(f1)
        expect_address(page, t=repr(t), chosen=name)
    # It stays marked where a key moves it, on other pages and by a link, until a threshold is typed.
    chosen = page.locator(".st-key-chosen")
    expect(chosen).to_contain_text("chosen on these rows", timeout=WAIT)
    page.locator(GRIP).first.press("ArrowRight")
    expect_address(page, chosen="youden_j")
    expect(chosen).to_be_visible()
    page.locator(SIDEBAR).get_by_role("link", name="ROC and P-R curves").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("ROC and P-R curves", timeout=WAIT)
    expect_address(page, t="0.66", chosen="youden_j")
    expect_rest(page)
    expect(chosen).to_be_visible(timeout=WAIT)
    page.reload()
    expect(chosen).to_be_visible(timeout=WAIT)
    expect_rest(page)
    control(page, "t").fill("0.3")
    control(page, "t").press("Enter")
    expect_address(page, t="0.3", chosen=None)
    expect(chosen).to_be_hidden(timeout=WAIT)


@pytest.mark.thorough
def test_a_wish_is_kept_while_the_handle_is_moved_by_hand(page: Page, address: str) -> None:
    """Wished, dragged, taken back, and opened anew by its link."""
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    take = wish(page)
    field = control(page, "wish_bound_recall")
    field.fill("0.8")
    field.press("Enter")
    expect(take).to_contain_text("Take t = 0.6: precision 0.636 · recall 0.875", timeout=WAIT)
    take.click()
    expect_counts(page, melons(), 0.6)
    expect_address(page, t="0.6", chosen="precision~recall>=0.8")
    said = page.locator(".st-key-chosen [data-testid=stCaptionContainer]").first
    by_hand = page.locator(".st-key-by_hand [data-testid=stCaptionContainer]")
    wished = "t was chosen on these rows (precision is best while recall is at least 0.8): precision 0.636 here"
    expect(said).to_contain_text(wished, timeout=WAIT)
    expect(by_hand).to_be_hidden()
    expect_rest(page)
    with holding_grip(page) as move:
        move(120)
        expect(by_hand).to_be_visible(timeout=WAIT)
        expect(said).to_be_hidden()
    expect(said).to_contain_text("By hand; before that t was chosen on these rows (precision is best", timeout=WAIT)
    expect(said).to_contain_text("The best t = 0.6 has precision 0.636 here")
    expect(by_hand).to_be_hidden()
    expect_rest(page)
    page.get_by_role("button", name="Undo").first.click(timeout=WAIT)
    expect(said).to_contain_text(wished, timeout=WAIT)
    expect_address(page, t="0.6", chosen="precision~recall>=0.8")
    page.goto(page.url)
    expect(said).to_contain_text(wished, timeout=WAIT)
    expect_rest(page)
    expect(wish(page)).to_contain_text("Take t = 0.6: precision 0.636 · recall 0.875", timeout=WAIT)
    expect(field).to_have_value("0.8")


@pytest.mark.thorough
def test_the_keyboard_alone_moves_the_threshold(page: Page, address: str) -> None:
    table = melons()
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    expect_readings(page, table.at(0.5))
    field = control(page, "t")
    for _press in range(60):
        page.keyboard.press("Tab")
        if field.evaluate("field => field === document.activeElement"):
            break
    expect(field).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("0.42")
    page.keyboard.press("Enter")
    expect_counts(page, table, 0.42)
    expect_readings(page, table.at(0.42))
    expect(field).to_be_focused()
    # From a number between two scores to the next of them; from one score to the next.
    for key, t in (("ArrowUp", 0.48), ("ArrowUp", 0.55), ("ArrowDown", 0.48), ("ArrowDown", 0.42)):
        page.keyboard.press(key)
        expect_counts(page, table, t)
        expect_readings(page, table.at(t))
        expect(field).to_have_value(f"{t:g}", timeout=WAIT)


@pytest.mark.thorough
def test_the_buttons_of_the_field_go_to_the_next_threshold_and_a_typed_one_is_taken_as_it_is(
    page: Page, address: str
) -> None:
    table = melons()
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    field = control(page, "t")
    less, more = (page.locator(f'.st-key-t [data-testid="stNumberInputStep{way}"]') for way in ("Down", "Up"))
    for button, t in ((more, 0.55), (more, 0.6), (less, 0.55)):
        button.click(timeout=WAIT)
        expect_counts(page, table, t)
        expect_address(page, t=repr(t))
        expect(field).to_have_value(f"{t:g}", timeout=WAIT)
    # Not yet said to the server when the button is pressed: the next one below what was typed.
    field.fill("0.45")
    less.click(timeout=WAIT)
    expect_address(page, t="0.42")
    expect_counts(page, table, 0.42)
    type_threshold(page, 0.45)
    expect_counts(page, table, 0.45)
    expect_address(page, t="0.45")


@pytest.mark.thorough
def test_the_buttons_of_the_field_pass_a_threshold_of_more_digits_than_it_shows(
    page: Page, address: str, tmp_path: Path
) -> None:
    file = tmp_path / "thirds.csv"
    pd.DataFrame({"y": [0, 1, 0, 1, 0, 1], "score": [0.1, 0.2, 1 / 3, 0.33341, 2 / 3, 0.9]}).to_csv(file, index=False)
    page.goto(f"{address}/data")
    expect_rest(page)
    upload(page, file)
    expect(page.locator(SIDEBAR)).to_contain_text("thirds.csv", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
    page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
    expect_rest(page)
    less, more = (page.locator(f'.st-key-t [data-testid="stNumberInputStep{way}"]') for way in ("Down", "Up"))
    for button, t, shown in (
        (more, 2 / 3, "0.6666666667"),
        (less, 0.33341, "0.33341"),
        (less, 1 / 3, "0.3333"),
        (more, 0.33341, "0.33341"),
        (more, 2 / 3, "0.6666666667"),
        (more, 0.9, "0.9"),
    ):
        button.click(timeout=WAIT)
        expect_address(page, t=repr(t))
        expect(control(page, "t")).to_have_value(shown, timeout=WAIT)


@pytest.mark.thorough
def test_arrows_of_presenter_mode_move_the_threshold_and_n_turns_to_the_next_row(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_page(page, f"{address}/curves?sample=melon-20&present=1")
    expect_rest(page)
    for key, t in (("ArrowRight", 0.55), ("Shift+ArrowLeft", 0.04), ("End", 1.0), ("ArrowLeft", 0.98)):
        page.keyboard.press(key)
        expect_address(page, t=repr(t))
        expect(page.locator(PILL).first).to_have_text(f"t = {t:g}", timeout=WAIT)
    # In a field an arrow moves the caret.
    control(page, "t").focus()
    page.keyboard.press("ArrowLeft")
    control(page, "t").blur()
    page.keyboard.press("n")
    expect_address(page, tab="learn", t="0.98", curves_step=None)
    built = page.locator(".st-key-build_chart")
    expect(built).to_be_focused(timeout=WAIT)
    expect(built).to_be_in_viewport()
    page.keyboard.press("n")
    page.keyboard.press("ArrowRight")
    expect_address(page, curves_step="2", t="0.98")
    expect(page.locator(".live-bar")).to_be_hidden()
    built.blur()
    expect(page.locator(".live-bar")).to_be_visible(timeout=WAIT)
    page.reload()
    expect(page.locator(".steps-said")).to_contain_text("Step 2: row 2", timeout=WAIT)


# Notes where nodes are put into the page or taken out of it; what a table reads out is made in its own time.
WATCH_NODES = """() => { window.replaced = [];
  const note = ({ target }) => target.closest('canvas') || window.replaced.push(target.outerHTML.slice(0, 200));
  new MutationObserver(changes => changes.forEach(note))
    .observe(document.body, { childList: true, subtree: true }); }"""


def test_the_number_field_follows_while_the_handle_is_held(page: Page, address: str) -> None:
    table = melons()
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    expect_readings(page, table.at(0.5))
    field = control(page, "t")
    with holding_grip(page) as move:
        move(20)  # the sentence that moves comes to its place once
        page.evaluate(WATCH_NODES)
        for pixels in (150, -300):
            t = move(pixels)
            expect(field).to_have_value(f"{t:.10g}", timeout=WAIT)
            expect_address(page, t=None)
        # A node that is replaced makes the browser look again at whatever a style with `:has()` could be about.
        assert page.evaluate("window.replaced") == []
    expect_readings(page, table.at(t))
    expect_address(page, t=repr(t))
    expect(field).to_have_value(f"{t:.10g}")


def test_the_handle_is_moved_by_keys_and_the_server_told_when_they_rest(page: Page, address: str) -> None:
    table = melons()
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    expect_readings(page, table.at(0.5))
    expect_rest(page)
    page.locator(GRIP).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    # From .5 up to the next scores, .55 and .6, which two rows have.
    expect_counts(page, table, 0.6)
    expect_readings(page, table.at(0.6))
    expect_address(page, t="0.6")
    page.keyboard.press("Home")
    expect_readings(page, table.at(0.04))
    # The page was drawn anew, and the handle is still held by the keyboard.
    page.keyboard.press("End")
    expect_counts(page, table, 1.0)
    expect_address(page, t="1")


def bar(page: Page) -> Locator:
    """Return the bar at the foot of the window."""
    return page.locator(".live-bar")


@pytest.mark.parametrize("width", [thorough(1400), 390])
def test_a_bar_takes_over_when_the_figure_is_scrolled_away(page: Page, address: str, width: int) -> None:
    table = melons()
    page.set_viewport_size({"width": width, "height": 700})
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    expect(bar(page)).to_be_hidden()
    expect_rest(page)
    page.mouse.move(width / 2, 350)
    page.mouse.wheel(0, 1_500)
    expect(bar(page)).to_be_visible(timeout=WAIT)
    box = bar(page).bounding_box()
    assert box is not None
    assert (box["height"], box["y"] + box["height"]) == (48, 700)
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    expect(bar(page)).to_contain_text("t = 0.5")
    rail = bar(page).locator("input")
    rail.focus()
    for _press in range(6):
        page.keyboard.press("ArrowRight")
    said = rail.get_attribute("aria-valuetext") or ""
    t = threshold(page)
    # Each key goes to the next score, as on the handle.
    assert t == sorted(score for score in table.threshold if score > 0.5)[5]
    cm = table.at(t)
    assert said == f"t = {t:g}: TP {cm.tp}, FN {cm.fn}, FP {cm.fp}, TN {cm.tn}"
    expect(bar(page)).to_contain_text(f"t = {t:g}")
    expect(bar(page)).to_contain_text(f"precision {cm.tp / (cm.tp + cm.fp):.3f}")
    # The server hears of the last when the keys rest.
    expect_address(page, t=repr(t))
    page.mouse.wheel(0, -3_000)
    expect(bar(page)).to_be_hidden(timeout=WAIT)
    expect_counts(page, table, t)


@pytest.mark.thorough
def test_the_bar_keeps_beside_the_sidebar_and_is_enlarged_for_presenting(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 700})
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    expect_rest(page)
    page.mouse.move(640, 350)
    page.mouse.wheel(0, 1_500)
    expect(bar(page)).to_be_visible(timeout=WAIT)
    expect(bar(page)).to_have_css("left", "248px")
    page.locator('[data-testid="stSidebarHeader"]').hover(timeout=WAIT)
    page.locator('[data-testid="stSidebarCollapseButton"] button').click(timeout=WAIT)
    expect(bar(page)).to_have_css("left", "0px", timeout=WAIT)
    expect(bar(page)).to_have_css("width", "1280px", timeout=WAIT)
    page.locator('[data-testid="stExpandSidebarButton"]').click(timeout=WAIT)
    expect(bar(page)).to_have_css("left", "248px", timeout=WAIT)
    expect(bar(page)).to_have_css("font-size", "14px")
    open_page(page, f"{address}/confusion_matrix?sample=melon-20&present=1&tab=learn")
    expect(bar(page)).to_have_css("font-size", "22px", timeout=WAIT)


# Remembers every dialog and every link of the menu that ever appears, also one that is soon gone.
_SEEN = """window.seen = { dialogs: [], links: [] };
  const look = () => {
    document.querySelectorAll('[role=dialog]').forEach(d => window.seen.dialogs.push(d.textContent));
    document.querySelectorAll('[data-testid="stSidebarNavLink"]').forEach(a => window.seen.links.push(a.innerText));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });"""
HOME = "How good is your model, at which threshold, and how sure are you?"
MENU = {
    "Home",
    "Load predictions",
    "Glossary",
    "Confusion matrix",
    "ROC and P-R curves",
    "Costs",
    "Probabilities",
    "Significance tests",
    "Model learning",
    "Evaluation methods",
    "Bias and variance",
    "Regression error",
}
ICONS = {
    "home",
    "upload_file",
    "menu_book",
    "grid_view",
    "show_chart",
    "payments",
    "percent",
    "balance",
    "account_tree",
    "area_chart",
    "scatter_plot",
    "call_split",
}


@pytest.mark.parametrize(
    ("opened", "heading"),
    [
        thorough("", HOME),
        thorough("data", "Load predictions"),
        thorough("confusion_matrix", "Confusion matrix"),
        thorough("curves", "ROC and P-R curves"),
        thorough("costs", "Costs"),
        thorough("significance", "Significance tests"),
        thorough("resampling", "Evaluation methods"),
        thorough("bias_variance", "Bias and variance"),
        thorough("hypotheses", "Model learning"),
        thorough("regression", "Regression error"),
    ],
)
def test_the_first_visit_of_a_new_server_may_be_any_address(
    browser: Browser, tmp_path: Path, opened: str, heading: str
) -> None:
    log_file = tmp_path / "log.txt"
    watching = Watch(log_file)
    with (
        log_file.open("wb") as log,
        running_app(log) as address,
        watching.follow(browser.new_context(locale="en-GB")) as context,
    ):
        page = context.new_page()
        page.add_init_script(_SEEN)
        page.goto(f"{address}/{opened}?sample=melon-20&t=0.6")
        expect(page.locator(f"{SIDEBAR} .st-key-lang")).to_be_visible(timeout=WAIT)
        expect(page.locator(SIDEBAR)).to_contain_text(SAMPLES["melon-20"].title, timeout=WAIT)
        expect(page.locator("h1")).to_have_text(heading, timeout=WAIT)
        links = page.locator(SIDEBAR).get_by_role("link")
        expect(links.filter(has_text="Load predictions")).to_be_visible(timeout=WAIT)
        expect_rest(page)
        own = ("significance", "bias_variance", "hypotheses", "regression", "resampling")
        if opened not in ("", "data", *own):
            expect(control(page, "t")).to_have_value("0.6", timeout=WAIT)
        seen = page.evaluate("window.seen")
        assert seen["dialogs"] == []
        # Never, not for a moment, the menu Streamlit makes of the names of files.
        assert {line for link in seen["links"] for line in link.splitlines()} - {""} <= MENU | ICONS
    watching.check()


def test_a_page_without_a_slider_learns_its_width(page: Page, address: str) -> None:
    page.goto(f"{address}/confusion_matrix?sample=digits&view=one&model={quote('naive_bayes' + LABELS)}")
    page.get_by_role("tab", name="Formulas").click(timeout=WAIT)
    expect(page.locator(".live-grip")).to_have_count(0)
    # On a narrow page the longest formula is written in lines.
    in_lines = page.locator(".katex annotation", has_text="{aligned}")
    formula = page.locator(".katex annotation", has_text="F_")
    expect(formula).not_to_have_count(0, timeout=WAIT)
    expect(in_lines).to_have_count(0)
    page.set_viewport_size({"width": 800, "height": 1100})
    expect(in_lines).not_to_have_count(0, timeout=WAIT)
    page.set_viewport_size({"width": 1400, "height": 1100})
    expect(in_lines).to_have_count(0, timeout=WAIT)


def test_a_release_is_told_once_however_often_the_page_was_drawn(page: Page, address: str) -> None:
    told: list[str | bytes] = []

    def hear(frame: str | bytes) -> None:
        told.append(frame)

    def follow(socket: WebSocket) -> None:
        socket.on("framesent", hear)

    page.on("websocket", follow)
    table = melons()
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    for width, height in ((800, places(Look(narrow=True)).height), (1400, places(Look(height=HIGH)).height)):
        page.set_viewport_size({"width": width, "height": 1100})
        drawing = page.locator(f"{PLOT} .main-svg").first
        expect(drawing).to_have_attribute("height", str(height + MARK_ROOM), timeout=WAIT)
    type_threshold(page, 0.3)
    expect_counts(page, table, 0.3)
    expect_rest(page)
    told.clear()
    expect_readings(page, table.at(drag(page, 120)))
    expect_rest(page)
    assert len(told) == 1
    page.remove_listener("websocket", follow)


@pytest.mark.thorough
def test_an_untouched_threshold_stays_on_the_way_through_the_pages(page: Page, address: str) -> None:
    open_page(page, f"{address}/confusion_matrix?sample=lecture-20")
    for name in ("Costs", "ROC and P-R curves", "Confusion matrix", "Costs"):
        page.locator(SIDEBAR).get_by_role("link", name=name).click(timeout=WAIT)
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible(timeout=WAIT)
        page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
        expect(control(page, "t")).to_have_value("0.5", timeout=WAIT)
        expect(page.locator(PILL)).to_have_text("t = 0.5", timeout=WAIT)
        expect_address(page, sample="lecture-20", t=None)
