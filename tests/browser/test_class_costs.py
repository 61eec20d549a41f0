"""The costs of all classes on the page of costs: cells typed one after the other stay, on other pages too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from evalcore import costs
from evalcore.counts import confusion_matrix
from tests.browser.acts import ERROR, QUESTION, READING, SIDEBAR, expect_still, upload
from tests.browser.driver import open_page
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from ui.session.samples import SAMPLES, load
from ui.shared.numbers import number

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

HEADER = ROW = 35
LABELS = "y,predicted\nwolf,wolf\nwolf,dog\ndog,dog\ndog,:smile: <b>fox</b>\n:smile: <b>fox</b>,:smile: <b>fox</b>\n"


def table(page: Page) -> Locator:
    return page.locator('[class*="st-key-class_costs_"] [data-testid="stDataFrame"]').first


def type_in(page: Page, row: int, value: str) -> None:
    """Replace what is in the last cell of a row, opened by keys: a click opens a cell only if it was chosen before."""
    # A filled row brings a new table, and figures that are still being drawn push it about.
    expect_rest(page)
    expect_still(table(page))
    box = table(page).bounding_box()
    assert box is not None
    table(page).click(position={"x": box["width"] / 2, "y": HEADER + (row + 0.5) * ROW}, timeout=WAIT)
    # the canvas holds the same table for screen readers
    cells = table(page).locator("tbody tr").nth(row).locator("td")
    expect(cells.and_(page.locator("[aria-selected=true]:focus"))).to_have_count(1, timeout=WAIT)
    page.keyboard.press("Control+ArrowRight")
    cell = cells.last
    expect(cell).to_have_attribute("aria-selected", "true", timeout=WAIT)
    if value:
        page.keyboard.press("Enter")
        field = page.locator("#portal input")
        field.fill(value, timeout=WAIT)
        expect(field).to_have_value(value)
        field.press("Enter")
    else:
        page.keyboard.press("Delete")
    expect(cell).to_have_text(value, timeout=WAIT)


def expect_costs(page: Page, cost: np.ndarray) -> None:
    """Wait until the four readings are those of the sample's rows."""
    mine = load(SAMPLES["digits"])
    found = costs.expected_cost_decision(mine.scores["logistic_regression"], cost)
    ways = [found.most_probable, found.decision]
    now, best = (costs.label_cost(confusion_matrix(mine.y_true, way, classes=range(10)), cost).cost for way in ways)
    saved = costs.decision_difference(mine.y_true, *ways, cost).difference
    wanted = [*(number(1000 * value, 1) for value in (now, best, saved)), str(found.n_changed)]
    for place, text in enumerate(wanted):
        expect(page.locator(READING).nth(place - 4)).to_have_text(text, timeout=WAIT)


@pytest.mark.thorough
def test_cells_typed_one_after_the_other_stay(page: Page, address: str) -> None:
    open_page(page, f"{address}/costs?sample=digits&tab=compare")
    cost = 1 - np.eye(10)
    expect_costs(page, cost)
    for row, value in ((1, 4.0), (3, 30.0)):
        type_in(page, row, f"{value:g}")
        cost[row, 9] = value
        expect_costs(page, cost)
    page.locator(SIDEBAR).get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("Confusion matrix", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Costs").click(timeout=WAIT)
    expect_costs(page, cost)
    page.locator(".st-key-class_costs_fill button").click(timeout=WAIT)
    cost[0, 1:] = 5
    expect_costs(page, cost)
    type_in(page, 7, "-2")
    cost[7, 9] = -2
    expect_costs(page, cost)


@pytest.mark.thorough
def test_labels_of_a_file_and_a_cell_left_empty(page: Page, address: str, tmp_path: Path) -> None:
    file = tmp_path / "animals.csv"
    file.write_text(LABELS, encoding="utf-8")
    page.goto(f"{address}/data")
    upload(page, file)
    expect(page.locator(SIDEBAR)).to_contain_text("animals.csv", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Costs").click(timeout=WAIT)
    page.get_by_role("tab", name="Compare").click(timeout=WAIT)
    missing = page.locator(QUESTION).filter(has_text="Costs still missing")
    expect(missing).to_contain_text("Costs still missing: 6 of 9.", timeout=WAIT)
    expect(page.locator(READING)).to_have_count(0)
    page.locator(".st-key-class_costs_reset button").click(timeout=WAIT)
    reading = page.locator(READING).last
    expect(reading).to_have_text("400.0", timeout=WAIT)
    type_in(page, 2, "3")
    expect(reading).to_have_text(number(1000, 1), timeout=WAIT)
    type_in(page, 2, "")
    expect(missing).to_contain_text("Costs still missing: 1 of 9.", timeout=WAIT)
    type_in(page, 2, "0")
    expect(reading).to_have_text("400.0", timeout=WAIT)
    expect(page.locator(ERROR)).to_have_count(0)
