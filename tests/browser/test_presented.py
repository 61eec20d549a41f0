"""Before an audience all that is written is large enough to be read from the last row."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest, expect_soon
from tests.browser.test_layout import PAGES
from tests.tiers import thorough
from ui.frame.steps import STEPS

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SMALLEST = 20
# Every text of the first screen, as large as it is seen: of a drawing its matrix says so, of the page what enlarges all
# of it, and the zoom of a part. What is typed in a field is a text, too.
_TEXTS = """() => {
  const main = document.querySelector('[data-testid=stMain]'), found = [];
  const clipped = e => { for (let one = e; one; one = one.parentElement)
    if (getComputedStyle(one).clipPath.startsWith('inset(50')) return true; return false; };
  const look = (e, box, text) => {
    if (e.closest('style, script, .katex, [data-testid=stIconMaterial]') || !text.trim() || clipped(e)) return;
    if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
    if (!box.width || box.bottom < 0 || box.top > innerHeight || box.right < 0) return;
    const matrix = e.getScreenCTM?.(), app = document.querySelector('[data-testid=stApp]');
    const larger = matrix ? Math.hypot(matrix.a, matrix.b)
      : e.currentCSSZoom * app.getBoundingClientRect().width / app.offsetWidth;
    found.push([parseFloat(getComputedStyle(e).fontSize) * larger, text.trim().slice(0, 40)]);
  };
  const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    range.selectNodeContents(node);
    look(node.parentElement, range.getBoundingClientRect(), node.textContent);
  }
  main.querySelectorAll('input').forEach(e => look(e, e.getBoundingClientRect(), e.value));
  return found.sort((a, b) => a[0] - b[0]);
}"""
SCENES = [
    f"{step.page}?{'&'.join(f'{name}={value}' for name, value in step.asked.items())}&path={key}"
    for key, step in STEPS.items()
]


@pytest.mark.parametrize("language", ["en", thorough("zh")])
@pytest.mark.parametrize("path", ["costs?sample=lecture-20", SCENES[0], *map(thorough, (*PAGES, *SCENES[1:]))])
def test_nothing_that_is_presented_is_small(page: Page, address: str, path: str, language: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{address}/{path}&lang={language}&present=1")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    page.locator(".js-plotly-plot .main-svg").first.wait_for(state="attached", timeout=WAIT)
    expect_rest(page)
    asks = page.locator(".st-key-path_line p" if "path=" in path else ".st-key-head_asks p").first
    expect(asks).to_be_visible(timeout=WAIT)
    expect(page.locator("h1")).to_be_in_viewport()
    assert asks.evaluate("e => e.scrollWidth <= e.clientWidth && e.getBoundingClientRect().bottom < 200"), path

    def hold() -> None:
        seen = page.evaluate(_TEXTS)
        small = [text for text in seen if text[0] < SMALLEST - 0.01]
        assert seen, path
        assert small == [], path

    expect_soon(page, hold)
    if path == "costs?sample=lecture-20":
        # The answer has three lines there, and what the bars are of stands below them on the screen all the same.
        title = page.locator(".x2title").bounding_box()
        assert title is not None
        assert title["y"] + title["height"] <= 720
