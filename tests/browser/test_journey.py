"""The way from a file to a threshold and a link, as a visitor goes it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from evalcore.counts import ThresholdCounts, threshold_counts
from tests.browser.acts import (
    ERROR,
    READING,
    SIDEBAR,
    address_bar,
    asked,
    choose,
    control,
    expect_address,
    expect_readings,
    remove,
    speak,
    upload,
    words,
)
from tests.browser.driver import GRIP, open_page
from tests.browser.figure import WAIT, counts, drag, expect_counts, holding_grip, places
from ui.session.samples import SAMPLES, load

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

TRUTH, DECOY, SCORE = "bought, later?", "label", "P(buy) – model *B*"


def awkward_file(folder: Path) -> tuple[Path, ThresholdCounts]:
    """Write a file in which another column looks more like the truth; return it with the counts that are right."""
    rng = np.random.default_rng(3)
    bought = rng.random(60) < 0.4
    seen = rng.random(60) < 0.5
    score = np.clip(0.3 * bought + 0.7 * rng.random(60), 0, 1).round(2)
    table = pd.DataFrame({"row, id": np.arange(60), DECOY: seen.astype(int), TRUTH: bought.astype(int), SCORE: score})
    path = folder / "shop, June.csv"
    table.to_csv(path, index=False)
    return path, threshold_counts(bought, score)


@pytest.mark.thorough
def test_from_a_file_to_a_threshold_in_two_languages(page: Page, address: str, tmp_path: Path) -> None:
    file, table = awkward_file(tmp_path)
    page.goto(f"{address}/data")
    upload(page, file)
    expect(control(page, "map_truth")).to_have_value(DECOY, timeout=WAIT)
    remove(page, "map_labels", TRUTH)
    choose(page, "map_truth", TRUTH)
    expect(page.locator(f"{SIDEBAR}")).to_contain_text("shop, June.csv", timeout=WAIT)
    # The choice has reached the server when the share of positives is that of the chosen column.
    share = f"{table.n_pos / (table.n_pos + table.n_neg):.1%}"
    expect(page.locator(SIDEBAR)).to_contain_text(f"{share} of the rows", timeout=WAIT)
    expect(page.locator(ERROR)).to_have_count(0)

    page.locator(SIDEBAR).get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
    page.locator("[data-live=true]").wait_for(timeout=WAIT)
    expect_counts(page, table, 0.5)
    expect_readings(page, table.at(0.5))

    before, start = page.locator(READING).all_text_contents(), places(page)
    with holding_grip(page) as move:
        seen = []
        for pixels in (120, 120, -300):
            t = move(pixels)
            cm = expect_counts(page, table)
            assert (cm.tp + cm.fn, cm.fp + cm.tn) == (table.n_pos, table.n_neg)
            seen.append((t, tuple(counts(page).values()), places(page)))
        assert len({state[:2] for state in seen}) == 3
        rules = [start.strip_rule, *(where.strip_rule for _t, _counts, where in seen)]
        markers = [start.marker_threshold[0], *(where.marker_threshold[0] for _t, _counts, where in seen)]
        assert np.sign(np.diff(rules)).tolist() == np.sign(np.diff(markers)).tolist() == [1, 1, -1]
        # The mouse is still down: the server knows nothing yet.
        assert page.locator(READING).all_text_contents() == before
    released = seen[-1][0]
    expect_readings(page, table.at(released))
    expect(control(page, "t")).to_have_value(f"{released:.10g}", timeout=WAIT)
    expect_address(page, t=repr(released), sample=None)

    speak(page, "zh")
    expect(page.locator("h1")).to_have_text(words("Confusion matrix", "zh"), timeout=WAIT)
    names = [words(name, "zh") for name in ("precision", "recall", "F1", "accuracy")]
    expect(page.locator('[data-testid="stMetricLabel"]')).to_have_text(names, timeout=WAIT)
    expect_address(page, lang="zh", t=repr(released))
    expect_counts(page, table, released)
    expect_readings(page, table.at(released))


@pytest.mark.thorough
def test_a_link_brings_back_the_view_of_a_sample(
    page: Page, address: str, new_context: Callable[[], BrowserContext]
) -> None:
    mine = load(SAMPLES["two-models"])
    # Turned over: 0 is now the class looked for, and a high score speaks for it.
    table = threshold_counts(~mine.y_true, mine.scores["model_b"])
    open_page(page, f"{address}/confusion_matrix?sample=two-models")
    choose(page, "model", "model_b")
    expect_counts(page, threshold_counts(mine.y_true, mine.scores["model_b"]))
    page.locator(".st-key-swap button").click()
    expect(control(page, "positive")).to_have_value("0", timeout=WAIT)
    speak(page, "zh")
    expect(page.locator(GRIP)).to_have_attribute("aria-label", words("threshold t", "zh"), timeout=WAIT)
    expect_counts(page, table, 0.5)
    t = drag(page, 150)
    expect_address(page, t=repr(t))
    assert asked(page) == {"sample": "two-models", "model": "model_b", "positive": "0", "lang": "zh", "t": repr(t)}

    other = new_context().new_page()
    open_page(other, address_bar(page))
    expect(control(other, "model")).to_have_value("model_b", timeout=WAIT)
    expect(control(other, "positive")).to_have_value("0", timeout=WAIT)
    expect(control(other, "t")).to_have_value(f"{t:.10g}", timeout=WAIT)
    expect(other.locator("h1")).to_have_text(words("Confusion matrix", "zh"), timeout=WAIT)
    expect(other.locator(".st-key-lang [aria-checked=true]")).to_have_text("中文", timeout=WAIT)
    expect_counts(other, table, t)
    expect_readings(other, table.at(t))
    assert asked(other) == asked(page)
    # One choice changed in the opened link leaves the others as they were.
    other.locator(".st-key-swap button").click()
    expect(control(other, "positive")).to_have_value("1", timeout=WAIT)
    turned = threshold_counts(mine.y_true, mine.scores["model_b"])
    expect_readings(other, turned.at(t))
    expect_counts(other, turned, t)
    expect_address(other, lang="zh", model="model_b", positive=None, t=repr(t))


def test_the_language_of_a_link_outlasts_the_next_click(page: Page, address: str) -> None:
    page.goto(f"{address}/data?lang=zh")
    chosen = page.locator(".st-key-lang [aria-checked=true]")
    for positive in ("n", "p"):
        expect(chosen).to_have_text("中文", timeout=WAIT)
        page.locator(".st-key-swap button").click(timeout=WAIT)
        expect(control(page, "positive")).to_have_value(positive, timeout=WAIT)
    expect(chosen).to_have_text("中文", timeout=WAIT)
    expect(page.locator("h1")).to_have_text(words("Load predictions", "zh"), timeout=WAIT)
    expect_address(page, lang="zh", positive=None)
