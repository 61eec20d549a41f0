"""A long table, repetitions, patients, counts and saved settings, from upload to the right number; Escape."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from evalcore import regression
from evalcore.counts import threshold_counts
from evalcore.metrics import readings_by_case
from tests.browser.acts import ERROR, SIDEBAR, answer, choose, control, expect_address, expect_readings, upload
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from tests.browser.test_questions import to_the_matrix
from ui.shared.numbers import interval, number

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

MAIN = '[data-testid="stMain"]'
CASES = 30
MODELS = ("boosting", "forest", "logistic")
# Drops a file onto the uploader, as a hand does.
DROP = """([name, raw]) => { const bytes = Uint8Array.from(atob(raw), c => c.charCodeAt(0));
  const dragged = new DataTransfer();
  dragged.items.add(new File([bytes], name, { type: 'application/json' }));
  return dragged; }"""


def table(rows_of_each: int) -> pd.DataFrame:
    """Return rows of cases: the truth is that of the case, the score of each row another."""
    rng = np.random.default_rng(11)
    n = CASES * rows_of_each
    y = np.tile(np.arange(CASES) % 2, rows_of_each)
    score = 1 / (1 + np.exp(-(2 * y - 1 + 1.5 * rng.normal(size=n))))
    return pd.DataFrame({"id": np.tile(np.arange(CASES), rows_of_each), "y": y, "score": score.round(3)})


def written(path: Path, frame: pd.DataFrame) -> Path:
    frame.to_csv(path, index=False)
    return path


def begin(page: Page, address: str, file: Path) -> None:
    page.goto(f"{address}/data")
    upload(page, file)
    expect(page.locator(SIDEBAR)).to_contain_text(file.stem, timeout=WAIT)


def expect_numbers(page: Page, truth: pd.Series, score: pd.Series) -> None:
    counts = threshold_counts(truth.to_numpy(bool), score.to_numpy(float))
    expect_readings(page, counts.at(0.5))


@pytest.mark.thorough
def test_a_long_table_of_three_models(page: Page, address: str, tmp_path: Path) -> None:
    long = table(3).assign(model=np.repeat(MODELS, CASES))
    begin(page, address, written(tmp_path / "long.csv", long.iloc[:-2]))
    expect(page.locator(MAIN)).to_contain_text("3 models: 'boosting', 'forest', 'logistic'", timeout=WAIT)
    expect(page.locator(MAIN)).to_contain_text("88 rows of 30 cases, 28 of them used, 2 left out")
    to_the_matrix(page, "28 rows")
    choose(page, "model", "forest")
    forest = long[(long["model"] == "forest") & (long["id"] < CASES - 2)]
    expect_numbers(page, forest["y"], forest["score"])


@pytest.mark.thorough
def test_the_mean_of_repeated_predictions(page: Page, address: str, tmp_path: Path) -> None:
    rows = table(3)
    begin(page, address, written(tmp_path / "repeated.csv", rows))
    answer(page, "ask_cases", "the mean score of each case")
    to_the_matrix(page, "30 rows")
    means = rows.groupby("id").mean()
    expect_numbers(page, means["y"], means["score"])


@pytest.mark.thorough
def test_rows_of_patients_have_intervals_by_case(page: Page, address: str, tmp_path: Path) -> None:
    rows = table(4).rename(columns={"id": "patient"}).sort_values("patient", kind="stable")
    rows["y"] = (np.arange(len(rows)) * 7 % 5 < 2).astype(int)
    begin(page, address, written(tmp_path / "patients.csv", rows))
    expect(page.locator(MAIN)).to_contain_text("all 120 rows, intervals and tests by case", timeout=WAIT)
    to_the_matrix(page, "120 rows")
    expect_numbers(page, rows["y"], rows["score"])
    found = readings_by_case(rows["y"] == 1, rows["score"] >= 0.5, rows["patient"], classes=[True, False])
    recall = next(reading for reading in found if reading.name == "recall")
    expect(page.locator(MAIN)).to_contain_text(interval(recall.low, recall.high), timeout=WAIT)


@pytest.mark.thorough
def test_counts_are_a_regression(page: Page, address: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    visits = rng.poisson(4, 60)
    rows = pd.DataFrame({"visits": visits, "prediction": (0.7 * visits + 1.2 + 0.6 * rng.normal(size=60)).round(2)})
    begin(page, address, written(tmp_path / "counts.csv", rows))
    page.locator(".st-key-see_errors").wait_for(timeout=WAIT)
    expect_rest(page)
    page.locator(".st-key-see_errors button").click(timeout=WAIT)
    off = regression.mae(rows["visits"], rows["prediction"])
    expect(page.locator(".st-key-answer")).to_contain_text(f"Off by {number(float(off))} on average", timeout=WAIT)


@pytest.mark.thorough
def test_settings_are_saved_and_applied_by_dropping_the_file(
    page: Page, address: str, new_context: Callable[[], BrowserContext], tmp_path: Path
) -> None:
    data = written(tmp_path / "mine.csv", table(1).drop(columns="id").assign(other=np.linspace(0, 1, CASES)))
    begin(page, address, data)
    to_the_matrix(page, "30 rows")
    choose(page, "model", "other")
    choose(page, "positive", "0")
    field = control(page, "t")
    field.fill("0.25")
    field.press("Enter")
    expect_address(page, t="0.25")
    expect_rest(page)
    page.locator(SIDEBAR).get_by_role("link", name="Load predictions").click(timeout=WAIT)
    with page.expect_download(timeout=WAIT) as saved:
        page.get_by_role("button", name="Save settings").click(timeout=WAIT)
    raw = saved.value.path().read_bytes()

    other = new_context().new_page()
    begin(other, address, data)
    other.locator(".st-key-see_matrix[data-stale=false]").wait_for(timeout=WAIT)
    expect_rest(other)
    dragged = other.evaluate_handle(DROP, ["settings.json", base64.b64encode(raw).decode()])
    place = other.locator('[data-testid="stFileUploaderDropzone"]').first
    place.dispatch_event("drop", {"dataTransfer": dragged})
    expect(other.locator(MAIN)).to_contain_text("saved for these very rows", timeout=WAIT)
    expect(other.locator(ERROR)).to_have_count(0)
    to_the_matrix(other, "30 rows")
    for key, value in (("model", "other"), ("positive", "0"), ("t", "0.25")):
        expect(control(other, key)).to_have_value(value, timeout=WAIT)


def test_escape_never_chooses(page: Page, address: str, tmp_path: Path) -> None:
    stars = table(1).rename(columns={"id": "number"}).assign(place=["north", "south"] * (CASES // 2))
    begin(page, address, written(tmp_path / "mine.csv", stars))
    # What stood there before goes a moment later.
    page.locator(".st-key-see_matrix[data-stale=false]").wait_for(timeout=WAIT)
    expect_rest(page)
    for key, held in (("map_truth", "y"), ("map_positive", "1"), ("map_weight", "")):
        box = control(page, key)
        for keys in (["Escape"], ["ArrowDown", "ArrowDown", "Escape"], ["s", "ArrowDown", "Escape", "Tab"]):
            box.focus(timeout=WAIT)
            for one in keys:
                page.keyboard.press(one)
            expect_rest(page)
            expect(control(page, key)).to_have_value(held, timeout=WAIT)
    # A choice of several holds what it held.
    scores = page.locator(".st-key-map_scores .react-aria-ComboBox [data-tag]")
    control(page, "map_scores").focus(timeout=WAIT)
    for one in ("ArrowDown", "ArrowDown", "Escape", "Tab"):
        page.keyboard.press(one)
    expect_rest(page)
    expect(scores).to_have_text(["score"], timeout=WAIT)
