"""The page of probabilities in the browser: one threshold in all views, and a recalibrated model carried on."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from scipy.special import logit
from sklearn.linear_model import LogisticRegression

from evalcore.predictions import halves
from tests.browser.acts import CRASH, ERROR, asked
from tests.browser.figure import WAIT, holding_grip
from tests.browser.planes import expect_rest
from tests.tiers import thorough
from ui.session import loaded

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize("view", ["decision", thorough("reliability"), thorough("ranking"), thorough("recalibration")])
def test_the_threshold_is_taken_hold_of(page: Page, address: str, view: str) -> None:
    page.goto(f"{address}/calibration?sample=miscalibrated&chosen_on=half~0&pb_view={view}", timeout=4 * WAIT)
    said = page.locator(".st-key-answer p").first
    expect(said).to_be_visible(timeout=4 * WAIT)
    expect_rest(page)
    before = said.text_content()
    with holding_grip(page) as move:
        t = [move(-30) for _ in range(3)][-1]
        held = page.locator(".st-key-answer .live-sentence")
        expect(held).to_contain_text(f"{t:g}", timeout=WAIT)
        moved = held.text_content() or ""
    expect_rest(page)
    expect(page.locator(".live-sentence")).to_have_count(0, timeout=WAIT)
    assert (said.text_content() or "").startswith(moved)
    assert said.text_content() != before
    page.wait_for_function("new URLSearchParams(location.search).has('t')", timeout=WAIT)
    assert float(asked(page)["t"]) == pytest.approx(t, abs=1e-6)
    expect(page.locator(f"{ERROR}, {CRASH}")).to_have_count(0)


def test_what_is_fitted_on_a_half_is_judged_on_the_other(page: Page, address: str) -> None:
    """Chosen on the page itself, where only its sections run again, the half is that of the whole page."""
    page.goto(f"{address}/calibration?sample=rare-class&pb_view=recalibration", timeout=4 * WAIT)
    rows = page.locator(".st-key-loaded_rows")
    expect(rows).to_contain_text("5,000 rows", timeout=4 * WAIT)
    page.locator(".st-key-fit_on_half button").click(timeout=WAIT)
    expect(rows).to_contain_text("2,500 rows", timeout=WAIT)
    expect(page.locator(".st-key-answer")).to_contain_text("judged on the other half", timeout=WAIT)
    expect(page.locator(".st-key-answer")).to_contain_text("[−0.0011, 0.0003]", timeout=WAIT)
    expect_rest(page)
    page.get_by_role("button", name="Undo", exact=True).click(timeout=WAIT)
    expect(rows).to_contain_text("5,000 rows", timeout=WAIT)


def _recalibrated() -> tuple[np.ndarray, np.ndarray]:
    """Return the rows that judge, and what scikit-learn makes of their scores by those of the other half."""
    first, other = halves(loaded.sample("miscalibrated").predictions, np.random.default_rng(0))
    odds, fresh = (logit(side.scores["model_b"])[:, None] for side in (first, other))
    line = LogisticRegression(C=np.inf, tol=1e-10, max_iter=1_000).fit(odds, first.y_true)
    return other.y_true, line.predict_proba(fresh)[:, 1]


def _cost(truth: np.ndarray, probability: np.ndarray, t: float) -> float:
    """Return what acting from a probability on costs, where a miss costs five false alarms."""
    acted = probability >= t - 1e-9
    return 5 * int((truth & ~acted).sum()) + int((~truth & acted).sum())


@pytest.mark.thorough
def test_a_recalibrated_model_is_carried_to_a_new_decision(page: Page, address: str) -> None:
    where = "sample=miscalibrated&model=model_b&pb_view=recalibration&chosen_on=half~0"
    page.goto(f"{address}/calibration?{where}", timeout=4 * WAIT)
    expect(page.locator(".st-key-use_as_scores")).to_be_visible(timeout=4 * WAIT)
    expect_rest(page)
    page.locator(".st-key-use_as_scores button").click(timeout=WAIT)
    expect(page.locator(".st-key-head_title")).to_contain_text("model_b (logistic)", timeout=WAIT)
    expect(page.locator(".st-key-answer")).to_contain_text("nothing shows that they are off", timeout=WAIT)
    expect_rest(page)
    page.locator("[data-testid=stSidebarNav]").get_by_role("link", name="Costs").click(timeout=WAIT)
    expect(page.locator(".st-key-head_title")).to_contain_text("Costs", timeout=WAIT)
    expect(page.locator(".st-key-head_title")).to_contain_text("model_b (logistic)", timeout=WAIT)
    expect_rest(page)
    # All three models rank alike, so that all cost the same.
    names = "model_a, model_b, model_b (logistic)"
    expect(page.locator(".st-key-waits_cheapest")).to_contain_text(
        f"{names} are the cheapest of 3 models", timeout=WAIT
    )
    # There the threshold that cost least of its probabilities becomes that of every page.
    before = asked(page)["t"]
    page.locator(".st-key-take_best button").click(timeout=WAIT)
    page.wait_for_function("t => new URLSearchParams(location.search).get('t') !== t", arg=before, timeout=WAIT)
    expect_rest(page)
    chosen = float(asked(page)["t"])
    truth, probability = _recalibrated()
    assert _cost(truth, probability, chosen) == min(_cost(truth, probability, p) for p in probability)
    # Its link brings it back for whoever opens it.
    page.goto(page.url, timeout=4 * WAIT)
    expect(page.locator(".st-key-head_title")).to_contain_text("model_b (logistic)", timeout=4 * WAIT)
    expect(page.locator(f"{ERROR}, {CRASH}")).to_have_count(0)
