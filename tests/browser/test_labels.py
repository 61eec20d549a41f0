"""No label of a figure stands over another or leaves the figure, from a phone to a projector, in both languages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.acts import SIDEBAR, upload
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from tests.tiers import thorough

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

# From wide to narrow, so that the server is asked for the stacked figure once.
WIDTHS = (1920, 1440, 1280, 800, 390)
# Below this width of the window panels are stacked.
STACKED = 1000
PROJECTOR = {"width": 1280, "height": 720}
# Between which heights a figure is that has its panels stacked, side by side, or low.
HEIGHTS = {"stacked": (700, 9999), "two stacked": (535, 600), "wide": (430, 700), "low": (0, 430)}
# What is wrong with the labels, the pill of a handle among them; null while the figure is not yet drawn for the window.
# Everything is enlarged for a projector, so is what may be shared.
_WRONG = """([least, most]) => {
  const plot = [...document.querySelectorAll('[data-live=true] .js-plotly-plot')].find(e => e.getClientRects().length);
  const svg = plot?.querySelector('.main-svg'), [wide, high] = ['width', 'height'].map(of => svg?.getAttribute(of));
  if (!svg || Math.abs(wide - plot.clientWidth) > 1 || high < least || high > most) return null;
  const drawing = svg.getBoundingClientRect(), pixel = drawing.width / wide;
  const seen = e => e.textContent.trim() && e.getClientRects().length && getComputedStyle(e).visibility !== 'hidden';
  const labels = [...plot.querySelectorAll('.main-svg text, .live-pill')].filter(seen)
    .map(e => [e.textContent, e.getBoundingClientRect()]);
  const outside = ([, b]) => Math.max(drawing.left - b.left, drawing.top - b.top, b.right - drawing.right,
    b.bottom - drawing.bottom) > pixel;
  const over = ([, a], [, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > pixel
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > pixel;
  return [...labels.filter(outside).map(([text]) => `${text} leaves the figure`),
    ...labels.flatMap((a, i) => labels.slice(i + 1).filter(b => over(a, b)).map(b => `${a[0]} | ${b[0]}`))];
}"""
POINTS = "curves_area=1&curves_equal_error=1&curves_break_even=1&curves_hull=1"
WAYS = "way_fixed=1&way_score_driven=1&way_rate_driven=1&way_optimal=1&way_band=1&way_span=1"


def expect_apart(page: Page, how: str) -> None:
    """Wait until the labels of a figure drawn so are apart."""
    try:
        page.wait_for_function(
            f"heights => ({_WRONG})(heights)?.length === 0", arg=HEIGHTS[how], timeout=WAIT, polling=100
        )
    except TimeoutError:
        assert page.evaluate(_WRONG, HEIGHTS[how]) == [], f"{page.viewport_size}"
        raise


def expect_apart_at_every_width(page: Page, stacked: str = "stacked") -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        expect_apart(page, stacked if width < STACKED else "wide")


def expect_apart_before_an_audience(page: Page) -> None:
    page.set_viewport_size(PROJECTOR)
    expect_apart(page, "wide")
    expect_rest(page)
    page.locator(".st-key-present_button button").click(timeout=WAIT)
    expect_apart(page, "low")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("path", "language", "asked"),
    [
        thorough("confusion_matrix?sample=lecture-20", "en", ""),
        thorough("confusion_matrix?sample=two-models", "zh", "shares=column"),
        thorough("confusion_matrix?sample=rare-class", "en", "shares=all"),
        # The model it opens with gives labels, so it has no threshold.
        thorough("confusion_matrix?sample=digits", "zh", "model=logistic_regression"),
        thorough("curves?sample=lecture-20", "zh", ""),
        thorough("curves?sample=lecture-20", "en", f"{POINTS}&curves_iso=f1"),
        thorough("curves?sample=two-models", "en", f"{POINTS}&curves_iso=accuracy&curves_bands=1"),
        thorough("curves?sample=rare-class", "zh", ""),
        thorough("curves?sample=breast-cancer", "zh", "curves_show=det&curves_equal_error=1"),
        thorough("curves?sample=digits", "en", f"{POINTS}&curves_iso=cost&curves_moved=1&curves_prevalence=0.3"),
        thorough("costs?sample=breast-cancer", "zh", ""),
        thorough("costs?sample=lecture-20", "en", ""),
        thorough("costs?sample=lecture-20&cost_planes=1", "en", ""),
        thorough("costs?sample=two-models", "zh", WAYS),
        thorough("costs?sample=rare-class&cost_planes=1", "en", ""),
        thorough("costs?sample=breast-cancer", "en", "way_whole=1"),
        thorough("costs?sample=digits&cost_planes=1", "zh", ""),
        thorough("costs?sample=digits", "zh", "cost_units=money&way_whole=1"),
        ("significance?sample=breast-cancer", "zh", "question=two"),
        thorough("significance?sample=breast-cancer", "en", "question=two"),
        thorough("significance?sample=breast-cancer", "en", "question=one"),
        thorough("significance?sample=breast-cancer", "en", "question=lies"),
        thorough("significance?sample=breast-cancer", "zh", "question=lies"),
        thorough("calibration?sample=breast-cancer", "en", "pb_view=decision"),
        thorough("calibration?sample=two-models", "zh", "pb_view=decision"),
        thorough("calibration?sample=two-models", "en", "pb_view=ranking"),
        thorough("calibration?sample=lecture-20", "zh", "pb_view=ranking&pb_ranking=lift"),
        thorough("bias_variance?bv_polynomial=8", "en", ""),
        thorough("bias_variance?bv_show=learning", "zh", "bv_n=7"),
        thorough("bias_variance?bv_show=all", "en", "bv_sigma=0&bv_design=fixed"),
        thorough("costs?sample=melon-20", "zh", f"cost_units=money&way_whole=1&{WAYS}"),
    ],
)
def test_labels_keep_apart(page: Page, address: str, path: str, language: str, asked: str) -> None:
    page.set_viewport_size({"width": WIDTHS[0], "height": 900})
    # Many classes lead with all of them, without a threshold.
    page.goto(f"{address}/{path}&lang={language}&view=one&{asked}")
    # Costs without their planes are scores and bars alone.
    has_two = path.startswith("costs") and "cost_planes" not in path and not asked
    expect_apart_at_every_width(page, "two stacked" if has_two else "stacked")
    expect_apart_before_an_audience(page)


@pytest.mark.thorough
def test_labels_of_many_models_keep_apart(page: Page, address: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    truth = rng.random(200) < 0.4
    models = {f"model number {i + 1}": rng.normal(truth * (1 + i / 4)).round(3) for i in range(8)}
    file = tmp_path / "many.csv"
    pd.DataFrame({"truth": np.where(truth, "yes", "no"), **models}).to_csv(file, index=False)
    page.goto(f"{address}/data")
    expect_rest(page)
    upload(page, file)
    expect(page.locator(SIDEBAR)).to_contain_text("200 rows", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="ROC and P-R curves").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("ROC and P-R curves", timeout=WAIT)
    expect_apart_at_every_width(page)
    expect_apart_before_an_audience(page)
