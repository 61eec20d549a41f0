"""What misleads in silence: a reload, pooled parts, a class nobody chose, a refused file; seen in the browser."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from evalcore.counts import threshold_counts
from tests.browser.acts import (
    ERROR,
    SIDEBAR,
    answer,
    choose,
    control,
    expect_address,
    expect_readings,
    type_threshold,
    upload,
)
from tests.browser.driver import GRIP
from tests.browser.figure import PLOT, WAIT
from tests.browser.planes import expect_rest

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

WARNING = '[data-testid="stAlertContentWarning"]'


def to_the_matrix(page: Page, file: str) -> None:
    """Take the button to the first page of numbers once the file is loaded and nothing runs that would draw it anew."""
    expect(page.locator(SIDEBAR)).to_contain_text(file, timeout=WAIT)
    # While the page is drawn anew the button before may stand beside the one to come.
    page.locator(".st-key-see_matrix").first.wait_for(timeout=WAIT)
    expect_rest(page)
    page.locator(".st-key-see_matrix button").click(timeout=WAIT)


def split_file(path: Path) -> tuple[Path, pd.DataFrame]:
    """Write a file whose model knows its training rows by heart."""
    rng = np.random.default_rng(7)
    truth = rng.random(300) < 0.4
    part = np.repeat(["train", "valid", "test"], 100)
    strength = np.where(part == "train", 0.9, 0.2)
    score = np.clip(strength * truth + (1 - strength) * rng.random(300), 0, 1).round(3)
    table = pd.DataFrame({"y": truth.astype(int), "score": score, "split": part})
    table.to_csv(path, index=False)
    return path, table


def credit_file(path: Path) -> Path:
    rng = np.random.default_rng(3)
    good = np.arange(400) >= 120
    score = np.clip(0.25 * good + 0.75 * rng.random(400), 0, 1).round(3)
    pd.DataFrame({"credit": np.where(good, "good", "bad"), "P(Good)": score}).to_csv(path, index=False)
    return path


def test_a_reload_shows_no_numbers_of_another(page: Page, address: str, tmp_path: Path) -> None:
    file, table = split_file(tmp_path / "mine.csv")
    table.drop(columns="split").to_csv(file, index=False)
    page.goto(f"{address}/data")
    upload(page, file)
    to_the_matrix(page, "mine.csv")
    page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
    expect_rest(page)
    type_threshold(page, 0.69)
    expect_address(page, source="file", t="0.69")
    page.reload()
    gone = "Your file mine.csv is gone: it was only in memory, and the page was opened anew. Load it again."
    expect(page.locator(WARNING)).to_contain_text(gone, timeout=WAIT)
    expect(page.locator(SIDEBAR)).to_contain_text("Nothing is loaded.")
    expect(page.locator(PLOT)).to_have_count(0)
    expect(page.locator('[data-testid="stMetricValue"]')).to_have_count(0)
    expect_address(page, source="file", t=None)
    page.locator(".st-key-gone_load button").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("Load predictions", timeout=WAIT)
    expect(page.locator(WARNING)).to_have_count(1)
    upload(page, file)
    expect(page.locator(WARNING)).to_have_count(0, timeout=WAIT)
    expect(page.locator(SIDEBAR)).to_contain_text("mine.csv", timeout=WAIT)


def test_a_part_is_chosen_before_any_number(page: Page, address: str, tmp_path: Path) -> None:
    file, table = split_file(tmp_path / "parts.csv")
    page.goto(f"{address}/data")
    upload(page, file)
    page.locator(".st-key-ask_part").wait_for(timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text("Confusion matrix", timeout=WAIT)
    expect(page.locator(PLOT)).to_have_count(0)
    answer(page, "ask_part", "test (100 rows)")
    test = table[table["split"] == "test"]
    counts = threshold_counts(test["y"].to_numpy() == 1, test["score"].to_numpy())
    expect_readings(page, counts.at(0.5))
    expect(page.locator(SIDEBAR)).to_contain_text("part: test")


@pytest.mark.thorough
def test_from_an_upload_to_the_class_that_is_meant(page: Page, address: str, tmp_path: Path) -> None:
    page.goto(f"{address}/data")
    upload(page, credit_file(tmp_path / "credit.csv"))
    asked = page.locator(".st-key-ask_positive")
    expect(asked).to_contain_text("bad (120 rows): the guess", timeout=WAIT)
    expect(page.locator("main, .stMain").first).to_contain_text("high values of P(Good) speak for good")
    answer(page, "ask_positive", "bad (120 rows)")
    to_the_matrix(page, "credit.csv")
    expect(page.locator(WARNING)).to_contain_text("Higher scores speak against the positive class bad", timeout=WAIT)
    page.locator(SIDEBAR).get_by_role("link", name="Load predictions").click(timeout=WAIT)
    expect(control(page, "map_positive")).to_have_value("bad", timeout=WAIT)
    choose(page, "map_positive", "good")
    expect(control(page, "positive")).to_have_value("good", timeout=WAIT)
    to_the_matrix(page, "credit.csv")
    page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
    expect_rest(page)
    expect(page.locator(WARNING)).to_have_count(0)


@pytest.mark.thorough
def test_a_refused_file_leaves_nothing_of_the_old_one_in_sight(page: Page, address: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("just words", encoding="utf-8")
    page.goto(f"{address}/data")
    # While the page is drawn anew the button before may stand beside the one to come.
    page.locator(".st-key-see_matrix").first.wait_for(timeout=WAIT)
    upload(page, bad)
    expect(page.locator(ERROR)).to_have_count(1, timeout=WAIT)
    expect(page.locator(".st-key-see_matrix")).to_have_count(0)
    page.locator(SIDEBAR).get_by_role("link", name="Confusion matrix").click(timeout=WAIT)
    expect(page.locator(WARNING)).to_contain_text(
        "bad.csv could not be used; what you see is still Lecture: 20 samples.", timeout=WAIT
    )
    page.locator(SIDEBAR).get_by_role("link", name="Load predictions").click(timeout=WAIT)
    page.locator(".st-key-turn_back button").click(timeout=WAIT)
    # While the page is drawn anew the button before may stand beside the one to come.
    page.locator(".st-key-see_matrix").first.wait_for(timeout=WAIT)
    expect(page.locator(ERROR)).to_have_count(0)
