"""How long does a first visit take, and how much does it fetch? `python -m tests.benchmarks.first_visit [rounds]`.

Prints for headless Chromium, of Home and of the matrix: the seconds from the address until the heading is drawn, by the
page's own clock, and until all is there and at rest, and the megabytes fetched, files and what the page is told. These
are counted on visits of their own, as counting takes time of the same machine. The first visitor of all has
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
# Notes when the first frame with a heading was drawn: who asks from outside takes time of the page and hears late.
CLOCK: Final = """
new MutationObserver((_, observer) => {
  const heading = document.querySelector("h1");
  if (!heading || !heading.innerText.trim()) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => document.body.setAttribute("data-headed", performance.now() / 1000)));
}).observe(document, {childList: true, subtree: true, characterData: true});
"""


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


def visit(context: BrowserContext, url: str, fetched: Fetched | None = None) -> tuple[float, float]:
    """Return after how many seconds the heading is drawn, and all is at rest; count what is fetched if told to."""
    page = context.new_page()
    if fetched is not None:
        fetched.follow(page)
    start = time.perf_counter()
    heading = until_headed(page, url)
    page.locator("body[data-measured]").wait_for(state="attached", timeout=LONGEST)
    page.locator(DONE).wait_for(timeout=LONGEST)
    if "sample=" in url:
        page.locator(".live-grip:visible").first.wait_for(timeout=LONGEST)
    rest = time.perf_counter() - start
    page.wait_for_timeout(1_000)
    page.close()
    return heading, rest


def until_headed(page: Page, url: str) -> float:
    """Return after how many seconds the heading of a page is drawn."""
    page.add_init_script(CLOCK)
    page.goto(url, wait_until="commit", timeout=LONGEST)
    headed = page.locator("body[data-headed]")
    headed.wait_for(state="attached", timeout=LONGEST)
    return float(headed.get_attribute("data-headed") or "nan")


def line(name: str, found: list[tuple[float, float]], fetched: Fetched | None = None) -> None:
    """Print the medians of some visits, and what one of them fetched."""
    heading, rest = (statistics.median(one[place] for one in found) for place in (0, 1))
    megabytes = "" if fetched is None else f", {fetched.megabytes:5.2f} MB"
    print(f"{name:34} heading {heading:5.2f} s, at rest {rest:5.2f} s{megabytes}", flush=True)


def of_streamlit(browser: Browser, rounds: int) -> None:
    """Print cold and warm visits of a page with a heading alone, as Streamlit shows it: no page can be sooner."""
    cold: list[float] = []
    warm: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "heading.py"
        script.write_text('import streamlit as st\n\nst.title("A heading")\n')
        with running_app(script=str(script)) as address:
            for _ in range(rounds):
                with browser.new_context() as context:
                    for kind in (cold, warm):
                        page = context.new_page()
                        kind.append(until_headed(page, address))
                        page.wait_for_timeout(1_000)
                        page.close()
    for name, found in (("cold", cold), ("warm", warm)):
        print(f"{f'a heading alone, {name}':34} heading {statistics.median(found):5.2f} s", flush=True)


def visits(browser: Browser, address: str, rounds: int, where: str) -> Fetched:
    """Print cold visits of each page, and warm ones of the app itself; return what a cold one of the last fetches."""
    of_cold = Fetched()
    for name, path in PAGES.items():
        url, kinds = f"{address}/{path}", ["cold"] if where else ["cold", "warm"]
        took: dict[str, list[tuple[float, float]]] = {kind: [] for kind in kinds}
        for _ in range(rounds):
            with browser.new_context(ignore_https_errors=True) as context:
                for kind in kinds:
                    took[kind].append(visit(context, url))
        with browser.new_context(ignore_https_errors=True) as context:
            fetched = {kind: Fetched() for kind in kinds}
            for kind in kinds:
                visit(context, url, fetched[kind])
                line(f"{name}, {kind}{where}", took[kind], fetched[kind])
        of_cold = fetched["cold"]
    return of_cold


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
