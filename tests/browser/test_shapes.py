"""A pair of columns, two files and a workbook, from upload to the right number."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from evalcore.counts import threshold_counts
from tests.browser.acts import ERROR, SIDEBAR, expect_readings, upload
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from tests.browser.test_questions import to_the_matrix

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

FOLDER = Path(__file__).parents[1] / "evalcore" / "predictions" / "layouts"
MAIN = '[data-testid="stMain"]'


def expect_numbers(page: Page, truth: pd.Series, score: pd.Series) -> None:
    """Wait for the readings of these rows at the threshold that stands in the field."""
    counts = threshold_counts(truth.to_numpy(bool), score.to_numpy(float))
    expect_readings(page, counts.at(0.5))


@pytest.mark.thorough
def test_a_pair_of_columns_is_one_model(page: Page, address: str) -> None:
    rows = pd.read_csv(FOLDER / "sk_p0_p1.csv")
    page.goto(f"{address}/data")
    upload(page, FOLDER / "sk_p0_p1.csv")
    expect(page.locator(MAIN)).to_contain_text("'p0', 'p1' add up to 1 and are one model", timeout=WAIT)
    to_the_matrix(page, "24 rows")
    expect_numbers(page, rows["y"], rows["p1"])


@pytest.mark.thorough
def test_a_file_of_predictions_and_one_of_the_truth(page: Page, address: str) -> None:
    predictions, truth = (pd.read_csv(FOLDER / f"join_{name}.csv") for name in ("predictions", "truth"))
    page.goto(f"{address}/data")
    upload(page, FOLDER / "join_predictions.csv")
    expect(page.locator(ERROR)).to_contain_text("One column must hold the truth", timeout=WAIT)
    upload(page, FOLDER / "join_truth.csv", second=True)
    expect(page.locator(MAIN)).to_contain_text("22 rows found a partner", timeout=WAIT)
    expect(page.locator(ERROR)).to_have_count(0)
    to_the_matrix(page, "22 rows")
    both = predictions.merge(truth, on="id")
    expect_numbers(page, both["outcome"], both["score"])


@pytest.mark.thorough
def test_the_sheet_that_holds_the_table(page: Page, address: str) -> None:
    rows = pd.read_excel(FOLDER / "openpyxl_sheets.xlsx", sheet_name="Rows", engine="openpyxl")
    page.goto(f"{address}/data")
    upload(page, FOLDER / "openpyxl_sheets.xlsx")
    expect(page.locator(".st-key-sheet input").last).to_have_value("Rows", timeout=WAIT)
    expect_rest(page)
    expect(page.locator(SIDEBAR)).to_contain_text("24 rows", timeout=WAIT)
    to_the_matrix(page, "24 rows")
    expect_numbers(page, rows["y"], rows["score"])
