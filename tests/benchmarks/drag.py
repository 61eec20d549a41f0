"""How fast is the page with a million rows behind it? `python -m tests.benchmarks.drag [rows]`.

Prints how long each figure takes to be built, and for headless Chromium: the time from the end of an upload to the
first page; of each page, and of an exported file, how many steps a second are shown while the threshold is dragged by
the mouse, and when one is asked for in each picture of the screen; the time from release to the server's new readings,
and from a typed threshold until the new figure has come. The same of twenty groups; and the time from a click on a cell
until its rows are seen.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
from playwright.sync_api import Browser, Page, WebSocket, expect, sync_playwright

from evalcore import costs
from evalcore.counts import ThresholdCounts, threshold_counts
from evalcore.figures.confusion_matrix.figure import threshold_figure
from evalcore.figures.costs.figure import costs_figure
from evalcore.figures.curves.figure import Shown, curves_figure
from evalcore.generate import binary_scores
from evalcore.intervals import Estimate
from evalcore.views.costs import conditions, cost_lines, operating_lines
from evalcore.views.curves import model_curves, operating_points
from evalcore.views.threshold import threshold_view
from tests.benchmarks.machine import describe
from tests.browser.driver import GRIP, grip_centre, launch, running_app
from ui.shared.downloads import html_page

# Counts the steps shown, and how often a picture of the screen has another sentence; an exported file has none.
WATCH = """() => { const chart = document.querySelector('.js-plotly-plot'); window.moved = window.told = 0;
  chart.removeEventListener('live-moved', window.counting);
  window.counting = () => window.moved++;
  chart.addEventListener('live-moved', window.counting);
  let last;
  const look = () => {
    const said = document.querySelector('.live-sentence')?.textContent;
    if (said && said !== last) window.told++;
    last = said;
    window.looking = requestAnimationFrame(look);
  };
  cancelAnimationFrame(window.looking);
  look(); }"""
# Asks for another step in each picture of the screen, and returns how many pictures a second there were.
PLAY = """async n => { const chart = document.querySelector('.js-plotly-plot');
  const last = JSON.parse(chart.layout.meta.live).handles[0].at.length - 1;
  const picture = () => new Promise(requestAnimationFrame);
  await picture();
  const start = performance.now();
  for (let i = 0; i < n; i++) {
    chart.dispatchEvent(new CustomEvent('live-ask',
      { detail: { slider: 'threshold', step: Math.round(last * (0.5 + 0.4 * Math.sin(i / 9))), release: false } }));
    await picture();
  }
  return 1000 * n / (performance.now() - start); }"""
PAGES = ("Confusion matrix", "ROC and P-R curves", "Costs")
# The page of costs has no cards; there the answer is what the server says anew.
READING = '[data-testid="stMetricValue"], .st-key-answer p'
# The time from release to the moment at which the readings first differ from what they were; what the driver takes to
# release is not the page's.
CHANGED = """() => new Promise(done => {
  const cards = [...document.querySelectorAll('[data-testid="stMetricValue"]')].length;
  const said = cards ? '[data-testid="stMetricValue"]' : '.st-key-answer p';
  const now = () => [...document.querySelectorAll(said)].map(m => m.textContent).join();
  const before = now();
  addEventListener('pointerup', ({ timeStamp: start }) => {
    const look = () => now() !== before || performance.now() - start > 9000
      ? done(performance.now() - start) : requestAnimationFrame(look);
    look();
  }, { capture: true, once: true }); })"""
# Notes what the tables draw: a table of Streamlit's is a picture, and the text that is read out of it follows that
# by a fifth of a second, on purpose.
DRAWN = """() => {
  const draw = CanvasRenderingContext2D.prototype.fillText;
  window.drawn = new Set();
  window.look = () => {};
  CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
    window.look(text);
    window.drawn.add(text);
    return draw.call(this, text, ...at);
  }; }"""
# The time from release to the moment at which the table of the groups first draws a number that it had not drawn since
# the release before.
REDRAWN = """() => new Promise(done => {
  const before = window.drawn;
  window.drawn = new Set();
  addEventListener('pointerup', ({ timeStamp: start }) => {
    const end = spent => { window.look = () => {}; done(spent); };
    window.look = text => { if (/[0-9]/.test(text) && !before.has(text)) end(performance.now() - start); };
    setTimeout(end, 9000, 9000);
  }, { capture: true, once: true }); })"""
# The time from a click to the moment at which the table of rows is there.
OPENED = """() => new Promise(done => addEventListener('pointerup', ({ timeStamp: start }) => {
  const look = () => document.querySelector('.st-key-rows_found [data-testid="stDataFrame"] tbody td')
    || performance.now() - start > 9000 ? done(performance.now() - start) : requestAnimationFrame(look);
  look();
}, { capture: true, once: true }))"""
GROUPS = 20
# A message as large as this holds a figure.
FIGURE_BYTES = 40_000


def write_csv(path: Path, rows: int) -> None:
    """Write predictions with all their digits, each row in one of twenty groups."""
    rng = np.random.default_rng(0)
    drawn = binary_scores(n=rows, deterministic=False, rng=rng).to_frame()
    drawn.assign(region=[f"region {k}" for k in rng.integers(GROUPS, size=rows)]).to_csv(path, index=False)


def upload(page: Page, address: str, path: Path) -> float:
    """Upload a file and return the seconds from the end of the upload to the page that shows its rows."""
    page.goto(f"{address}/data")
    page.locator('input[type="file"]').wait_for(state="attached")
    ended: list[float] = []
    page.on("response", lambda r: ended.append(time.perf_counter()) if r.request.method in ("PUT", "POST") else None)
    page.locator('input[type="file"]').set_input_files(str(path))
    page.get_by_text("1,000,000 rows · 2 classes" if "1000000" in path.name else "2 classes").first.wait_for(
        timeout=120_000
    )
    page.get_by_text(path.stem).first.wait_for()
    return time.perf_counter() - ended[-1]


def drag(page: Page, direction: int, moves: int = 130) -> tuple[float, float, float]:
    """Drag the threshold to and fro and leave it held; return steps shown, moves and sentences written in a second."""
    x, y = grip_centre(page)
    page.evaluate(WATCH)
    page.mouse.move(x, y)
    page.mouse.down()
    start = time.perf_counter()
    for k in range(1, moves + 1):
        # Each move is wider than a step of the strip, and all stay within it.
        page.mouse.move(x + direction * 7 * (20 - abs(k % 40 - 20)), y)
        time.sleep(0.005)  # the driver itself takes about a picture for a move, as a hand does
    spent = time.perf_counter() - start
    return float(page.evaluate("window.moved")) / spent, moves / spent, float(page.evaluate("window.told")) / spent


def said(rates: list[tuple[float, float, float]]) -> str:
    """Return the medians of steps, moves and sentences a second."""
    shown, made, told = (statistics.median(column) for column in zip(*rates, strict=True))
    sentences = f", sentence {told:.1f}/s" if told else ""
    return f"mouse {shown:.1f} steps/s of {made:.1f} moves/s (at least 40){sentences}"


def release(page: Page, watched: str = CHANGED) -> float:
    """Let the threshold go; return the milliseconds until the server's readings change."""
    page.evaluate(f"() => {{ window.waiting = ({watched})(); }}")
    page.mouse.up()
    return float(page.evaluate("() => window.waiting"))


class Wire:
    """When the page last asked the server for something, and when its figure and its last large message came.

    The figure is the first large one; costs send behind it what the handle of the condition says at each step.
    """

    def __init__(self, page: Page) -> None:
        self.asked = self.came = self.ended = 0.0
        page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda _data: setattr(self, "asked", time.perf_counter()))
        socket.on("framereceived", self._received)

    def _received(self, data: str | bytes) -> None:
        if len(data) > FIGURE_BYTES:
            self.ended = time.perf_counter()
            if self.came < self.asked:
                self.came = self.ended


def type_threshold(page: Page, wire: Wire, t: float) -> tuple[float, float]:
    """Type a threshold; return the milliseconds from the request to the new figure, and to the last large message."""
    field = page.locator(".st-key-t input").last
    field.fill(f"{t!r}")
    before = wire.came
    field.press("Enter")
    deadline = time.perf_counter() + 20
    while wire.came == before and time.perf_counter() < deadline:
        page.wait_for_timeout(5)
    settle(page)
    return 1000 * (wire.came - wire.asked), 1000 * (wire.ended - wire.asked)


def settle(page: Page) -> None:
    """Wait until no script runs."""
    app = page.locator('[data-testid="stApp"]')
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=60_000)


def say_costs(page: Page) -> None:
    """Say what mistakes cost where the page of costs asks: a file that was uploaded brings no costs of its own."""
    for key, cost in (("cost_fn", 5), ("cost_fp", 1)):
        settle(page)
        field = page.locator(f".st-key-{key} input")
        field.fill(str(cost))
        field.press("Enter")


def on_the_pages(page: Page, wire: Wire) -> None:
    """Drag, release and type on each page."""
    for name in PAGES:
        page.get_by_role("link", name=name).first.click()
        page.get_by_role("heading", name=name).first.wait_for(timeout=60_000)
        if name == "Costs":
            say_costs(page)
        page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=60_000)
        page.locator(READING).first.wait_for()
        on_this_page(page, wire, name)


def on_this_page(page: Page, wire: Wire, name: str, watched: str = CHANGED) -> None:
    """Drag, release and type where the handle is there to be held."""
    settle(page)
    rates, waits = [], []
    for direction in (-1, 1, 1, -1):
        rates.append(drag(page, direction))
        waits.append(release(page, watched))
        settle(page)
    smooth = float(page.evaluate(PLAY, 120))
    typed = [type_threshold(page, wire, t) for t in (0.31, 0.47, 0.62)]
    print(f"{name}: {said(rates)}, pictures {smooth:.1f}/s (60)")
    print(f"    release -> new readings {statistics.median(waits):.0f} ms (at most 200)", end="")
    figure, last = (statistics.median(times) for times in zip(*typed, strict=True))
    print(f", typed -> figure {figure:.0f} ms (at most 150), all behind it {last:.0f} ms")


def by_group(page: Page, wire: Wire) -> None:
    """Do the same with twenty groups in the figure of the matrix."""
    to_matrix(page)
    start = group_by(page, "region")
    page.locator(f".st-key-groups_chart[data-live=true] {GRIP}").wait_for(timeout=60_000)
    print(f"groups chosen -> their figure {time.perf_counter() - start:.2f} s")
    page.evaluate(DRAWN)
    on_this_page(page, wire, f"{GROUPS} groups: sentence")
    on_this_page(page, wire, f"{GROUPS} groups: table", REDRAWN)


def group_by(page: Page, name: str) -> float:
    """Choose what makes groups; return when that was."""
    page.locator(".st-key-groups_by button[aria-haspopup=listbox]").click()
    start = time.perf_counter()
    page.get_by_role("option", name=name, exact=True).click()
    return start


def to_matrix(page: Page) -> None:
    """Come to the page of the matrix."""
    page.get_by_role("link", name=PAGES[0]).first.click()
    page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=60_000)
    settle(page)


def single_rows(page: Page) -> None:
    """Click on a cell, the first time and after the handle was elsewhere; the order of the rows is made once."""
    group_by(page, "No groups")
    spent = []
    for cell in ("FP", "FN", "TN"):
        to_matrix(page)
        page.get_by_role("tab", name="Readings").click()
        settle(page)
        name = (
            page.locator(".st-key-threshold_chart g.subplot.x2y2 .textpoint").filter(has_text=cell).first.bounding_box()
        )
        assert name is not None
        page.evaluate(f"() => {{ window.waiting = ({OPENED})(); }}")
        page.mouse.click(name["x"] + name["width"] / 2, name["y"] + name["height"] + 12)
        spent.append(float(page.evaluate("() => window.waiting")))
        settle(page)
    print(f"click on a cell -> its rows: first {spent[0]:.0f} ms, then {max(spent[1:]):.0f} ms (at most 1000)")


def figures(counts: ThresholdCounts) -> dict[str, Callable[[], go.Figure]]:
    """Return what builds each figure, from its view."""
    view, at = threshold_view(counts, special=(0.5,)), conditions(costs.cost_curve(counts))
    unknown = Estimate(np.nan)
    curves = model_curves("a", counts, auc=unknown, average_precision=unknown)
    shown, points = Shown([curves], 0.5), operating_points(view.steps)
    lines, steps = [cost_lines("a", counts)], operating_lines(view.steps)
    return {
        "matrix": lambda: threshold_figure(view, threshold=0.5),
        "curves": lambda: curves_figure(view, points, shown, threshold=0.5),
        "costs": lambda: costs_figure(view, steps, lines, at, threshold=0.5, condition=0.5),
    }


def built(make: Callable[[], go.Figure]) -> float:
    """Return the milliseconds a figure takes to be built and written as it is sent."""
    spent = []
    for _ in range(7):
        start = time.perf_counter()
        make().to_json()
        spent.append(1000 * (time.perf_counter() - start))
    return statistics.median(spent)


def exported(browser: Browser, folder: Path, makers: dict[str, Callable[[], go.Figure]]) -> None:
    """Drag in files that need no server."""
    for name, make in makers.items():
        file = folder / f"{name}.html"
        file.write_bytes(html_page(make(), title=name, caption=""))
        page = browser.new_page(viewport={"width": 1400, "height": 1100})
        page.goto(file.as_uri())
        page.locator(GRIP).first.wait_for()
        rates = []
        for direction in (-1, 1, 1, -1):
            rates.append(drag(page, direction))
            page.mouse.up()
        smooth = float(page.evaluate(PLAY, 120))
        print(f"exported {name}: {said(rates)}, pictures {smooth:.1f}/s (60)")
        page.close()


def main() -> None:
    """Print the figures."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    print(describe())
    drawn = binary_scores(n=rows, deterministic=False, rng=np.random.default_rng(0))
    makers = figures(threshold_counts(drawn.y_true, drawn.score))
    for name, make in makers.items():
        print(f"{name} built and written: {built(make):.0f} ms (at most 60), {len(make().to_json()) / 1000:.0f} kB")
    with running_app() as address, sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"predictions_{rows}.csv"
        write_csv(path, rows)
        browser = launch(playwright)
        exported(browser, Path(folder), makers)
        page = browser.new_page(viewport={"width": 1400, "height": 1100})
        wire = Wire(page)
        print(f"{rows:,} rows, {path.stat().st_size / 1e6:.0f} MB")
        print(f"upload ended -> first page: {upload(page, address, path):.2f} s (at most 2)")
        on_the_pages(page, wire)
        by_group(page, wire)
        single_rows(page)
        browser.close()


if __name__ == "__main__":
    main()
