"""Several algorithms in a browser: a pasted table to a critical-difference diagram, its level taken in hand."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import ERROR
from tests.browser.figure import PLOT, WAIT
from tests.browser.planes import expect_rest, expect_soon
from tests.tiers import thorough

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

GRIP = f"{PLOT} .live-grip[data-handle=alpha]"
RULER = re.compile(r"CD ([\d.]+)")
TABLE = "d,*A*,<b>B</b>,C\n" + "".join(f"s{i},{0.1 + i / 100},{0.2 + i / 100},{0.3 + i / 100}\n" for i in range(8))
# The bars over groups, and the left edge of the rejection region.
BARS = f"""() => [...document.querySelectorAll('{PLOT.split(":")[0]} g.subplot.xy path.js-line')].filter(
  e => e.style.strokeWidth === '6px').map(e => e.getAttribute('d'))"""


def ruler(page: Page) -> float:
    """Return the critical difference as the figure says it."""
    found = RULER.search(page.locator(PLOT).first.text_content() or "")
    assert found is not None
    return float(found[1])


def paste(page: Page, text: str) -> None:
    """Paste a table into the box behind the button that names its size."""
    box = page.locator(".st-key-table_many_pasted textarea")
    if not box.is_visible():
        page.locator(".st-key-table_many_popover button").first.click(timeout=WAIT)
    box.fill(text, timeout=WAIT)
    page.locator(".st-key-table_many_paste button").click(timeout=WAIT)


def test_a_pasted_table_becomes_a_diagram_whose_level_is_dragged(page: Page, address: str) -> None:
    page.goto(f"{address}/significance?question=many")
    page.locator(GRIP).first.wait_for(timeout=30_000)
    answer = page.locator(".st-key-answer")
    expect(answer).to_contain_text("A is ahead of C", timeout=WAIT)
    assert ruler(page) == 1.657

    paste(page, "d,A\niris,0.1\n")
    expect(page.locator(ERROR).last).to_contain_text("must have 2 to 10 columns of numbers", timeout=WAIT)
    paste(page, TABLE)
    # Names of a file are shown as they are written.
    expect(answer).to_contain_text("*A* is ahead of C, not told apart from <b>B</b>.", timeout=WAIT)
    expect(page.locator(ERROR)).to_have_count(0)
    page.mouse.click(900, 20)
    expect_rest(page)

    before, bars = ruler(page), page.evaluate(BARS)
    assert before == 1.172
    grip = page.locator(GRIP).first
    box = grip.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 350, y, steps=8)
    # Nothing has asked the server yet: ruler and bars have followed.
    expect(grip).to_have_attribute("aria-valuetext", re.compile(r"^α = 0\.1\d*: "), timeout=WAIT)
    assert ruler(page) < 1.1
    assert page.evaluate(BARS) != bars
    page.mouse.up()
    expect(answer).to_contain_text("is ahead of", timeout=WAIT)
    page.wait_for_url(re.compile(r"alpha=0\.1"), timeout=WAIT)
    expect_rest(page)
    assert float(parse_qs(urlsplit(page.url).query)["alpha"][0]) == pytest.approx(float(grip_value(page)))
    assert ruler(page) < 1.1


def grip_value(page: Page) -> str:
    """Return the level that the pill above the handle shows."""
    text = page.locator(f"{GRIP} + .live-pill").first.text_content() or ""
    return text.removeprefix("α = ")


@pytest.mark.parametrize(("width", "language"), [thorough(1280, "en"), (390, "zh")])
def test_names_do_not_meet(page: Page, address: str, width: int, language: str) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{address}/significance?question=many&many_table=errors&lang={language}")
    page.locator(GRIP).first.wait_for(timeout=30_000)
    expect_rest(page)
    expect_soon(page, lambda: hold_names_apart(page, width))


def hold_names_apart(page: Page, width: int) -> None:
    texts = ":is(.annotation-text, .textpoint text, .xtick text)"
    boxes = page.evaluate(
        f"""() => [...document.querySelectorAll('{PLOT.split(":")[0]} {texts}')]
        .map(e => [e.textContent, e.getBoundingClientRect()]).filter(([t, b]) => t.trim() && b.width)
        .map(([t, b]) => [t, b.left, b.top, b.right, b.bottom])"""
    )
    assert len(boxes) > 6
    for i, (name, left, top, right, bottom) in enumerate(boxes):
        assert left >= 0
        assert right <= width, name
        for other, *edges in boxes[:i]:
            apart = right <= edges[0] or edges[2] <= left or bottom <= edges[1] + 3 or edges[3] <= top + 3
            assert apart, (name, other)
