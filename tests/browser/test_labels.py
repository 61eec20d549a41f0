"""No label of a figure stands over another or leaves the figure, from a phone to a projector, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, TimeoutError

from tests.browser.figure import WAIT

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

# From wide to narrow, so that the server is asked for the stacked figure once.
WIDTHS = (1920, 1440, 1280, 800, 390)
# Below this width of the window panels are stacked, and a figure is higher than this.
STACKED, HIGH = 1000, 700
# What is wrong with the labels, the pill of a handle among them; null while the figure is not yet drawn for the window.
_WRONG = """stacked => {
  const plot = [...document.querySelectorAll('[data-live=true] .js-plotly-plot')].find(e => e.getClientRects().length);
  const drawing = plot?.querySelector('.main-svg')?.getBoundingClientRect();
  if (!drawing || Math.abs(drawing.width - plot.clientWidth) > 1 || (drawing.height > HIGH) !== stacked) return null;
  const seen = e => e.textContent.trim() && e.getClientRects().length && getComputedStyle(e).visibility !== 'hidden';
  const labels = [...plot.querySelectorAll('.main-svg text, .live-pill')].filter(seen)
    .map(e => [e.textContent, e.getBoundingClientRect()]);
  const outside = ([, b]) => Math.max(drawing.left - b.left, drawing.top - b.top, b.right - drawing.right,
    b.bottom - drawing.bottom) > 1;
  const over = ([, a], [, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return [...labels.filter(outside).map(([text]) => `${text} leaves the figure`),
    ...labels.flatMap((a, i) => labels.slice(i + 1).filter(b => over(a, b)).map(b => `${a[0]} | ${b[0]}`))];
}""".replace("HIGH", str(HIGH))
SAMPLES = ("lecture-20", "two-models", "rare-class", "digits")


@pytest.mark.parametrize(
    ("name", "sample", "language"),
    [
        (name, sample, ("en", "zh")[(i + k) % 2])
        for i, name in enumerate(("confusion_matrix", "curves", "costs"))
        for k, sample in enumerate(SAMPLES)
    ],
)
def test_labels_keep_apart(page: Page, address: str, name: str, sample: str, language: str) -> None:
    page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    # Many classes lead with all of them, without a threshold.
    page.goto(f"{address}/{name}?sample={sample}&lang={language}&view=one")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        stacked = width < STACKED
        try:
            page.wait_for_function(f"stacked => ({_WRONG})(stacked)?.length === 0", arg=stacked, timeout=WAIT)
        except TimeoutError:
            assert page.evaluate(_WRONG, stacked) == [], f"{width} px"
            raise
