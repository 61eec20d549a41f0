"""Models and classes side by side, as a visitor goes: three models to a choice, rows apart, a cell, a least score."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, TimeoutError, expect
from sklearn.metrics import confusion_matrix

from tests.browser.acts import SIDEBAR, answer, choose, control, expect_address, upload, words
from tests.browser.driver import GRIP
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest, grip
from tests.tiers import thorough
from ui.session.samples import SAMPLES

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

ANSWER = ".st-key-answer"
# Notes the order in which the page is told of a handle and of a field.
_HEARS = """() => { window.heard = [];
  for (const kind of ['live-left', 'input']) document.addEventListener(kind, () => window.heard.push(kind), true); }"""


# Names as people give them, of which one is as long as some are.
MODELS = (
    *("logistic_regression", "random_forest_500_trees", "gradient_boosting_lightgbm", "naive_bayes", "svm_rbf_platt"),
    *("knn_25", "neural_network_2x64", "decision_tree_depth_4", "xgboost_tuned_2024_11", "catboost_default"),
    *("elastic_net", "stacked_ensemble_of_all"),
)
ANIMALS = ("fox", "wolf", "elephant", "badger", "otter", "skunk", "hare", "reindeer", "seal", "rhinoceros")
# Text that is wider than its box and cut there, and text of a figure that leaves it or ends in dots; of what one sees.
_CUT = """() => {
  const main = document.querySelector('[data-testid=stMain]'), wrong = [];
  for (const e of main.querySelectorAll('*')) {
    const box = e.getBoundingClientRect(), style = getComputedStyle(e);
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || box.width < 2 || !box.height
      || style.visibility === 'hidden') continue;
    if ((style.overflowX !== 'visible' || style.textOverflow === 'ellipsis') && e.scrollWidth > e.clientWidth + 1)
      wrong.push(`cut: ${e.textContent}`);
  }
  const plots = [...main.querySelectorAll('.js-plotly-plot')].filter(e => e.getClientRects().length);
  for (const plot of plots) for (const text of plot.querySelectorAll('text')) {
    const all = plot.getBoundingClientRect(), box = text.getBoundingClientRect();
    if (!box.width || getComputedStyle(text).visibility === 'hidden') continue;
    if (text.textContent.includes('…')) wrong.push(`dots: ${text.textContent}`);
    if (Math.max(all.left - box.left, all.top - box.top, box.right - all.right, box.bottom - all.bottom) > 1)
      wrong.push(`leaves the figure: ${text.textContent}`);
  }
  return plots.length ? wrong : null;
}"""


def expect_whole(page: Page) -> None:
    """Wait until no word is cut on the page, tables that are drawn as pictures left out."""
    expect_rest(page)
    try:
        page.wait_for_function(f"() => ({_CUT})()?.length === 0", timeout=WAIT, polling=200)
    except TimeoutError:
        assert page.evaluate(_CUT) == []
        raise


def opened(page: Page, address: str, file: Path, language: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{address}/data?lang={language}")
    expect_rest(page)
    upload(page, file)
    expect(page.locator(SIDEBAR)).to_contain_text(file.name, timeout=WAIT)
    expect_rest(page)


def turn_to(page: Page, name: str, language: str) -> None:
    page.locator(SIDEBAR).get_by_role("link", name=words(name, language), exact=True).click(timeout=WAIT)
    expect(page.locator("h1")).to_have_text(words(name, language), timeout=WAIT)
    expect_rest(page)


def open_tab(page: Page, name: str, language: str) -> None:
    page.get_by_role("tab", name=words(name, language), exact=True).click(timeout=WAIT)
    expect_rest(page)


@pytest.mark.thorough
@pytest.mark.parametrize("language", [thorough("en"), "zh"])
def test_twelve_models_have_no_clipped_word(page: Page, address: str, tmp_path: Path, language: str) -> None:
    rng = np.random.default_rng(0)
    odds = rng.normal(-1, 1.3, 600)
    truth = rng.random(600) < 1 / (1 + np.exp(-odds))
    scores = {
        name: (1 / (1 + np.exp(-odds - rng.normal(0, 0.5 + k / 10, 600)))).round(4) for k, name in enumerate(MODELS)
    }
    file = tmp_path / "twelve.csv"
    pd.DataFrame({"outcome": np.where(truth, "readmitted", "not readmitted"), **scores}).to_csv(file, index=False)
    opened(page, address, file, language)
    answer(page, "ask_positive", "readmitted")
    for name in ("Confusion matrix", "Probabilities"):
        turn_to(page, name, language)
        expect_whole(page)
        open_tab(page, "Compare", language)
        expect_whole(page)


@pytest.mark.parametrize("language", [thorough("en"), thorough("zh")])
def test_forty_classes_of_twelve_models_have_no_clipped_word(
    page: Page, address: str, tmp_path: Path, language: str
) -> None:
    rng = np.random.default_rng(0)
    names = np.array([f"{kind} {animal}" for kind in ("red", "grey", "arctic", "striped") for animal in ANIMALS])
    truth = rng.integers(0, 40, 2_000)
    said = {
        name: names[np.where(rng.random(2_000) < 0.5 + k / 30, truth, rng.integers(0, 40, 2_000))]
        for k, name in enumerate(MODELS)
    }
    file = tmp_path / "forty.csv"
    pd.DataFrame({"label": names[truth], **said}).to_csv(file, index=False)
    opened(page, address, file, language)
    turn_to(page, "Confusion matrix", language)
    expect_whole(page)
    for tab in ("Single rows", "Compare", "Formulas"):
        open_tab(page, tab, language)
        expect_whole(page)


@pytest.mark.thorough
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
