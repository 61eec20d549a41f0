"""What leaves the page works away from it: the figure without a server or a network, the readings in a table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from evalcore import metrics
from evalcore.counts import threshold_counts
from tests.browser.acts import downloaded, expect_address, expect_readings, expect_still, type_threshold, words
from tests.browser.driver import GRIP, grip_centre, open_page
from tests.browser.figure import PILL, WAIT, expect_counts, threshold
from tests.tiers import thorough
from ui.session.samples import SAMPLES, load

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def download(page: Page, name: str, to: Path) -> Path:
    """Click the button of this name and keep the file; what moves or is made anew would slip from under the click."""
    expect(page.locator('[data-testid="stApp"]')).to_have_attribute(
        "data-test-script-state", "notRunning", timeout=WAIT
    )
    button = page.get_by_role("button", name=name)
    expect_still(button)
    return downloaded(button, to)


def test_exports_hold_what_the_page_shows(
    page: Page, address: str, new_context: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    sample = load(SAMPLES["melon-20"])
    table = threshold_counts(sample.y_true, sample.scores["score"])
    open_page(page, f"{address}/confusion_matrix?sample=melon-20")
    type_threshold(page, 0.605)
    expect_readings(page, table.at(0.605))
    expect_address(page, t="0.605")
    figure = download(page, "Figure as HTML", tmp_path)
    readings = pd.read_csv(download(page, "Readings as CSV", tmp_path), encoding="utf-8-sig").set_index("metric")

    cm = table.at(0.605)
    value = readings["value"].astype(float)
    wanted = {"threshold": 0.605, "tp": 6, "fn": 2, "fp": 3, "tn": 9}
    assert value[list(wanted)].to_dict() == wanted
    found = metrics.readings(cm)
    assert list(value.index) == [*wanted, *("F1 (beta = 1)" if r.name == "f_beta" else r.name for r in found)]
    for column in ("value", "low", "high"):
        right = [getattr(reading, column) for reading in found]
        np.testing.assert_array_equal(readings[column].astype(float).to_numpy()[len(wanted) :], right)

    alone = new_context()
    alone.set_offline(True)
    away = alone.new_page()
    away.goto(figure.as_uri())
    away.locator(GRIP).wait_for(timeout=WAIT)
    expect(away.locator("h1")).to_contain_text("Confusion matrix: score")
    about = "Twenty melons: score, positive class 1, 20 rows. Saved at t = 0.605."
    expect(away.locator(".shown > .hint")).to_have_text(about)
    expect_counts(away, table, 0.605)
    x, y = grip_centre(away)
    away.mouse.move(x, y)
    away.mouse.down()
    seen = set()
    for pixels in (120, -150, 250):
        before = away.locator(PILL).text_content() or ""
        away.mouse.move(x + pixels, y, steps=5)
        expect(away.locator(PILL)).not_to_have_text(before, timeout=WAIT)
        expect_counts(away, table)
        seen.add(threshold(away))
    away.mouse.up()
    assert len(seen) == 3


def opened_away(new_context: Callable[[], BrowserContext], path: Path) -> Page:
    """Open a file without a network, and wait until it is drawn."""
    alone = new_context()
    alone.set_offline(True)
    away = alone.new_page()
    away.goto(path.as_uri())
    away.locator("body[data-drawn]").wait_for(state="attached", timeout=WAIT)
    return away


@pytest.mark.thorough
def test_the_sentence_of_a_file_follows_a_handle_that_is_no_threshold(
    page: Page, address: str, new_context: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    page.goto(f"{address}/hypotheses")
    page.locator(".live-grip:visible").first.wait_for(timeout=WAIT)
    away = opened_away(new_context, download(page, "Figure as HTML", tmp_path))
    sentence = away.locator(".sentence")
    expect(sentence).to_have_text("No example seen yet: all 65 hypotheses remain.")
    away.locator(".live-grip:visible").first.focus()
    away.keyboard.press("ArrowRight")
    away.keyboard.press("ArrowRight")
    expect(sentence).to_have_text("Example 2 strikes out 4: 4 of 65 hypotheses remain.", timeout=WAIT)
    expect(sentence).not_to_have_attribute("data-stale", "")


@pytest.mark.thorough
def test_a_file_names_a_model_as_it_is_called(
    page: Page, address: str, new_context: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    page.goto(f"{address}/significance?sample=two-models&question=one")
    page.locator(".live-grip:visible").first.wait_for(timeout=WAIT)
    away = opened_away(new_context, download(page, "Figure as HTML", tmp_path))
    expect(away.locator("main")).to_contain_text("Errors of model_a at t = 0.5, positive class 1.")
    expect(away.locator("main")).not_to_contain_text("\\")


@pytest.mark.parametrize(
    ("path", "width"),
    [thorough("confusion_matrix?sample=two-models&lang=en", 1280), thorough("curves?sample=digits&lang=zh", 390)],
)
def test_what_a_file_draws_is_read_as_a_table_by_keys(
    address: str, new_context: Callable[[], BrowserContext], tmp_path: Path, path: str, width: int
) -> None:
    page, language = new_context().new_page(), path[-2:]
    open_page(page, f"{address}/{path}")
    away = opened_away(new_context, download(page, words("Figure as HTML, its handle included", language), tmp_path))
    away.set_viewport_size({"width": width, "height": 800})
    box = away.locator("summary")
    expect(box).to_have_text(words("What is drawn, as a table", language))
    table = away.get_by_role("region").first
    expect(table).to_be_hidden()
    box.focus()
    away.keyboard.press("Enter")
    expect(table).to_be_visible()
    away.keyboard.press("Tab")
    expect(table).to_be_focused()
    # The handle of a file moves on, and the table stays: it has the place, and does not say that it is here.
    expect(table.get_by_role("rowheader").filter(has_text=words("{place} (now)", language)[7:])).to_have_count(0)
    expect(table.get_by_role("rowheader").first).to_be_visible()
    assert away.evaluate("document.documentElement.scrollWidth") <= width
    assert Axe().run(away, options={"resultTypes": ["violations"]}).violations_count == 0
