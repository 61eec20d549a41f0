"""Bias and variance in the browser: a handle moves every panel, sets are added, long work is stopped."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import START, expect_address
from tests.browser.figure import PLOT, WAIT
from tests.browser.planes import expect_rest, grip, holding, pill

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

ANSWER = ".st-key-answer"
ALL = "bv_show=all&bv_design=fixed"
# What is drawn of fits, of the parts at each x, of the errors against flexibility, of the probe, of the bar.
PANELS = ("xy", "x5y5", "x3y3", "x6y6", "x7y7")
_DRAWN = """names => {
  const plot = [...document.querySelectorAll('.js-plotly-plot')].find(e => e.getClientRects().length);
  const picture = image => [...image.attributes].map(one => one.value).join();
  return names.map(name => [...plot.querySelectorAll(`g.subplot.${name} :is(path, image)`)].map(part =>
    part.localName === 'image' ? picture(part) : `${part.getAttribute('d')} ${part.getAttribute('transform')}`).join());
  }"""


def drawn(page: Page, panels: Sequence[str] = PANELS) -> list[Any]:
    """Return the outlines of each panel, and the picture of one that has a map of cells."""
    found: list[Any] = page.evaluate(_DRAWN, list(panels))
    assert all(found)
    return found


def changed(page: Page, before: list[Any]) -> list[bool]:
    """Return which panels are drawn differently now."""
    return [one != other for one, other in zip(drawn(page), before, strict=True)]


def test_every_panel_follows_the_handles_and_sets_are_added(page: Page, address: str) -> None:
    page.goto(f"{address}/bias_variance?bv_polynomial=1&{ALL}")
    grip(page, "complexity").wait_for(timeout=WAIT)
    expect_rest(page)
    answer, plot = page.locator(ANSWER), page.locator(PLOT).first
    expect(answer).to_contain_text("the error is mostly bias (70%)", timeout=WAIT)
    before = drawn(page)
    with holding(page, "complexity") as move:
        move(200)
        expect(pill(page, "complexity")).to_have_text(re.compile(r"^d = ([89]|10)$"), timeout=WAIT)
        # Nothing has asked the server: the answer is that of before, and all panels have followed.
        assert changed(page, before) == [True] * len(PANELS)
        expect(answer).to_contain_text("the error is mostly bias")
    expect(answer).to_contain_text("the rest mostly variance", timeout=WAIT)
    expect_rest(page)
    degree = (pill(page, "complexity").text_content() or "").removeprefix("d = ")
    expect_address(page, bv_polynomial=degree)

    before = drawn(page)
    with holding(page, "x0") as move:
        move(120)
        expect(pill(page, "x0")).not_to_have_text("x₀ = 0.25", timeout=WAIT)
        # The errors of all x together stay.
        assert changed(page, before) == [True, True, False, True, False]
    expect_address(page, bv_x0=(pill(page, "x0").text_content() or "").removeprefix("x₀ = "))

    page.locator(".st-key-more_1 button").first.click(timeout=WAIT)
    expect(plot).to_contain_text("50 of 201 fits", timeout=WAIT)
    page.locator(".st-key-more_100 button").first.click(timeout=WAIT)
    expect(plot).to_contain_text("50 of 301 fits", timeout=WAIT)
    page.locator(".st-key-answer_button button").first.click(timeout=WAIT)
    expect(pill(page, "complexity")).to_have_text("d = 3", timeout=WAIT)
    expect_address(page, bv_sets="301", bv_polynomial=None, bv_show="all")


@pytest.mark.thorough
def test_another_learner_takes_long_and_is_stopped(page: Page, address: str) -> None:
    page.goto(f"{address}/bias_variance?bv_sets=30")
    grip(page, "complexity").wait_for(timeout=WAIT)
    page.locator(".st-key-bv_learner [role=combobox], .st-key-bv_learner input").first.click(timeout=WAIT)
    page.get_by_role("option", name="Forest of 50 trees").click(timeout=WAIT)
    expect(page.locator(ANSWER)).to_contain_text("This takes about")
    page.locator(START).click(timeout=WAIT)
    progress = page.locator(".st-key-bias_variance_progress")
    expect(progress).to_contain_text(re.compile(r"[1-9]\d* of 10 learners"), timeout=WAIT)
    expect(page.locator(ANSWER)).to_contain_text("The learners are being trained on every set")
    page.locator(".st-key-stop_bias_variance button").first.click(timeout=WAIT)
    expect(page.locator(ANSWER)).to_contain_text(re.compile(r"Stopped after \d+ of 10 learners"), timeout=WAIT)
    expect(progress).to_have_count(0, timeout=WAIT)
    expect(pill(page, "complexity")).to_have_text(re.compile(r"^d = \d+$"), timeout=WAIT)


def test_the_plane_of_two_classes_follows_its_handle(page: Page, address: str) -> None:
    page.goto(f"{address}/bias_variance?bv_view=zero_one")
    grip(page, "flexibility").wait_for(timeout=WAIT)
    expect_rest(page)
    answer, panels = page.locator(ANSWER), ("xy", "x2y2", "x4y4")
    expect(answer).to_contain_text("59% bias: more flexible is better", timeout=WAIT)
    before = drawn(page, panels)
    with holding(page, "flexibility") as move:
        move(260)
        expect(pill(page, "flexibility")).to_have_text(re.compile(r"^d = [5-8]$"), timeout=WAIT)
        held = drawn(page, panels)
        assert all(one != other for one, other in zip(held, before, strict=True))
        expect(answer).to_contain_text("59% bias")
    expect(answer).to_contain_text("% variance", timeout=WAIT)
    expect_address(page, bv01_tree=(pill(page, "flexibility").text_content() or "").removeprefix("d = "))


@pytest.mark.thorough
def test_both_panels_follow_flexibility_and_points_and_the_axis_stays(page: Page, address: str) -> None:
    page.goto(f"{address}/bias_variance?bv_polynomial=0")
    grip(page, "complexity").wait_for(timeout=WAIT)
    expect_rest(page)
    answer, axis = page.locator(ANSWER), page.locator(f"{PLOT} .y2tick text")
    expect(answer).to_contain_text("mostly bias", timeout=WAIT)
    before, ticks = drawn(page, ("xy", "x2y2")), axis.all_text_contents()
    with holding(page, "complexity") as move:
        move(260)
        expect(pill(page, "complexity")).to_have_text(re.compile(r"^d = [5-9]$"), timeout=WAIT)
        held = drawn(page, ("xy", "x2y2"))
        assert all(one != other for one, other in zip(held, before, strict=True))
        expect(answer).to_contain_text("mostly bias")
    expect(answer).to_contain_text("variance", timeout=WAIT)
    assert axis.all_text_contents() == ticks

    page.goto(f"{address}/bias_variance?bv_show=learning&bv_n=10")
    grip(page, "points").wait_for(timeout=WAIT)
    expect_rest(page)
    expect(answer).to_contain_text("10 points", timeout=WAIT)
    before = drawn(page, ("xy", "x2y2"))
    with holding(page, "points") as move:
        move(150)
        expect(pill(page, "points")).not_to_have_text("n = 10", timeout=WAIT)
        held = drawn(page, ("xy", "x2y2"))
        assert all(one != other for one, other in zip(held, before, strict=True))
    points = (pill(page, "points").text_content() or "").removeprefix("n = ")
    expect_address(page, bv_n=points, bv_show="learning")
    expect(answer).to_contain_text(f"{points} points", timeout=WAIT)
