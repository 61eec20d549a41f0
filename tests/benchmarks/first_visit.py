"""How long does a first visit take, and how much does it fetch? `python -m tests.benchmarks.first_visit [rounds]`.

Prints for headless Chromium, of Home and of the matrix: the seconds from the address until the heading is seen and
until all is there and at rest, and the megabytes fetched, files and what the page is told. The first visitor of all has
the server import what it needs; a cold visit is of somebody new on a server that runs, a warm one comes again with what
the browser has kept. Before them stands a page of Streamlit with a heading alone: none can be sooner. The largest files
of a cold visit follow. Where there is Caddy, the cold visits behind the proxy of `deploy`, which compresses; of a
certificate that it does not trust Chromium keeps nothing, so none is warm there.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from tests.benchmarks.machine import describe
from tests.browser.driver import ROOT, free_port, launch, running_app

PAGES: Final = {"Home": "", "matrix": "confusion_matrix?sample=lecture-20"}
DONE: Final = "[data-test-script-state=notRunning]"
LONGEST: Final = 120_000  # milliseconds
LARGEST: Final = 6


@dataclass
class Fetched:
    """What a page fetches: bytes of each file as they come over the line, and of what it is told."""

    files: dict[str, float] = field(default_factory=dict)
    told: float = 0.0
    names: dict[str, str] = field(default_factory=dict)

    def follow(self, page: Page) -> None:
        """Listen to Chromium's own count."""
        session = page.context.new_cdp_session(page)
        session.on(
            "Network.requestWillBeSent", lambda said: self.names.update({said["requestId"]: said["request"]["url"]})
        )
        session.on("Network.loadingFinished", self._file)
        session.on("Network.webSocketFrameReceived", self._frame)
        session.send("Network.enable")

    def _file(self, said: dict[str, Any]) -> None:
        name = urlsplit(self.names.get(said["requestId"], "")).path
        self.files[name] = self.files.get(name, 0.0) + said["encodedDataLength"]

    def _frame(self, said: dict[str, Any]) -> None:
        # Bytes are handed over as base 64.
        self.told += len(said["response"]["payloadData"]) * 3 / 4

    @property
    def megabytes(self) -> float:
        """All of it."""
        return (sum(self.files.values()) + self.told) / 1e6


def visit(context: BrowserContext, url: str) -> tuple[float, float, Fetched]:
    """Return after how many seconds the heading is seen, and all is at rest, and what was fetched."""
    page, fetched = context.new_page(), Fetched()
    fetched.follow(page)
    start, heading = until_headed(page, url)
    page.locator("body[data-measured]").wait_for(state="attached", timeout=LONGEST)
    page.locator(DONE).wait_for(timeout=LONGEST)
    if "sample=" in url:
        page.locator(".live-grip:visible").first.wait_for(timeout=LONGEST)
    rest = time.perf_counter() - start
    page.wait_for_timeout(1_000)
    page.close()
    return heading, rest, fetched


def until_headed(page: Page, url: str) -> tuple[float, float]:
    """Return when a page was asked for, and after how many seconds its heading is seen."""
    start = time.perf_counter()
    page.goto(url, wait_until="commit", timeout=LONGEST)
    page.locator("h1").first.wait_for(timeout=LONGEST)
    return start, time.perf_counter() - start


def line(name: str, found: list[tuple[float, float, Fetched]]) -> None:
    """Print the medians of some visits."""
    heading, rest = (statistics.median(one[place] for one in found) for place in (0, 1))
    megabytes = statistics.median(one[2].megabytes for one in found)
    print(f"{name:34} heading {heading:5.2f} s, at rest {rest:5.2f} s, {megabytes:5.2f} MB", flush=True)


def of_streamlit(browser: Browser, rounds: int) -> None:
    """Print cold and warm visits of a page with a heading alone, as Streamlit shows it: no page can be sooner."""
    cold, warm = [], []
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "heading.py"
        script.write_text('import streamlit as st\n\nst.title("A heading")\n')
        with running_app(script=str(script)) as address:
            for _ in range(rounds):
                with browser.new_context() as context:
                    for kind in (cold, warm):
                        page = context.new_page()
                        kind.append(until_headed(page, address)[1])
                        page.wait_for_timeout(1_000)
                        page.close()
    for name, found in (("cold", cold), ("warm", warm)):
        print(f"{f'a heading alone, {name}':34} heading {statistics.median(found):5.2f} s", flush=True)


def visits(browser: Browser, address: str, rounds: int, where: str) -> Fetched:
    """Print cold visits of each page, and warm ones of the app itself; return what the last cold one has fetched."""
    last = Fetched()
    for name, path in PAGES.items():
        cold, warm = [], []
        for _ in range(rounds):
            with browser.new_context(ignore_https_errors=True) as context:
                cold.append(visit(context, f"{address}/{path}"))
                if not where:
                    warm.append(visit(context, f"{address}/{path}"))
        line(f"{name}, cold{where}", cold)
        if warm:
            line(f"{name}, warm", warm)
        last = cold[-1][2]
    return last


@contextlib.contextmanager
def proxied(address: str) -> Iterator[str]:
    """Yield the address of the proxy in front of the app."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        own = {
            "NAME": f"https://localhost:{port}",
            "OPTIONS": "auto_https disable_redirects\n\tskip_install_trust",
            "UPSTREAMS": urlsplit(address).netloc,
            "HOME": folder,
            "XDG_DATA_HOME": folder,
            "XDG_CONFIG_HOME": folder,
        }
        file = str(ROOT / "deploy" / "Caddyfile")
        command = [str(shutil.which("caddy")), "run", "--config", file, "--adapter", "caddyfile"]
        quiet = subprocess.DEVNULL
        proxy = subprocess.Popen(command, env={**os.environ, **own}, stdout=quiet, stderr=quiet)
        try:
            yield f"https://localhost:{port}"
        finally:
            proxy.terminate()
            proxy.wait(timeout=20)


def until_it_answers(browser: Browser, url: str) -> None:
    """Wait for a proxy that was just started."""
    with browser.new_context(ignore_https_errors=True) as context:
        page = context.new_page()
        for _ in range(100):
            with contextlib.suppress(Error):
                page.goto(f"{url}/_stcore/health")
                return
            time.sleep(0.1)
    raise TimeoutError("the proxy did not start")


def main(rounds: int = 5) -> None:
    """Print a line for each kind of visit."""
    print(f"{describe()}, load {os.getloadavg()[0]:.1f}")
    with running_app() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        with browser.new_context() as context:
            line("Home, first of all", [visit(context, address)])
        of_streamlit(browser, rounds)
        largest = visits(browser, address, rounds, "")
        for name, size in sorted(largest.files.items(), key=lambda one: -one[1])[:LARGEST]:
            print(f"{size / 1e6:10.2f} MB  {name}")
        if shutil.which("caddy") is not None:
            with proxied(address) as inside:
                until_it_answers(browser, inside)
                visits(browser, inside, rounds, ", behind the proxy")
        browser.close()
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
