"""Regression error in the browser: handles move every panel, a line is dragged, a file is brought."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import expect_address
from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest, grip, holding, pill
from tests.browser.test_bias_variance import drawn

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

ANSWER = ".st-key-answer"


@pytest.mark.thorough
def test_the_tolerance_moves_every_panel(page: Page, address: str) -> None:
    page.goto(f"{address}/regression?re_data=five_values")
    grip(page, "tolerance").wait_for(timeout=WAIT)
    expect_rest(page)
    answer = page.locator(ANSWER)
    expect(answer).to_contain_text("Off by 0.700 on average; within ±0.700 lie 60.0%", timeout=WAIT)
    panels = ("xy", "x2y2", "x3y3", "x4y4")
    before = drawn(page, panels)
    with holding(page, "tolerance") as move:
        move(150)
        expect(pill(page, "tolerance")).to_have_text(re.compile(r"80\.0%$"), timeout=WAIT)
        after = drawn(page, panels)
        assert [one != other for one, other in zip(after, before, strict=True)] == [True] * len(panels)
        # Nothing has asked the server.
        expect(answer).to_contain_text("within ±0.700")
    expect(answer).to_contain_text("80.0%", timeout=WAIT)


def test_a_line_is_dragged_and_a_file_is_brought(page: Page, address: str) -> None:
    page.goto(f"{address}/regression?re_view=line")
    grip(page, "slope").wait_for(timeout=WAIT)
    expect_rest(page)
    answer = page.locator(ANSWER)
    expect(answer).to_contain_text("MSE 0.750 for y = 1·x + 0; the least is 0.390.", timeout=WAIT)
    for name, key in (("slope", "re_w"), ("intercept", "re_b"), ("outlier", "re_y")):
        before = drawn(page, ("xy", "x3y3"))
        with holding(page, name) as move:
            move(40)
            expect(pill(page, name)).not_to_have_text(re.compile(r"^(w = 1|b = 0|y = 4)$"), timeout=WAIT)
            after = drawn(page, ("xy", "x3y3"))
            assert [one != other for one, other in zip(after, before, strict=True)] == [True, True]
            shown = (pill(page, name).text_content() or "").partition("= ")[2].replace("−", "-")
            if name != "outlier":
                term = shown if name == "slope" else f"+ {shown}"
                expect(page.locator(f'.live-sentence [data-hold="#hold-{name}"]')).to_have_text(term, timeout=WAIT)
            held = page.locator(".live-sentence").text_content()
        expect_address(page, **{key: shown})
        expect_rest(page)
        # What was written while it was held is what the server says of it.
        expect(answer).to_contain_text(held or "?", timeout=WAIT)
    page.locator(".st-key-re_back button").first.click(timeout=WAIT)
    expect(answer).to_contain_text("MSE 0.750 for y = 1·x + 0", timeout=WAIT)

    page.goto(f"{address}/regression")
    page.locator(".st-key-re_table_box button").first.click(timeout=WAIT)
    own = b"y,a,b\n" + b"".join(f"{k},{k + 0.5},{k + k % 3}\n".encode() for k in range(40))
    field = page.locator(".st-key-re_table_upload input[type=file]")
    field.set_input_files({"name": "own.csv", "mimeType": "text/csv", "buffer": own})
    expect(answer).to_contain_text("Off by 0.500 on average", timeout=WAIT)
