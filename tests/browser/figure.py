"""What the linked figure shows, read off its drawing as a person would, not off Plotly's data."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from playwright.sync_api import Page, expect

from evalcore import metrics
from evalcore.counts import ConfusionMatrix, ThresholdCounts
from evalcore.figures.style import number
from tests.browser.driver import GRIP, grip_centre

WAIT = 20_000
# While a figure is drawn anew the old one stays in the page, hidden.
PLOT = ".js-plotly-plot:visible"
LABEL = f"{PLOT} g:not(.slider-label-group) > text.slider-label"
# Of the matrix's texts the names of the cells come first, then the counts, then the shares.
COUNTS = f"{PLOT} g.subplot.x2y2 g.trace.scatter:nth-of-type(2) text"
READOUTS = f"{PLOT} g.subplot.x4y4 g.trace.scatter:nth-of-type(2) text"
LINES = ("precision", "recall", "f1", "accuracy")

# Positions on the screen: the threshold's rule in both panels, the moving markers, and the labelled ticks.
_PLACES = """() => {
  const plot = [...document.querySelectorAll('.js-plotly-plot')].find(e => e.getClientRects().length);
  const middle = e => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const all = where => [...plot.querySelectorAll(where)];
  const ticks = name => all(`g.${name}tick text`).map(e => [Number(e.textContent.replace('−', '-')), ...middle(e)]);
  const lines = panel => all(`g.subplot.${panel} path.js-line`).map(middle);
  return { strip: ticks('x'), across: ticks('x3'), up: ticks('y3'), strip_rule: lines('xy')[0][0],
    line_rule: lines('x3y3').at(-1)[0], markers: all('g.subplot.x3y3 g.points path').map(middle) };
}"""


@dataclass(frozen=True)
class Places:
    """Where the moving parts stand, in the units of their axes."""

    strip_rule: float
    line_rule: float
    marker_threshold: list[float]
    marker_value: list[float]


def _read(ticks: Sequence[Sequence[float]], pixel: float, side: int) -> float:
    """Read a position off an axis: straight between its first and its last labelled tick."""
    first, last = ticks[0], ticks[-1]
    return first[0] + (pixel - first[side]) / (last[side] - first[side]) * (last[0] - first[0])


def places(page: Page) -> Places:
    """Read where rules and markers are."""
    seen: dict[str, Any] = page.evaluate(_PLACES)
    return Places(
        _read(seen["strip"], seen["strip_rule"], 1),
        _read(seen["across"], seen["line_rule"], 1),
        [_read(seen["across"], x, 1) for x, _y in seen["markers"]],
        [_read(seen["up"], y, 2) for _x, y in seen["markers"]],
    )


def threshold(page: Page) -> float:
    """Read the number in the slider's label."""
    label = page.locator(LABEL).text_content(timeout=WAIT) or ""
    found = re.search(r"= (\S+)$", label)
    assert found, label
    return float(found[1].replace("−", "-"))


def counts(page: Page) -> dict[str, int]:
    """Read the four cells of the matrix."""
    texts = page.locator(COUNTS).all_text_contents()
    return {name: int(text.replace(",", "")) for name, text in zip(("tp", "fn", "fp", "tn"), texts, strict=False)}


def cell_texts(cm: ConfusionMatrix) -> list[str]:
    """Write the counts as the matrix must: four cells, then the totals of columns and of rows."""
    cells = (cm.tp, cm.fn, cm.fp, cm.tn, cm.tp + cm.fp, cm.fn + cm.tn, cm.tp + cm.fn, cm.fp + cm.tn)
    return [f"{cell:,.0f}" for cell in cells]


def expect_counts(page: Page, table: ThresholdCounts, t: float | None = None) -> ConfusionMatrix:
    """Wait until every panel shows what `table` says of the threshold in the slider's label (or of `t`)."""
    if t is not None:
        expect(page.locator(LABEL)).to_have_text(re.compile(rf" = {t:.6g}$"), timeout=WAIT)
    shown = threshold(page)
    cm = table.at(shown)
    values = [float(getattr(metrics, name)(cm)) for name in LINES]
    expect(page.locator(COUNTS)).to_have_text(cell_texts(cm), timeout=WAIT)
    expect(page.locator(READOUTS)).to_have_text([number(v, 4) for v in values], timeout=WAIT)
    seen = places(page)
    # Two pixels of a panel.
    near = 0.01 * float(table.threshold[1] - table.threshold[-1])
    np.testing.assert_allclose([seen.strip_rule, seen.line_rule, *seen.marker_threshold], shown, atol=near)
    np.testing.assert_allclose(seen.marker_value, [v for v in values if not np.isnan(v)], atol=0.01)
    return cm


@contextlib.contextmanager
def holding_grip(page: Page) -> Iterator[Callable[[float], float]]:
    """Press the mouse on the grip; the function yielded moves it so many pixels on and returns the new threshold."""
    page.locator(f"[data-live=true] {GRIP}").wait_for(timeout=WAIT)
    page.locator(GRIP).scroll_into_view_if_needed()
    x, y = grip_centre(page)
    page.mouse.move(x, y)
    page.mouse.down()

    def move(pixels: float) -> float:
        nonlocal x
        before = page.locator(LABEL).text_content()
        x += pixels
        page.mouse.move(x, y, steps=5)
        expect(page.locator(LABEL)).not_to_have_text(before or "", timeout=WAIT)
        return threshold(page)

    yield move
    page.mouse.up()


def drag(page: Page, pixels: float) -> float:
    """Drag the grip, release it, and return the threshold of the slider's label."""
    with holding_grip(page) as move:
        return move(pixels)
