"""What the linked figure shows, read off its drawing as a person would, not off Plotly's data."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from playwright.sync_api import Page, TimeoutError, expect

from evalcore import metrics
from evalcore.counts import ConfusionMatrix, ThresholdCounts
from evalcore.figures.style import number
from evalcore.views.threshold import LINE_METRICS
from tests.browser.driver import GRIP, grip_centre

WAIT = 20_000
# While a figure is drawn anew the old one stays in the page, hidden.
PLOT = ".js-plotly-plot:visible"
PILL = f"{PLOT} .live-grip[data-handle=threshold] + .live-pill"

# The visible plot, the boxes of its parts, and its texts in the order in which they are read.
_LOOK = """const plot = [...document.querySelectorAll('.js-plotly-plot')].find(e => e.getClientRects().length);
  const all = where => plot ? [...plot.querySelectorAll(where)].map(e => [e, e.getBoundingClientRect()]) : [];
  const middle = ([e, b]) => [b.x + b.width / 2, b.y + b.height / 2];
  const texts = panel => all(`g.subplot.${panel} text`).map(t => [t[0].textContent, ...middle(t)]).sort(
    (one, other) => Math.abs(one[2] - other[2]) > 5 ? one[2] - other[2] : one[1] - other[1]).map(t => t[0]);"""
# The matrix row by row, and the value behind the name of each line, which stands above the lines or at its end.
# A cell has its name in letters, in Chinese with the book's word behind them.
_TEXTS = f"""() => {{ {_LOOK}
  const matrix = texts('x2y2').map(text => text.replace(/^(TP|FN|FP|TN) .*/, '$1'));
  const said = texts('x4y4'), names = plot?.data.find(t => t.xaxis === 'x4' && t.mode === 'text')?.text ?? [];
  return [matrix, names.map(name => said[said.indexOf(name.replace(/<[^>]*>/g, '')) + 1])]; }}"""
# Positions on the screen: the threshold's rule in both panels, the moving markers, and the labelled ticks.
_PLACES = f"""() => {{ {_LOOK}
  const number = e => Number(e.textContent.replace('−', '-'));
  const ticks = name => all(`g.${{name}}tick text`).map(t => [number(t[0]), ...middle(t)]);
  const upright = ([_, box]) => box.width < 1 && box.height > 50;
  const bottom = plot.getBoundingClientRect().bottom, seen = ([_, y]) => y < bottom;
  const rule = panel => middle(all(`g.subplot.${{panel}} path.js-line`).find(upright))[0];
  return {{ strip: ticks('x'), across: ticks('x3'), up: ticks('y3'), strip_rule: rule('xy'), line_rule: rule('x3y3'),
    // One that is undefined stands out of sight.
    markers: all('g.subplot.x3y3 g.points path').map(middle).filter(seen) }};
}}"""


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
    # On a phone the lines stand right below the strip, on its axis: its numbers are those of both.
    across = seen["across"] or seen["strip"]
    return Places(
        _read(seen["strip"], seen["strip_rule"], 1),
        _read(across, seen["line_rule"], 1),
        [_read(across, x, 1) for x, _y in seen["markers"]],
        [_read(seen["up"], y, 2) for _x, y in seen["markers"]],
    )


def threshold(page: Page) -> float:
    """Read the number above the handle."""
    label = page.locator(PILL).text_content(timeout=WAIT) or ""
    found = re.search(r"= (\S+)$", label)
    assert found, label
    return float(found[1].replace("−", "-"))


def counts(page: Page) -> dict[str, int]:
    """Read the four cells of the matrix: under each row of names its counts."""
    matrix: list[str] = page.evaluate(_TEXTS)[0]
    found: dict[str, int] = {}
    for first, second in (("TP", "FN"), ("FP", "TN")):
        at = matrix.index(first)
        assert matrix[at + 1] == second
        found |= {
            name: int(text.replace(",", "")) for name, text in zip((first, second), matrix[at + 2 :], strict=False)
        }
    return found


def matrix_texts(cm: ConfusionMatrix) -> list[str]:
    """Write the matrix as it must be read: rows of names, counts with their total, shares; then the totals' own row."""
    rows = []
    for names, cells in (
        (["TP", "FN"], (cm.tp, cm.fn)),
        (["FP", "TN"], (cm.fp, cm.tn)),
        ([], (cm.tp + cm.fp, cm.fn + cm.tn)),
    ):
        whole = sum(cells)
        # A cell is a share of its row, which is a share of all; so are the totals of the columns.
        base = whole if names else cm.n
        shares = [*(f"{c / base:.1%}" if base else "—" for c in cells), f"{whole / cm.n:.1%}"]
        rows += [*names, *(f"{c:,.0f}" for c in (*cells, whole)), *shares]
    return rows


def expect_counts(page: Page, table: ThresholdCounts, t: float | None = None) -> ConfusionMatrix:
    """Wait until every panel shows what `table` says of the threshold above the handle (or of `t`)."""
    if t is not None:
        expect(page.locator(PILL)).to_have_text(re.compile(rf" = {t:.6g}$"), timeout=WAIT)
    shown = threshold(page)
    cm = table.at(shown)
    values = [float(getattr(metrics, name)(cm)) for name in LINE_METRICS]
    wanted = [matrix_texts(cm), [number(v) for v in values]]
    try:
        is_shown = f"wanted => JSON.stringify(({_TEXTS})()) === JSON.stringify(wanted)"
        page.wait_for_function(is_shown, arg=wanted, timeout=WAIT)
    except TimeoutError:
        assert page.evaluate(_TEXTS) == wanted
    seen = places(page)
    # Two pixels of a panel.
    near = 0.01 * float(table.threshold[1] - table.threshold[-1])
    np.testing.assert_allclose([seen.strip_rule, seen.line_rule, *seen.marker_threshold], shown, atol=near)
    defined = sorted(v for v in values if not np.isnan(v))
    np.testing.assert_allclose(sorted(seen.marker_value), defined, atol=0.01)
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
        before = page.locator(PILL).text_content()
        x += pixels
        page.mouse.move(x, y, steps=5)
        expect(page.locator(PILL)).not_to_have_text(before or "", timeout=WAIT)
        return threshold(page)

    yield move
    page.mouse.up()


def drag(page: Page, pixels: float) -> float:
    """Drag the grip, release it, and return the threshold above it."""
    with holding_grip(page) as move:
        return move(pixels)
