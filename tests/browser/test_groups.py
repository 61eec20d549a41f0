"""Groups live under the handle: choose a column, drag, and every number agrees with `by_group`; names are no markup."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, TimeoutError, expect

from evalcore.decisions import ByGroup, by_group
from tests.browser.acts import CRASH, SIDEBAR, choose, control, type_threshold, upload
from tests.browser.driver import GRIP
from tests.browser.figure import PLOT, WAIT, holding_grip, threshold
from tests.browser.planes import expect_rest
from ui.shared.numbers import interval, number

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

HOSTILE = ("<img src=x onerror=document.title='hit'>", "%{x} $y$ **m** [a](javascript:x)")
# What the figure writes at the right of each row, from the top: value, TP, FN, FP, TN, a column each.
_COLUMNS = """() => {
  const plot = [...document.querySelectorAll('.js-plotly-plot')].find(e => e.getClientRects().length);
  const texts = plot ? [...plot.querySelectorAll('g.subplot.x4y4 .textpoint')] : [];
  return texts.map(text => text.textContent).slice(5); }"""

# How many dots of groups are hollow as they are drawn; the page gives ink its colour.
_HOLLOW = """() => [...document.querySelectorAll('.st-key-groups_chart [data-ink] .point')]
  .filter(point => getComputedStyle(point).fill === 'none').length"""


def table(n: int = 600) -> pd.DataFrame:
    rng = np.random.default_rng(4)
    truth = rng.random(n) < 0.4
    region = rng.choice(["north", "south", *HOSTILE], n, p=[0.4, 0.3, 0.2, 0.1])
    # So few rows that their dot is hollow.
    region[:12] = "west"
    score = np.round(rng.random(n) * 0.6 + 0.3 * truth, 3)
    return pd.DataFrame(
        {"y": np.where(truth, "p", "n"), "score": score, "region": region, "age": rng.integers(18, 90, n)}
    )


def found(frame: pd.DataFrame, t: float) -> ByGroup:
    return by_group(frame["y"] == "p", frame["score"], frame["region"], t, names=["recall"])


def shown(frame: pd.DataFrame, t: float, order: list[str | None]) -> list[str]:
    """Return what the figure has to write at a threshold, all rows first, the groups in the order it was drawn in."""
    by_name = {row.group: row for row in found(frame, t)}
    rows = [by_name[name] for name in order]
    truth, called = frame["y"] == "p", frame["score"] >= t
    whole = [np.count_nonzero(truth & called), np.count_nonzero(truth & ~called)]
    whole += [np.count_nonzero(~truth & called), np.count_nonzero(~truth & ~called)]
    value = [number(found(frame, t).whole[0].value), *(number(row.readings[0].value) for row in rows)]
    cells = [
        [f"{int(whole[k]):,}", *(f"{int(getattr(row.confusion, name)):,}" for row in rows)]
        for k, name in enumerate(("tp", "fn", "fp", "tn"))
    ]
    return [text for column in (value, *cells) for text in column]


def expect_shown(page: Page, wanted: list[str]) -> None:
    """Wait until the figure writes these texts, in this order, behind the names of the columns."""
    try:
        is_shown = f"wanted => JSON.stringify(({_COLUMNS})()) === JSON.stringify(wanted)"
        page.wait_for_function(is_shown, arg=wanted, timeout=WAIT)
    except TimeoutError:
        assert page.evaluate(_COLUMNS) == wanted


def test_a_column_is_chosen_and_the_groups_follow_the_handle(page: Page, address: str, tmp_path: Path) -> None:
    frame, file = table(), tmp_path / "groups.csv"
    frame.to_csv(file, index=False)
    page.goto(f"{address}/data")
    upload(page, file)
    expect(page.locator(SIDEBAR)).to_contain_text("600 rows", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
    page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
    choose(page, "groups_by", "region")
    expect(page.locator(".st-key-groups_chart")).to_be_visible(timeout=WAIT)
    expect_rest(page)
    start = threshold(page)
    order = [row.group for row in found(frame, start)]
    expect_shown(page, shown(frame, start, order))
    assert page.evaluate(_HOLLOW) == 1

    with holding_grip(page) as move:
        for pixels in (90, 60, -240):
            now = move(pixels)
            expect_shown(page, shown(frame, now, order))
    expect(control(page, "t")).to_have_value(f"{now:.10g}", timeout=WAIT)
    expect_rest(page)
    # The figure keeps its order; sentence and table are those of the new threshold.
    expect_shown(page, shown(frame, now, order))
    reading = found(frame, now)
    values = [row.readings[0].value for row in reading]
    expect(page.locator(".st-key-answer")).to_contain_text(number(max(values)), timeout=WAIT)
    expect(page.locator(".st-key-answer")).to_contain_text(number(min(values)))
    rows = page.locator('[data-testid="stDataFrame"]').first.locator("tbody tr")
    first = reading[0]
    expect(rows.first).to_contain_text(str(first.group), timeout=WAIT)
    ends = interval(first.together[0].low, first.together[0].high)
    expect(rows.first).to_contain_text(f"{number(first.readings[0].value)} {ends}")

    # A typed threshold draws it anew, sorted there, with the very number as a step.
    type_threshold(page, 0.4567)
    expect_rest(page)
    expect_shown(page, shown(frame, 0.4567, [row.group for row in found(frame, 0.4567)]))
    # Names from the file have done nothing.
    assert page.title() != "hit"
    expect(page.locator("img[src=x]")).to_have_count(0)
    expect(page.locator('a[href^="javascript"]')).to_have_count(0)
    expect(page.locator(CRASH)).to_have_count(0)
    assert HOSTILE[0][:18] in (page.locator(PLOT).first.text_content() or "")

    choose(page, "groups_by", "age")
    expect(page.locator(".st-key-answer")).to_contain_text("[54, 72)", timeout=WAIT)
