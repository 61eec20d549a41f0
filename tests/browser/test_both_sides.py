"""Chosen on validation, reported on test, in five clicks; both sides follow the handle, and names are no markup."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.decisions import Wish, carried
from tests.browser.acts import CRASH, SIDEBAR, answer, control, upload
from tests.browser.driver import GRIP
from tests.browser.figure import WAIT, holding_grip
from tests.browser.planes import expect_rest
from ui.shared.numbers import interval, number

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

# The other part is called so that it would be a picture.
TEST = "test<img src=x onerror=document.title='hit'>"
_BEHIND = """() => [...document.querySelectorAll('.js-plotly-plot')].filter(e => e.getClientRects().length)
  .flatMap(plot => [...plot.querySelectorAll('g.subplot.x2y2 .textpoint')])
  .map(text => text.textContent).filter(text => text.startsWith('validation'))"""


def table(n: int = 600) -> pd.DataFrame:
    rng = np.random.default_rng(8)
    truth, part = rng.random(n) < 0.4, np.repeat(["validation", TEST], n // 2)
    score = rng.random(n) * 0.6 + np.where(part == TEST, 0.25, 0.35) * truth
    return pd.DataFrame({"y": truth.astype(int), "score": score.round(3), "split": part})


def of(frame: pd.DataFrame, part: str) -> ThresholdCounts:
    rows = frame[frame["split"] == part]
    return threshold_counts(rows["y"] == 1, rows["score"])


def behind(counts: ThresholdCounts, t: float) -> list[str]:
    """Return what stands small in the cells: of TP, FN, FP and TN."""
    cm = counts.at(t)
    cells, rows = (cm.tp, cm.fn, cm.fp, cm.tn), (counts.n_pos, counts.n_pos, counts.n_neg, counts.n_neg)
    return [f"validation {part / of_row:.1%}" for part, of_row in zip(cells, rows, strict=True)]


def expect_behind(page: Page, wanted: list[str]) -> None:
    page.wait_for_function(
        f"wanted => JSON.stringify(({_BEHIND})()) === JSON.stringify(wanted)", arg=wanted, timeout=WAIT
    )


@pytest.mark.thorough
def test_chosen_on_validation_and_reported_on_test(page: Page, address: str, tmp_path: Path) -> None:
    frame, file = table(), tmp_path / "parts.csv"
    frame.to_csv(file, index=False)
    page.goto(f"{address}/data")
    upload(page, file)
    # Five clicks from here on.
    answer(page, "ask_part", "test")
    expect(page.locator(SIDEBAR)).to_contain_text("300 rows", timeout=WAIT)
    expect_rest(page)
    page.locator(".st-key-see_matrix button").click(timeout=WAIT)
    page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
    expect_rest(page)
    page.get_by_role("button", name="Choose the threshold").click(timeout=WAIT)
    page.locator(".st-key-wish_chosen_on").get_by_text("validation", exact=True).click(timeout=WAIT)
    expect(page.get_by_text("Chosen on validation, reported on test")).to_be_visible(timeout=WAIT)
    expect_rest(page)
    take = page.locator(".st-key-take_wish button")
    take.click(timeout=WAIT)
    expect(take).to_be_hidden(timeout=WAIT)

    here, there = of(frame, "validation"), of(frame, TEST)
    found = carried(here, there, Wish("precision", at_least={"recall": 0.9}))
    chosen = page.locator(".st-key-chosen")
    expect(chosen).to_contain_text("t was chosen on validation", timeout=WAIT)
    for a, b, apart in zip(found.here, found.there, found.differences, strict=True):
        if a.name in ("precision", "recall"):
            expect(chosen).to_contain_text(f"{number(a.value)} there, {number(b.value)} on test")
            expect(chosen).to_contain_text(f"difference {number(apart.value)} {interval(apart.low, apart.high)}")
    expect_behind(page, behind(here, found.threshold))

    with holding_grip(page) as move:
        for pixels in (60, -150):
            now = move(pixels)
            expect_behind(page, behind(here, now))
    expect(control(page, "t")).to_have_value(f"{now:.10g}", timeout=WAIT)
    expect(chosen).to_contain_text("By hand; before that t was chosen on validation", timeout=WAIT)
    expect_behind(page, behind(here, now))
    # Names from the file have done nothing.
    assert page.title() != "hit"
    expect(page.locator("img[src=x]")).to_have_count(0)
    expect(page.locator(CRASH)).to_have_count(0)
    # It stays on the other pages.
    page.locator(SIDEBAR).get_by_role("link", name="ROC and P-R curves").click(timeout=WAIT)
    expect(chosen).to_contain_text("By hand; before that t was chosen on validation", timeout=WAIT)
