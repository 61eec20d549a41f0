"""Figures of a notebook in a page without a network: frames of their own, Plotly carried by one of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, FrameLocator, Page, expect

from evalcore.counts import threshold_counts
from evalcore.workbench import workbench
from tests.browser.figure import WAIT
from tests.browser.planes import expect_soon
from tests.tiers import thorough

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

RNG = np.random.default_rng(10)
Y = RNG.random(300) < 0.4
SCORES = np.clip(0.35 + 0.3 * Y + RNG.normal(0, 0.2, 300), 0, 1).round(2)
DARK = "rgb(17, 22, 28)"


def frame(page: Page, place: int) -> FrameLocator:
    return page.locator("iframe").nth(place).content_frame


@pytest.fixture
def notebook(tmp_path: Path) -> Callable[[str], str]:
    """Return what writes a page as a notebook has it: the second figure stands before the one that carries Plotly."""

    def write(style: str) -> str:
        bench = workbench(Y, SCORES)
        outputs = [
            bench.calibration()._repr_html_().replace('id=&quot;plotly&quot;', 'id=&quot;none&quot;'),
            bench.matrix(0.4)._repr_html_(),
        ]  # fmt: skip
        page = tmp_path / "notebook.html"
        page.write_text(f'<!doctype html><meta charset="utf-8"><body style="{style}">{"<hr>".join(outputs)}', "utf-8")
        return page.as_uri()

    return write


def test_figures_move_without_a_server_and_share_plotly(
    notebook: Callable[[str], str], new_context: Callable[[], BrowserContext]
) -> None:
    context = new_context()
    context.set_offline(True)
    page = context.new_page()
    page.goto(notebook("background: #111; color: #ddd"))
    figure = frame(page, 1)
    figure.locator(".live-grip").wait_for(timeout=WAIT)
    frame(page, 0).locator("#chart .main-svg").first.wait_for(timeout=WAIT)

    counts = threshold_counts(Y, SCORES)

    def expect_said(threshold: float) -> None:
        cm = counts.at(threshold)
        said = f"t = {threshold}: TP {cm.tp}, FN {cm.fn}, FP {cm.fp}, TN {cm.tn} · precision "
        expect(figure.locator("#said")).to_contain_text(said, timeout=WAIT)

    expect_said(0.4)
    figure.locator(".live-grip").focus()
    page.keyboard.press("ArrowRight")
    expect_said(0.41)
    # The text around is light, so the ground is dark; and the frame is as high as what stands in it.
    expect(figure.locator("body")).to_have_css("background-color", DARK)
    inner = figure.locator("body").bounding_box()
    outer = page.locator("iframe").nth(1).bounding_box()
    assert inner is not None
    assert outer is not None
    assert abs(inner["height"] - outer["height"]) <= 1


@pytest.mark.thorough
def test_on_a_narrow_page_panels_stand_below_each_other(
    notebook: Callable[[str], str], new_context: Callable[[], BrowserContext]
) -> None:
    page = new_context().new_page()
    page.set_viewport_size({"width": 420, "height": 800})
    page.goto(notebook("color: #222"))
    figure = frame(page, 1)
    figure.locator(".live-grip").wait_for(timeout=WAIT)
    expect(figure.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    chart = figure.locator("#chart").bounding_box()
    assert chart is not None
    assert chart["height"] > 2 * chart["width"]
    page.set_viewport_size({"width": 1100, "height": 800})
    # A frame that is out of sight draws nothing until it is seen.
    page.locator("iframe").nth(1).scroll_into_view_if_needed(timeout=WAIT)
    expect_soon(page, lambda: expect_low(figure))
    expect(figure.locator("#chart .live-grip")).to_have_count(1, timeout=WAIT)


def expect_low(figure: FrameLocator) -> None:
    # Where Plotly has followed a window, only its full layout knows a height.
    assert figure.locator("#chart").evaluate("chart => chart._fullLayout.height") < 700


@pytest.mark.parametrize(("language", "rows"), [thorough("en", "300 rows"), ("zh", "300行")])
def test_the_app_opens_on_the_arrays(new_context: Callable[[], BrowserContext], language: str, rows: str) -> None:
    bench = workbench(np.where(Y, "ill", "well"), {"forest": SCORES}, pos_label="ill")
    with bench.open(name="week 3", browser=False, language=language) as app:
        page = new_context().new_page()
        page.goto(app.address.replace("127.0.0.1", "localhost"))
        page.locator(".live-grip").first.wait_for(timeout=2 * WAIT)
        expect(page.get_by_test_id("stSidebar")).to_contain_text("week 3", timeout=WAIT)
        expect(page.get_by_test_id("stSidebar")).to_contain_text(rows, timeout=WAIT)
        expect(page).to_have_url(re.compile(r"confusion_matrix\?(lang=zh&)?source=file(&lang=zh)?$"), timeout=WAIT)
        page.goto("about:blank")  # a page whose server ends asks for it
    assert app.process.returncode is not None
