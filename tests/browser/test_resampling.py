"""Evaluation methods in the browser: the handle moves rounds and estimators, and what is trained apart is stopped."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import START, expect_address
from tests.browser.figure import PLOT, WAIT
from tests.browser.planes import expect_rest, grip, holding, pill
from tests.browser.test_bias_variance import drawn

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

ANSWER = ".st-key-answer"
# The grid, how often each sample is judged, the error of each round, and the rows of the estimators.
PANELS = ("xy", "x2y2", "x3y3", "x4y4")


def test_folds_move_the_grid_the_rounds_and_their_estimator(page: Page, address: str) -> None:
    page.goto(f"{address}/resampling?ev_method=kfold")
    grip(page, "setting").wait_for(timeout=WAIT)
    expect_rest(page)
    answer, plot = page.locator(ANSWER), page.locator(PLOT).first
    expect(answer).to_contain_text("10-fold says 0.233", timeout=WAIT)
    before = drawn(page, PANELS)
    with holding(page, "setting") as move:
        move(120)
        expect(pill(page, "setting")).to_have_text(re.compile(r"^k = (15|20|30)$"), timeout=WAIT)
        # Nothing has asked the server. Each row is judged once whatever k is.
        after = drawn(page, PANELS)
        assert [one != other for one, other in zip(after, before, strict=True)] == [True, False, True, True]
        expect(answer).to_contain_text("10-fold says 0.233")
    folds = (pill(page, "setting").text_content() or "").removeprefix("k = ")
    expect(answer).to_contain_text(f"{folds}-fold says", timeout=WAIT)
    expect(plot).to_contain_text(f"{folds}-fold", timeout=WAIT)
    expect_address(page, ev_k=folds)


@pytest.mark.thorough
def test_another_setting_is_trained_apart_and_stopped(page: Page, address: str) -> None:
    page.goto(f"{address}/resampling?ev_learner=majority&ev_n=200&ev_sets=500")
    page.locator(START).click(timeout=WAIT)
    progress = page.locator(".st-key-evaluation_spread_progress")
    expect(progress).to_contain_text(re.compile(r"[1-9]\d*% done"), timeout=WAIT)
    expect(page.locator(ANSWER)).to_contain_text("in a process of their own")
    page.locator(".st-key-stop_evaluation_spread button").first.click(timeout=WAIT)
    expect(page.locator(ANSWER)).to_contain_text(re.compile(r"Stopped after \d+ of 500 data sets"), timeout=WAIT)
    expect(progress).to_have_count(0, timeout=WAIT)
    grip(page, "setting").wait_for(timeout=WAIT)
