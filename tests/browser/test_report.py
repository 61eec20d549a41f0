"""The report: made beside the title, opened from disk without a network, dragged, left out of, and printed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from plotly.offline import get_plotlyjs

from evalcore import report
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.figures.confusion_matrix.figure import threshold_figure
from evalcore.figures.layout import Look
from evalcore.views.threshold import threshold_view
from tests.browser.acts import downloaded
from tests.browser.driver import GRIP, grip_centre, open_page
from tests.browser.figure import PILL, WAIT, expect_counts, threshold
from tests.tiers import thorough
from ui.session.samples import SAMPLES, load
from ui.shared.text import catalogue

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

# Four pages of a processor that others use, too.
MADE = 300_000
# What of the page reaches beyond its window, and which words of a figure lie on others.
_OVER = "() => document.documentElement.scrollWidth - innerWidth"
_WORDS = """() => [...document.querySelectorAll('.js-plotly-plot')].flatMap(chart => {
  const texts = ['.xtick text', '.ytick text', '.annotation-text', '.g-xtitle text', '.g-ytitle text'].join();
  const words = [...chart.querySelectorAll(texts)]
    .filter(node => node.textContent.trim() && node.checkVisibility({ visibilityProperty: true }))
    .map(node => [node.textContent, node.getBoundingClientRect()]);
  const lies = (a, b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 4 && b.top < a.bottom - 4;
  return words.flatMap(([text, box], i) => words.slice(i + 1)
    .filter(([, other]) => lies(box, other)).map(([other]) => `${text} | ${other}`));
})"""
_BEYOND = """() => [...document.querySelectorAll('.formulas li')].filter(line => {
  const room = line.getBoundingClientRect(), parts = [...line.querySelectorAll('mi, mn, mo, mtext')];
  return parts.some(part => { const box = part.getBoundingClientRect();
    return box.height && (box.top < room.top || box.bottom > room.bottom || box.right > room.right + 1); });
}).map(line => line.textContent)"""
_INK = "node => getComputedStyle(node).color"


def made(page: Page, address: str, asked: str, language: str, to: Path, *, everything: bool = False) -> Path:
    """Have a report made, and save it."""
    said = catalogue(language)
    open_page(page, f"{address}/{asked}&lang={language}")
    page.locator(".st-key-report button").first.click(timeout=WAIT)
    if everything:
        page.locator(".st-key-report_of label").last.click(timeout=WAIT)
    page.locator(".st-key-report_make button").click(timeout=WAIT)
    save = page.get_by_role("button", name=said.get("Save the report", "Save the report"))
    expect(save).to_be_visible(timeout=MADE)
    return downloaded(save, to)


def opened(context: BrowserContext, path: Path, *, width: int, scheme: str) -> Page:
    """Open a file without a network."""
    context.set_offline(True)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(path.as_uri())
    page.locator("body[data-drawn]").wait_for(state="attached", timeout=WAIT)
    page.locator(GRIP).first.wait_for(timeout=WAIT)
    return page


def pages_of(printed: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def melons() -> ThresholdCounts:
    sample = load(SAMPLES["melon-20"])
    return threshold_counts(sample.y_true, sample.scores["score"])


@pytest.mark.parametrize("look", [("en", 1280, "light"), thorough(("zh", 390, "dark"))])
def test_the_report_of_a_page_says_at_each_step_what_the_page_would(
    page: Page,
    address: str,
    new_context: Callable[[], BrowserContext],
    tmp_path: Path,
    look: tuple[str, int, str],
) -> None:
    table, (language, width, scheme) = melons(), look
    path = made(page, address, "confusion_matrix?sample=melon-20&t=0.605", language, tmp_path)
    away = opened(new_context(), path, width=width, scheme=scheme)
    expect_counts(away, table, 0.605)
    assert away.evaluate(_OVER) <= 0
    assert away.evaluate(_WORDS) == []
    ink = away.locator("body").evaluate(_INK)
    assert ink == ("rgb(230, 235, 240)" if scheme == "dark" else "rgb(28, 39, 51)")
    assert away.locator(".figure .xtick text").first.evaluate("node => getComputedStyle(node).fill") == ink

    row = away.locator("#section-1 tbody tr").filter(has_text=re.compile("^(recall|查全率)")).first
    away.locator(GRIP).scroll_into_view_if_needed()
    x, y = grip_centre(away)
    away.mouse.move(x, y)
    away.mouse.down()
    away.mouse.move(x + 40, y, steps=5)
    expect(away.locator("#section-0 .sentence")).not_to_contain_text("0.605", timeout=WAIT)
    t = threshold(away)
    cm = expect_counts(away, table, t)
    expect(away.locator("#section-0 .sentence")).to_contain_text(f"t = {t:g}")
    expect(row).to_contain_text(f"{cm.tp / (cm.tp + cm.fn):.3f}")
    # What was said of the threshold before is dimmed, and one click leads back.
    expect(away.locator("#section-1 .notes")).to_have_attribute("data-stale", "")
    expect(away.locator("#section-1 .written")).to_contain_text("t = 0.605")
    away.mouse.up()
    away.locator("#section-1 .written button").click()
    expect_counts(away, table, 0.605)
    expect(away.locator("[data-stale]")).to_have_count(0)

    # Figure, readings, and the formulas with their numbers.
    assert away.locator("#section-2 math").count() > 8
    assert away.evaluate(_BEYOND) == []
    printed = away.pdf(prefer_css_page_size=True)
    assert pages_of(printed) == {"en": 3, "zh": 2}[language]
    # On paper it still says what it is about, and no fraction reaches beyond its line, where a page may end.
    away.emulate_media(media="print")
    expect(away.locator("#section-0 .shown > .hint")).to_be_visible()
    assert away.evaluate(_BEYOND) == []
    away.emulate_media(media="null")
    for number in (1, 2):
        away.locator(f'input[data-section="{number}"]').uncheck()
        expect(away.locator(f"#section-{number}")).to_be_hidden()
    assert pages_of(away.pdf(prefer_css_page_size=True)) == 1


@pytest.mark.thorough
def test_all_pages_fit_a_phone_and_paper(
    page: Page, address: str, new_context: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    path = made(page, address, "costs?sample=two-models&cost_fn=5&cost_fp=1", "en", tmp_path, everything=True)
    assert path.stat().st_size < 6_000_000
    away = opened(new_context(), path, width=390, scheme="light")
    assert away.evaluate(_OVER) <= 0
    assert away.locator(".part").count() == 5
    printed = away.pdf(prefer_css_page_size=True)
    assert 6 <= pages_of(printed) <= 12
    away.emulate_media(media="print")
    cut = away.evaluate(
        """() => [...document.querySelectorAll('table, .js-plotly-plot')]
          .filter(one => one.getBoundingClientRect().width > 680).length"""
    )
    assert cut == 0
    # A figure that has a width of its own is as wide on a screen, but not on paper.
    away.emulate_media(media="screen")
    away.set_viewport_size({"width": 1280, "height": 900})
    away.locator(".js-plotly-plot").first.wait_for(timeout=WAIT)
    away.emulate_media(media="print")
    wide = "nodes => Math.max(...nodes.map(node => node.getBoundingClientRect().width))"
    assert away.locator(".js-plotly-plot").evaluate_all(wide) <= 680
    # Light on paper, whatever the screen.
    away.emulate_media(media="print", color_scheme="dark")
    assert away.locator("body").evaluate(_INK) == "rgb(28, 39, 51)"


# A print right after the file was opened comes before Plotly is unpacked.
_NEVER_UNPACKS = """window.DecompressionStream = class {
  constructor() { return new TransformStream({ transform: () => new Promise(() => {}) }); }
};"""


def test_a_file_that_is_printed_at_once_has_its_figures(
    new_context: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    view = threshold_view(melons(), special=(0.605,))
    wide, narrow = (threshold_figure(view, threshold=0.605, look=Look(narrow=one)) for one in (False, True))
    path = tmp_path / "report.html"
    path.write_text(report.write_html([report.Section("Readings", figure=wide, narrow=narrow)], title="A"), "utf-8")
    alone = new_context()
    alone.add_init_script(_NEVER_UNPACKS)
    page = alone.new_page()
    page.goto(path.as_uri())
    assert page.locator(".main-svg").count() == 0
    printed = page.pdf(prefer_css_page_size=True)
    assert pages_of(printed) == 1
    assert page.locator(".main-svg").count() > 0
    assert page.locator(PILL).first.text_content() == "t = 0.605"
    # What was unpacked at once is Plotly to the last letter.
    plotly = page.evaluate("unpackedNow(document.getElementById('plotly').textContent)")
    assert plotly == get_plotlyjs()
