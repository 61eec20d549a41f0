"""How fast is the page with a million rows behind it? `python -m tests.benchmarks.drag [rows]`.

Prints, for headless Chromium: the time from the end of an upload to the first page, how many times a second the linked
panels change while the slider is dragged, and the time from release to the server's new readings.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, expect, sync_playwright

from evalcore.generate import binary_scores
from tests.benchmarks.machine import describe
from tests.browser.driver import grip_centre, launch, running_app

# Counts the frames of the browser in which the figure's text differs from the frame before.
WATCH = """() => { window.changes = 0; let last = '';
  const mine = window.watcher = {};
  const look = () => { if (window.watcher !== mine) return; const chart = document.querySelector('.js-plotly-plot');
    const now = chart ? chart.textContent : '';
    if (now !== last) { last = now; window.changes++; }
    requestAnimationFrame(look); };
  look(); }"""
PAGES = ("Confusion matrix", "ROC and P-R curves", "Costs")
READING = '[data-testid="stMetricValue"]'
# The moment at which the readings first differ from what they were at release.
CHANGED = """() => new Promise(done => {
  const now = () => [...document.querySelectorAll('[data-testid="stMetricValue"]')].map(m => m.textContent).join();
  const before = now(), start = performance.now();
  const look = () => now() !== before || performance.now() - start > 9000
    ? done(performance.now() - start) : requestAnimationFrame(look);
  look(); })"""


def write_csv(path: Path, rows: int) -> None:
    """Write predictions with all their digits."""
    drawn = binary_scores(n=rows, deterministic=False, rng=np.random.default_rng(0)).to_frame()
    drawn.to_csv(path, index=False)


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


def drag(page: Page, direction: int, steps: int = 100) -> tuple[float, float]:
    """Drag the slider's grip one way; return changes per second, and milliseconds from release to new readings."""
    x, y = grip_centre(page)
    page.evaluate(WATCH)
    page.mouse.move(x, y)
    page.mouse.down()
    start = time.perf_counter()
    for k in range(steps):
        page.mouse.move(x + direction * 2.5 * k, y)
        time.sleep(0.02)  # a hand moves the mouse no faster; without it only the last place would be drawn
    spent = time.perf_counter() - start
    changes = page.evaluate("window.changes")
    page.evaluate(f"() => {{ window.waiting = ({CHANGED})(); }}")
    page.mouse.up()
    return changes / spent, float(page.evaluate("() => window.waiting"))


def say_costs(page: Page) -> None:
    """Say what mistakes cost where the page of costs asks: a file that was uploaded brings no costs of its own."""
    for key, cost in (("cost_fn", 5), ("cost_fp", 1)):
        expect(page.locator('[data-testid="stApp"]')).to_have_attribute(
            "data-test-script-state", "notRunning", timeout=60_000
        )
        field = page.locator(f".st-key-{key} input")
        field.fill(str(cost))
        field.press("Enter")


def main() -> None:
    """Print the figures."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    print(describe())
    with running_app() as address, sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"predictions_{rows}.csv"
        write_csv(path, rows)
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": 1400, "height": 1100})
        print(f"{rows:,} rows, {path.stat().st_size / 1e6:.0f} MB")
        print(f"upload ended -> first page: {upload(page, address, path):.2f} s (at most 2)")
        for name in PAGES:
            page.get_by_role("link", name=name).first.click()
            page.get_by_role("heading", name=name).first.wait_for(timeout=60_000)
            if name == "Costs":
                say_costs(page)
            page.locator("[data-live=true] .slider-grip-rect").first.wait_for(timeout=60_000)
            page.locator(READING).first.wait_for()
            found = [drag(page, direction) for direction in (-1, 1, 1, -1)]
            print(
                f"{name}: dragging {statistics.median(rate for rate, _ in found):.1f} updates/s (at least 15), ", end=""
            )
            print(f"release -> new readings {statistics.median(ms for _, ms in found):.0f} ms (at most 500)")
        browser.close()


if __name__ == "__main__":
    main()
