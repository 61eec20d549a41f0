"""The lattice searched in the browser: a try is seen while the handle is held, and a remote goes through all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import expect_address
from tests.browser.figure import PLOT, WAIT
from tests.browser.planes import expect_rest, grip, holding, pill
from tests.tiers import thorough

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

PROJECTOR = {"width": 1280, "height": 720}
# Names of the lattice, which stand in its plane: pairs of them that overlap by more than a pixel, and those cut off.
_OVERLAPPING = """() => {
  const plane = document.querySelector('.js-plotly-plot .overplot .xy');
  const frame = plane.ownerSVGElement.getBoundingClientRect();
  const boxes = [...plane.querySelectorAll('.textpoint text')].filter(one => one.textContent.trim())
    .map(one => [one.textContent, one.getBoundingClientRect()]).filter(([, box]) => box.width);
  const places = new Map(boxes.map(([said, box]) => [`${Math.round(box.x)} ${Math.round(box.y)}`, [said, box]]));
  const found = [...places.values()];
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
  const pairs = found.flatMap(([said, box], i) => found.slice(i + 1).filter(([, other]) => over(box, other))
    .map(([other]) => `${said} / ${other}`));
  const cut = found.filter(([, box]) => box.left < frame.left || box.right > frame.right).map(([said]) => said);
  return { names: found.length, pairs, cut };
}"""


@pytest.mark.thorough
def test_a_try_is_seen_while_the_handle_is_held(page: Page, address: str) -> None:
    page.goto(f"{address}/hypotheses?ml_search=down")
    grip(page, "tried").wait_for(timeout=WAIT)
    expect_rest(page)
    plot = page.locator(PLOT).first
    expect(plot).to_contain_text("Top-down begins at the most general")
    expect(grip(page, "tried")).to_have_attribute("data-plays", "true", timeout=WAIT)
    with holding(page, "tried") as move:
        move(24)
        expect(pill(page, "tried")).to_have_text("1 tried", timeout=WAIT)
        expect(plot).to_contain_text("covers negative example 3 (green, stiff, crisp)", timeout=WAIT)
    expect(page.locator(".st-key-answer")).to_contain_text("1 of 65", timeout=WAIT)
    expect_address(page, ml_search="down", ml_tried="1")


@pytest.mark.parametrize("way", [thorough("narrowing"), thorough("widening")])
def test_the_remote_goes_through_the_tries_once_it_has_revealed(page: Page, address: str, way: str) -> None:
    """Through those that answer the question, then to the end."""
    direction, told, tries = {"narrowing": ("down", (1, 2, 5), 11), "widening": ("up", (1, 2, 3), 6)}[way]
    page.set_viewport_size(PROJECTOR)
    page.goto(f"{address}/hypotheses?ml_view=space&ml_search={direction}&ml_tried=0&path={way}&present=1&hidden=1")
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    plot = page.locator(PLOT).first
    expect_rest(page)
    page.keyboard.press("PageDown")
    expect(page.locator("body")).to_have_attribute("data-hidden", "false", timeout=WAIT)
    expect(pill(page, "tried")).to_have_text("0 tried")
    for tried in told:
        expect_rest(page)
        expect(page.locator(".live-grip[data-rests]")).to_have_count(0, timeout=WAIT)
        page.keyboard.press("PageDown")
        expect(pill(page, "tried")).to_have_text(f"{tried} tried", timeout=WAIT)
    expect_rest(page)
    page.keyboard.press("PageDown")
    expect(plot).to_contain_text(f"{tries} of 65 were tried: the 3 that agree", timeout=WAIT)
    expect_rest(page)
    page.keyboard.press("PageUp")
    expect(pill(page, "tried")).to_have_text(f"{told[-1]} tried", timeout=WAIT)


@pytest.mark.parametrize("language", [thorough("zh"), thorough("en")])
def test_names_never_stand_over_each_other(page: Page, address: str, language: str) -> None:
    for size, more in (((1280, 720), ""), ((1280, 720), "&present=1"), ((390, 844), "")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for shown in ("all", "row1", "row2"):
            page.goto(f"{address}/hypotheses?lang={language}&ml_seen=4&ml_names={shown}{more}")
            page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
            grip(page, "seen").wait_for(timeout=WAIT)
            expect_rest(page)
            seen = page.evaluate(_OVERLAPPING)
            assert seen["names"] >= 27, (size, more, shown)
            assert seen["pairs"] == [], (size, more, shown)
            assert seen["cut"] == [], (size, more, shown)
