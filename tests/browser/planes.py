"""What stands in the planes of a figure (ROC, P-R, DET, costs), read off its drawing in the units of its axes."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from playwright.sync_api import Error, Locator, Page, expect
from scipy.special import ndtri

from tests.browser.figure import PLOT, WAIT

Point = tuple[float, float]

# Ticks, lines and markers of one plane in places on the screen; nothing while the figure is being drawn anew.
_LOOK = """([within, n]) => {
  const plot = [...document.querySelectorAll(`${within} .js-plotly-plot`)].find(e => e.getClientRects().length);
  if (!plot) return null;
  const all = where => [...plot.querySelectorAll(where)];
  const middle = e => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const ticks = (letter, side) => all(`.${letter}${n || ''}tick text`).map(
    e => [Number(e.textContent.replace('−', '-').replaceAll(',', '')), middle(e)[side]]);
  const ends = e => [0, e.getTotalLength()].map(l => {
    const p = e.getPointAtLength(l).matrixTransform(e.getScreenCTM()); return [p.x, p.y]; });
  const drawn = `g.subplot.x${n || ''}y${n || ''}`;
  const edges = plot.getBoundingClientRect(), inside = ({ at: [x, y] }) => x > edges.left && y < edges.bottom;
  const found = { x: ticks('x', 0), y: ticks('y', 1),
    lines: all(`${drawn} path.js-line`).filter(e => e.getTotalLength()).map(e => ({ colour: getComputedStyle(e).stroke,
      solid: getComputedStyle(e).strokeDasharray === 'none', ends: ends(e) })),
    marks: all(`${drawn} g.points path.point`).map(e => ({ colour: getComputedStyle(e).fill,
      edge: getComputedStyle(e).stroke, at: middle(e) })).filter(inside) };
  return found.x.length > 1 ? found : null;
}"""
# The marks that show a threshold in the other plane.
_DUAL = """() => [...document.querySelectorAll('.hoverlayer .dual')].map(e => {
  const at = (x, y) => { const p = new DOMPoint(x, y).matrixTransform(e.getScreenCTM()); return [p.x, p.y]; };
  const of = name => Number(e.getAttribute(name));
  return e.tagName === 'line' ? [at(of('x1'), of('y1')), at(of('x2'), of('y2'))] : [at(of('cx'), of('cy'))]; })"""


def _css(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


@dataclass(frozen=True)
class Axis:
    """The labelled ticks of an axis: numbers on its scale, and where they stand on the screen."""

    number: Sequence[float]
    pixel: Sequence[float]

    @property
    def unit(self) -> float:
        """How many pixels one unit takes, negative upwards."""
        return (self.pixel[-1] - self.pixel[0]) / (self.number[-1] - self.number[0])

    def read(self, pixel: float) -> float:
        return self.number[0] + (pixel - self.pixel[0]) / self.unit

    def place(self, number: float) -> float:
        return self.pixel[0] + (number - self.number[0]) * self.unit


@dataclass(frozen=True)
class Plane:
    """One plane; without vertical ticks (the strip of scores) heights stay pixels."""

    x: Axis
    y: Axis | None
    seen: dict[str, Any]

    def read(self, place: Sequence[float]) -> Point:
        """Return a place on the screen in units of the axes."""
        return self.x.read(place[0]), self.y.read(place[1]) if self.y else place[1]

    def place(self, point: Point) -> Point:
        """Return where a point stands on the screen."""
        assert self.y is not None
        return self.x.place(point[0]), self.y.place(point[1])

    def marks(self, colour: str) -> list[Point]:
        """Return the markers filled with this colour."""
        return [self.read(mark["at"]) for mark in self.seen["marks"] if mark["colour"] == _css(colour)]

    def hollow(self, colour: str) -> list[Point]:
        """Return the markers outlined in this colour, without a filling."""
        marks = (mark for mark in self.seen["marks"] if (mark["colour"], mark["edge"]) == ("none", _css(colour)))
        return [self.read(mark["at"]) for mark in marks]

    def lines(self, colour: str, *, solid: bool = True) -> list[tuple[Point, Point]]:
        """Return first and last point of the lines of this colour."""
        mine = [v["ends"] for v in self.seen["lines"] if (v["colour"], v["solid"]) == (_css(colour), solid)]
        return [(self.read(start), self.read(end)) for start, end in mine]

    def dual(self, page: Page) -> list[list[Point]]:
        """Return the points of the marks that hovering draws over the figure."""
        return [[self.read(place) for place in mark] for mark in page.evaluate(_DUAL)]


def plane(page: Page, n: int = 0, *, deviates: bool = False, within: str = "body") -> Plane:
    """Read the plane of axes number `n` (0 for those without one); `deviates` for axes of normal deviates."""
    seen = page.wait_for_function(_LOOK, arg=[within, n], timeout=WAIT).json_value()

    def axis(ticks: list[list[float]]) -> Axis | None:
        numbers = [float(ndtri(number)) if deviates else number for number, _pixel in ticks]
        return Axis(numbers, [pixel for _number, pixel in ticks]) if ticks else None

    across = axis(seen["x"])
    assert across is not None
    return Plane(across, axis(seen["y"]), seen)


def expect_places(page: Page, read: Callable[[], list[float]], wanted: list[float], near: float = 0.012) -> None:
    """Wait, one drawn picture after the other, until the places read are near those wanted."""
    deadline = time.monotonic() + WAIT / 1000
    while True:
        seen = read()
        if len(seen) == len(wanted) and np.allclose(seen, wanted, rtol=0, atol=near):
            return
        if time.monotonic() > deadline:
            raise AssertionError(f"seen {np.round(seen, 4).tolist()}, wanted {np.round(wanted, 4).tolist()}")
        page.evaluate("() => new Promise(requestAnimationFrame)")


def expect_soon(page: Page, check: Callable[[], None]) -> None:
    """Wait, one drawn picture after the other, until what is asserted holds: a layout follows a window or a run later.

    What is looked at may be gone for a moment, too.
    """
    deadline = time.monotonic() + WAIT / 1000
    while True:
        try:
            return check()
        except (AssertionError, Error):
            if time.monotonic() > deadline:
                raise
        page.evaluate("() => new Promise(requestAnimationFrame)")


def expect_rest(page: Page) -> None:
    """Wait until no script runs and none is to come: the page is drawn anew once the server knows how large it is."""
    page.locator("body[data-measured]").wait_for(state="attached", timeout=WAIT)
    app = page.locator('[data-testid="stApp"]')
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=WAIT)


def grip(page: Page, name: str = "threshold") -> Locator:
    """Return the grip of a handle."""
    return page.locator(f"{PLOT} .live-grip[data-handle={name}]")


def pill(page: Page, name: str = "threshold") -> Locator:
    """Return what stands above the panel of a handle."""
    return page.locator(f"{PLOT} .live-grip[data-handle={name}] + .live-pill")


def reading(page: Page, name: str = "threshold") -> float:
    """Read the number of a handle: after "t =", or, of the condition, what the grip itself says in more digits."""
    if name != "threshold":
        return float(grip(page, name).get_attribute("aria-valuenow", timeout=WAIT) or "nan")
    said = pill(page, name).text_content(timeout=WAIT) or ""
    found = re.search(r"^t = (\S+)$", said)
    assert found, said
    return float(found[1].replace("−", "-").replace(",", ""))


@contextlib.contextmanager
def holding(page: Page, name: str = "threshold") -> Iterator[Callable[[float], float]]:
    """Press the mouse on a handle; the function yielded moves it and returns what stands above it then."""
    held, said = grip(page, name), pill(page, name)
    held.scroll_into_view_if_needed(timeout=WAIT)
    box = held.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()

    def move(pixels: float) -> float:
        nonlocal x
        before = said.text_content() or ""
        x += pixels
        page.mouse.move(x, y, steps=5)
        expect(said).not_to_have_text(before, timeout=WAIT)
        # At most one step is shown for each picture of the screen.
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return reading(page, name)

    yield move
    page.mouse.up()
