"""A name isolates its line, as an entry of a legend does: at line ends, beside lines, and before live numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from evalcore.costs import cost_curve
from evalcore.figures.costs.figure import costs_figure
from evalcore.figures.curves.figure import Shown, curves_figure
from evalcore.figures.layout import LOW, Look
from evalcore.figures.live import motion
from evalcore.views.costs import conditions, cost_lines, operating_lines
from evalcore.views.curves import model_curves, operating_points
from evalcore.views.threshold import threshold_view
from tests.browser.acts import CRASH
from tests.browser.driver import GRIP, open_page
from tests.browser.figure import PILL, WAIT, drag
from tests.browser.planes import expect_rest, expect_soon
from tests.browser.test_export import download
from tests.browser.test_player import MELON, UNKNOWN, open_figure, resize
from tests.tiers import thorough

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

NAME = ".live-name:visible"
# How many lines of a panel are drawn as ever, but for those in ink, how many are faint, and which texts are pale.
_SEEN = """panel => {
  const plot = [...document.querySelectorAll('.js-plotly-plot')].find(e => e.getClientRects().length);
  const opacity = e => e === plot ? 1 : Number(getComputedStyle(e).opacity) * opacity(e.parentElement);
  const lines = [...plot.querySelectorAll(`g.subplot.${panel} .js-line`)].filter(e => e.getAttribute('d'));
  const strong = lines.filter(e => opacity(e) === 1 && e.style.stroke !== 'rgb(28, 39, 51)');
  return { strong: strong.length, faint: lines.filter(e => opacity(e) < 0.3).length,
    pale: [...plot.querySelectorAll('.textpoint text')].filter(e => opacity(e) < 0.9).map(e => e.textContent) };
}"""
# Whether a field that is hit stands over a text.
_OVER = """text => {
  const box = e => e.getBoundingClientRect();
  const said = [...document.querySelectorAll('.js-plotly-plot .textpoint text')].filter(
    e => e.textContent === text && e.getClientRects().length).map(box);
  const over = (b, s) => s.left >= b.left && s.right <= b.right && s.top >= b.top - 1 && s.bottom <= b.bottom + 1;
  return [...document.querySelectorAll('.live-name')].map(box).map(b => said.some(s => over(b, s)));
}"""
METRICS = ["accuracy", "F1", "recall"]


def name(page: Page, text: str) -> Locator:
    """Return what is hit over the name of a line."""
    places = page.evaluate(_OVER, text)
    assert places.count(True) == 1, text
    return page.locator(".live-name").nth(places.index(True))


def expect_alone(page: Page, panel: str, *, strong: int, pale: list[str]) -> None:
    """Wait until so many lines of a panel are drawn as ever, and the names of the others are pale."""

    def hold() -> None:
        seen = page.evaluate(_SEEN, panel)
        assert seen["strong"] == strong, seen
        assert set(pale) <= set(seen["pale"]), seen
        assert bool(pale) == bool(seen["faint"]) == bool(seen["pale"]), seen

    expect_soon(page, hold)


def test_a_name_at_the_end_of_a_line_leaves_it_alone(
    page: Page, address: str, new_context: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    open_page(page, f"{address}/confusion_matrix?sample=two-models&lang=en")
    expect_rest(page)
    before = page.locator(PILL).text_content()
    expect_alone(page, "x3y3", strong=4, pale=[])
    expect(name(page, "precision")).to_have_css("cursor", "pointer")
    name(page, "precision").click(timeout=WAIT)
    expect_alone(page, "x3y3", strong=1, pale=METRICS)
    # Another name leaves another line alone, the value of a line as well as its name.
    value = name(page, "recall").bounding_box()
    assert value is not None
    page.mouse.click(value["x"] + value["width"] - 12, value["y"] + 8)
    expect_alone(page, "x3y3", strong=1, pale=["precision", "accuracy", "F1"])
    name(page, "precision").click(timeout=WAIT)
    assert page.locator(PILL).text_content() == before
    # As with a legend it stays so while the handle moves, and with what the server says then.
    drag(page, 60)
    expect_rest(page)
    assert page.locator(PILL).text_content() != before
    expect_alone(page, "x3y3", strong=1, pale=METRICS)
    page.set_viewport_size({"width": 1200, "height": 800})
    expect_rest(page)
    expect_alone(page, "x3y3", strong=1, pale=METRICS)
    name(page, "precision").click(timeout=WAIT)
    expect_alone(page, "x3y3", strong=4, pale=[])
    expect(page.locator(CRASH)).to_have_count(0)

    away = new_context().new_page()
    away.goto(download(page, "Figure as HTML", tmp_path).as_uri())
    away.locator(GRIP).wait_for(timeout=WAIT)
    name(away, "precision").click(timeout=WAIT)
    expect_alone(away, "x3y3", strong=1, pale=METRICS)
    away.locator(GRIP).press("Shift+ArrowLeft")
    expect(away.locator(PILL)).not_to_have_text(page.locator(PILL).text_content() or "", timeout=WAIT)
    expect_alone(away, "x3y3", strong=1, pale=METRICS)
    name(away, "precision").click(timeout=WAIT)
    expect_alone(away, "x3y3", strong=4, pale=[])


# A panel, a name, names that go pale with its plane's other lines, and how many lines are strong before and after.
BESIDE = {
    "confusion_matrix?sample=two-models&present=1": ("x3y3", "precision", METRICS, (4, 1)),
    "calibration?sample=breast-cancer&pb_view=decision": ("xy", "act never", ["act always"], (4, 1)),
    "calibration?sample=lecture-20&pb_view=ranking": ("x3y3", "negatives", ["positives"], (2, 1)),
    "bias_variance?bv_view=descent": ("xy", "training error", ["variance"], (5, 3)),
}


@pytest.mark.parametrize("path", [thorough(path) for path in BESIDE])
def test_a_name_beside_a_line_leaves_it_alone(page: Page, address: str, path: str) -> None:
    panel, text, others, (before, after) = BESIDE[path]
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{address}/{path}&lang=en")
    page.locator(NAME).first.wait_for(timeout=4 * WAIT)
    expect_rest(page)
    pill = page.locator(".live-pill:visible").first
    at = pill.text_content() or ""
    expect_alone(page, panel, strong=before, pale=[])
    name(page, text).click(timeout=WAIT)
    expect_alone(page, panel, strong=after, pale=others)
    # A name within a panel is no place of the handle.
    assert pill.text_content() == at
    page.locator(".live-grip:visible").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(pill).not_to_have_text(at, timeout=WAIT)
    expect_rest(page)
    expect_alone(page, panel, strong=after, pale=others)
    name(page, text).click(timeout=WAIT)
    expect_alone(page, panel, strong=before, pale=[])


def test_a_file_in_a_narrow_window_leaves_values_out_that_would_touch_names(page: Page, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 1100, "height": 700})
    open_figure(page, tmp_path, "matrix of bars")

    def seen() -> list[str]:
        return sorted(
            page.evaluate(
                """() => [...document.querySelectorAll('g.subplot.x4y4 .textpoint text')].filter(
              e => getComputedStyle(e).visibility === 'visible').map(e => e.textContent)"""
            )
        )

    names = sorted(["precision", *METRICS])
    assert len(seen()) == 2 * len(names)
    for width, count in ((600, 1), (1100, 2), (640, 1)):
        resize(page, width)
        expect_soon(page, lambda count=count: hold_count(seen(), count * len(names)))
    assert seen() == names
    name(page, "recall").click(timeout=WAIT)
    expect_alone(page, "x3y3", strong=1, pale=["precision", "accuracy", "F1"])


def hold_count(found: list[str], count: int) -> None:
    assert len(found) == count, found


def press_through(page: Page, panel: str, seen: int) -> None:
    """Leave a line alone by keys from the handle on, go on to the next, and bring the others back."""
    grip = page.locator(GRIP)
    grip.focus()
    page.keyboard.press("Tab")
    first = page.locator(f"{NAME}:focus")
    expect(first).to_have_attribute("aria-label", "precision")
    expect(first).to_have_css("outline-style", "solid")
    page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect_alone(page, panel, strong=1, pale=METRICS)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("[aria-pressed=true].live-name")).to_have_attribute("aria-label", "recall")
    expect_alone(page, panel, strong=1, pale=["precision", "F1", "accuracy"])
    page.keyboard.press("Escape")
    expect(page.locator("[aria-pressed=true].live-name")).to_have_count(0)
    expect_alone(page, panel, strong=seen, pale=[])


def test_a_name_is_pressed_by_keys(
    page: Page, address: str, new_context: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    open_page(page, f"{address}/confusion_matrix?sample=two-models&lang=en")
    expect_rest(page)
    press_through(page, "x3y3", 4)
    away = new_context().new_page()
    away.goto(download(page, "Figure as HTML", tmp_path).as_uri())
    away.locator(GRIP).wait_for(timeout=WAIT)
    press_through(away, "x3y3", 4)


# How strong the mark of the threshold is in the ROC plane.
_MARK = """() => {
  const marks = [...document.querySelectorAll('.js-plotly-plot g.subplot.x3y3 .scatterlayer > .trace')].filter(
    e => e.querySelector('.points > .point'));
  return Number(getComputedStyle(marks.at(-1)).opacity);
}"""


def leave_curves_alone(page: Page) -> None:
    """Leave a model alone by its name at a curve, by keys, and by its areas; the mark of the other comes back."""
    models = page.locator(".live-name:visible[tabindex='0']")
    expect(models).to_have_count(2, timeout=WAIT)
    expect(models.nth(1)).to_have_attribute("aria-label", re.compile(r"^model_b AUC 0\.8"))
    assert page.evaluate(_MARK) == 1
    models.nth(1).click(timeout=WAIT)
    # The line of chance is of no model.
    expect_alone(page, "x3y3", strong=2, pale=["model_a"])
    expect_alone(page, "x5y5", strong=3, pale=["model_a"])
    # The mark is that of a model which is pale now.
    assert page.evaluate(_MARK) < 0.3
    page.locator(GRIP).press("Shift+ArrowRight")
    expect_alone(page, "x5y5", strong=3, pale=["model_a"])
    models.nth(1).press("Escape")
    expect_alone(page, "x3y3", strong=3, pale=[])
    assert page.evaluate(_MARK) == 1
    page.locator(GRIP).focus()
    page.keyboard.press("Tab")
    expect(models.nth(0)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(models.nth(1)).to_have_attribute("aria-pressed", "true")
    expect_alone(page, "x5y5", strong=3, pale=["model_a"])
    # What is written of the other elsewhere is of the same line.
    name(page, "0.803 [0.734, 0.857]").click(timeout=WAIT)
    expect(models.nth(0)).to_be_focused()
    expect_alone(page, "x3y3", strong=2, pale=["model_b"])
    assert page.evaluate(_MARK) == 1
    page.keyboard.press("Escape")
    expect_alone(page, "x3y3", strong=3, pale=[])


def test_a_name_beside_a_curve_leaves_its_model_alone_in_both_planes(
    page: Page, address: str, tmp_path: Path, new_context: Callable[[], BrowserContext]
) -> None:
    open_page(page, f"{address}/curves?sample=two-models&lang=en")
    expect_rest(page)
    expect(page.locator(".legendtext")).to_have_count(0)
    leave_curves_alone(page)
    # The handle was moved: once the server has heard of it the buttons of the head are drawn anew.
    page.wait_for_url(re.compile(r"[?&]t="), timeout=WAIT)
    expect_rest(page)
    away = new_context().new_page()
    away.goto(download(page, "Figure as HTML", tmp_path).as_uri())
    away.locator(GRIP).wait_for(timeout=WAIT)
    leave_curves_alone(away)
    # On the page, which is of the other model, it is offered to be chosen.
    note, models = page.locator(".live-alone"), page.locator(".live-name:visible[tabindex='0']")
    expect(note).to_be_hidden()
    expect(models.nth(0)).to_have_attribute("title", "Only this line; once more: all lines")
    then = "Only this line, then its model can be chosen; once more: all lines"
    expect(models.nth(1)).to_have_attribute("title", then)
    expect(models.nth(1)).to_have_css("cursor", "pointer")
    models.nth(1).click(timeout=WAIT)
    expect(note).to_contain_text("model_b is shown alone. The page is still of model_a.", timeout=WAIT)
    expect(note).to_be_in_viewport()
    # It is a place of its own, and read aloud.
    expect(page.get_by_role("region", name="The line of another model").get_by_role("status")).to_be_visible()
    note.get_by_role("button", name="Choose model_b").click()
    expect(page.locator(".st-key-answer")).to_contain_text("model_b finds 0.", timeout=WAIT)
    expect(note).to_be_hidden(timeout=WAIT)
    expect_rest(page)
    # Where planes are stacked the line is alone in both, too.
    models.nth(0).click(timeout=WAIT)
    expect(note).to_contain_text("model_a is shown alone. The page is still of model_b.", timeout=WAIT)
    page.set_viewport_size({"width": 700, "height": 720})
    expect_alone(page, "x5y5", strong=3, pale=["model_b"])
    expect(note).to_be_in_viewport()
    expect(models.nth(0)).to_have_attribute("aria-pressed", "true")


def write_curves(names: list[str], path: Path, look: Look) -> str:
    """Write a file of curves that are told apart by these names alone; return its address."""
    view = threshold_view(MELON, special=(0.5,))
    models = [model_curves(name, MELON, auc=UNKNOWN, average_precision=UNKNOWN) for name in names]
    figure = curves_figure(view, operating_points(view.steps), Shown(models, 0.4), threshold=0.5, look=look)
    figure.write_html(path, post_script=motion.post_script(), include_plotlyjs="directory", auto_play=False)
    return path.as_uri()


@pytest.mark.parametrize("look", [Look(), Look(narrow=True)], ids=["side by side", "stacked"])
def test_whose_line_is_alone_is_told_however_its_name_is_written(page: Page, tmp_path: Path, look: Look) -> None:
    # Names are shortened: two are alike, and one begins others.
    first = "model_b of the year before last with all features"
    names = ["model_b", f"{first} (logistic)", f"{first} (logarithmic)", "logistic_regression"]
    page.goto(write_curves(names, tmp_path / "curves.html", look))
    entries = page.locator(".live-name:visible[tabindex='0']")
    told = "document.querySelector('.js-plotly-plot').toldAlone"
    expect(entries).to_have_count(len(names), timeout=WAIT)
    for k, one in enumerate(names):
        entries.nth(k).press("Enter")
        expect(entries.nth(k)).to_have_attribute("aria-pressed", "true", timeout=WAIT)
        assert page.evaluate(told) == one
    entries.last.press("Escape")
    expect(entries.last).to_have_attribute("aria-pressed", "false", timeout=WAIT)
    assert page.evaluate(told) is None


# Three models and two ways to choose a threshold: before an audience a legend has the names.
ENTRIES = 5
MANY = "costs?sample=breast-cancer&cost_planes=1&way_score_driven=1&way_rate_driven=1&present=1&lang=en"


@pytest.mark.thorough
def test_an_entry_of_a_legend_is_pressed_by_keys(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_page(page, f"{address}/{MANY}")
    expect_rest(page)
    entries = page.locator(".live-name.entry:visible")
    expect(entries).to_have_count(ENTRIES)
    page.locator(".live-grip:visible").last.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(entries.nth(1)).to_be_focused()
    assert (entries.nth(1).get_attribute("aria-label") or "").startswith("random_forest envelope area 0.0")
    page.keyboard.press("Enter")
    hidden = "document.querySelector('.js-plotly-plot').data.filter(trace => trace.visible === 'legendonly').length"
    expect(entries.nth(1)).to_have_attribute("aria-pressed", "true", timeout=WAIT)
    assert page.evaluate(hidden)
    # The drawing is another one, the keyboard is where it was.
    expect(entries.nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    expect(entries.nth(1)).to_have_attribute("aria-pressed", "false", timeout=WAIT)
    assert not page.evaluate(hidden)
    expect(page.locator(CRASH)).to_have_count(0)


def write_costs(path: Path) -> str:
    """Write a low file of costs, which has a legend; return its address."""
    view, names = threshold_view(MELON, special=(0.5,)), [f"model {k}" for k in range(ENTRIES)]
    at, lines = conditions(cost_curve(MELON), special=[0.4]), [cost_lines(name, MELON) for name in names]
    steps = operating_lines(view.steps)
    figure = costs_figure(view, steps, lines, at, threshold=0.5, condition=0.4, look=Look(height=LOW - 30))
    figure.write_html(path, post_script=motion.post_script(), include_plotlyjs="directory", auto_play=False)
    return path.as_uri()


def leave_alone_by_mouse(page: Page) -> None:
    """Click one entry, then another one: that is alone instead, and Escape brings the others back."""
    entries = page.locator(".live-name.entry:visible")
    expect(entries).to_have_count(ENTRIES, timeout=WAIT)
    # Slowly, too: Plotly counts clicks by the time between them.
    for k, held in ((2, 0), (1, 0), (0, 500), (2, 500)):
        box = entries.nth(k).bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, delay=held)
        expect(entries.nth(k)).to_have_attribute("aria-pressed", "true", timeout=WAIT)
        expect(page.locator(".live-name.entry[aria-pressed=true]")).to_have_count(1)
        expect(entries.nth(k)).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".live-name.entry[aria-pressed=true]")).to_have_count(0, timeout=WAIT)
    entries.nth(0).focus()
    page.keyboard.press("Enter")
    expect(entries.nth(0)).to_have_attribute("aria-pressed", "true", timeout=WAIT)
    entries.nth(2).focus()
    page.keyboard.press("Enter")
    expect(entries.nth(2)).to_have_attribute("aria-pressed", "true", timeout=WAIT)
    expect(page.locator(".live-name.entry[aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".live-name.entry[aria-pressed=true]")).to_have_count(0, timeout=WAIT)


@pytest.mark.thorough
def test_another_entry_is_alone_instead_and_escape_brings_all_back_after_a_click(
    page: Page, address: str, tmp_path: Path
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_page(page, f"{address}/{MANY}")
    expect_rest(page)
    leave_alone_by_mouse(page)
    page.goto(write_costs(tmp_path / "costs.html"))
    page.locator(GRIP).first.wait_for(timeout=WAIT)
    leave_alone_by_mouse(page)
