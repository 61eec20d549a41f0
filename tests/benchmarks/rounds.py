"""Does memory come back where visitors load, look and leave? `python -m tests.benchmarks.rounds [rows] [rounds]`.

A server as `deploy` starts it, but for keeping no session without its tab. In each round a visitor in Chromium loads a
file of so many rows and two models, looks at matrix, curves and probabilities, and closes the tab. Prints what the
server's process holds while the page is there, and once it has left, by the number that the operator watches.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect, sync_playwright

from tests.benchmarks.machine import describe
from tests.benchmarks.memory import file
from tests.browser.driver import launch, running_app

PAGES: Final = ("Confusion matrix", "ROC and P-R curves", "Probabilities")
# As deploy/Dockerfile sets them.
GIVEN_BACK: Final = {"MALLOC_TRIM_THRESHOLD_": "131072", "MALLOC_MMAP_THRESHOLD_": "131072"}
LONGEST: Final = 180_000  # milliseconds
HELD: Final = re.compile(r'^evaluation_memory_bytes\{of="held"\} (\S+)', re.MULTILINE)
LEFT: Final = 20.0  # seconds in which what is left is given back


def held(address: str) -> float:
    """Return the megabytes that the server's process holds."""
    with urllib.request.urlopen(f"{address}/_stcore/metrics?families=evaluation_memory_bytes", timeout=30) as reply:
        found = HELD.search(reply.read().decode())
    assert found is not None
    return float(found[1]) / 1e6


def visit(browser: Browser, address: str, mine: Path) -> float:
    """Load a file and look at the pages; return what is held then."""
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/data", timeout=LONGEST)
        page.locator("input[type=file]").first.set_input_files(mine, timeout=LONGEST)
        page.get_by_text(f"Loaded: {mine.name}").first.wait_for(timeout=LONGEST)
        for name in PAGES:
            page.locator("[data-testid=stSidebar]").get_by_role("link", name=name, exact=True).click(timeout=LONGEST)
            expect(page.locator("h1")).to_have_text(name, timeout=LONGEST)
            page.locator(".live-grip:visible").first.wait_for(timeout=LONGEST)
            page.locator("[data-test-script-state=notRunning]").wait_for(timeout=LONGEST)
        return held(address)


def main(rows: int = 300_000, rounds: int = 10) -> None:
    """Print a line a round."""
    print(f"{describe()}, load {os.getloadavg()[0]:.1f}")
    os.environ.update(GIVEN_BACK)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_app(more=["--server.disconnectedSessionTTL", "0"]) as address,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        small, mine = Path(folder) / "small.csv", Path(folder) / "mine.csv"
        small.write_bytes(file(60, 2))
        mine.write_bytes(file(rows, 2))
        visit(browser, address, small)  # what is imported and kept for all
        time.sleep(LEFT)
        print(f"{rows:,} rows, two models, {mine.stat().st_size / 1e6:.0f} MB; at first {held(address):.0f} MB")
        for place in range(1, rounds + 1):
            there = visit(browser, address, mine)
            time.sleep(LEFT)
            print(f"round {place:2}: {there:6.0f} MB while it is looked at, {held(address):6.0f} MB after", flush=True)
        browser.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
