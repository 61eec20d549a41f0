"""Models and classes side by side, as a visitor goes: three models to a choice, rows apart, a cell, a least score."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect
from sklearn.metrics import confusion_matrix

from tests.browser.acts import choose, control, expect_address
from tests.browser.driver import GRIP
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest, grip
from ui.session.samples import SAMPLES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

ANSWER = ".st-key-answer"
# Notes the order in which the page is told of a handle and of a field.
_HEARS = """() => { window.heard = [];
  for (const kind of ['live-left', 'input']) document.addEventListener(kind, () => window.heard.push(kind), true); }"""


def test_three_models_to_a_choice_and_the_rows_that_two_decide_apart(page: Page, address: str) -> None:
    page.goto(f"{address}/confusion_matrix?sample=breast-cancer&tab=compare&models_at=wish&models_by=recall")
    page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=WAIT)
    expect(page.get_by_text("has the highest recall")).to_be_visible(timeout=WAIT)
    expect_rest(page)
    control(page, "models_taken").scroll_into_view_if_needed()
    expect_rest(page)
    choose(page, "models_taken", "random_forest", shows="")
    expect_address(page, model="random_forest")
    expect(control(page, "model")).to_have_value("random_forest", timeout=WAIT)
    expect_rest(page)
    frame = pd.read_csv(SAMPLES["breast-cancer"].path)
    page.goto(f"{address}/confusion_matrix?sample=breast-cancer&tab=compare&models_beside=naive_bayes")
    apart = (frame["label"] == "malignant") & (frame["logistic_regression"] >= 0.5) & (frame["naive_bayes"] < 0.5)
    button = page.locator(".st-key-apart_tp button")
    expect(button).to_have_text(f"Only logistic_regression finds: {apart.sum()}", timeout=WAIT)
    expect_rest(page)
    button.click()
    expect(page.get_by_text(f"Rows found: {apart.sum()}.")).to_be_visible(timeout=WAIT)
    expect_address(page, tab="rows", rows="tp", rows_other="naive_bayes")


def test_a_click_on_a_cell_of_many_classes_opens_its_rows(page: Page, address: str) -> None:
    page.goto(f"{address}/confusion_matrix?sample=digits&model=naive_bayes%20%E2%9C%93")
    # While the page learns its width the chart that was drawn first may stand beside the one to come.
    expect_rest(page)
    expect(page.locator(".st-key-classes_chart .js-plotly-plot")).to_have_count(1, timeout=WAIT)
    frame = pd.read_csv(SAMPLES["digits"].path)
    table = confusion_matrix(frame["digit"], frame["naive_bayes"])
    cell = page.locator(".st-key-classes_chart .heatmaplayer text").filter(has_text=str(table[2, 8])).first
    cell.click(force=True, timeout=WAIT)
    expect(page.get_by_text(f"Rows found: {table[2, 8]}.")).to_be_visible(timeout=WAIT)
    expect_address(page, tab="rows", cell_truth="2", cell_called="8")


def test_below_a_least_score_nothing_is_said(page: Page, address: str) -> None:
    page.goto(f"{address}/confusion_matrix?sample=digits&model=logistic_regression&view=sure")
    expect(grip(page, "least_score")).to_be_visible(timeout=WAIT)
    expect_rest(page)
    frame = pd.read_csv(SAMPLES["digits"].path)
    scores = frame[[f"logistic_regression:{digit}" for digit in range(10)]].to_numpy()
    grip(page, "least_score").press("End")
    expect(page.locator(ANSWER)).to_contain_text("no row", timeout=WAIT)
    grip(page, "least_score").press("Home")
    expect(page.locator(ANSWER)).to_contain_text("answers 100.0%", timeout=WAIT)
    # Before the key has rested: the server hears of it first, then of what is typed.
    field = page.locator("input[aria-label='least score']")
    page.evaluate(_HEARS)
    field.click()
    expect(field).to_have_value("0.3", timeout=WAIT)
    field.fill("0.9")
    field.press("Enter")
    assert page.evaluate("window.heard") == ["live-left", "input"]
    sure = scores.max(axis=1) >= 0.9
    right = np.mean(scores.argmax(axis=1)[sure] == frame["digit"][sure])
    expect(page.locator(ANSWER)).to_contain_text(f"answers {sure.mean():.1%}, accuracy {right:.3f}", timeout=WAIT)
    expect_address(page, least_score="0.9")
