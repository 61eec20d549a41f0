"""Guess first in every view: what its figure marks is not to be read, nor what the answer says."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.figure import WAIT
from tests.browser.planes import expect_rest
from tests.tiers import thorough
from tests.views import EVERY

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

# One with many kinds of figures; the other pages in the thorough tier.
OFTEN = ("bias_variance",)
FIGURE = ".st-key-figure .js-plotly-plot"
# Numbers in as many digits as only an answer has; ticks, levels and rows have fewer.
_NUMBER = re.compile(r"(?<![\d.,])\d[\d,]*\.\d{3,}(?![\d.])|(?<![\d.,])\d+\.\d%")
# What is seen of the page's texts, what is heard of its handles, and of the figure what it marks: texts, and how many
# of the drawn traces are to be seen.
_LOOK = """figure => {
  const chart = document.querySelector(figure), guessed = chart.layout.meta.guessed;
  const isSeen = node => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const texts = (within, seen) => {
    const walk = document.createTreeWalker(within, NodeFilter.SHOW_TEXT), found = [];
    while (walk.nextNode()) {
      const { data, parentElement: home } = walk.currentNode;
      if (data.trim() && !home.closest('style, script') && (!seen || isSeen(home))) found.push(data);
    }
    return found;
  };
  const main = document.querySelector('[data-testid=stMain]'), drawn = [...chart.querySelectorAll('.trace, .hm')];
  const written = isMarked => chart.data.filter((_, i) => guessed.traces.includes(i) === isMarked).flatMap(({ text }) =>
    typeof text === 'string' ? [text] : Array.from(text ?? []).flat()).map(text => text.replace(/<[^>]*>/g, ''));
  // A tick may be the very number that is to be guessed.
  const ticks = [...chart.querySelectorAll('[class*=tick] text')].map(text => text.textContent);
  const drawnTexts = texts(chart, true);
  for (const tick of ticks) { const at = drawnTexts.indexOf(tick); if (at >= 0) drawnTexts.splice(at, 1); }
  return {
    seen: texts(main, true).join(' | '), inFigure: drawnTexts,
    heard: [...main.querySelectorAll('[aria-valuetext], [aria-label]')].filter(isSeen)
      .map(node => `${node.ariaValueText ?? ''} ${node.ariaLabel ?? ''}`).join(' | '),
    answer: texts(document.querySelector('.st-key-answer'), false).join(' '),
    marked: written(true), kept: written(false),
    traces: drawn.length, visible: drawn.filter(isSeen).length, guessed: guessed.traces.length, all: chart.data.length,
    pills: [...chart.querySelectorAll('.live-pill')].filter(isSeen).map(node => node.textContent).join(' | '),
    hovers: isSeen(chart.querySelector('.hoverlayer')),
  };
}"""


def look(page: Page) -> dict[str, Any]:
    """Look as soon as the figure is there: a run beside the page draws it anew at any moment."""
    once = f"figure => document.querySelector(`${{figure}} .hoverlayer`) && ({_LOOK.strip()})(figure)"
    seen: dict[str, Any] = page.wait_for_function(once, arg=FIGURE, timeout=WAIT).json_value()
    return seen


def numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(text))


def expect_nothing_told(seen: dict[str, Any], view: str) -> None:
    """Hold that neither a marked part of the figure nor a number of the answer is to be seen or heard."""
    assert seen["visible"] <= seen["all"] - seen["guessed"], view
    assert not seen["hovers"], view
    told = numbers(seen["answer"]) - numbers(seen["pills"])
    assert not told & numbers(seen["seen"] + seen["heard"]), view
    long = {text for text in seen["marked"] if len(text) > 3} - set(seen["kept"])
    assert not long & set(seen["inFigure"]), view


@pytest.mark.parametrize("name", [name if name in OFTEN else thorough(name) for name in EVERY])
@pytest.mark.thorough
def test_no_view_tells_what_is_to_be_guessed(page: Page, address: str, name: str) -> None:
    for view in EVERY[name]:
        page.goto(f"{address}/{name}?{view}&hidden=1")
        expect_rest(page)
        figure = page.locator(f"{FIGURE}[data-guess]").first
        figure.wait_for(state="attached", timeout=WAIT)
        expect(page.locator(".st-key-answer")).to_be_attached(timeout=WAIT)
        hidden = look(page)
        expect_nothing_told(hidden, view)
        # The way on, and what can be taken hold of, stay.
        expect(page.get_by_role("tab", name="Learn")).to_be_visible(timeout=WAIT)
        grip = page.locator(f"{FIGURE} .live-grip").first
        if grip.count():
            # A step of a handle writes into the drawing, and its release has the page or Plotly draw.
            grip.press("ArrowRight", timeout=WAIT)
            expect_nothing_told(look(page), view)
            expect(page.locator("body[data-live-held]")).to_have_count(0, timeout=WAIT)
            expect_rest(page)
            figure.wait_for(state="attached", timeout=WAIT)
            expect_nothing_told(look(page), view)
        page.locator(".st-key-hide button").first.click(timeout=WAIT)
        expect(page.locator("body")).to_have_attribute("data-hidden", "false", timeout=WAIT)
        expect_rest(page)
        expect(page.locator(".st-key-answer")).to_be_visible(timeout=WAIT)
        shown = look(page)
        assert shown["visible"] == shown["traces"] > hidden["visible"], view
        assert numbers(shown["answer"]) <= numbers(shown["seen"]), view
