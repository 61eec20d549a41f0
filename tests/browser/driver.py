"""The app on a free port, and a Chromium to look at it; shared by the browser tests and the benchmarks."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from playwright.sync_api import Browser, Page, Playwright

ROOT = Path(__file__).parent.parent.parent
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
]
GRIP = ".live-grip[data-handle=threshold]:visible"


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def running_app(
    log: IO[bytes] | None = None,
    *,
    port: int | None = None,
    more: Sequence[str] = (),
    base: str = "",
    script: str = "app.py",
) -> Iterator[str]:
    """Start the app as README does and yield its address once it answers; what it prints goes to `log`.

    `more` are further options of Streamlit, `base` the path it is below, as "/lab", `script` another than the app's.
    """
    more = [*more, *(["--server.baseUrlPath", base] if base else [])]
    port = port or free_port()
    options = ["--server.port", str(port), "--server.headless", "true", *more]
    command = ["streamlit", "run", script, *options]
    to = subprocess.DEVNULL if log is None else log
    server = subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, stdout=to, stderr=to)
    address = f"http://localhost:{port}{base}"
    try:
        deadline = time.monotonic() + 60
        while not _answers(f"{address}/_stcore/health"):
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the app did not start")
        yield address
    finally:
        server.terminate()
        server.wait(timeout=20)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1) as reply:
            return bool(reply.status == 200)
    except OSError:
        return False


def installed() -> str | None:
    """Return the Chromium of this machine, as Debian and others name it."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def launch(playwright: Playwright, *more: str) -> Browser:
    """Start Debian's Chromium where there is one, else Playwright's own; `more` are further arguments."""
    return playwright.chromium.launch(executable_path=installed(), args=[*ARGUMENTS, *more])


def open_page(page: Page, address: str) -> None:
    """Open an address and wait until the page fits the window and the handle of the threshold is there to be held."""
    page.goto(address)
    page.locator("body[data-measured]").wait_for(state="attached", timeout=30_000)
    page.locator("[data-test-script-state=notRunning]").wait_for(timeout=30_000)
    page.locator(f"[data-live=true] {GRIP}").first.wait_for(timeout=30_000)


def panel_text(page: Page) -> str:
    """Return all text of the linked figure: it changes when any panel does."""
    return page.locator(".js-plotly-plot").first.text_content() or ""


def grip_centre(page: Page) -> tuple[float, float]:
    """Return where the grip of the threshold is on the screen."""
    box = page.locator(GRIP).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
