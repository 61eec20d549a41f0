"""A click on a cell of the matrix opens its rows; what stands in a file is text, whatever it looks like."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Locator, Page, expect

from evalcore.counts import threshold_counts
from evalcore.decisions import row_order
from evalcore.views.threshold import bar_at
from tests.browser.acts import CRASH, SIDEBAR, choose, control, expect_address, expect_still, type_threshold, upload
from tests.browser.driver import GRIP
from tests.browser.figure import WAIT, threshold
from tests.browser.planes import expect_rest
from ui.session import samples

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

HOSTILE = ("<img src=x onerror=document.title='hit'>", "=HYPERLINK(1)", "**m** :smile: [a](javascript:x) $y$")
TABLE = ".st-key-rows_found [data-testid='stDataFrame']"


def table(n: int = 600) -> pd.DataFrame:
    rng = np.random.default_rng(4)
    truth = rng.random(n) < 0.4
    score = np.round(rng.random(n) * 0.6 + 0.3 * truth, 3)
    note = rng.choice(list(HOSTILE), n)
    return pd.DataFrame({"y": np.where(truth, "p", "n"), "score": score, HOSTILE[0]: note, "age": rng.random(n)})


def wanted(frame: pd.DataFrame, cell: str, t: float) -> list[int]:
    """Return the numbers of the rows of a cell, the most wrong first."""
    found = row_order(frame["y"] == "p", frame["score"]).find(t, (cell,))
    return [int(place) + 1 for place in found.page(0, len(found))]


def centre(page: Page, cell: str) -> Locator:
    """Return what is written on a cell of the matrix: its name, in the middle of its upper part."""
    return page.locator(".st-key-threshold_chart g.subplot.x2y2 .textpoint").filter(has_text=cell).first


def first_column(page: Page) -> list[int]:
    """Return the numbers of the rows that the table shows to who does not see it."""
    rows = page.locator(f"{TABLE} tbody tr")
    expect(rows.first).to_be_attached(timeout=WAIT)
    return [int(text.replace(",", "")) for text in rows.evaluate_all("all => all.map(row => row.cells[0].innerText)")]


def test_a_click_on_a_cell_opens_its_rows_and_cells_of_a_file_are_text(
    page: Page, address: str, tmp_path: Path
) -> None:
    frame, file = table(), tmp_path / "rows.csv"
    frame.to_csv(file, index=False)
    page.goto(f"{address}/data")
    upload(page, file)
    expect(page.locator(SIDEBAR)).to_contain_text("600 rows", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
    page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
    expect_rest(page)
    box = centre(page, "FP").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] + 12)
    expect(page.locator(TABLE).first).to_be_in_viewport(timeout=WAIT)
    expect_address(page, rows="fp", tab="rows")
    t = 0.5
    shown = first_column(page)
    assert shown == wanted(frame, "fp", t)[: len(shown)]

    # The handle, let go, brings other rows.
    type_threshold(page, 0.42)
    expect_rest(page)
    count = len(wanted(frame, "fp", 0.42))
    expect(page.locator(".st-key-rows_found")).to_contain_text(f"Rows found: {count}.", timeout=WAIT)
    shown = first_column(page)
    assert shown == wanted(frame, "fp", 0.42)[: len(shown)]

    # A row opens to its values, and has a ring on the strip.
    number = wanted(frame, "fp", 0.42)[1]
    # A list that opens while the page is scrolled closes again.
    expect_still(page.locator(".st-key-rows_to_open"))
    choose(page, "rows_to_open", f"row {number}", shows="")
    opened = page.locator(".st-key-row_opened")
    expect(opened).to_contain_text(f"Row {number}", timeout=WAIT)
    expect(opened.locator("tbody").first).to_contain_text(str(frame[HOSTILE[0]][number - 1])[:10])
    expect_rest(page)

    # Names and cells from the file have done nothing.
    assert page.title() != "hit"
    expect(page.locator("img[src=x]")).to_have_count(0)
    expect(page.locator('a[href^="javascript"]')).to_have_count(0)
    expect(page.locator(CRASH)).to_have_count(0)

    with page.expect_download(timeout=WAIT) as download:
        page.get_by_role("button", name="Rows as CSV").click(timeout=WAIT)
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    head, *lines = csv.reader(io.StringIO(text, newline=""))
    assert [int(line[0]) for line in lines] == wanted(frame, "fp", 0.42)
    assert not any(cell.startswith("=") for line in [head, *lines] for cell in line)

    expect_still(page.locator(".st-key-rows_against"))
    choose(page, "rows_against", "TN: rightly passed over")
    expect(page.locator(".st-key-apart_chart")).to_contain_text("age", timeout=WAIT)
    assert page.title() != "hit"
    expect(page.locator("img[src=x]")).to_have_count(0)
    expect(control(page, "t")).to_have_value("0.42")


@pytest.mark.thorough
@pytest.mark.parametrize("width", [1280, 390])
def test_two_clicks_on_a_bar_and_one_on_a_group_open_their_rows(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 720})
    page.goto(f"{address}/confusion_matrix?sample=breast-cancer")
    page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
    expect_rest(page)
    strip = page.locator('.nsewdrag[data-subplot="xy"]').first.bounding_box()
    assert strip is not None
    page.mouse.dblclick(strip["x"] + 0.8 * strip["width"], strip["y"] + 0.3 * strip["height"])
    expect(control(page, "rows")).to_have_value("The bar of the strip at t", timeout=WAIT)
    expect(page.locator(TABLE).first).to_be_in_viewport(timeout=WAIT)
    expect_rest(page)
    t = threshold(page)
    assert t > 0.5
    frame = pd.read_csv(samples.SAMPLES["breast-cancer"].path)
    low, high = bar_at(threshold_counts(frame["label"] == "malignant", frame["logistic_regression"]), t)
    held = frame["logistic_regression"].between(low, high, inclusive="left")
    expect(page.locator(".st-key-rows_found")).to_contain_text(f"Rows found: {held.sum()}.", timeout=WAIT)
    assert sorted(first_column(page)) == (np.flatnonzero(held) + 1).tolist()

    page.goto(f"{address}/confusion_matrix?sample=breast-cancer&groups_by=fold")
    page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
    expect_rest(page)
    plane = "x3y3" if width < 760 else "x2y2"
    name = page.locator(f".st-key-groups_chart g.subplot.{plane} .textpoint").nth(1)
    fold = name.text_content() or ""
    name.click(timeout=WAIT, force=True)
    expect(control(page, "rows_group")).to_have_value(fold, timeout=WAIT)
    expect(page.locator(".st-key-rows_found")).to_contain_text(f"Rows found: {(frame['fold'] == int(fold)).sum()}.")


@pytest.mark.thorough
def test_rows_that_were_shown_do_not_draw_the_page_down_when_it_is_opened_again(page: Page, address: str) -> None:
    page.goto(f"{address}/confusion_matrix?sample=breast-cancer&rows=fp")
    down, card = "() => document.querySelector('[data-testid=stMain]').scrollTop", page.locator(TABLE).first
    expect(card).to_be_in_viewport(timeout=WAIT)
    expect_rest(page)
    assert page.evaluate(down) > 0
    page.locator(SIDEBAR).get_by_role("link", name="Costs").click(timeout=WAIT)
    expect_rest(page)
    page.locator(SIDEBAR).get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
    page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
    expect(card).to_be_attached(timeout=WAIT)
    expect_rest(page)
    assert page.evaluate(down) == 0
