"""One server and one Chromium for all browser tests, and an eye on everything that goes wrong in either."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Error,
    Page,
    Playwright,
    Request,
    Response,
    ViewportSize,
    sync_playwright,
)

from tests.browser.driver import launch, running_app

FIRST = 180_000
WIDE: ViewportSize = {"width": 1400, "height": 1100}
# No page stands long enough for what the two last of the compilers make to be worth their time.
SHORT_VISITS = "--js-flags=--no-opt,--no-maglev"
MISSING = (
    "No Chromium could be started. Install one: `apt-get install chromium`, or `python -m playwright install chromium`."
)
# Streamlit's client asks for both below a deep link's path, then finds them at the root.
KNOWN = re.compile(r"^http://localhost:\d+/[^/?]+/_stcore/(health|host-config)$")


# Streamlit remembers that a sidebar was opened: the narrow window of the next test would begin below it.
_FORGET = """() => {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage)) if (key.startsWith('stSidebar')) localStorage.removeItem(key);
}"""
_CONNECTED = """() => { const app = document.querySelector('[data-testid=stApp]');
  return !app || app.dataset.testConnectionState === 'CONNECTED'; }"""


class Watch:
    """What went wrong since the last look: errors in the console, failed or outgoing requests, tracebacks."""

    def __init__(self, log: Path) -> None:
        self.found: list[str] = []
        self._log = log
        self._read = 0

    def follow(self, context: BrowserContext) -> BrowserContext:
        context.on("console", self._console)
        context.on("weberror", lambda error: self.found.append(f"page error: {error.error}"))
        context.on("dialog", self._asked)
        context.on("request", lambda request: self._goes_to(request.url))
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)
        context.on("page", lambda page: page.on("websocket", lambda socket: self._goes_to(socket.url)))
        return context

    def _asked(self, dialog: Dialog) -> None:
        self.found.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not KNOWN.match(message.location["url"]):
            self.found.append(f"console: {message.text} ({message.location['url']})")

    def _goes_to(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob", "file") and parts.hostname != "localhost":
            self.found.append(f"request to elsewhere: {url}")

    def _failed(self, request: Request) -> None:
        # Leaving a page, and turning a navigation into a download, abort requests.
        if request.failure != "net::ERR_ABORTED":
            self.found.append(f"request failed: {request.url} ({request.failure})")

    def _answered(self, response: Response) -> None:
        if response.status >= 400 and not KNOWN.match(response.url):
            self.found.append(f"answer {response.status}: {response.url}")

    def check(self) -> None:
        """Fail if anything went wrong, and begin anew."""
        printed = self._log.read_text(encoding="utf-8", errors="replace")
        new, self._read = printed[self._read :], len(printed)
        if "Traceback" in new:
            self.found.append(f"the server printed:\n{new}")
        found, self.found = self.found, []
        assert not found, "\n".join(found)


@pytest.fixture(scope="package")
def server_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("server") / "log.txt"
    path.touch()
    return path


@pytest.fixture(scope="package")
def address(server_log: Path) -> Iterator[str]:
    """The address of the app."""
    with server_log.open("wb") as log, running_app(log) as found:
        yield found


def warm(page: Page, address: str) -> None:
    """Visit a server that was just started until it has shown a page."""
    page.goto(f"{address}/confusion_matrix", timeout=FIRST)
    page.locator("body[data-measured]").wait_for(state="attached", timeout=FIRST)


def _started(playwright: Playwright) -> Browser:
    try:
        return launch(playwright, SHORT_VISITS)
    except Error:
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        subprocess.run(command, check=False, capture_output=True)
    try:
        return launch(playwright, SHORT_VISITS)
    except Error as error:
        said = f"{MISSING} ({str(error).splitlines()[0]})"
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(said, pytrace=False)
        pytest.skip(said)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium; without one the tests are skipped, or fail where CI promises one."""
    with sync_playwright() as playwright:
        started = _started(playwright)
        yield started
        started.close()


@pytest.fixture(scope="package")
def watch(server_log: Path) -> Watch:
    return Watch(server_log)


@pytest.fixture(scope="package")
def shared(browser: Browser, watch: Watch, address: str) -> Iterator[BrowserContext]:
    """One context keeps the client's files in its cache; each visit in it is a session of its own.

    The first visit of all has the server import what it needs. Under load that takes longer than a test waits for a
    page, so it belongs to no test.
    """
    context = watch.follow(browser.new_context(viewport=WIDE, locale="en-GB"))
    warm(context.new_page(), address)
    yield context
    context.close()


@pytest.fixture
def page(shared: BrowserContext, watch: Watch) -> Iterator[Page]:
    """A new session in a wide window; nothing may go wrong in it.

    The tests take turns in one tab: what it has compiled of Streamlit and Plotly is half of the work of a visit.
    """
    tab = shared.pages[0] if shared.pages else shared.new_page()
    tab.set_viewport_size(WIDE)
    tab.mouse.move(0, 0)
    tab.emulate_media(media="null", color_scheme="null", reduced_motion="null", forced_colors="null")
    yield tab
    for other in shared.pages[1:]:
        other.close()
    try:
        # The server prints a traceback where a page is left while its connection is being made.
        tab.wait_for_function(_CONNECTED)
        tab.evaluate(_FORGET)
        tab.goto("about:blank")
    except Error:  # it hangs, or shows an error page of its own
        tab.close()
    watch.check()


@pytest.fixture
def new_context(browser: Browser, watch: Watch) -> Iterator[Callable[[], BrowserContext]]:
    """Make contexts that share nothing with the others: another visitor."""
    opened: list[BrowserContext] = []

    def make() -> BrowserContext:
        opened.append(watch.follow(browser.new_context(viewport=WIDE, locale="en-GB")))
        return opened[-1]

    yield make
    for context in opened:
        context.close()
    watch.check()
